"""The body of a note as text that can be parsed, byte for byte as long as on disk."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, count
from operator import add

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
    zeros = body.count(b"\0")
    if zeros:
        body = body.replace(b"\0", REPLACED.encode())
    if body.isascii():
        return body, zeros
    if b"\xef\xb7" in body:
        body = _MARKS.sub(REPLACED.encode() * 3, body)
    try:
        body.decode()
    except UnicodeDecodeError:
        text, count = _SURROGATE.subn(REPLACED, body.decode("utf-8", "surrogateescape"))
        return text.encode(), zeros + count
    return body, zeros


class Lines:
    """Tells lines, counted from 1, by byte offset in the file."""

    __slots__ = ("breaks",)

    def __init__(self, source: bytes) -> None:
        self.breaks = list(map(add, accumulate(map(len, source.split(b"\n"))), count()))
        self.breaks.pop()  # no line ends at the end of the file
        """Offsets of the line ends, in order."""

    def at(self, offset: int) -> int:
        """Give the line of the byte at `offset`."""
        return bisect_right(self.breaks, offset - 1) + 1


class Places:
    """Tells where in the body the characters of a text lie that was put together from parts; quick going forward."""

    __slots__ = ("_byte", "_char", "_part", "_part_bytes", "_part_chars", "_text")

    def __init__(self, text: str, parts: Iterable[str], starts: Sequence[int]) -> None:
        self._text = text
        self._part_bytes = starts
        self._part_chars = list(accumulate(map(len, parts), initial=0))
        self._part_chars.pop()
        self._part = self._char = 0
        self._byte = starts[0] if starts else 0

    def part_of(self, char: int) -> int:
        """Give the index of the part in which a character lies."""
        return max(bisect_right(self._part_chars, char) - 1, 0)

    def start_of(self, part: int) -> int:
        """Give the first character of a part."""
        return self._part_chars[part]

    def at(self, char: int) -> int:
        """Give the byte of a character."""
        part = self.part_of(char)
        if part != self._part or char < self._char:
            self._part, self._char, self._byte = part, self._part_chars[part], self._part_bytes[part]
        self._byte += len(self._text[self._char : char].encode("utf-8", "replace"))
        self._char = char
        return self._byte

    def end(self, char: int) -> int:
        """Give the byte behind the character before `char`."""
        return self.at(char - 1) + len(self._text[char - 1 : char].encode("utf-8", "replace")) if char else self.at(0)
