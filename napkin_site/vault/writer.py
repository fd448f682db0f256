"""The one writer: every change to a vault goes through here, whoever asks for it (write-api C1, C9 to C11).

Lock, precondition, history, atomic publish. `Writer.run` takes a plan, a pure function of what is on disk, and may
call it again when an editor saved meanwhile; `Writer.apply` takes a finished change set, and says that it is stale.
"""

import contextlib
import errno
import threading
import time
from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from napkin_site.core.changes import ChangeSet, Origin, diff_text
from napkin_site.core.path_rules import ATTACHMENTS, TEMPORARY_PREFIX, new_path
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.core.values import Value
from napkin_site.errors import LockedError, StalePreconditionError, WriteError
from napkin_site.vault.atoms import BusyFileError
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.checks import StaleError, check_changes
from napkin_site.vault.containment import Ground
from napkin_site.vault.disk import Disk, read_at
from napkin_site.vault.history import BLOBS, History
from napkin_site.vault.intents import befores_of, intent_line
from napkin_site.vault.journal import FileRecord, Line, open_journal
from napkin_site.vault.lock import DEADLINE_S, VaultLock
from napkin_site.vault.outside import Outside
from napkin_site.vault.records import Unfinished, list_unfinished, plan_steps
from napkin_site.vault.recovery import Endings
from napkin_site.vault.steps import CollisionError, Fault
from napkin_site.vault.sweeping import sweep
from napkin_site.vault.trash import TrashItem, find_item, free_place, purge_of, restore_of
from napkin_site.vault.upkeep import Purged, purge_entries

Plan = Callable[[Disk], ChangeSet]
"""Decides, of what is on disk now, what is to change."""

_PATIENCE_S = 3.0
"""So long a plan is made anew, again and again, while an editor saves at the very same moments."""

_ATTEMPTS = 20
"""So often a survey begins anew when a file changes under it."""

_PAUSE_S = 0.005
_FULL = (errno.ENOSPC, errno.EDQUOT)
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


class Applied(Value):
    """What became of a change set."""

    id: str
    """Of the entry in the history; empty when nothing had to change."""
    files: tuple[FileRecord, ...]
    collisions: int = 0
    """How often an editor saved at the same moment, so that the change was made anew on what it saved."""
    conflicts: tuple[VaultPath, ...] = ()


def _utc_now() -> datetime:
    return datetime.now(UTC)


def _no_fault(_: str) -> None:
    """Let every step be taken."""


