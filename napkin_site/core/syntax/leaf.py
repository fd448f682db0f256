"""A leaf: the inline content of one paragraph, heading, cell, item or link, while it is read.

It is one text in which a NUL stands for each piece of markup, so that a construct that crosses
pyromark's events (`==a **b** c==`) is found by looking at one string. NUL cannot come from a note:
`source.py` replaces it.
"""

import re
from collections.abc import Sequence

import msgspec

from napkin_site.core.syntax.escaping import escape_text
from napkin_site.core.syntax.tree import FragmentStart, Hole, IdHole

HOLD = "\0"
"""Stands in a leaf's text for one token."""

ATOM, OPEN, CLOSE, BREAK, RAW, EMBED, PLAYER, DISPLAY = range(8)

_OPENING_TAG = re.compile(r"<(?:[^\"'>]|\"[^\"]*\"|'[^']*')*")
"""The first tag of a piece, without its `>`: more may stand behind it."""


class RawHtml:
    """Raw HTML as its author wrote it, until it is sanitised."""

    __slots__ = ("html", "parts", "starts")

    def __init__(self, parts: list[str], starts: list[int]) -> None:
        self.html = "".join(parts)
        self.parts = parts
        """Its lines."""
        self.starts = starts
        """Where each begins in the body, in bytes."""


class NoteReference:
    """A reference to a footnote, until the notes are numbered."""

    __slots__ = ("label",)

    def __init__(self, label: str) -> None:
        self.label = label


class Marked:
    """An opening tag, or another first piece of a block, that block ids were given to."""

    __slots__ = ("close", "names", "open", "piece")

    def __init__(self, piece: "Draft", open_: str, close: str) -> None:
        self.piece = piece
        self.open = open_
        self.close = close
        self.names: list[str] = []

    def before(self) -> "list[Draft]":
        """Give the marks of all ids, to stand before the piece; the element's own id is not among them."""
        marks: list[Draft] = [FragmentStart(name=name, open=self.open, close=self.close) for name in self.names]
        return marks + [
            mark for name in self.names for mark in ("<span", IdHole(anchor="^" + name.lower()), "></span>")
        ]

    def pieces(self) -> "list[Draft]":
        """Give the marks and the piece, which carries the first id itself when it is an opening tag."""
        piece = self.piece
        tag = _OPENING_TAG.match(piece) if isinstance(piece, str) else None
        if not isinstance(piece, str) or tag is None or not piece.startswith(">", tag.end()):
            return [*self.before(), piece]
        end = tag.end()
        first = self.names[0]
        rest = self.before()[len(self.names) + 3 :]
        marks: list[Draft] = [FragmentStart(name=name, open=self.open, close=self.close) for name in self.names]
        own: list[Draft] = [piece[:end], IdHole(anchor="^" + first.lower())]
        if piece.startswith("<li"):  # nothing may stand between a list and its items
            return [*marks, *own, ">", *rest, piece[end + 1 :]]
        return [*marks, *rest, *own, piece[end:]]


Draft = str | Hole | RawHtml | NoteReference | Marked
"""A piece of a body while the note is read; `finish.py` makes a `Piece` of it."""


class Token(msgspec.Struct, frozen=True, gc=False):
    """A piece of markup in a leaf."""

    html: str
    """What is written for it, with a `HOLD` for each of its holes."""
    shown: str
    """Its visible text."""
    kind: int
    links: tuple[int, ...] = ()
    """The links that stand in it."""
    holes: tuple[Draft, ...] = ()
    """What is no text yet."""


class Leaf(msgspec.Struct, gc=False):
    """Inline content as it is read, event by event."""

    has_raw: bool = False
    """Whether raw HTML stands in it."""
    parts: list[str] = []
    """Texts, and a `HOLD` for each token."""
    starts: list[int] = []
    """Where each part begins in the body, in bytes."""
    tokens: list[Token] = []
    end: int = 0

    def add_text(self, text: str, start: int, end: int) -> None:
        """Append text that stands in the body just so."""
        self.parts.append(text)
        self.starts.append(start)
        self.end = end

    def add_token(self, token: Token, start: int, end: int) -> None:
        """Append a piece of markup."""
        self.parts.append(HOLD)
        self.starts.append(start)
        self.tokens.append(token)
        self.end = end


def first_line(leaf: Leaf) -> tuple[str, int] | None:
    """Give the visible text of a leaf up to its first line break, and where that stands; None without a break."""
    shown: list[str] = []
    index = 0
    for part, start in zip(leaf.parts, leaf.starts, strict=True):
        if part != HOLD:
            shown.append(part)
            continue
        token = leaf.tokens[index]
        index += 1
        if token.kind == BREAK and token.shown:
            return "".join(shown), start
        shown.append(token.shown)
    return None


class Inline(msgspec.Struct, frozen=True, gc=False):
    """Finished inline content."""

    html: str
    """What is written, with a `HOLD` for each hole."""
    text: str
    """Visible text, white space as in the source."""
    links: Sequence[tuple[int, int, int]] = ()
    """Index of a link, and where its text lies in `text`."""
    holes: Sequence[Draft] = ()
    """What is no text yet."""

    @property
    def pieces(self) -> list[Draft]:
        """What is written, piece by piece."""
        return split_pieces(self.html, self.holes)


def split_pieces(html: str, holes: Sequence[Draft]) -> list[Draft]:
    """Put holes into their places; what is between them is a piece where it is not empty."""
    if not holes:
        return [html] if html else []
    pieces: list[Draft] = [""] * (2 * len(holes) + 1)
    pieces[::2] = html.split(HOLD)
    pieces[1::2] = holes
    return list(filter(None, pieces))


def join_pieces(pieces: Sequence[Draft]) -> tuple[str, list[Draft]]:
    """Make one text of pieces, with a `HOLD` for each that is none, and give those."""
    html = "".join([piece if isinstance(piece, str) else HOLD for piece in pieces])
    return html, [piece for piece in pieces if not isinstance(piece, str)]


def assemble(joined: str, tokens: list[Token]) -> Inline:
    """Make the HTML and the visible text of a leaf: escaped text with its tokens in their places."""
    safe = escape_text(joined)
    shown = joined.split(HOLD)
    written = shown.copy() if safe is joined else safe.split(HOLD)
    holes: list[Draft] = []
    links: list[tuple[int, int, int]] = []
    place = len(shown[0])
    for index, token in enumerate(tokens, 1):
        written[index] = token.html + written[index]
        visible = token.shown
        if visible:
            shown[index] = visible + shown[index]
        if token.holes:
            holes += token.holes
        if token.links:
            links += [(link, place, place + len(visible)) for link in token.links]
        place += len(shown[index])
    return Inline("".join(written), "".join(shown), links, holes)
