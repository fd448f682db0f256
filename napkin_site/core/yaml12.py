"""YAML 1.2 text -> plain data, safely: the core schema, no repeated names, no alias bombs, no deep nesting.

PyYAML's own loaders speak YAML 1.1, where `yes` is a truth value and `12:30` a number. Obsidian reads
YAML 1.2 (obsidian-spec §7.2), so only libyaml's scanner is used here and the values are built from its events.
Dates stay text. `<<` is an ordinary name. A tag of another kind than the core schema's changes nothing.
"""

from collections.abc import Callable
from typing import Any

import yaml
from yaml.constructor import ConstructorError
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)
from yaml.reader import ReaderError

from napkin_site.core.plain_yaml import plain_value

MAX_DEPTH = 100
"""Lists and mappings inside each other. libyaml allows 1,000 brackets, but any number of indents."""

MAX_ALIASED_VALUES = 10_000
"""Values that all aliases of one text together may stand for."""

_SCALAR_TAGS = frozenset(f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float"))
_MISSING = object()


class Yaml12Loader(yaml.CSafeLoader):
    """A PyYAML loader for the core schema of YAML 1.2: `yaml.load(text, Loader=Yaml12Loader)`."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self._text = stream

    def get_single_data(self) -> Any:
        """Build the value of the only document; None when there is none.

        Raises:
            yaml.YAMLError: the text is not YAML, repeats a name, or is out of bounds.
        """
        return _Document(self._text).build(self.get_event)


def load_yaml(text: str) -> Any:
    """Read one YAML document: None, bool, int, float, str, and lists and dicts of them, names always text.

    Raises:
        yaml.YAMLError: see `describe_error`.
    """
    try:
        return yaml.load(text, Loader=Yaml12Loader)  # noqa: S506  # a safe loader, of which ruff knows nothing
    except UnicodeEncodeError as error:
        # libyaml reads UTF-8, which cannot hold half a surrogate pair.
        raise ReaderError("<text>", error.start, ord(text[error.start]), "utf-8", "not a character") from error


def describe_error(error: yaml.YAMLError, text: str) -> tuple[str, int]:
    """Say what was wrong in one sentence, and in which line of `text`, counted from 1 (0: unknown)."""
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        parts = (error.context, error.problem)
        return ", ".join(part for part in parts if part) or "not YAML", mark.line + 1 if mark else 0
    if isinstance(error, ReaderError):
        position = error.position if isinstance(error.position, int) else 0
        return f"character U+{_code_point(error.character):04X} is not allowed", text.count("\n", 0, position) + 1
    return str(error), 0


def _code_point(character: object) -> int:
    """Give the code point out of a `ReaderError`, which holds a number, a character or a byte."""
    if isinstance(character, str | bytes):
        return ord(character[:1] or "\0")
    return character if isinstance(character, int) else 0


class _Frame:
    """A list or mapping being built."""

    __slots__ = ("anchor", "container", "key", "start", "weight")

    def __init__(self, container: list[Any] | dict[str, Any], anchor: str | None, start: Any) -> None:
        self.container = container
        self.anchor = anchor
        self.start = start
        self.key: Any = _MISSING
        """The name whose value comes next."""
        self.weight = 1
        """Values in here, aliases expanded."""


class _Document:
    """Builds one document's value from parser events, without recursion."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._stack: list[_Frame] = []
        self._anchors: dict[str, tuple[Any, int] | None] = {}
        """Anchor -> its value and weight; None while it is being built."""
        self._aliased = 0
        self._result: Any = None

    def build(self, next_event: Callable[[], Event | None]) -> Any:
        documents = 0
        while True:
            event = next_event()
            if isinstance(event, ScalarEvent):
                self._scalar(event)
            elif isinstance(event, MappingStartEvent):
                self._open({}, event)
            elif isinstance(event, SequenceStartEvent):
                self._open([], event)
            elif isinstance(event, MappingEndEvent | SequenceEndEvent):
                self._close(event)
            elif isinstance(event, AliasEvent):
                self._alias(event)
            elif isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise _fault("there is more than one document", event)
            elif isinstance(event, StreamEndEvent):
                return self._result
            else:
                assert isinstance(event, StreamStartEvent | DocumentEndEvent)

    def _scalar(self, event: ScalarEvent) -> None:
        text: str = event.value
        frame = self._stack[-1] if self._stack else None
        is_name = frame is not None and frame.key is _MISSING and type(frame.container) is dict
        value: Any = text
        if not is_name and (event.implicit[0] or event.tag in _SCALAR_TAGS):
            value = plain_value(text)
        if event.anchor:
            self._anchors[event.anchor] = (value, 1)
        self._add(value, 1, event)

    def _open(self, container: list[Any] | dict[str, Any], event: Any) -> None:
        if len(self._stack) >= MAX_DEPTH:
            raise _fault(f"lists and mappings are nested more than {MAX_DEPTH} deep", event)
        if event.anchor:
            self._anchors[event.anchor] = None
        self._stack.append(_Frame(container, event.anchor, event.start_mark))

    def _close(self, event: Any) -> None:
        frame = self._stack.pop()
        if frame.anchor:
            self._anchors[frame.anchor] = (frame.container, frame.weight)
        value: Any = frame.container
        parent = self._stack[-1] if self._stack else None
        if parent is not None and parent.key is _MISSING and type(parent.container) is dict:
            # A list or mapping as a name, such as the unquoted `{{date}}` of a template: its source text is the name.
            value = self._text[frame.start.index : event.end_mark.index].strip()
        self._add(value, frame.weight, event)

    def _alias(self, event: Any) -> None:
        known = self._anchors.get(event.anchor, _MISSING)
        if known is _MISSING:
            raise _fault(f"the alias `*{event.anchor}` has no anchor", event)
        if known is None:
            raise _fault(f"the alias `*{event.anchor}` stands inside what it names", event)
        assert isinstance(known, tuple)
        value, weight = known
        self._aliased += weight
        if self._aliased > MAX_ALIASED_VALUES:
            raise _fault(f"the aliases stand for more than {MAX_ALIASED_VALUES} values", event)
        self._add(value, weight, event)

    def _add(self, value: Any, weight: int, event: Any) -> None:
        if not self._stack:
            self._result = value
            return
        frame = self._stack[-1]
        frame.weight += weight
        container = frame.container
        if isinstance(container, list):
            container.append(value)
        elif frame.key is _MISSING:
            name = value if isinstance(value, str) else _name_of(value)
            if name in container:
                raise _fault(f"the name `{name}` stands here twice", event)
            frame.key = name
        else:
            container[frame.key] = value
            frame.key = _MISSING


def _name_of(value: Any) -> str:
    """Give the text of a name that an alias stands for."""
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _fault(message: str, event: Any) -> ConstructorError:
    return ConstructorError(None, None, message, event.start_mark)
