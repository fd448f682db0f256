"""Paragraphs, quotes, rules, and the plain inline marks: what CommonMark has and we write as it is."""

from typing import TYPE_CHECKING, Any

import msgspec

from napkin_site.core.syntax import block_ids, callouts
from napkin_site.core.syntax.leaf import BREAK, CLOSE, DISPLAY, EMBED, HOLD, OPEN, PLAYER, Draft, Leaf, Token
from napkin_site.core.syntax.source import MARKS
from napkin_site.core.syntax.tree import EmbedHole, RemoteHole

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Handler, Walk

_EXCERPT_LENGTH = 300

_BLOCKS = frozenset((EMBED, PLAYER, DISPLAY))


def start_paragraph(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Begin a paragraph."""
    walk.open_block("paragraph", start)


def end_paragraph(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Write a paragraph; one that holds embeds or display math alone is written without its tags."""
    end_text(walk, start, end, tags=("<p>", "</p>\n"))
    walk.close_block(end)


def end_bare_text(walk: "Walk", start: int, end: int) -> None:
    """Write text of an item that has no paragraph around it."""
    end_text(walk, start, end, tags=("", ""))


def end_text(walk: "Walk", start: int, end: int, *, tags: tuple[str, str]) -> None:
    """Write the leaf that just ended, and keep what is to be known of it."""
    leaf = walk.leaf
    lone = _lone_kind(leaf) if leaf.tokens and leaf.parts[0] == HOLD else None
    if lone == DISPLAY:
        first = leaf.tokens[0]
        html = first.html.replace("span", "div", 1)[:-7] + "</div>\n"
        leaf.tokens[0] = Token(html, first.shown, DISPLAY)
    inline = walk.end_leaf()
    item = walk.frames[-1] if walk.frames and walk.frames[-1].is_item else None
    is_own_text = item is not None and not item.content
    out = walk.out
    first_piece = len(out)
    pieces = inline.pieces
    if pieces and lone is not None:
        pieces = [_as_block(piece) for piece in pieces]
        if not walk.frames:
            walk.block_kind = "math" if lone == DISPLAY else "embed"
        out += pieces
    elif pieces and (tags[0] == "" or _shows(pieces)):
        out += [tags[0], *pieces, tags[1]] if tags[0] else pieces
    marked = walk.pending_id
    if marked is not None:
        walk.pending_id = None
        if len(out) > first_piece or is_own_text:
            block_ids.add_id(walk, marked, first_piece, is_own_text=is_own_text)
    text = walk.record("item" if is_own_text else "text", inline, start, end)
    if item is not None:
        if is_own_text:
            item.content = len(out) or 1
            if item.task:
                walk.add_task_fact(item, leaf, text)
    elif text and not walk.excerpt and not walk.frames and walk.place == "body" and lone is None:
        walk.excerpt = text if len(text) <= _EXCERPT_LENGTH else _shorten(text)


def start_quote(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Begin a quote; its first line may make it a callout."""
    walk.open_block("quote", start)
    walk.open_quote(start)


def end_quote(walk: "Walk", _: Any, start: int, end: int) -> None:
    """End a quote or callout."""
    walk.flush()
    frame = walk.frames[-1]
    walk.resolve_raw()
    walk.frames.pop()
    if frame.is_callout:
        callouts.close_callout(walk, frame)
        walk.out.append(frame.close)
    else:
        walk.out.append("</blockquote>\n")
    block_ids.close_ids(walk, frame)
    walk.close_block(end)


def add_rule(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Write a thematic break."""
    walk.open_block("rule", start)
    walk.out.append("<hr />\n" if walk.is_plain else "<hr>\n")
    walk.close_block(end)


def add_text(walk: "Walk", text: str, start: int, end: int) -> None:
    """Read text; where a mask was taken for text, the source comes back, without comments."""
    leaf = walk.leaf
    masks = walk.masks
    if masks.touch(start, end):
        if walk.in_code:
            leaf.add_text(walk.source(start, end), start, end)
            return
        for part, place, stop in masks.uncover(start, end):
            leaf.add_text(part, place, stop)
        leaf.end = end
        return
    if len(text) == 1 and text in MARKS:  # written as a character reference
        text = "\ufffd"
    leaf.add_text(text, start, end)


def add_soft_break(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Write a line's end: a visible break by default (obsidian-spec §4.3)."""
    walk.leaf.add_token(walk.soft_break, start, end)


def add_hard_break(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Write a break that the author forced."""
    walk.leaf.add_token(walk.hard_break, start, end)


def make_mark(name: str) -> "tuple[Handler, Handler]":
    """Make the handlers that open and close an inline element."""
    return _make_adder(Token(f"<{name}>", "", OPEN)), _make_adder(Token(f"</{name}>", "", CLOSE))


def _make_adder(token: Token) -> "Handler":
    def add_token(walk: "Walk", _: Any, start: int, end: int) -> None:
        leaf = walk.leaf
        leaf.parts.append(HOLD)
        leaf.starts.append(start)
        leaf.tokens.append(token)
        leaf.end = end

    return add_token


def start_strikethrough(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Open a strikethrough; one tilde is plain text."""
    if walk.body.startswith(b"~~", start):
        walk.leaf.add_token(_DEL_OPEN, start, end)
    else:
        walk.leaf.add_text("~", start, start + 1)


def end_strikethrough(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Close a strikethrough."""
    if walk.body.startswith(b"~~", start):
        walk.leaf.add_token(_DEL_CLOSE, start, end)
    else:
        walk.leaf.add_text("~", end - 1, end)


_DEL_OPEN = Token("<del>", "", OPEN)
_DEL_CLOSE = Token("</del>", "", CLOSE)


def _lone_kind(leaf: Leaf) -> int | None:
    """Tell what a leaf that begins with a token consists of when that makes a paragraph needless.

    That is embeds, players, or one formula.
    """
    tokens = leaf.tokens
    if tokens[0].kind not in _BLOCKS:
        return None
    kind = tokens[0].kind
    if kind == DISPLAY and len(tokens) > 1:
        return None
    if any(token.kind not in {EMBED, PLAYER, BREAK} for token in tokens[1:]):
        return None
    text = "".join(leaf.parts).strip("\0 \t")
    return None if text and not block_ids.is_id(text) else kind


def _shows(pieces: "list[Draft]") -> bool:
    """Tell whether there is more than white space."""
    for piece in pieces:  # noqa: SIM110  # the first piece nearly always decides
        if not isinstance(piece, str) or (piece and not piece.isspace()):
            return True
    return False


def _as_block(piece: Any) -> Any:
    if isinstance(piece, EmbedHole):
        return msgspec.structs.replace(piece, is_block=True)
    if isinstance(piece, RemoteHole):
        return piece
    return piece.replace("<br>\n", "\n") if isinstance(piece, str) else piece


def _shorten(text: str) -> str:
    cut = text[: _EXCERPT_LENGTH - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > _EXCERPT_LENGTH // 2 else cut).rstrip() + "…"
