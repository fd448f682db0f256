"""Walk a vault: which files and folders it has, with the stat values that tell whether one changed.

Contents are read elsewhere, and only of what changed (`read_file` here, called by the index).
"""

import itertools
import os
import stat
import time
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from napkin_site.core.model import FileKind, FileTimes, ObsidianSettings
from napkin_site.core.paths import FolderPath, VaultPath, ancestors_of
from napkin_site.core.problems import Problem, Severity
from napkin_site.core.values import Value
from napkin_site.vault.ignore import IgnoreRules, find_excluded
from napkin_site.vault.locate import VaultLocation

OUTPUT_MARKER = ".napkin-site"
"""A folder that holds a file of this name is a built site, and no part of any vault (decision 24)."""

_KINDS: dict[str, FileKind] = {
    "md": "note", "base": "base", "canvas": "canvas", "pdf": "pdf",
    **dict.fromkeys(["avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp"], "image"),
    **dict.fromkeys(["flac", "m4a", "mp3", "ogg", "wav", "3gp"], "audio"),
    **dict.fromkeys(["mkv", "mov", "mp4", "ogv", "webm"], "video"),
}  # fmt: skip


class Fingerprint(NamedTuple):
    """What must differ when a file's content differs."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


class FoundFile(NamedTuple):
    """A file of the vault, as the walk saw it."""

    path: VaultPath
    disk_path: str
    """Relative to the vault's root, spelt as on disk: for opening only."""
    kind: FileKind
    fingerprint: Fingerprint
    created_ns: int
    is_excluded: bool

    @property
    def times(self) -> FileTimes:
        """Its times and size as a value."""
        return FileTimes(size=self.fingerprint.size, created_ns=self.created_ns, modified_ns=self.fingerprint.mtime_ns)


class Scan(Value):
    """What one walk found."""

    files: tuple[FoundFile, ...]
    """Notes and others, in path order, each path once."""
    folders: tuple[FolderPath, ...]
    """Every folder that holds a file, ancestors included, sorted; the root is not listed."""
    problems: tuple[Problem, ...]


def file_kind(name: str) -> FileKind:
    """Tell a file's kind by its extension (obsidian-spec §1.4)."""
    return _KINDS.get(name.rpartition(".")[2].lower(), "other") if "." in name else "other"


def scan_vault(
    location: VaultLocation, rules: IgnoreRules, settings: ObsidianSettings, *, prune: Collection[Path] = ()
) -> Scan:
    """Walk the vault once.

    Args:
        location: where the vault is.
        rules: what is no part of it.
        settings: for `userIgnoreFilters`, which mark files.
        prune: folders to leave out with all they hold, such as the output of a build or the state folder.
    """
    walk = _Walk(location.root, rules, {os.path.realpath(folder) for folder in prune})
    found: dict[VaultPath, FoundFile] = {}
    walked = [(_shown_path(disk_path), disk_path, status) for disk_path, status in walk.files()]
    excluded, problems = find_excluded(settings.ignore_filters, [path for path, _, _ in walked])
    for path, disk_path, status in walked:
        kind = file_kind(path)
        file = FoundFile(path, disk_path, kind, _fingerprint(status), _created_ns(status), path in excluded)
        if path not in found:
            found[path] = file
            continue
        # Two spellings on disk of one path, such as NFC and NFD: the first in code-point order is the file.
        first, second = sorted((found[path], file), key=lambda twin: twin.disk_path)
        found[path] = first
        message = f"{second.disk_path!a} and {first.disk_path!a} are the same path; the former is left out"
        walk.report("twin-file", path, message, hint="Rename one of them.")
    files = tuple(found[path] for path in sorted(found))
    return Scan(
        files=files,
        folders=_folders(file.path for file in files),
        problems=(*problems, *sorted(walk.problems, key=lambda problem: (problem.path, problem.code))),
    )


class FileWalk(NamedTuple):
    """What a walk saw, and nothing made of it yet."""

    files: list[tuple[str, os.stat_result]]
    """Path on disk, relative to the root, and status, in the order of the walk."""
    began_ns: int
    """Nanoseconds since the epoch."""


