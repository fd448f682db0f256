"""Moving files, with every link that would break, or lead elsewhere, written anew (repair 8).

A link is left alone when it still leads where it led, and no other file has become as good a claim to it. So a move
that lets a short link find another file of the same name is mended too, and links that were broken stay as they are.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from urllib.parse import quote

from napkin_site.core.changes import Change, ChangeSet, Digest, digest_of
from napkin_site.core.edits.text import apply_edits
from napkin_site.core.link_text import Names, is_in_format, link_kind, split_raw, write_path
from napkin_site.core.model import LinkFormat, Note
from napkin_site.core.paths import FolderPath, VaultPath, file_name
from napkin_site.core.problems import Problem, Severity
from napkin_site.core.property_renames import property_edits
from napkin_site.core.reference_files import MovedPaths, is_json, rewrite_base, rewrite_json
from napkin_site.core.subpaths import target_of
from napkin_site.core.syntax import parse_note
from napkin_site.core.syntax.tree import Link, NoteFacts, Span
from napkin_site.core.values import Value
from napkin_site.errors import NapkinError

BOOKMARKS = VaultPath(".obsidian/bookmarks.json")

_NOT_JSON = "it is not JSON, so that its references are not known"

_LINKED_PATHS = ("file", "background")

Read = Callable[[VaultPath], bytes]
"""Gives the bytes of a file that is there; a `NapkinError` says why it cannot be edited."""


class Rewritten(Value):
    """A file whose links were written anew."""

    path: VaultPath
    """Where it is after the move."""
    count: int


class RenamePlan(Value):
    """A move or rename, thought through."""

    changes: ChangeSet
    rewritten: tuple[Rewritten, ...] = ()
    """By path."""
    problems: tuple[Problem, ...] = ()
    """Links that could not be written anew, and stay as they are."""

    @property
    def links(self) -> int:
        """How many links were written anew."""
        return sum(file.count for file in self.rewritten)


class Snapshot(Value):
    """What a plan needs to know of a vault."""

    notes: Mapping[VaultPath, Note]
    others: tuple[VaultPath, ...]
    """Files that are no notes, sorted."""
    link_format: LinkFormat = "shortest"
    """How the vault's links are written where they do not tell themselves."""

    @property
    def paths(self) -> tuple[VaultPath, ...]:
        """Every file."""
        return (*self.notes, *self.others)


def folder_moves(files: Iterable[VaultPath], folder: FolderPath, to: FolderPath) -> dict[VaultPath, VaultPath]:
    """Give where each file below a folder goes when the folder moves."""
    return {path: VaultPath(f"{to}{path[len(folder) :]}") for path in files if path.startswith(f"{folder}/")}


def plan_moves(
    moves: Mapping[VaultPath, VaultPath],
    vault: Snapshot,
    *,
    read: Read,
    digest: Callable[[VaultPath], Digest | None],
    op: str = "move",
    folders: Mapping[FolderPath, FolderPath] | None = None,
    emptied: tuple[FolderPath, ...] = (),
    replaced: Sequence[VaultPath] = (),
    keeps_links: bool = False,
    bookmarks: bytes | None = None,
) -> RenamePlan:
    """Plan the move of files: what becomes of them, and of every link and reference that would suffer.

    Args:
        moves: old path -> new path, of files that exist.
        vault: every file; notes that changed since are parsed again.
        read: gives a file's bytes as they are now.
        digest: gives a file's digest without its bytes.
        op: the verb for the history.
        folders: folders that move as a whole, for references that name folders.
        emptied: folders to take away afterwards, deepest first.
        replaced: files whose place a moved one takes; they go to the trash.
        keeps_links: leaves links as they are.
        bookmarks: Obsidian's file of bookmarks; None when there is none.
    """
    moving = _Moving(moves, vault, folders or {}, read, frozenset(replaced))
    edited: dict[VaultPath, tuple[bytes, bytes]] = {}
    rewritten: list[Rewritten] = []
    if not keeps_links:
        for path, before, after, count in moving.rewrites():
            edited[path] = (before, after)
            rewritten.append(Rewritten(path=moves.get(path, path), count=count))
        if bookmarks is not None:
            after, count = rewrite_json(bookmarks, ("path",), path=moving.moved.path)
            if not is_json(bookmarks):
                moving.report_unread(BOOKMARKS, bookmarks, _NOT_JSON)
            if count:
                edited[BOOKMARKS] = (bookmarks, after)
                rewritten.append(Rewritten(path=BOOKMARKS, count=count))
    # What is replaced goes first, to make room.
    changes = [Change(path=path, before=digest(path)) for path in sorted(replaced)]
    for path in sorted({*moves, *edited}):
        if path in edited:
            before, after = edited[path]
            changes.append(Change(path=path, before=digest_of(before), after=after, to=moves.get(path)))
        else:
            changes.append(Change(path=path, before=digest(path), to=moves[path]))
    return RenamePlan(
        changes=ChangeSet(op=op, changes=tuple(changes), emptied=emptied),
        rewritten=tuple(sorted(rewritten, key=lambda file: file.path)),
        problems=tuple(moving.problems),
    )


