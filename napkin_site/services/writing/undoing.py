"""Taking changes back, and forgetting old ones."""

import contextlib
from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec.structs import replace

from napkin_site.core.changes import ChangeSet
from napkin_site.core.values import Value
from napkin_site.errors import EditError, ExistsError, UsageError
from napkin_site.services.histories import FileChange, shown_files
from napkin_site.services.writing.session import WriteSession
from napkin_site.vault.disk import Disk
from napkin_site.vault.history import Entry, History


class Undone(Value, omit_defaults=True):
    """An entry that was taken back."""

    undone: str
    """Its id."""
    op: str
    """Its verb."""
    files: tuple[FileChange, ...] = ()
    """What was done to the files; empty for a preview."""
    id: str = ""
    """The entry of the history; empty when nothing had to change, and for a preview."""
    diff: str = ""
    """For a preview: what would change, as a unified diff."""
    warnings: tuple[str, ...] = ()


class Forgotten(Value, omit_defaults=True):
    """What was forgotten of the history."""

    entries: int
    """How many."""
    contents: int | None = None
    """How many contents only they needed; left out for a preview."""
    keeps_from: str = ""
    """The oldest entry that is left; empty when none is."""


def undo_entry(session: WriteSession, entry_id: str = "") -> Undone:
    """Take back what an entry did; later changes of other lines stay.

    Args:
        session: who asks, and how.
        entry_id: the entry; empty for the last one of the same actor that was not taken back yet.

    Raises:
        NotFoundError: there is no such entry, or nothing to take back.
        StalePreconditionError: later changes touch the same lines; `diff` shows what was left and what is there now.
        EditError: what was before is not known, or not kept.
        NapkinError: what the writer raises.
    """
    with (
        _advised(),
        session.open_writer() as writer,
        contextlib.nullcontext() if session.is_dry_run else writer.hold(),
    ):
        target = writer.history.entry(entry_id) if entry_id else writer.history.last_of(session.origin.actor)
        told = Undone(undone=target.id, op=target.op)
        if target.is_undone:
            return replace(told, warnings=(f"entry {target.id} was taken back before",))

        def plan(disk: Disk) -> ChangeSet:
            return writer.history.reversal(target, disk)

        if session.is_dry_run:
            return replace(told, diff=writer.preview(plan))
        applied = writer.run(plan, origin=session.origin, undoes=target.id)
    return replace(told, files=shown_files(applied.files, is_short=True), id=applied.id)


@contextlib.contextmanager
def _advised() -> Iterator[None]:
    """Say what to do where a change cannot be taken back."""
    try:
        yield
    except ExistsError as error:
        error.hint = "Move that file away first."
        raise
    except EditError as error:
        error.hint = error.hint or "Another change can be taken back by its id; see: napkin log"
        raise


def purge_history(session: WriteSession, *, keep_from: str | None) -> Forgotten:
    """Forget the entries before one, and the contents that only they need.

    Args:
        session: who asks, and how.
        keep_from: the first entry to keep, or a day or moment, ISO 8601, from which entries are kept; None keeps none.

    Raises:
        NotFoundError: there is no such entry.
        UsageError: it is neither an entry nor a moment.
        NapkinError: what the writer raises.
    """
    with session.open_writer() as writer:
        first = None if keep_from is None else _first_kept(writer.history, keep_from)
        if not session.is_dry_run:
            done = writer.purge_history(first)
            session.access.forget_gone()
            return Forgotten(entries=done.entries, contents=done.contents, keeps_from=first or "")
        older = [entry for entry in writer.history.newest_first() if first is None or int(entry.id) < int(first)]
        return Forgotten(entries=len(older), keeps_from=first or "")


def _first_kept(history: History, keep_from: str) -> str | None:
    if keep_from.isdecimal():
        return history.entry(keep_from).id
    try:
        moment = datetime.fromisoformat(keep_from).astimezone()
    except ValueError:
        raise UsageError(
            f"`{keep_from}` is neither an entry nor a day", hint="Write an id, 2026-03-01 or 2026-03-01T08:00."
        ) from None
    return _oldest_since(history.newest_first(), moment)


def _oldest_since(entries: Iterable[Entry], moment: datetime) -> str | None:
    oldest = None
    for entry in entries:
        if datetime.fromisoformat(entry.at) < moment:
            break
        oldest = entry.id
    return oldest
