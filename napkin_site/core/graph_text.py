"""The graph of links as text: our JSON, and DOT for Graphviz."""

import json
from typing import Any

from napkin_site.core.graph import Graph
from napkin_site.core.graph_exports import node_name, xml_text
from napkin_site.core.paths import quote_url
from napkin_site.core.utf8_text import utf8_text

GRAPH_VERSION = 1
"""Of the JSON; it rises when a reader of the old one would break."""


def graph_document(graph: Graph) -> dict[str, Any]:
    """Give the graph as the plain data of `graph.json`; `docs/reference/graph-json.md` describes it."""
    nodes = [
        {
            "id": number,
            "path": utf8_text(node.path),
            "title": utf8_text(node.title),
            "url": "" if node.is_unresolved else quote_url(node.url),
            "tags": [utf8_text(tag) for tag in node.tags],
            "folder": utf8_text(node.folder),
            "degree": node.degree,
            "centrality": round(node.centrality, 6),
            "unresolved": node.is_unresolved,
        }
        for number, node in enumerate(graph.nodes)
    ]
    edges = [
        {"source": edge.source, "target": edge.target, "kind": edge.kind, "count": edge.count} for edge in graph.edges
    ]
    return {"version": GRAPH_VERSION, "nodes": nodes, "edges": edges}


def graph_json(graph: Graph) -> str:
    """Write the graph as our JSON, indented."""
    return json.dumps(graph_document(graph), ensure_ascii=False, indent=2) + "\n"


def dot(graph: Graph) -> str:
    """Write the graph in the language of Graphviz: embeds dashed, targets nobody has written dotted."""
    lines = ["digraph vault {"]
    for node in graph.nodes:
        style = ", style=dotted" if node.is_unresolved else ""
        lines.append(f"  {_quoted(node_name(node))} [label={_quoted(node.title)}{style}];")
    for edge in graph.edges:
        ends = f"{_quoted(node_name(graph.nodes[edge.source]))} -> {_quoted(node_name(graph.nodes[edge.target]))}"
        lines.append(f"  {ends}{' [style=dashed]' if edge.kind == 'embed' else ''};")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    clean = xml_text(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("\r", " ")
    return f'"{clean}"'
