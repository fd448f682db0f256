"""`napkin canvas create`, `add-node`, `add-edge`, `update-node`, `remove-node` and `remove-edge`."""

from collections.abc import Callable
from typing import Any, TypeVar, get_args

import click

from napkin_site.cli.arguments import needed, note_argument
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.writing import open_session, tell, text_or_stdin, write_options
from napkin_site.core.edits.canvas_fields import EdgeFields, End, NodeFields, NodeType, Side
from napkin_site.services.writing import canvases

_Command = TypeVar("_Command", bound=Callable[..., Any])

_NODE = "ID"


def _node_options(command: _Command) -> _Command:
    """Add the options that say what a node shows, and where."""
    for option in (
        click.option("--color", metavar="COLOR", help="1 to 6, red, orange, yellow, green, cyan, purple, or #RRGGBB."),
        click.option("--height", type=float, help="Its height."),
        click.option("--width", type=float, help="Its width."),
        click.option("--y", type=float, help="Its top edge; it grows downward."),
        click.option("--x", type=float, help="Its left edge."),
        click.option("--label", metavar="TEXT", help="Of a group: its name."),
        click.option("--url", metavar="URL", help="Of a link: the address."),
        click.option("--subpath", metavar="#PART", help="Of a file: the heading or `#^block` to show."),
        click.option("--note-file", "shown_file", metavar="FILE", help="Of a file: the note or other file."),
        click.option("--text", metavar="TEXT", help="Of a text: its Markdown; `-` is stdin."),
    ):
        command = option(command)
    return command


@click.command(short_help="Make an empty canvas.")
@note_argument("canvas")
@click.option("--path", "folder", default="", metavar="FOLDER", help="The folder it goes into.")
@write_options
@common_options
@pass_manners
def create(manners: Manners, reference: str, folder: str) -> int:
    """Make an empty canvas. CANVAS is its name, or its path; `.canvas` may be left out.

    With --json: path, created, id, etag.
    """
    done = canvases.create_canvas(open_session(manners), needed(reference, "the canvas"), folder=folder)
    tell(manners, done, f"made {done.path}")
    return ExitCode.SUCCESS


@click.command("add-node", short_help="Put a node on a canvas.")
@note_argument("canvas")
@click.option("--type", "kind", type=click.Choice(get_args(NodeType)), help="By default what its content says.")
@_node_options
@click.option("--id", "node_id", default="", metavar=_NODE, help="The id it gets; by default a new one.")
@write_options
@common_options
@pass_manners
def add_node(manners: Manners, /, reference: str, kind: str | None, node_id: str, **given: Any) -> int:
    """Put a node on a canvas: a text, a file, a link or a group.

    Without a place it stands right of all others; it is 300 wide and 150 high, a group 600 and 400. A file may be
    named as for `napkin read`, its `#heading` included.

    With --json: path, id (the node's), type, added, entry (of the history), etag.
    """
    canvas = needed(reference, "the canvas")
    done = canvases.add_node(open_session(manners), canvas, _fields(**given), kind=kind, node_id=node_id)
    tell(manners, done, f"added {done.type} node {done.node} to {done.path}")
    return ExitCode.SUCCESS


@click.command("update-node", short_help="Change a node of a canvas.")
@note_argument("canvas")
@click.option("--id", "node", default="", metavar=_NODE, help="The node's id, or the beginning of it.")
@_node_options
@write_options
@common_options
@pass_manners
def update_node(manners: Manners, /, reference: str, node: str, **given: Any) -> int:
    """Change what a node shows, or where; what is not named stays. An empty text takes a colour or part away.

    With --json: path, id (the node's), type, updated, entry (of the history), etag.
    """
    canvas = needed(reference, "the canvas")
    done = canvases.update_node(open_session(manners), canvas, needed(node, "the node's --id"), _fields(**given))
    tell(manners, done, f"changed {done.type} node {done.node} of {done.path}")
    return ExitCode.SUCCESS


@click.command("remove-node", short_help="Take a node off a canvas, with its edges.")
@note_argument("canvas")
@click.option("--id", "node", default="", metavar=_NODE, help="The node's id, or the beginning of it.")
@write_options
@common_options
@pass_manners
def remove_node(manners: Manners, reference: str, node: str) -> int:
    """Take a node off a canvas, and every edge that begins or ends at it.

    With --json: path, id (the node's), removed, edges (their ids), entry (of the history), etag.
    """
    canvas = needed(reference, "the canvas")
    done = canvases.remove_node(open_session(manners), canvas, needed(node, "the node's --id"))
    edges = f", and {len(done.edges)} edge{'s' * (len(done.edges) != 1)}" if done.edges else ""
    tell(manners, done, f"took node {done.node}{edges} off {done.path}")
    return ExitCode.SUCCESS


@click.command("add-edge", short_help="Join two nodes of a canvas.")
@note_argument("canvas")
@click.option("--from", "start", default="", metavar=_NODE, help="The node it begins at: its id, or the beginning.")
@click.option("--to", "end", default="", metavar=_NODE, help="The node it ends at, likewise.")
@click.option("--from-side", type=click.Choice(get_args(Side)), help="Where it leaves the first.")
@click.option("--to-side", type=click.Choice(get_args(Side)), help="Where it reaches the second.")
@click.option("--from-end", type=click.Choice(get_args(End)), help="Its beginning; by default none.")
@click.option("--to-end", type=click.Choice(get_args(End)), help="Its end; by default an arrow.")
@click.option("--label", metavar="TEXT", help="What stands at it.")
@click.option("--color", metavar="COLOR", help="As with nodes.")
@click.option("--id", "edge_id", default="", metavar=_NODE, help="The id it gets; by default a new one.")
@write_options
@common_options
@pass_manners
def add_edge(manners: Manners, /, reference: str, start: str, end: str, edge_id: str, **given: Any) -> int:
    """Join two nodes of a canvas by an edge.

    With --json: path, id (the edge's), from, to (ids of nodes), added, entry (of the history), etag.
    """
    done = canvases.add_edge(
        open_session(manners),
        needed(reference, "the canvas"),
        needed(start, "the node it begins at, --from,"),
        needed(end, "the node it ends at, --to,"),
        EdgeFields(**given),
        edge_id=edge_id,
    )
    tell(manners, done, f"joined {done.from_} to {done.to} in {done.path}")
    return ExitCode.SUCCESS


@click.command("remove-edge", short_help="Take an edge off a canvas.")
@note_argument("canvas")
@click.option("--id", "edge", default="", metavar=_NODE, help="The edge's id, or the beginning of it.")
@write_options
@common_options
@pass_manners
def remove_edge(manners: Manners, reference: str, edge: str) -> int:
    """Take an edge off a canvas.

    With --json: path, id (the edge's), from, to (ids of nodes), removed, entry (of the history), etag.
    """
    canvas = needed(reference, "the canvas")
    done = canvases.remove_edge(open_session(manners), canvas, needed(edge, "the edge's --id"))
    tell(manners, done, f"took edge {done.node} off {done.path}")
    return ExitCode.SUCCESS


def _fields(*, shown_file: str | None, text: str | None, **given: Any) -> NodeFields:
    return NodeFields(file=shown_file, text=None if text is None else text_or_stdin(text), **given)
