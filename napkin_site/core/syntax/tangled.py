"""Raw HTML that would cost far more than it weighs: thousands of elements inside one another, or left open.

An HTML parser looks through the open elements at each tag, and begins formatting that was left open anew in each
paragraph: 20 KB of `<b>` and `<p>` become 20 MB. What is found here is shown as it is typed. It only matters that
no such text is taken for a harmless one; a harmless one is well nested, or short.
"""

import re

_FEW_TAGS = 60
_MOST_REFERENCES = 50_000
_MOST_GROWTH = 10

_COMMENT = re.compile(r"<!--(?:>|->|.*?(?:--!?>|\Z))", re.DOTALL)
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/<>]*)?[^<>]*(>?)")
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
# These end one another, or need no end.
_CLOSING_THEMSELVES = frozenset(
    "area base br caption col colgroup dd dt embed hr img input li link meta p source tbody td tfoot th thead tr track"
    " wbr".split()
)
_RAW_TEXT = frozenset("iframe noembed noframes noscript plaintext script style template textarea title xmp".split())


def is_tangled(html: str) -> bool:
    """Tell whether making sense of this HTML could take more than a few steps a byte."""
    if html.count("&") > _MOST_REFERENCES:
        return True
    if html.count("<") <= _FEW_TAGS:
        return False
    nesting = _Nesting()
    for tag in _TAG.finditer(_COMMENT.sub("", html)):
        nesting.read(tag)
    return nesting.is_costly(len(html))


def has_exploded(html: str, cleaned: str) -> bool:
    """Tell whether cleaning made far more of the HTML than it was."""
    return len(cleaned) > _MOST_GROWTH * len(html) + 1000


class _Nesting:
    """Adds up, over all tags, what is open at each: an upper bound of a parser's work."""

    def __init__(self) -> None:
        self._open: list[tuple[str, int]] = []
        """Name, and length of the tag where it formats text, else 0."""
        self._is_trusted = True
        """False once an end tag may be text to a parser."""
        self._formats = self._bytes = 0
        self._tags = self._depth_sum = self._format_sum = self._byte_sum = 0

    def read(self, tag: re.Match[str]) -> None:
        """Take the next tag."""
        name = (tag[2] or "").lower()
        if not tag[3] or name in _RAW_TEXT:
            self._is_trusted = False
        if name and name not in _CLOSING_THEMSELVES:
            if tag[1]:
                self._end(name)
            else:
                length = len(tag[0]) if name in _FORMATTING else 0
                self._open.append((name, length))
                self._formats += length > 0
                self._bytes += length
        self._tags += 1
        self._depth_sum += len(self._open)
        self._format_sum += self._formats
        self._byte_sum += self._bytes

    def is_costly(self, size: int) -> bool:
        """Tell whether the sums are out of proportion."""
        return (
            self._depth_sum > 1_000_000 + 50 * self._tags
            or self._format_sum > 5_000 + 5 * self._tags
            or self._byte_sum > 100_000 + 20 * size
        )

    def _end(self, name: str) -> None:
        """Count an element as ended where it is the innermost one: of others a parser may keep something open."""
        if self._is_trusted and self._open and self._open[-1][0] == name:
            _, length = self._open.pop()
            self._formats -= length > 0
            self._bytes -= length
