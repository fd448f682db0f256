"""Headings (obsidian-spec §4.2): levels, the outline, anchors, and the key that links are matched by (§2.5)."""

import re
from typing import TYPE_CHECKING, Any

from napkin_site.core.syntax import block_ids, callouts
from napkin_site.core.syntax.masks import BLOCK_ID, CALLOUT, Mask
from napkin_site.core.syntax.tree import FragmentEnd, FragmentStart, Heading, IdHole

if TYPE_CHECKING:
    from napkin_site.core.syntax.leaf import Draft
    from napkin_site.core.syntax.walk import Walk

_STRIPPED = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
_NOT_IN_SLUG = re.compile(r"[^\w\- ]+")
_ATX = re.compile(r"#{1,6}(?=[ \t\r\n]|$)")
# Ids that the page's footnotes have.
_RESERVED = re.compile(r"fn(?:ref)?-\d")


def normalise_heading(raw: str) -> str:
    """Give the form in which a heading's source and a link's subpath are compared (obsidian-spec §2.5)."""
    return _STRIPPED.sub(" ", raw).strip().lower()


def slug_of(text: str) -> str:
    """Make an id of a heading's visible text: GitHub's way, letters of any script kept; never empty."""
    slug = _NOT_IN_SLUG.sub("", text.lower()).strip(" -_").replace(" ", "-")
    return slug or "section"


class Anchors:
    """Hands out ids that are unique on a note's page."""

    __slots__ = ("_next", "_taken")

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def take(self, text: str) -> str:
        """Give the id for a heading with that visible text."""
        slug = slug_of(text)
        if _RESERVED.match(slug):
            slug = f"section-{slug}"
        anchor = slug
        if anchor in self._taken:
            number = self._next.get(slug, 2)
            while (anchor := f"{slug}-{number}") in self._taken:
                number += 1
            self._next[slug] = number + 1
        self._taken.add(anchor)
        return anchor


def start_heading(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Begin a heading, or what was masked as one."""
    mask = walk.masks.heads.get(start)
    walk.head = mask
    if mask is None:
        walk.open_block("heading", start)
    elif mask.kind != CALLOUT:
        walk.flush()
    elif not _begins_quote(walk):
        walk.open_block("paragraph", start)
        callouts.add_head_text(walk, mask)


def end_heading(walk: "Walk", name: str, start: int, end: int) -> None:
    """Write a heading, or do what was masked as one."""
    mask = walk.head
    walk.head = None
    if mask is not None:
        _end_masked(walk, mask, end)
        return
    level = int(name[1])
    raw = "" if walk.is_plain else _raw_text(walk, start, end)
    inline = walk.end_leaf()
    marked = walk.take_id()
    if walk.is_plain or walk.in_note:  # a footnote's text stands apart, so its headings are not in the outline
        walk.out += [f"<h{level}>", *inline.pieces, f"</h{level}>\n"]
        if walk.in_note:
            walk.record("text", inline, start, end)
        walk.close_block(end)
        return
    if marked is not None:
        raw = raw[: raw.rindex("^")].rstrip() if "^" in raw else raw
    index = len(walk.headings)
    text = walk.record("heading", inline, start, end, heading=index)
    anchor = walk.anchors.take(text)
    is_nested = bool(walk.frames)
    walk.headings.append(
        Heading(
            level=level,
            text=text,
            raw=raw,
            key=normalise_heading(raw),
            anchor=anchor,
            span=walk.span(start, start + len(walk.body[start:end].rstrip())),
            line=walk.line(start),
            block=len(walk.drafts),
            is_nested=is_nested,
        )
    )
    pieces: list[Draft] = [f"<h{level}", IdHole(anchor=anchor), ">", *inline.pieces, f"</h{level}>\n"]
    if marked is not None:
        pieces = [FragmentStart(name=marked[0]), *pieces, FragmentEnd(name=marked[0])]
        pieces[4:4] = ["<span", IdHole(anchor="^" + marked[0].lower()), "></span>"]
        block_ids.keep(walk, *marked)
    walk.out += pieces
    if not is_nested:
        walk.section = walk.block_heading = index
    walk.close_block(end)


def _begins_quote(walk: "Walk") -> bool:
    return bool(walk.frames) and walk.frames[-1].is_quote and len(walk.out) == walk.frames[-1].open + 1


def _end_masked(walk: "Walk", mask: Mask, end: int) -> None:
    if mask.kind != CALLOUT:
        walk.drop_leaf()
        if mask.kind == BLOCK_ID:
            block_ids.add_standing_id(walk, mask.start, mask.end)
        return
    # The parser takes `#` at the end of a title for a heading's closing sequence.
    behind = max(walk.leaf.end, mask.end)
    tail = walk.source(behind, end).rstrip()
    if tail:
        walk.leaf.add_text(tail, behind, end)
    is_callout = _begins_quote(walk)
    inline = walk.end_leaf()
    if not is_callout:
        walk.out += ["<p>", *inline.pieces, "</p>\n"]
        walk.record("text", inline, mask.start, end)
        walk.close_block(end)
        return
    callouts.open_callout(walk, walk.frames[-1], mask, inline)
    walk.record("text", inline, mask.start, end)


def _raw_text(walk: "Walk", start: int, end: int) -> str:
    masks = walk.masks
    if masks.touch(start, end):
        source = "".join(text for text, _start, _end in masks.uncover(start, end))
    else:
        source = walk.source(start, end)
    source = source.strip()
    opening = _ATX.match(source)
    if opening is not None:
        source = source[opening.end() :].strip()
        hashes = len(source) - len(source.rstrip("#"))
        before = source[: len(source) - hashes]
        return before.rstrip() if hashes and (not before or before[-1] in " \t") else source
    return " ".join(line.strip() for line in source.split("\n")[:-1])
