"""The files of a vault with changes laid over them that are not on the disk yet, and what they come to together.

A batch decides each operation on what the earlier ones made of the vault. Every file is followed from where it was to
where it will be, so that in the end each is changed, moved or made once, whatever happened to it on the way.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy

from napkin_site.core.changes import Change, ChangeSet, Digest, digest_of
from napkin_site.core.path_rules import known_path, new_path
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.errors import ExistsError, StalePreconditionError, UsageError
from napkin_site.vault.disk import Disk
from napkin_site.vault.trash import TrashItem


class _File:
    """A file on its way."""

    __slots__ = ("before", "content", "is_permanent", "origin", "path")

    def __init__(self, origin: VaultPath | None, before: Digest | None) -> None:
        self.origin = origin
        """Where it is on the disk; None when it was made."""
        self.before = before
        self.path = origin
        """Where it will be; None when it is removed."""
        self.content: bytes | None = None
        """What it will hold; None when that is what it holds now."""
        self.is_permanent = False


class DraftFiles(Disk):
    """The vault's files as a plan sees them, with the changes of earlier plans."""

    def __init__(self, disk: Disk) -> None:
        """Lay nothing yet over a disk, which is only read."""
        self._disk = disk
        self._here: dict[VaultPath, _File] = {}
        """By where they will be: every file that is changed, moved or made."""
        self._from: dict[VaultPath, _File] = {}
        """By where they are on the disk: every file that is changed, moved or removed."""
        self._made: set[VaultPath] = set()
        """Every place at which a file was made, be it for a while only."""
        self._emptied: set[FolderPath] = set()

    @property
    def touched(self) -> Mapping[VaultPath, bytes | None]:
        """Every path at which something is otherwise than on the disk -> what is there, None for nothing."""
        paths = sorted({*self._here, *self._from})
        return {path: self.read(path) for path in paths}

    @property
    def names(self) -> Mapping[VaultPath, bool]:
        """Every path that is touched -> whether there is a file."""
        return {path: path in self._here for path in (*self._here, *self._from)}

    def changes_at(self, path: VaultPath) -> bool | None:
        """Tell whether there is a file at a path that is touched; None at one that is as on the disk."""
        if path in self._here:
            return True
        return False if path in self._from or path in self._made else None

    # --- What a plan asks of the disk ---------------------------------------------------------------

    def read(self, path: VaultPath) -> bytes | None:
        """Read a file; None when there is none."""
        file = self._here.get(known_path(path))
        if file is not None:
            return self._content(file)
        return None if path in self._from else self._disk.read(path)

    def digest(self, path: VaultPath) -> Digest | None:
        """Give a file's digest; None when there is none."""
        file = self._here.get(known_path(path))
        if file is not None:
            return file.before if file.content is None else digest_of(file.content)
        return None if path in self._from else self._disk.digest(path)

    def digest_of_trash(self, path: VaultPath) -> Digest | None:
        """Give the digest of a file in the trash; what the draft removes is not there yet."""
        return self._disk.digest_of_trash(path)

    def expect(self, path: VaultPath, digest: str) -> None:
        """See that a file is the one the caller read: as it is on the disk, or as earlier changes made it.

        Raises:
            StalePreconditionError: it is neither.
        """
        file = self._here.get(known_path(path))
        if file is None and path not in self._from:
            self._disk.expect(path, digest)
            return
        wanted = digest.strip().strip('"').lower()
        current = self.digest(path)
        if wanted != current and (file is None or file.before != wanted):
            raise StalePreconditionError(
                f"`{path}` is not the one that was read",
                current=current or "",
                path=path,
                hint="Read it again and decide anew.",
            )

    def exists(self, path: VaultPath) -> bool:
        """Tell whether a name is taken, be it by a folder or a link."""
        known_path(path)
        if path in self._here or any(file.startswith(f"{path}/") for file in self._here):
            return True
        return path not in self._from and self._disk.exists(path)

    def is_folder(self, path: FolderPath) -> bool:
        """Tell whether there is a folder of that name; one that changes leave empty is there until they are made."""
        return self._disk.is_folder(path) or any(file.startswith(f"{path}/") for file in self._here)

    def trash(self) -> tuple[TrashItem, ...]:
        """List what is in the trash, by path; what the draft removes is not there yet."""
        return self._disk.trash()

    def files_below(self, folder: FolderPath) -> tuple[VaultPath, ...]:
        """List every file below a folder, sorted; hidden ones are left out."""
        there = {path for path in self._disk.files_below(folder) if path not in self._from}
        return tuple(sorted(there | {path for path in self._here if _is_below(path, folder)}))

    def folders_below(self, folder: FolderPath) -> tuple[FolderPath, ...]:
        """List a folder and every folder below it, deepest first."""
        found = set(self._disk.folders_below(folder))
        for path in self._here:
            parts = path.split("/")
            above = (FolderPath("/".join(parts[:depth])) for depth in range(1, len(parts)))
            found.update(name for name in above if _is_below(path, folder) and _is_below(name, folder))
        return tuple(sorted(found, key=lambda path: (-path.count("/"), path)))

    # --- What plans decide --------------------------------------------------------------------------

    def lay(self, changes: ChangeSet) -> None:
        """Lay the changes of a plan over the files.

        Raises:
            ExistsError: where a file is to be made or moved there is one.
            PathRefusedError: a new name is not taken.
        """
        for change in changes.changes:
            if change.before is None and self.digest(change.path) is not None:
                raise _in_the_way(change.path)
        taken = [(change, self._take(change)) for change in changes.changes]
        for change, file in taken:
            if change.is_removal:
                file.is_permanent = change.is_permanent
                continue
            target = change.to or change.path
            if target != file.origin:
                new_path(target, was=change.path if change.to is not None else "")
            if target in self._here or (target not in self._from and self._disk.digest(target) is not None):
                raise _in_the_way(target)
            file.path = target
            file.content = change.after if change.after is not None else file.content
            self._here[target] = file
            if file.origin is None:
                self._made.add(target)
        self._emptied.update(changes.emptied)

    def combined(self, op: str) -> ChangeSet:
        """Give all changes as one change set, in which no path stands twice.

        Raises:
            UsageError: a file that is to be removed for good is made anew, so that history would keep what it held.
        """
        files = [*self._from.values(), *(file for file in self._here.values() if file.origin is None)]
        changes = tuple(_Ways(map(copy, files), self._content).changes())
        emptied = tuple(sorted(self._emptied, key=lambda path: (-path.count("/"), path)))
        return ChangeSet(op=op, changes=changes, emptied=emptied)

    def _take(self, change: Change) -> _File:
        """Take a file from its place."""
        file = self._here.pop(change.path, None)
        if file is None:
            file = _File(None if change.before is None else change.path, change.before)
            if file.origin is not None:
                self._from[file.origin] = file
        file.path = None
        return file

    def _content(self, file: _File) -> bytes:
        if file.content is not None:
            return file.content
        assert file.origin is not None
        return self._disk.need(file.origin)


