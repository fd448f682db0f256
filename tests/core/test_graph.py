"""The graph of links, and what networkx makes of it."""

import io
import xml.etree.ElementTree as ET

import networkx as nx
import pytest

from napkin_site.core.graph import Graph, GraphNote, link_graph
from napkin_site.core.graph_exports import graphml
from napkin_site.core.graph_networkx import to_networkx
from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.paths import VaultPath, note_url
from napkin_site.core.syntax.tree import Link
from tests.core.made_notes import make_facts, make_link


def graph_of(notes: dict[str, list[Link]], *, files: tuple[str, ...] = (), hidden: tuple[str, ...] = ()) -> Graph:
    paths = [VaultPath(path) for path in notes]
    index = LinkIndex(
        LinkResolver([*paths, *(VaultPath(path) for path in files)]),
        {VaultPath(path): make_facts(*links) for path, links in notes.items()},
    )
    shown = [
        GraphNote(path=path, title=path.upper(), url=note_url(path), tags=("t", "a/b"))
        for path in paths
        if path not in hidden
    ]
    return link_graph(shown, index.out)


def edges_of(graph: Graph) -> list[tuple[str, str, str, int]]:
    names = [node.path or f"?{node.title}" for node in graph.nodes]
    return [(names[edge.source], names[edge.target], edge.kind, edge.count) for edge in graph.edges]


def test_links_and_embeds_are_counted_apart() -> None:
    graph = graph_of({"b.md": [make_link("a"), make_link("a", "x"), make_link("a", is_embed=True)], "a.md": []})

    assert edges_of(graph) == [("b.md", "a.md", "embed", 1), ("b.md", "a.md", "link", 2)]


def test_a_node_has_what_a_reader_needs() -> None:
    first, second = graph_of({"A/b c.md": [make_link("d")], "d.md": []}).nodes

    assert (first.path, first.title, first.url, first.folder) == ("A/b c.md", "A/B C.MD", "A/b+c/", "A")
    assert first.tags == ("t", "a/b")
    assert (first.degree, first.centrality, first.is_unresolved) == (1, 1.0, False)
    assert second.folder == ""


def test_a_link_to_itself_makes_no_edge() -> None:
    assert graph_of({"a.md": [make_link(""), make_link("a")]}).edges == ()


def test_an_unpublished_note_leaves_no_node_and_no_edge() -> None:
    graph = graph_of(
        {"a.md": [make_link("secret")], "secret.md": [make_link("a"), make_link("nowhere")]}, hidden=("secret.md",)
    )

    assert [node.path for node in graph.nodes] == ["a.md"]
    assert graph.edges == ()


def test_a_link_to_a_file_that_is_no_note_makes_no_edge() -> None:
    graph = graph_of({"a.md": [make_link("cat.png", is_embed=True)]}, files=("cat.png",))

    assert len(graph.nodes) == 1
    assert graph.edges == ()


def test_spellings_of_an_unresolved_target_are_one_marked_node() -> None:
    graph = graph_of({"a.md": [make_link("Lost"), make_link("lost.md")], "b.md": [make_link("LOST")]})

    assert edges_of(graph) == [("a.md", "?Lost", "link", 2), ("b.md", "?Lost", "link", 1)]
    assert graph.nodes[2].is_unresolved
    assert graph.nodes[2].degree == 2


def test_an_unresolved_target_in_a_comment_stays_private_and_a_resolved_one_counts() -> None:
    comment = {"place": "comment"}
    graph = graph_of({"a.md": [make_link("private words", **comment), make_link("b", **comment)], "b.md": []})

    assert [node.title for node in graph.nodes] == ["A.MD", "B.MD"]
    assert edges_of(graph) == [("a.md", "b.md", "link", 1)]


def test_order_of_notes_does_not_matter() -> None:
    notes = {"b.md": [make_link("a"), make_link("zz")], "a.md": [make_link("B"), make_link("aa")]}

    assert graph_of(notes) == graph_of(dict(reversed(notes.items())))


def test_empty_and_single_graphs_have_no_centrality_to_divide() -> None:
    assert graph_of({}) == Graph(nodes=(), edges=())
    assert graph_of({"a.md": []}).nodes[0].centrality == 0.0


LARGER: dict[str, list[Link]] = {
    f"f{number % 3}/n{number}.md": [
        make_link(f"n{number * 7 % 20}"),
        make_link(f"n{number * number % 20}", is_embed=True),
        make_link(f"missing {number % 4}"),
    ]
    for number in range(20)
}


def test_centrality_is_the_degree_centrality_of_networkx() -> None:
    graph = graph_of(LARGER)

    simple: nx.Graph[str] = nx.Graph(to_networkx(graph))
    expected: dict[str, float] = nx.degree_centrality(simple)

    assert [node.centrality for node in graph.nodes] == pytest.approx(list(expected.values()))


def test_graphml_read_by_networkx_is_the_same_graph() -> None:
    graph = graph_of(LARGER)

    read = nx.read_graphml(io.BytesIO(graphml(graph)), force_multigraph=True)

    exported = to_networkx(graph)
    assert list(read.nodes(data=True)) == list(exported.nodes(data=True))
    assert sorted((s, t, tuple(d.items())) for s, t, d in read.edges(data=True)) == sorted(
        (s, t, tuple(d.items())) for s, t, d in exported.edges(data=True)
    )


def test_graphml_is_valid_xml_whatever_the_names_hold() -> None:
    name = 'x\x01<&"\udce9\u2028\r\n\té.md'

    root = ET.fromstring(graphml(graph_of({name: [make_link("a]]>\x0b")]})))

    ids = [element.get("id") for element in root.iter() if element.tag.endswith("}node")]
    assert ids == ['x\ufffd<&"\ufffd\u2028\r\n\té.md', "[[a]]>\ufffd]]"]


def test_graphml_edges_have_ids_of_their_own() -> None:
    root = ET.fromstring(graphml(graph_of(LARGER)))

    ids = [element.get("id") for element in root.iter() if element.tag.endswith("}edge")]

    assert len(set(ids)) == len(ids) > 20