class _Moving:
    """Files on their way: where links led, and where they must lead."""

    def __init__(
        self,
        moves: Mapping[VaultPath, VaultPath],
        vault: Snapshot,
        folders: Mapping[FolderPath, FolderPath],
        read: Read,
        replaced: Collection[VaultPath],
    ) -> None:
        self._moves = moves
        self._vault = vault
        self._read = read
        self._replaced = replaced
        self._old = Names(vault.paths).resolver
        self._new = Names([moves.get(path, path) for path in vault.paths if path not in replaced])
        self.moved = MovedPaths(moves, folders)
        self._touched = _last_names([*moves, *moves.values()])
        self.problems: list[Problem] = []

    def rewrites(self) -> Iterable[tuple[VaultPath, bytes, bytes, int]]:
        """Yield each file that changes, with old and new bytes and the number of references."""
        for path, note in self._vault.notes.items():
            if path in self._replaced:
                continue
            if note.facts.is_too_large:
                self._report_large(path)
            if not self._is_concerned(path, note.facts.links):
                continue
            try:
                before = self._read(path)
            except NapkinError as error:
                self._report_uneditable(path, note.facts, error)
                continue
            after, count = self._rewrite_note(path, before, facts_of(note, before))
            if count:
                yield path, before, after, count
        for path in self._vault.others:
            extension = path.rpartition(".")[2].lower()
            if extension not in ("canvas", "base") or path in self._replaced:
                continue
            try:
                before = self._read(path)
            except NapkinError:
                continue  # no text, or not ours to edit: it has no reference that we could read
            rewrite = self._rewrite_canvas if extension == "canvas" else self._rewrite_base
            after, count = rewrite(path, before)
            if count:
                yield path, before, after, count

    def _is_concerned(self, path: VaultPath, links: Sequence[Link]) -> bool:
        if path in self._moves:
            return bool(links)
        return any(_last_name(link.path) in self._touched for link in links)

    def _path(self, text: str, source: VaultPath) -> str | None:
        """Give the new text of a link's path; None when it may stay."""
        target = self._target(text, source)
        new = None if target is None else self._written(text, target, source)
        return None if new == text else new

    def _written(self, text: str, target: VaultPath, source: VaultPath) -> str | None:
        """Write a path that leads from a file to another, both as they will be called, in the style of `text`."""
        link_format = self._vault.link_format
        old = self._old.resolve_path(text, source).path
        return self._new.path_text(
            text,
            target,
            self._moves.get(source, source),
            link_format=link_format,
            is_formatted=old is not None and is_in_format(text, old, source, link_format),
        )

    def _target(self, text: str, source: VaultPath) -> VaultPath | None:
        """Give where a link must be made to lead; None when it may stay."""
        if not text:
            return None
        was = self._old.resolve_path(text, source)
        old = was.path
        if old is None:
            return None
        wanted = self._moves.get(old, old)
        here = self._moves.get(source, source)
        now = self._new.resolver.resolve_path(text, here)
        is_right = now.path == wanted and (not now.others or bool(was.others))
        link_format = self._vault.link_format
        if is_right and is_in_format(text, old, source, link_format):
            is_right = is_in_format(text, wanted, here, link_format)
        return None if is_right else wanted

    def _rewrite_note(self, path: VaultPath, source: bytes, facts: NoteFacts) -> tuple[bytes, int]:
        edits: dict[Span, bytes] = {}
        in_properties: dict[Span, bytes] = {}
        of_properties: list[Link] = []
        escaped = 0
        for link in facts.links:
            link_path, _ = target_of(link)
            target = self._target(link_path, path)
            new = None if target is None else self._written(link_path, target, path)
            if target is None or new == link_path:
                continue
            is_escaped = link.place == "property" and link.span == facts.properties_span
            written = None if new is None else _with_path(b"[[]]" if is_escaped else source, link, new)
            if written is None:
                self.problems.append(unwritten(path, link, f"`{target}` cannot be written in it"))
            elif link.place != "property":
                edits[link.target_span] = written
            else:
                of_properties.append(link)
                escaped += is_escaped
                if not is_escaped:
                    in_properties[link.target_span] = written
        if not of_properties:
            return apply_edits(source, edits), len(edits)
        found = property_edits(source, in_properties, partial(self._value_target, path))
        if found is None:
            reason = "the front matter could not be read with it"
            self.problems += [unwritten(path, link, reason) for link in of_properties]
            return apply_edits(source, edits), len(edits)
        return apply_edits(source, edits | found), len(edits) + len(in_properties) + escaped

    def _value_target(self, path: VaultPath, link: Link, text: bytes) -> bytes | None:
        """Give the new target of a link in a property's value; None when it may stay."""
        link_path, _ = target_of(link)
        target = self._target(link_path, path)
        new = None if target is None else self._written(link_path, target, path)
        return None if new is None or new == link_path else _with_path(text, link, new)

    def _report_uneditable(self, path: VaultPath, facts: NoteFacts, error: NapkinError) -> None:
        """Report the links of a note that cannot be edited and would have to be."""
        for link in facts.links:
            if self._target(target_of(link)[0], path) is not None:
                self.problems.append(unwritten(path, link, error.message))

    def _report_large(self, path: VaultPath) -> None:
        """Report a note that is too large for its links to be known, if it may have some to what moves."""
        try:
            source = self._read(path)
        except NapkinError:
            return
        self.report_unread(path, source, "it is too large for its links to be known")

    def report_unread(self, path: VaultPath, source: bytes, reason: str) -> None:
        """Report a file whose references are not known, if it may have some to what moves."""
        text = source.decode("utf-8", "replace").lower()
        spellings = {spelling for name in self._touched for spelling in (name, quote(name))}
        if any(f"{mark}{spelling}" in text for mark in ("[[", "](", "](<", "/", '"') for spelling in spellings):
            self.problems.append(
                Problem(
                    severity=Severity.WARNING,
                    code="link-not-rewritten",
                    message=f"{reason}, and it may have some that had to be written anew",
                    path=path,
                    hint="Look through it by hand.",
                )
            )

    def _rewrite_base(self, path: VaultPath, source: bytes) -> tuple[bytes, int]:
        left: list[str] = []
        result = rewrite_base(source, link=partial(self._path, source=path), moved=self.moved, left=left.append)
        self.problems += [not_written(path, text, "its quotes cannot hold the new name") for text in left]
        return result

    def _rewrite_canvas(self, path: VaultPath, source: bytes) -> tuple[bytes, int]:
        if source.strip() and not is_json(source):
            self.report_unread(path, source, _NOT_JSON)
        count = 0

        def text_node(text: str) -> str | None:
            nonlocal count
            if "[" not in text:
                return None
            encoded = text.encode("utf-8", "surrogatepass")
            after, found = self._rewrite_note(path, encoded, parse_note(encoded).facts)
            count += max(found - 1, 0)
            return after.decode("utf-8", "surrogatepass") if found else None

        after, found = rewrite_json(source, _LINKED_PATHS, path=self.moved.path, text=text_node)
        return after, found + count


