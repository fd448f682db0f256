"""Edits of a canvas (JSON Canvas 1.0): nodes and edges are put in, changed and taken out; all else stays byte for byte.

Nodes and edges are named by their id or by the beginning of it, as `napkin canvas nodes` shows it. New ids come from
outside.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Literal, cast, get_args

from napkin_site.core.edits.canvas_fields import (
    FIELDS,
    EdgeFields,
    End,
    NodeFields,
    NodeType,
    Side,
    canvas_colour,
    check_fields,
    length,
    one_of,
    own_fields,
    whole,
)
from napkin_site.core.edits.json_text import (
    JsonText,
    add_item,
    items,
    members,
    read_json,
    remove_items,
    remove_member,
    set_member,
    to_bytes,
)
from napkin_site.core.values import Value
from napkin_site.errors import AmbiguousError, EditError, ExistsError, NotFoundError, UsageError

NEW_CANVAS = b'{\n  "nodes": [],\n  "edges": []\n}\n'

_SIZES = {"group": (600, 400)}
_SIZE = (300, 150)
"""Width and height of a new node, in the canvas's own units (memory-spec §7.10)."""
_GAP = 50
"""Room between a new node and those left of it."""

_MOST_NAMED = 8
_SHOWN_LETTERS = 40
_ATTEMPTS = 100

NewId = Callable[[], str]
"""Makes an id for a node or edge."""


class CanvasEdit(Value):
    """A canvas after an edit."""

    after: bytes
    id: str
    """Of the node or edge that was meant, whole."""
    type: str = ""
    """For a node: its type."""
    ends: tuple[str, str] = ("", "")
    """For an edge: the ids of the nodes it joins."""
    edges: tuple[str, ...] = ()
    """For a node that was removed: the ids of the edges that went with it."""


def add_node(source: bytes, kind: NodeType, fields: NodeFields, *, new_id: NewId, node_id: str = "") -> CanvasEdit:
    """Add a node behind all others.

    Args:
        source: the canvas.
        kind: its type.
        fields: what it shows, and where; left out, it stands to the right of all others, in the usual size.
        new_id: makes its id.
        node_id: the id that it must have; empty for a new one.

    Raises:
        EditError: the canvas cannot be read.
        UsageError: the fields do not fit the type, or a value makes no sense.
        ExistsError: the id is taken.
    """
    check_fields(kind, fields)
    shown = FIELDS[kind][0]
    if getattr(fields, shown) is None and kind != "group":
        raise UsageError(f"a {kind} node needs `{shown}`", hint=f"Say what it shows: give `{shown}`.")
    if not getattr(fields, shown) and kind in ("file", "link"):
        raise UsageError(f"`{shown}` of a {kind} node is empty", hint="Say what it shows.")
    canvas = _Canvas(source)
    width, height = _SIZES.get(kind, _SIZE)
    node: dict[str, Any] = {
        "id": canvas.free_id(node_id, new_id),
        "type": kind,
        "x": whole("x", canvas.right_edge() if fields.x is None else fields.x),
        "y": whole("y", 0 if fields.y is None else fields.y),
        "width": length("width", width if fields.width is None else fields.width),
        "height": length("height", height if fields.height is None else fields.height),
    }
    node.update(own_fields(kind, fields))
    if fields.color:
        node["color"] = canvas_colour(fields.color)
    return CanvasEdit(after=canvas.with_item("nodes", node), id=node["id"], type=kind)


def update_node(source: bytes, reference: str, fields: NodeFields) -> CanvasEdit:
    """Change what is said of a node; its other keys stay as they are.

    Args:
        source: the canvas.
        reference: the node's id, or the beginning of it.
        fields: what is to change.

    Raises:
        EditError: the canvas cannot be read.
        NotFoundError, AmbiguousError: no node, or several, have such an id.
        UsageError: nothing is to change, or a field does not fit the node's type.
    """
    canvas = _Canvas(source)
    number = canvas.find("nodes", reference)
    node = canvas.nodes[number]
    kind = node.get("type")
    if kind not in get_args(NodeType):
        raise UsageError(
            f"the node {node['id']} has no type that is known, so it is not changed", hint="Mend its `type` first."
        )
    kind = cast("NodeType", kind)
    check_fields(kind, fields)
    shown = FIELDS[kind][0]
    if getattr(fields, shown) == "" and kind in ("file", "link"):
        raise UsageError(f"`{shown}` of a {kind} node is empty", hint="Remove the node if it is to show nothing.")
    changed: dict[str, Any] = own_fields(kind, fields)
    for name in ("x", "y", "width", "height"):
        value = getattr(fields, name)
        if value is not None:
            changed[name] = whole(name, value) if name in ("x", "y") else length(name, value)
    if fields.color is not None:
        changed["color"] = canvas_colour(fields.color) if fields.color else ""
    if not changed:
        raise UsageError("nothing is said that the node should have", hint="Give at least one of its fields.")
    return CanvasEdit(after=canvas.with_fields(number, changed, kept=shown), id=node["id"], type=kind)


