import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napkin_site.core.edits.canvas import NEW_CANVAS, add_edge, add_node, remove_edge, remove_node, update_node
from napkin_site.core.edits.canvas_fields import EdgeFields, NodeFields, node_type
from napkin_site.errors import AmbiguousError, EditError, ExistsError, NapkinError, NotFoundError, UsageError

BOARD = b"""{
\t"nodes":[
\t\t{"id":"aabb11223344","type":"text","x":0,"y":0,"width":300,"height":150,"text":"Dig","mine":1.0},
\t\t{"id":"ccdd55667788","type":"file","x":400,"y":0,"width":300,"height":200,"file":"Leek.md"},
\t\t{"id":"eeff99001122","type":"group","x":-50,"y":-50,"width":800,"height":400,"label":"Beds"}
\t],
\t"edges":[
\t\t{"id":"e1","fromNode":"aabb11223344","toNode":"ccdd55667788"}
\t],
\t"other":{"a":[ 1 ]}
}"""
TEXT = NodeFields(text="New node")


def new_id() -> str:
    return "0123456789abcdef"


def counting() -> Callable[[], str]:
    made = iter(range(1000))
    return lambda: f"{next(made):016x}"


def read(source: bytes) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(source.decode("utf-8-sig"))
    return data


def test_a_node_is_put_behind_the_others_in_their_form() -> None:
    edit = add_node(BOARD, "text", TEXT, new_id=new_id)
    line = b',\n\t\t{"id":"0123456789abcdef","type":"text","x":800,"y":0,"width":300,"height":150,"text":"New node"}'
    place = BOARD.index(b"\n\t],")
    assert edit.after == BOARD[:place] + line + BOARD[place:]
    assert (edit.id, edit.type) == ("0123456789abcdef", "text")


def test_the_first_node_stands_at_the_origin_and_a_group_is_larger() -> None:
    (node,) = read(add_node(NEW_CANVAS, "group", NodeFields(label="Beds"), new_id=new_id).after)["nodes"]
    assert (node["x"], node["y"], node["width"], node["height"], node["label"]) == (0, 0, 600, 400, "Beds")
    (node,) = read(add_node(NEW_CANVAS, "text", TEXT, new_id=new_id).after)["nodes"]
    assert (node["x"], node["y"], node["width"], node["height"]) == (0, 0, 300, 150)


def test_places_and_sizes_become_integers() -> None:
    fields = NodeFields(text="a", x=-0.5, y=10.5, width=99.4, height=1e3)
    (node,) = read(add_node(NEW_CANVAS, "text", fields, new_id=new_id).after)["nodes"]
    assert [node[name] for name in ("x", "y", "width", "height")] == [0, 11, 99, 1000]
    assert all(isinstance(node[name], int) for name in ("x", "y", "width", "height"))


@pytest.mark.parametrize(
    ("kind", "fields", "stored"),
    [
        ("text", NodeFields(text=""), {"text": ""}),
        ("file", NodeFields(file="Leek.md", subpath="Sowing"), {"file": "Leek.md", "subpath": "#Sowing"}),
        ("file", NodeFields(file="Leek.md", subpath="#^a"), {"file": "Leek.md", "subpath": "#^a"}),
        ("link", NodeFields(url="https://example.org"), {"url": "https://example.org"}),
        ("group", NodeFields(), {}),
        ("text", NodeFields(text="a", color="Purple"), {"text": "a", "color": "6"}),
        ("text", NodeFields(text="a", color="#12aBcd"), {"text": "a", "color": "#12aBcd"}),
    ],
)
def test_each_type_of_node_has_its_fields(kind: str, fields: NodeFields, stored: dict[str, str]) -> None:
    (node,) = read(add_node(NEW_CANVAS, node_type(kind, fields), fields, new_id=new_id).after)["nodes"]
    assert {name: node[name] for name in node if name not in ("id", "type", "x", "y", "width", "height")} == stored
    assert node["type"] == kind


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        (NodeFields(), "text"),
        (NodeFields(subpath="#a"), "file"),
        (NodeFields(url=""), "link"),
        (NodeFields(label="a", color="1"), "group"),
    ],
)
def test_a_type_that_is_left_out_is_that_of_the_fields(fields: NodeFields, kind: str) -> None:
    assert node_type(None, fields) == kind


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("card", NodeFields(text="a"), "Invalid node type `card`"),
        (None, NodeFields(text="a", url="b"), "text and link at once"),
        ("text", NodeFields(text="a", url="b"), "`url` is for link nodes"),
        ("text", NodeFields(), "needs `text`"),
        ("file", NodeFields(subpath="#a"), "needs `file`"),
        ("file", NodeFields(file=""), "`file` of a file node is empty"),
        ("text", NodeFields(text="a", color="7"), "`7` is no colour"),
        ("text", NodeFields(text="a", color="#12345"), "`#12345` is no colour"),
        ("text", NodeFields(text="a", x=float("nan")), "`x` is no number"),
        ("text", NodeFields(text="a", width=0.4), "`width` is 0"),
    ],
)
def test_what_makes_no_sense_is_told(kind: str | None, fields: NodeFields, said: str) -> None:
    with pytest.raises(UsageError, match=said) as caught:
        add_node(NEW_CANVAS, node_type(kind, fields), fields, new_id=new_id)
    assert caught.value.hint or "`" in caught.value.message


