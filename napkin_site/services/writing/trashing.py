"""The trash: what is in it, bringing it back, and ending it (memory-spec §7.4, repairs 5 and 14)."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from napkin_site.core.changes import ChangeSet
from napkin_site.core.path_rules import TRASH_FOLDER
from napkin_site.core.paths import FolderPath, VaultPath, nfc
from napkin_site.core.references import resolve_reference, suggest
from napkin_site.core.values import Value
from napkin_site.errors import ExistsError, NotFoundError
from napkin_site.services.writing.moving import Move
from napkin_site.services.writing.places import Thing, place_for
from napkin_site.services.writing.session import Draft, WriteSession, Written
from napkin_site.vault.trash import TrashItem, find_item, purge_of, restore_of


class TrashList(Value):
    """What is in the trash."""

    trash: tuple[TrashItem, ...]
    """By path."""


class Restored(Written, kw_only=True, rename={"source": "from"}):
    """What came back from the trash."""

    source: str
    """In JSON `from`: where it lay in the trash."""
    restored: bool
    """False for a preview."""
    moves: tuple[Move, ...] = ()
    """Of a folder: every file that came back."""


class Ended(Value, omit_defaults=True):
    """What was ended for good."""

    purged: tuple[str, ...]
    """Where the files lay in the trash, by path; in a preview, those that would go."""
    id: str = ""
    """The entry of the history; empty when there was nothing, and for a preview."""
    diff: str = ""
    """For a preview: what would be lost, as a unified diff."""
    warnings: tuple[str, ...] = ()


class _Found(NamedTuple):
    """What a name means in the trash."""

    items: tuple[TrashItem, ...]
    folder: str = ""
    """The folder they were in, when that was named; empty for one file."""


class _Told(NamedTuple):
    """What the caller is told of what came back."""

    path: str
    source: str
    moves: tuple[Move, ...]
    is_folder: bool


def list_trash(session: WriteSession) -> TrashList:
    """List what is in the trash, with where it was, and who deleted it."""
    with session.open_writer() as writer:
        return TrashList(trash=writer.trash())


def restore_file(session: WriteSession, name: str, *, to: str = "") -> Restored:
    """Bring a file back from the trash, or a folder with all that was deleted of it.

    Args:
        session: who asks, and how.
        name: where it was, or its name, or where it lies in the trash; a folder may end in a slash.
        to: where it goes, as for a move; empty is where it was.

    Raises:
        NotFoundError: there is no such thing in the trash.
        AmbiguousError: several files fit; `suggestions` are their places in the trash, newest first.
        ExistsError: its place is taken.
        NapkinError: what `WriteSession.commit` raises.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, _Told]:
        found = _find(draft.disk.trash(), name)
        was = Thing(found.folder or found.items[0].origin, is_folder=bool(found.folder))
        goes = place_for(draft, was, to) if to else was
        places = [(item, VaultPath(goes.path + item.origin[len(was.path) :])) for item in found.items]
        for item, place in places:
            _see_free(draft, item, place)
        moves = tuple(Move(source=item.path, to=place) for item, place in places)
        source = f"{TRASH_FOLDER}/{found.folder}" if found.folder else found.items[0].path
        return restore_of(places, draft.disk.digest_of_trash), _Told(goes.path, source, moves, was.is_folder)

    done, told = session.commit(plan)
    return Restored(
        path=told.path,
        id=done.id,
        etag=done.etags.get(VaultPath(told.path), ""),
        diff=done.diff,
        source=told.source,
        restored=not session.is_dry_run,
        moves=told.moves if told.is_folder else (),
    )


def purge_trash(session: WriteSession, names: Collection[str] | None = None) -> Ended:
    """End files in the trash for good; the history forgets what only they held, too.

    Args:
        session: who asks, and how.
        names: as for `restore_file`; None is all.

    Raises:
        NotFoundError, AmbiguousError: as `restore_file`.
        NapkinError: what `WriteSession.commit` raises.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, tuple[str, ...]]:
        items = draft.disk.trash()
        if names is not None:
            chosen = {item.path: item for name in names for item in _find(items, name).items}
            items = tuple(chosen[path] for path in sorted(chosen))
        return purge_of(items, draft.disk.digest_of_trash), tuple(item.path for item in items)

    done, purged = session.commit(plan)
    return Ended(purged=purged, id=done.id, diff=done.diff)


def _find(items: Sequence[TrashItem], name: str) -> _Found:
    """Find a file by its place in the trash, by where it was, or by its name; else a folder, newest files first.

    Raises:
        NotFoundError: there is no such thing; `suggestions` are like it.
        AmbiguousError: several files fit.
    """
    text = nfc(name).removeprefix("./")
    if not text.endswith("/"):
        try:
            return _Found((find_item(items, text),))
        except NotFoundError:
            pass
        origins = [item.origin for item in items]
        try:
            return _Found((find_item(items, resolve_reference(text, sorted(set(origins)))[0]),))
        except NotFoundError:
            pass
    folder = FolderPath(text.removeprefix(f"{TRASH_FOLDER}/").strip("/"))
    newest = sorted(items, key=lambda item: int(item.entry or 0))
    inside = {item.origin: item for item in newest if folder and item.origin.startswith(f"{folder}/")}
    if not inside:
        near = suggest(text, sorted({item.origin for item in items}))
        raise NotFoundError(
            f"there is no `{name}` in the trash",
            path=name,
            hint="" if near else "See what there is: napkin trash list",
            suggestions=near,
        )
    return _Found(tuple(inside[origin] for origin in sorted(inside)), folder)


def _see_free(draft: Draft, item: TrashItem, place: VaultPath) -> None:
    if draft.disk.exists(place):
        raise ExistsError(
            f"there is a file `{place}` already",
            existing=place,
            path=item.path,
            hint="Name another place with `--to`.",
        )
