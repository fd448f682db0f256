"""The one writer: every change to a vault goes through here, whoever asks for it (write-api C1, C9 to C11).

Lock, precondition, history, atomic publish. `Writer.run` takes a plan, a pure function of what is on disk, and may
call it again when an editor saved meanwhile; `Writer.apply` takes a finished change set, and says that it is stale.
"""

import contextlib
import errno
import os
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from napkin_site.core.changes import ChangeSet, Digest, Origin, diff_text, digest_of
from napkin_site.core.path_rules import ATTACHMENTS, TRASH_FOLDER
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.core.values import Value
from napkin_site.errors import LockedError, StalePreconditionError, WriteError
from napkin_site.vault.atoms import BusyFileError
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.checks import StaleError, check_changes
from napkin_site.vault.containment import Ground
from napkin_site.vault.disk import Disk, read_at
from napkin_site.vault.history import History
from napkin_site.vault.journal import EXTERNAL, FileRecord, Journal, Line
from napkin_site.vault.lock import DEADLINE_S, VaultLock
from napkin_site.vault.transaction import CollisionError, Fault, Record, Transaction, load_records, plan_steps
from napkin_site.vault.trash import free_place

Plan = Callable[[Disk], ChangeSet]
"""Decides, of what is on disk now, what is to change."""

_ATTEMPTS = 20
"""So often a plan is made anew when an editor saves at the very same moment."""

_PAUSE_S = 0.005
_LARGEST_KEPT_BYTES = 64 << 20
"""Larger files of others are noted in the history by their digest alone."""

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
        self._lock = VaultLock((state or root) / "lock", deadline_s=lock_deadline_s)
        folder = state or root
        self._journal = Journal(folder / "journal.jsonl")
        self._blobs = Blobs(folder / "blobs")
        self._records = folder / "txn"
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

    def _run(self, plan: Plan, *, origin: Origin, undoes: str, is_fixed: bool) -> Applied:
        collisions = 0
        with self.hold(), self._open() as (ground, disk):
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
                if is_fixed or collisions >= _ATTEMPTS:
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
        yield self._ground, Disk(self._ground, self._journal)

    def _apply(self, ground: Ground, changes: ChangeSet, origin: Origin, undoes: str) -> Line:
        """Take one attempt; the vault is as before, or as another program has it, when this raises."""
        check_changes(ground, changes, attachments=self._attachments)
        trash = self._trash_places(ground, changes)
        contents = {change.to or change.path: change.after for change in changes.changes if change.after is not None}
        digests: dict[VaultPath, Digest] = {}
        for path, content in contents.items():
            self._fault("blob")
            digests[path] = self._blobs.keep(content)
        seen = self._unseen(ground, changes)
        number = int(self._journal.next_id())
        externals = [
            Line(
                t="external",
                id=str(number + index),
                at=self._now(),
                op=EXTERNAL,
                actor=EXTERNAL,
                kind="tool",
                files=(record,),
            )
            for index, record in enumerate(seen)
        ]
        entry_id = str(number + len(externals))
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

    def _unseen(self, ground: Ground, changes: ChangeSet) -> list[FileRecord]:
        """Record, before we change them, files that other programs changed since we last looked (decision 5)."""
        wanted = {
            path for change in changes.changes for path in (change.path, change.to) if path and not _is_trash(path)
        }
        heads = self._journal.heads(wanted)
        befores: Mapping[VaultPath, Digest | None] = {change.path: change.before for change in changes.changes}
        found = []
        for path in sorted(wanted):
            current = befores.get(path)
            if path in heads and heads[path] == current:
                continue
            if current is None and path not in heads:
                continue
            is_first = path not in heads
            found.append(FileRecord(path=path, before=heads.get(path), after=current, is_first=is_first))
            if current is not None:
                self._keep_other(ground, path, current)
        return found

    def _keep_other(self, ground: Ground, path: VaultPath, digest: Digest) -> None:
        with ground.place(path) as place:
            descriptor = place.open() if place is not None else None
            if descriptor is None:
                raise StaleError(path, None)
            with open(descriptor, "rb") as file:  # noqa: PTH123  # only this opens a descriptor
                if os.fstat(descriptor).st_size > _LARGEST_KEPT_BYTES:
                    return
                content = file.read()
        if digest_of(content) != digest:
            raise StaleError(path, digest_of(content))
        self._fault("blob")
        self._blobs.keep(content)

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
        after = digests.get(change.to or change.path)
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
