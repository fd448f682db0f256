"""Moving and renaming files and folders, with the links to them and in them (memory-spec §7.3, repairs 8 and 13)."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from napkin_site.core.changes import ChangeSet, Digest
from napkin_site.core.path_rules import twin_key, unlinkable
from napkin_site.core.paths import FolderPath, VaultPath, file_name
from napkin_site.core.problems import Problem
from napkin_site.core.values import Value
from napkin_site.errors import ExistsError, NotFoundError, UsageError
from napkin_site.services.access import VaultAccess
from napkin_site.services.writing.places import Thing, find_thing, note_folder, place_for, renamed
from napkin_site.services.writing.session import Draft, WriteSession, Written

if TYPE_CHECKING:
    from napkin_site.core.renames import Snapshot

Links = Literal["rewrite", "keep"]
"""What becomes of links: `keep` leaves them as they are, though they break."""


class RewrittenFile(Value):
    """A file whose links were written anew."""

    path: str
    """As it is called after the move."""
    count: int
    """How many of its links."""


class Move(Value, rename={"source": "from"}):
    """A file that moved."""

    source: str
    """In JSON `from`: where it was."""
    to: str


class Moved(Written, kw_only=True, rename={"source": "from"}):
    """What moved, and the links that were written anew for it."""

    source: str = ""
    """In JSON `from`: the file or folder as it was called; empty where several were named."""
    to: str
    """As it is called now; where several were named, the folder they went to."""
    links: int
    """How many links were written anew."""
    rewritten: tuple[RewrittenFile, ...]
    """Where they stand, by path."""
    problems: tuple[Problem, ...]
    """Links that should have been written anew and could not be; they stay as they were."""
    moves: tuple[Move, ...] = ()
    """Every file that moved, by old path; empty where one file was named."""
    trash: tuple[str, ...] = ()
    """Where the files lie whose places were taken."""


class Route(NamedTuple):
    """A file or folder, and where it goes."""

    thing: Thing
    to: Thing


class _Told(NamedTuple):
    """What the caller is told of a move."""

    routes: tuple[Route, ...]
    moves: Mapping[VaultPath, VaultPath]
    rewritten: tuple[RewrittenFile, ...] = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()


def move_files(
    session: WriteSession,
    references: Sequence[str],
    to: str,
    *,
    links: Links = "rewrite",
    overwrite: bool = False,
) -> Moved:
    """Move files or folders into a folder, or one file to a new path.

    Args:
        session: who asks, and how.
        references: notes, attachments or folders, as for reading; a folder may end in a slash.
        to: the folder, made if need be; or, of one file, a path that ends as its name does.
        links: whether links follow.
        overwrite: what is in the way goes to the trash.

    Raises:
        NotFoundError, AmbiguousError, UsageError: a reference does not fit one thing, or the places clash.
        ExistsError: there is something already where a file goes.
        PathRefusedError: a new path is not taken.
        NapkinError: what `WriteSession.commit` raises.
    """

    def routes(draft: Draft) -> list[Route]:
        things = list(dict.fromkeys(find_thing(draft, reference) for reference in references))
        return [Route(thing, place_for(draft, thing, to)) for thing in things]

    return _move(session, "move", routes, links=links, overwrite=overwrite)


def rename_file(
    session: WriteSession, reference: str, name: str, *, links: Links = "rewrite", overwrite: bool = False
) -> Moved:
    """Give a file or folder another name, in its folder.

    Args:
        session: who asks, and how.
        reference: a note, attachment or folder, as for reading; a folder may end in a slash.
        name: the new name; a file keeps its extension, which may be left out.
        links: as for `move_files`.
        overwrite: the same.

    Raises:
        NapkinError: what `move_files` raises.
    """

    def routes(draft: Draft) -> list[Route]:
        thing = find_thing(draft, reference)
        return [Route(thing, renamed(thing, name))]

    return _move(session, "rename", routes, links=links, overwrite=overwrite)


def _move(
    session: WriteSession, op: str, routes: Callable[[Draft], Sequence[Route]], *, links: Links, overwrite: bool
) -> Moved:
    def plan(draft: Draft) -> tuple[ChangeSet, _Told]:
        return _plan(draft, op, tuple(routes(draft)), keeps_links=links == "keep", overwrite=overwrite)

    if links == "rewrite" and session.publishes:
        session.access.read_ahead()  # without the lock, so that others need not wait while a large vault is parsed
    done, told = session.commit(plan)
    first = told.routes[0]
    is_one = len(told.routes) == 1
    to = first.to.path if is_one else first.to.path.rpartition("/")[0]
    left = _left_folders(session, told.routes) if session.publishes else ()
    return Moved(
        path=to,
        id=done.id,
        etag=done.etags.get(VaultPath(to), "") if is_one else "",
        diff=done.diff,
        warnings=(*told.warnings, *left),
        source=first.thing.path if is_one else "",
        to=to,
        links=sum(file.count for file in told.rewritten),
        rewritten=told.rewritten,
        problems=told.problems,
        moves=()
        if is_one and not first.thing.is_folder
        else tuple(Move(source=path, to=told.moves[path]) for path in sorted(told.moves)),
        trash=tuple(sorted(done.trash.values())),
    )


def _plan(
    draft: Draft, op: str, routes: tuple[Route, ...], *, keeps_links: bool, overwrite: bool
) -> tuple[ChangeSet, _Told]:
    if len(routes) == 1 and not routes[0].thing.is_folder:
        draft.expect(VaultPath(routes[0].thing.path))
    else:
        draft.expect_nothing()
    moves = _moves(draft, routes)
    if not moves:
        return ChangeSet(op=op, changes=()), _Told(routes, moves)
    replaced = _replaced(draft, moves, overwrite=overwrite)
    from napkin_site.core.renames import BOOKMARKS, Snapshot, plan_moves

    going = [route for route in routes if route.thing.is_folder and route.thing != route.to]
    planned = plan_moves(
        moves,
        Snapshot(notes={}, others=()) if keeps_links else _snapshot(draft.access, moves),
        read=draft.disk.need_text,
        digest=lambda path: _digest(draft, path),
        op=op,
        folders={FolderPath(route.thing.path): FolderPath(route.to.path) for route in going},
        emptied=tuple(folder for route in going for folder in draft.disk.folders_below(FolderPath(route.thing.path))),
        replaced=replaced,
        keeps_links=keeps_links,
        bookmarks=None if keeps_links else draft.disk.read(BOOKMARKS),
    )
    rewritten = tuple(RewrittenFile(path=file.path, count=file.count) for file in planned.rewritten)
    return planned.changes, _Told(routes, moves, rewritten, planned.problems, _warnings(draft, routes))


def _moves(draft: Draft, routes: Sequence[Route]) -> dict[VaultPath, VaultPath]:
    """Give where each file goes; those that stay are left out.

    Raises:
        UsageError: a folder would go into itself, or two files to one place.
    """
    moves: dict[VaultPath, VaultPath] = {}
    taken: dict[str, VaultPath] = {}
    for thing, to in routes:
        if thing.is_folder and f"{to.path}/".startswith(f"{thing.path}/") and to != thing:
            raise UsageError(f"the folder `{thing.path}` cannot go into itself", path=thing.path)
        if thing.is_folder and thing.path != to.path and thing.path.casefold() == to.path.casefold():
            raise UsageError(
                f"`{thing.path}` and `{to.path}` are one folder on some disks",
                path=thing.path,
                hint="Rename the folder to something else first, and then to what you want.",
            )
        files = draft.disk.files_below(FolderPath(thing.path)) if thing.is_folder else (VaultPath(thing.path),)
        for path in files:
            target = VaultPath(to.path + path[len(thing.path) :])
            other = taken.setdefault(twin_key(target), path)
            if other != path or moves.get(path, target) != target:
                raise UsageError(f"`{path}` and `{other}` would both become `{target}`", path=path)
            if target != path:
                moves[path] = target
    return moves


def _replaced(draft: Draft, moves: Mapping[VaultPath, VaultPath], *, overwrite: bool) -> tuple[VaultPath, ...]:
    """Give the files whose places are taken.

    Raises:
        ExistsError: there are some, and that was not asked for (repair 13).
    """
    found = []
    for path, target in sorted(moves.items()):
        if twin_key(path) == twin_key(target) or not draft.disk.exists(target) or target in moves:
            continue
        if not overwrite:
            raise ExistsError(
                f"there is a file `{target}` already",
                existing=target,
                path=target,
                hint="Choose another name, or send the old file to the trash with `--overwrite`.",
            )
        found.append(target)
    return tuple(found)


def _snapshot(access: VaultAccess, moves: Mapping[VaultPath, VaultPath]) -> "Snapshot":
    """Give what a plan must know of the vault; what moves is part of it, though ignore rules hide it."""
    from napkin_site.core.model import FileTimes, Note
    from napkin_site.core.paths import name_of
    from napkin_site.core.renames import Snapshot

    vault = access.snapshot.vault
    notes = dict(vault.notes)
    others = set(vault.files)
    for path in moves:
        if path in notes or path in others:
            continue
        if path[-3:].lower() != ".md":
            others.add(path)
            continue
        file, syntax = access.parse(path)
        notes[path] = Note(
            path=path,
            name=name_of(path),
            facts=syntax.facts,
            properties=(),
            tags=(),
            aliases=(),
            times=FileTimes(size=len(file.source), created_ns=file.modified_ns, modified_ns=file.modified_ns),
            digest="",
        )
    return Snapshot(notes=notes, others=tuple(sorted(others)), link_format=vault.settings.link_format)


def _digest(draft: Draft, path: VaultPath) -> Digest:
    digest = draft.disk.digest(path)
    if digest is None:
        raise NotFoundError(f"there is no file `{path}`", path=path)
    return digest


def _warnings(draft: Draft, routes: Sequence[Route]) -> tuple[str, ...]:
    found = []
    for thing, to in routes:
        name = file_name(VaultPath(to.path))
        if name != file_name(VaultPath(thing.path)) and (marks := unlinkable(name)):
            found.append(f"`{marks[0]}` in a name cannot stand in a wikilink: {to.path}")
        if folder := note_folder(draft.access, thing):
            found.append(f"the folder {folder}/ stays; this note is not its page any more")
    return tuple(found)


def _left_folders(session: WriteSession, routes: Sequence[Route]) -> tuple[str, ...]:
    """Tell of folders that moved and are still there: hidden files stay in them."""
    left = [thing for thing, to in routes if thing.is_folder and thing != to]
    return tuple(
        f"the folder {thing.shown} stays, with what is hidden in it"
        for thing in left
        if (session.location.root / thing.path).is_dir()
    )
