"""The file of a canvas as the site carries it: without nodes for files that are not published."""

import json
from collections.abc import Container
from typing import Any

from napkin_site.core.paths import vault_path


class CanvasUnreadableError(ValueError):
    """The file is not JSON Canvas, so it cannot be told what it names."""


def published_canvas(data: bytes, published: Container[str]) -> bytes:
    """Give the canvas without nodes, edges and backgrounds that would name what is not published.

    A canvas that needs no change is given back byte for byte.

    Args:
        data: the file.
        published: vault paths that are on the site.

    Raises:
        CanvasUnreadableError: it cannot be read.
    """
    try:
        canvas = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise CanvasUnreadableError(f"it is not readable as JSON Canvas: {error}") from None
    if not isinstance(canvas, dict):
        raise CanvasUnreadableError("it is not readable as JSON Canvas: not an object")
    nodes = _objects(canvas.get("nodes"))
    kept = [node for node in nodes if _is_shown(node.get("file"), published)]
    gone = {node.get("id") for node in nodes} - {node.get("id") for node in kept}
    edges = _objects(canvas.get("edges"))
    kept_edges = [edge for edge in edges if edge.get("fromNode") not in gone and edge.get("toNode") not in gone]
    hidden_backgrounds = [node for node in kept if not _is_shown(node.get("background"), published)]
    if len(kept) == len(nodes) and len(kept_edges) == len(edges) and not hidden_backgrounds:
        return data
    for node in hidden_backgrounds:
        del node["background"]
    return json.dumps({**canvas, "nodes": kept, "edges": kept_edges}, ensure_ascii=False, indent="\t").encode()


def _objects(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _is_shown(path: object, published: Container[str]) -> bool:
    return path is None or (isinstance(path, str) and vault_path(path) in published)
