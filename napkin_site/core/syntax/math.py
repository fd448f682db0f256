"""Math (obsidian-spec §4.7): the TeX is passed on untouched, and a page's script renders it."""

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from napkin_site.core.syntax.escaping import escape_text
from napkin_site.core.syntax.leaf import ATOM, DISPLAY, Token
from napkin_site.core.syntax.masks import MATH, Mask, apply_masks

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk

_QUOTE = re.compile(r"[ \t]{0,3}>[ \t]?")
_BEFORE_DIGIT = re.compile(rb"\$(?<![\s\\$]\$)[0-9]")  # begins with the sign itself, which is found in no time
_MOST_PASSES = 4
"""A dollar that closes nothing leaves its opener to the next one, which may close nothing either."""

Events = Callable[[str], Iterable[tuple[Any, Any]]]


def mask_prices(masked: bytes, read_events: Events) -> tuple[bytes, list[Mask]]:
    """Cover each `$` that pyromark takes for the end of inline math although a digit follows: US$5 and US$10.

    Only pyromark knows which dollars those are, so a body with such a place is read once more for it.
    """
    found: list[Mask] = []
    for _ in range(_MOST_PASSES):
        if not _BEFORE_DIGIT.search(masked):
            break
        wrong = [
            Mask(place["end"] - 1, place["end"], MATH, b",")
            for event, place in read_events(masked.decode())
            if event.__class__ is dict and "InlineMath" in event and masked[place["end"] : place["end"] + 1].isdigit()
        ]
        if not wrong:
            break
        masked = apply_masks(masked, wrong)
        found += wrong
    return masked, found


def add_inline_math(walk: "Walk", tex: str, start: int, end: int) -> None:
    """Write `$…$`."""
    walk.features.add("math")
    if "\n" in tex or walk.masks.touch(start, end):
        tex = _without_prefixes(walk, start + 1, end - 1)
    html = f'<span class="math math-inline">{escape_text(tex)}</span>'
    walk.leaf.add_token(Token(html, tex, ATOM), start, end)


def add_display_math(walk: "Walk", _: str, start: int, end: int) -> None:
    """Write `$$…$$`; alone in its paragraph it becomes a block."""
    walk.features.add("math")
    tex = _without_prefixes(walk, start + 2, end - 2)
    html = f'<span class="math math-display">{escape_text(tex)}</span>'
    walk.leaf.add_token(Token(html, tex, DISPLAY), start, end)


def _without_prefixes(walk: "Walk", start: int, end: int) -> str:
    """Read TeX from the source, without the marks of quotes and the indent of items that it stands in."""
    text = walk.source(start, end).replace("\r\n", "\n")
    if "\n" not in text:
        return text.strip()
    depth = sum(frame.is_quote for frame in walk.frames)
    is_indented = any(frame.is_item for frame in walk.frames)
    lines = text.split("\n")
    for index, line in enumerate(lines[1:], 1):
        for _ in range(depth):
            mark = _QUOTE.match(line)
            if mark is None:
                break
            line = line[mark.end() :]
        lines[index] = line.lstrip() if is_indented else line
    return "\n".join(lines).strip()
