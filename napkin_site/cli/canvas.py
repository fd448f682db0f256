"""`napkin canvas list`, `read` and `nodes`."""

from collections.abc import Mapping
from typing import Any

import click

from napkin_site.cli.answers import answer, listed, open_vault, table
from napkin_site.cli.arguments import needed, note_argument, total_option
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import one_line, say
from napkin_site.services.canvases import CanvasText, list_canvases, read_canvas

_ID_LETTERS = 8
_TEXT_LETTERS = 60
_NAMED_BY = {"text": "text", "file": "file", "link": "url", "group": "label"}


@click.command("list", short_help="List the canvases.")
@total_option
@common_options
@pass_manners
def list_(manners: Manners, *, only_total: bool) -> int:
    """List the canvases.

    With --json: canvases; or total.
    """
    listed(manners, "canvases", list_canvases(open_vault(manners)).canvases, only_total=only_total)
    return ExitCode.SUCCESS


@click.command(short_help="Read a canvas.")
@note_argument("canvas")
@common_options
@pass_manners
def read(manners: Manners, reference: str) -> int:
    """Read a canvas: its nodes and edges.

    With --json: path, nodes, edges, as JSON Canvas has them.
    """
    found = read_canvas(open_vault(manners), needed(reference, "the canvas"))
    answer(manners, found, lambda: _show(found))
    return ExitCode.SUCCESS


@click.command(short_help="List the nodes of a canvas.")
@note_argument("canvas")
@click.option("--type", "kind", type=click.Choice(list(_NAMED_BY)), help="Only nodes of this type.")
@common_options
@pass_manners
def nodes(manners: Manners, reference: str, kind: str | None) -> int:
    """List the nodes of a canvas.

    With --json: nodes, as JSON Canvas has them.
    """
    found = read_canvas(open_vault(manners), needed(reference, "the canvas"), kind=kind or "")
    answer(manners, {"nodes": found.nodes}, lambda: _show_nodes(found))
    return ExitCode.SUCCESS


def _show(found: CanvasText) -> None:
    say(f"{one_line(found.path)}: {len(found.nodes)} nodes, {len(found.edges)} edges")
    _show_nodes(found)
    rows = [
        (_short(edge.get("id")), _short(edge.get("fromNode")), _short(edge.get("toNode")), str(edge.get("label", "")))
        for edge in found.edges
    ]
    if rows:
        table(("edge", "from", "to", "label"), rows)


def _show_nodes(found: CanvasText) -> None:
    rows = [(_short(node.get("id")), str(node.get("type", "")), _summary(node)) for node in found.nodes]
    table(("node", "type", "content"), rows)


def _short(value: object) -> str:
    return str(value)[:_ID_LETTERS]


def _summary(node: Mapping[str, Any]) -> str:
    text = str(node.get(_NAMED_BY.get(str(node.get("type")), ""), ""))
    return next(iter(text.splitlines()), "")[:_TEXT_LETTERS]
