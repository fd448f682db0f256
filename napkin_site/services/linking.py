"""Which files a note links to, which link to it, and which links lead nowhere."""

from collections.abc import Mapping

from napkin_site.core.values import Value
from napkin_site.services.access import VaultAccess


class OutgoingLink(Value):
    """A link or embed of a note, with where it leads."""

    target: str
    """As typed, without brackets, display text and subpath."""
    subpath: str
    """The heading or block behind `#`; empty when absent."""
    file: str | None
    """The file it leads to; None when there is none."""
    line: int
    """Counted from 1."""
    embed: bool


class OutgoingLinks(Value):
    """The links of a note, to files other than itself."""

    links: tuple[OutgoingLink, ...]
    """In the order they stand in the note; those of properties first."""

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets as typed, each once (repair 45)."""
        return tuple(dict.fromkeys(link.target for link in self.links))

    @property
    def counts(self) -> dict[str, int]:
        """Target as typed -> how many links name it."""
        found: dict[str, int] = {}
        for link in self.links:
            found[link.target] = found.get(link.target, 0) + 1
        return found


class Backlinks(Value):
    """The notes and canvases that link to a file."""

    backlinks: Mapping[str, int]
    """Path of the note or canvas, sorted -> how many of its links lead to the file; its own are not counted."""


class UnresolvedLinks(Value):
    """Links that do not lead where they should."""

    unresolved: Mapping[str, tuple[str, ...]]
    """Target as typed, with `#part` where the note is there and the part is not -> files it stands in, sorted."""
    ambiguous: Mapping[str, tuple[str, ...]]
    """Target as typed that fits several files equally -> those files, sorted."""


class NoteList(Value):
    """Notes, by path, sorted."""

    notes: tuple[str, ...]


def links_out(access: VaultAccess, reference: str) -> OutgoingLinks:
    """List the links and embeds of a note, with where they lead; web addresses are none.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one note.
    """
    from napkin_site.core.links import LinkResolver
    from napkin_site.core.subpaths import target_of

    path, _ = access.find_note(reference)
    _, note = access.parse(path)
    resolver = access.links[0] if access.config.links.resolve_aliases else LinkResolver(access.paths)
    links = []
    for link in note.facts.links:
        target, subpath = target_of(link)
        if target:
            found = resolver.resolve_path(target, path).path
            links.append(OutgoingLink(target=target, subpath=subpath, file=found, line=link.line, embed=link.is_embed))
    return OutgoingLinks(links=tuple(links))


def links_back(access: VaultAccess, reference: str) -> Backlinks:
    """Count, by note or canvas, the links and embeds that lead to a file.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one file.
    """
    access.see()
    path, _ = access.find(reference)
    return Backlinks(backlinks=access.backlinks(path))


def unresolved_links(access: VaultAccess) -> UnresolvedLinks:
    """List the links of the vault whose file, or whose heading or block, is not there, and the ambiguous ones."""
    _, index = access.links
    unresolved = {**index.unresolved, **index.missing_parts}
    return UnresolvedLinks(
        unresolved={target: unresolved[target] for target in sorted(unresolved)}, ambiguous=index.ambiguous
    )


def orphan_notes(access: VaultAccess) -> NoteList:
    """List the notes that no other file links to."""
    return NoteList(notes=access.links[1].orphans)


def dead_end_notes(access: VaultAccess) -> NoteList:
    """List the notes that link to no other file."""
    return NoteList(notes=access.links[1].dead_ends)
