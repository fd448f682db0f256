"""Parts of a text by its size: a range of lines, and pages that fit a budget of tokens."""

from collections.abc import Sequence

from napkin_site.errors import UsageError

Span = tuple[int, int]
"""Bytes of the text, from 0; the second is not in it any more."""
BYTES_A_TOKEN = 4
"""How many bytes of UTF-8 are taken for one token of a language model: right for English, generous elsewhere."""


def estimate_tokens(text: str) -> int:
    """Estimate how many tokens a language model makes of a text: a quarter of its bytes, rounded up."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_A_TOKEN)


def line_span(source: bytes, first: int, last: int) -> Span:
    """Give the bytes of a range of lines, counted from 1, both included.

    Raises:
        UsageError: the range is empty, or begins behind the last line.
    """
    starts = [0]
    place = source.find(b"\n")
    while place >= 0 and place + 1 < len(source):
        starts.append(place + 1)
        place = source.find(b"\n", place + 1)
    if not 1 <= first <= last:
        raise UsageError(f"lines {first}-{last} are no range", hint="Count from 1, such as 3-10.")
    if first > len(starts):
        raise UsageError(f"the file has {len(starts)} lines, so there is no line {first}", line=first)
    return starts[first - 1], starts[last] if last < len(starts) else len(source)


def split_pages(text: str, budget: int) -> tuple[str, ...]:
    """Cut a text into pages that fit a budget: at blank lines where that wastes little, else at the ends of lines.

    Args:
        text: joined again, the pages are this text.
        budget: tokens a page, as `estimate_tokens` counts; at least 1.
    """
    limit = budget * BYTES_A_TOKEN
    pages: list[str] = []
    page: list[str] = []
    size = 0
    for line in _short_lines(text, limit):
        length = len(line.encode("utf-8", "replace"))
        if page and size + length > limit:
            kept = _kept_lines(page)
            pages.append("".join(page[:kept]))
            page = page[kept:]
            size = sum(len(rest.encode("utf-8", "replace")) for rest in page)
        page.append(line)
        size += length
    return (*pages, "".join(page)) if page or not pages else tuple(pages)


def _kept_lines(page: Sequence[str]) -> int:
    """Say how many lines of a full page stay on it: up to its last blank line, if that lies in its second half."""
    for number in range(len(page) - 1, len(page) // 2, -1):
        if not page[number].strip():
            return number + 1
    return len(page)


def _short_lines(text: str, limit: int) -> list[str]:
    """Split into lines with their ends; a line longer than a page is cut between characters."""
    lines = []
    for line in text.splitlines(keepends=True):
        while len(line.encode("utf-8", "replace")) > limit:
            head = line.encode("utf-8", "replace")[:limit].decode("utf-8", "ignore") or line[:1]
            lines.append(head)
            line = line[len(head) :]
        lines.append(line)
    return lines
