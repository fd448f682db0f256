import json

import pytest

from napkin_site.builder.output.canvas_copy import CanvasUnreadableError, published_canvas

SHOWN = {"a.md", "pic.png"}


def copied(canvas: object) -> object:
    return json.loads(published_canvas(json.dumps(canvas).encode(), SHOWN))


def test_a_canvas_of_published_things_is_copied_byte_for_byte() -> None:
    data = b'{ "nodes": [{"id":"1","file":"a.md"}, {"id":"2","text":"[[s]]"}], "edges": [], "more": 1 }'
    assert published_canvas(data, SHOWN) == data


def test_nodes_of_other_files_go_with_their_edges() -> None:
    canvas = {
        "nodes": [{"id": "1", "file": "a.md"}, {"id": "2", "file": "secret.md"}, {"id": "3", "file": ["odd"]}],
        "edges": [{"id": "e", "fromNode": "1", "toNode": "2"}, {"id": "f", "fromNode": "1", "toNode": "1"}],
    }
    assert copied(canvas) == {
        "nodes": [{"id": "1", "file": "a.md"}],
        "edges": [{"id": "f", "fromNode": "1", "toNode": "1"}],
    }


def test_a_hidden_background_goes_and_its_group_stays() -> None:
    canvas = {"nodes": [{"id": "1", "background": "secret.png"}, {"id": "2", "background": "pic.png"}]}
    assert copied(canvas) == {"nodes": [{"id": "1"}, {"id": "2", "background": "pic.png"}], "edges": []}


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b"[" * 100_000])
def test_what_cannot_be_read_is_not_copied(data: bytes) -> None:
    with pytest.raises(CanvasUnreadableError):
        published_canvas(data, SHOWN)
