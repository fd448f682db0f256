"""Opens what a vault path names without ever leaving the vault: each folder by its handle, links never followed.

A check of the text alone would miss links, and a check beforehand would miss links made afterwards (write-api C9-3).
"""

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from napkin_site.core.path_rules import contained_path, is_internal, known_path, twin_key
from napkin_site.core.paths import FolderPath, VaultPath, nfc
from napkin_site.errors import ExistsError, PathRefusedError

_FOLDER_FLAGS = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_FILE_FLAGS = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_LINK_ERRORS = (errno.ELOOP, errno.EMLINK)
_NOTHING = (errno.ENOENT, errno.ENAMETOOLONG)
"""There is no such file: none has a name that the disk has no room for."""


class Place:
    """A name in an open folder of the vault; whether anything is there is another question."""

    __slots__ = ("folder", "name", "path")

    def __init__(self, folder: int, name: str, path: VaultPath) -> None:
        self.folder = folder
        """Descriptor of the folder."""
        self.name = name
        """Name in that folder, as spelt on disk."""
        self.path = path

    def read(self) -> bytes | None:
        """Read the file whole; None when nothing is there.

        Raises:
            PathRefusedError: it is a link, or no regular file.
            OSError: it cannot be read.
        """
        descriptor = self.open()
        if descriptor is None:
            return None
        with open(descriptor, "rb") as file:  # noqa: PTH123  # only this opens a descriptor
            return file.read()

    def open(self, name: str | None = None) -> int | None:
        """Open the file, or another in its folder, to read; None when nothing is there."""
        try:
            descriptor = os.open(self.name if name is None else name, _FILE_FLAGS, dir_fd=self.folder)
        except OSError as error:
            if error.errno in _NOTHING:
                return None
            if error.errno in _LINK_ERRORS:
                raise is_link(self.path) from None
            if error.errno == errno.ENXIO:
                raise _not_regular(self.path) from None
            raise
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise _not_regular(self.path)
        return descriptor

    def exists(self, name: str | None = None) -> bool:
        """Tell whether the name, or another in the folder, is taken, be it by a link or a folder."""
        try:
            os.stat(self.name if name is None else name, dir_fd=self.folder, follow_symlinks=False)
        except OSError as error:
            if error.errno in _NOTHING:
                return False
            raise
        return True

    def size(self) -> int:
        """Give the size of what is there, in bytes; 0 when nothing is."""
        try:
            return os.stat(self.name, dir_fd=self.folder, follow_symlinks=False).st_size
        except FileNotFoundError:
            return 0

    def sync(self) -> None:
        """Have the folder's entries on the disk before going on."""
        os.fsync(self.folder)


class Ground:
    """The root folder of a vault, held open."""

    def __init__(self, root: Path) -> None:
        self._root = os.open(root, _FOLDER_FLAGS & ~getattr(os, "O_NOFOLLOW", 0))
        self._is_open = True

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder."""
        if getattr(self, "_is_open", False):
            self._is_open = False
            os.close(self._root)

    def is_at(self, root: Path) -> bool:
        """Tell whether this is still the folder of that name: it may have been replaced, as by a sync or a restore.

        Raises:
            OSError: there is no such folder any more.
        """
        return os.path.samestat(root.stat(), os.fstat(self._root))

    @contextlib.contextmanager
    def place(self, path: VaultPath, *, make: Callable[[FolderPath], None] | None = None) -> Iterator[Place | None]:
        """Open the folder a file is in, or would be in.

        Args:
            path: the file.
            make: is told of each folder before it is made; None makes none, and where one is missing gives None.

        Raises:
            PathRefusedError: the path is not taken, or leads through a link.
            ExistsError: a folder to be made differs from one that is there only by letter case.
        """
        (contained_path if is_internal(path) else known_path)(path)
        *folders, name = path.split("/")
        opened = [os.dup(self._root)]
        try:
            done = ""
            for folder in folders:
                done = f"{done}/{folder}" if done else folder
                found = _open_folder(opened[-1], folder, done)
                if found is None and make is not None:
                    refuse_twin(os.listdir(opened[-1]), folder, done)  # noqa: PTH208  # a descriptor
                    make(FolderPath(done))
                    found = _make_folder(opened[-1], folder, done)
                if found is None:
                    yield None
                    return
                opened.append(found)
            yield Place(opened[-1], spelling(opened[-1], name), path)
        finally:
            for descriptor in opened:
                os.close(descriptor)

    def open_root(self) -> int:
        """Give a descriptor of the vault's own folder; the caller closes it."""
        return os.dup(self._root)

    def remove_folder(self, folder: FolderPath) -> bool:
        """Take an empty folder away; tell whether it went."""
        with self.place(VaultPath(folder)) as place:
            if place is None:
                return False
            try:
                os.rmdir(place.name, dir_fd=place.folder)
            except OSError:
                return False
            return True

    def names(self, folder: FolderPath) -> list[tuple[str, bool]]:
        """List a folder: names as vault paths spell them, sorted, each with whether it is a folder."""
        with self.place(VaultPath(f"{folder}/_" if folder else "_")) as place:
            if place is None:
                return []
            with os.scandir(place.folder) as entries:
                return sorted((nfc(entry.name), entry.is_dir(follow_symlinks=False)) for entry in entries)


def spelling(folder: int, name: str) -> str:
    """Give the spelling on disk of a name that is composed: the same, or the first with the same composed form."""
    if name.isascii():
        return name
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NOTHING:
            raise
        same = sorted(entry for entry in os.listdir(folder) if nfc(entry) == name)
        return same[0] if same else name
    return name


def refuse_twin(names: Iterable[str], name: str, path: str) -> None:
    """Refuse a new name that some file system takes for one of `names`, those in the same folder on disk.

    Raises:
        ExistsError: there is such a file or folder; `path` is the whole path, to be told.
    """
    key = twin_key(name)
    for entry in sorted(names):
        if entry != name and twin_key(entry) == key:
            existing = path[: len(path) - len(name)] + nfc(entry)
            raise ExistsError(
                f"`{existing}` is there, and differs from `{path}` only in letter case or Unicode form",
                existing=existing,
                path=path,
                hint=f"Use `{existing}`, or another name.",
            )


def is_link(path: str) -> PathRefusedError:
    """Make the error for a path that leads through a symbolic link."""
    return PathRefusedError(
        f"`{path}` is, or lies behind, a symbolic link, and is not written through it",
        reason="is-symlink",
        path=path,
        hint="Change the file where it really lies.",
    )


def _not_regular(path: str) -> PathRefusedError:
    return PathRefusedError(f"`{path}` is not a regular file", reason="not-regular", path=path)


def _open_folder(parent: int, name: str, path: str) -> int | None:
    try:
        return os.open(spelling(parent, name), _FOLDER_FLAGS, dir_fd=parent)
    except NotADirectoryError:
        with contextlib.suppress(FileNotFoundError):
            status = os.stat(spelling(parent, name), dir_fd=parent, follow_symlinks=False)
            if not stat.S_ISLNK(status.st_mode) and not stat.S_ISDIR(status.st_mode):
                raise ExistsError(f"`{path}` is a file, not a folder", existing=path, path=path) from None
        raise is_link(path) from None  # or was one at that moment
    except OSError as error:
        if error.errno in _NOTHING:
            return None
        if error.errno in _LINK_ERRORS:
            raise is_link(path) from None
        raise


def _make_folder(parent: int, name: str, path: str) -> int | None:
    with contextlib.suppress(FileExistsError):
        os.mkdir(name, dir_fd=parent)
    os.fsync(parent)
    return _open_folder(parent, name, path)