class _Ways:
    """Where files go, made such that the writer can follow: what leaves a place goes before what comes to it."""

    def __init__(self, files: Iterable[_File], content: Callable[[_File], bytes]) -> None:
        self._files = sorted(files, key=lambda file: (file.origin or file.path or "", file.origin is None))
        self._content = content

    def changes(self) -> Iterator[Change]:
        """Give the change of each file.

        Raises:
            UsageError: a file that is to be removed for good is made anew.
        """
        leaving = self._leaving()
        while (met := next((file for file in self._files if self._is_knot(file, leaving)), None)) is not None:
            assert met.path is not None
            self._exchange(met, leaving[met.path])
            leaving = self._leaving()
        done: set[int] = set()
        for file in self._files:
            yield from self._in_turn(file, leaving, done)

    def _leaving(self) -> dict[VaultPath, _File]:
        """Give the files that do not stay, by where they are."""
        return {file.origin: file for file in self._files if file.origin is not None and file.path != file.origin}

    def _is_knot(self, comer: _File, leaving: Mapping[VaultPath, _File]) -> bool:
        """Tell whether a file goes where another one was, and is made there, or goes round with it."""
        goer = leaving.get(comer.path) if comer.path is not None else None
        if goer is None or comer.origin is None:
            return goer is not None
        while goer is not None and goer is not comer:
            goer = leaving.get(goer.path) if goer.path is not None else None
        return goer is comer

    def _exchange(self, comer: _File, goer: _File) -> None:
        """Let the file that is at a place stay there and take the other one's content, and the other way round."""
        place, onward = comer.path, goer.path
        if goer.is_permanent:
            raise UsageError(
                f"`{place}` is deleted for good and made anew, so the history would keep what it held", path=place or ""
            )
        content = self._content(comer)
        comer.content = None if onward is None else self._content(goer)
        comer.path = onward
        goer.path, goer.content = place, content
        if comer.origin is None and onward is None:
            self._files.remove(comer)

    def _in_turn(self, file: _File, leaving: Mapping[VaultPath, _File], done: set[int]) -> Iterator[Change]:
        """Give the change of a file, and before it that of the one whose place it takes."""
        chain = []
        following: _File | None = file
        while following is not None and id(following) not in done:
            done.add(id(following))
            chain.append(following)
            is_off = following.path is not None and following.path != following.origin
            following = leaving.get(following.path) if is_off and following.path is not None else None
        for one in reversed(chain):
            if (change := _change_of(one)) is not None:
                yield change


def _change_of(file: _File) -> Change | None:
    content = file.content
    if content is not None and file.before is not None and digest_of(content) == file.before:
        content = None
    if file.origin is None:
        assert file.path is not None
        return Change(path=file.path, before=None, after=content)
    if file.path is None:
        return Change(path=file.origin, before=file.before, is_permanent=file.is_permanent)
    if file.path != file.origin:
        return Change(path=file.origin, before=file.before, after=content, to=file.path)
    return None if content is None else Change(path=file.origin, before=file.before, after=content)


def _is_below(path: str, folder: str) -> bool:
    return not folder or path == folder or path.startswith(f"{folder}/")


def _in_the_way(path: VaultPath) -> ExistsError:
    return ExistsError(f"there is a file `{path}` already", existing=path, path=path, hint="Choose another name.")
