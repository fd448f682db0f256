"""Edits of JSON as text: one member or item is put in, replaced or taken out, and every other byte stays as it was.

What is put in is written as its neighbours are: on one line or on several, indented by tabs or blanks.
"""

import json
import re
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple, NoReturn

from napkin_site.errors import EditError

_BLANK = re.compile(r"[ \t\n\r]*")
_INDENT = re.compile(r"\n([ \t]+)\S")
_BOM = "\ufeff"


class Span(NamedTuple):
    """Where a value stands, in characters from 0."""

    start: int
    end: int


class Member(NamedTuple):
    """A name and its value in an object."""

    name: str
    start: int
    """Where the name begins."""
    value: Span


class JsonText(NamedTuple):
    """A JSON document as text, checked, with what it says."""

    text: str
    data: Any

    @property
    def root(self) -> int:
        """Where the outermost value begins."""
        return _skip(self.text, 1 if self.text.startswith(_BOM) else 0)


def read_json(source: bytes, what: str) -> JsonText:
    """Read a JSON document that is to be edited.

    Args:
        source: the file.
        what: how errors call it, such as `the canvas`.

    Raises:
        EditError: it is no JSON, or no UTF-8; `line` says where.
    """
    try:
        text = source.decode()
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise EditError(
            f"{what} is not UTF-8 text, so it is not changed", line=line, hint="Save it as UTF-8."
        ) from None
    try:
        data = _DECODER.decode(text.removeprefix(_BOM))
    except json.JSONDecodeError as error:
        raise EditError(
            f"{what} is not JSON, so it is not changed: {error.msg}", line=error.lineno, hint="Mend that line first."
        ) from None
    except (ValueError, RecursionError) as error:
        raise EditError(f"{what} is not JSON, so it is not changed: {error}", hint="Mend it first.") from None
    return JsonText(text, data)


def members(text: str, at: int) -> list[Member]:
    """List the members of the object that begins at `at`."""
    found: list[Member] = []
    place = _skip(text, at + 1)
    while text[place] != "}":
        name, end = _DECODER.raw_decode(text, place)
        start = _skip(text, _skip(text, end) + 1)
        _, stop = _DECODER.raw_decode(text, start)
        found.append(Member(name, place, Span(start, stop)))
        place = _next(text, stop)
    return found


def items(text: str, at: int) -> list[Span]:
    """List the items of the list that begins at `at`."""
    found: list[Span] = []
    place = _skip(text, at + 1)
    while text[place] != "]":
        _, stop = _DECODER.raw_decode(text, place)
        found.append(Span(place, stop))
        place = _next(text, stop)
    return found


def set_member(text: str, at: int, name: str, value: Any, *, depth: int = 0) -> str:
    """Give a member of an object a value, at its place or, if it is new, at the end.

    Args:
        text: the document.
        at: where the object begins.
        name: the member's name.
        value: plain data.
        depth: how many objects and lists stand around the object.
    """
    there = members(text, at)
    held = [member for member in there if member.name == name]
    if held:
        start, end = held[-1].value  # of two with one name, the last one counts
        return text[:start] + _written(text, value, text[start:end], depth + 1) + text[end:]
    whole = [Span(member.start, member.value.end) for member in there]
    colon = ": " if _is_spaced(text, at) else ":"
    new = f"{_dump(name)}{colon}{_written(text, value, '', depth + 1)}"
    return _insert(text, at, whole, new, depth)


def remove_member(text: str, at: int, name: str) -> str:
    """Take a member out of the object that begins at `at`, if it is there."""
    there = members(text, at)
    spans = [Span(member.start, member.value.end) for member in there]
    return _remove(text, at, spans, {number for number, member in enumerate(there) if member.name == name})


def add_item(text: str, at: int, value: Any, *, depth: int) -> str:
    """Add an item at the end of the list that begins at `at`; `depth` objects and lists stand around the list."""
    there = items(text, at)
    near = text[there[-1].start : there[-1].end] if there else ""
    return _insert(text, at, there, _written(text, value, near, depth + 1), depth)


