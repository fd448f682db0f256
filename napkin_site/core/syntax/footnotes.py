"""Footnotes (obsidian-spec §4.8): `[^id]`, `[^id]: text`, `^[inline]`, and the badge `^[inferred]`."""

import re
from typing import TYPE_CHECKING, Any

from napkin_site.core.syntax.inline import Containers, Edit, InlineText
from napkin_site.core.syntax.leaf import ATOM, HOLD, NoteReference, Token
from napkin_site.core.syntax.links import add_source_text

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk

_BRACKETS = re.compile(r"[\[\]\0]")
_BADGE = Token('<span class="badge badge-inferred">inferred</span>', "", ATOM)


def add_reference(walk: "Walk", label: str, start: int, end: int) -> None:
    """Write a reference; an id with a space is none."""
    if _is_label(label):
        walk.leaf.add_token(Token(HOLD, "", ATOM, (), (NoteReference(label.lower()),)), start, end)
    else:
        add_source_text(walk, start, end)


def start_definition(walk: "Walk", label: str, start: int, end: int) -> None:
    """Begin a footnote's text."""
    walk.open_note(label if _is_label(label) else f" {label}", start)


def end_definition(walk: "Walk", _: Any, start: int, end: int) -> None:
    """End a footnote's text."""
    walk.flush()
    walk.close_note()


def find_inline_notes(text: InlineText) -> list[Edit]:
    """Find `^[…]`, brackets balanced inside; the text in it is finished as a leaf of its own."""
    edits: list[Edit] = []
    walk = text.walk
    done = 0
    for start, end in _note_ranges(text):
        if start < done:
            continue
        done = end
        content = text.joined[start + 2 : end - 1]
        if not content.strip():
            continue
        if content.strip() == "inferred":
            edits.append(Edit(start, end, _BADGE))
            continue
        leaf = text.cut(start + 2, end - 1)
        inline = walk.finish_note_text(leaf)
        place = text.places.at(start)
        walk.record("text", inline, place, place + len(text.joined[start:end].encode("utf-8", "replace")))
        label = f"^{place}"  # no written id begins with a caret that stands for its place
        walk.notes[label] = inline.pieces
        walk.note_labels[label] = ""
        edits.append(Edit(start, end, Token(HOLD, "", ATOM, (), (NoteReference(label),))))
    return edits


def _note_ranges(text: InlineText) -> list[tuple[int, int]]:
    """Pair the brackets of each container, and keep the pairs that a caret stands before."""
    shown = text.shown
    containers = Containers(text.leaf.tokens)
    opened: dict[int, list[int]] = {}
    ranges = []
    for match in _BRACKETS.finditer(shown):
        mark = match[0]
        place = match.start()
        if mark == HOLD:
            containers.pass_tokens(1)
        elif mark == "[":
            opened.setdefault(containers.current, []).append(place)
        elif begins := opened.get(containers.current):
            begin = begins.pop()
            if begin and shown[begin - 1] == "^":
                ranges.append((begin - 1, place + 1))
    return sorted(ranges)


def _is_label(label: str) -> bool:
    return not any(character.isspace() for character in label)
