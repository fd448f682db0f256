"""`napkin graph`: the graph of links, as data, as numbers, or as a page in the browser."""

from pathlib import Path

import click

from napkin_site.cli.answers import answer, lines, open_vault, table, text
from napkin_site.cli.arguments import note_argument
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, NamedPath, common_options, pass_manners
from napkin_site.cli.terminal import mark, one_line, say
from napkin_site.core.graph_text import graph_document
from napkin_site.errors import OutputError, UsageError
from napkin_site.services.access import VaultAccess
from napkin_site.services.graphs import (
    CentralityKind,
    GraphFormat,
    graph_centrality,
    graph_components,
    graph_path,
    graph_text,
    vault_graph,
)

_FORMS = ("json", "graphml", "gexf", "dot")
_MEASURES = ("degree", "pagerank", "betweenness")


@click.command(short_help="Give the graph of links: as data, measured, or as a page.")
@note_argument()
@click.option("--depth", type=click.IntRange(min=1), default=1, show_default=True, help="How far around NOTE.")
@click.option("--format", "form", type=click.Choice(_FORMS), help="The format of the data; by default JSON.")
@click.option("--to", "end", metavar="NOTE", help="Find a shortest way from NOTE to this note.")
@click.option("--centrality", "measure", type=click.Choice(_MEASURES), help="Rank the notes by how central they are.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="Most notes ranked.")
@click.option("--components", is_flag=True, help="Part the notes into those that links join.")
@click.option("-o", "--output", type=NamedPath(), metavar="FILE", help="Write into this file.")
@click.option("--open", "opened", is_flag=True, help="Write one HTML file that needs nothing else, and open it.")
@common_options
@pass_manners
def graph(
    manners: Manners,
    reference: str,
    depth: int,
    form: GraphFormat | None,
    end: str | None,
    measure: CentralityKind | None,
    limit: int,
    output: Path | None,
    *,
    components: bool,
    opened: bool,
) -> int:
    """Give the graph of links between notes: the whole, or what lies around NOTE. Templates are left out.

    With --json: version, nodes, edges, as in graph.json; with --to: path; with --centrality: centrality, each with
    path, title, score; with --components: components; with --open: path, the file that was written.
    """
    if sum((end is not None, measure is not None, components, opened, form is not None)) > 1:
        raise UsageError("--to, --centrality, --components, --format and --open exclude each other")
    access = open_vault(manners)
    if end is not None:
        if not reference:
            raise UsageError("--to needs a note to start from", hint="napkin graph START --to END")
        way = graph_path(access, reference, end)
        answer(manners, way, lambda: lines(way.path or ("no links join them",)))
    elif measure is not None:
        _rank(manners, access, measure, limit)
    elif components:
        parts = graph_components(access)
        answer(manners, parts, lambda: _show_parts(parts.components))
    elif opened:
        _open(manners, access, reference, depth, output)
    else:
        _give(manners, access, reference, depth, form or "json", output)
    return ExitCode.SUCCESS


def _rank(manners: Manners, access: VaultAccess, measure: CentralityKind, limit: int) -> None:
    ranked = graph_centrality(access, measure, limit=limit)
    rows = [(f"{found.score:.6f}", found.path) for found in ranked]
    answer(manners, {"centrality": ranked}, lambda: table((measure, "note"), rows))


def _show_parts(parts: tuple[tuple[str, ...], ...]) -> None:
    for number, part in enumerate(parts, start=1):
        say(f"{number}: {len(part)} note{'' if len(part) == 1 else 's'}")
        lines(f"  {path}" for path in part)


def _give(
    manners: Manners, access: VaultAccess, reference: str, depth: int, form: GraphFormat, output: Path | None
) -> None:
    found = vault_graph(access, around=reference, depth=depth)
    if output is not None:
        _write(output, graph_text(found, form))
        _say_written(manners, output)
    elif manners.json and form == "json":
        answer(manners, graph_document(found), lambda: None)
    elif not manners.quiet:
        text(graph_text(found, form))


def _open(manners: Manners, access: VaultAccess, reference: str, depth: int, output: Path | None) -> None:
    import tempfile
    import webbrowser

    from napkin_site.services.graph_page import graph_page

    page = graph_page(access, around=reference, depth=depth)
    if output is None:
        output = Path(tempfile.mkdtemp(prefix="napkin-graph-")) / "graph.html"
    _write(output, page)
    _say_written(manners, output)
    if not webbrowser.open(output.resolve().as_uri()):
        say(f"{mark('warning')} no browser could be opened: open the file yourself", err=True)


def _write(output: Path, content: str) -> None:
    try:
        output.write_text(content, encoding="utf-8")
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise OutputError(f"cannot write there: {error.strerror}", path=str(output)) from error


def _say_written(manners: Manners, output: Path) -> None:
    answer(manners, {"path": str(output)}, lambda: say(f"{mark('success')} wrote {one_line(str(output))}"))
