"""One set of changes on its way to the disk: prepared, published, and finished, taken back, or mended after a crash.

Protocol (write-api C9, C10): a record in `txn/` names the temporary files before there are any; new contents are
written beside their targets; the journal's `intent` is the point of no return for a crash. What cannot be reached when
a transaction is ended, such as a folder that somebody put a link in the place of, is left on record as a rest. Read
`steps.py` for what happens to one file.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

import msgspec

from napkin_site.core.changes import Digest
from napkin_site.core.paths import FolderPath, VaultPath, folder_of
from napkin_site.errors import PathRefusedError
from napkin_site.vault.atoms import MANY_FILES, BusyFileError, sync_disk
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.containment import Ground
from napkin_site.vault.records import Due, Record, RecordFile, Step
from napkin_site.vault.steps import CollisionError, Fault, Steps, sync_file, write_new

_OUT_OF_REACH = (PathRefusedError, OSError)


class Transaction:
    """Takes the steps of one record. Needs the vault's lock."""

    def __init__(self, ground: Ground, file: RecordFile, blobs: Blobs, fault: Fault) -> None:
        self._ground = ground
        self._file = file
        self._fault = fault
        self._steps = Steps(ground, blobs, fault)
        self._taken: int | None = None
        """How many steps were taken; None after a crash, when only the disk knows."""
        self._doubtful: int | None = None
        """Which of these may not have been taken."""
        self._left: dict[Step, tuple[Due, str]] = {}
        """What could not be reached: what is due, and why it was not done."""
        self._folders_left: list[str] = []
        self.conflicts: list[VaultPath] = []
        """Files where recovery found another program's bytes and left them."""

    @property
    def record(self) -> Record:
        """What it is about."""
        return self._file.record

    @property
    def file(self) -> RecordFile:
        """Where that is on record."""
        return self._file

    @property
    def unreached(self) -> Mapping[VaultPath, str]:
        """Files that are not yet as they are to be -> why."""
        left = ((step, why) for step, (due, why) in self._left.items() if due != "clean")
        return {path: why for step, why in left for path in step.paths}

    @property
    def replaced(self) -> Mapping[VaultPath, Digest]:
        """Files whose last save but one was displaced by us, and is only in the history -> its digest."""
        return dict(self._steps.replaced)

    def prepare(self, contents: Mapping[VaultPath, bytes]) -> None:
        """Write the new contents beside their targets, durably.

        Raises:
            OSError: they could not be written; `discard` cleans up.
        """
        self._fault("record")
        self._file.save(self.record)
        for step in self.record.steps:
            target = step.to or step.path
            make = self._made if step.kind in ("create", "move") else None
            with self._steps.place(target, make=make) as place:
                if place is None:
                    raise CollisionError(step.path)
                if step.after is not None:
                    self._fault("temporary")
                    write_new(place, step.temporary, contents[target], like=step.kind == "swap")
        fresh = [step for step in self.record.steps if step.after is not None]
        if len(fresh) >= MANY_FILES:
            self._sync_all()
            return
        for step in fresh:
            with self._steps.place(step.to or step.path) as place:
                if place is None:
                    raise CollisionError(step.path)
                sync_file(place, step.temporary)

    def publish(self) -> None:
        """Take every step, and see that what was displaced is what is meant.

        Raises:
            CollisionError: it was not; `roll_back` takes every step back.
            BusyFileError: another program goes on writing; the same.
            PathRefusedError: a folder, or a file, is a link by now; the same.
            OSError: the disk refuses; the same.
        """
        for number, step in enumerate(self.record.steps):
            try:
                self._fault("publish")
                self._steps.take(step)
            except CollisionError as error:
                self._taken = number + error.is_taken
                raise
            except BusyFileError:
                self._taken = number + 1
                raise
            except _OUT_OF_REACH:
                self._taken, self._doubtful = number + 1, number
                raise
            self._taken = number + 1
            self._fault("published")

    def turn_back(self) -> None:
        """Note that it is taken back from here on."""
        self._fault("turn back")
        self._file.note("turned-back")

    def roll_back(self) -> None:
        """Take back the steps, last first; those that were not taken are left alone."""
        steps = self.record.steps
        for number, step in reversed(tuple(enumerate(steps[: self._taken]))):
            self._fault("roll back")
            with self._reaching(step, "take-back"):
                self._steps.take_back(step, is_sure=self._taken is not None and number != self._doubtful)

    def roll_forward(self) -> bool:
        """After a crash, take the steps that are left; tell whether any was ever taken, or may be yet."""
        taken = self._file.has_rest_to_take
        for step in self.record.steps:
            with self._reaching(step, "take"):
                self._fault("roll forward")
                taken = self._catch_up(step) or taken
        return taken or bool(self._left)

    def end_rest(self) -> None:
        """Do what is due about the steps of a rest, as far as it can be reached by now."""
        for step in self.record.steps:
            with self._reaching(step, step.due):
                self._fault("rest")
                if step.due == "take":
                    self._catch_up(step)
                elif step.due == "take-back":
                    self._steps.take_back(step, is_sure=False)
        self.finish()
        self.drop_folders()
        self.keep_rest()

    def finish(self) -> None:
        """Have all renames on the disk and take the temporary files away."""
        paths = {step: step.paths for step in self.record.steps if step not in self._left}
        is_once = len({folder_of(path) for each in paths.values() for path in each}) >= MANY_FILES
        synced: set[str] = set()
        for step, each in paths.items():
            with self._reaching(step, "clean"):
                self._steps.clear(step)
                for path in each:
                    if not is_once and folder_of(path) not in synced:
                        self._sync(path)
                        synced.add(folder_of(path))
        if is_once:
            self._sync_all()

    def keep_rest(self) -> None:
        """Put on record, apart, what could not be reached.

        Raises:
            OSError: the disk refuses; all stays on record.
        """
        rest = [msgspec.structs.replace(step, due=due, why=why) for step, (due, why) in self._left.items()]
        self._file.keep_rest(tuple(rest), tuple(self._folders_left))

    def close(self) -> None:
        """Forget the record: nothing is under way any more but what is in a rest."""
        self._fault("close")
        self._file.forget()

    def discard(self) -> None:
        """Take away what was prepared, folders included."""
        self.finish()
        self.drop_folders()
        self.keep_rest()
        self.close()

    def drop_folders(self, folders: Iterable[str] | None = None) -> None:
        """Take away those of some folders that are empty, the deepest first; None is those that were made for it."""
        for folder in sorted(self.record.folders if folders is None else folders, key=len, reverse=True):
            try:
                is_gone = self._ground.remove_folder(FolderPath(folder))
            except _OUT_OF_REACH:
                self._folders_left.append(folder)
            else:
                if not is_gone and self._left:  # what is left may be in it
                    self._folders_left.append(folder)

    def _catch_up(self, step: Step) -> bool:
        try:
            is_taken = self._steps.catch_up(step)
            self._steps.mend_history(step)
        except (CollisionError, BusyFileError, FileExistsError, FileNotFoundError):
            self.conflicts.append(step.path)
            return False
        return is_taken

    @contextmanager
    def _reaching(self, step: Step, due: Due) -> Iterator[None]:
        """Note what is due when a step cannot be reached, and go on with the others."""
        try:
            yield
        except _OUT_OF_REACH as error:
            why = error.message if isinstance(error, PathRefusedError) else _told(error)
            self._left[step] = (due, why)

    def _sync(self, path: VaultPath) -> None:
        with self._steps.place(path) as place:
            if place is not None:
                place.sync()

    def _sync_all(self) -> None:
        descriptor = self._ground.open_root()
        try:
            if not sync_disk(descriptor):
                os.sync()
        finally:
            os.close(descriptor)

    def _made(self, folder: FolderPath) -> None:
        """Record a folder before it is made."""
        self._file.save(msgspec.structs.replace(self.record, folders=(*self.record.folders, folder)))


def _told(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{reason}: `{error.filename}`" if isinstance(error.filename, str) else reason
