"""What was changed in a vault, when, by whom and why; and what a file held then. Reading it needs no lock."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from itertools import islice
from typing import Literal

import msgspec

from napkin_site.core.changes import ActorKind, Digest
from napkin_site.core.paths import VaultPath
from napkin_site.core.references import resolve_reference
from napkin_site.core.values import Value
from napkin_site.errors import NotFoundError, UsageError
from napkin_site.services.access import VaultAccess
from napkin_site.vault.history import Entry, History, net_changes, open_history
from napkin_site.vault.journal import FileRecord

LOG_LIMIT = 20
"""Entries that a log shows where no number is given."""

_MOST_FILES = 20
"""Files that a log names of an entry."""

FileFate = Literal["created", "edited", "moved", "deleted", "restored", "met"]
"""What became of a file; `met`: another program had made it before the history knew it."""


class FileChange(Value, omit_defaults=True):
    """What an entry did to one file."""

    path: str
    change: FileFate
    to: str = ""
    """Where it was moved."""
    trash: str = ""
    """Where in the trash it went, or came from."""
    before: str = ""
    """Etag of what it held before; empty when there was nothing, and in a list of entries."""
    after: str = ""
    """Etag of what it held afterwards."""


class LogEntry(Value, omit_defaults=True):
    """A change of the vault."""

    id: str
    """Counts from 1 for each vault."""
    at: str
    """When: ISO 8601, UTC."""
    op: str
    """The verb; `external` for what another program did."""
    actor: str
    kind: ActorKind
    files: tuple[FileChange, ...]
    more_files: int = 0
    """How many files more it touched, which a list of entries leaves out."""
    reason: str = ""
    source: str = ""
    """Through which door: `cli`, `http`, `mcp`, `library`."""
    request: str = ""
    undoes: str = ""
    """The entry that this one took back."""
    is_undone: bool = msgspec.field(name="undone", default=False)
    """A later entry took it back."""


class Log(Value):
    """Entries, newest first."""

    entries: tuple[LogEntry, ...]


class FileVersion(Value):
    """A text file as it was right after an entry."""

    path: str
    """As it was called then."""
    entry: str
    content: str
    etag: str


class EntriesDiff(Value):
    """What entries changed together."""

    entries: tuple[str, ...]
    """Their ids, oldest first."""
    diff: str
    """A unified diff."""


def read_log(
    access: VaultAccess, *, reference: str = "", limit: int | None = LOG_LIMIT, since: str = "", actor: str = ""
) -> Log:
    """List what was changed, newest first.

    Args:
        access: the vault.
        reference: only what touched this file, whatever it was called; empty for all.
        limit: most entries, at least 1; None for all.
        since: an entry, for those after it; or a day or moment, ISO 8601, for those from then on.
        actor: only what they did: a name, or `kind:name`.

    Raises:
        NotFoundError, AmbiguousError: the reference does not fit one file that there is or was.
        UsageError: the limit is below 1, or `since` is neither an entry nor a moment.
    """
    if limit is not None and limit < 1:
        raise UsageError(f"a limit of {limit} is none", hint="Give at least 1.")
    history = _history(access)
    if history is None:
        return Log(entries=())
    is_later = _later_than(since)
    found = history.newest_first()
    if reference:
        found = (entry for entry, _ in history.log_of(_file_ever(access, history, reference)))
    kind, _, name = actor.rpartition(":")
    chosen = (
        entry
        for entry in _while(is_later, found)
        if entry.files and (not actor or (entry.origin.actor == name and kind in ("", entry.origin.kind)))
    )
    return Log(entries=tuple(_shown(entry, is_short=True) for entry in islice(chosen, limit)))


def read_entry(access: VaultAccess, entry_id: str) -> LogEntry:
    """Say what one entry did.

    Raises:
        NotFoundError: there is no such entry.
    """
    return _shown(_needed(access).entry(entry_id), is_short=False)


def read_version(access: VaultAccess, entry_id: str, reference: str = "") -> FileVersion:
    """Give what a file held right after an entry.

    Args:
        access: the vault.
        entry_id: the entry.
        reference: the file, as it was called then or is now; empty for the only one that the entry touched.

    Raises:
        NotFoundError: there is no such entry; or the file was not there, or its content is not kept.
        AmbiguousError, UsageError: the reference fits several files, or the entry touched several; or it is no text.
    """
    history = _needed(access)
    entry = history.entry(entry_id)
    if reference:
        states = history.states_at(entry_id)
        path = _file_then(access, history, entry_id, reference, states)
        digest = states.get(path)
    else:
        path, digest = _only_file(entry)
    content = history.content(digest)
    if content is None:
        what = "was gone" if digest is None else "held something that is not kept"
        raise NotFoundError(f"{path} {what} after entry {entry_id}", path=path)
    if b"\0" in content:
        raise UsageError(f"{path} is not a text", path=path)
    return FileVersion(
        path=path, entry=entry_id, content=content.decode("utf-8-sig", "replace"), etag=str(digest or "")
    )


def read_diff(access: VaultAccess, entries: str, reference: str = "") -> EntriesDiff:
    """Show what an entry changed, or what several did together.

    Args:
        access: the vault.
        entries: an id; or `A..B` for all after A up to B, where either may be left out.
        reference: only this file, as it was called before or after; empty for all.

    Raises:
        NotFoundError: there is no such entry, or it did not touch the file.
        AmbiguousError: the reference fits several of the files.
        UsageError: B comes before A.
    """
    history = _needed(access)
    first, dots, last = entries.partition("..")
    if not dots:
        chosen = [history.entry(entries)]
    else:
        for end in filter(None, (first, last)):
            history.entry(end)
        if first and last and int(last) < int(first):
            raise UsageError(f"{last} comes before {first}", hint=f"Write {last}..{first}.")
        later = list(_while(lambda entry: not first or int(entry.id) > int(first), history.newest_first()))
        chosen = [entry for entry in reversed(later) if not last or int(entry.id) <= int(last)]
    path = None
    if reference:
        touched = {name for change in net_changes(chosen) for name in (change.path, change.to)}
        path, _ = resolve_reference(reference, sorted(touched))
    return EntriesDiff(entries=tuple(entry.id for entry in chosen), diff=history.diff(*chosen, path=path))


def shown_files(files: Iterable[FileRecord], *, is_short: bool) -> tuple[FileChange, ...]:
    """Say what became of each file; with `is_short`, without the etags."""
    return tuple(
        FileChange(
            path=record.path,
            change=_fate(record),
            to=record.to,
            trash=record.trash,
            before="" if is_short else record.before or "",
            after="" if is_short else record.after or "",
        )
        for record in files
    )


def _shown(entry: Entry, *, is_short: bool) -> LogEntry:
    # What it was about comes before what followed from it, such as the links to a file that moved.
    files = sorted(entry.files, key=lambda record: _fate(record) == "edited")
    shown = files[:_MOST_FILES] if is_short else files
    return LogEntry(
        id=entry.id,
        at=entry.at,
        op=entry.op,
        actor=entry.origin.actor,
        kind=entry.origin.kind,
        files=shown_files(shown, is_short=is_short),
        more_files=len(entry.files) - len(shown),
        reason=entry.origin.reason,
        source=entry.origin.source,
        request=entry.origin.request,
        undoes=entry.undoes,
        is_undone=entry.is_undone,
    )


def _fate(record: FileRecord) -> FileFate:
    if record.is_first:
        return "met"
    if record.to:
        return "moved"
    if record.after is None:
        return "deleted"
    if record.before is None:
        return "restored" if record.trash else "created"
    return "edited"


def _history(access: VaultAccess) -> History | None:
    return open_history(access.state_dir) if access.state_dir is not None else None


def _needed(access: VaultAccess) -> History:
    history = _history(access)
    if history is None:
        raise NotFoundError("there is no history: no folder for it can be written")
    return history


def _later_than(since: str) -> Callable[[Entry], bool]:
    """Tell of entries whether they are after one, or from a moment on."""
    if not since:
        return lambda _: True
    if since.isdecimal():
        number = int(since)
        return lambda entry: int(entry.id) > number
    try:
        moment = datetime.fromisoformat(since).astimezone()
    except ValueError:
        raise UsageError(
            f"`{since}` is neither an entry nor a day", hint="Write an id, 2026-03-01 or 2026-03-01T08:00."
        ) from None
    return lambda entry: datetime.fromisoformat(entry.at) >= moment


def _while(is_later: Callable[[Entry], bool], entries: Iterable[Entry]) -> Iterable[Entry]:
    """Give entries, newest first, up to the first that is too old."""
    for entry in entries:
        if not is_later(entry):
            return
        yield entry


def _file_ever(access: VaultAccess, history: History, reference: str) -> VaultPath:
    """Find a file that there is, or was."""
    try:
        return access.find(reference)[0]
    except NotFoundError:
        try:
            return resolve_reference(reference, sorted(map(VaultPath, history.states())))[0]
        except NotFoundError:
            pass
        raise


def _file_then(
    access: VaultAccess, history: History, entry_id: str, reference: str, states: Mapping[str, Digest | None]
) -> VaultPath:
    """Give what a file was called right after an entry; the reference is its name then, or its name now."""
    there = sorted(VaultPath(path) for path, digest in states.items() if digest is not None)
    try:
        return resolve_reference(reference, there)[0]
    except NotFoundError:
        name = access.find(reference)[0]
    for entry, before in history.log_of(name):
        if int(entry.id) <= int(entry_id):
            break
        name = before
    return name


def _only_file(entry: Entry) -> tuple[VaultPath, Digest | None]:
    """Give the file an entry left, and what it held."""
    files = [record for record in entry.files if record.after is not None] or list(entry.files)
    if len(files) != 1:
        raise UsageError(f"entry {entry.id} touched {len(files)} files", hint=f"Name one: napkin show {entry.id} NOTE")
    return VaultPath(files[0].to or files[0].path), files[0].after
