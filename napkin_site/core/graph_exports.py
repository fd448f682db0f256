"""The graph of links as GraphML, which yEd, Gephi, Cytoscape and networkx read.

networkx writes the same graph in ten times as long, and its `True` and `False` are not GraphML's `true` and `false`;
tests read our file back with networkx and compare. Source: http://graphml.graphdrawing.org/specification.html
"""

import re
from html import escape

from napkin_site.core.graph import Graph, GraphNode

_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_PLAIN = re.compile("[ !#-%(-;=?-~]*")
"""Text that stands for itself."""
_CONTROL = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
<key id="path" for="node" attr.name="path" attr.type="string"/>
<key id="title" for="node" attr.name="title" attr.type="string"/>
<key id="url" for="node" attr.name="url" attr.type="string"/>
<key id="tags" for="node" attr.name="tags" attr.type="string"/>
<key id="folder" for="node" attr.name="folder" attr.type="string"/>
<key id="degree" for="node" attr.name="degree" attr.type="int"/>
<key id="centrality" for="node" attr.name="centrality" attr.type="double"/>
<key id="unresolved" for="node" attr.name="unresolved" attr.type="boolean"/>
<key id="kind" for="edge" attr.name="kind" attr.type="string"/>
<key id="count" for="edge" attr.name="count" attr.type="int"/>
<graph edgedefault="directed">
"""
_TAIL = "</graph>\n</graphml>\n"


def graphml(graph: Graph) -> bytes:
    """Write the graph as GraphML in UTF-8; nodes and attributes are named as in `graph_networkx.to_networkx`."""
    names = [f'"{_escaped(node_name(node))}"' for node in graph.nodes]
    parts = [_HEAD]
    parts += [_node(name, node) for name, node in zip(names, graph.nodes, strict=True)]
    parts += [
        f'<edge id="e{number}" source={names[edge.source]} target={names[edge.target]}>'
        f'<data key="kind">{edge.kind}</data><data key="count">{edge.count}</data></edge>\n'
        for number, edge in enumerate(graph.edges)
    ]
    return "".join([*parts, _TAIL]).encode()


def node_name(node: GraphNode) -> str:
    """Name a node in exports: by its path, an unresolved target as a link to it is written."""
    return f"[[{node.title}]]" if node.is_unresolved else node.path


def xml_text(text: str) -> str:
    """Replace what XML cannot hold: file names may carry control characters and bytes of another encoding."""
    return _NOT_XML.sub("\ufffd", text)


def _escaped(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    # Line ends and tabs in attributes would be read as blanks.
    return escape(xml_text(text)).translate(_CONTROL)


def _node(name: str, node: GraphNode) -> str:
    texts = (
        ("path", node.path),
        ("title", node.title),
        ("url", node.url),
        ("tags", " ".join(node.tags)),
        ("folder", node.folder),
    )
    data = "".join([f'<data key="{key}">{_escaped(text)}</data>' for key, text in texts])
    return (
        f'<node id={name}>{data}<data key="degree">{node.degree}</data>'
        f'<data key="centrality">{node.centrality!r}</data>'
        f'<data key="unresolved">{"true" if node.is_unresolved else "false"}</data></node>\n'
    )