def test_an_id_can_be_chosen_but_not_twice() -> None:
    assert add_node(BOARD, "text", TEXT, new_id=new_id, node_id="mine").id == "mine"
    for taken in ("aabb11223344", "e1"):
        with pytest.raises(ExistsError, match=taken):
            add_node(BOARD, "text", TEXT, new_id=new_id, node_id=taken)


def test_a_made_id_that_is_taken_is_made_anew() -> None:
    ids = iter(["aabb11223344", "e1", "fresh"])
    assert add_node(BOARD, "text", TEXT, new_id=lambda: next(ids)).id == "fresh"
    with pytest.raises(EditError):
        add_node(BOARD, "text", TEXT, new_id=lambda: "e1")


def test_an_edge_joins_nodes_named_by_the_beginning_of_their_ids() -> None:
    fields = EdgeFields(label="belongs to", from_side="right", to_end="none", color="red")
    edit = add_edge(BOARD, "aabb", "eeff", fields, new_id=new_id)
    assert read(edit.after)["edges"][-1] == {
        "id": "0123456789abcdef",
        "fromNode": "aabb11223344",
        "fromSide": "right",
        "toNode": "eeff99001122",
        "toEnd": "none",
        "label": "belongs to",
        "color": "1",
    }
    assert edit.ends == ("aabb11223344", "eeff99001122")


@pytest.mark.parametrize(
    "fields",
    [
        EdgeFields(from_side="middle"),  # type: ignore[arg-type]  # what a caller may send
        EdgeFields(to_side="Top"),  # type: ignore[arg-type]  # the same
        EdgeFields(to_end="circle"),  # type: ignore[arg-type]  # the same
        EdgeFields(color="pink"),
    ],
)
def test_an_edge_that_makes_no_sense_is_refused(fields: EdgeFields) -> None:
    with pytest.raises(UsageError) as caught:
        add_edge(BOARD, "aabb", "ccdd", fields, new_id=new_id)
    assert caught.value.hint.startswith("Write ")


def test_a_node_is_changed_and_every_other_byte_stays() -> None:
    edit = update_node(BOARD, "aabb", NodeFields(text="Dig\nfirst", x=10, color="2"))
    old = b'"x":0,"y":0,"width":300,"height":150,"text":"Dig","mine":1.0}'
    new = b'"x":10,"y":0,"width":300,"height":150,"text":"Dig\\nfirst","mine":1.0,"color":"2"}'
    assert edit.after == BOARD.replace(old, new)
    assert update_node(edit.after, "aabb", NodeFields(text="Dig", x=0, color="")).after == BOARD


def test_an_empty_text_takes_a_field_away_unless_a_node_needs_it() -> None:
    with_part = update_node(BOARD, "ccdd", NodeFields(subpath="Sowing")).after
    assert read(with_part)["nodes"][1]["subpath"] == "#Sowing"
    assert update_node(with_part, "ccdd", NodeFields(subpath="")).after == BOARD
    assert read(update_node(BOARD, "aabb", NodeFields(text="")).after)["nodes"][0]["text"] == ""
    with pytest.raises(UsageError, match="empty"):
        update_node(BOARD, "ccdd", NodeFields(file=""))


@pytest.mark.parametrize("fields", [NodeFields(), NodeFields(url="a"), NodeFields(height=-3)])
def test_a_change_that_makes_no_sense_is_refused(fields: NodeFields) -> None:
    with pytest.raises(UsageError):
        update_node(BOARD, "aabb", fields)


def test_a_node_of_a_type_nobody_knows_is_not_changed() -> None:
    with pytest.raises(UsageError, match="has no type that is known"):
        update_node(BOARD.replace(b'"type":"text"', b'"type":"portal"'), "aabb", TEXT)


def test_a_node_goes_with_its_edges() -> None:
    edit = remove_node(BOARD, "aabb")
    assert [node["id"] for node in read(edit.after)["nodes"]] == ["ccdd55667788", "eeff99001122"]
    assert (read(edit.after)["edges"], edit.edges) == ([], ("e1",))
    assert b'"other":{"a":[ 1 ]}' in edit.after
    assert remove_node(BOARD, "eeff").edges == ()


