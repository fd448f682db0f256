"""Typed property values (obsidian-spec §7.4) and how they compare."""

from typing import Any, Literal

from napkin_site.core.values import Value

PropertyType = Literal["text", "list", "number", "checkbox", "date", "datetime", "tags", "aliases", "empty", "object"]


class Property(Value):
    """One property of a note."""

    name: str
    """As written in the note."""
    type: PropertyType
    value: Any
    """Plain data: str, int, float, bool, None, tuple of such, or a dict; dates stay text."""
