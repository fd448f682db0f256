"""Highlights (obsidian-spec §4.4): `==marked==`, exactly two signs, opened and closed in the same container."""

import re

from napkin_site.core.syntax.inline import Containers, Edit, InlineText
from napkin_site.core.syntax.leaf import BREAK, CLOSE, HOLD, OPEN, Token

_MARKS = re.compile(r"=+|\0")
_OPEN = Token(("<mark>",), "", OPEN)
_CLOSE = Token(("</mark>",), "", CLOSE)


def find_highlights(text: InlineText) -> list[Edit]:
    """Find pairs of `==`: no white space inside them, and `==>` opens nothing."""
    edits: list[Edit] = []
    shown = text.shown
    tokens = text.leaf.tokens
    containers = Containers(tokens)
    opened: dict[int, int] = {}
    passed = 0
    last_is_break = True
    last_end = 0
    for match in _MARKS.finditer(shown):
        start, end = match.span()
        if match[0] == HOLD:
            last_is_break = containers.pass_token().kind == BREAK
            passed += 1
            last_end = end
            continue
        if end - start != 2:
            continue
        before = shown[start - 1] if start else " "
        after = shown[end] if end < len(shown) else " "
        is_closed_off = last_is_break if before == HOLD and last_end == start else before.isspace()
        is_free = tokens[passed].kind == BREAK if after == HOLD else after.isspace()
        here = containers.current
        if here in opened and not is_closed_off and opened[here] + 2 < start:
            begin = opened.pop(here)
            edits += (Edit(begin, begin + 2, _OPEN), Edit(start, end, _CLOSE))
        elif not is_free and after != ">":
            opened[here] = start
    edits.sort()
    return edits
