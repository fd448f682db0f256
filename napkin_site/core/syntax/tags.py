"""Inline tags (obsidian-spec §6.1 to §6.3, §6.6)."""

import re

from napkin_site.core.syntax.inline import Edit, InlineText
from napkin_site.core.syntax.leaf import ATOM, BREAK, CLOSE, HOLD, OPEN, RAW, Token
from napkin_site.core.syntax.tree import Tag, TagHole

_TAG = re.compile(r"#([^\s\x00-\x1f\u2000-\u206F\u2E00-\u2E7F'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\]+)")
_DELIMITERS = "*_~="
_TRANSPARENT = frozenset((OPEN, CLOSE, BREAK, RAW))


def find_tags(text: InlineText) -> list[Edit]:
    """Find `#tags`; `#` must stand at the start, after white space, or after a formatting delimiter."""
    edits = []
    shown = text.shown
    counted = holds = 0
    for match in _TAG.finditer(shown):
        start = match.start()
        before = shown[start - 1] if start else " "
        if before == HOLD:
            holds += shown.count(HOLD, counted, start)
            counted = start
            if text.leaf.tokens[holds - 1].kind not in _TRANSPARENT:
                continue
        elif not before.isspace() and before not in _DELIMITERS:
            continue
        walk = text.walk
        place = text.places.at(start)
        name = _as_typed(walk.body, place + 1, match[1]).rstrip("/")
        if not name or name.isdigit():
            continue
        end = start + 1 + len(name)
        walk.tags.append(
            Tag(
                name=name,
                place="comment" if walk.place == "comment" else "body",
                span=walk.span(place, place + 1 + len(name.encode("utf-8", "replace"))),
                line=walk.line(place),
            )
        )
        edits.append(Edit(start, end, Token(HOLD, f"#{name}", ATOM, (), (TagHole(name=name),))))
    return edits


def _as_typed(body: bytes, start: int, name: str) -> str:
    """Cut a name where the source goes on differently: a comment inside, which is not shown, ends a tag."""
    if body.startswith(name.encode("utf-8", "replace"), start):
        return name
    typed = body[start : start + 4 * len(name)].decode("utf-8", "replace")
    return name[: next((at for at, (one, two) in enumerate(zip(name, typed, strict=False)) if one != two), 0)]
