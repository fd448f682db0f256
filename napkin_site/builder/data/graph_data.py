"""`-/data/graph.json`: the graph of published notes for our graph page and for other programs.

The format is documented in `docs/reference/graph-json.md`; its version rises when a reader of the old one would break.
"""

import msgspec

from napkin_site.builder.planning.shown_tags import shown_tags
from napkin_site.builder.planning.site_plan import SitePlan
from napkin_site.core.graph import Graph, GraphNote, link_graph
from napkin_site.core.graph_text import graph_document
from napkin_site.core.links import LinkIndex
from napkin_site.core.model import Vault

GRAPH_JSON = "-/data/graph.json"
GRAPHML = "-/data/graph.graphml"


def site_graph(vault: Vault, plan: SitePlan, link_index: LinkIndex) -> Graph:
    """Build the graph of every published note that Obsidian's exclusion filters do not hide."""
    titles = {page.source: page.title for page in plan.pages if page.source}
    notes = [
        GraphNote(path=path, title=titles.get(path, note.name), url=plan.urls[path], tags=shown_tags(note))
        for path in plan.published
        if not (note := vault.notes[path]).is_excluded
    ]
    return link_graph(notes, link_index.out)


def graph_json(graph: Graph) -> bytes:
    """Write the graph as `graph.json`."""
    return msgspec.json.encode(graph_document(graph))
