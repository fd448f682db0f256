"""The one writer: every change to a vault goes through here, whoever asks for it (write-api C1, C9 to C11).

Lock, precondition, history, atomic publish. `Writer.run` takes a plan, a pure function of what is on disk, and may
call it again when an editor saved meanwhile; `Writer.apply` takes a finished change set, and says that it is stale.
"""

import contextlib
import errno
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from napkin_site.core.changes import ChangeSet, Digest, Origin, diff_text
from napkin_site.core.path_rules import ATTACHMENTS, TEMPORARY_PREFIX, TRASH_FOLDER, new_path
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.core.values import Value
from napkin_site.errors import LockedError, StalePreconditionError, WriteError
from napkin_site.vault.atoms import BusyFileError
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.checks import StaleError, check_changes
from napkin_site.vault.containment import Ground
from napkin_site.vault.disk import Disk, read_at
from napkin_site.vault.history import BLOBS, JOURNAL, UNDO, History
from napkin_site.vault.journal import FileRecord, Journal, Line
from napkin_site.vault.lock import DEADLINE_S, VaultLock
from napkin_site.vault.outside import Outside
from napkin_site.vault.transaction import CollisionError, Fault, Record, Transaction, load_records, plan_steps
from napkin_site.vault.trash import TrashItem, find_item, free_place, purge_of, restore_of
from napkin_site.vault.upkeep import Purged, forget_files, purge_entries

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
    """Writes one vault. Keep one for as long as it is needed; `close` it, or use it in a `with`."""

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
        self._held = 0
        self._ground: Ground | None = None
        folder = state or root / f"{TEMPORARY_PREFIX}none"  # a folder that is never there: reading finds nothing
        self._lock = VaultLock(folder / "lock", deadline_s=lock_deadline_s)
        self._journal = Journal(folder / JOURNAL)
        self._blobs = Blobs(folder / BLOBS)
        self._records = folder / "txn"
        self._outside = Outside(self._journal, self._blobs, self._now, fault)
        self.recovered: list[VaultPath] = []
        """Files in which recovery after a crash found another program's bytes, and left them."""

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
        with self._open() as (ground, disk):
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
        with self._open() as (_, disk):
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
                except BusyFileError as error:
                    raise LockedError(
                        f"another program goes on writing `{error}`", path=str(error), hint="Try again when it is done."
                    ) from error
                except OSError as error:
                    raise _disk_error(error) from error
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
        if self._ground is None:
            try:
                self._ground = Ground(self._root)
            except OSError as error:
                raise _disk_error(error) from error
        yield self._ground, Disk(self._ground, self._journal, self.history)

    def _apply(self, ground: Ground, changes: ChangeSet, origin: Origin, undoes: str) -> Line:
        """Take one attempt; the vault is as before, or as another program has it, when this raises."""
        check_changes(ground, changes, attachments=self._attachments)
        trash = self._trash_places(ground, changes)
        contents = {change.to or change.path: change.after for change in changes.changes if change.after is not None}
        self._fault("blob")
        digests = dict(zip(contents, self._blobs.keep(*contents.values()), strict=True))
        externals = self._outside.changes(ground, _befores(changes))
        entry_id = str(int(self._journal.next_id()) + len(externals))
        record = Record(id=entry_id, steps=plan_steps(changes.changes, trash, digests), folders=[])
        transaction = Transaction(ground, self._records, record, self._blobs, self._fault)
        try:
            transaction.prepare(contents)
        except BaseException:
            transaction.discard()
            raise
        intent = Line(
            t="intent",
            id=entry_id,
            at=self._now(),
            op=changes.op,
            actor=origin.actor,
            kind=origin.kind,
            reason=origin.reason,
            source=origin.source,
            request=origin.request,
            undoes=undoes,
            files=_file_records(changes, trash, digests),
            folders=tuple(record.folders),
            emptied=changes.emptied,
        )
        self._fault("intent")
        try:
            self._journal.append(*externals, intent)
        except BaseException:
            transaction.discard()
            raise
        self._publish(transaction)
        self._close(ground, transaction, intent)
        return intent

    def _publish(self, transaction: Transaction) -> None:
        try:
            transaction.publish()
            # Late, since an editor may save while we wait for the disk; until then the old bytes lie beside the new.
            self._fault("flush")
            self._blobs.flush()
        except (CollisionError, BusyFileError, OSError):
            # Whatever the disk refuses now, recovery will do: the record stays until all is as it was.
            with contextlib.suppress(OSError):
                transaction.turn_back()
            with contextlib.suppress(OSError):
                self._abort(transaction)
            raise

    def _abort(self, transaction: Transaction) -> None:
        """Take a transaction back. Should the disk refuse to note it, its record stays, and recovery notes it."""
        transaction.roll_back()
        transaction.finish()
        transaction.drop_folders()
        with contextlib.suppress(OSError):
            self._blobs.flush()
            self._fault("aborted line")
            self._journal.append(Line(t="aborted", id=transaction.record.id))
            transaction.close()

    def _close(self, ground: Ground, transaction: Transaction, intent: Line) -> None:
        """End a transaction that is published. Should the disk refuse now, recovery ends it later: it counts."""
        with contextlib.suppress(OSError):
            transaction.finish()
            for folder in intent.emptied:
                ground.remove_folder(FolderPath(folder))
            self._fault("done line")
            self._journal.append(Line(t="done", id=intent.id))
            if intent.op != UNDO and (gone := [record.path for record in intent.files if record.is_end]):
                forget_files(self._journal, self._blobs, gone)
            transaction.close()

    def _recover(self) -> None:
        """End what a crash left under way: forward when its intent is in the journal, else as if it never began."""
        if not self._records.is_dir():
            return
        records = load_records(self._records)
        if not records:
            return
        with self._open() as (ground, _):
            for record in records:
                transaction = Transaction(ground, self._records, record, self._blobs, self._fault)
                self._end(ground, transaction)

    def _end(self, ground: Ground, transaction: Transaction) -> None:
        record = transaction.record
        outcome = self._journal.outcome(record.id)
        if outcome is None:
            transaction.discard()
        elif outcome != "intent":
            transaction.finish()
            transaction.close()
        elif record.is_turned_back or not transaction.roll_forward():
            self.recovered += transaction.conflicts
            self._abort(transaction)
        else:
            self.recovered += transaction.conflicts
            intent = self.history.intent(record.id)
            assert intent is not None
            self._close(ground, transaction, intent)

    def _trash_places(self, ground: Ground, changes: ChangeSet) -> dict[VaultPath, VaultPath]:
        taken: set[VaultPath] = set()
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
        """
        with self.hold(), self._open() as (ground, disk):
            for _ in range(_ATTEMPTS):
                try:
                    return self._outside.survey(ground, disk.files_below(FolderPath("")))
                except StaleError:
                    time.sleep(_PAUSE_S)
                except OSError as error:
                    raise _disk_error(error) from error
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


def _befores(changes: ChangeSet) -> dict[VaultPath, Digest | None]:
    """Give what each file that a change set touches holds before it, the trash aside."""
    found: dict[VaultPath, Digest | None] = {}
    for change in changes.changes:
        found[change.path] = change.before
        if change.to is not None:
            found.setdefault(change.to, None)
    return {path: digest for path, digest in found.items() if not _is_trash(path)}


def _is_trash(path: str) -> bool:
    return path.startswith(f"{TRASH_FOLDER}/")


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
