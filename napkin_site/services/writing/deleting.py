"""Deleting files and folders: to the trash, or for good (memory-spec §7.4, repairs 8 and 14)."""

from collections.abc import Mapping
from typing import NamedTuple

from napkin_site.core.changes import Change, ChangeSet
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.errors import NotFoundError, UsageError
from napkin_site.services.access import VaultAccess
from napkin_site.services.writing.places import Thing, find_thing
from napkin_site.services.writing.session import Draft, WriteSession, Written


class Deleted(Written, kw_only=True):
    """A file or folder that was deleted."""

    deleted: bool
    """False for a preview."""
    permanent: bool
    """It is not in the trash, and what it held is forgotten."""
    linking: Mapping[str, int]
    """The notes that still link to it -> how many of their links do, by path."""
    trash: str = ""
    """Where the file lies in the trash; empty for a folder."""
    files: tuple[str, ...] = ()
    """Of a folder: every file that was deleted, by path."""


class _Told(NamedTuple):
    """What the caller is told."""

    thing: Thing
    files: tuple[VaultPath, ...]
    linking: Mapping[str, int]


def delete_file(session: WriteSession, reference: str, *, permanent: bool = False, recursive: bool = False) -> Deleted:
    """Delete a file, or a folder with all it holds.

    Args:
        session: who asks, and how.
        reference: a note, attachment or folder, as for reading; a folder may end in a slash.
        permanent: not to the trash; the history forgets what it held, too.
        recursive: a folder may be deleted.

    Raises:
        NotFoundError, AmbiguousError: the reference does not fit one thing.
        UsageError: it is a folder, and that was not asked for.
        NapkinError: what `WriteSession.commit` raises.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, _Told]:
        thing = find_thing(draft, reference)
        return _plan(draft, thing, permanent=permanent, recursive=recursive)

    done, told = session.commit(plan)
    thing = told.thing
    return Deleted(
        path=thing.path,
        id=done.id,
        diff=done.diff,
        warnings=_left_folder(session, thing),
        deleted=not session.is_dry_run,
        permanent=permanent,
        linking=told.linking,
        trash="" if thing.is_folder else done.trash.get(VaultPath(thing.path), ""),
        files=told.files if thing.is_folder else (),
    )


def _plan(draft: Draft, thing: Thing, *, permanent: bool, recursive: bool) -> tuple[ChangeSet, _Told]:
    files: tuple[VaultPath, ...] = (VaultPath(thing.path),)
    emptied: tuple[FolderPath, ...] = ()
    if thing.is_folder:
        if not recursive:
            raise UsageError(
                f"`{thing.path}` is a folder",
                path=thing.path,
                hint="Add `--recursive` to delete it with all it holds.",
            )
        draft.expect_nothing()
        files = draft.disk.files_below(FolderPath(thing.path))
        emptied = draft.disk.folders_below(FolderPath(thing.path))
    else:
        draft.expect(files[0])
    changes = []
    for path in files:
        digest = draft.disk.digest(path)
        if digest is None:
            raise NotFoundError(f"there is no file `{path}`", path=path)
        changes.append(Change(path=path, before=digest, is_permanent=permanent))
    linking = _linking(draft.access, thing, files)
    return ChangeSet(op="delete", changes=tuple(changes), emptied=emptied), _Told(thing, files, linking)


def _linking(access: VaultAccess, thing: Thing, files: tuple[VaultPath, ...]) -> dict[str, int]:
    """Count the links to what goes away, by the note they stand in, what goes away itself left out."""
    if not thing.is_folder:
        return access.backlinks(files[0])
    gone = set(files)
    found: dict[str, int] = {}
    for path in files:
        for link in access.links[1].back.get(path, ()):
            if link.source not in gone:
                found[link.source] = found.get(link.source, 0) + 1
    return dict(sorted(found.items()))


def _left_folder(session: WriteSession, thing: Thing) -> tuple[str, ...]:
    if not session.publishes or not thing.is_folder or not (session.location.root / thing.path).is_dir():
        return ()
    return (f"the folder {thing.shown} stays, with what is hidden in it",)
