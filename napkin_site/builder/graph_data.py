"""`-/data/graph.json`: the graph of published notes for our graph page and for other programs.

The format is documented in `docs/reference/graph-json.md`; its version rises when a reader of the old one would break.
"""

import msgspec

from napkin_site.builder.site_plan import SitePlan
from napkin_site.builder.utf8_text import utf8_text
from napkin_site.core.graph import Graph, GraphNote, link_graph
from napkin_site.core.links import LinkIndex
from napkin_site.core.model import Vault
from napkin_site.core.paths import quote_url

GRAPH_JSON = "-/data/graph.json"
GRAPHML = "-/data/graph.graphml"
GRAPH_VERSION = 1


def site_graph(vault: Vault, plan: SitePlan, link_index: LinkIndex) -> Graph:
    """Build the graph of every published note that Obsidian's exclusion filters do not hide."""
    titles = {page.source: page.title for page in plan.pages if page.source}
    notes = [
        GraphNote(path=path, title=titles.get(path, note.name), url=plan.urls[path], tags=note.tags)
        for path in plan.published
        if not (note := vault.notes[path]).is_excluded
    ]
    return link_graph(notes, link_index.out)


def graph_json(graph: Graph) -> bytes:
    """Write the graph as `graph.json`."""
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
    return msgspec.json.encode({"version": GRAPH_VERSION, "nodes": nodes, "edges": edges})
