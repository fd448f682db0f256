"""Typed property values (obsidian-spec §7.4) and the properties with a meaning of their own (§6.7, §7.7)."""

import re
from calendar import monthrange
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from napkin_site.core.values import Value

PropertyType = Literal["text", "list", "number", "checkbox", "date", "datetime", "tags", "aliases", "empty", "object"]

_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_DATETIME = re.compile(r"(\d{4})-(\d{2})-(\d{2})[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?", re.ASCII)
# Everything but what obsidian-spec §6.2 lists as no tag character.
_TAG = re.compile(r"[^\s\u2000-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\]+")
# The names types.json may assign, in our words.
_ASSIGNABLE: dict[str, PropertyType] = {
    "text": "text",
    "multitext": "list",
    "number": "number",
    "checkbox": "checkbox",
    "date": "date",
    "datetime": "datetime",
}
_WRITTEN = (str, int, float)
_RESERVED: dict[str, PropertyType] = {"tags": "tags", "aliases": "aliases", "cssclasses": "list"}


class Property(Value):
    """One property of a note."""

    name: str
    """As written in the note."""
    type: PropertyType
    value: Any
    """Plain data: str, int, float, bool, None, tuple of such, or a dict; dates stay text."""


class PropertyFault(Value):
    """A property whose value does not mean what its author thinks."""

    name: str
    """As written in the note."""
    code: str
    message: str
    hint: str


def type_properties(data: Mapping[str, Any], assigned: Mapping[str, str]) -> tuple[Property, ...]:
    """Give each property its type: reserved names first, then the vault's `types.json`, then the value itself.

    A value that does not fit its assigned type has its real one; nothing (`null`) fits every assigned type.

    Args:
        data: front matter as plain data.
        assigned: lower-case name -> type as `types.json` names it.

    Returns:
        The properties in the order of `data`. A single string under `tags`, `aliases` or `cssclasses` is a
        tuple of one; names in `tags` have no `#`.

    Source: obsidian-spec §7.4, §7.7.
    """
    return tuple(_typed(name, value, assigned) for name, value in data.items())


def infer_type(value: Any) -> PropertyType:
    """Tell a value's own type, without regard to any name."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "checkbox"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return _text_type(value)
    return "object" if isinstance(value, Mapping) else "list"


def property_of(data: Mapping[str, Any], name: str) -> Any:
    """Find a property by its name in lower case, letter case aside; the first one wins; None when there is none."""
    if name in data:
        return data[name]
    for key, value in data.items():
        if key.lower() == name:
            return value
    return None


def note_tags(data: Mapping[str, Any], body_tags: Iterable[str]) -> tuple[str, ...]:
    """Join the tags of front matter and body: without `#`, one spelling each, in order of first appearance.

    Source: obsidian-spec §6.3, §6.4, §6.7.
    """
    found: dict[str, str] = {}
    for tag in _property_tags(property_of(data, "tags"))[0]:
        found.setdefault(tag.lower(), tag)
    for tag in body_tags:
        found.setdefault(tag.lower(), tag)
    return tuple(found.values())


def note_aliases(data: Mapping[str, Any]) -> tuple[str, ...]:
    """List a note's other names; a single string is one name."""
    return _strings(property_of(data, "aliases"))


def css_classes(data: Mapping[str, Any]) -> tuple[str, ...]:
    """List the classes for a note's container; what stands between blanks is a class of its own."""
    return tuple(name for text in _strings(property_of(data, "cssclasses")) for name in text.split())


def property_faults(data: Mapping[str, Any]) -> tuple[PropertyFault, ...]:
    """Find the properties of which some value is not used: tags that are none, and names that stand there already.

    Source: obsidian-spec §6.7; `tags: a, b` is one string with a comma, which Obsidian 1.9.3 stopped splitting. Names
    are compared without letter case (§7.4); YAML itself refuses names that are equal in every letter.
    """
    faults = []
    first: dict[str, str] = {}
    for name, value in data.items():
        earlier = first.setdefault(name.lower(), name)
        if earlier != name:
            message = f"`{name}` is the property `{earlier}` again: letter case makes no difference"
            hint = "Keep one of them; the first is used."
            faults.append(PropertyFault(name=name, code="duplicate-property", message=message, hint=hint))
        if name.lower() == "tags":
            faults += [_tag_fault(name, text) for text in _property_tags(value)[1]]
    return tuple(faults)


def _typed(name: str, value: Any, assigned: Mapping[str, str]) -> Property:
    folded = name.lower()
    reserved = _RESERVED.get(folded)
    if reserved is not None and (value is None or (fitting := _reserved_value(reserved, value)) is not None):
        return Property(name=name, type=reserved, value=() if value is None else fitting)
    frozen = _frozen(value)
    kind = infer_type(value)
    wanted = _ASSIGNABLE.get(assigned.get(folded, ""))
    if wanted is not None and reserved is None and (value is None or (wanted == "text" and isinstance(value, str))):
        kind = wanted
    return Property(name=name, type=kind, value=frozen)


def _reserved_value(kind: PropertyType, value: Any) -> tuple[Any, ...] | None:
    """Give the value of a reserved list; None when it does not fit one."""
    if kind == "tags":
        tags, rest = _property_tags(value)
        # A list is shown whole, so that its author sees what is wrong in it; a string that is no tag is text.
        return tags + rest if isinstance(value, list | tuple) else tags or None
    if isinstance(value, str):
        return (value,) if value.strip() else ()
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else None


def _property_tags(value: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Sort the items of a `tags` property into tags, without `#`, and texts that are none."""
    tags: list[str] = []
    rest: list[str] = []
    for text in _strings(value):
        name = text.removeprefix("#").rstrip("/")
        is_tag = _TAG.fullmatch(name) is not None and not name.isdecimal()
        (tags if is_tag else rest).append(name if is_tag else text)
    return tuple(tags), tuple(rest)


def _tag_fault(name: str, text: str) -> PropertyFault:
    if "," in text or " " in text:
        hint = f"Write a list: `{name}: [{', '.join(re.split('[, ]+', text.strip(', ')))}]`."
    else:
        hint = "Use letters, digits, `_`, `-` and `/`, and at least one character that is no digit."
    return PropertyFault(name=name, code="invalid-tag", message=f"`{text}` in `{name}` is not a tag", hint=hint)


def _strings(value: Any) -> tuple[str, ...]:
    """Read a list of names, or a single one; numbers count as they are written, nothing else does."""
    items = value if isinstance(value, list | tuple) else (value,)
    texts = [str(item).strip() for item in items if isinstance(item, _WRITTEN) and not isinstance(item, bool)]
    return tuple([text for text in texts if text])


def _text_type(text: str) -> PropertyType:
    if len(text) < 10 or text[4] != "-":
        return "text"
    found = _DATE.fullmatch(text)
    kind: PropertyType = "date"
    if found is None:
        found = _DATETIME.fullmatch(text)
        kind = "datetime"
    if found is None:
        return "text"
    year, month, day = int(found[1]), int(found[2]), int(found[3])
    return kind if year and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] else "text"


def _frozen(value: Any) -> Any:
    """Turn lists into tuples, at every depth."""
    if value is None or isinstance(value, _WRITTEN):
        return value
    if isinstance(value, list | tuple):
        return tuple([_frozen(item) for item in value])
    if isinstance(value, Mapping):
        return {name: _frozen(item) for name, item in value.items()}
    return value
