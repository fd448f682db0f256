"""Where links lead: resolving a link's path, and all links of a vault, both ways.

Rules: obsidian-spec §2.4 (paths), §2.6 (what counts as a link), decisions 12 and 34. Everything
that needs a look at all files is indexed once; resolving one link costs a few dictionary
look-ups. The part of a note that a link names is the business of `subpaths`.
"""

from collections.abc import Iterable, Mapping, Sequence

from napkin_site.core.paths import FolderPath, VaultPath, folder_of, nfc
from napkin_site.core.subpaths import SubpathIndex, target_of
from napkin_site.core.syntax.tree import Link, NoteFacts
from napkin_site.core.values import Value

_FEW = 8
"""Up to this many files of one name are looked through; of more, the nearest are indexed by folder."""


class Resolution(Value):
    """Where a link's path leads."""

    path: VaultPath | None
    """The file, or None when there is none."""
    others: tuple[VaultPath, ...] = ()
    """Other files with as good a claim, sorted, at most a handful; not empty means the link is ambiguous."""


_UNRESOLVED = Resolution(path=None)


class LinkResolver:
    """Finds the file that a link means, in a vault whose files are known."""

    def __init__(self, paths: Iterable[VaultPath], *, aliases: Mapping[str, VaultPath] | None = None) -> None:
        """Index the files.

        Args:
            paths: every file of the vault, notes and others.
            aliases: alias -> note, tried last; Obsidian itself resolves none (decision 11).
        """
        self._whole: dict[str, list[VaultPath]] = {}
        self._endings: dict[str, list[VaultPath]] = {}
        for path in sorted(paths):
            folded = path.lower()
            self._whole.setdefault(folded, []).append(path)
            ending = folded
            while ending:
                self._endings.setdefault(ending, []).append(path)
                ending = ending.partition("/")[2]
        for found in self._endings.values():
            if len(found) > 1:
                found.sort(key=len)
        self._aliases = {nfc(alias).lower(): path for alias, path in (aliases or {}).items()}
        self._nearest: dict[str, dict[str, list[VaultPath]]] = {}

    def exact(self, path: str) -> VaultPath | None:
        """Find a file by its whole vault path, letter case aside; None when there is none."""
        wanted = nfc(path)
        found = self._whole.get(wanted.lower())
        return None if found is None else _choose(found, wanted).path

    def resolve_path(self, text: str, source: VaultPath) -> Resolution:
        """Find the file that `text`, a link's path as typed, means in the note `source`."""
        if not text:
            return Resolution(path=source)
        wanted = nfc(text)
        for spelling in (wanted, wanted + ".md"):
            found = self._resolve_spelling(spelling, source)
            if found.path is not None:
                return found
        alias = self._aliases.get(wanted.lower()) if self._aliases else None
        return _UNRESOLVED if alias is None else Resolution(path=alias)

    def _resolve_spelling(self, wanted: str, source: VaultPath) -> Resolution:
        """Apply steps 3 to 6 of obsidian-spec §2.4 to one spelling."""
        if wanted.startswith(("./", "../")):
            beside = _join(folder_of(source), wanted)
            return _UNRESOLVED if beside is None else Resolution(path=self.exact(beside))
        if wanted.startswith("/"):
            return Resolution(path=self.exact(wanted[1:]))
        folded = wanted.lower()
        found = self._endings.get(folded)
        if found is None:
            return _UNRESOLVED
        if len(found) == 1:
            return Resolution(path=found[0])
        whole = self._whole.get(folded)
        return _choose(whole or self._preferred(folded, found, folder_of(source)), wanted)

    def _preferred(self, ending: str, found: list[VaultPath], folder: FolderPath) -> list[VaultPath]:
        """Keep those of `found`, shortest first, that lie inside `folder`, or all when none does."""
        if not folder:
            return found
        if len(found) <= _FEW:
            inside = folder.lower() + "/"
            return [path for path in found if path.lower().startswith(inside)] or found
        nearest = self._nearest.get(ending)
        if nearest is None:
            nearest = self._nearest[ending] = _by_folder(found)
        return nearest.get(folder.lower()) or found[:_FEW]


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


def _choose(found: list[VaultPath], wanted: str) -> Resolution:
    """Take the first; of files that differ from it only by letter case, the one spelled like the link."""
    best = found[0]
    if len(found) == 1:
        return Resolution(path=best)
    folded = best.lower()
    twin = next((path for path in found if path.endswith(wanted) and path.lower() == folded), None)
    others = sorted(path for path in found if path != (twin or best) and (twin is None or path.lower() != folded))
    return Resolution(path=twin or best, others=tuple(others))


def _by_folder(found: list[VaultPath]) -> dict[str, list[VaultPath]]:
    """Map each folder, lower case, to the first few of `found` that lie anywhere inside it."""
    nearest: dict[str, list[VaultPath]] = {}
    for path in found:
        above = path.lower().rpartition("/")[0]
        while above:
            kept = nearest.setdefault(above, [])
            if len(kept) < _FEW:
                kept.append(path)
            above = above.rpartition("/")[0]
    return nearest


def _join(folder: FolderPath, relative: str) -> str | None:
    """Follow `./` and `../` from a folder; None when that leaves the vault."""
    parts = folder.split("/") if folder else []
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


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
