"""Comments (obsidian-spec §4.6): hidden, but the links and tags in them count.

`%%` comments are masked before the parse (`scan.py`); `<!-- -->` comes as raw HTML.
"""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk

_HTML = re.compile(r"<!--(?:>|->|.*?(?:-->|\Z))", re.DOTALL)


def keep_html_comments(walk: "Walk", html: str, start: int) -> str:
    """Take the comments out of HTML, and keep their places; `start` is -1 when they cannot be told."""
    if "<!--" not in html:
        return html
    place = 0
    offset = start
    for match in _HTML.finditer(html):
        if start >= 0:
            offset += len(html[place : match.start()].encode("utf-8", "replace"))
            length = len(match[0].encode("utf-8", "replace"))
            walk.comments.append((offset, offset + length))
            offset += length
            place = match.end()
    return _HTML.sub("", html)


def has_content(inside: bytes) -> bool:
    """Tell whether a comment may hold a link or a tag."""
    return b"[" in inside or b"#" in inside or b"<" in inside
