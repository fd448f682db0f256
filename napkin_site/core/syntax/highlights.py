"""Highlights (obsidian-spec §4.4): `==marked==`, exactly two signs, opened and closed in the same container."""

import re

from napkin_site.core.syntax.inline import Containers, Edit, InlineText
from napkin_site.core.syntax.leaf import BREAK, CLOSE, HOLD, OPEN, Token

_MARKS = re.compile("==+")
_OPEN = Token("<mark>", "", OPEN)
_CLOSE = Token("</mark>", "", CLOSE)


def find_highlights(text: InlineText) -> list[Edit]:
    """Find pairs of `==`: no white space inside them, and `==>` opens nothing."""
    edits: list[Edit] = []
    shown = text.shown
    tokens = text.leaf.tokens
    containers = Containers(tokens)
    opened: dict[int, int] = {}
    passed = counted = 0
    for match in _MARKS.finditer(shown):
        start, end = match.span()
        if end - start != 2:
            continue
        holds = shown.count(HOLD, counted, start)
        containers.pass_tokens(holds)
        passed += holds
        counted = end
        before = shown[start - 1] if start else " "
        after = shown[end] if end < len(shown) else " "
        is_closed_off = tokens[passed - 1].kind == BREAK if before == HOLD else before.isspace()
        is_free = tokens[passed].kind == BREAK if after == HOLD else after.isspace()
        here = containers.current
        if here in opened and not is_closed_off and opened[here] + 2 < start:
            begin = opened.pop(here)
            edits += (Edit(begin, begin + 2, _OPEN), Edit(start, end, _CLOSE))
        elif not is_free and after != ">":
            opened[here] = start
    edits.sort()
    return edits