def walk_files(location: VaultLocation, rules: IgnoreRules, *, prune: Collection[Path] = ()) -> FileWalk:
    """Walk the vault once, as `scan_vault` does, and make nothing of it."""
    began_ns = time.time_ns()
    walk = _Walk(location.root, rules, {os.path.realpath(folder) for folder in prune})
    return FileWalk(list(walk.files()), began_ns)


def walk_names(location: VaultLocation, rules: IgnoreRules, *, prune: Collection[Path] = ()) -> list[str]:
    """Walk the vault once for the names alone, in half the time: each file's path on disk, relative to the root."""
    walk = _Walk(location.root, rules, {os.path.realpath(folder) for folder in prune}, wants_status=False)
    return [path for path, _ in walk.files()]


def shown_paths(disk_paths: Iterable[str]) -> dict[VaultPath, str]:
    """Give the vault path of each path on disk, sorted -> that path; of two spellings of one path the first counts."""
    names = sorted(disk_paths)
    if "".join(names).isascii():
        return {VaultPath(name): name for name in names}
    found: dict[VaultPath, str] = {}
    for disk_path in names:
        found.setdefault(_shown_path(disk_path), disk_path)
    return dict(sorted(found.items()))


def read_file(path: str) -> bytes:
    """Read a regular file whole, without ever waiting for one that became a pipe since the walk.

    Raises:
        OSError: it cannot be read or is no regular file.
    """
    descriptor = os.open(path, _READ_FLAGS)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(f"{path} is no regular file")
        data = os.read(descriptor, status.st_size + 1)
        if 0 < len(data) == status.st_size:
            return data
        while more := os.read(descriptor, _PIECE):  # it grew meanwhile, or is larger than one call gives
            data += more
        return data
    finally:
        os.close(descriptor)


_READ_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_PIECE = 1 << 20
_NOT_ASKED = os.stat_result((0,) * 10)


