"""Comments (obsidian-spec §4.6): hidden, but the links and tags in them count.

`%%` comments are masked before the parse (`scan.py`); `<!-- -->` comes as raw HTML.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from napkin_site.core.syntax.leaf import RawHtml
from napkin_site.core.syntax.source import Places
from napkin_site.core.syntax.tree import Span

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk

_HTML = re.compile(r"<!--(?:>|->|.*?(?:-->|\Z))", re.DOTALL)

# What goes on behind a blank line until it is closed.
_REACHING = re.compile(rb"```|~~~|\$\$|<[!?]|<(?:script|pre|style|textarea)\b", re.IGNORECASE)
_MOST_APART = 1000


def keep_html_comments(walk: "Walk", raw: RawHtml) -> None:
    """Note where the comments in raw HTML stand; the cleaner takes them out."""
    if "<!--" in raw.html:
        places = Places(raw.html, raw.parts, raw.starts)
        walk.comments += [(places.at(match.start()), places.end(match.end())) for match in _HTML.finditer(raw.html)]


def without_html_comments(text: str) -> str:
    """Take `<!-- comments -->` out of text; one that is never closed hides the rest."""
    return _HTML.sub("", text) if "<!--" in text else text


def bodies_to_read(body: bytes, spans: Iterable[Span]) -> list[tuple[int, bytes]]:
    """Give what is to be parsed for the links and tags in comments: texts, and where in the body each begins.

    Simple comments are read in one go, each as a paragraph of its own at its own place, because a note may have
    tens of thousands. What could reach from one comment into the next (a fence, a tag) is read apart.
    """
    bodies: list[tuple[int, bytes]] = []
    simple: list[Span] = []
    for start, end in spans:
        opening, closing = (b"<!--", b"-->") if body.startswith(b"<!--", start) else (b"%%", b"%%")
        first = min(start + len(opening), end)
        inside = body[first:end].removesuffix(closing)  # one that is never closed has none
        last = first + len(inside)
        if b"[" not in inside and b"#" not in inside and b"<" not in inside:
            continue
        if _REACHING.search(inside) is not None and len(bodies) < _MOST_APART:
            bodies.append((first, inside))
        else:
            simple.append((first, last))
    if simple:
        parts: list[bytes] = []
        done = 0
        for first, last in simple:
            if first < done:
                continue  # inside a comment of the other kind
            parts.append(b"\n" * (first - done))
            parts.append(body[first:last])
            done = last
        bodies.append((0, b"".join(parts)))
    return bodies
