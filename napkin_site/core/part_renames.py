"""Renaming a heading or a block id, with the fragment of every link that leads there.

Links in notes, in the cards of canvases, the parts of notes that canvases show, and bookmarks. A fragment that
still leads there is left alone, as in `renames.py`, which is about files.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from napkin_site.core.changes import Change, ChangeSet, digest_of
from napkin_site.core.edits.json_text import JsonText, items, members, read_json
from napkin_site.core.edits.patch import rename_heading_line
from napkin_site.core.edits.targets import BlockTarget, HeadingTarget, find_block, find_section
from napkin_site.core.edits.text import apply_edits
from napkin_site.core.link_text import Names, link_kind, split_raw, write_path
from napkin_site.core.paths import VaultPath, vault_path
from napkin_site.core.problems import Problem
from napkin_site.core.property_renames import property_edits
from napkin_site.core.renames import (
    BOOKMARKS,
    Read,
    RenamePlan,
    Rewritten,
    Snapshot,
    facts_of,
    not_written,
    unwritten,
)
from napkin_site.core.subpaths import SubpathIndex, is_block_subpath, segments_of, target_of
from napkin_site.core.syntax import parse_note
from napkin_site.core.syntax.block_ids import is_id
from napkin_site.core.syntax.headings import normalise_heading
from napkin_site.core.syntax.tree import Link, NoteFacts, Span
from napkin_site.errors import EditError, NapkinError

_NOT_IN_FRAGMENT = str.maketrans(dict.fromkeys("#|^:%[]\\\r\n", " "))

_NO_WAY = "no text leads there alone"

_Object = dict[str, tuple[Any, Span]]
"""An object of JSON: name -> value, and where it stands in the text, in characters."""

_NewFragment = Callable[[str], tuple[str, ...] | None]
"""Gives the parts of a fragment after the rename; None when it may stay, empty when no text leads there."""


def plan_heading_rename(
    path: VaultPath,
    target: HeadingTarget,
    text: str,
    vault: Snapshot,
    *,
    read: Read,
    bookmarks: bytes | None = None,
    op: str = "rename",
) -> RenamePlan:
    """Plan the rename of a heading, with the fragments of the links to it.

    Args:
        path: the note.
        target: its heading.
        text: the new text of the heading.
        vault: every file.
        read: gives a file's bytes as they are now.
        bookmarks: Obsidian's file of bookmarks; None when there is none.
        op: the verb for the history.

    Raises:
        NotFoundError: there is no such heading.
        AmbiguousError: there are several.
        EditError: the text cannot be a heading.
    """
    source = read(path)
    syntax = parse_note(source)
    line = find_section(source, syntax, target).line
    renamed = rename_heading_line(source, line, text)
    key = next(heading.key for heading in syntax.facts.headings if line[0] <= heading.span[0] < line[1])
    fragment = _heading_fragment(syntax.facts, parse_note(renamed).facts, key, text)

    def rewrite(edits: Mapping[Span, bytes]) -> bytes:
        # Links in the heading itself go with its old text.
        outside = {span: new for span, new in edits.items() if not line[0] <= span[0] < line[1]}
        heading = rename_heading_line(source[slice(*line)], (0, line[1] - line[0]), text)
        return apply_edits(source, outside | {line: heading})

    return _Renaming(path, source, rewrite, fragment, vault, read).plan(op, bookmarks)


def plan_block_rename(
    path: VaultPath,
    target: BlockTarget,
    name: str,
    vault: Snapshot,
    *,
    read: Read,
    bookmarks: bytes | None = None,
    op: str = "rename",
) -> RenamePlan:
    """Plan the rename of a block id, with the fragments of the links to it; arguments as for headings.

    Raises:
        NotFoundError: there is no such block.
        EditError: the name is no block id, or the note has a block of that name.
    """
    name = name.strip().removeprefix("^")
    if not is_id(f"^{name}"):
        raise EditError(f"`{name}` is no block id", hint="Use Latin letters, digits and `-`.")
    source = read(path)
    syntax = parse_note(source)
    block = find_block(source, syntax, target)
    index = SubpathIndex(syntax.facts)
    ours = index.block(f"^{target.name.removeprefix('^')}")
    if index.block(f"^{name}") not in (None, ours):
        raise EditError(f"the note has a block `^{name}` already", path=path, hint="Choose another name.")

    def fragment(subpath: str) -> tuple[str, ...] | None:
        if not is_block_subpath(subpath) or index.block(subpath) != ours:
            return None
        new = (*segments_of(subpath)[:-1], f"^{name}")
        return None if name.lower() == target.name.removeprefix("^").lower() else new

    def rewrite(edits: Mapping[Span, bytes]) -> bytes:
        return apply_edits(source, {**edits, block.marker: f"^{name}".encode()})

    return _Renaming(path, source, rewrite, fragment, vault, read).plan(op, bookmarks)


class _Renaming:
    """A rename, with the links that lead to what is renamed."""

    def __init__(
        self,
        path: VaultPath,
        source: bytes,
        rewrite: Callable[[Mapping[Span, bytes]], bytes],
        fragment: _NewFragment,
        vault: Snapshot,
        read: Read,
    ) -> None:
        self._path = path
        self._source = source
        self._rewrite = rewrite
        self._fragment = fragment
        self._vault = vault
        self._read = read
        # A note that ignore rules hide is no part of the vault, and can be edited all the same.
        self._names = Names(vault.paths if path in vault.notes else [*vault.paths, path])
        self._problems: list[Problem] = []

    def plan(self, op: str, bookmarks: bytes | None) -> RenamePlan:
        changes: list[Change] = []
        rewritten: list[Rewritten] = []
        for path, before, after, count in self._files(bookmarks):
            if after != before:
                changes.append(Change(path=path, before=digest_of(before), after=after))
            if count:
                rewritten.append(Rewritten(path=path, count=count))
        return RenamePlan(
            changes=ChangeSet(op=op, changes=tuple(changes)),
            rewritten=tuple(sorted(rewritten, key=lambda file: file.path)),
            problems=tuple(self._problems),
        )

    def _files(self, bookmarks: bytes | None) -> Iterator[tuple[VaultPath, bytes, bytes, int]]:
        """Yield each file that may change, with old and new bytes and the number of links."""
        edits = self._note_edits(self._path, self._source, parse_note(self._source).facts)
        yield self._path, self._source, self._rewrite(edits), len(edits)
        for path, note in self._vault.notes.items():
            if path != self._path and any(link.subpath for link in note.facts.links):
                try:
                    before = self._read(path)
                except NapkinError as error:
                    self._report_uneditable(path, note.facts, error)
                    continue
                edits = self._note_edits(path, before, facts_of(note, before))
                yield path, before, apply_edits(before, edits), len(edits)
        for path in self._vault.others:
            if path[-7:].lower() == ".canvas":
                try:
                    before = self._read(path)
                except NapkinError:
                    continue  # no text: it has no reference that we could read
                yield path, before, *self._json(path, before)
        if bookmarks is not None:
            yield BOOKMARKS, bookmarks, *self._json(BOOKMARKS, bookmarks)

    def _note_edits(self, path: VaultPath, source: bytes, facts: NoteFacts) -> dict[Span, bytes]:
        edits: dict[Span, bytes] = {}
        in_properties: dict[Span, bytes] = {}
        of_properties: list[Link] = []
        for link in facts.links:
            new = self._new_fragment(path, link)
            if new is None:
                continue
            is_escaped = link.place == "property" and link.span == facts.properties_span
            if not new:
                self._problems.append(unwritten(path, link, _NO_WAY))
            elif link.place != "property":
                edits[link.target_span] = _with_fragment(source, link, new)
            else:
                of_properties.append(link)
                if not is_escaped:
                    in_properties[link.target_span] = _with_fragment(source, link, new)
        if not of_properties:
            return edits
        found = property_edits(source, in_properties, partial(self._value_target, path))
        if found is None:
            reason = "the front matter could not be read with it"
            self._problems += [unwritten(path, link, reason) for link in of_properties]
        return edits | (found or {})

    def _value_target(self, path: VaultPath, link: Link, text: bytes) -> bytes | None:
        """Give the new target of a link in a property's value; None when it may stay."""
        new = self._new_fragment(path, link)
        return _with_fragment(text, link, new) if new else None

    def _new_fragment(self, path: VaultPath, link: Link) -> tuple[str, ...] | None:
        """Give the parts of a link's new fragment; None when it may stay, empty when no text leads there."""
        link_path, subpath = target_of(link)
        if not subpath or self._names.resolver.resolve_path(link_path, path).path != self._path:
            return None
        return self._fragment(subpath)

    def _report_uneditable(self, path: VaultPath, facts: NoteFacts, error: NapkinError) -> None:
        """Report the links of a note that cannot be edited and would have to be."""
        self._problems += [
            unwritten(path, link, error.message) for link in facts.links if self._new_fragment(path, link) is not None
        ]

    def _json(self, path: VaultPath, source: bytes) -> tuple[bytes, int]:
        """Give a canvas or the bookmarks with new fragments, and how many; what cannot be read stays as it is."""
        try:
            document = read_json(source, "the file")
        except NapkinError:
            return source, 0
        edits: dict[Span, str] = {}
        count = 0
        for held in _objects(document):
            for name, change in (("text", partial(self._card, path)), ("subpath", partial(self._subpath, path, held))):
                old = held.get(name, ("", (0, 0)))
                new, found = change(old[0]) if isinstance(old[0], str) else ("", 0)
                if found:
                    count += found
                    edits[old[1]] = json.dumps(new, ensure_ascii="\\u" in document.text[slice(*old[1])])
        text = document.text
        for (start, end), new in sorted(edits.items(), reverse=True):
            text = text[:start] + new + text[end:]
        return text.encode(), count

    def _card(self, path: VaultPath, text: str) -> tuple[str, int]:
        """Give the Markdown of a card with new fragments, and how many."""
        if "[" not in text:
            return text, 0
        encoded = text.encode("utf-8", "surrogatepass")
        edits = self._note_edits(path, encoded, parse_note(encoded).facts)
        return apply_edits(encoded, edits).decode("utf-8", "surrogatepass"), len(edits)

    def _subpath(self, path: VaultPath, held: _Object, text: str) -> tuple[str, int]:
        """Give the new `subpath` of an object that names our note, and 1; or 0 where it may stay."""
        named = held.get("file", held.get("path", ("", (0, 0))))[0]
        if not isinstance(named, str) or vault_path(named).lower() != self._path.lower():
            return text, 0
        new = self._fragment(text.removeprefix("#"))
        if new == ():
            self._problems.append(not_written(path, f"{named}{text}", _NO_WAY))
        return ("#" + "#".join(new), 1) if new else (text, 0)


