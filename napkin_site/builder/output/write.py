"""Put a site on disk: only into a folder of ours, only what changed, and nothing away that we did not write.

The marker `.napkin-site` stands in the folder before anything else does, and is the manifest too: path -> checksum of
every file we wrote. Before the first page it lists what is going to be written, so that a build that breaks off leaves
nothing behind that the next one would not know for its own.
"""

import errno
import hashlib
import os
import stat
import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import BinaryIO

import msgspec

from napkin_site.core.problems import Problem, Severity
from napkin_site.core.values import Value
from napkin_site.errors import OutputError
from napkin_site.vault.reader import OUTPUT_MARKER

_FORMAT = 2
_DIGEST_FORMAT = 1
"""That of earlier builds, which noted a digest in place of a checksum; the lengths tell them apart."""
_CHECKSUM_BYTES = 4
_DIGEST_BYTES = 16
_TEMPORARY = ".napkin-tmp-"
_CHUNK = 1 << 20
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Written(Value, array_like=True):
    """A file of the site."""

    path: str
    checksum: str
    """Of its bytes, in hex."""
    size: int
    """Bytes."""
    modified_ns: int
    """When its bytes were last written, as the disk has it; nanoseconds since the epoch."""
    changed_ns: int
    """When anything about it last changed, as the disk has it."""
    is_changed: bool
    """False when these very bytes were there already."""


class _Manifest(msgspec.Struct):
    """What `.napkin-site` holds."""

    napkin_site: int
    files: dict[str, str]


