import json

import pytest

from napkin_site.core.bookmarks import Bookmark, flatten, parse_bookmarks
from napkin_site.errors import ConfigError


def test_a_tree_is_read_with_its_groups_and_titles_are_made_up() -> None:
    items = [
        {"type": "file", "path": "Home.md", "title": "Start"},
        {
            "type": "group",
            "title": "Reading",
            "items": [
                {"type": "file", "path": "a/Doc.md", "subpath": "#Part#Inner"},
                {"type": "search", "query": "tag:#x"},
            ],
        },
        {"type": "folder", "path": "Lib/Deep"},
        {"type": "url", "url": "https://example.org"},
        {"type": "graph"},
        {"type": "madeup", "title": "no"},
        "no bookmark",
    ]
    parsed = parse_bookmarks(json.dumps({"items": items}).encode())
    assert parsed == (
        Bookmark(type="file", title="Start", target="Home.md"),
        Bookmark(
            type="group",
            title="Reading",
            items=(
                Bookmark(type="file", title="Doc > Part > Inner", target="a/Doc.md#Part#Inner"),
                Bookmark(type="search", title="tag:#x", target="tag:#x"),
            ),
        ),
        Bookmark(type="folder", title="Deep", target="Lib/Deep"),
        Bookmark(type="url", title="https://example.org", target="https://example.org"),
        Bookmark(type="graph", title="Graph"),
    )
    assert [bookmark.title for bookmark in flatten(parsed)] == [
        "Start",
        "Doc > Part > Inner",
        "tag:#x",
        "Deep",
        "https://example.org",
        "Graph",
    ]


def test_a_bare_list_is_read_too() -> None:
    assert parse_bookmarks(b'[{"type": "file", "path": "a.md"}]')[0].title == "a"


@pytest.mark.parametrize("source", [b"{bad", b'{"items": 3}', b"7", b"\xff", b"[" * 100_000])
def test_what_cannot_be_read_is_an_error_and_not_empty(source: bytes) -> None:
    with pytest.raises(ConfigError, match="bookmarks cannot be read"):
        parse_bookmarks(source)


def test_values_of_the_wrong_kind_count_as_absent() -> None:
    source = b'{"items": [{"type": "group", "title": 3, "items": 4}, {"type": "folder", "path": []}]}'
    assert parse_bookmarks(source) == (
        Bookmark(type="group", title="Group"),
        Bookmark(type="folder", title="/"),
    )
