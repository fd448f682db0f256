import json
from typing import Any

import pytest

from napkin_site.core.edits.canvas_fields import EdgeFields, NodeFields
from napkin_site.errors import (
    AmbiguousError,
    EditError,
    ExistsError,
    NotFoundError,
    PathRefusedError,
    StalePreconditionError,
    UsageError,
)
from napkin_site.services.canvases import read_canvas
from napkin_site.services.writing import canvases
from tests.services.writing.conftest import Garden, Plant

BOARD = {
    "nodes": [
        {"id": "aabb11223344", "type": "text", "x": 0, "y": 0, "width": 300, "height": 150, "text": "Dig"},
        {"id": "ccdd55667788", "type": "file", "x": 400, "y": 0, "width": 300, "height": 200, "file": "Leek.md"},
        {"id": "eeff99001122", "type": "group", "x": -50, "y": -50, "width": 800, "height": 400, "label": "Beds"},
    ],
    "edges": [{"id": "e1", "fromNode": "aabb11223344", "toNode": "ccdd55667788"}],
}


@pytest.fixture
def board(plant: Plant) -> Garden:
    return plant(
        {
            "board.canvas": json.dumps(BOARD),
            "Leek.md": "# Leek\n",
            "Beds/Carrot.md": "",
            "Old/Carrot.md": "",
            "a.png": "",
        }
    )


def read(garden: Garden, path: str = "board.canvas") -> dict[str, Any]:
    data: dict[str, Any] = json.loads(garden.text(path))
    return data


@pytest.mark.parametrize(
    ("name", "folder", "path"),
    [
        ("new-board", "", "new-board.canvas"),
        ("new.canvas", "Plans", "Plans/new.canvas"),
        ("Plans/new", "", "Plans/new.canvas"),
        ("./new", "./beds/", "Beds/new.canvas"),
        ("b/new", "Plans", "Plans/b/new.canvas"),
    ],
)
def test_an_empty_canvas_is_made(board: Garden, name: str, folder: str, path: str) -> None:
    made = canvases.create_canvas(board.session(), name, folder=folder)
    assert (made.path, made.created) == (path, True)
    assert read(board, path) == {"nodes": [], "edges": []}
    assert board.history()[-1].id == made.id


def test_a_canvas_that_is_there_is_not_made_anew(board: Garden) -> None:
    before = board.text("board.canvas")
    with pytest.raises(ExistsError, match="Canvas already exists"):
        canvases.create_canvas(board.session(), "board")
    assert board.text("board.canvas") == before


@pytest.mark.parametrize("name", ["../out", "/etc/x", "a\\b", "con", ".hidden/x", "a*b"])
def test_a_canvas_with_an_impossible_name_is_refused(board: Garden, name: str) -> None:
    with pytest.raises(PathRefusedError):
        canvases.create_canvas(board.session(), name)


@pytest.mark.parametrize("name", ["", "/"])
def test_a_canvas_needs_a_name(board: Garden, name: str) -> None:
    with pytest.raises(UsageError):
        canvases.create_canvas(board.session(), name)


def test_a_node_is_added_and_can_be_undone(board: Garden) -> None:
    before = board.text("board.canvas")
    added = canvases.add_node(board.session(), "BOARD", NodeFields(text="New node"))
    assert (added.path, added.type, added.added) == ("board.canvas", "text", True)
    node = read(board)["nodes"][-1]
    assert (node["id"], node["text"], node["x"]) == (added.node, "New node", 800)
    assert len(added.node) == 16
    assert read_canvas(board.session().access, "board").nodes[-1] == node
    with board.session().open_writer() as writer:
        writer.undo(added.id, origin=board.session().origin)
    assert board.text("board.canvas") == before


@pytest.mark.parametrize(
    ("given", "file", "subpath", "is_there"),
    [
        ("leek", "Leek.md", None, True),
        ("Leek#Sowing", "Leek.md", "#Sowing", True),
        ("[[Leek]]", "Leek.md", None, True),
        ("a.png", "a.png", None, True),
        ("Plans/Next", "Plans/Next.md", None, False),
        ("Plans/map.pdf", "Plans/map.pdf", None, False),
        ("Plans/v1.2", "Plans/v1.2.md", None, False),
    ],
)
def test_a_file_node_names_its_file_as_reading_does(
    board: Garden, given: str, file: str, subpath: str | None, is_there: bool
) -> None:
    added = canvases.add_node(board.session(), "board", NodeFields(file=given))
    node = read(board)["nodes"][-1]
    assert (node["type"], node["file"], node.get("subpath")) == ("file", file, subpath)
    assert (added.warnings == ()) == is_there