def test_an_edge_is_removed() -> None:
    edit = remove_edge(BOARD, "e")
    assert (edit.id, edit.ends) == ("e1", ("aabb11223344", "ccdd55667788"))
    assert edit.after == BOARD.replace(b'\n\t\t{"id":"e1","fromNode":"aabb11223344","toNode":"ccdd55667788"}\n\t', b"")


def test_a_whole_id_is_meant_even_if_others_begin_so() -> None:
    longer = add_node(BOARD, "text", TEXT, new_id=new_id, node_id="aabb112233445").after
    assert update_node(longer, "aabb11223344", TEXT).id == "aabb11223344"
    with pytest.raises(AmbiguousError) as caught:
        update_node(longer, "aabb", TEXT)
    assert caught.value.suggestions == ("aabb11223344", "aabb112233445")


@pytest.mark.parametrize(
    ("typed", "suggested"), [("aabb11223345", "aabb11223344"), ("leek", "ccdd55667788"), ("zzzz", "")]
)
def test_an_id_that_is_not_there_is_told_with_those_that_are(typed: str, suggested: str) -> None:
    with pytest.raises(NotFoundError, match=f"Node not found: {typed}") as caught:
        remove_node(BOARD, typed)
    assert caught.value.suggestions[:1] == ((suggested,) if suggested else ())
    assert "ccdd55667788 (Leek.md)" in caught.value.hint


def test_a_missing_id_and_an_empty_canvas_are_told() -> None:
    with pytest.raises(UsageError, match="id of the edge is missing"):
        remove_edge(BOARD, "")
    with pytest.raises(NotFoundError) as caught:
        remove_edge(NEW_CANVAS, "e1")
    assert caught.value.hint == "The canvas has no edge with an id."


@pytest.mark.parametrize(
    "source", [b"{bad", b"[]", b'"x"', b'{"nodes": {}}', b'{"nodes": [], "edges": null}', b"\xff", b'{"nodes": [NaN]}']
)
def test_what_is_no_canvas_is_refused(source: bytes) -> None:
    edits: list[Callable[[], object]] = [
        lambda: add_node(source, "text", TEXT, new_id=new_id),
        lambda: add_edge(source, "a", "b", EdgeFields(), new_id=new_id),
        lambda: remove_node(source, "a"),
        lambda: remove_edge(source, "a"),
        lambda: update_node(source, "a", TEXT),
    ]
    for edit in edits:
        with pytest.raises(EditError):
            edit()


@pytest.mark.parametrize("source", [b"", b"{}", b"\n", b"\xef\xbb\xbf{}\n", b'{"edges":[]}', b'{"nodes":[]}'])
def test_an_empty_canvas_in_any_form_takes_nodes_and_edges(source: bytes) -> None:
    made = counting()
    one = add_node(source, "text", TEXT, new_id=made)
    two = add_node(one.after, "link", NodeFields(url="https://example.org"), new_id=made)
    data = read(add_edge(two.after, one.id, two.id, EdgeFields(), new_id=made).after)
    assert ([node["type"] for node in data["nodes"]], len(data["edges"])) == (["text", "link"], 1)


def test_odd_nodes_are_kept_and_do_not_count() -> None:
    source = b'{"nodes":[7,{"type":"text"},{"id":3},{"id":"a","x":"1","width":true}],"edges":[null]}'
    edit = add_node(source, "text", TEXT, new_id=new_id)
    assert read(edit.after)["nodes"][:4] == read(source)["nodes"]
    assert read(edit.after)["nodes"][4]["x"] == 0
    assert remove_node(edit.after, "0123").after == source


@given(
    nodes=st.lists(st.tuples(st.integers(-999, 999), st.text()), max_size=5),
    indent=st.sampled_from([None, 2, "\t"]),
    tail=st.sampled_from(["", "\n"]),
)
def test_a_node_put_in_and_taken_out_leaves_every_byte(
    nodes: list[tuple[int, str]], indent: str | int | None, tail: str
) -> None:
    listed = [
        {"id": f"n{number}", "type": "text", "x": x, "y": 0, "width": 10, "height": 10, "text": text}
        for number, (x, text) in enumerate(nodes)
    ]
    source = (json.dumps({"nodes": listed, "edges": [], "x": 1}, indent=indent) + tail).encode()
    edit = add_node(source, "text", TEXT, new_id=new_id)
    data = read(edit.after)
    assert (data["nodes"][:-1], data["x"]) == (listed, 1)
    assert data["nodes"][-1]["x"] == max((x + 60 for x, _ in nodes), default=0)
    assert remove_node(edit.after, edit.id).after == source


def test_text_that_is_no_unicode_is_refused() -> None:
    with pytest.raises(NapkinError):
        add_node(NEW_CANVAS, "text", NodeFields(text="\udc80"), new_id=new_id)