def remove_node(source: bytes, reference: str) -> CanvasEdit:
    """Remove a node, and every edge that begins or ends at it.

    Raises:
        EditError: the canvas cannot be read.
        NotFoundError, AmbiguousError: no node, or several, have such an id.
    """
    canvas = _Canvas(source)
    number = canvas.find("nodes", reference)
    node_id = canvas.nodes[number]["id"]
    gone = [place for place, edge in canvas.edges.items() if node_id in (edge.get("fromNode"), edge.get("toNode"))]
    ids = tuple(str(canvas.edges[place].get("id", "")) for place in gone)
    kind = str(canvas.nodes[number].get("type", ""))
    return CanvasEdit(after=canvas.without({"nodes": [number], "edges": gone}), id=node_id, type=kind, edges=ids)


def add_edge(
    source: bytes, start: str, end: str, fields: EdgeFields, *, new_id: NewId, edge_id: str = ""
) -> CanvasEdit:
    """Join two nodes by an edge.

    Args:
        source: the canvas.
        start: id of the node it begins at, or the beginning of the id.
        end: id of the node it ends at, likewise.
        fields: sides, ends, label and colour; a side that is left out is chosen by whoever draws.
        new_id: makes its id.
        edge_id: the id that it must have; empty for a new one.

    Raises:
        EditError: the canvas cannot be read.
        NotFoundError, AmbiguousError: no node, or several, have such an id.
        UsageError: a value makes no sense.
        ExistsError: the id is taken.
    """
    canvas = _Canvas(source)
    ends = tuple(canvas.nodes[canvas.find("nodes", reference)]["id"] for reference in (start, end))
    edge: dict[str, Any] = {"id": canvas.free_id(edge_id, new_id)}
    given = {
        "fromNode": ends[0],
        "fromSide": one_of("a side", fields.from_side, get_args(Side)),
        "fromEnd": one_of("an end", fields.from_end, get_args(End)),
        "toNode": ends[1],
        "toSide": one_of("a side", fields.to_side, get_args(Side)),
        "toEnd": one_of("an end", fields.to_end, get_args(End)),
        "label": fields.label or None,
        "color": canvas_colour(fields.color) if fields.color else None,
    }
    edge.update({name: value for name, value in given.items() if value is not None})
    return CanvasEdit(after=canvas.with_item("edges", edge), id=edge["id"], ends=(ends[0], ends[1]))


def remove_edge(source: bytes, reference: str) -> CanvasEdit:
    """Remove an edge.

    Raises:
        EditError: the canvas cannot be read.
        NotFoundError, AmbiguousError: no edge, or several, have such an id.
    """
    canvas = _Canvas(source)
    number = canvas.find("edges", reference)
    edge = canvas.edges[number]
    ends = (str(edge.get("fromNode", "")), str(edge.get("toNode", "")))
    return CanvasEdit(after=canvas.without({"edges": [number]}), id=edge["id"], ends=ends)


