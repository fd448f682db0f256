"""What the library can say of a vault's history, and do with it, each verb a method."""

from typing import Unpack

from napkin_site.services import histories
from napkin_site.services.histories import FileVersion, LogEntry
from napkin_site.services.library.opening import How, OpenVault
from napkin_site.services.writing import undoing
from napkin_site.services.writing.undoing import Forgotten, Undone


class HistoryVerbs(OpenVault):
    """The verbs about what was changed, when, by whom and why."""

    def log(
        self, file: str = "", *, limit: int | None = None, since: str = "", actor: str = ""
    ) -> tuple[LogEntry, ...]:
        """List what was changed, newest first; see `napkin_site.services.histories.read_log`."""
        return histories.read_log(self._open(), reference=file, limit=limit, since=since, actor=actor).entries

    def entry(self, entry: str) -> LogEntry:
        """Say what one entry did."""
        return histories.read_entry(self._open(), entry)

    def version(self, entry: str, file: str = "") -> FileVersion:
        """Give what a file held right after an entry; the only one that the entry touched, when none is named."""
        return histories.read_version(self._open(), entry, file)

    def diff(self, entries: str, file: str = "") -> str:
        """Show what an entry, or all in `A..B` after A up to B, changed, as a unified diff."""
        return histories.read_diff(self._open(), entries, file).diff

    def undo(self, entry: str = "", **how: Unpack[How]) -> Undone:
        """Take back an entry, or the last one of the same actor that was not taken back yet."""
        return undoing.undo_entry(self._session(how), entry)

    def purge_history(self, *, keep_from: str | None, **how: Unpack[How]) -> Forgotten:
        """Forget the entries before one, or before a day; all of them when `keep_from` is None."""
        return undoing.purge_history(self._session(how), keep_from=keep_from)
