"""One set of changes on its way to the disk: prepared, published, and finished, taken back, or mended after a crash.

Protocol (write-api C9, C10): a record in `txn/` names the temporary files before there are any; new contents are
written beside their targets; the journal's `intent` is the point of no return for a crash; every rename either
refuses or swaps, so that what was displaced can be looked at before it is let go of. An editor that slipped in
between finds its bytes where it put them.
"""

import contextlib
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from napkin_site.core.changes import Change, Digest
from napkin_site.core.path_rules import TEMPORARY_PREFIX
from napkin_site.core.paths import FolderPath, VaultPath, folder_of
from napkin_site.core.values import Value
from napkin_site.vault.atoms import MANY_FILES, BusyFileError, move, settled_digest, swap, sync_disk
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.containment import Ground, Place

Fault = Callable[[str], None]
"""Is told the name of each step before it is taken; tests let it end the process there."""

StepKind = Literal["swap", "create", "remove", "move"]


_UNDER_WAY, _TURNED_BACK = ".json", ".back"


class CollisionError(Exception):
    """Another program changed a file while we did; ours is taken back. `path` says which."""

    def __init__(self, path: VaultPath, *, is_taken: bool = False) -> None:
        super().__init__(path)
        self.path = path
        self.is_taken = is_taken
        """The rename was made before it was seen to be wrong."""


class Step(Value, omit_defaults=True):
    """What is done to one name."""

    kind: StepKind
    path: VaultPath
    before: Digest | None = None
    after: Digest | None = None
    temporary: str = ""
    """Name beside the target: of the new content, and afterwards of the old one."""
    to: VaultPath | None = None


class Record(Value):
    """What recovery needs to know; kept in `txn/` while a transaction is under way."""

    id: str
    steps: tuple[Step, ...]
    folders: list[str]
    """Folders that were made for it; grows while it is prepared."""
    is_turned_back: bool = False
    """It is being taken back; told by the name of the file, since a full disk still renames."""


def plan_steps(
    changes: tuple[Change, ...], trash: dict[VaultPath, VaultPath], digests: dict[VaultPath, Digest]
) -> tuple[Step, ...]:
    """Give the steps of a set of changes.

    Args:
        changes: what is wanted.
        trash: where removed files go in the trash; those not listed are removed for good.
        digests: of the new contents, by the path they will have.
    """
    steps: list[Step] = []
    for change in changes:
        target = change.to or change.path
        after = digests.get(target)
        if change.is_removal:
            if change.path in trash:
                steps.append(Step(kind="move", path=change.path, before=change.before, to=trash[change.path]))
            else:
                steps.append(Step(kind="remove", path=change.path, before=change.before, temporary=_temporary()))
        elif change.to is not None and after is None:
            steps.append(Step(kind="move", path=change.path, before=change.before, to=change.to))
        elif change.to is not None:
            steps.append(Step(kind="create", path=change.to, after=after, temporary=_temporary()))
            steps.append(Step(kind="remove", path=change.path, before=change.before, temporary=_temporary()))
        elif change.before is None:
            steps.append(Step(kind="create", path=change.path, after=after, temporary=_temporary()))
        else:
            steps.append(Step(kind="swap", path=change.path, before=change.before, after=after, temporary=_temporary()))
    # What goes away makes room for what comes: a chain of moves works in one transaction.
    order: dict[StepKind, int] = {"swap": 0, "remove": 1, "move": 2, "create": 3}
    return tuple(sorted(steps, key=lambda step: order[step.kind]))