class OutputFolder:
    """A folder that holds a site and nothing else of ours.

    It travels to worker processes: they share the list of what is expected and write different files.
    """

    def __init__(self, root: Path) -> None:
        """Name the folder; nothing is touched before `open`."""
        self.root = root
        self._root = str(root)
        self.known: dict[str, str] = {}
        """What earlier builds wrote: path -> checksum, empty when a build broke off before writing it."""
        self._safe_folders: set[str] = set()

    def open(self, vault_root: Path) -> None:
        """Claim the folder: make it, or find our marker in it.

        Raises:
            OutputError: it cannot be written, is a file, holds other things, or holds the vault.
        """
        root, vault = self.root.resolve(), vault_root.resolve()
        if root == vault or root in vault.parents:
            raise OutputError(
                f"the output folder `{self.root}` holds the vault itself",
                path=str(self.root),
                hint="Choose another: -o DIR.",
            )
        with _clear_errors(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
            marker = self.root / OUTPUT_MARKER
            if marker.is_file() and not marker.is_symlink():
                self.known = _read_manifest(marker)
            elif any(self.root.iterdir()):
                raise OutputError(
                    f"the output folder `{self.root}` is not empty and was not made by napkin",
                    path=str(self.root),
                    hint="Choose another folder with -o DIR, or empty this one yourself.",
                )
            else:
                self._store(self.known)
            for leftover in self.root.glob(_TEMPORARY + "*"):
                leftover.unlink()

    def expect(self, paths: Collection[str]) -> None:
        """Note which files are going to be written, and make way for them where old ones of ours stand in it."""
        fresh = set(paths)
        above = {folder for path in fresh for folder in _folders_above(path)} if self.known else set[str]()
        in_the_way = [
            path
            for path in sorted(self.known)
            if path not in fresh and (path in above or any(folder in fresh for folder in _folders_above(path)))
        ]
        with _clear_errors(self.root):
            self._remove(in_the_way)
            noted = {**self.known, **dict.fromkeys(fresh, "")}  # what is being written may hold old bytes or new ones
            self._store(dict(sorted(noted.items())))

    def expect_more(self, paths: Collection[str]) -> None:
        """Note further files, whose names became known only now; one process at a time may do so."""
        with _clear_errors(self.root):
            noted = _read_manifest(self.root / OUTPUT_MARKER)
            self._store({**noted, **dict.fromkeys(sorted(paths), "")})

    def write(self, path: str, data: bytes) -> Written:
        """Write one file of the site, unless it holds exactly these bytes already.

        Raises:
            OutputError: the disk is full, a folder stands where the file belongs, or the like.
        """
        target = self._target(path)
        checksum = f"{zlib.crc32(data):08x}"
        try:
            there = _write_new(target, data)
            if there is not None:
                return _written(path, checksum, there, is_changed=True)
            there = _regular_status(target)
            if there is not None and there.st_size == len(data) and _read(target) == data:
                return _written(path, checksum, there, is_changed=False)
            with self._replacing(target) as file:
                file.write(data)
            return _written(path, checksum, os.lstat(target), is_changed=True)
        except OSError as error:
            raise _explained(error, target) from error

    def copy(self, path: str, source: Path) -> Written:
        """Copy one file, in pieces, unless its bytes are there already.

        Raises:
            OutputError: as `write`; and when `source` cannot be read, with its path.
        """
        target = self._target(path)
        try:
            there = _regular_status(target)
            if there is not None and there.st_size == source.stat().st_size and _hold_the_same(str(source), target):
                return _written(path, _checksum_of(target), there, is_changed=False)
            checksum = 0
            with self._replacing(target) as file:
                for piece in _pieces(str(source)):
                    file.write(piece)
                    checksum = zlib.crc32(piece, checksum)
            return _written(path, f"{checksum:08x}", os.lstat(target), is_changed=True)
        except OSError as error:
            raise _explained(error, target) from error

    def read(self, path: str) -> bytes:
        """Read a file of the site that was written."""
        with _clear_errors(self.root / path):
            return (self.root / path).read_bytes()

    def look_again(self, written: Written) -> Written | None:
        """Give what is known now of a file that was written earlier; None when it holds other bytes or is gone.

        A file whose times say nothing (restored from a cache, say) is read and compared.
        """
        target = f"{self._root}/{written.path}"
        try:
            there = _regular_status(target)
            if there is None or there.st_size != written.size:
                return None
            if there.st_mtime_ns == written.modified_ns and there.st_ctime_ns == written.changed_ns:
                return written if not written.is_changed else msgspec.structs.replace(written, is_changed=False)
            is_same = _checksum_of(target) == written.checksum
        except OSError:
            return None
        return _written(written.path, written.checksum, there, is_changed=False) if is_same else None

    def finish(self, written: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
        """Remove what earlier builds wrote and this one did not, and store the manifest.

        Returns:
            The paths removed, and a problem for each stale file that someone else has changed since: it stays.
        """
        stale = [path for path in sorted(self.known) if path not in written]
        with _clear_errors(self.root):
            removed, problems = self._remove(stale)
            self._store(dict(sorted(written.items())))
        return removed, problems

    def clean(self) -> None:
        """Remove everything that earlier builds wrote."""
        with _clear_errors(self.root):
            self._remove(sorted(self.known))
            self.known = {}
            self._store({})

    def _target(self, path: str) -> str:
        """Give a file's place, its folder made; refuse to follow links out of the folder."""
        folder = path.rpartition("/")[0]
        if folder and folder not in self._safe_folders:
            self._make_folder(folder)
        return f"{self._root}/{path}"

    @contextmanager
    def _replacing(self, target: str) -> Iterator[BinaryIO]:
        """Open a file to be written: a new one in its place, an old one beside it, to be replaced when it is whole."""
        try:
            place, file = target, open(target, "xb")  # noqa: PTH123, SIM115 -- `Path` costs as much as writing
        except FileExistsError:
            place = f"{self._root}/{_TEMPORARY}{os.getpid()}"
            file = open(place, "wb")  # noqa: PTH123, SIM115
        try:
            with file:
                yield file
            if place != target:
                os.replace(place, target)  # noqa: PTH105
        except BaseException:
            with suppress(OSError):
                os.unlink(place)  # noqa: PTH108
            raise

    def _make_folder(self, path: str) -> None:
        above = path.rpartition("/")[0]
        if above and above not in self._safe_folders:
            self._make_folder(above)
        folder = f"{self._root}/{path}"
        try:
            os.mkdir(folder)  # noqa: PTH102
        except FileExistsError as error:
            if not os.path.isdir(folder):  # noqa: PTH112
                raise _explained(error, folder) from error
            real = os.path.realpath(folder) if os.path.islink(folder) else ""  # noqa: PTH114
            if real and not Path(real).is_relative_to(self.root.resolve()):
                raise OutputError(
                    f"`{folder}` leads out of the output folder", path=folder, hint="Remove that link."
                ) from None
        except OSError as error:
            raise _explained(error, folder) from error
        self._safe_folders.add(path)

    def _remove(self, paths: Collection[str]) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
        removed: list[str] = []
        problems: list[Problem] = []
        root = self.root.resolve()
        folders: set[str] = set()
        for path in paths:
            target = self.root / path
            if (
                path in {"", OUTPUT_MARKER}
                or not target.parent.resolve().is_relative_to(root)
                or not _is_regular(target)
            ):
                continue  # gone already, or never ours to take
            noted = self.known.get(path, "")
            if noted and not _is_as_noted(str(target), noted):
                problems.append(
                    Problem(
                        severity=Severity.WARNING,
                        code="stale-file-changed",
                        message=f"`{path}` is no longer part of the site, but someone else changed it: it stays",
                        hint="Remove it yourself if it is not wanted.",
                    )
                )
                continue
            target.unlink()
            removed.append(path)
            folders.update(_folders_above(path))
        for folder in sorted(folders, key=len, reverse=True):
            with _ignore_full_folder():
                (self.root / folder).rmdir()
        self._safe_folders.clear()
        return tuple(removed), tuple(problems)

    def _store(self, files: Mapping[str, str]) -> None:
        data = msgspec.json.format(msgspec.json.encode(_Manifest(napkin_site=_FORMAT, files=dict(files))), indent=1)
        temporary = self.root / f"{_TEMPORARY}{os.getpid()}"
        temporary.write_bytes(data + b"\n")
        temporary.replace(self.root / OUTPUT_MARKER)


def is_output_folder(folder: Path) -> bool:
    """Say whether a folder holds a site of ours."""
    return (folder / OUTPUT_MARKER).is_file()


def _read_manifest(marker: Path) -> dict[str, str]:
    """Read what we wrote; a damaged manifest is an empty one: nothing is then taken for ours."""
    try:
        manifest = msgspec.json.decode(marker.read_bytes(), type=_Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
    safe = {path: of for path, of in manifest.files.items() if not path.startswith("/") and ".." not in path.split("/")}
    is_understood = manifest.napkin_site in {_DIGEST_FORMAT, _FORMAT}
    return safe if is_understood else dict.fromkeys(safe, "")  # later ones may sum up in another way


def _folders_above(path: str) -> Iterator[str]:
    above = path.rpartition("/")[0]
    while above:
        yield above
        above = above.rpartition("/")[0]


def _write_new(path: str, data: bytes) -> os.stat_result | None:
    """Write a file that is not there yet, in the fewest calls; None, and nothing done, when something is there."""
    try:
        file = os.open(path, _NEW, 0o666)
    except FileExistsError:
        return None
    try:
        done = os.write(file, data)
        while done < len(data):
            done += os.write(file, memoryview(data)[done:])
        return os.fstat(file)
    except BaseException:
        with suppress(OSError):
            os.unlink(path)  # noqa: PTH108
        raise
    finally:
        os.close(file)


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def _regular_status(path: str) -> os.stat_result | None:
    """Look at a file; None when it is missing or is no regular file."""
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status if stat.S_ISREG(status.st_mode) else None


def _written(path: str, checksum: str, status: os.stat_result, *, is_changed: bool) -> Written:
    return Written(
        path=path,
        checksum=checksum,
        size=status.st_size,
        modified_ns=status.st_mtime_ns,
        changed_ns=status.st_ctime_ns,
        is_changed=is_changed,
    )


def _checksum_of(path: str) -> str:
    """Sum a file up, to tell whether it is as it was: who could forge the sum could write the list of them, too."""
    checksum = 0
    for piece in _pieces(path):
        checksum = zlib.crc32(piece, checksum)
    return f"{checksum:08x}"


def _is_as_noted(path: str, noted: str) -> bool:
    """Tell whether a file is as the manifest says: by its checksum, or by its digest, which earlier builds noted."""
    if len(noted) == 2 * _CHECKSUM_BYTES:
        return _checksum_of(path) == noted
    sha = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    for piece in _pieces(path):
        sha.update(piece)
    return sha.hexdigest() == noted


def _hold_the_same(path: str, other: str) -> bool:
    return all(piece == there for piece, there in zip_longest(_pieces(path), _pieces(other)))


def _read(path: str) -> bytes:
    return b"".join(_pieces(path))


def _pieces(path: str) -> Iterator[bytes]:
    with open(path, "rb", buffering=0) as reading:  # noqa: PTH123
        while piece := reading.read(_CHUNK):
            yield piece


@contextmanager
def _clear_errors(place: Path) -> Iterator[None]:
    """Say what is wrong with the output in words a user can act on."""
    try:
        yield
    except OSError as error:
        raise _explained(error, str(place)) from error


def _explained(error: OSError, place: str) -> OutputError:
    where = str(error.filename or place)
    message, hint = _EXPLAINED.get(
        error.errno or 0,
        (f"`{where}` cannot be written: {error.strerror or error}", "Choose another folder: -o DIR."),
    )
    return OutputError(message.format(where=where), path=where, hint=hint)


@contextmanager
def _ignore_full_folder() -> Iterator[None]:
    """Let a folder be that holds other things, is gone, or is in use."""
    try:
        yield
    except OSError as error:
        if error.errno not in {errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT, errno.EBUSY, errno.ENOTDIR}:
            raise


_EXPLAINED = {
    errno.ENOSPC: ("the disk is full: `{where}` cannot be written", "Free some space, then build again."),
    errno.EDQUOT: ("your quota is used up: `{where}` cannot be written", "Free some space, then build again."),
    errno.EACCES: ("`{where}` cannot be written: no permission", "Choose another folder: -o DIR."),
    errno.EPERM: ("`{where}` cannot be written: no permission", "Choose another folder: -o DIR."),
    errno.EROFS: ("`{where}` cannot be written: the disk is read-only", "Choose another folder: -o DIR."),
    errno.EEXIST: ("`{where}` is a file, and a folder is needed there", "Remove that file, or choose another folder."),
    errno.ENOTDIR: (
        "a part of `{where}` is a file, and a folder is needed there",
        "Remove it, or choose another folder.",
    ),
    errno.EISDIR: ("`{where}` is a folder, and a file is needed there", "Remove that folder, or choose another."),
}
"""Error number -> message with `{where}` for the place, and hint."""
