"""Finishing a leaf: the constructs pyromark does not know are found in its joined text.

`order.py` lists the finders and their order. Each looks at the text with everything hidden that an
earlier one took, or that is escaped, and returns edits; nothing is looked at twice.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from napkin_site.core.syntax.escaping import escape_text
from napkin_site.core.syntax.leaf import CLOSE, HOLD, OPEN, Inline, Leaf, Token, assemble
from napkin_site.core.syntax.raw_html import assemble_raw
from napkin_site.core.syntax.source import Places

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk

HIDDEN = "\1"
"""Covers a character that means nothing, because it is escaped."""
TAKEN = "\2"
"""Covers a character that an earlier finder took: what a later one finds ends there."""

_MEANINGFUL = frozenset("#^=[]@:/_-")


class Edit(NamedTuple):
    """Characters `start:end` of a leaf's text become a token, or go away."""

    start: int
    end: int
    token: Token | None


class InlineText:
    """A leaf's text as finders see it."""

    __slots__ = ("_counted", "_holds", "_places", "joined", "leaf", "shown", "walk")

    def __init__(self, walk: "Walk", leaf: Leaf, joined: str) -> None:
        self.walk = walk
        self.leaf = leaf
        self.joined = joined
        self._places: Places | None = None
        self.shown = joined
        """The text without what means nothing."""
        hidden = self._meaningless() if walk.has_escapes else ()
        if hidden:
            characters = list(joined)
            for place in hidden:
                characters[place] = HIDDEN
            self.shown = "".join(characters)
        self._counted = self._holds = 0

    @property
    def places(self) -> Places:
        """Where in the body its characters lie."""
        if self._places is None:
            self._places = Places(self.joined, self.leaf.parts, self.leaf.starts)
        return self._places

    def _meaningless(self) -> list[int]:
        """Find the characters that an escape or an entity wrote: pyromark cuts a text where one stands."""
        body = self.walk.body
        hidden: list[int] = []
        place = 0
        for part, start in zip(self.leaf.parts, self.leaf.starts, strict=True):
            if body[start : start + 1] == b"&" and not part.startswith("&"):
                hidden.extend(range(place, place + len(part)))
            elif part[:1] in _MEANINGFUL and body[start - 1 : start] == b"\\" and part:
                hidden.append(place)
            place += len(part)
        return hidden

    def hide(self, edits: Sequence[Edit]) -> None:
        """Hide what edits took."""
        parts = []
        done = 0
        for edit in edits:
            parts.append(self.shown[done : edit.start])
            parts.append(TAKEN * (edit.end - edit.start))
            done = edit.end
        parts.append(self.shown[done:])
        self.shown = "".join(parts)

    def cut(self, start: int, end: int) -> Leaf:
        """Give a part of the leaf as a leaf; ask in order of places."""
        leaf = Leaf()
        leaf.has_raw = self.leaf.has_raw
        first = self.places.part_of(start)
        self._holds += self.joined.count(HOLD, self._counted, start)
        self._counted = start
        before = self._holds
        count = 0
        for index in range(first, len(self.leaf.parts)):
            place = self.places.start_of(index)
            if place >= end:
                break
            part = self.leaf.parts[index]
            skipped = max(0, start - place)
            text = part[skipped : end - place]
            if text:
                leaf.parts.append(text)
                leaf.starts.append(self.leaf.starts[index] + len(part[:skipped].encode("utf-8", "replace")))
                count += text.count(HOLD)
        leaf.tokens = self.leaf.tokens[before : before + count]
        return leaf


class Containers:
    """Tells, going forward, in which formatting container a place lies: what begins in one must end in it."""

    __slots__ = ("_index", "_next", "_stack", "_tokens")

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._index = 0
        self._stack = [0]
        self._next = 1

    def pass_tokens(self, count: int) -> None:
        """Go past the next tokens."""
        stack = self._stack
        first = self._index
        self._index = first + count
        for token in self._tokens[first : self._index]:
            kind = token.kind
            if kind == OPEN:
                stack.append(self._next)
                self._next += 1
            elif kind == CLOSE and len(stack) > 1:
                stack.pop()

    @property
    def current(self) -> int:
        """Number of the innermost container."""
        return self._stack[-1]


Finder = Callable[[InlineText], list[Edit]]


class FinderEntry(NamedTuple):
    """One line of the table of order."""

    trigger: str
    """Text without which there is nothing to find."""
    find: Finder
    in_links: bool
    """Whether it also looks at the text of links."""
    in_notes: bool = True
    """Whether it also looks at the text of inline footnotes."""


FinishLeaf = Callable[["Walk", Leaf], Inline]


def make_finisher(finders: Sequence[FinderEntry]) -> FinishLeaf:
    """Make the function that finishes leaves by a table of finders."""

    def finish_leaf(walk: "Walk", leaf: Leaf) -> Inline:
        parts = leaf.parts
        joined = parts[0] if len(parts) == 1 else "".join(parts)
        tokens = leaf.tokens
        text: InlineText | None = None
        edits: list[Edit] = []
        found: list[Edit] = []
        for trigger, find, in_links, in_notes in finders:
            if trigger in joined and (in_links or not walk.leaves) and (in_notes or not walk.in_note_text):
                if text is None:
                    text = InlineText(walk, leaf, joined)
                elif found:
                    text.hide(found)
                found = find(text)
                edits += found
        if edits:
            joined, tokens = _apply(joined, tokens, sorted(edits, key=_start_of))
        if leaf.has_raw:
            return assemble_raw(walk, joined, tokens)
        if not tokens:
            return Inline(escape_text(joined), joined)
        return assemble(joined, tokens)

    return finish_leaf


def _start_of(edit: Edit) -> int:
    return edit.start


def _apply(joined: str, tokens: list[Token], edits: list[Edit]) -> tuple[str, list[Token]]:
    parts: list[str] = []
    kept: list[Token] = []
    done = passed = 0
    for edit in edits:
        text = joined[done : edit.start]
        count = text.count(HOLD)
        parts.append(text)
        kept += tokens[passed : passed + count]
        passed += count + joined.count(HOLD, edit.start, edit.end)
        if edit.token is not None:
            parts.append(HOLD)
            kept.append(edit.token)
        done = edit.end
    parts.append(joined[done:])
    kept += tokens[passed:]
    return "".join(parts), kept
