"""What the library can change on canvases, each verb a method."""

from typing import Unpack

from napkin_site.core.edits.canvas_fields import EdgeFields, End, NodeFields, NodeType, Side
from napkin_site.services.library.opening import How, OpenVault
from napkin_site.services.writing import canvases
from napkin_site.services.writing.canvases import (
    CanvasCreated,
    EdgeAdded,
    EdgeRemoved,
    NodeAdded,
    NodeRemoved,
    NodeUpdated,
)


class CanvasVerbs(OpenVault):
    """The verbs that change canvases. Nodes and edges are named by their id, or by the beginning of it."""

    def create_canvas(self, name: str, *, folder: str = "", **how: Unpack[How]) -> CanvasCreated:
        """Make an empty canvas."""
        return canvases.create_canvas(self._session(how), name, folder=folder)

    def add_canvas_node(
        self,
        canvas: str,
        *,
        type: NodeType | None = None,  # noqa: A002  # JSON Canvas calls it so
        text: str | None = None,
        file: str | None = None,
        subpath: str | None = None,
        url: str | None = None,
        label: str | None = None,
        color: str | None = None,
        x: float | None = None,
        y: float | None = None,
        width: float | None = None,
        height: float | None = None,
        id: str = "",  # noqa: A002  # the same
        **how: Unpack[How],
    ) -> NodeAdded:
        """Put a node on a canvas; without a type it is what its fields say, without a place right of all others."""
        fields = NodeFields(
            text=text,
            file=file,
            subpath=subpath,
            url=url,
            label=label,
            color=color,
            x=x,
            y=y,
            width=width,
            height=height,
        )
        return canvases.add_node(self._session(how), canvas, fields, kind=type, node_id=id)

    def update_canvas_node(
        self,
        canvas: str,
        node: str,
        *,
        text: str | None = None,
        file: str | None = None,
        subpath: str | None = None,
        url: str | None = None,
        label: str | None = None,
        color: str | None = None,
        x: float | None = None,
        y: float | None = None,
        width: float | None = None,
        height: float | None = None,
        **how: Unpack[How],
    ) -> NodeUpdated:
        """Change what is said of a node; an empty text takes a field away."""
        fields = NodeFields(
            text=text,
            file=file,
            subpath=subpath,
            url=url,
            label=label,
            color=color,
            x=x,
            y=y,
            width=width,
            height=height,
        )
        return canvases.update_node(self._session(how), canvas, node, fields)

    def remove_canvas_node(self, canvas: str, node: str, **how: Unpack[How]) -> NodeRemoved:
        """Take a node off a canvas, with every edge that begins or ends at it."""
        return canvases.remove_node(self._session(how), canvas, node)

    def add_canvas_edge(
        self,
        canvas: str,
        start: str,
        end: str,
        *,
        from_side: Side | None = None,
        to_side: Side | None = None,
        from_end: End | None = None,
        to_end: End | None = None,
        label: str | None = None,
        color: str | None = None,
        id: str = "",  # noqa: A002  # JSON Canvas calls it so
        **how: Unpack[How],
    ) -> EdgeAdded:
        """Join two nodes by an edge, from `start` to `end`."""
        fields = EdgeFields(
            from_side=from_side, to_side=to_side, from_end=from_end, to_end=to_end, label=label, color=color
        )
        return canvases.add_edge(self._session(how), canvas, start, end, fields, edge_id=id)

    def remove_canvas_edge(self, canvas: str, edge: str, **how: Unpack[How]) -> EdgeRemoved:
        """Take an edge off a canvas."""
        return canvases.remove_edge(self._session(how), canvas, edge)
