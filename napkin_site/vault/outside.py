"""What other programs did to the vault since the journal last looked (decision 5), so that history has no holes."""

from collections.abc import Callable, Collection, Iterable, Mapping

import msgspec

from napkin_site.core.changes import ChangeSet, Digest, digest_of
from napkin_site.core.paths import VaultPath
from napkin_site.errors import NapkinError
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.checks import StaleError
from napkin_site.vault.containment import Ground
from napkin_site.vault.disk import digest_in
from napkin_site.vault.history import UNDO
from napkin_site.vault.journal import EXTERNAL, FileRecord, Journal, Line
from napkin_site.vault.steps import Fault

LARGEST_KEPT_BYTES = 64 << 20
"""Larger files of others are noted in the history by their digest alone."""

LARGEST_SURVEYED_BYTES = 1 << 20
"""The same, of files that are only looked at: a survey keeps notes, not videos."""


class Outside:
    """Tells the journal of changes that did not go through the writer. Needs the vault's lock."""

    def __init__(self, journal: Journal, blobs: Blobs, now: Callable[[], str], fault: Fault) -> None:
        self._journal = journal
        self._blobs = blobs
        self._now = now
        self._fault = fault

    def changes(
        self, ground: Ground, found: Mapping[VaultPath, Digest | None], *, largest: int = LARGEST_KEPT_BYTES
    ) -> list[Line]:
        """Keep what others wrote, and give the line that tells of it; none when the journal knows it all.

        The contents are stored, and on the disk once `Blobs.flush` was called.

        Args:
            ground: the vault.
            found: what files hold now, None for those that are not there.
            largest: files above so many bytes are not kept.

        Raises:
            StaleError: a file changed again meanwhile.
            OSError: a content could not be kept.
        """
        heads = self._journal.heads(found)
        news = [path for path in sorted(found) if heads.get(path) != found[path]]
        knows_all = any(path not in heads for path in news) and self._journal.is_whole()
        records = []
        contents = []
        for path in news:
            digest = found[path]
            is_first = path not in heads and not knows_all
            records.append(FileRecord(path=path, before=heads.get(path), after=digest, is_first=is_first))
            if digest is not None and (content := self._content(ground, path, digest, largest)) is not None:
                contents.append(content)
        self._fault("blob")
        self._blobs.keep(*contents)
        return [self.line_of(tuple(records))] if records else []

    def keep_befores(self, ground: Ground, changes: ChangeSet) -> None:
        """Keep what files held before a change, where that is not kept yet.

        So it is with a file that comes back from the trash, or was too large for a survey. What goes for good is left
        out, and so are large files that are only moved.

        Raises:
            StaleError: a file changed meanwhile.
            OSError: a content could not be kept.
        """
        for change in changes.changes:
            is_forgotten = change.is_removal and change.is_permanent and changes.op != UNDO
            if change.before is None or is_forgotten:
                continue
            goes = change.after is not None or change.is_permanent
            largest = LARGEST_KEPT_BYTES if goes else LARGEST_SURVEYED_BYTES
            content = self._content(ground, change.path, change.before, largest)
            if content is not None:
                self._blobs.keep(content)

    def survey(
        self, ground: Ground, files: Iterable[VaultPath], *, leave_out: Collection[VaultPath] = frozenset()
    ) -> str:
        """Look at every file, and write down what is new; give the entry's id, empty when nothing is.

        A file that cannot be read is left as it was known: that is no deletion.

        Args:
            ground: the vault.
            files: those that are there; those that the journal knows are looked at besides.
            leave_out: files that are half-way between two states of ours.
        """
        known = {VaultPath(path) for path, digest in self._journal.states().items() if digest is not None}
        found: dict[VaultPath, Digest | None] = {}
        for path in known.union(files).difference(leave_out):
            try:
                found[path] = digest_in(ground, path)
            except (NapkinError, PermissionError):
                continue
        lines = self.changes(ground, found, largest=LARGEST_SURVEYED_BYTES)
        is_whole = self._journal.is_whole()
        if not lines and is_whole:
            return ""
        lines = lines or [self.line_of(())]
        self._blobs.flush()
        self._journal.append(*(msgspec.structs.replace(line, is_whole=not is_whole) for line in lines))
        return lines[0].id

    def line_of(self, records: tuple[FileRecord, ...]) -> Line:
        """Give the line that tells of changes by others; it is the next one to be written."""
        entry_id = self._journal.next_id()
        return Line(t="external", id=entry_id, at=self._now(), op=EXTERNAL, actor=EXTERNAL, kind="tool", files=records)

    def _content(self, ground: Ground, path: VaultPath, digest: Digest, largest: int) -> bytes | None:
        """Read what another program wrote; None when it is kept, or too large."""
        if self._blobs.has(digest):
            return None
        with ground.place(path) as place:
            if place is None or place.size() > largest:
                return None
            content = place.read()
        if content is None or digest_of(content) != digest:
            raise StaleError(path, None if content is None else digest_of(content))
        return content
