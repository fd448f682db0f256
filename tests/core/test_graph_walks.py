import io

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from napkin_site.core.graph import Graph, GraphEdge, GraphNode
from napkin_site.core.graph_networkx import betweenness, gexf
from napkin_site.core.graph_text import dot, graph_document, graph_json
from napkin_site.core.graph_walks import components, neighbourhood, pagerank, shortest_path
from napkin_site.core.paths import FolderPath, UrlPath, VaultPath


def make_graph(count: int, *edges: tuple[int, int], unresolved: int = 0) -> Graph:
    def node(number: int) -> GraphNode:
        is_unresolved = number >= count
        return GraphNode(
            path=VaultPath("" if is_unresolved else f"n{number}.md"),
            title=f"n{number}",
            url=UrlPath(""),
            tags=(),
            folder=FolderPath(""),
            degree=0,
            centrality=0.0,
            is_unresolved=is_unresolved,
        )

    nodes = tuple(node(number) for number in range(count + unresolved))
    made = (GraphEdge(source=source, target=target, kind="link", count=1) for source, target in sorted(edges))
    return Graph(nodes=nodes, edges=tuple(made))


CHAIN = make_graph(5, (0, 1), (2, 1), (2, 3))


def test_a_neighbourhood_reaches_along_links_and_against_them() -> None:
    near = neighbourhood(CHAIN, 1, 1)
    assert [node.title for node in near.nodes] == ["n0", "n1", "n2"]
    assert [(edge.source, edge.target) for edge in near.edges] == [(0, 1), (2, 1)]
    assert len(neighbourhood(CHAIN, 1, 2).nodes) == 4
    assert len(neighbourhood(CHAIN, 4, 9).nodes) == 1


def test_a_shortest_path_is_found_either_way() -> None:
    assert shortest_path(CHAIN, 0, 3) == (0, 1, 2, 3)
    assert shortest_path(CHAIN, 3, 0) == (3, 2, 1, 0)
    assert shortest_path(CHAIN, 2, 2) == (2,)
    assert shortest_path(CHAIN, 0, 4) == ()


def test_components_come_largest_first() -> None:
    assert components(CHAIN) == ((0, 1, 2, 3), (4,))


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda edge: edge[0] != edge[1]), max_size=12))
def test_walks_agree_with_networkx(edges: list[tuple[int, int]]) -> None:
    graph = make_graph(8, *set(edges))
    other: nx.Graph[int] = nx.Graph()
    other.add_nodes_from(range(8))
    other.add_edges_from(edges)
    assert {frozenset(part) for part in components(graph)} == {frozenset(p) for p in nx.connected_components(other)}
    for end in range(8):
        found = shortest_path(graph, 0, end)
        if nx.has_path(other, 0, end):
            assert len(found) == nx.shortest_path_length(other, 0, end) + 1
        else:
            assert found == ()


def test_betweenness_is_highest_in_the_middle_of_a_chain() -> None:
    scores = betweenness(CHAIN)
    assert list(scores) == [f"n{number}.md" for number in range(5)]
    assert scores["n1.md"] == scores["n2.md"] > scores["n0.md"] == scores["n4.md"] == 0


def test_pagerank_adds_up_to_one_and_prefers_what_is_linked_to() -> None:
    ranks = pagerank(make_graph(4, (0, 1), (2, 1), (3, 1), (1, 0)))
    assert sum(ranks) == pytest.approx(1)
    assert max(ranks) == ranks[1]
    assert ranks[2] == pytest.approx(ranks[3])
    # Worked out by hand: two notes that link to each other share everything.
    assert pagerank(make_graph(2, (0, 1), (1, 0))) == pytest.approx([0.5, 0.5])
    # One link: r0 = 0.075 + 0.425 r1 and r1 = r0 + 0.85 r0, since a note without links leads everywhere.
    first = pagerank(make_graph(2, (0, 1)))
    assert first[1] == pytest.approx(first[0] * 1.85)
    assert pagerank(make_graph(0)) == []


def test_dot_quotes_what_names_hold_and_marks_what_nobody_wrote() -> None:
    graph = make_graph(1, (0, 1), unresolved=1)
    node = replace(graph.nodes[0], title='a"\\')
    embed = GraphEdge(source=0, target=1, kind="embed", count=1)
    text = dot(Graph(nodes=(node, graph.nodes[1]), edges=(*graph.edges, embed)))
    assert text == (
        "digraph vault {\n"
        '  "n0.md" [label="a\\"\\\\"];\n'
        '  "[[n1]]" [label="n1", style=dotted];\n'
        '  "n0.md" -> "[[n1]]";\n'
        '  "n0.md" -> "[[n1]]" [style=dashed];\n'
        "}\n"
    )


def test_gexf_is_read_back_by_networkx_and_equal_graphs_are_equal_files() -> None:
    assert gexf(CHAIN) == gexf(CHAIN)
    assert "lastmodifieddate" not in gexf(CHAIN)
    back = nx.read_gexf(io.BytesIO(gexf(CHAIN).encode()))
    assert set(back.edges()) == {("n0.md", "n1.md"), ("n2.md", "n1.md"), ("n2.md", "n3.md")}


def test_json_is_the_document() -> None:
    assert '"version": 1' in graph_json(CHAIN)
    assert len(graph_document(CHAIN)["edges"]) == 3
