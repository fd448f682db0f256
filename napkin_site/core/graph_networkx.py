"""The graph of links as networkx has it, for measures and for its many export formats.

networkx takes a tenth of a second to import, so only what needs it imports this module.
"""

import re

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


def betweenness(graph: Graph) -> dict[str, float]:
    """Measure on how many shortest ways each node lies, by its name in exports; links count in either direction.

    The time grows with nodes times edges. Source: networkx, normalised.
    """
    made: nx.Graph[str] = nx.Graph(to_networkx(graph).to_undirected())
    return dict(nx.betweenness_centrality(made))


def gexf(graph: Graph) -> str:
    """Write the graph as GEXF 1.2, which Gephi reads, without a date, so that equal graphs give equal files."""
    text = "\n".join(nx.generate_gexf(to_networkx(graph)))
    return re.sub(r' lastmodifieddate="[^"]*"', "", text) + "\n"
