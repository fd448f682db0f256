"""Canvases: which there are, and what lies on one (JSON Canvas 1.0)."""

import json
from collections.abc import Mapping
from typing import Any

from napkin_site.core.paths import VaultPath
from napkin_site.core.values import Value
from napkin_site.errors import NotFoundError, UsageError
from napkin_site.services.access import VaultAccess

EXTENSION = ".canvas"


class CanvasList(Value):
    """The canvases of a vault."""

    canvases: tuple[str, ...]
    """Vault paths, sorted."""


class CanvasText(Value):
    """What lies on a canvas."""

    path: str
    nodes: tuple[Mapping[str, Any], ...]
    """As JSON Canvas has them, in file order."""
    edges: tuple[Mapping[str, Any], ...]


def list_canvases(access: VaultAccess) -> CanvasList:
    """List the canvases."""
    return CanvasList(canvases=tuple(path for path in access.paths if path.lower().endswith(EXTENSION)))


def find_canvas(access: VaultAccess, reference: str) -> VaultPath:
    """Find the canvas that a name or path means, with or without `.canvas`.

    Raises:
        NotFoundError: there is no such canvas.
        UsageError: it is another kind of file; AmbiguousError: the reference fits several.
    """
    try:
        path, _ = access.find(reference, extension=EXTENSION)
    except NotFoundError as error:
        known = list_canvases(access).canvases
        near = [path for path in known if reference.lower() in path.lower()]
        hint = "" if known else "Make one: napkin canvas create NAME"
        shown = tuple(near or known)[:3]
        raise NotFoundError(f"Canvas not found: {reference}", path=error.path, suggestions=shown, hint=hint) from None
    if not path.lower().endswith(EXTENSION):
        raise UsageError(f"{path} is not a canvas", path=path)
    return path


def read_canvas(access: VaultAccess, reference: str, *, kind: str = "") -> CanvasText:
    """Read a canvas.

    Args:
        access: the vault.
        reference: its path or name, with or without `.canvas`.
        kind: only nodes of this type: `text`, `file`, `link` or `group`; empty for all.

    Raises:
        NotFoundError: there is no such canvas.
        UsageError: the file is no canvas; AmbiguousError: the reference fits several.
    """
    path = find_canvas(access, reference)
    text = access.read(path).text
    try:
        data = json.loads(text or "{}")
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the canvas cannot be read: it is not JSON: {error}", path=path) from error
    if not isinstance(data, dict):
        raise UsageError(f"{path} is not a canvas", path=path)
    nodes = [node for node in _objects(data.get("nodes")) if not kind or node.get("type") == kind]
    return CanvasText(path=path, nodes=tuple(nodes), edges=tuple(_objects(data.get("edges"))))


def _objects(items: object) -> list[Mapping[str, Any]]:
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
