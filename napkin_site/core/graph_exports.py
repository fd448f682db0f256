"""The graph of links for graph tools: a networkx graph, and GraphML, which yEd, Gephi and Cytoscape read.

networkx takes a fifth of a second to import, so only what exports imports this module.
"""

import re

import networkx as nx

from napkin_site.core.graph import Graph

_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def to_networkx(graph: Graph) -> "nx.MultiDiGraph[str]":
    """Give the graph as networkx has it.

    Nodes are named by vault path, unresolved targets by `[[title]]`; edges are keyed by kind. Attributes have the names
    of `graph.json`; `tags` is one text, separated by blanks, since GraphML knows no lists.
    """
    exported: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    names = [_clean(f"[[{node.title}]]" if node.is_unresolved else node.path) for node in graph.nodes]
    for name, node in zip(names, graph.nodes, strict=True):
        exported.add_node(
            name,
            path=_clean(node.path),
            title=_clean(node.title),
            url=_clean(node.url),
            tags=_clean(" ".join(node.tags)),
            folder=_clean(node.folder),
            degree=node.degree,
            centrality=node.centrality,
            unresolved=node.is_unresolved,
        )
    for edge in graph.edges:
        exported.add_edge(names[edge.source], names[edge.target], key=edge.kind, kind=edge.kind, count=edge.count)
    return exported


def graphml(graph: Graph) -> bytes:
    """Write the graph as GraphML, in ASCII with character references."""
    exported = to_networkx(graph)
    # Edge keys become the edges' XML ids, which must differ.
    numbered: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    numbered.add_nodes_from(exported.nodes(data=True))
    for number, (source, target, data) in enumerate(exported.edges(data=True)):
        numbered.add_edge(source, target, key=f"e{number}", **data)
    # `write_graphml` takes another writer where lxml is installed; bytes must not depend on that.
    return "\n".join(nx.generate_graphml(numbered, prettyprint=False)).encode()


def _clean(text: str) -> str:
    """Replace what XML cannot hold: file names may carry control characters and bytes of another encoding."""
    return _NOT_XML.sub("\ufffd", text)
