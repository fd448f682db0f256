"""Block ids (obsidian-spec §4.9): `^id` at a block's end, or alone on the line after it."""

import re
from typing import TYPE_CHECKING

from napkin_site.core.syntax.inline import Edit, InlineText
from napkin_site.core.syntax.leaf import BREAK, HOLD, Draft, Marked
from napkin_site.core.syntax.masks import BLOCK_ID, LineStarts, Mask, heading_fill, prefix_end
from napkin_site.core.syntax.tree import BlockId, FragmentEnd

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Frame, Walk

_AT_END = re.compile(r"\^([A-Za-z0-9-]+)\s*\Z")
_WHOLE = re.compile(r"\^[A-Za-z0-9-]+")
_ALONE = re.compile(rb"\^[A-Za-z0-9-]+[ \t]*\r?(?=\n|\Z)")
# What the next line may begin with: text there would go on with the paragraph.
_BLOCK_FOLLOWS = re.compile(rb"[ \t>]*(?:\r?\n|\Z|[#>`~$%]|[-+*][ \t]|\d{1,9}[.)][ \t])")


def mask_block_ids(body: bytes) -> list[Mask]:
    """Cover an id that stands alone on its line, so that it neither joins a table or quote nor starts a paragraph."""
    if b"^" not in body:
        return []
    masks = []
    lines = LineStarts(body)
    for match in _ALONE.finditer(body):
        line = lines.at(match.start())
        if body[line : match.start()].strip(b" \t>") and prefix_end(body, line) != match.start():
            continue
        if _BLOCK_FOLLOWS.match(body, match.end() + 1) is not None:
            end = match.start() + len(match[0].rstrip())
            masks.append(Mask(match.start(), end, BLOCK_ID, heading_fill(end - match.start())))
    return masks


def find_id(text: InlineText) -> list[Edit]:
    """Find a `^id` at the end of a leaf, behind white space; the walk keeps it for the block that ends there."""
    walk = text.walk
    shown = text.shown
    place = shown.rfind("^")
    match = _AT_END.match(shown, place) if place >= 0 else None
    if match is None or not walk.takes_ids:
        return []
    before = shown[:place][-1:]
    if before == HOLD:
        if text.leaf.tokens[-1].kind != BREAK:
            return []
    elif before and not before.isspace():
        return []
    start = text.places.at(place)
    walk.pending_id = (match[1], start, start + 1 + len(match[1]))
    begin = len(shown[:place].rstrip())
    if begin and shown[begin - 1] == HOLD and text.leaf.tokens[-1].kind == BREAK and text.leaf.tokens[-1].shown:
        begin -= 1  # the line break before an id on a line of its own
    return [Edit(begin, len(shown), None)]


def add_standing_id(walk: "Walk", start: int, end: int) -> None:
    """Give the id that stands alone to the item it stands in, the quote around, or the block before."""
    name = walk.body[start + 1 : end].decode()
    if _give_to_container(walk, name, start, end, takes_item=True) or walk.frames:
        return
    if walk.drafts:
        block = walk.drafts[-1]
        _mark(block.pieces, 0, name)
        block.pieces.append(FragmentEnd(name=name))
        _add(walk, name, len(walk.drafts) - 1, start, end)


def add_id(walk: "Walk", marked: tuple[str, int, int], first: int, *, is_own_text: bool) -> None:
    """Give the id at the end of a text to the item whose own text it is, to the quote around, or to the block itself.

    Args:
        walk: the walk, right behind the block's last piece.
        marked: the id, without `^`, and its place in the body.
        first: place of the block's first piece in `walk.out`.
        is_own_text: whether this is the first text of an item.
    """
    name, start, end = marked
    if _give_to_container(walk, name, start, end, takes_item=is_own_text):
        return
    _mark(walk.out, first, name)
    walk.out.append(FragmentEnd(name=name))
    _add(walk, name, len(walk.drafts), start, end)


def keep(walk: "Walk", name: str, start: int, end: int) -> None:
    """Keep an id of the top-level block being written."""
    if not walk.in_note:
        _add(walk, name, len(walk.drafts), start, end)


def close_ids(walk: "Walk", frame: "Frame") -> None:
    """End the blocks of the ids that a container was given."""
    if frame.ids:
        walk.out += [FragmentEnd(name=name) for name in frame.ids]


def is_id(text: str) -> bool:
    """Tell whether a text is a block id and nothing else."""
    return _WHOLE.fullmatch(text) is not None


def _give_to_container(walk: "Walk", name: str, start: int, end: int, *, takes_item: bool) -> bool:
    frames = walk.frames
    if walk.in_note:
        return True  # the text of a footnote stands apart: no link leads into it
    quote = next((frame for frame in frames if frame.is_quote), None)
    if quote is not None:
        target = quote
    elif frames and frames[-1].is_item and takes_item:
        target = frames[-1]
    else:
        return False
    outer = frames[frames.index(target) - 1] if target.is_item else None
    opening, closing = (outer.list_tags(target.number)) if outer is not None else ("", "")
    _mark(walk.out, target.open, name, opening, closing)
    target.ids.append(name)
    _add(walk, name, len(walk.drafts), start, end)
    return True


def _mark(pieces: list[Draft], index: int, name: str, opening: str = "", closing: str = "") -> None:
    piece = pieces[index]
    if not isinstance(piece, Marked):
        piece = pieces[index] = Marked(piece, opening, closing)
    piece.names.append(name)


def _add(walk: "Walk", name: str, block: int, start: int, end: int) -> None:
    walk.block_ids.append(BlockId(name=name, block=block, span=walk.span(start, end), line=walk.line(start)))