class _Canvas:
    """A canvas that is edited: its text, and the nodes and edges that have a shape, by their place in the file."""

    def __init__(self, source: bytes) -> None:
        read = _read(source)
        self._text = read.text
        self._root = read.root
        self.nodes = _objects(read.data, "nodes")
        self.edges = _objects(read.data, "edges")

    def find(self, key: Literal["nodes", "edges"], reference: str) -> int:
        """Find a node or edge by its id, or by the beginning of it; give its place in the list.

        Raises:
            NotFoundError, AmbiguousError: there is none, or there are several.
        """
        what = key[:-1]
        held = self.nodes if key == "nodes" else self.edges
        ids = {place: item["id"] for place, item in held.items() if isinstance(item.get("id"), str)}
        if not reference:
            raise UsageError(f"the id of the {what} is missing", hint=_there_are(what, list(ids.values()), held))
        fitting = [place for place, known in ids.items() if known == reference]
        fitting = fitting[:1] or [place for place, known in ids.items() if known.startswith(reference)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            several = tuple(sorted(ids[place] for place in fitting))
            raise AmbiguousError(
                f"`{reference}` begins the ids of {len(several)} {key}: {', '.join(several)}",
                hint="Give more of the id.",
                suggestions=several,
            )
        near = get_close_matches(reference, ids.values(), n=3, cutoff=0.5)
        meant = [ids[place] for place in ids if reference.lower() in _shown(held[place]).lower()]
        raise NotFoundError(
            f"{what.capitalize()} not found: {reference}",
            hint=_there_are(what, list(ids.values()), held),
            suggestions=tuple(dict.fromkeys((*meant, *near)))[:3],
        )

    def free_id(self, wanted: str, new_id: NewId) -> str:
        """Give the id wanted, or a new one, that no node or edge has.

        Raises:
            ExistsError: it is taken.
        """
        taken = {item.get("id") for item in (*self.nodes.values(), *self.edges.values())}
        if wanted:
            if wanted in taken:
                raise ExistsError(f"the id `{wanted}` is taken", existing=wanted, hint="Choose another, or none.")
            return wanted
        for _ in range(_ATTEMPTS):
            made = new_id()
            if made not in taken:
                return made
        raise EditError("no id could be found that is free")

    def right_edge(self) -> float:
        """Say where a node stands free to the right of all others; 0 where there are none."""
        edges = [
            node["x"] + node["width"]
            for node in self.nodes.values()
            if _is_number(node, "x") and _is_number(node, "width")
        ]
        return max(edges) + _GAP if edges else 0

    def with_item(self, key: str, item: Mapping[str, Any]) -> bytes:
        """Give the canvas with a node or edge more."""
        at = self._list(key)
        if at is None:
            self._text = set_member(self._text, self._root, key, [])
            return self.with_item(key, item)
        return to_bytes(add_item(self._text, at, item, depth=1))

    def with_fields(self, number: int, changed: Mapping[str, Any], *, kept: str) -> bytes:
        """Give the canvas with a node changed; an empty text takes a field away, unless it is the one `kept`."""
        at = self._list("nodes")
        assert at is not None
        text = self._text
        start = items(text, at)[number].start  # edits of the node lie behind this
        for name, value in changed.items():
            if value == "" and name != kept:
                text = remove_member(text, start, name)
            else:
                text = set_member(text, start, name, value, depth=2)
        return to_bytes(text)

    def without(self, gone: Mapping[str, Sequence[int]]) -> bytes:
        """Give the canvas without some items of its lists."""
        for key, numbers in gone.items():
            at = self._list(key)
            if at is not None and numbers:
                self._text = remove_items(self._text, at, numbers)
        return to_bytes(self._text)

    def _list(self, key: str) -> int | None:
        found = [member.value.start for member in members(self._text, self._root) if member.name == key]
        return found[-1] if found else None  # of two with one name, the last one counts


def _read(source: bytes) -> JsonText:
    """Read a canvas; an empty file and `{}` are empty canvases (obsidian-spec 9.1).

    Raises:
        EditError: it is no canvas.
    """
    if source.removeprefix(b"\xef\xbb\xbf").strip() in (b"", b"{}"):
        source = NEW_CANVAS
    read = read_json(source, "the canvas")
    if not isinstance(read.data, dict):
        raise EditError("this is no canvas: it must be a JSON object with `nodes` and `edges`")
    for key in ("nodes", "edges"):
        if not isinstance(read.data.get(key, []), list):
            raise EditError(f"the canvas cannot be read: `{key}` is no list", hint="Mend it first.")
    return read


def _objects(data: Mapping[str, Any], key: str) -> dict[int, Mapping[str, Any]]:
    return {place: item for place, item in enumerate(data.get(key, [])) if isinstance(item, dict)}


def _is_number(node: Mapping[str, Any], name: str) -> bool:
    value = node.get(name)
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _shown(item: Mapping[str, Any]) -> str:
    """Say on one line what a node shows, or how an edge is labelled."""
    kind = item.get("type")
    text = item.get(FIELDS[cast("NodeType", kind)][0]) if kind in get_args(NodeType) else item.get("label")
    return " ".join(str(text or "").split())[:_SHOWN_LETTERS]


def _there_are(what: str, ids: list[str], held: Mapping[int, Mapping[str, Any]]) -> str:
    """Name the nodes or edges that there are, as far as they fit a line."""
    if not ids:
        return f"The canvas has no {what} with an id."
    shown = {item.get("id"): _shown(item) for item in held.values() if isinstance(item.get("id"), str)}
    named = [f"{known} ({shown[known]})" if shown[known] else known for known in ids[:_MOST_NAMED]]
    more = f" and {len(ids) - _MOST_NAMED} more" if len(ids) > _MOST_NAMED else ""
    return f"There are: {', '.join(named)}{more}."
