"""All links of a vault, both ways.

Rules: obsidian-spec §2.6 (what counts as a link), decisions 12 and 34. Where one link's path leads is the business of
`link_paths`, the part of a note that it names that of `subpaths`.
"""

from collections.abc import Iterable, Mapping, Sequence

from napkin_site.core.link_paths import LinkResolver, Resolution
from napkin_site.core.paths import VaultPath
from napkin_site.core.subpaths import SubpathIndex, target_of
from napkin_site.core.syntax.tree import Link, NoteFacts
from napkin_site.core.values import Value

__all__ = ["LinkIndex", "LinkResolver", "Resolution", "ResolvedLink"]


class ResolvedLink(Value):
    """A link together with where it stands and where it leads."""

    source: VaultPath
    link: Link
    target: VaultPath | None
    """The file it leads to, or None."""
    others: tuple[VaultPath, ...] = ()
    """Other files with as good a claim; not empty means ambiguous."""
    is_part_missing: bool = False
    """True when the note is there, but not the heading or block that the link names."""


class LinkIndex:
    """The links of a vault, resolved once."""

    out: Mapping[VaultPath, tuple[ResolvedLink, ...]]
    """Source -> its links in source order, unresolved and self-links included; every source has an entry."""
    back: Mapping[VaultPath, tuple[ResolvedLink, ...]]
    """Target -> the links to it, by source path and then in source order; self-links are left out."""
    unresolved: Mapping[str, tuple[VaultPath, ...]]
    """Path text that leads nowhere, as typed -> the files it stands in, sorted."""
    missing_parts: Mapping[str, tuple[VaultPath, ...]]
    """`Note#Part` as typed, where the note is there and the part is not -> the files it stands in, sorted."""
    ambiguous: Mapping[str, tuple[VaultPath, ...]]
    """Path text, as typed, that fits several files equally -> all files it has been taken for or could be, sorted."""
    orphans: tuple[VaultPath, ...]
    """Notes that no other file links to, sorted."""
    dead_ends: tuple[VaultPath, ...]
    """Notes that link to nothing but themselves, sorted."""

    def __init__(
        self,
        resolver: LinkResolver,
        notes: Mapping[VaultPath, NoteFacts],
        *,
        others: Iterable[tuple[VaultPath, Sequence[Link]]] = (),
    ) -> None:
        """Resolve every link.

        Args:
            resolver: knows every file that may be linked to.
            notes: the notes whose links count.
            others: further sources of links, such as canvases, with their links.
        """
        parts: dict[VaultPath, SubpathIndex] = {}
        sources: dict[VaultPath, Sequence[Link]] = {path: facts.links for path, facts in notes.items()}
        sources.update(others)
        self.out = {
            source: tuple(_resolve(link, source, resolver, notes, parts) for link in sources[source])
            for source in sorted(sources)
        }
        self.back = self._turn_around()
        self.unresolved = self._collect_unresolved()
        self.missing_parts = self._collect_missing_parts()
        self.ambiguous = self._collect_ambiguous()
        self.orphans = tuple(path for path in sorted(notes) if path not in self.back)
        self.dead_ends = tuple(
            path for path in sorted(notes) if all(found.target == path for found in self.out.get(path, ()))
        )

    def _turn_around(self) -> dict[VaultPath, tuple[ResolvedLink, ...]]:
        back: dict[VaultPath, list[ResolvedLink]] = {}
        for source, links in self.out.items():
            for found in links:
                if found.target is not None and found.target != source:
                    back.setdefault(found.target, []).append(found)
        return {target: tuple(back[target]) for target in sorted(back)}

    def _collect_unresolved(self) -> dict[str, tuple[VaultPath, ...]]:
        found: dict[str, dict[VaultPath, None]] = {}
        for source, links in self.out.items():
            for link in links:
                if link.target is None:
                    found.setdefault(link.link.path, {})[source] = None
        return _sorted_lists(found)

    def _collect_missing_parts(self) -> dict[str, tuple[VaultPath, ...]]:
        found: dict[str, dict[VaultPath, None]] = {}
        for source, links in self.out.items():
            for link in links:
                if link.is_part_missing:
                    found.setdefault(f"{link.link.path}#{link.link.subpath}", {})[source] = None
        return _sorted_lists(found)

    def _collect_ambiguous(self) -> dict[str, tuple[VaultPath, ...]]:
        found: dict[str, dict[VaultPath, None]] = {}
        for links in self.out.values():
            for link in links:
                if link.others and link.target is not None:
                    found.setdefault(link.link.path, {}).update(dict.fromkeys((link.target, *link.others)))
        return _sorted_lists(found)


def _resolve(
    link: Link,
    source: VaultPath,
    resolver: LinkResolver,
    notes: Mapping[VaultPath, NoteFacts],
    parts: dict[VaultPath, SubpathIndex],
) -> ResolvedLink:
    path, subpath = target_of(link)
    found = resolver.resolve_path(path, source)
    target = found.path
    is_part_missing = False
    facts = notes.get(target) if subpath and target is not None else None
    if facts is not None and target is not None:
        index = parts.get(target)
        if index is None:
            index = parts[target] = SubpathIndex(facts)
        is_part_missing = index.anchor(subpath) is None
    return ResolvedLink(source=source, link=link, target=target, others=found.others, is_part_missing=is_part_missing)


def _sorted_lists(found: dict[str, dict[VaultPath, None]]) -> dict[str, tuple[VaultPath, ...]]:
    return {text: tuple(sorted(found[text])) for text in sorted(found)}
