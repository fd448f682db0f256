"""Code spans and code blocks (obsidian-spec §4.5): nothing in them is parsed."""

import re
from typing import TYPE_CHECKING, Any

from napkin_site.core.syntax.escaping import escape_text
from napkin_site.core.syntax.leaf import ATOM, Leaf, Token
from napkin_site.core.syntax.source import MARKS
from napkin_site.core.syntax.tree import CodeHole, Unit

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk

_SPECIAL = frozenset(("mermaid", "base", "query"))
_FENCE = re.compile(rb"`+")


def start_code(walk: "Walk", kind: Any, start: int, end: int) -> None:
    """Begin a code block."""
    walk.open_block("code", start)
    walk.in_code = True
    info = "" if kind == "Indented" else kind["Fenced"]
    language = info.split(None, 1)[0] if info.strip() else ""
    # A character reference can spell what no note keeps.
    walk.code_language = "".join("\ufffd" if letter in MARKS else letter for letter in language)


def end_code(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Write a code block."""
    leaf = walk.leaf
    walk.leaf = Leaf()
    walk.in_code = False
    text = "".join(leaf.parts).removesuffix("\n")
    language = walk.code_language
    special = language.lower()
    walk.features.add(special if special in _SPECIAL else "code")
    walk.out.append(CodeHole(language=language, text=text))
    if text and walk.place == "body":
        walk.units.append(
            Unit(heading=walk.section, kind="code", span=walk.span(start, end), line=walk.line(start), text=text)
        )
    walk.close_block(end)


def add_code(walk: "Walk", text: str, start: int, end: int) -> None:
    """Write a code span."""
    if walk.masks.touch(start, end):
        text = _written(walk, start, end)
    walk.leaf.add_token(Token(f"<code>{escape_text(text)}</code>", text, ATOM), start, end)


def _written(walk: "Walk", start: int, end: int) -> str:
    """Read a code span from the source, because a mask stands in it."""
    ticks = _FENCE.match(walk.body, start)
    width = len(ticks[0]) if ticks is not None else 0
    text = walk.source(start + width, end - width).replace("\r\n", " ").replace("\n", " ")
    return text[1:-1] if text.startswith(" ") and text.endswith(" ") and text.strip() else text
