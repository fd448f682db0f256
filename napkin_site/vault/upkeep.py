"""Forgetting: what a file held, and entries of the history that are old enough. Needs the vault's lock."""

from collections.abc import Collection, Iterable

from napkin_site.core.changes import Digest
from napkin_site.core.values import Value
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.journal import FileRecord, Journal, Line, replay


class Purged(Value):
    """What was forgotten."""

    entries: int
    contents: int


def forget_files(journal: Journal, blobs: Blobs, paths: Collection[str]) -> int:
    """Forget every content that only these files ever held, whatever they were called; give how many went.

    The files are gone, or lie in the trash; their names stay in the history. Others that had their names before or
    after them keep what they held.
    """
    names = set(paths)
    theirs: set[Digest] = set()
    others: set[Digest] = set()
    lines = list(journal.lines())
    aborted = {line.id for line in lines if line.t == "aborted"}
    for line in reversed(lines):
        for path, digest in line.heads.items():
            (theirs if path in names else others).add(digest)
        is_aborted = line.id in aborted
        mine = [record for record in line.files if (record.path if is_aborted else _name_after(record)) in names]
        for record in line.files:
            (theirs if record in mine else others).update(_digests_of(record))
        if is_aborted:
            continue
        for record in mine:
            names.discard(_name_after(record))
        for record in mine:
            if record.before is not None or record.is_first or record.trash:
                names.add(_name_before(record))
    gone = sorted(theirs - others)
    for digest in gone:
        blobs.drop(digest)
    return len(gone)


def purge_entries(journal: Journal, blobs: Blobs, keep_from: str | None) -> Purged:
    """Put a checkpoint in the place of all entries before one, and forget what only they need.

    Args:
        journal: is written anew, in one step.
        blobs: loses contents.
        keep_from: the first entry to keep; None keeps none.
    """
    lines = list(journal.lines())
    limit = int(keep_from) if keep_from is not None else int(journal.next_id())
    old = [line for line in lines if int(line.id) < limit]
    kept = [line for line in lines if int(line.id) >= limit]
    if not old:
        return Purged(entries=0, contents=0)
    heads = {path: digest for path, digest in replay(iter(old)).items() if digest is not None}
    is_whole = any(line.is_whole for line in old)
    checkpoint = Line(t="checkpoint", id=str(limit - 1), heads=heads, is_whole=is_whole)
    journal.rewrite([checkpoint, *kept])
    contents = blobs.keep_only(set(heads.values()) | set(_digests(kept)))
    entries = len({line.id for line in old if line.t in ("intent", "external")})
    return Purged(entries=entries, contents=contents)


def _name_after(record: FileRecord) -> str:
    """Give where a file is after an entry; where it was, when it went for good."""
    return record.to or (record.trash if record.after is None else "") or record.path


def _name_before(record: FileRecord) -> str:
    """Give where a file was before an entry."""
    return record.trash if record.trash and record.after is not None else record.path


def _digests(lines: Iterable[Line]) -> Iterable[Digest]:
    for line in lines:
        for record in line.files:
            yield from _digests_of(record)


def _digests_of(record: FileRecord) -> Iterable[Digest]:
    return (digest for digest in (record.before, record.after) if digest is not None)
