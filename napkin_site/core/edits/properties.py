"""Edits of the front matter that touch the lines of one property alone (repair 17): comments, quoting, order stay.

Every result is read back: where the values are not exactly those that were meant, the edit is refused.
"""

import json
from collections.abc import Iterable
from typing import Any

from napkin_site.core.edits.text import newline_of
from napkin_site.core.edits.yaml_lines import Entry, read_entries
from napkin_site.core.edits.yaml_text import yaml_block, yaml_flow, yaml_scalar
from napkin_site.core.frontmatter import FrontMatter, split_front_matter
from napkin_site.errors import EditError, ExistsError, NotFoundError

_BOM = b"\xef\xbb\xbf"
_INDENT = "  "


def property_value(source: bytes, name: str) -> Any:
    """Give the value of a property; None when it has none, or is not there.

    Raises:
        EditError: the front matter cannot be read.
    """
    front = _front(source)
    known = _known_name(front, name)
    return None if known is None else front.data[known]


def property_name(source: bytes, name: str) -> str | None:
    """Give the name of a property as it is written; None when it is not there.

    Raises:
        EditError: the front matter cannot be read.
    """
    return _known_name(_front(source), name)


def set_property(source: bytes, name: str, value: Any) -> bytes:
    """Give a property a value, or make it, behind the others.

    Raises:
        EditError: the front matter cannot be read or edited, or the value cannot be written.
    """
    front = _front(source)
    known = _known_name(front, name)
    wanted = dict(front.data) | {known or name: _plain(value)}
    if front.data.get(known or name, _MISSING) == wanted[known or name] and known is not None:
        return source
    block = _Block(source, front)
    if known is None:
        return _checked(block.with_line(name, value), wanted)
    return _checked(block.with_value(known, value), wanted)


def remove_property(source: bytes, name: str) -> bytes:
    """Take a property away; one that is not there is fine. The last one takes the whole block with it.

    Raises:
        EditError: the front matter cannot be read or edited.
    """
    front = _front(source)
    known = _known_name(front, name)
    if known is None:
        return source
    wanted = {key: value for key, value in front.data.items() if key != known}
    return _checked(_Block(source, front).without(known), wanted)


def rename_property(source: bytes, name: str, new: str) -> bytes:
    """Give a property another name; its value and place stay.

    Raises:
        NotFoundError: there is no such property.
        ExistsError: there is one of the new name.
        EditError: the front matter cannot be read or edited.
    """
    front = _front(source)
    known = _known_name(front, name)
    if known is None:
        raise NotFoundError(f"there is no property `{name}`", suggestions=tuple(front.data))
    other = _known_name(front, new)
    if other is not None and other != known:
        raise ExistsError(f"there is a property `{other}` already", existing=other)
    wanted = {new if key == known else key: value for key, value in front.data.items()}
    return _checked(_Block(source, front).renamed(known, new), wanted)


def add_to_property(source: bytes, name: str, values: Iterable[Any]) -> bytes:
    """Add values to a list, each once; a single value becomes a list, and a missing property is made.

    Raises:
        EditError: the front matter cannot be read or edited, or the property is a mapping.
    """
    front = _front(source)
    known = _known_name(front, name)
    new = list(values)
    old = [] if known is None else _as_list(front.data[known], known)
    keys = {_key(name, value) for value in old}
    added = []
    for value in new:
        if _key(name, value) not in keys:
            keys.add(_key(name, value))
            added.append(_plain(value))
    if not added:
        return source
    wanted = dict(front.data) | {known or name: [*old, *added]}
    block = _Block(source, front)
    if known is None:
        return _checked(block.with_line(name, added), wanted)
    return _first_right([block.with_items(known, added), block.with_value(known, [*old, *added])], wanted)