class _Walk:
    """One walk over a vault's folders, without recursion."""

    def __init__(self, root: Path, rules: IgnoreRules, prune: set[str], *, wants_status: bool = True) -> None:
        self._root = str(root)
        self._wants_status = wants_status
        self._rules = rules
        self._prune = prune
        self._real_folders = [os.path.realpath(root)]
        """Real paths of the root and of the linked folders that were entered."""
        self.problems: list[Problem] = []

    def files(self) -> Iterator[tuple[str, os.stat_result]]:
        """Yield each file's path on disk, relative to the root, with its status; links are followed."""
        is_ignored = self._rules.is_file_ignored
        pending = [""]
        while pending:
            folder = pending.pop()
            entries = self._entries(folder)
            if folder and OUTPUT_MARKER in [entry.name for entry in entries]:
                continue
            for entry in entries:
                path = f"{folder}{entry.name}"
                try:
                    if entry.is_file(follow_symlinks=False):  # what nearly every entry is
                        if not is_ignored(path if path.isascii() else _shown_path(path), entry.name):
                            yield path, entry.stat() if self._wants_status else _NOT_ASKED
                        continue
                    status, is_folder = self._look(path, entry)
                except OSError as error:
                    self.report("unreadable-file", path, f"it cannot be read: {error.strerror or error}")
                    continue
                if is_folder:
                    pending.append(f"{path}/")
                elif status is not None:
                    yield path, status

    def report(
        self, code: str, path: str, message: str, *, severity: Severity = Severity.WARNING, hint: str = ""
    ) -> None:
        """Add a problem about a file or folder."""
        self.problems.append(Problem(severity=severity, code=code, message=message, path=_shown_path(path), hint=hint))

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(f"{self._root}/{folder}") as entries:
                return sorted(entries, key=attrgetter("name"))
        except OSError as error:
            self.report("unreadable-folder", folder, f"the folder cannot be read: {error.strerror or error}")
            return []

    def _look(self, path: str, entry: os.DirEntry[str]) -> tuple[os.stat_result | None, bool]:
        """Give the status of what is no plain file, None when it is to be left out, and whether to enter it."""
        shown = _shown_path(path)
        if entry.is_dir(follow_symlinks=False):
            return None, self._enters(path, shown, entry.name)
        if not entry.is_symlink():
            if not self._rules.is_file_ignored(shown, entry.name):
                self.report("special-file", path, "it is neither a file nor a folder and is left out")
            return None, False
        if self._rules.is_file_ignored(shown, entry.name):
            return None, False
        status = entry.stat()
        if stat.S_ISDIR(status.st_mode):
            return None, self._enters(path, shown, entry.name) and self._enters_link(path)
        if not stat.S_ISREG(status.st_mode):
            self.report("special-file", path, "it links to what is neither a file nor a folder and is left out")
            return None, False
        return (status if self._reads_link(path) else None), False

    def _enters(self, path: str, shown: str, name: str) -> bool:
        if self._rules.is_folder_ignored(shown, name):
            return False
        return not self._prune or os.path.realpath(f"{self._root}/{path}") not in self._prune

    def _enters_link(self, path: str) -> bool:
        """Tell whether a linked folder is disjoint from the vault and other linked folders (obsidian-spec §1.8)."""
        target = os.path.realpath(f"{self._root}/{path}")
        if any(_overlap(target, known) for known in self._real_folders):
            message = "the linked folder overlaps the vault or another link; it is left out"
            self.report("overlapping-link", path, message, severity=Severity.INFO)
            return False
        if not self._may_leave(path, "folder"):
            return False
        self._real_folders.append(target)
        return True

    def _reads_link(self, path: str) -> bool:
        return self._is_part(os.path.realpath(f"{self._root}/{path}")) or self._may_leave(path, "file")

    def _is_part(self, target: str) -> bool:
        """Tell whether a real path lies in a folder that is read, and is not left out there."""
        folder = next((folder for folder in self._real_folders if _overlap(target, folder)), None)
        if folder is None:
            return False
        *parents, name = _shown_path(os.path.relpath(target, folder)).split("/")
        above = itertools.accumulate(parents, lambda upper, part: f"{upper}/{part}")
        if any(self._rules.is_folder_ignored(path, part) for path, part in zip(above, parents, strict=True)):
            return False
        return not self._rules.is_file_ignored("/".join((*parents, name)), name)

    def _may_leave(self, path: str, kind: str) -> bool:
        """Tell whether a link to what is no part of the vault is followed, and report it by the setting."""
        mode = self._rules.outside_links
        if mode == "report":
            written = _shown_text(str(Path(self._root, path).readlink()))
            message = f"it links to a {kind} that is no part of the vault, and is read: `{written}`"
            hint = "Is this wanted? `ignore.outside_links` in the settings: `follow`, else `skip`."
            self.report("link-leaves-vault", path, message, hint=hint)
        elif mode == "skip":
            message = f"it links to a {kind} that is no part of the vault, and is left out"
            self.report("link-leaves-vault", path, message, severity=Severity.INFO)
        return mode != "skip"


def _overlap(one: str, other: str) -> bool:
    """Tell whether one of two real folders is, or holds, the other."""
    one, other = f"{one.rstrip('/')}/", f"{other.rstrip('/')}/"
    return one.startswith(other) or other.startswith(one)


def _shown_path(disk_path: str) -> VaultPath:
    """Give the vault path of a path on disk: NFC, and bytes that are no UTF-8 replaced."""
    if disk_path.isascii():
        return VaultPath(disk_path.strip("/"))
    return VaultPath(unicodedata.normalize("NFC", _shown_text(disk_path)).strip("/"))


def _shown_text(disk_path: str) -> str:
    return os.fsencode(disk_path).decode("utf-8", "replace")


def _fingerprint(status: os.stat_result) -> Fingerprint:
    return Fingerprint(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def _created_ns(status: os.stat_result) -> int:
    """Give the time of birth where the system tells it, else the earliest time it does."""
    birth = getattr(status, "st_birthtime_ns", None)
    if birth is None and (seconds := getattr(status, "st_birthtime", None)) is not None:
        birth = int(seconds * 1_000_000_000)
    return birth if birth is not None else min(status.st_mtime_ns, status.st_ctime_ns)


def _folders(paths: Iterator[VaultPath]) -> tuple[FolderPath, ...]:
    parents = {path.rpartition("/")[0] for path in paths}
    found = {FolderPath(parent) for parent in parents}
    for parent in parents:
        found.update(ancestors_of(FolderPath(parent)))
    return tuple(sorted(found - {FolderPath("")}))