def remove_items(text: str, at: int, numbers: Collection[int]) -> str:
    """Take items, counted from 0, out of the list that begins at `at`."""
    return _remove(text, at, items(text, at), numbers)


def to_bytes(text: str) -> bytes:
    """Encode an edited document.

    Raises:
        EditError: something that was put in is no valid Unicode.
    """
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise EditError("the text is not valid Unicode") from None


def indent_of(text: str) -> str:
    """Give what the first indented line of a document begins with; two blanks where none is indented."""
    match = _INDENT.search(text)
    return match[1] if match else "  "


def newline_of(text: str) -> str:
    """Give the line break of a document."""
    return "\r\n" if "\r\n" in text else "\n"


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    assert match is not None
    return match.end()


def _next(text: str, at: int) -> int:
    """Give where the next element begins, or where the object or list closes."""
    place = _skip(text, at)
    return _skip(text, place + 1) if text[place] == "," else place


def _insert(text: str, at: int, there: list[Span], new: str, depth: int) -> str:
    """Put an element at the end of the object or list that begins at `at`, parted as the others are."""
    if there:
        end = there[-1].end
        blank = (
            text[_skip(text, there[-2].end) + 1 : there[-1].start] if len(there) > 1 else text[at + 1 : there[0].start]
        )
        if not blank and _is_spaced(text, at) and not _is_broken(text):
            blank = " "
        return f"{text[:end]},{blank}{new}{text[end:]}"
    close = _skip(text, at + 1)
    if not _is_broken(text):
        return text[: at + 1] + new + text[close:]
    unit, newline = indent_of(text), newline_of(text)
    return f"{text[: at + 1]}{newline}{unit * (depth + 1)}{new}{newline}{unit * depth}{text[close:]}"


def _remove(text: str, at: int, there: list[Span], numbers: Collection[int]) -> str:
    kept = [number for number in range(len(there)) if number not in numbers]
    if len(kept) == len(there):
        return text
    if not kept:
        return text[: at + 1] + text[_skip(text, there[-1].end) :]
    cuts = [Span(there[number - 1].end, there[number].end) for number in numbers if number > kept[0]]
    cuts.append(Span(there[0].start, there[kept[0]].start))
    for start, end in sorted(cuts, reverse=True):
        text = text[:start] + text[end:]
    return text


def _written(text: str, value: Any, near: str, depth: int) -> str:
    """Write a value as a neighbour is written, or as the document is where there is none of its kind."""
    if not isinstance(value, dict | list) or not value:
        return _dump(value)
    if near.startswith(("{", "[")) and len(near) > 2:
        is_broken = "\n" in near
        is_spaced = _is_spaced(near, 0) if near.startswith("{") else _is_spaced(text, 0)
    else:
        is_spaced = _is_spaced(text, 0)
        is_broken = _is_broken(text) and is_spaced
    if not is_broken:
        return _dump(value, is_spaced=is_spaced)
    unit, newline = indent_of(text), newline_of(text)
    lines = json.dumps(value, ensure_ascii=False, indent=unit).split("\n")
    return f"{newline}{unit * depth}".join(lines)


def _dump(value: Any, *, is_spaced: bool = False) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": ") if is_spaced else (",", ":"))


def _is_spaced(text: str, at: int) -> bool:
    """Tell whether a blank stands behind the colons of an object, or of the document where the object is empty."""
    for place in _colons(text, at):
        return text[place + 1] in " \t"
    return True


def _colons(text: str, at: int) -> Iterator[int]:
    for start in (at, _skip(text, 1 if text.startswith(_BOM) else 0)):
        if text[start : start + 1] == "{" and (there := members(text, start)):
            _, end = _DECODER.raw_decode(text, there[0].start)
            yield _skip(text, end)


def _is_broken(text: str) -> bool:
    return "\n" in text.strip().strip(_BOM).strip()