def remove_from_property(source: bytes, name: str, values: Iterable[Any]) -> bytes:
    """Take values out of a list; those that are not there are fine.

    Raises:
        EditError: the front matter cannot be read or edited, or the property is a mapping.
    """
    front = _front(source)
    known = _known_name(front, name)
    if known is None:
        return source
    old = _as_list(front.data[known], known)
    gone = {_key(name, value) for value in values}
    out = [index for index, value in enumerate(old) if _key(name, value) in gone]
    if not out:
        return source
    kept = [value for index, value in enumerate(old) if index not in set(out)]
    wanted = dict(front.data) | {known: kept}
    block = _Block(source, front)
    return _first_right([block.without_items(known, out), block.with_value(known, kept)], wanted)


_MISSING = object()


class _Block:
    """The text between the fences, and where its properties lie."""

    def __init__(self, source: bytes, front: FrontMatter) -> None:
        self._source = source
        self._newline = newline_of(source).decode()
        start, end = front.span
        self._has_block = front.span != (0, 0)
        first = source.find(b"\n", start) + 1
        last = source.rfind(b"---", start, end)
        self._span = (first, last) if self._has_block else (0, 0)
        self._fences = front.span
        self._text = source[slice(*self._span)].decode() if self._has_block else ""
        self._entries: dict[str, Entry] = {entry.name: entry for entry in read_entries(self._text)}

    def with_line(self, name: str, value: Any) -> bytes:
        """Put a new property behind the others, or a new block before the body."""
        shown = f"{yaml_scalar(name)}:{yaml_block(value, indent=_INDENT, newline=self._newline)}{self._newline}"
        if self._has_block:
            text = self._text
            if text and not text.endswith("\n"):
                text += self._newline
            return self._joined(text + shown)
        bom = _BOM if self._source.startswith(_BOM) else b""
        fence = f"---{self._newline}"
        return bom + f"{fence}{shown}{fence}".encode() + self._source[len(bom) :]

    def with_value(self, name: str, value: Any) -> bytes:
        """Replace the value of a property; a comment behind a value on one line stays."""
        entry = self._entry(name)
        start, end = entry.value_span
        is_single = not isinstance(value, list | tuple | dict)
        if entry.shape in ("plain", "quoted", "empty") and is_single:
            shown = yaml_scalar(value, quote=entry.quote)
            if entry.shape == "empty":
                shown = f" {shown}" if shown else ""
            return self._replaced(start if shown else entry.colon + 1, end, shown)
        if entry.shape == "flow-list" and isinstance(value, list | tuple):
            return self._replaced(start, end, yaml_flow(list(value)))
        stop = self._line_end(end)
        indent = self._item_indent(entry) if entry.shape == "block-list" else _INDENT
        shown = yaml_block(value, indent=indent, newline=self._newline)
        comment = self._text[end:stop] if entry.shape in ("plain", "quoted", "flow-list") else ""
        shown = f"{comment}{shown}" if shown.startswith(self._newline) else f"{shown}{comment}"
        return self._replaced(entry.colon + 1, stop, shown)

    def without(self, name: str) -> bytes:
        """Take out the lines of a property; the block goes with the last one, unless a comment is left."""
        entry = self._entry(name)
        text = self._text[: self._line_start(entry.name_span[0])] + self._text[self._next_line(entry.value_span[1]) :]
        if text.strip() or len(self._entries) > 1:
            return self._joined(text)
        return self._source[: self._fences[0]] + self._source[self._fences[1] :]

    def renamed(self, name: str, new: str) -> bytes:
        """Write another name."""
        return self._replaced(*self._entry(name).name_span, yaml_scalar(new))

    def with_items(self, name: str, values: list[Any]) -> bytes | None:
        """Put items behind those of a list; None when it is no list that has any."""
        entry = self._entry(name)
        if not entry.items:
            return None
        end = entry.items[-1][1]
        if entry.shape == "flow-list":
            shown = "".join(f", {yaml_flow([value])[1:-1]}" for value in values)
            return self._replaced(end, end, shown)
        stop = self._line_end(self._line_trim(end))
        indent = self._item_indent(entry)
        shown = yaml_block(values, indent=indent, newline=self._newline)
        return self._replaced(stop, stop, shown)

    def without_items(self, name: str, indexes: list[int]) -> bytes | None:
        """Take items out of a list, its other lines untouched; None when it is none, or none would be left."""
        entry = self._entry(name)
        if len(indexes) >= len(entry.items):
            return None
        text = self._text
        for index in reversed(indexes):
            start, end = entry.items[index]
            if entry.shape == "flow-list":
                if index + 1 < len(entry.items):
                    end = entry.items[index + 1][0]
                else:
                    start = entry.items[index - 1][1]
            else:
                start, end = self._line_start(start), self._next_line(self._line_trim(end))
            text = text[:start] + text[end:]
        return self._joined(text)

    def _entry(self, name: str) -> Entry:
        entry = self._entries.get(name)
        if entry is None:
            raise EditError(f"`{name}` is written in a way that is not edited by the line")
        return entry

    def _joined(self, text: str) -> bytes:
        return self._source[: self._span[0]] + text.encode() + self._source[self._span[1] :]

    def _replaced(self, start: int, end: int, new: str) -> bytes:
        return self._joined(self._text[:start] + new + self._text[end:])

    def _item_indent(self, entry: Entry) -> str:
        if not entry.items:
            return _INDENT
        line = self._text[self._line_start(entry.items[-1][0]) :]
        return line[: len(line) - len(line.lstrip(" "))]

    def _line_start(self, place: int) -> int:
        return self._text.rfind("\n", 0, place) + 1

    def _line_trim(self, end: int) -> int:
        """Give the end of the last text before a place, for values whose end is told too late."""
        return len(self._text[:end].rstrip())

    def _line_end(self, place: int) -> int:
        """Give where the line of a place ends, before its line break."""
        found = self._text.find("\n", place)
        stop = len(self._text) if found < 0 else found
        return stop - 1 if self._text[:stop].endswith("\r") else stop

    def _next_line(self, place: int) -> int:
        found = self._text.find("\n", place)
        return len(self._text) if found < 0 else found + 1


