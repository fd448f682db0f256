"""The graph of links between notes: whole or around a note, measured, and in the formats other programs read."""

from collections.abc import Sequence
from typing import Literal

from napkin_site.core.graph import Graph, GraphNote, link_graph
from napkin_site.core.graph_exports import graphml
from napkin_site.core.graph_text import dot, graph_json
from napkin_site.core.graph_walks import components, neighbourhood, pagerank, shortest_path
from napkin_site.core.paths import note_url
from napkin_site.core.values import Value
from napkin_site.errors import NotFoundError, UsageError
from napkin_site.services.access import VaultAccess

GraphFormat = Literal["json", "graphml", "gexf", "dot"]
CentralityKind = Literal["degree", "pagerank", "betweenness"]


class Centrality(Value):
    """How central a note is."""

    path: str
    title: str
    score: float
    """From 0 to 1; those of `pagerank` add up to 1."""


class GraphPath(Value):
    """A way from one note to another."""

    path: tuple[str, ...]
    """Notes in order, both ends included; empty when no links join them."""


class Components(Value):
    """Parts of the graph that no link joins."""

    components: tuple[tuple[str, ...], ...]
    """Paths of notes, sorted; the largest part first."""


def vault_graph(access: VaultAccess, *, around: str = "", depth: int = 1) -> Graph:
    """Build the graph of the vault's notes and of targets nobody has written; templates are left out.

    Args:
        access: the vault.
        around: a note; only what lies near it is given. Empty for the whole vault.
        depth: how many links away, in either direction; at least 1.

    Raises:
        NotFoundError, AmbiguousError, UsageError: `around` does not fit one note of the graph.
    """
    if depth < 1:
        raise UsageError(f"a depth of {depth} is none", hint="Give at least 1.")
    templates = access.config.templates.folder.strip("/").lower()
    notes = [
        GraphNote(path=note.path, title=note.name, url=note_url(note.path), tags=note.tags)
        for note in access.snapshot.vault.notes.values()
        if not note.is_excluded and not (templates and note.path.lower().startswith(templates + "/"))
    ]
    graph = link_graph(notes, access.links[1].out)
    return neighbourhood(graph, _number(access, graph, around), depth) if around else graph


def graph_text(graph: Graph, form: GraphFormat) -> str:
    """Write a graph in a format: our JSON, GraphML, GEXF, or DOT of Graphviz."""
    if form == "graphml":
        return graphml(graph).decode()
    if form == "gexf":
        from napkin_site.core.graph_networkx import gexf

        return gexf(graph)
    return dot(graph) if form == "dot" else graph_json(graph)


def graph_path(access: VaultAccess, start: str, end: str) -> GraphPath:
    """Find a shortest way from one note to another; links are followed in either direction.

    Raises:
        NotFoundError, AmbiguousError, UsageError: a reference does not fit one note of the graph.
    """
    graph = vault_graph(access)
    found = shortest_path(graph, _number(access, graph, start), _number(access, graph, end))
    return GraphPath(path=tuple(_shown(graph, number) for number in found))


def graph_components(access: VaultAccess) -> Components:
    """Part the notes into those that links join, in either direction."""
    graph = vault_graph(access)
    parts = [
        tuple(graph.nodes[number].path for number in part if graph.nodes[number].path) for part in components(graph)
    ]
    return Components(components=tuple(part for part in parts if part))


def graph_centrality(access: VaultAccess, kind: CentralityKind, *, limit: int = 20) -> tuple[Centrality, ...]:
    """Rank the notes by how central they are, most central first, then by path.

    Args:
        access: the vault.
        kind: `degree` (decision 33), `pagerank` or `betweenness`.
        limit: most notes to give; at least 1.
    """
    if limit < 1:
        raise UsageError(f"a limit of {limit} is none", hint="Give at least 1.")
    graph = vault_graph(access)
    ranked = [
        Centrality(path=node.path, title=node.title, score=round(score, 6))
        for node, score in zip(graph.nodes, _scores(graph, kind), strict=True)
        if node.path
    ]
    return tuple(sorted(ranked, key=lambda found: (-found.score, found.path))[:limit])


def _scores(graph: Graph, kind: CentralityKind) -> Sequence[float]:
    if kind == "degree":
        return [node.centrality for node in graph.nodes]
    if kind == "pagerank":
        return pagerank(graph)
    from napkin_site.core.graph_networkx import betweenness

    return list(betweenness(graph).values())


def _number(access: VaultAccess, graph: Graph, reference: str) -> int:
    path, _ = access.find_note(reference)
    for number, node in enumerate(graph.nodes):
        if node.path == path:
            return number
    raise NotFoundError(f"{path} is not in the graph", path=path, hint="Templates and excluded files are not.")


def _shown(graph: Graph, number: int) -> str:
    node = graph.nodes[number]
    return node.path or f"[[{node.title}]]"
