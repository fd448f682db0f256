"""Callouts (obsidian-spec §5): a quote whose first line is `[!type|metadata]± title`."""

import re
from typing import TYPE_CHECKING

from napkin_site.core.syntax.comments import keep_html_comments, without_html_comments
from napkin_site.core.syntax.escaping import escape_attribute, escape_text
from napkin_site.core.syntax.leaf import Inline, RawHtml
from napkin_site.core.syntax.masks import CALLOUT, Mask, first_in_line, heading_fill, prefix_end

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Frame, Walk

_HEAD = re.compile(rb"\[!([^\]\n]+)\]([+-]?)[ \t]*")
_SHOWN_HEAD = re.compile(r"\[!([^\]]*)\]([+-]?)")
"""The same in the source without comments, where nothing may be left, or a formula have several lines."""

_FAMILIES = {
    "abstract": ("summary", "tldr"),
    "tip": ("hint", "important"),
    "success": ("check", "done"),
    "question": ("help", "faq"),
    "warning": ("caution", "attention"),
    "failure": ("fail", "missing"),
    "danger": ("error",),
    "quote": ("cite",),
    "note": (),
    "info": (),
    "todo": (),
    "bug": (),
    "example": (),
}
STYLES = {name: family for family, others in _FAMILIES.items() for name in (family, *others)}
"""Identifier in lower case -> the built-in family that gives colour and icon; all others look like `note`."""


def mask_callouts(body: bytes) -> list[Mask]:
    """Cover the head of a callout, so that its title parses by itself: as a heading in the quote.

    Only where a quote begins: where the line has more `>` than the one before it.
    """
    masks = []
    for match, line in first_in_line(body, b"!", _HEAD, behind=1):
        depth = body.count(b">", line, match.start())
        if depth and depth > _depth_of_line_before(body, line) and match[1].strip():
            length = match.end() - match.start()
            masks.append(Mask(match.start(), match.end(), CALLOUT, heading_fill(length, b" ")))
    return masks


def open_callout(walk: "Walk", frame: "Frame", head_mask: Mask, title: Inline) -> None:
    """Turn the quote just opened into a callout: `head_mask` covers its head, `title` may be empty."""
    name, metadata, fold = _read_head(walk, head_mask)
    identifier = name.lower()
    style = STYLES.get(identifier, "note")
    extra = f' data-callout-metadata="{escape_attribute(metadata)}"' if metadata else ""
    attributes = f'class="callout" data-callout="{escape_attribute(identifier)}" data-callout-style="{style}"{extra}'
    if fold:
        is_open = " open" if fold == "+" else ""
        tag = f'<details {attributes} data-callout-fold="{fold}"{is_open}>'
        head, head_end, frame.close = '<summary class="callout-title">', "</summary>\n", "</details>\n"
    else:
        tag = f"<div {attributes}>"
        head, head_end, frame.close = '<div class="callout-title">', "</div>\n", "</div>\n"
    walk.replace_open_tag(frame, f"{tag}\n")
    frame.is_callout = True
    if not walk.frames[:-1]:
        walk.block_kind = "callout"
    shown = title.pieces or [escape_text(default_title(identifier))]
    walk.out += [f'{head}<span class="callout-title-inner">', *shown, f"</span>{head_end}"]
    frame.content = len(walk.out)
    walk.out.append('<div class="callout-content">\n')


def add_head_text(walk: "Walk", mask: Mask) -> None:
    """Read what was taken for a head, but begins no quote, as text."""
    for text, start, end in _uncover(walk, mask):
        walk.leaf.add_text(without_html_comments(text), start, end)


def close_callout(walk: "Walk", frame: "Frame") -> None:
    """Close a callout's content; a callout without any is its title alone."""
    if len(walk.out) == frame.content + 1:
        walk.out.pop()
    else:
        walk.out.append("</div>\n")


def default_title(identifier: str) -> str:
    """Give the title of a callout that states none: `tip` -> `Tip`, `WARNING` -> `Warning`, `my-own` -> `My-own`."""
    return identifier[:1].upper() + identifier[1:].lower()


def _read_head(walk: "Walk", mask: Mask) -> tuple[str, str, str]:
    """Give a callout's identifier, its metadata, and its `+` or `-`; comments are left out."""
    match = _SHOWN_HEAD.match("".join([text for text, _start, _end in _uncover(walk, mask)]))
    assert match is not None, "its brackets are never masked"
    name, _, metadata = without_html_comments(match[1]).partition("|")
    return name.strip() or "note", metadata.strip(), match[2]


def _uncover(walk: "Walk", mask: Mask) -> list[tuple[str, int, int]]:
    """Give the source of a head without `%%comments%%`, as texts with their places; the others are noted."""
    parts = walk.masks.uncover(mask.start, mask.end)
    keep_html_comments(walk, RawHtml([text for text, _start, _end in parts], [start for _, start, _end in parts]))
    return parts


def _depth_of_line_before(body: bytes, line: int) -> int:
    if line == 0:
        return 0
    start = body.rfind(b"\n", 0, line - 1) + 1
    return body.count(b">", start, min(prefix_end(body, start), line))
