"""What a caller says of a node or an edge of a canvas, and whether it makes sense (JSON Canvas 1.0)."""

import math
import re
from collections.abc import Mapping
from typing import Any, Literal, cast, get_args

from napkin_site.core.values import Value
from napkin_site.errors import UsageError

NodeType = Literal["text", "file", "link", "group"]
Side = Literal["top", "right", "bottom", "left"]
End = Literal["none", "arrow"]

FIELDS: Mapping[NodeType, tuple[str, ...]] = {
    "text": ("text",),
    "file": ("file", "subpath"),
    "link": ("url",),
    "group": ("label",),
}
"""Type of node -> the fields that only this type has; the first says what it shows."""

_COLOURS = {"red": "1", "orange": "2", "yellow": "3", "green": "4", "cyan": "5", "purple": "6"}
_HEX = re.compile(r"#[0-9A-Fa-f]{6}")


class NodeFields(Value):
    """What a caller says of a node. None: nothing. An empty text takes a field away, where one changes a node."""

    text: str | None = None
    """Markdown of a text node."""
    file: str | None = None
    """Vault path that a file node shows."""
    subpath: str | None = None
    """Heading or block of that file; `#` is put before it where it is missing."""
    url: str | None = None
    label: str | None = None
    """Name of a group."""
    color: str | None = None
    """`1` to `6`, their names `red`, `orange`, `yellow`, `green`, `cyan`, `purple`, or `#RRGGBB`."""
    x: float | None = None
    """Left edge, in the canvas's own units; rounded to an integer, as y, width and height."""
    y: float | None = None
    """Top edge; it grows downward."""
    width: float | None = None
    height: float | None = None


class EdgeFields(Value):
    """What a caller says of an edge. None: nothing."""

    from_side: Side | None = None
    to_side: Side | None = None
    from_end: End | None = None
    to_end: End | None = None
    label: str | None = None
    color: str | None = None


def node_type(given: str | None, fields: NodeFields) -> NodeType:
    """Say which type a new node has: the one given, else the one that its fields belong to, else `text`.

    Raises:
        UsageError: there is no such type, or the fields belong to several.
    """
    if given is not None:
        if given not in get_args(NodeType):
            raise UsageError(f"Invalid node type `{given}`", hint=f"Write one of {', '.join(get_args(NodeType))}.")
        return cast("NodeType", given)
    fitting = [kind for kind, names in FIELDS.items() if any(getattr(fields, name) is not None for name in names)]
    if len(fitting) > 1:
        raise UsageError(f"a node cannot be {' and '.join(fitting)} at once", hint="Make a node for each.")
    return fitting[0] if fitting else "text"


def check_fields(kind: NodeType, fields: NodeFields) -> None:
    """Refuse fields of other types.

    Raises:
        UsageError: there are some.
    """
    for other, names in FIELDS.items():
        for name in names:
            if other != kind and getattr(fields, name) is not None:
                fitting = ", ".join(f"`{own}`" for own in FIELDS[kind])
                raise UsageError(f"`{name}` is for {other} nodes; this is a {kind} node", hint=f"It has {fitting}.")


def own_fields(kind: NodeType, fields: NodeFields) -> dict[str, Any]:
    """Give the fields that only this type of node has, as they are to stand in the file."""
    given = {name: getattr(fields, name) for name in FIELDS[kind] if getattr(fields, name) is not None}
    if given.get("subpath") and not given["subpath"].startswith("#"):
        given["subpath"] = f"#{given['subpath']}"
    return given


def canvas_colour(text: str) -> str:
    """Give a colour as a canvas has it.

    Raises:
        UsageError: there is no such colour.
    """
    colour = _COLOURS.get(text.lower(), text)
    if colour in _COLOURS.values() or _HEX.fullmatch(colour):
        return colour
    names = ", ".join(f"{number} ({name})" for name, number in _COLOURS.items())
    raise UsageError(f"`{text}` is no colour of a canvas", hint=f"Write {names}, or #RRGGBB.")


def one_of(what: str, value: str | None, known: tuple[str, ...]) -> str | None:
    """Give a word as it is, where it is one of those known or there is none.

    Raises:
        UsageError: it is another.
    """
    if value is None or value in known:
        return value
    raise UsageError(f"`{value}` is not {what} of an edge", hint=f"Write one of {', '.join(known)}.")


def whole(name: str, value: float) -> int:
    """Round a place to an integer, halves up.

    Raises:
        UsageError: it is infinite, or no number.
    """
    if not math.isfinite(value):
        raise UsageError(f"`{name}` is no number", hint="Give it in the canvas's own units, such as 400.")
    return math.floor(value + 0.5)


def length(name: str, value: float) -> int:
    """Round a width or height to an integer, halves up.

    Raises:
        UsageError: it is no number, or none that something can be wide.
    """
    units = whole(name, value)
    if units < 1:
        raise UsageError(f"`{name}` is {units}; it must be at least 1", hint="Leave it out for the usual size.")
    return units