class Transaction:
    """Takes the steps of one record. Needs the vault's lock."""

    def __init__(self, ground: Ground, folder: Path, record: Record, blobs: Blobs, fault: Fault) -> None:
        self._ground = ground
        self._file = folder / f"{record.id}{_TURNED_BACK if record.is_turned_back else _UNDER_WAY}"
        self._record = record
        self._blobs = blobs
        self._fault = fault
        self._taken: int | None = None
        """How many steps were taken; None after a crash or an error of the disk, when only the disk knows."""
        self.conflicts: list[VaultPath] = []
        """Files where recovery found another program's bytes and left them."""

    @property
    def record(self) -> Record:
        """What it is about."""
        return self._record

    def prepare(self, contents: dict[VaultPath, bytes]) -> None:
        """Write the new contents beside their targets, durably.

        Raises:
            OSError: they could not be written; `discard` cleans up.
        """
        self._fault("record")
        self._save_record()
        for step in self._record.steps:
            target = step.to or step.path
            with self._place(target, makes=step.kind in ("create", "move")) as place:
                if place is None:
                    raise CollisionError(step.path)
                if step.after is not None:
                    self._fault("temporary")
                    _write_new(place, step.temporary, contents[target], like=step.kind == "swap")
        fresh = [step for step in self._record.steps if step.after is not None]
        if len(fresh) >= MANY_FILES:
            self._sync_all()
            return
        for step in fresh:
            with self._place(step.to or step.path) as place:
                assert place is not None
                _sync(place, step.temporary)

    def publish(self) -> None:
        """Take every step, and see that what was displaced is what was meant.

        Raises:
            CollisionError: it was not; `roll_back` takes every step back.
            BusyFileError: another program goes on writing; the same.
            OSError: the disk refuses; the same.
        """
        for number, step in enumerate(self._record.steps):
            self._fault("publish")
            try:
                self._take(step)
            except CollisionError as error:
                self._taken = number + error.is_taken
                raise
            except BusyFileError:
                self._taken = number + 1
                raise
            self._fault("published")
        self._taken = len(self._record.steps)

    def turn_back(self) -> None:
        """Note that it is taken back from here on."""
        self._fault("turn back")
        self._file = self._file.replace(self._file.with_suffix(_TURNED_BACK))

    def roll_back(self) -> None:
        """Take back the steps, last first; those that were not taken are left alone."""
        steps = self._record.steps
        for step in reversed(steps if self._taken is None else steps[: self._taken]):
            self._fault("roll back")
            self._take_back(step)

    def finish(self) -> None:
        """Have all renames on the disk and take the temporary files away."""
        folders = {folder_of(path) for step in self._record.steps for path in (step.path, step.to or step.path)}
        is_once = len(folders) >= MANY_FILES
        synced: set[str] = set()
        for step in self._record.steps:
            for path in {step.path, step.to or step.path}:
                with self._place(path) as place:
                    if place is None:
                        continue
                    if step.temporary and path == step.path:
                        self._fault("unlink")
                        with contextlib.suppress(FileNotFoundError):
                            os.unlink(step.temporary, dir_fd=place.folder)
                    folder = folder_of(path)
                    if folder not in synced and not is_once:
                        place.sync()
                        synced.add(folder)
        if is_once:
            self._sync_all()

    def _sync_all(self) -> None:
        descriptor = self._ground.open_root()
        try:
            if not sync_disk(descriptor):
                os.sync()
        finally:
            os.close(descriptor)

    def close(self) -> None:
        """Forget the record: nothing is under way any more."""
        self._fault("close")
        self._file.unlink(missing_ok=True)

    def discard(self) -> None:
        """Take away what was prepared, folders included."""
        self.finish()
        self.drop_folders()
        self.close()

    def drop_folders(self) -> None:
        """Take away the folders that were made, where they are still empty."""
        for folder in sorted(self._record.folders, key=len, reverse=True):
            self._ground.remove_folder(FolderPath(folder))

    def roll_forward(self) -> bool:
        """After a crash, take the steps that are left; tell whether any was ever taken."""
        taken = False
        for step in self._record.steps:
            self._fault("roll forward")
            try:
                taken = self._catch_up(step) or taken
                self._mend_history(step)
            except (CollisionError, BusyFileError, FileExistsError, FileNotFoundError):
                self.conflicts.append(step.path)
        return taken

    def _save_record(self) -> None:
        self._file.parent.mkdir(exist_ok=True, mode=0o700)
        temporary = self._file.with_suffix(".tmp")
        temporary.write_bytes(msgspec.json.encode(self._record))
        temporary.replace(self._file)

    @contextlib.contextmanager
    def _place(self, path: VaultPath, *, makes: bool = False) -> Iterator[Place | None]:
        with self._ground.place(path, make=self._made if makes else None) as place:
            yield place

    def _made(self, folder: FolderPath) -> None:
        """Record a folder before it is made."""
        self._record.folders.append(folder)
        self._save_record()

    def _take(self, step: Step) -> None:
        with self._place(step.path) as place:
            if place is None:
                raise CollisionError(step.path)
            try:
                self._take_at(step, place)
            except FileNotFoundError:
                raise CollisionError(step.path) from None
            except FileExistsError:
                raise CollisionError(step.to or step.path) from None

    def _take_at(self, step: Step, place: Place) -> None:
        if step.kind == "swap":
            self._swap(step, place)
        elif step.kind == "create":
            move(place.folder, step.temporary, place.folder, place.name)
        elif step.kind == "remove":
            move(place.folder, place.name, place.folder, step.temporary)
            self._fault("moved")
            if settled_digest(place, step.temporary) != step.before:
                raise CollisionError(step.path, is_taken=True)
        else:
            assert step.to is not None
            with self._place(step.to) as target:
                if target is None:
                    raise CollisionError(step.to)
                move(place.folder, place.name, target.folder, target.name)
                self._fault("moved")
                if settled_digest(target, target.name) != step.before:
                    raise CollisionError(step.path, is_taken=True)

    def _swap(self, step: Step, place: Place) -> None:
        if swap(place.folder, step.temporary, place.name):
            self._fault("swapped")
            if settled_digest(place, step.temporary) != step.before:
                raise CollisionError(step.path, is_taken=True)
            return
        # No swap here: look as late as can be, and replace.
        if settled_digest(place, place.name) != step.before:
            raise CollisionError(step.path)
        os.replace(step.temporary, place.name, src_dir_fd=place.folder, dst_dir_fd=place.folder)

    def _take_back(self, step: Step) -> None:
        with self._place(step.path) as place:
            if place is None:
                return
            if step.kind == "swap":
                self._swap_back(step, place)
            elif step.kind == "create":
                self._uncreate(step, place)
            elif step.kind == "remove":
                self._move_back(place, step.temporary, place, step.before)
            else:
                assert step.to is not None
                with self._place(step.to) as target:
                    # After a crash, what lies there is ours if it is what we moved, or if its old place is empty:
                    # the new place was free when we began.
                    if target is not None and (
                        self._taken is not None or not place.exists() or _look(target, target.name) == step.before
                    ):
                        self._move_back(target, target.name, place, step.before)

    def _swap_back(self, step: Step, place: Place) -> None:
        """Give the file back its old bytes, or, where an editor saved meanwhile, its newest."""
        displaced = _look(place, step.temporary)
        if displaced == step.after and step.after != step.before:
            return  # it never was published
        if displaced is None:
            self._write_back(step, place)
            return
        believed = step.after
        while True:
            try:
                swap(place.folder, step.temporary, place.name)
            except FileNotFoundError:
                # Whoever deleted the file meant what it held before ours.
                self._keep(place, step.temporary)
                return
            found = _look(place, step.temporary)
            if found == believed:
                return
            self._keep(place, step.temporary)
            believed, displaced = displaced, found

    def _write_back(self, step: Step, place: Place) -> None:
        """Undo a replacement that was made without a swap."""
        content = self._blobs.read(step.before) if step.before is not None else None
        if content is None or _look(place, place.name) != step.after:
            return
        _write_new(place, step.temporary, content, like=True)
        _sync(place, step.temporary)
        os.replace(step.temporary, place.name, src_dir_fd=place.folder, dst_dir_fd=place.folder)

    def _uncreate(self, step: Step, place: Place) -> None:
        if place.exists(step.temporary):
            return  # it never was published
        try:
            move(place.folder, place.name, place.folder, step.temporary)
        except FileNotFoundError:
            return
        if _look(place, step.temporary) != step.after:
            self._move_back(place, step.temporary, place, None)

    def _move_back(self, place: Place, name: str, home: Place, expected: Digest | None) -> None:
        try:
            move(place.folder, name, home.folder, home.name)
        except FileNotFoundError:
            return
        except FileExistsError:
            # A newer save stands there. What we hold is what it replaced; history keeps it if it is new to us.
            if _look(place, name) != expected:
                self._keep(place, name)
            if name.startswith(TEMPORARY_PREFIX):
                return
            os.unlink(name, dir_fd=place.folder)

    def _keep(self, place: Place, name: str) -> None:
        """Keep the bytes of an editor that another save of it has replaced."""
        descriptor = place.open(name)
        if descriptor is not None:
            with open(descriptor, "rb") as file:  # noqa: PTH123  # only this opens a descriptor
                self._blobs.keep(file.read())

    def _catch_up(self, step: Step) -> bool:
        """Take a step if it was not taken, or see that it ended well; tell whether it is taken now."""
        with self._place(step.path) as place:
            if place is None:
                return step.kind in ("move", "remove")
            aside = _look(place, step.temporary) if step.temporary else None
            if step.kind == "create":
                if aside is not None:
                    self._take_at(step, place)
                return True
            if step.kind == "swap":
                return self._catch_up_swap(step, place, aside)
            if step.kind == "remove":
                if aside is None and _look(place, place.name) == step.before:
                    self._take_at(step, place)
                elif aside is not None and aside != step.before:
                    self._move_back(place, step.temporary, place, step.before)
                    raise CollisionError(step.path)
                return True
            if _look(place, place.name) == step.before:
                self._take_at(step, place)
            return True

    def _mend_history(self, step: Step) -> None:
        """See that history has the old bytes before they are let go of: after a power cut it may have lost them."""
        with self._place(step.path) as place:
            descriptor = place.open(step.temporary) if place is not None and step.temporary else None
            if descriptor is not None:
                with open(descriptor, "rb") as file:  # noqa: PTH123  # only this opens a descriptor
                    self._blobs.mend(file.read())

    def _catch_up_swap(self, step: Step, place: Place, aside: Digest | None) -> bool:
        if aside is None or aside == step.before:
            return True
        if aside == step.after:
            if _look(place, place.name) != step.before:
                raise CollisionError(step.path)
            self._take_at(step, place)
            return True
        self._swap_back(step, place)
        raise CollisionError(step.path)


