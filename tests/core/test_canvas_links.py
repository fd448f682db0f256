import json

import pytest

from napkin_site.core.canvas_links import canvas_links
from napkin_site.core.syntax import parse_note
from napkin_site.core.syntax.tree import Link


def links(source: bytes) -> list[tuple[str, str, bool]]:
    """Give path, subpath and kind of each link."""
    return [(link.path, link.subpath, link.is_embed) for link in canvas_links(source, parse)]


def parse(text: bytes) -> tuple[Link, ...]:
    return parse_note(text).facts.links


def test_file_nodes_and_the_links_of_texts_are_links_in_file_order() -> None:
    nodes = [
        {"type": "text", "text": "see [[Leek#Sow|x]], ![[pic.png]] and [m](My%20Note.md)"},
        {"type": "file", "file": "beds/Leek.md", "subpath": "#Sow"},
        {"type": "file", "file": "pic.png"},
        {"type": "link", "url": "https://example.org/[[No]]"},
        {"type": "group", "label": "[[No]]", "background": "pic.png"},
        {"type": "text", "text": "`[[No]]` \ud800 [[Odd]]"},
    ]
    source = json.dumps({"nodes": nodes, "edges": [{"label": "[[No]]"}]}).encode()
    assert links(source) == [
        ("Leek", "Sow", False),
        ("pic.png", "", True),
        ("My Note.md", "", False),
        ("/beds/Leek.md", "Sow", True),
        ("/pic.png", "", True),
        ("Odd", "", False),
    ]


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b"3",
        b"{}",
        b'{"nodes": 5}',
        b'{"nodes": [5, null, {"type": "file"}, {"type": "file", "file": 5}, {"type": "text"}]}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_canvas_has_no_links(source: bytes) -> None:
    assert links(source) == []


def test_a_text_without_links_is_not_parsed() -> None:
    def refuse(text: bytes) -> tuple[Link, ...]:
        raise AssertionError(text)

    assert canvas_links(b'{"nodes": [{"type": "text", "text": "# Just words [x]"}]}', refuse) == ()