def _front(source: bytes) -> FrontMatter:
    front = split_front_matter(source)
    if front.error:
        raise EditError(
            f"the front matter cannot be read, so it is not edited: {front.error}",
            line=front.error_line,
            hint="Correct the text between the `---` lines.",
        )
    try:
        source[slice(*front.span)].decode()
    except UnicodeDecodeError:
        raise EditError("the front matter is not UTF-8 text, so it is not edited") from None
    return front


def _known_name(front: FrontMatter, name: str) -> str | None:
    """Give a property's name as written: letter case matters only between properties that differ in it alone."""
    if not name.strip() or "\n" in name:
        raise EditError(f"{name!r} is no name of a property")
    if name in front.data:
        return name
    same = [known for known in front.data if known.casefold() == name.casefold()]
    return same[0] if len(same) == 1 else None


def _as_list(value: Any, name: str) -> list[Any]:
    if value is None:
        return []
    if isinstance(value, dict):
        raise EditError(f"`{name}` is a mapping, not a list")
    return list(value) if isinstance(value, list) else [value]


def _key(name: str, value: Any) -> str:
    """Give the form in which two items are the same; tags are, whatever their case and with or without `#`."""
    if name.casefold() in ("tags", "tag") and isinstance(value, str):
        return value.removeprefix("#").casefold()
    return _shown(value)


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    return value


def _first_right(results: list[bytes | None], wanted: dict[str, Any]) -> bytes:
    """Give the first result that says what is meant; the earlier ones touch less."""
    for result in results[:-1]:
        if result is not None and _says(result, wanted):
            return result
    assert results[-1] is not None
    return _checked(results[-1], wanted)


def _checked(result: bytes, wanted: dict[str, Any]) -> bytes:
    if not _says(result, wanted):
        raise EditError(
            "the front matter is written in a way that cannot be edited without changing more than was asked",
            hint="Edit it by hand.",
        )
    return result


def _says(result: bytes, wanted: dict[str, Any]) -> bool:
    front = split_front_matter(result)
    return not front.error and _shown(front.data) == _shown(wanted)


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True, default=str)
