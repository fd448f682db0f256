"""Which tags and other names the notes of a vault have."""

from collections.abc import Iterable, Mapping

from napkin_site.core.model import Note
from napkin_site.core.values import Value
from napkin_site.services.access import VaultAccess
from napkin_site.services.warnings import skipped_notes


class TagCounts(Value, omit_defaults=True):
    """The tags of a vault or note."""

    tags: Mapping[str, int]
    """Tag, without `#` and as first spelt -> how many notes carry it; sorted by name, letter case aside."""
    warnings: tuple[str, ...] = ()
    """Notes whose properties could not be read; left out when there are none."""


class TagInfo(Value, omit_defaults=True):
    """One tag."""

    tag: str
    count: int
    """Notes that carry it; 0 when none does."""
    files: tuple[str, ...]
    """Their paths, sorted."""
    warnings: tuple[str, ...] = ()


class Alias(Value):
    """Another name of a note."""

    alias: str
    file: str


class AliasList(Value, omit_defaults=True):
    """Other names of notes."""

    aliases: tuple[Alias, ...]
    """By file, in the order they stand there."""
    warnings: tuple[str, ...] = ()


def list_tags(access: VaultAccess, *, reference: str = "") -> TagCounts:
    """Count, for each tag, the notes that carry it, in properties or text; nested tags are tags of their own.

    Args:
        access: the vault.
        reference: one note; empty for all.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one note.
    """
    notes = chosen_notes(access, reference)
    spelling: dict[str, str] = {}
    counts: dict[str, int] = {}
    for note in notes:
        for tag in note.tags:
            key = tag.lower()
            spelling.setdefault(key, tag)
            counts[key] = counts.get(key, 0) + 1
    return TagCounts(tags={spelling[key]: counts[key] for key in sorted(counts)}, warnings=skipped_notes(notes))


def tag_info(access: VaultAccess, tag: str) -> TagInfo:
    """Say which notes carry a tag, letter case aside; a tag of no note has none."""
    wanted = tag.strip().removeprefix("#").rstrip("/")
    notes = chosen_notes(access, "")
    found = [(note.path, name) for note in notes for name in note.tags if name.lower() == wanted.lower()]
    return TagInfo(
        tag=found[0][1] if found else wanted,
        count=len(found),
        files=tuple(path for path, _ in found),
        warnings=skipped_notes(notes),
    )


def list_aliases(access: VaultAccess, *, reference: str = "") -> AliasList:
    """List the other names that notes give themselves; arguments and errors are those of `list_tags`."""
    notes = chosen_notes(access, reference)
    aliases = tuple(Alias(alias=alias, file=note.path) for note in notes for alias in note.aliases)
    return AliasList(aliases=aliases, warnings=skipped_notes(notes))


def chosen_notes(access: VaultAccess, reference: str) -> tuple[Note, ...]:
    """Give one note, or all that Obsidian's excluded files do not hide (obsidian-spec §1.11), in path order.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one note (repair 32).
    """
    notes: Iterable[Note] = access.snapshot.vault.notes.values()
    if not reference:
        return tuple(note for note in notes if not note.is_excluded)
    path, _ = access.find_note(reference)
    return (access.snapshot.vault.notes[path],)
