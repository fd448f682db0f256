"""Where the properties of a front matter lie in its text: each name, value and list item, comments kept apart.

Only libyaml's events are read, which say where each part begins and ends; nothing is written here.
"""

from typing import Any, Literal

import yaml
from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from napkin_site.core.values import Value
from napkin_site.errors import EditError

ValueShape = Literal["empty", "plain", "quoted", "block", "flow-list", "block-list", "other"]

CharSpan = tuple[int, int]
"""Characters of the front matter's text, counted from 0."""


class Entry(Value):
    """One property."""

    name: str
    name_span: CharSpan
    """The name as written, quotes included."""
    colon: int
    """Where the colon behind the name stands."""
    value_span: CharSpan
    """From the first to behind the last character of the value; empty, behind the colon, when there is none."""
    shape: ValueShape
    quote: str = ""
    """The quotation mark of a quoted value."""
    items: tuple[CharSpan, ...] = ()
    """The items of a list, without their dashes."""


class _Reader:
    """Walks the events of a mapping."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._events = iter(list(yaml.parse(text, Loader=yaml.CSafeLoader)))
        self._here: Any = next(self._events, None)

    def entries(self) -> tuple[Entry, ...]:
        while self._here is not None and not isinstance(self._here, MappingStartEvent):
            self._next()
        if self._here is None:
            return ()
        if self._here.flow_style:
            raise EditError(
                "the front matter is written in braces and is not edited property by property",
                hint="Write it as `name: value` lines.",
            )
        self._next()
        found = []
        while not isinstance(self._here, MappingEndEvent):
            found.append(self._entry())
        return tuple(found)

    def _next(self) -> Any:
        event = self._here
        self._here = next(self._events, None)
        return event

    def _entry(self) -> Entry:
        key = self._next()
        if not isinstance(key, ScalarEvent):
            raise EditError("a name in the front matter is a list or mapping, so it is not edited")
        name_span = _span(key)
        colon = self._text.index(":", name_span[1])
        value: Any = self._here
        items: list[CharSpan] = []
        end = self._skip(items)
        start = _span(value)[0]
        shape, quote = _shape(value, start, end)
        if shape == "empty":
            start = end = colon + 1
        return Entry(
            name=key.value,
            name_span=name_span,
            colon=colon,
            value_span=(start, self._trimmed(start, end, shape)),
            shape=shape,
            quote=quote,
            items=tuple(items),
        )

    def _trimmed(self, start: int, end: int, shape: ValueShape) -> int:
        return start + len(self._text[start:end].rstrip()) if shape in ("block", "other", "block-list") else end

    def _skip(self, items: list[CharSpan] | None = None) -> int:
        """Go past one value; give where its last part ends, and note the items of a list."""
        event = self._next()
        if isinstance(event, ScalarEvent | AliasEvent):
            return _span(event)[1]
        end = _span(event)[0]
        is_list = isinstance(event, SequenceStartEvent)
        while not isinstance(self._here, SequenceEndEvent | MappingEndEvent):
            assert self._here is not None
            start = _span(self._here)[0]
            end = self._skip()
            if is_list and items is not None:
                items.append((start, end))
        closing = self._next()
        return _span(closing)[1] if event.flow_style else end


def read_entries(text: str) -> tuple[Entry, ...]:
    """Find the properties in the text between the fences, which is known to be a mapping or empty.

    Raises:
        EditError: it is written in a way that cannot be edited by the line.
    """
    return _Reader(text).entries()


def _span(event: Any) -> CharSpan:
    """Give the characters of an event."""
    return (event.start_mark.index, event.end_mark.index)


def _shape(value: Any, start: int, end: int) -> tuple[ValueShape, str]:
    if isinstance(value, ScalarEvent):
        if value.style in ("'", '"'):
            return "quoted", value.style
        if value.style in ("|", ">"):
            return "block", ""
        return ("empty", "") if start == end else ("plain", "")
    if isinstance(value, SequenceStartEvent):
        return ("flow-list" if value.flow_style else "block-list"), ""
    return "other", ""