class Writer:
    """Writes one vault. Keep one for as long as it is needed; `close` it, or use it in a `with`.

    Threads may share it: they take turns.
    """

    def __init__(
        self,
        root: Path,
        state: Path | None,
        *,
        clock: Callable[[], datetime] = _utc_now,
        fault: Fault = _no_fault,
        lock_deadline_s: float = DEADLINE_S,
        attachments: frozenset[str] = ATTACHMENTS,
    ) -> None:
        """Open a vault to write; nothing is touched yet.

        Args:
            root: the vault's folder.
            state: its state folder; None where there is none, and every write is refused.
            clock: tells the time that entries carry.
            fault: is told each step before it is taken; tests let it end the process.
            lock_deadline_s: how long to wait for other processes.
            attachments: extensions of files that may be made besides notes, canvases and bases.
        """
        self._root = root
        self._state = state
        self._clock = clock
        self._fault = fault
        self._attachments = attachments
        self._turn = threading.RLock()
        self._turn_deadline_s = lock_deadline_s
        self._held = 0
        self._ground: Ground | None = None
        folder = state or root / f"{TEMPORARY_PREFIX}none"  # a folder that is never there: reading finds nothing
        self._lock = VaultLock(folder / "lock", deadline_s=lock_deadline_s)
        self._journal = open_journal(folder)
        self._blobs = Blobs(folder / BLOBS)
        self._records = folder / "txn"
        self._outside = Outside(self._journal, self._blobs, self._now, fault)
        self._endings = Endings(self._records, self._journal, self._blobs, self._outside, fault)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the vault's folder."""
        if self._ground is not None:
            self._ground.close()
            self._ground = None

    @property
    def history(self) -> History:
        """The vault's history; reading it needs no lock."""
        return History(self._journal, self._blobs)

    @property
    def recovered(self) -> list[VaultPath]:
        """Files in which recovery after a crash found another program's bytes, and left them."""
        return self._endings.conflicts

    def unfinished(self) -> tuple[Unfinished, ...]:
        """List files that an earlier change could not be ended for yet, with what is in the way.

        Every write tries again, and refuses these files until then. Needs no lock.
        """
        return list_unfinished(self._records)

    @contextlib.contextmanager
    def hold(self) -> Iterator[None]:
        """Hold the lock across several calls, such as a change and the update of the index (decision 52).

        What a crash left half-done is ended first.

        Raises:
            LockedError: another process held the lock for too long.
            WriteError: there is no state folder that can be written.
        """
        if self._state is None:
            raise WriteError(
                "there is no state folder that can be written, so nothing could be undone; the vault is not changed",
                hint="Name a writable folder in `NAPKIN_STATE_DIR`.",
            )
        with self._my_turn():
            if self._held:
                yield
                return
            with self._lock.hold():
                self._held += 1
                try:
                    self._recover()
                    yield
                finally:
                    self._held -= 1

    @contextlib.contextmanager
    def _my_turn(self) -> Iterator[None]:
        """Wait for the other threads that share this writer."""
        if not self._turn.acquire(timeout=self._turn_deadline_s):
            raise LockedError(f"another thread has written for {self._turn_deadline_s:g} seconds", hint="Try again.")
        try:
            yield
        finally:
            self._turn.release()

    def apply(self, changes: ChangeSet, *, origin: Origin, undoes: str = "") -> Applied:
        """Make the changes, all or none.

        Raises:
            StalePreconditionError: a file is not what the change set says it replaces.
            ExistsError: where a file is to be made there is one.
            PathRefusedError: a path is not taken.
            LockedError: another process holds the vault, or a file, for too long.
            WriteError: the disk refuses; nothing changed.
        """
        return self._run(lambda _: changes, origin=origin, undoes=undoes, is_fixed=True)

    def run(self, plan: Plan, *, origin: Origin, undoes: str = "") -> Applied:
        """Make the changes that a plan asks for; where an editor saves at the same moment, plan again.

        Raises:
            NapkinError: whatever the plan raises, and what `apply` raises.
        """
        return self._run(plan, origin=origin, undoes=undoes, is_fixed=False)

    def preview(self, plan: Plan) -> str:
        """Give what a plan would change, as a unified diff, and change nothing (`--dry-run`)."""
        with self._open() as (ground, disk), _telling():
            return show_changes(plan(disk), lambda path: read_at(ground, path))

    def undo(self, entry: str | None = None, *, origin: Origin) -> Applied:
        """Take an entry back, or the last one of the same actor that was not taken back yet.

        Raises:
            NotFoundError: there is no such entry, or nothing to undo.
            StalePreconditionError: later changes touch the same lines; `diff` shows what is there now.
        """
        with self.hold():
            target = self.history.entry(entry) if entry is not None else self.history.last_of(origin.actor)
            return self.run(lambda disk: self.history.reversal(target, disk), origin=origin, undoes=target.id)

    def trash(self) -> tuple[TrashItem, ...]:
        """List what is in the trash, by path."""
        with self._open() as (_, disk), _telling():
            return disk.trash()

    def restore(self, name: str, *, origin: Origin, to: VaultPath | None = None) -> Applied:
        """Bring a file back from the trash.

        Args:
            name: where it lies in the trash, or where it was.
            origin: who does it.
            to: where it goes; None is where it was.

        Raises:
            NotFoundError: there is no such file in the trash.
            AmbiguousError: there are several that were at that place.
            ExistsError: its place is taken.
        """
        target = None if to is None else new_path(to, was=name)

        def plan(disk: Disk) -> ChangeSet:
            item = find_item(disk.trash(), name)
            return restore_of([(item, target or item.origin)], disk.digest_of_trash)

        return self.run(plan, origin=origin)

    def purge_trash(self, names: Collection[str] | None = None, *, origin: Origin) -> Applied:
        """Remove files from the trash for good, and forget what they held.

        Args:
            names: as for `restore`; None is all.
            origin: who does it.

        Raises:
            NotFoundError: one of them is not in the trash.
        """

        def plan(disk: Disk) -> ChangeSet:
            items = disk.trash()
            chosen = items if names is None else tuple(find_item(items, name) for name in names)
            return purge_of(chosen, disk.digest_of_trash)

        return self.run(plan, origin=origin)

    def purge_history(self, keep_from: str | None = None) -> Purged:
        """Forget the entries before one, and the contents that only they need; a checkpoint takes their place.

        Args:
            keep_from: the first entry to keep; None keeps none.
        """
        with self.hold():
            return purge_entries(self._journal, self._blobs, keep_from)

    def _run(self, plan: Plan, *, origin: Origin, undoes: str, is_fixed: bool) -> Applied:
        collisions = 0
        with self.hold(), self._open() as (ground, disk):
            give_up = time.monotonic() + _PATIENCE_S
            while True:
                try:
                    with _telling():
                        changes = plan(disk)
                        if changes.is_empty:
                            return Applied(id="", files=(), collisions=collisions)
                        applied = self._apply(ground, changes, origin, undoes)
                        return Applied(id=applied.id, files=applied.files, collisions=collisions)
                except StaleError as error:
                    collision: Exception = error
                    path, current = error.path, error.current
                except CollisionError as error:
                    collision = error
                    path, current = error.path, None
                collisions += 1
                if is_fixed or time.monotonic() >= give_up:
                    raise StalePreconditionError(
                        f"`{path}` was changed by another program",
                        current=current or "",
                        path=path,
                        hint="Read it again and decide anew.",
                    ) from collision
                time.sleep(_PAUSE_S)

    @contextlib.contextmanager
    def _open(self) -> Iterator[tuple[Ground, Disk]]:
        try:
            ground = self._ground
            if ground is None or not ground.is_at(self._root):
                # Who still uses the old one keeps it open until then.
                self._ground = ground = Ground(self._root)
        except OSError as error:
            raise _disk_error(error) from error
        yield ground, Disk(ground, self._journal, self.history)

    def _apply(self, ground: Ground, changes: ChangeSet, origin: Origin, undoes: str) -> Line:
        """Take one attempt; the vault is as before, or as another program has it, when this raises."""
        check_changes(ground, changes, attachments=self._attachments)
        self._endings.refuse_unreached(changes)
        trash = self._trash_places(ground, changes)
        contents = {change.to or change.path: change.after for change in changes.changes if change.after is not None}
        self._fault("blob")
        digests = dict(zip(contents, self._blobs.keep(*contents.values()), strict=True))
        externals = self._outside.changes(ground, befores_of(changes))
        self._outside.keep_befores(ground, changes)
        entry_id = str(int(self._journal.next_id()) + len(externals))
        transaction = self._endings.begin(ground, entry_id, plan_steps(changes.changes, trash, digests))
        try:
            transaction.prepare(contents)
            intent = intent_line(
                transaction.record, changes, origin, at=self._now(), undoes=undoes, trash=trash, digests=digests
            )
            self._fault("intent")
            self._journal.append(*externals, intent)
        except BaseException:
            self._endings.discard(transaction)
            raise
        self._endings.publish(transaction)
        # Should the disk refuse now, recovery ends it later: it counts.
        with contextlib.suppress(OSError):
            self._endings.close(transaction, intent)
        return intent

    def _recover(self) -> None:
        """End what a crash left under way, as far as it can be reached."""
        try:
            if not self._records.is_dir() or not any(self._records.iterdir()):
                self._endings.unreached.clear()
                return
            with self._open() as (ground, _):
                self._endings.recover(ground)
        except OSError as error:
            raise _disk_error(error) from error

    def _trash_places(self, ground: Ground, changes: ChangeSet) -> dict[VaultPath, VaultPath]:
        taken: set[VaultPath] = set(self._endings.unreached)
        places: dict[VaultPath, VaultPath] = {}
        for change in changes.changes:
            if change.is_removal and not change.is_permanent:
                places[change.path] = free_place(ground, change.path, taken)
                taken.add(places[change.path])
        return places

    def survey(self) -> str:
        """Record what other programs did to any file since we last looked; give the entry's id, or nothing.

        After the first survey the journal knows the whole vault, so that even a file that another program made can
        be told from one that was always there. Small files are kept, so that later changes of them can be undone.
        Temporary files of ours that nothing has a use for any more, such as in a folder that was away, are taken away.
        """
        with self.hold(), self._open() as (ground, disk):
            with _telling():
                sweep(ground, self._blobs, self._endings.temporary_names(), now_s=self._clock().timestamp())
            for _ in range(_ATTEMPTS):
                with contextlib.suppress(StaleError), _telling():
                    files = disk.files_below(FolderPath(""))
                    return self._outside.survey(ground, files, leave_out=self._endings.unreached)
                time.sleep(_PAUSE_S)
            raise LockedError("other programs go on writing the vault", hint="Try again when they are done.")

    def _now(self) -> str:
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def show_changes(changes: ChangeSet, read: Callable[[VaultPath], bytes | None]) -> str:
    """Show a change set as a unified diff, in its order."""
    shown = []
    for change in changes.changes:
        old = read(change.path) if change.before is not None else None
        new = old if change.to is not None and change.after is None else change.after
        shown.append(diff_text(old, new, old_name=change.path, new_name=change.to or change.path))
    return "".join(shown)


@contextlib.contextmanager
def _telling() -> Iterator[None]:
    """Tell in our own errors what the disk, or another program, refuses."""
    try:
        yield
    except BusyFileError as error:
        raise LockedError(
            f"another program goes on writing `{error}`", path=str(error), hint="Try again when it is done."
        ) from error
    except OSError as error:
        raise _disk_error(error) from error


def _disk_error(error: OSError) -> WriteError:
    name = error.filename if isinstance(error.filename, str) else ""
    reason = error.strerror or str(error)
    if error.errno in _FULL:
        hint = "Free some space and try again."
    elif error.errno in _READ_ONLY:
        hint = "Check the permissions of the folder."
    else:
        hint = ""
    return WriteError(f"the disk does not take the change: {reason}; nothing was changed", path=name, hint=hint)
