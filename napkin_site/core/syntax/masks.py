"""Same-length masks: what is ours is hidden in the source before pyromark parses it, and undone by range.

pyromark knows neither comments nor callouts, nor tasks with any mark, nor block ids. Each of these is
covered by bytes that parse to something harmless at the same place. Where a mask turns out to stand
in code, HTML or another place of no meaning, the walk puts the source back by its range. Nothing is
recognised by the bytes of a mask, so that a note cannot forge one.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import NamedTuple

COMMENT, MATH, CALLOUT, TASK, BLOCK_ID = range(5)

_PREFIX = re.compile(rb"(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*")


class Mask(NamedTuple):
    """Bytes `start:end` of the body, covered by `fill`, which is as long."""

    start: int
    end: int
    kind: int
    fill: bytes


class Masks:
    """The masks of one body, by place."""

    __slots__ = ("_body", "_ends", "_starts", "clear_from", "clear_to", "heads", "masks")

    def __init__(self, body: bytes, masks: Iterable[Mask]) -> None:
        self._body = body
        self.masks = sorted(masks)
        self._ends = [mask.end for mask in self.masks]
        self._starts = [*(mask.start for mask in self.masks), len(body)]
        self.heads = {mask.start: mask for mask in self.masks if mask.fill.startswith(b"#")}
        """Masks that parse as a heading, by place."""
        self.clear_from = self.clear_to = 0
        """A stretch without masks: the one asked about last. Most places lie in it, or in the next one."""

    def touch(self, start: int, end: int) -> bool:
        """Tell whether a mask lies in, or reaches into, a range."""
        if self.clear_from <= start and end <= self.clear_to:
            return False
        index = bisect_right(self._ends, start)
        if self._starts[index] < end:
            return True
        self.clear_from = self._ends[index - 1] if index else 0
        self.clear_to = self._starts[index]
        return False

    def uncover(self, start: int, end: int) -> list[tuple[str, int, int]]:
        """Give the source of a range without its comments, as texts with their places."""
        parts = []
        for index in range(bisect_right(self._ends, start), len(self.masks)):
            mask = self.masks[index]
            if mask.start >= end:
                break
            if mask.kind == COMMENT:
                if mask.start > start:
                    parts.append((start, mask.start))
                start = max(start, mask.end)
        if start < end:
            parts.append((start, end))
        return [(self._body[a:b].decode("utf-8", "replace"), a, b) for a, b in parts]


Masker = Callable[[bytes], list[Mask]]


def apply_masks(body: bytes, masks: list[Mask]) -> bytes:
    """Cover the masked ranges; they are in order and do not overlap."""
    parts = []
    done = 0
    for mask in masks:
        parts.append(body[done : mask.start])
        parts.append(mask.fill)
        done = mask.end
    parts.append(body[done:])
    return b"".join(parts)


def mask_body(body: bytes, maskers: Iterable[Masker]) -> tuple[bytes, Masks]:
    """Let each masker cover what is its own, one after the other."""
    masked = body
    found: list[Mask] = []
    for masker in maskers:
        masks = masker(masked)
        if masks:
            masked = apply_masks(masked, masks)
            found += masks
    return masked, Masks(body, found)


def heading_fill(length: int, filler: bytes = b"%") -> bytes:
    """Give a fill that parses as a heading of its own: it joins neither the line before nor the one after it."""
    return b"# " + filler * (length - 2)


class LineStarts:
    """Finds the line of ever later places, each byte looked at once, however long the line."""

    __slots__ = ("_body", "_checked", "start")

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._checked = 0
        self.start = 0

    def at(self, place: int) -> int:
        """Give the start of the line in which `place` lies; it lies behind all places asked for before."""
        if place > self._checked:
            found = self._body.rfind(b"\n", self._checked, place)
            if found >= 0:
                self.start = found + 1
            self._checked = place
        return self.start


def prefix_end(body: bytes, start: int) -> int:
    """Give where the quote and list markers, and the blanks, of the line at `start` end."""
    match = _PREFIX.match(body, start)
    assert match is not None
    return match.end()


def first_in_line(
    body: bytes, mark: bytes, pattern: re.Pattern[bytes], *, behind: int = 0
) -> Iterable[tuple[re.Match[bytes], int]]:
    """Find what stands first in its line, behind quote and list markers only, with where the line begins.

    Args:
        body: where to look.
        mark: a byte that stands in every match, and nowhere before it in its line.
        pattern: what to find.
        behind: how far behind a match's beginning the mark stands.
    """
    lines = LineStarts(body)
    place = body.find(mark)
    while place >= 0:
        start = lines.at(place)
        if prefix_end(body, start) == place - behind:
            match = pattern.match(body, place - behind)
            if match is not None:
                yield match, start
        place = body.find(b"\n", place)
        if place >= 0:
            place = body.find(mark, place)
