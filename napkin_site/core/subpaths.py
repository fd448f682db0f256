"""The part of a file that a link names: a heading, a block, and the text shown for it.

Rules: obsidian-spec §2.3 (default display), §2.5 (subpaths), §3.2 (what a section is).
"""

from collections.abc import Sequence

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
    parts = ([shown] if shown else []) + segments_of(subpath)
    return " > ".join(parts)


class SubpathIndex:
    """Finds the headings and blocks of one note."""

    def __init__(self, facts: NoteFacts) -> None:
        self._headings = facts.headings
        self._by_key: dict[str, list[int]] = {}
        for index, heading in enumerate(facts.headings):
            self._by_key.setdefault(heading.key, []).append(index)
        self._blocks = {}
        for index in range(len(facts.block_ids) - 1, -1, -1):
            self._blocks[facts.block_ids[index].name.lower()] = index

    def heading(self, subpath: str) -> int | None:
        """Find the heading that `Text` or `Outer#Inner` means; an index into the note's headings, or None."""
        keys = [normalise_heading(segment) for segment in segments_of(subpath)]
        if not keys:
            return None
        return next(
            (found for first in self._by_key.get(keys[0], ()) if (found := self._below(first, keys[1:])) is not None),
            None,
        )

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

    def _below(self, start: int, keys: Sequence[str]) -> int | None:
        """Follow the remaining keys under the heading `start`, each deeper than the one before; first success wins."""
        if not keys:
            return start
        level = self._headings[start].level
        for index in range(start + 1, len(self._headings)):
            heading = self._headings[index]
            if heading.level <= level:
                if heading.is_nested:
                    continue
                return None
            if heading.key == keys[0]:
                found = self._below(index, keys[1:])
                if found is not None:
                    return found
        return None


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


def segments_of(subpath: str) -> list[str]:
    """Split `Outer#Inner` into its parts, trimmed, empty ones left out."""
    return [text for part in subpath.split("#") if (text := part.strip())]
