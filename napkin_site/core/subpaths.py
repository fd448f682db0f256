"""The part of a file that a link names: a heading, a block, and the text shown for it.

Rules: obsidian-spec §2.3 (default display), §2.5 (subpaths), §3.2 (what a section is).
"""

from collections.abc import Iterator, Sequence

from napkin_site.core.paths import Anchor
from napkin_site.core.syntax.headings import normalise_heading
from napkin_site.core.syntax.tree import Heading, Link, NoteFacts


def target_of(link: Link) -> tuple[str, str]:
    """Give the path and subpath a link asks for; `[[^^text]]` means a heading of its own note (obsidian-spec §2.5)."""
    if link.path.startswith("^^") and link.syntax == "wikilink":
        return "", link.path[2:].strip()
    return link.path, link.subpath


def default_display(link: Link) -> str:
    """Give the text shown for a link that states none (obsidian-spec §2.3): `Note > Heading`."""
    path, subpath = target_of(link)
    shown = path[:-3] if path[-3:].lower() == ".md" else path
    if not subpath:
        return shown
    parts = ([shown] if shown else []) + segments_of(subpath)
    return " > ".join(parts)


class SubpathIndex:
    """Finds the headings and blocks of one note."""

    def __init__(self, facts: NoteFacts) -> None:
        self._headings = facts.headings
        self._by_key: dict[str, list[int]] = {}
        for index, heading in enumerate(facts.headings):
            self._by_key.setdefault(heading.key, []).append(index)
        self._parents: Sequence[int] | None = None
        self._blocks: dict[str, int] = {}
        for index in range(len(facts.block_ids) - 1, -1, -1):
            self._blocks[facts.block_ids[index].name.lower()] = index

    def heading(self, subpath: str) -> int | None:
        """Find the heading that `Text` or `Outer#Inner` means; an index into the note's headings, or None.

        Each part is a heading under the one before, and deeper. The first heading of the note that the whole subpath
        fits is also the one that a walk from the first part on would find first.
        """
        keys = [normalise_heading(segment) for segment in segments_of(subpath)]
        if not keys:
            return None
        found = self._by_key.get(keys.pop(), ())
        return next((index for index in found if not keys or self._lies_under(index, keys)), None)

    def block(self, subpath: str) -> int | None:
        """Find the block that `^id` or `Heading#^id` means; an index into the note's ids, or None."""
        name = segments_of(subpath)[-1:]
        return self._blocks.get(name[0][1:].lower()) if name and is_block_subpath(subpath) else None

    def anchor(self, subpath: str) -> Anchor | None:
        """Give the id, on the note's page, of the part that a subpath means; None when there is no such part."""
        if is_block_subpath(subpath):
            block = self.block(subpath)
            return None if block is None else Anchor("^" + segments_of(subpath)[-1][1:].lower())
        heading = self.heading(subpath)
        return None if heading is None else Anchor(self._headings[heading].anchor)

    def _lies_under(self, index: int, keys: Sequence[str]) -> bool:
        """Tell whether headings with these keys stand above a heading, in this order, others between them or not."""
        if self._parents is None:
            self._parents = _parents(self._headings)
        left = len(keys)
        above = self._parents[index]
        while left and above >= 0:
            if self._headings[above].key == keys[left - 1]:
                left -= 1
            above = self._parents[above]
        return not left


def resolve_subpath(facts: NoteFacts, subpath: str) -> Anchor | None:
    """Give the id, on a note's page, of the part that a subpath means; None when there is no such part."""
    return SubpathIndex(facts).anchor(subpath)


def is_block_subpath(subpath: str) -> bool:
    """Tell whether a subpath names a block (`^id`) rather than a heading."""
    segments = segments_of(subpath)
    return bool(segments) and segments[-1].startswith("^")


def section_end(headings: Sequence[Heading], index: int) -> int | None:
    """Give the top-level block at which the section of a heading ends; None for the end of the note."""
    level = headings[index].level
    return next((other.block for other in headings[index + 1 :] if other.level <= level and not other.is_nested), None)


def readings_of(parts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Give the headings that parts between `#` may mean: each its own, or the last ones a heading that holds `#`."""
    yield tuple(parts)
    for cut in range(len(parts) - 2, -1, -1):
        yield (*parts[:cut], " ".join(parts[cut:]))


def segments_of(subpath: str) -> list[str]:
    """Split `Outer#Inner` into its parts, trimmed, empty ones left out."""
    return [text for part in subpath.split("#") if (text := part.strip())]


def _parents(headings: Sequence[Heading]) -> list[int]:
    """Give, for each heading, the nearest one above it that is less deep; -1 for none.

    A heading inside a list or quote stands under the outline's, but the outline goes on as if it were not there.
    """
    parents: list[int] = []
    outline: list[int] = []
    inside: list[int] = []
    for index, heading in enumerate(headings):
        if not heading.is_nested:
            inside.clear()
        open_ones = inside if heading.is_nested else outline
        while open_ones and headings[open_ones[-1]].level >= heading.level:
            open_ones.pop()
        above = open_ones or [found for found in outline if headings[found].level < heading.level]
        parents.append(above[-1] if above else -1)
        open_ones.append(index)
    return parents
