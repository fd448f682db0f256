"""The graph of links as networkx has it, for measures and for its many export formats.

networkx takes a tenth of a second to import, so only what needs it imports this module.
"""

import networkx as nx

from napkin_site.core.graph import Graph
from napkin_site.core.graph_exports import node_name, xml_text


def to_networkx(graph: Graph) -> "nx.MultiDiGraph[str]":
    """Give the graph as networkx has it.

    Nodes are named by vault path, unresolved targets by `[[title]]`; edges are keyed by kind. Attributes have the names
    of `graph.json`; `tags` is one text, separated by blanks, since graph formats know no lists. Characters that XML
    cannot hold are replaced.
    """
    made: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    names = [xml_text(node_name(node)) for node in graph.nodes]
    for name, node in zip(names, graph.nodes, strict=True):
        made.add_node(
            name,
            path=xml_text(node.path),
            title=xml_text(node.title),
            url=xml_text(node.url),
            tags=xml_text(" ".join(node.tags)),
            folder=xml_text(node.folder),
            degree=node.degree,
            centrality=node.centrality,
            unresolved=node.is_unresolved,
        )
    for edge in graph.edges:
        made.add_edge(names[edge.source], names[edge.target], key=edge.kind, kind=edge.kind, count=edge.count)
    return made
