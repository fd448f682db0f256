"""Which properties the notes of a vault have, and what they say."""

from collections.abc import Mapping
from typing import Any

from napkin_site.core.properties import PropertyType
from napkin_site.core.values import Value
from napkin_site.errors import UsageError
from napkin_site.services.access import VaultAccess
from napkin_site.services.tagging import chosen_notes
from napkin_site.services.warnings import skipped_notes


class PropertyCounts(Value, omit_defaults=True):
    """The properties of a vault or note."""

    properties: Mapping[str, int]
    """Name as first spelt -> how many notes have it; sorted by name, letter case aside."""
    warnings: tuple[str, ...] = ()
    """Notes whose properties could not be read; left out when there are none."""


class PropertyValue(Value):
    """One property of a note."""

    path: str
    property: str
    """As written in the note; as asked for when the note has none of that name."""
    value: Any
    """Plain data; dates are text. None when the note has no such property, or it is empty."""
    type: PropertyType | None
    """As obsidian-spec §7.4 tells it; None when the note has no such property."""


def list_properties(access: VaultAccess, *, reference: str = "") -> PropertyCounts:
    """Count, for each property, the notes that have it.

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
        for key in dict.fromkeys(name.lower() for name in note.facts.properties):
            counts[key] = counts.get(key, 0) + 1
        for name in note.facts.properties:
            spelling.setdefault(name.lower(), name)
    properties = {spelling[key]: counts[key] for key in sorted(counts)}
    return PropertyCounts(properties=properties, warnings=skipped_notes(notes))


def read_property(access: VaultAccess, reference: str, name: str) -> PropertyValue:
    """Read a property of a note; names are compared without letter case.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one note.
        UsageError: the note's properties cannot be read.
    """
    from napkin_site.core.frontmatter import split_front_matter
    from napkin_site.core.properties import type_properties

    path, _ = access.find_note(reference)
    front = split_front_matter(access.read(path).source)
    if front.error:
        raise UsageError(f"the properties cannot be read: {front.error}", path=path, line=front.error_line)
    for found in type_properties(front.data, access.config.obsidian.property_types):
        if found.name.lower() == name.lower():
            return PropertyValue(path=path, property=found.name, value=found.value, type=found.type)
    return PropertyValue(path=path, property=name, value=None, type=None)
