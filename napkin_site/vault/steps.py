"""The steps of a transaction on the disk: each is taken, taken back, or, after a crash, caught up with.

Every rename either refuses or swaps, so that what was displaced can be looked at before it is let go of. An editor
that slipped in between finds its bytes where it put them.
"""

import contextlib
import os
import stat
from collections.abc import Callable, Iterator

from napkin_site.core.changes import Digest
from napkin_site.core.path_rules import TEMPORARY_PREFIX
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.errors import ExistsError, PathRefusedError
from napkin_site.vault.atoms import BusyFileError, move, settled_digest, swap
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.containment import Ground, Place
from napkin_site.vault.records import Step

Fault = Callable[[str], None]
"""Is told the name of each step before it is taken; tests let it end the process there."""

_FOREIGN = Digest("foreign")
"""Of what is no regular file, or goes on being written: never ours."""


class CollisionError(Exception):
    """Another program changed a file while we did; ours is taken back. `path` says which."""

    def __init__(self, path: VaultPath, *, is_taken: bool = False) -> None:
        super().__init__(path)
        self.path = path
        self.is_taken = is_taken
        """The rename was made before it was seen to be wrong."""


class Steps:
    """Takes single steps. Needs the vault's lock."""

    def __init__(self, ground: Ground, blobs: Blobs, fault: Fault) -> None:
        self._ground = ground
        self._blobs = blobs
        self._fault = fault
        self.replaced: list[tuple[VaultPath, Digest]] = []
        """Saves of others that we displaced, and that others replaced or deleted before we put them back; all kept."""

    @contextlib.contextmanager
    def place(self, path: VaultPath, *, make: Callable[[FolderPath], None] | None = None) -> Iterator[Place | None]:
        """Open the folder of a file; None when it is not there, or a file stands in its stead and none is made."""
        with contextlib.ExitStack() as stack:
            try:
                found = stack.enter_context(self._ground.place(path, make=make))
            except ExistsError:
                if make is not None:
                    raise
                found = None
            yield found

    def take(self, step: Step) -> None:
        """Take a step, and see that what was displaced is what was meant.

        Raises:
            CollisionError: it was not.
            BusyFileError: another program goes on writing what was displaced.
            PathRefusedError: the folder, or what was displaced, is a link by now.
            OSError: the disk refuses.
        """
        with self.place(step.path) as place:
            if place is None:
                raise CollisionError(step.path)
            try:
                self._take_at(step, place)
            except FileNotFoundError:
                raise CollisionError(step.path) from None
            except FileExistsError:
                raise CollisionError(step.to or step.path) from None

    def take_back(self, step: Step, *, is_sure: bool) -> None:
        """Take a step back, if it was taken; bytes of others stay or come back.

        Args:
            step: the step.
            is_sure: it was taken; else only the disk can tell.
        """
        with self.place(step.path) as place:
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
                with self.place(step.to) as target:
                    # After a crash, what lies there is ours if its old place is empty, or if it is what we moved and
                    # that is not in its old place: the new place was free when we began, or was made so.
                    if target is not None and (
                        is_sure
                        or not place.exists()
                        or _look(target, target.name) == step.before != _look(place, place.name)
                    ):
                        self._move_back(target, target.name, place, step.before)

    def catch_up(self, step: Step) -> bool:
        """Take a step if it was not taken, or see that it ended well; tell whether it is taken now.

        Raises:
            CollisionError, BusyFileError, FileExistsError, FileNotFoundError: another program was there first.
            PathRefusedError: the folder is a link by now.
            OSError: the disk refuses.
        """
        with self.place(step.path) as place:
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
            if _look(place, place.name) == step.before and not self._has_arrived(step):
                self._take_at(step, place)
            return True

    def _has_arrived(self, step: Step) -> bool:
        """Tell whether a moved file is at its new place; at its old one another may lie that holds the same."""
        assert step.to is not None
        with self.place(step.to) as target:
            return target is not None and _look(target, target.name) == step.before

    def mend_history(self, step: Step) -> None:
        """See that history has the old bytes before they are let go of: after a power cut it may have lost them."""
        with self.place(step.path) as place:
            descriptor = place.open(step.temporary) if place is not None and step.temporary else None
            if descriptor is not None:
                with open(descriptor, "rb") as file:  # noqa: PTH123  # only this opens a descriptor
                    self._blobs.mend(file.read())

    def clear(self, step: Step) -> None:
        """Take the temporary file of a step away."""
        if not step.temporary:
            return
        with self.place(step.path) as place:
            if place is None:
                return
            self._fault("unlink")
            for name in (step.temporary, _second(step.temporary)):
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(name, dir_fd=place.folder)

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
            with self.place(step.to) as target:
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
                self._keep(place, step.temporary, place.path)
                return
            found = _look(place, step.temporary)
            if found == believed:
                if found != step.after:
                    self._keep(place, step.temporary, place.path)
                return
            believed, displaced = displaced, found

    def _write_back(self, step: Step, place: Place) -> None:
        """Undo a replacement that was made without a swap."""
        content = self._blobs.read(step.before) if step.before is not None else None
        if content is None or _look(place, place.name) != step.after:
            return
        # Under another name: a half-written file must not be taken for what was displaced.
        name = _second(step.temporary)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=place.folder)
        write_new(place, name, content, like=True)
        sync_file(place, name)
        os.replace(name, place.name, src_dir_fd=place.folder, dst_dir_fd=place.folder)

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
                self._keep(place, name, home.path)
            if name.startswith(TEMPORARY_PREFIX):
                return
            os.unlink(name, dir_fd=place.folder)

    def _keep(self, place: Place, name: str, path: VaultPath) -> None:
        """Keep the bytes of an editor that another save has replaced."""
        with contextlib.suppress(PathRefusedError):  # a link, or a pipe: there are no bytes
            descriptor = place.open(name)
            if descriptor is not None:
                with open(descriptor, "rb") as file:  # noqa: PTH123  # only this opens a descriptor
                    (digest,) = self._blobs.keep(file.read())
                self.replaced.append((path, digest))


def _look(place: Place, name: str) -> Digest | None:
    """Give the digest of a file as it is, or soon will be when somebody writes it."""
    try:
        return settled_digest(place, name)
    except (BusyFileError, PathRefusedError):
        return _FOREIGN


def _second(temporary: str) -> str:
    return f"{temporary.removesuffix('.tmp')}-2.tmp"


def write_new(place: Place, name: str, content: bytes, *, like: bool) -> None:
    """Write a new file beside a target; with `like`, with its mode and owner. `sync_file` has it on the disk."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(name, flags, 0o666, dir_fd=place.folder)
    with open(descriptor, "wb") as file:  # noqa: PTH123  # only this opens a descriptor
        if like:
            status = os.stat(place.name, dir_fd=place.folder, follow_symlinks=False)
            os.fchmod(descriptor, stat.S_IMODE(status.st_mode))
            with contextlib.suppress(OSError):
                os.fchown(descriptor, status.st_uid, status.st_gid)
        file.write(content)


def sync_file(place: Place, name: str) -> None:
    """Have a file on the disk. Many files are written before the first is waited for: the disk takes them together."""
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=place.folder)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