def _heading_fragment(old: NoteFacts, new: NoteFacts, key: str, text: str) -> _NewFragment:
    """Make the function that finds what a fragment must be after a heading was renamed.

    Args:
        old: the note before.
        new: the note after.
        key: the heading before, as links know it.
        text: the heading's new text.
    """
    before, after = SubpathIndex(old), SubpathIndex(new)
    shown = " ".join(text.translate(_NOT_IN_FRAGMENT).split())

    def fragment(subpath: str) -> tuple[str, ...] | None:
        was = None if is_block_subpath(subpath) else before.heading(subpath)
        if was is None or after.heading(subpath) == was:
            return None
        parts = tuple(shown if normalise_heading(part) == key else part for part in segments_of(subpath))
        return parts if after.heading("#".join(parts)) == was else ()

    return fragment


def _with_fragment(text: bytes, link: Link, parts: Sequence[str]) -> bytes:
    """Write the target of a link in a text with another fragment."""
    kind = link_kind(text, link)
    kept, old = split_raw(text[slice(*link.target_span)], kind)
    mark = b"%23" if old.startswith(b"%23") else b"#"
    written = [write_path(part, old, kind) or b"" for part in parts]
    return kept + mark + b"#".join(part.strip() if kind == "wikilink" else part for part in written)


def _objects(document: JsonText) -> Iterator[_Object]:
    """Give every object of a document: name -> its value, and where that stands."""
    text = document.text
    pending = [document.root]
    while pending:
        at = pending.pop()
        if text[at] == "{":
            spans = {member.name: (member.value.start, member.value.end) for member in members(text, at)}
            yield {name: (json.loads(text[slice(*span)]), span) for name, span in spans.items()}
            pending += [start for start, _ in spans.values()]
        elif text[at] == "[":
            pending += [item.start for item in items(text, at)]
