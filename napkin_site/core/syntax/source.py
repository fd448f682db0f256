"""The body of a note as text that can be parsed, byte for byte as long as on disk."""

import re
from bisect import bisect_right

REPLACED = "\x1a"
"""Stands for a byte that is no text (invalid UTF-8, NUL) until the page is written; one byte, so that spans hold."""

MARK_START, MARK_END = "\ufdd0", "\ufdd1"
"""Noncharacters of Unicode that `sanitise.py` marks our own pieces with; no note keeps them."""

MARKS = MARK_START + MARK_END

_MARKS = re.compile(rb"\xef\xb7[\x90\x91]")
_SURROGATE = re.compile("[\udc80-\udcff]")


def readable_body(source: bytes, start: int) -> tuple[bytes, int]:
    """Give the body from `start` on as valid UTF-8 of the same length, and how many bytes were not text."""
    body = source[start:]
    if b"\0" in body:
        body = body.replace(b"\0", REPLACED.encode())
    if b"\xef\xb7" in body:
        body = _MARKS.sub(REPLACED.encode() * 3, body)
    try:
        body.decode()
    except UnicodeDecodeError:
        text, count = _SURROGATE.subn(REPLACED, body.decode("utf-8", "surrogateescape"))
        return text.encode(), count
    return body, 0


class Lines:
    """Tells lines, counted from 1, by byte offset in the file."""

    __slots__ = ("_breaks",)

    def __init__(self, source: bytes) -> None:
        self._breaks = [match.start() for match in re.finditer(b"\n", source)]

    def at(self, offset: int) -> int:
        """Give the line of the byte at `offset`."""
        return bisect_right(self._breaks, offset - 1) + 1
