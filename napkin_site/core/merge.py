"""Three-way merge of lines: taking one change back while keeping the later ones."""

from collections.abc import Sequence
from difflib import SequenceMatcher

_Hunk = tuple[int, int, Sequence[bytes]]
"""First and last line of the base that are replaced, and by what."""


def merge_lines(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """Merge two changes of one text; None when they touch the same or neighbouring lines.

    Args:
        base: what both started from.
        ours: one changed form.
        theirs: the other.
    """
    if ours == base:
        return theirs
    if theirs in (base, ours):
        return ours
    lines = base.splitlines(keepends=True)
    mine = _hunks(lines, ours.splitlines(keepends=True))
    other = _hunks(lines, theirs.splitlines(keepends=True))
    for start, end, _ in mine:
        if any(start <= other_end and other_start <= end for other_start, other_end, _ in other):
            return None
    merged: list[bytes] = []
    place = 0
    for start, end, new in sorted([*mine, *other], key=lambda hunk: hunk[:2]):
        merged += lines[place:start]
        merged += new
        place = end
    return b"".join(merged + lines[place:])


def _hunks(base: Sequence[bytes], changed: Sequence[bytes]) -> list[_Hunk]:
    matcher = SequenceMatcher(None, base, changed, autojunk=False)
    return [
        (start, end, changed[new_start:new_end])
        for tag, start, end, new_start, new_end in matcher.get_opcodes()
        if tag != "equal"
    ]
