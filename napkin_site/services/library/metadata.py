"""What the library can change about what notes say of themselves: properties and tasks, each verb a method."""

from collections.abc import Sequence
from typing import Any, Unpack

from napkin_site.core.property_text import ValueType
from napkin_site.services.library.opening import How, OpenVault
from napkin_site.services.writing import properties, tasks
from napkin_site.services.writing.properties import (
    PropertyExtended,
    PropertyReduced,
    PropertyRemoved,
    PropertyRenamed,
    PropertySet,
    Texts,
)
from napkin_site.services.writing.tasks import TaskMarked


class MetadataVerbs(OpenVault):
    """The verbs that change properties and tasks."""

    def set_property(
        self,
        note: str,
        name: str,
        value: Any,
        *,
        type: ValueType | None = None,  # noqa: A002  # the word that the command has for it
        **how: Unpack[How],
    ) -> PropertySet:
        """Give a property a value; a text is taken as on the command line, all else as it is."""
        meant = Texts(texts=(value,), kind=type) if isinstance(value, str) else value
        return properties.set_note_property(self._session(how), note, name, meant)

    def remove_property(self, note: str, name: str, **how: Unpack[How]) -> PropertyRemoved:
        """Take a property away; one that is not there is fine."""
        return properties.remove_note_property(self._session(how), note, name)

    def add_to_property(
        self, note: str, name: str, values: str | Sequence[Any], **how: Unpack[How]
    ) -> PropertyExtended:
        """Add values to a list, each once; a single text is taken as on the command line, all else as it is."""
        return properties.add_to_note_property(self._session(how), note, name, _values(values))

    def remove_from_property(
        self, note: str, name: str, values: str | Sequence[Any], **how: Unpack[How]
    ) -> PropertyReduced:
        """Take values out of a list; a single text is taken as on the command line, all else as it is."""
        return properties.remove_from_note_property(self._session(how), note, name, _values(values))

    def rename_property(self, note: str, name: str, new: str, **how: Unpack[How]) -> PropertyRenamed:
        """Give a property another name; its value and its place stay."""
        return properties.rename_note_property(self._session(how), note, name, new)

    def set_task(self, note: str, line: int, mark: str, **how: Unpack[How]) -> TaskMarked:
        """Set the mark of the task on a line, counted from 1; a blank is to do, `x` is done."""
        return tasks.mark_task(self._session(how), note, line, mark)

    def toggle_task(self, note: str, line: int, **how: Unpack[How]) -> TaskMarked:
        """Mark the task on a line as done, or, where it has any mark, as to do."""
        return tasks.mark_task(self._session(how), note, line, None)


def _values(values: str | Sequence[Any]) -> Texts | Sequence[Any]:
    return Texts(texts=(values,)) if isinstance(values, str) else values