def load_records(folder: Path) -> list[Record]:
    """Read what a crash left under way, oldest first; a record that was never finished has done nothing."""
    records = []
    for file in sorted(folder.glob("*")):
        if file.suffix in (_UNDER_WAY, _TURNED_BACK):
            with contextlib.suppress(msgspec.MsgspecError):
                record = msgspec.json.decode(file.read_bytes(), type=Record)
                records.append(msgspec.structs.replace(record, is_turned_back=file.suffix == _TURNED_BACK))
                continue
        file.unlink(missing_ok=True)
    return sorted(records, key=lambda record: int(record.id))


def _look(place: Place, name: str) -> Digest | None:
    """Give the digest of a file as it is, or soon will be when somebody writes it."""
    try:
        return settled_digest(place, name)
    except BusyFileError:
        return Digest("busy")


def _temporary() -> str:
    return f"{TEMPORARY_PREFIX}{secrets.token_hex(8)}.tmp"


def _write_new(place: Place, name: str, content: bytes, *, like: bool) -> None:
    """Write a new file beside a target; with `like`, with the target's mode and owner. `_sync` has it on the disk."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(name, flags, 0o666, dir_fd=place.folder)
    with open(descriptor, "wb") as file:  # noqa: PTH123  # only this opens a descriptor
        if like:
            status = os.stat(place.name, dir_fd=place.folder, follow_symlinks=False)
            os.fchmod(descriptor, stat.S_IMODE(status.st_mode))
            with contextlib.suppress(OSError):
                os.fchown(descriptor, status.st_uid, status.st_gid)
        file.write(content)


def _sync(place: Place, name: str) -> None:
    """Have a file on the disk. Many files are written before the first is waited for: the disk takes them together."""
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=place.folder)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
