"""The YAML that most front matter consists of: unquoted words, and lines that need no parser to be understood.

`yaml12.py` reads all other YAML. Loading a parser takes as long as reading a few dozen notes, which is why this file
knows of none.
"""

import re
from typing import Any

_WORDS: dict[str, bool | float | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
    ".nan": float("nan"), ".NaN": float("nan"), ".NAN": float("nan"),
    ".inf": float("inf"), ".Inf": float("inf"), ".INF": float("inf"),
    "+.inf": float("inf"), "+.Inf": float("inf"), "+.INF": float("inf"),
    "-.inf": float("-inf"), "-.Inf": float("-inf"), "-.INF": float("-inf"),
}  # fmt: skip
_NUMBER_STARTS = frozenset("+-.0123456789")
_INTEGER = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o([0-7]+)|0x([0-9a-fA-F]+)")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
# What msgpack, and so the index, can hold as a whole number.
_SMALLEST, _LARGEST = -(2**63), 2**64 - 1
_PLAIN_LINE = re.compile(
    r"(?:(\w[\w-]{0,99}):|( *)-)"  # a name, or the mark of an item
    r"(?: +(?:(\w[\w ./+'(),:-]*+)|\"([ !#-\[\]-~]*)\" *|\[((?:\w[\w ./-]*+(?:, *(?=\w))?+)*+)\] *))? *\n"
)
"""A line of front matter that no other can change: `name: text`, `name: "text"`, `name: [text, text]`, `- text`."""


def plain_mapping(text: str) -> dict[str, Any] | None:
    """Read names with a text, or a list of texts, as most front matter has them; None for YAML that is more than that.

    It gives what the parser would, in a fraction of the time.
    """
    data: dict[str, Any] = {}
    items: list[Any] | None = None
    name = indent = ""
    place = 0
    while (line := _PLAIN_LINE.match(text, place)) is not None:
        place = line.end()
        found, indent_of_item, plain, quoted, listed = line.groups()
        value: Any = quoted
        if plain is not None:
            if plain[-1] == ":" or ": " in plain:
                return None
            value = plain_value(plain.rstrip(" "))
        elif listed is not None:
            value = [plain_value(item.strip(" ")) for item in listed.split(",")] if listed else []
        if found is not None:
            if found in data:
                return None
            data[found] = value
            name = found if line.lastindex == 1 else ""
            items = None
        elif not name:
            return None
        elif items is None:
            indent = indent_of_item
            items = data[name] = [value]
        elif indent_of_item == indent:
            items.append(value)
        else:
            return None
    return data if data and place == len(text) else None


def plain_value(text: str) -> str | int | float | bool | None:
    """Give the value of an unquoted scalar under the core schema of YAML 1.2."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_STARTS:
        return text
    if _INTEGER.fullmatch(text):
        return _whole_number(text, 10)
    if based := _BASED.fullmatch(text):
        return _whole_number(based[1], 8) if based[1] else _whole_number(based[2], 16)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def _whole_number(digits: str, base: int) -> int | float:
    """Read a whole number; one too large for 64 bits becomes a float, as every number is in JavaScript."""
    if base == 10 and len(digits) > 20:  # more than 64 bits; Python refuses to convert thousands of digits
        return float(digits)
    number = int(digits, base)
    if _SMALLEST <= number <= _LARGEST:
        return number
    try:
        return float(number)
    except OverflowError:
        return float("inf")
