"""Sets one setting in the text of `config.json`; every other byte stays as it was."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from napkin_site.core.edits.json_text import members, read_json, set_member, to_bytes
from napkin_site.errors import EditError

EMPTY = b"{}\n"


class _Place(NamedTuple):
    """A name in the file, dotted, and the object it stands in."""

    key: str
    at: int
    name: str
    depth: int
    value: int


def set_setting(source: bytes, key: str, value: Any, *, canonical: Callable[[str], str]) -> bytes:
    """Give a setting a value: where the file has it, however it is spelt there, else in its section.

    Args:
        source: the file.
        key: dotted.
        value: plain data.
        canonical: gives the dotted key that another spelling of it means.

    Raises:
        EditError: it is no JSON object.
    """
    read = read_json(source, "the settings file")
    if not isinstance(read.data, dict):
        raise EditError("the settings must be a JSON object, `{…}`")
    text, root = read.text, read.root
    places = list(_places(text, root, "", 0, canonical))
    held = [place for place in places if place.key == key]
    if held:
        return to_bytes(set_member(text, held[-1].at, held[-1].name, value, depth=held[-1].depth))
    sections = key.split(".")
    for count in range(len(sections) - 1, 0, -1):
        section = ".".join(sections[:count])
        inside = [place for place in places if place.key == section and text[place.value] == "{"]
        if inside:
            name, new = _nested(sections[count:], value)
            return to_bytes(set_member(text, inside[-1].value, name, new, depth=inside[-1].depth + 1))
    name, new = _nested(sections, value)
    return to_bytes(set_member(text, root, name, new))


def _nested(names: list[str], value: Any) -> tuple[str, Any]:
    for name in reversed(names[1:]):
        value = {name: value}
    return names[0], value


def _places(text: str, at: int, prefix: str, depth: int, canonical: Callable[[str], str]) -> Iterator[_Place]:
    for member in members(text, at):
        written = f"{prefix}{member.name}"
        yield _Place(canonical(written), at, member.name, depth, member.value.start)
        if text[member.value.start] == "{":
            yield from _places(text, member.value.start, f"{written}.", depth + 1, canonical)
