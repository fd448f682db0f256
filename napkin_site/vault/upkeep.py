"""Forgetting: what a file held, and entries of the history that are old enough. Needs the vault's lock."""

from collections.abc import Collection, Iterable

from napkin_site.core.changes import Digest
from napkin_site.core.values import Value
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.journal import Journal, Line, replay


class Purged(Value):
    """What was forgotten."""

    entries: int
    contents: int


def forget_files(journal: Journal, blobs: Blobs, paths: Collection[str]) -> int:
    """Forget every content that only these files ever held; their names stay in the history. Give how many went.

    Of a file in the trash, that is what it held before it was deleted, too, unless a new one took its place.
    """
    lines = list(journal.lines())
    states = replay(iter(lines))
    names = set(paths)
    for line in lines:
        names.update(record.path for record in line.files if record.trash in names and not states.get(record.path))
    theirs: set[Digest] = set()
    others: set[Digest] = set()
    for line in lines:
        for record in line.files:
            held = theirs if names.intersection((record.path, record.to, record.trash)) else others
            held.update(digest for digest in (record.before, record.after) if digest is not None)
        others.update(digest for path, digest in line.heads.items() if path not in names)
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


def _digests(lines: Iterable[Line]) -> Iterable[Digest]:
    for line in lines:
        for record in line.files:
            for digest in (record.before, record.after):
                if digest is not None:
                    yield digest
