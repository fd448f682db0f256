"""Changing canvases: a new one; nodes and edges put in, changed and taken out."""

import secrets
from collections.abc import Callable
from typing import TypedDict

import msgspec
from msgspec.structs import replace

from napkin_site.core.changes import ChangeSet, creation_of, edit_of
from napkin_site.core.edits import canvas as edits
from napkin_site.core.edits.canvas_fields import EdgeFields, NodeFields, node_type
from napkin_site.core.paths import VaultPath, file_name, folder_of, nfc
from napkin_site.core.values import Value
from napkin_site.errors import ExistsError, NapkinError, UsageError
from napkin_site.services.access import VaultAccess
from napkin_site.services.canvases import EXTENSION, find_canvas
from napkin_site.services.writing.leads import known_file
from napkin_site.services.writing.places import into_folder
from napkin_site.services.writing.session import Draft, WriteSession, Written

_ID_BYTES = 8
"""Ids of nodes and edges are random, 16 hex digits, as Obsidian makes them."""


class CanvasCreated(Written, kw_only=True):
    """A canvas that was made."""

    created: bool
    """False for a preview."""


class CanvasWritten(Value, omit_defaults=True):
    """A canvas of which a node or edge was changed. In JSON, `id` is the node's or edge's."""

    path: str
    node: str = msgspec.field(name="id")
    """Id of the node or edge, whole."""
    entry: str = ""
    """The entry of the history; empty when nothing had to change, and for a preview."""
    etag: str = ""
    """Hex SHA-256 of the canvas now; empty for a preview."""
    diff: str = ""
    """For a preview: what would change, as a unified diff."""
    warnings: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The entry of the history, as with every change."""
        return self.entry


class _Told(TypedDict):
    """The fields that every `CanvasWritten` begins with."""

    path: str
    node: str
    entry: str
    etag: str
    diff: str
    warnings: tuple[str, ...]


class NodeAdded(CanvasWritten, kw_only=True):
    """A node that was added."""

    type: str
    added: bool
    """False for a preview, whose id will be another one, unless it was chosen."""


class EdgeAdded(CanvasWritten, kw_only=True):
    """An edge that was added."""

    from_: str = msgspec.field(name="from")
    """Id of the node it begins at."""
    to: str
    """Id of the node it ends at."""
    added: bool
    """False for a preview, whose id will be another one, unless it was chosen."""


class NodeUpdated(CanvasWritten, kw_only=True):
    """A node that was changed."""

    type: str
    updated: bool
    """False for a preview."""


class NodeRemoved(CanvasWritten, kw_only=True):
    """A node that was removed."""

    edges: tuple[str, ...]
    """Ids of the edges that went with it."""
    removed: bool
    """False for a preview."""


class EdgeRemoved(CanvasWritten, kw_only=True):
    """An edge that was removed."""

    from_: str = msgspec.field(name="from")
    to: str
    removed: bool
    """False for a preview."""


def create_canvas(session: WriteSession, name: str, *, folder: str = "") -> CanvasCreated:
    """Make an empty canvas.

    Args:
        session: who asks, and how.
        name: its name or path, with or without `.canvas`.
        folder: where it goes; made if it is not there. Empty is the vault's own folder.

    Raises:
        ExistsError: there is one.
        NapkinError: what `WriteSession.commit` raises.
    """
    if not name.strip("/"):
        raise UsageError("the canvas needs a name", hint="Give one, such as `Plan` or `Boards/Plan`.")
    named = nfc(name if name.lower().endswith(EXTENSION) else f"{name}{EXTENSION}").removeprefix("./")
    above = "/".join(filter(None, (folder.rstrip("/"), folder_of(VaultPath(named)))))

    def plan(draft: Draft) -> tuple[ChangeSet, VaultPath]:
        inside = into_folder(draft, above)
        path = VaultPath(f"{inside}/{file_name(VaultPath(named))}" if inside else file_name(VaultPath(named)))
        if draft.disk.read(path) is not None:
            raise ExistsError(
                f"Canvas already exists: {path}",
                existing=path,
                path=path,
                hint=f"Add to it: napkin canvas add-node {path}",
            )
        return creation_of("canvas create", path, edits.NEW_CANVAS), path

    done, path = session.commit(plan)
    return CanvasCreated(**done.of(path), created=not session.is_dry_run)


def add_node(
    session: WriteSession, reference: str, fields: NodeFields, *, kind: str | None = None, node_id: str = ""
) -> NodeAdded:
    """Put a node on a canvas.

    Args:
        session: who asks, and how.
        reference: the canvas, by name or path.
        fields: what the node shows, and where. Its file may be named as for reading; one that is not there yet is
            taken as a path, with a warning.
        kind: `text`, `file`, `link` or `group`; None is what the fields say, else `text`.
        node_id: the id it must have; empty for a new one.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the canvas, or a value.
        EditError: the canvas cannot be read.
        ExistsError: the id is taken.
        NapkinError: what `WriteSession.commit` raises.
    """
    chosen = node_type(kind, fields)

    def edit(access: VaultAccess, before: bytes) -> tuple[edits.CanvasEdit, tuple[str, ...]]:
        known, warnings = _with_file(access, fields)
        return edits.add_node(before, chosen, known, new_id=_new_id, node_id=node_id), warnings

    edited, told = _commit(session, "canvas add-node", reference, edit)
    return NodeAdded(**told, type=edited.type, added=not session.is_dry_run)


def add_edge(
    session: WriteSession, reference: str, start: str, end: str, fields: EdgeFields, *, edge_id: str = ""
) -> EdgeAdded:
    """Join two nodes of a canvas by an edge.

    Args:
        session: who asks, and how.
        reference: the canvas, by name or path.
        start: id of the node it begins at, or the beginning of the id.
        end: likewise, where it ends.
        fields: sides, ends, label and colour.
        edge_id: the id it must have; empty for a new one.

    Raises:
        NotFoundError, AmbiguousError: the canvas or a node.
        EditError, UsageError, ExistsError: as with nodes.
        NapkinError: what `WriteSession.commit` raises.
    """
    edited, told = _commit(
        session,
        "canvas add-edge",
        reference,
        lambda _, before: (edits.add_edge(before, start, end, fields, new_id=_new_id, edge_id=edge_id), ()),
    )
    return EdgeAdded(**told, from_=edited.ends[0], to=edited.ends[1], added=not session.is_dry_run)


def update_node(session: WriteSession, reference: str, node: str, fields: NodeFields) -> NodeUpdated:
    """Change what is said of a node.

    Args:
        session: who asks, and how.
        reference: the canvas, by name or path.
        node: the node's id, or the beginning of it.
        fields: what is to change; an empty text takes a field away.

    Raises:
        NotFoundError, AmbiguousError: the canvas or the node.
        EditError, UsageError: as when adding.
        NapkinError: what `WriteSession.commit` raises.
    """

    def edit(access: VaultAccess, before: bytes) -> tuple[edits.CanvasEdit, tuple[str, ...]]:
        known, warnings = _with_file(access, fields)
        return edits.update_node(before, node, known), warnings

    edited, told = _commit(session, "canvas update-node", reference, edit)
    return NodeUpdated(**told, type=edited.type, updated=not session.is_dry_run)


def remove_node(session: WriteSession, reference: str, node: str) -> NodeRemoved:
    """Take a node off a canvas, with every edge that begins or ends at it.

    Raises:
        NotFoundError, AmbiguousError: the canvas or the node.
        EditError: the canvas cannot be read.
        NapkinError: what `WriteSession.commit` raises.
    """
    edited, told = _commit(
        session, "canvas remove-node", reference, lambda _, before: (edits.remove_node(before, node), ())
    )
    return NodeRemoved(**told, edges=edited.edges, removed=not session.is_dry_run)


def remove_edge(session: WriteSession, reference: str, edge: str) -> EdgeRemoved:
    """Take an edge off a canvas.

    Raises:
        NotFoundError, AmbiguousError: the canvas or the edge.
        EditError: the canvas cannot be read.
        NapkinError: what `WriteSession.commit` raises.
    """
    edited, told = _commit(
        session, "canvas remove-edge", reference, lambda _, before: (edits.remove_edge(before, edge), ())
    )
    return EdgeRemoved(**told, from_=edited.ends[0], to=edited.ends[1], removed=not session.is_dry_run)


def _with_file(access: VaultAccess, fields: NodeFields) -> tuple[NodeFields, tuple[str, ...]]:
    """Find the file that a node is to show; the part behind its `#` counts unless a subpath is given."""
    if not fields.file:
        return fields, ()
    path, subpath, warnings = known_file(access, fields.file)
    if fields.subpath is None and subpath:
        fields = replace(fields, subpath=subpath)
    return replace(fields, file=path), warnings


def _commit(
    session: WriteSession,
    op: str,
    reference: str,
    edit: Callable[[VaultAccess, bytes], tuple[edits.CanvasEdit, tuple[str, ...]]],
) -> tuple[edits.CanvasEdit, _Told]:
    def plan(draft: Draft) -> tuple[ChangeSet, tuple[VaultPath, edits.CanvasEdit, tuple[str, ...]]]:
        path = find_canvas(draft.access, reference)
        before = draft.text(path)
        try:
            edited, warnings = edit(draft.access, before)
        except NapkinError as error:
            error.path = error.path or path
            raise
        return edit_of(op, path, before, edited.after), (path, edited, warnings)

    done, (path, edited, warnings) = session.commit(plan)
    file = done.of(path)
    return edited, _Told(
        path=path, node=edited.id, entry=file["id"], etag=file["etag"], diff=file["diff"], warnings=warnings
    )


def _new_id() -> str:
    return secrets.token_hex(_ID_BYTES)
