"""Changing the properties of a note, each by its own lines (memory-spec §7.7, repair 17)."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from napkin_site.core.changes import ChangeSet, edit_of
from napkin_site.core.edits.properties import (
    add_to_property,
    property_name,
    property_value,
    remove_from_property,
    remove_property,
    rename_property,
    set_property,
)
from napkin_site.core.paths import VaultPath
from napkin_site.core.properties import property_faults
from napkin_site.core.property_text import ValueType, items_of_texts, look_of, value_of_texts
from napkin_site.core.values import Value
from napkin_site.services.writing.session import Draft, Outcome, WriteSession, Written, about


class Texts(Value):
    """A value as it is typed, whose type is yet to be told."""

    texts: tuple[str, ...]
    kind: ValueType | None = None
    """What it must be; None lets name, vault and look decide."""


class PropertySet(Written, kw_only=True):
    """A property that was given a value."""

    property: str
    """As written in the note."""
    value: Any
    """Plain data; dates are text."""


class PropertyExtended(PropertySet, kw_only=True):
    """A list that values were added to."""

    added: tuple[Any, ...]
    """Those that were not in it."""


class PropertyReduced(PropertySet, kw_only=True):
    """A list that values were taken out of."""

    removed: tuple[Any, ...]
    """Those that were in it."""


class PropertyRemoved(Written, kw_only=True):
    """A property that was taken away."""

    removed: str
    """Its name."""


class PropertyRenamed(Written, kw_only=True):
    """A property that got another name."""

    from_: str = msgspec.field(name="from")
    """In JSON `from`: its old name, as it was written."""
    to: str


def set_note_property(session: WriteSession, reference: str, name: str, value: Any) -> PropertySet:
    """Give a property of a note a value; one that is not there is made.

    Args:
        session: who asks, and how.
        reference: the note, as for reading.
        name: the property, letter case aside where the note has it.
        value: a `Texts`, typed by the rules of `core.property_text`; all else as it is: text, numbers, truth values,
            None, lists, mappings.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one note, or a text is not of its type.
        EditError: the front matter cannot be read or edited.
        NapkinError: what `WriteSession.commit` raises.
    """

    def edit(draft: Draft, note: bytes) -> bytes:
        meant = value
        if isinstance(value, Texts):
            meant = value_of_texts(name, value.texts, assigned=_assigned(draft), kind=value.kind)
        return set_property(note, name, meant)

    done, path, _, after = _change(session, "property set", reference, edit)
    return PropertySet(
        **done.of(path),
        warnings=_warnings(after, name),
        property=property_name(after, name) or name,
        value=property_value(after, name),
    )


def remove_note_property(session: WriteSession, reference: str, name: str) -> PropertyRemoved:
    """Take a property of a note away; one that is not there is fine. The last one takes the block with it.

    Raises:
        NapkinError: what `set_note_property` raises.
    """
    done, path, before, _ = _change(session, "property remove", reference, lambda _, note: remove_property(note, name))
    return PropertyRemoved(
        **done.of(path),
        removed=property_name(before, name) or name,
    )


def add_to_note_property(
    session: WriteSession, reference: str, name: str, values: Sequence[Any] | Texts
) -> PropertyExtended:
    """Add values to a list, each once; a single value becomes a list, and a missing property is made.

    Args:
        session: who asks, and how.
        reference: the note, as for reading.
        name: the property.
        values: what is added; texts of a `Texts` are typed as items of a list.

    Raises:
        NapkinError: what `set_note_property` raises.
    """

    def edit(draft: Draft, note: bytes) -> bytes:
        if isinstance(values, Texts):
            return add_to_property(note, name, items_of_texts(name, values.texts, assigned=_assigned(draft)))
        return add_to_property(note, name, values)

    done, path, before, after = _change(session, "property add", reference, edit)
    now = _items(property_value(after, name))
    return PropertyExtended(
        **done.of(path),
        warnings=_warnings(after, name),
        property=property_name(after, name) or name,
        value=now,
        added=tuple(now[len(_items(property_value(before, name))) :]),
    )


def remove_from_note_property(
    session: WriteSession, reference: str, name: str, values: Sequence[Any] | Texts
) -> PropertyReduced:
    """Take values out of a list; those that are not in it are fine.

    Args:
        session: who asks, and how.
        reference: the note, as for reading.
        name: the property.
        values: what is taken out; a text of a `Texts` fits an item that is that text, and one that it looks like.

    Raises:
        NapkinError: what `set_note_property` raises.
    """
    items = _meant(name, values.texts) if isinstance(values, Texts) else values
    done, path, before, after = _change(
        session, "property remove-from", reference, lambda _, note: remove_from_property(note, name, items)
    )
    now = _items(property_value(after, name))
    left = list(now)
    removed = [item for item in _items(property_value(before, name)) if not _take(left, item)]
    return PropertyReduced(
        **done.of(path),
        property=property_name(after, name) or name,
        value=now,
        removed=tuple(removed),
    )


def rename_note_property(session: WriteSession, reference: str, name: str, new: str) -> PropertyRenamed:
    """Give a property of a note another name; value and place stay.

    Raises:
        NotFoundError: the note has no such property.
        ExistsError: it has one of the new name.
        NapkinError: what `set_note_property` raises.
    """
    done, path, before, _ = _change(
        session, "property rename", reference, lambda _, note: rename_property(note, name, new)
    )
    return PropertyRenamed(
        **done.of(path),
        from_=property_name(before, name) or name,
        to=new,
    )


def _change(
    session: WriteSession, op: str, reference: str, edit: Callable[[Draft, bytes], bytes]
) -> tuple[Outcome, VaultPath, bytes, bytes]:
    """Edit a note; give what came of it, the note, and its bytes before and after."""

    def plan(draft: Draft) -> tuple[ChangeSet, tuple[VaultPath, bytes, bytes]]:
        path = draft.whole_note(reference)
        before = draft.text(path)
        with about(path):
            after = edit(draft, before)
        return edit_of(op, path, before, after), (path, before, after)

    done, (path, before, after) = session.commit(plan)
    return done, path, before, after


def _assigned(draft: Draft) -> dict[str, str]:
    return draft.access.config.obsidian.property_types


def _items(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]


def _meant(name: str, texts: Sequence[str]) -> list[Any]:
    """Give every item that a text may stand for: itself, what it looks like, and, of tags, what is between commas."""
    words = [word.strip() for text in texts for word in text.split(",")] if name.lower() == "tags" else []
    return [meant for word in (*texts, *words) for meant in (word, look_of(word))]


def _take(items: list[Any], wanted: Any) -> bool:
    """Take an item out of a list, if it is there; tell whether it was."""
    for number, item in enumerate(items):
        if type(item) is type(wanted) and item == wanted:
            del items[number]
            return True
    return False


def _warnings(source: bytes, name: str) -> tuple[str, ...]:
    """Tell what of a property is not used, though it was written as asked."""
    known = property_name(source, name)
    if known is None:
        return ()
    faults = property_faults({known: property_value(source, name)})
    return tuple(f"{fault.message}. {fault.hint}" for fault in faults)