def test_a_subpath_that_is_given_wins_over_the_one_behind_the_name(board: Garden) -> None:
    canvases.add_node(board.session(), "board", NodeFields(file="Leek#One", subpath="Two"))
    assert read(board)["nodes"][-1]["subpath"] == "#Two"


def test_a_file_node_whose_file_is_not_clear_is_refused(board: Garden) -> None:
    with pytest.raises(AmbiguousError):
        canvases.add_node(board.session(), "board", NodeFields(file="Carrot"))
    with pytest.raises((UsageError, PathRefusedError)):
        canvases.add_node(board.session(), "board", NodeFields(file="../Leek.md"))
    assert read(board) == BOARD


def test_a_node_is_changed_and_removed(board: Garden) -> None:
    changed = canvases.update_node(board.session(), "board", "ccdd", NodeFields(file="Beds/Carrot", color="green"))
    assert (changed.node, changed.type, changed.updated) == ("ccdd55667788", "file", True)
    assert read(board)["nodes"][1]["file"] == "Beds/Carrot.md"
    removed = canvases.remove_node(board.session(), "board", "aabb")
    assert (removed.node, removed.edges, removed.removed) == ("aabb11223344", ("e1",), True)
    assert (len(read(board)["nodes"]), read(board)["edges"]) == (2, [])


def test_an_edge_is_added_and_removed(board: Garden) -> None:
    added = canvases.add_edge(board.session(), "board", "aabb", "eeff", EdgeFields(label="belongs to"))
    assert (added.from_, added.to, added.added) == ("aabb11223344", "eeff99001122", True)
    assert len(read(board)["edges"]) == 2
    removed = canvases.remove_edge(board.session(), "board", added.node[:6])
    assert (removed.node, removed.from_, removed.to) == (added.node, "aabb11223344", "eeff99001122")
    assert read(board) == BOARD


def test_what_says_what_is_there_already_changes_nothing(board: Garden) -> None:
    done = canvases.update_node(board.session(), "board", "aabb", NodeFields(text="Dig"))
    assert (done.entry, done.etag != "") == ("", True)


def test_a_preview_shows_and_changes_nothing(board: Garden) -> None:
    done = canvases.remove_node(board.session(dry_run=True), "board", "aabb")
    assert (done.removed, done.entry, done.etag) == (False, "", "")
    assert "-" in done.diff
    assert read(board) == BOARD
    assert board.history() == []


def test_a_condition_that_does_not_hold_stops_it(board: Garden) -> None:
    with pytest.raises(StalePreconditionError):
        canvases.remove_node(board.session(if_match="0" * 64), "board", "aabb")
    assert read(board) == BOARD


@pytest.mark.parametrize(
    ("reference", "error"), [("bord", NotFoundError), ("Leek.md", UsageError), ("../board", UsageError)]
)
def test_a_canvas_that_is_not_there_is_told(board: Garden, reference: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        canvases.add_node(board.session(), reference, NodeFields(text="a"))


def test_an_error_names_the_canvas(board: Garden) -> None:
    with pytest.raises(NotFoundError, match="Node not found: zz") as caught:
        canvases.remove_node(board.session(), "board", "zz")
    assert caught.value.path == "board.canvas"


def test_a_canvas_that_cannot_be_read_is_left_as_it_is(plant: Plant) -> None:
    garden = plant({"board.canvas": b"{bad"})
    with pytest.raises(EditError) as caught:
        canvases.add_node(garden.session(), "board", NodeFields(text="a"))
    assert (caught.value.path, garden.text("board.canvas")) == ("board.canvas", "{bad")


def test_the_history_names_the_verb_and_the_reason(board: Garden) -> None:
    canvases.add_edge(board.session(reason="neighbours"), "board", "aabb", "eeff", EdgeFields())
    entry = board.history()[-1]
    assert (entry.op, entry.origin.reason, entry.origin.actor) == ("canvas add-edge", "neighbours", "gardener")
