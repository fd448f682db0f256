"""The trash of a vault, `.trash/` as Obsidian has it: relative paths kept, names made unique, nothing overwritten."""

from collections.abc import Callable, Collection, Iterable, Sequence

from napkin_site.core.changes import Change, ChangeSet, Digest
from napkin_site.core.path_rules import TRASH_FOLDER
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.core.values import Value
from napkin_site.errors import AmbiguousError, NotFoundError
from napkin_site.vault.containment import Ground
from napkin_site.vault.history import PURGE, RESTORE
from napkin_site.vault.journal import Journal


class TrashItem(Value):
    """A file in the trash."""

    path: VaultPath
    """Where it lies, below `.trash/`: what `restore` is told."""
    origin: VaultPath
    """Where it was before it was deleted; of a file that another program put there, the same relative path."""
    entry: str = ""
    """The entry of the history that deleted it; empty when another program did."""
    at: str = ""
    actor: str = ""


def free_place(ground: Ground, path: VaultPath, taken: Collection[VaultPath]) -> VaultPath:
    """Give a place in the trash for a file: its own path below `.trash/`, with a number where that is taken.

    Args:
        ground: the vault.
        path: the file that is deleted.
        taken: places promised to others already.
    """
    folder, _, name = path.rpartition("/")
    stem, dot, extension = name.rpartition(".")
    if not stem:
        stem, dot, extension = name, "", ""
    above = f"{TRASH_FOLDER}/{folder}" if folder else TRASH_FOLDER
    number = 1
    while True:
        shown = name if number == 1 else f"{stem} {number}{dot}{extension}"
        place = VaultPath(f"{above}/{shown}")
        if place not in taken and not _exists(ground, place):
            return place
        number += 1


def list_trash(ground: Ground, journal: Journal) -> tuple[TrashItem, ...]:
    """List what is in the trash, by path, with where it came from as far as the journal knows."""
    known: dict[str, TrashItem] = {}
    for line in journal.lines_backwards(b'"trash":"'):
        for record in line.files:
            if record.trash and record.after is None:
                path = VaultPath(record.trash)
                item = TrashItem(path=path, origin=VaultPath(record.path), entry=line.id, at=line.at, actor=line.actor)
                known.setdefault(path, item)
    items = []
    for path in _files(ground, FolderPath(TRASH_FOLDER)):
        origin = VaultPath(path.removeprefix(f"{TRASH_FOLDER}/"))
        items.append(known.get(path) or TrashItem(path=path, origin=origin))
    return tuple(items)


def find_item(items: Sequence[TrashItem], name: str) -> TrashItem:
    """Find a file in the trash, by its place there or by where it was.

    Raises:
        NotFoundError: there is none.
        AmbiguousError: several were there, one after another; `suggestions` are their places, newest first.
    """
    there = next((item for item in items if item.path == name), None)
    found = [there] if there is not None else [item for item in items if item.origin == name]
    if not found:
        raise NotFoundError(f"there is no `{name}` in the trash", path=name, hint="See: napkin trash list")
    if len(found) > 1:
        newest = sorted(found, key=lambda item: (int(item.entry or 0), item.path), reverse=True)
        raise AmbiguousError(f"several files were at `{name}`", suggestions=tuple(item.path for item in newest))
    return found[0]


def restore_of(items: Iterable[tuple[TrashItem, VaultPath]], digest: Callable[[VaultPath], Digest | None]) -> ChangeSet:
    """Give the change set that brings files back.

    Args:
        items: each with where it goes.
        digest: gives the digest of a file in the trash.
    """
    changes = [Change(path=item.path, before=digest(item.path), to=to) for item, to in items]
    return ChangeSet(op=RESTORE, changes=tuple(changes))


def purge_of(items: Iterable[TrashItem], digest: Callable[[VaultPath], Digest | None]) -> ChangeSet:
    """Give the change set that ends files in the trash for good; `digest` as for `restore_of`."""
    changes = [Change(path=item.path, before=digest(item.path), is_permanent=True) for item in items]
    return ChangeSet(op=PURGE, changes=tuple(changes))


def _files(ground: Ground, folder: FolderPath) -> list[VaultPath]:
    found: list[VaultPath] = []
    pending = [folder]
    while pending:
        above = pending.pop()
        for name, is_folder in ground.names(above):
            path = f"{above}/{name}"
            if is_folder:
                pending.append(FolderPath(path))
            else:
                found.append(VaultPath(path))
    return sorted(found)


def _exists(ground: Ground, path: VaultPath) -> bool:
    with ground.place(path) as place:
        return place is not None and place.exists()
