"""Lists that are too long for one page are cut into parts, each a page (decision 27)."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.core.paths import UrlPath

MAX_LISTED = 500
"""Notes listed on one page of a folder or tag."""
MAX_LINKED = 200
"""Notes on one page of all links to a note, each with the passages around its links."""

_Item = TypeVar("_Item")


def cut_page(page: PlannedPage, count: int, size: int, take: Callable[[UrlPath], UrlPath]) -> tuple[PlannedPage, ...]:
    """Plan the pages of a list; the first stands where the whole list would.

    Args:
        page: the page of the list.
        count: entries of the list.
        size: most entries on one page.
        take: gives an address out, or one near it where it is another page's.
    """
    if count <= size:
        return (page,)
    # No tag and no folder of Obsidian's has a dot there, so that `page.2` is rarely in anything's way.
    numbers = range(2, -(-count // size) + 1)
    parts = (page.url, *(take(UrlPath(f"{page.url}page.{number}/")) for number in numbers))
    return tuple(
        replace(page, url=url, title=page.title if number == 1 else f"{page.title}, page {number}", parts=parts)
        for number, url in enumerate(parts, 1)
    )


def part_of(page: PlannedPage, entries: Sequence[_Item], size: int) -> Sequence[_Item]:
    """Give the entries that stand on one page of a list."""
    if not page.parts:
        return entries
    place = page.parts.index(page.url)
    is_last = place == len(page.parts) - 1
    return entries[place * size : None if is_last else (place + 1) * size]


def parts_shown(page: PlannedPage) -> Iterator[int]:
    """Give the numbers, from 1, of the parts that a page names: the first, the last, and those around itself."""
    here = page.parts.index(page.url) + 1 if page.parts else 0
    for number in range(1, len(page.parts) + 1):
        if number in {1, len(page.parts)} or abs(number - here) <= _AROUND:
            yield number


_AROUND = 2
