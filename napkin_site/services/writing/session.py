"""One request to change a vault: who asks and how; what is decided and what is published, under one lock.

A verb is a plan: it sees a `Draft`, the vault as it is at that moment, and answers with a change set, and with what the
verb wants to know of it afterwards. Where an editor saves at the same moment, the plan is asked again, so it must not
keep anything from one time to the next.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TypedDict, TypeVar

from napkin_site.core.changes import ChangeSet, Digest, Origin, digest_of
from napkin_site.core.paths import VaultPath
from napkin_site.core.values import Value
from napkin_site.errors import NapkinError, UsageError
from napkin_site.services.access import VaultAccess
from napkin_site.vault.config import Config
from napkin_site.vault.disk import Disk
from napkin_site.vault.locate import VaultLocation
from napkin_site.vault.writer import Writer


class Written(Value, omit_defaults=True):
    """What became of a change of one file; each verb's result is one of these, with what the verb adds."""

    path: str
    """The file, as it is called now."""
    id: str = ""
    """The entry of the history; empty when nothing had to change, and for a preview."""
    etag: str = ""
    """Hex SHA-256 of the file's bytes now; empty when it is gone, and for a preview."""
    diff: str = ""
    """For a preview: what would change, as a unified diff."""
    warnings: tuple[str, ...] = ()
    """What was done, and may still not be what was wanted."""


class FileFields(TypedDict):
    """What a `Written` says of its file; the same words as there."""

    path: str
    id: str
    etag: str
    diff: str


class Outcome(Value):
    """What the writer says of a change set."""

    id: str = ""
    etags: Mapping[VaultPath, str] = {}
    """File that was changed, or read to be changed -> hex SHA-256 of its bytes now; without those that are gone."""
    diff: str = ""
    """For a preview: what would change, as a unified diff."""
    trash: Mapping[VaultPath, VaultPath] = {}
    """File that went to the trash -> where it lies there."""

    def of(self, path: str) -> FileFields:
        """Say what became of one file: the fields that every `Written` begins with."""
        return FileFields(path=path, id=self.id, etag=self.etags.get(VaultPath(path), ""), diff=self.diff)


class Draft:
    """What a change is decided on: the vault as it is now, with the lock held."""

    def __init__(self, access: VaultAccess, disk: Disk, if_match: str) -> None:
        self.access = access
        """Names, settings, and the parsed vault where a verb needs that."""
        self.disk = disk
        """The bytes."""
        self.digests: dict[VaultPath, Digest] = {}
        """What was read to be changed."""
        self._if_match = if_match

    def text(self, path: VaultPath) -> bytes:
        """Read the note that is to be changed, and see that it is the one the caller read.

        Raises:
            NotFoundError: it is gone.
            EditError: it is no UTF-8.
            StalePreconditionError: it is not the one the caller read.
        """
        self.expect(path)
        content = self.disk.need_text(path)
        self.digests[path] = digest_of(content)
        return content

    def whole_note(self, reference: str) -> VaultPath:
        """Find the note that a reference means, by a verb that knows no parts of notes.

        Raises:
            NotFoundError, AmbiguousError, UsageError: it does not fit one note, or names a part of it.
        """
        path, part = self.access.find_note(reference)
        if part:
            raise UsageError(f"`{reference}` names a part of a note", path=path, hint="Name the whole note.")
        return path

    def expect(self, path: VaultPath) -> None:
        """See that a file is the one the caller read, where the caller said which.

        Raises:
            StalePreconditionError: it is not.
        """
        if self._if_match:
            self.disk.expect(path, self._if_match)

    def expect_nothing(self) -> None:
        """See that the caller named no etag, where several files are meant.

        Raises:
            UsageError: the caller did.
        """
        if self._if_match:
            raise UsageError("an etag is of one file, and several are meant", hint="Leave the etag out.")


@contextlib.contextmanager
def about(path: VaultPath) -> Iterator[None]:
    """Say of an error that a pure edit raises which file it is about."""
    try:
        yield
    except NapkinError as error:
        error.path = error.path or path
        raise


_Told = TypeVar("_Told")

Plan = Callable[[Draft], tuple[ChangeSet, _Told]]
"""Decides, of the vault as it is now, what is to change; and tells what the verb wants to know of it."""


class WriteSession:
    """A request to change a vault. Verbs hand their plan to `commit`."""

    def __init__(
        self,
        location: VaultLocation,
        *,
        state_dir: Path | None,
        config: Config | None = None,
        origin: Origin = Origin(),  # noqa: B008  # frozen
        dry_run: bool = False,
        if_match: str = "",
        writer: Writer | None = None,
        clock: Callable[[], datetime] | None = None,
        workers: int = 1,
    ) -> None:
        """Say who asks, and how.

        Args:
            location: the vault.
            state_dir: where its history lies; without one, every change is refused.
            config: its settings; None reads them at each change.
            origin: who asks, and why.
            dry_run: only shows what would change.
            if_match: the etag that the changed file must have.
            writer: the writer to use, which stays open; None opens one for each change.
            clock: tells the local time, with its zone, for notes and history; None is the system's.
            workers: how many processes parse, where many notes are to be parsed; 0 is one for each core.
        """
        self.location = location
        self.state_dir = state_dir
        self.origin = origin
        self.is_dry_run = dry_run
        self._if_match = if_match
        self._config = config
        self._writer = writer
        self._clock = clock
        self._workers = workers

    @property
    def access(self) -> VaultAccess:
        """The vault as it is at this moment, opened anew at each call."""
        return VaultAccess(self.location, config=self._config, state_dir=self.state_dir, workers=self._workers)

    @property
    def publishes(self) -> bool:
        """Tell whether what `commit` did is on the disk when it returns: not for a preview, and not in a batch."""
        return not self.is_dry_run

    def now(self) -> datetime:
        """Give the local time, with its zone."""
        return self._clock() if self._clock is not None else datetime.now().astimezone()

    def open_writer(self) -> Writer:
        """Open a writer of the vault, to be closed by the caller."""
        return Writer(self.location.root, self.state_dir, clock=self.now)

    def commit(self, plan: Plan[_Told]) -> tuple[Outcome, _Told]:
        """Carry out a plan, all of it or nothing; only show it in a dry run.

        Raises:
            NapkinError: whatever the plan and the writer raise.
        """
        if self._writer is not None:
            return self._commit(self._writer, plan)
        with self.open_writer() as writer:
            return self._commit(writer, plan)

    def _commit(self, writer: Writer, plan: Plan[_Told]) -> tuple[Outcome, _Told]:
        latest: list[tuple[Draft, _Told]] = []
        is_to_be_forgotten = False

        def decide(disk: Disk) -> ChangeSet:
            nonlocal is_to_be_forgotten
            draft = Draft(self.access, disk, self._if_match)
            changes, told = plan(draft)
            latest[:] = [(draft, told)]
            is_to_be_forgotten = any(change.is_removal and change.is_permanent for change in changes.changes)
            return changes

        if self.is_dry_run:
            diff = writer.preview(decide)
            return Outcome(diff=diff), latest[0][1]
        applied = writer.run(decide, origin=self.origin)
        if is_to_be_forgotten:
            self.access.forget_gone()
        draft, told = latest[0]
        etags: dict[VaultPath, str] = dict(draft.digests)
        for file in applied.files:
            etags.pop(VaultPath(file.path), None)
            if file.after:
                etags[VaultPath(file.to or file.path)] = file.after
        trash = {VaultPath(file.path): VaultPath(file.trash) for file in applied.files if file.trash and not file.after}
        return Outcome(id=applied.id, etags=etags, trash=trash), told
