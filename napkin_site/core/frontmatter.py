"""The front matter of a note: where it lies, and what it says (obsidian-spec §7.1 to §7.3, §7.8)."""

import re
from typing import Any

from napkin_site.core.plain_yaml import plain_mapping
from napkin_site.core.syntax.tree import Span
from napkin_site.core.values import Value

MAX_BYTES = 256 << 10
"""More front matter than this is refused: reading it would take seconds, and nobody wrote it."""

_BOM = b"\xef\xbb\xbf"
_OPENING = re.compile(rb"(?:\xef\xbb\xbf)?---\r?\n")
_CLOSING = re.compile(rb"^---[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
# What decides whether a note is published. Where a note opens like front matter but never closes it, these words
# must not silently become body text.
_PRIVACY_LINE = re.compile(rb"""["']?(?:publish|draft)["']?[ \t]*:""", re.IGNORECASE)


class FrontMatter(Value):
    """What stands before a note's body."""

    data: dict[str, Any]
    """YAML 1.2 as plain data, names as written and in file order; empty when absent or unreadable."""
    span: Span
    """The block with its fences, byte order mark left out; `(0, 0)` when there is none.

    For a block that is never closed (an error) it is what looks like the block, and `body_start` lies before it.
    """
    body_start: int
    """Byte offset at which the body begins; behind a byte order mark."""
    error: str = ""
    """Why it could not be read; empty when it could."""
    error_line: int = 0
    """Line in the file, counted from 1; 0 when there is no error."""

    @property
    def error_with_line(self) -> str:
        """The error for where no line stands beside it; empty when there is none."""
        return f"{self.error} (line {self.error_line})" if self.error else ""


_NONE = FrontMatter(data={}, span=(0, 0), body_start=0)
_NONE_AFTER_BOM = FrontMatter(data={}, span=(0, 0), body_start=len(_BOM))


def split_front_matter(source: bytes) -> FrontMatter:
    """Find and read a note's front matter.

    The first line is exactly `---`, a later line is `---` with nothing but blanks behind it; a file with an
    opening fence alone has no front matter. What cannot be read is an error in the result, never an exception.
    """
    opening = _OPENING.match(source)
    if opening is None:
        return _NONE_AFTER_BOM if source.startswith(_BOM) else _NONE
    start = len(_BOM) if source.startswith(_BOM) else 0
    closing = _CLOSING.search(source, opening.end())
    if closing is None:
        return _unclosed(source, start, opening.end())
    span = (start, closing.end())
    if closing.start() - opening.end() > MAX_BYTES:
        return _unreadable(f"it is longer than {MAX_BYTES} bytes", 1, span)
    text = source[opening.end() : closing.start()].decode("utf-8", "replace")
    data: Any = plain_mapping(text)
    if data is not None:
        return FrontMatter(data=data, span=span, body_start=span[1])
    # Its parser takes as long to load as dozens of notes to be read, and few notes need it.
    from napkin_site.core.yaml_handler import read_yaml  # noqa: PLC0415

    data, message, line = read_yaml(text)
    if message:
        return _unreadable(message, line + 1, span)
    if data is None:
        data = {}
    if not isinstance(data, dict):
        return _unreadable("it does not consist of `name: value` lines", 2, span)
    return FrontMatter(data=data, span=span, body_start=span[1])


def property_line(source: bytes, span: Span, name: str) -> int:
    """Find the line, counted from 1, on which a property stands; the opening fence's where it cannot be told."""
    pattern = re.compile(
        rb"^[ \t{,]*[\"']?" + re.escape(name.encode("utf-8", "replace")) + rb"[\"']?[ \t]*:", re.MULTILINE
    )
    found = pattern.search(source, *span)
    return source.count(b"\n", 0, found.start() if found else span[0]) + 1


def _unreadable(message: str, line: int, span: Span) -> FrontMatter:
    return FrontMatter(data={}, span=span, body_start=span[1], error=message, error_line=line)


def _unclosed(source: bytes, start: int, begin: int) -> FrontMatter:
    """Give no front matter, but an error where a lost fence would publish what its author held back."""
    stop = begin
    is_private = False
    for line in source[begin : begin + MAX_BYTES].splitlines(keepends=True):
        if not line.strip():
            break
        is_private = is_private or _PRIVACY_LINE.match(line) is not None
        stop += len(line)
    if not is_private:
        return _NONE_AFTER_BOM if start else _NONE
    return FrontMatter(
        data={},
        span=(start, stop),
        body_start=start,
        error="the closing `---` is missing",
        error_line=1,
    )