def facts_of(note: Note, source: bytes) -> NoteFacts:
    """Give the facts of a note's bytes: the known ones, if they are of these."""
    if hashlib.blake2b(source, digest_size=len(note.digest) // 2 or 1).hexdigest() == note.digest:
        return note.facts
    return parse_note(source).facts


def _with_path(text: bytes, link: Link, new: str) -> bytes | None:
    """Write the target of a link in a text with another path; None when it cannot hold it."""
    kind = link_kind(text, link)
    raw, fragment = split_raw(text[slice(*link.target_span)], kind)
    written = write_path(new, raw, kind)
    return None if written is None else written + fragment


def _last_names(paths: Iterable[VaultPath]) -> frozenset[str]:
    """Give every last part that a link to one of these files may have, in lower case."""
    names = {file_name(path).lower() for path in paths}
    return frozenset(names | {name[:-3] for name in names if name.endswith(".md")})


def _last_name(text: str) -> str:
    return text.lower().rpartition("/")[2]


def unwritten(path: VaultPath, link: Link, reason: str) -> Problem:
    """Report a link that stays as it is, though it does not lead where it led."""
    shown = f"{link.path}#{link.subpath}" if link.subpath else link.path
    return not_written(path, shown, reason, line=link.line)


def not_written(path: VaultPath, shown: str, reason: str, *, line: int = 0) -> Problem:
    """Report a reference that stays as it is; `shown` is its text."""
    return Problem(
        severity=Severity.WARNING,
        code="link-not-rewritten",
        message=f"the link to `{shown}` was not written anew: {reason}",
        path=path,
        line=line,
        hint="Change it by hand.",
    )
