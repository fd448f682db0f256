"""What the journal is told of a change set before it is carried out."""

from collections.abc import Mapping

from napkin_site.core.changes import ChangeSet, Digest, Origin
from napkin_site.core.path_rules import TRASH_FOLDER
from napkin_site.core.paths import VaultPath
from napkin_site.vault.journal import FileRecord, Line
from napkin_site.vault.records import Record


def intent_line(
    record: Record,
    changes: ChangeSet,
    origin: Origin,
    *,
    at: str,
    undoes: str,
    trash: Mapping[VaultPath, VaultPath],
    digests: Mapping[VaultPath, Digest],
) -> Line:
    """Give the line that begins an entry.

    Args:
        record: its id, and the folders that were made for it.
        changes: what is to change.
        origin: who asks for it.
        at: when, ISO 8601.
        undoes: the entry that this one takes back; empty for none.
        trash: where removed files go in the trash.
        digests: of new contents, by the path they will have.
    """
    return Line(
        t="intent",
        id=record.id,
        at=at,
        op=changes.op,
        actor=origin.actor,
        kind=origin.kind,
        reason=origin.reason,
        source=origin.source,
        request=origin.request,
        undoes=undoes,
        files=_file_records(changes, trash, digests),
        folders=record.folders,
        emptied=changes.emptied,
    )


def befores_of(changes: ChangeSet) -> dict[VaultPath, Digest | None]:
    """Give what each file that a change set touches holds before it, the trash aside."""
    found: dict[VaultPath, Digest | None] = {}
    for change in changes.changes:
        found[change.path] = change.before
        if change.to is not None:
            found.setdefault(change.to, None)
    return {path: digest for path, digest in found.items() if not _is_trash(path)}


def _file_records(
    changes: ChangeSet, trash: Mapping[VaultPath, VaultPath], digests: Mapping[VaultPath, Digest]
) -> tuple[FileRecord, ...]:
    records = []
    for change in changes.changes:
        after = None if change.is_removal else digests.get(change.to or change.path)
        if change.to is not None and after is None:
            after = change.before
        if change.to is not None and _is_trash(change.path):
            records.append(FileRecord(path=change.to, after=after, trash=change.path))
            continue
        records.append(
            FileRecord(
                path=change.path,
                before=change.before,
                after=after,
                to=change.to or "",
                trash=trash.get(change.path, ""),
            )
        )
    return tuple(records)


def _is_trash(path: str) -> bool:
    return path.startswith(f"{TRASH_FOLDER}/")
