"""Put a site on disk: only into a folder of ours, only what changed, and nothing away that we did not write.

The marker `.napkin-site` stands in the folder before anything else does, and is the manifest too: path -> digest of
every file we wrote. Before the first page it lists what is going to be written, so that a build that breaks off leaves
nothing behind that the next one would not know for its own.
"""

import errno
import hashlib
import os
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from napkin_site.builder.places import MARKER
from napkin_site.core.problems import Problem, Severity
from napkin_site.errors import OutputError

_FORMAT = 1
_TEMPORARY = ".napkin-tmp-"
_CHUNK = 1 << 20


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
        self.known: dict[str, str] = {}
        """What earlier builds wrote: path -> hex digest, empty when a build broke off before writing it."""
        self._is_new = True
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
            marker = self.root / MARKER
            if marker.is_file() and not marker.is_symlink():
                self.known = _read_manifest(marker)
                self._is_new = False
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
        above = {folder for path in paths for folder in _folders_above(path)}
        fresh = set(paths)
        in_the_way = [
            path
            for path in sorted(self.known)
            if path not in fresh and (path in above or any(folder in fresh for folder in _folders_above(path)))
        ]
        with _clear_errors(self.root):
            self._remove(in_the_way)
            self._store({path: self.known.get(path, "") for path in sorted(fresh | set(self.known))})

    def expect_more(self, paths: Collection[str]) -> None:
        """Note further files, whose names became known only now; one process at a time may do so."""
        with _clear_errors(self.root):
            noted = _read_manifest(self.root / MARKER)
            self._store({**noted, **{path: noted.get(path, "") for path in sorted(paths)}})

    def write(self, path: str, data: bytes) -> tuple[str, bool]:
        """Write one file of the site, unless it holds exactly these bytes already.

        Returns:
            The digest of `data`, and whether the file was written.

        Raises:
            OutputError: the disk is full, a folder stands where the file belongs, or the like.
        """
        target = self._target(path)
        digest = _digest(data)
        with _clear_errors(target):
            if not self._is_new and _holds(target, data):
                return digest, False
            temporary = self.root / f"{_TEMPORARY}{os.getpid()}"
            try:
                temporary.write_bytes(data)
                temporary.replace(target)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
        return digest, True

    def copy(self, path: str, source: Path) -> tuple[str, int, bool]:
        """Copy one file, in pieces, unless its bytes are there already; give digest, size and whether it was written.

        Raises:
            OutputError: as `write`; and when `source` cannot be read, with its path.
        """
        target = self._target(path)
        temporary = self.root / f"{_TEMPORARY}{os.getpid()}"
        sha = hashlib.blake2b(digest_size=16)
        size = 0
        with _clear_errors(target):
            same = not self._is_new and _is_regular(target) and target.stat().st_size == source.stat().st_size
            with source.open("rb") as reading:
                if same:
                    with target.open("rb") as there:
                        while (piece := reading.read(_CHUNK)) and same:
                            same = there.read(_CHUNK) == piece
                            sha.update(piece)
                            size += len(piece)
                    if same:
                        return sha.hexdigest(), size, False
                    sha, size = hashlib.blake2b(digest_size=16), 0
                    reading.seek(0)
                try:
                    with temporary.open("wb") as writing:
                        while piece := reading.read(_CHUNK):
                            writing.write(piece)
                            sha.update(piece)
                            size += len(piece)
                    temporary.replace(target)
                except BaseException:
                    temporary.unlink(missing_ok=True)
                    raise
        return sha.hexdigest(), size, True

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

    def _target(self, path: str) -> Path:
        """Give a file's place, its folder made; refuse to follow links out of the folder."""
        self._make_folder(path.rpartition("/")[0])
        return self.root / path

    def _make_folder(self, path: str) -> None:
        if not path or path in self._safe_folders:
            return
        self._make_folder(path.rpartition("/")[0])
        folder = self.root / path
        with _clear_errors(folder):
            try:
                folder.mkdir()
            except FileExistsError:
                if not folder.is_dir():
                    raise
                if folder.is_symlink() and not folder.resolve().is_relative_to(self.root.resolve()):
                    raise OutputError(
                        f"`{folder}` leads out of the output folder", path=str(folder), hint="Remove that link."
                    ) from None
        self._safe_folders.add(path)

    def _remove(self, paths: Collection[str]) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
        removed: list[str] = []
        problems: list[Problem] = []
        root = self.root.resolve()
        folders: set[str] = set()
        for path in paths:
            target = self.root / path
            if path in {"", MARKER} or not target.parent.resolve().is_relative_to(root) or not _is_regular(target):
                continue  # gone already, or never ours to take
            digest = self.known.get(path, "")
            if digest and _digest_file(target) != digest:
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
        temporary.replace(self.root / MARKER)


def is_output_folder(folder: Path) -> bool:
    """Say whether a folder holds a site of ours."""
    return (folder / MARKER).is_file()


def _read_manifest(marker: Path) -> dict[str, str]:
    """Read what we wrote; a damaged manifest is an empty one: nothing is then taken for ours."""
    try:
        files = msgspec.json.decode(marker.read_bytes(), type=_Manifest).files
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
    return {path: digest for path, digest in files.items() if not path.startswith("/") and ".." not in path.split("/")}


def _folders_above(path: str) -> Iterator[str]:
    above = path.rpartition("/")[0]
    while above:
        yield above
        above = above.rpartition("/")[0]


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def _holds(path: Path, data: bytes) -> bool:
    """Say whether a file has exactly these bytes."""
    try:
        there = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return stat.S_ISREG(there.st_mode) and there.st_size == len(data) and path.read_bytes() == data


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _digest_file(path: Path) -> str:
    sha = hashlib.blake2b(digest_size=16)
    with path.open("rb") as reading:
        while piece := reading.read(_CHUNK):
            sha.update(piece)
    return sha.hexdigest()


@contextmanager
def _clear_errors(place: Path) -> Iterator[None]:
    """Say what is wrong with the output in words a user can act on."""
    try:
        yield
    except OSError as error:
        where = str(error.filename or place)
        message, hint = _EXPLAINED.get(
            error.errno or 0,
            (f"`{where}` cannot be written: {error.strerror or error}", "Choose another folder: -o DIR."),
        )
        raise OutputError(message.format(where=where), path=where, hint=hint) from error


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
