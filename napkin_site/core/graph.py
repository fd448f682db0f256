"""The graph of links between notes, as plain values; `graph_exports` hands it to networkx.

Rules: links and embeds count alike (decision 12), a target that is not in the graph makes no node and no edge
(decision 20), centrality is degree centrality (decision 33).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from napkin_site.core.links import ResolvedLink
from napkin_site.core.paths import FolderPath, UrlPath, VaultPath, folder_of, nfc
from napkin_site.core.values import Value

EdgeKind = Literal["link", "embed"]


class GraphNote(Value):
    """A note that is to be in the graph."""

    path: VaultPath
    title: str
    url: UrlPath
    tags: tuple[str, ...]


class GraphNode(Value):
    """A note, or a target that links name and nobody has written."""

    path: VaultPath
    """Empty when unresolved."""
    title: str
    """Of an unresolved target the text of a link to it."""
    url: UrlPath
    tags: tuple[str, ...]
    folder: FolderPath
    degree: int
    """Other nodes that link to it or that it links to."""
    centrality: float
    """Degree centrality: `degree` divided by the number of other nodes, from 0 to 1; 0 when it is alone."""
    is_unresolved: bool


class GraphEdge(Value):
    """All links, or all embeds, from one node to another."""

    source: int
    """Index into `Graph.nodes`."""
    target: int
    kind: EdgeKind
    count: int


class Graph(Value):
    """Notes and their links."""

    nodes: tuple[GraphNode, ...]
    """Notes by path, then unresolved targets by title, letter case aside."""
    edges: tuple[GraphEdge, ...]
    """Sorted by source, target and kind; none leads from a node to itself."""


def link_graph(notes: Iterable[GraphNote], out: Mapping[VaultPath, Sequence[ResolvedLink]]) -> Graph:
    """Build the graph of `notes`.

    Args:
        notes: the notes to show, in any order; a link to anything else that exists is left out.
        out: source -> its resolved links (`LinkIndex.out`).
    """
    shown = sorted(notes, key=lambda note: note.path)
    unresolved = _unresolved_titles(shown, out)
    numbers: dict[str, int] = {note.path: number for number, note in enumerate(shown)}
    unresolved_numbers = {key: len(shown) + number for number, key in enumerate(sorted(unresolved))}
    counts: dict[tuple[int, int, EdgeKind], int] = {}
    for note in shown:
        source = numbers[note.path]
        for found in out.get(note.path, ()):
            if found.target is None:
                target = unresolved_numbers.get(_unresolved_key(found))
            else:
                target = numbers.get(found.target)
            if target is not None and target != source:
                edge: tuple[int, int, EdgeKind] = (source, target, "embed" if found.link.is_embed else "link")
                counts[edge] = counts.get(edge, 0) + 1
    neighbours: list[set[int]] = [set() for _ in range(len(shown) + len(unresolved))]
    for source, target, _ in counts:
        neighbours[source].add(target)
        neighbours[target].add(source)
    degrees = [len(found) for found in neighbours]
    nodes = [
        _node(note.path, note.title, note.url, note.tags, degree, len(degrees))
        for note, degree in zip(shown, degrees, strict=False)
    ]
    nodes += [
        _node(VaultPath(""), unresolved[key], UrlPath(""), (), degrees[number], len(degrees))
        for key, number in unresolved_numbers.items()
    ]
    edges = tuple(
        GraphEdge(source=source, target=target, kind=kind, count=count)
        for (source, target, kind), count in sorted(counts.items())
    )
    return Graph(nodes=tuple(nodes), edges=edges)


def _unresolved_titles(shown: Sequence[GraphNote], out: Mapping[VaultPath, Sequence[ResolvedLink]]) -> dict[str, str]:
    """Map the key of each unresolved target to the first spelling of it."""
    titles: dict[str, str] = {}
    for note in shown:
        for found in out.get(note.path, ()):
            if found.target is None and (key := _unresolved_key(found)):
                titles.setdefault(key, _without_extension(found.link.path))
    return titles


def _unresolved_key(found: ResolvedLink) -> str:
    # What an author wrote in a comment is not for readers, so it names no node; resolved links in comments do count.
    return "" if found.link.place == "comment" else nfc(_without_extension(found.link.path)).lower()


def _without_extension(text: str) -> str:
    return text[:-3] if text[-3:].lower() == ".md" else text


def _node(path: VaultPath, title: str, url: UrlPath, tags: tuple[str, ...], degree: int, node_count: int) -> GraphNode:
    return GraphNode(
        path=path,
        title=title,
        url=url,
        tags=tags,
        folder=folder_of(path),
        degree=degree,
        centrality=degree / (node_count - 1) if node_count > 1 else 0.0,
        is_unresolved=not path,
    )
