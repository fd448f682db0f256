import json
from typing import Any

import pytest

from napkin_site.core.bookmarks import flatten, parse_bookmarks
from napkin_site.core.edits.bookmarks import add_bookmark, new_bookmark
from napkin_site.errors import ConfigError, UsageError

ENTRY = {"type": "file", "ctime": 1, "path": "Leek.md"}


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({"file": "Leek.md"}, ("file", "Leek.md", "", "", "")),
        ({"file": "Leek.md", "subpath": "Sowing"}, ("file", "Leek.md", "#Sowing", "", "")),
        ({"file": "Leek.md", "subpath": "#^thin"}, ("file", "Leek.md", "#^thin", "", "")),
        ({"folder": "Beds"}, ("folder", "Beds", "", "", "")),
        ({"search": "tag:#x"}, ("search", "", "", "tag:#x", "")),
        ({"url": "https://example.org"}, ("url", "", "", "", "https://example.org")),
    ],
)
def test_a_bookmark_leads_to_one_thing(given: dict[str, str], fields: tuple[str, ...]) -> None:
    made = new_bookmark(ctime=7, title="T", **given)
    assert (made.type, made.path, made.subpath, made.query, made.url) == fields
    assert (made.ctime, made.title) == (7, "T")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "nothing"),
        ({"title": "T"}, "nothing"),
        ({"file": "a", "url": "b"}, "file and url"),
        ({"folder": "a", "subpath": "b"}, "no file"),
    ],
)
def test_a_bookmark_of_nothing_or_of_two_things_is_refused(given: dict[str, str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        new_bookmark(ctime=7, **given)


def test_repair_9_a_bare_list_and_items_are_read_and_items_are_written() -> None:
    old = {"type": "search", "query": "x", "mine": [1]}
    for source in (json.dumps([old]), json.dumps([old], indent="\t"), json.dumps({"items": [old]}, indent=2)):
        assert json.loads(add_bookmark(source.encode(), ENTRY)) == {"items": [old, ENTRY]}


def test_repair_9_other_keys_and_every_byte_of_them_stay() -> None:
    source = b'{\r\n\t"v" : 1.0,\r\n\t"items": [\r\n\t\t{ "type": "group", "items": [] }\r\n\t]\r\n}\r\n'
    after = add_bookmark(source, ENTRY)
    new = b',\r\n\t\t{"type": "file", "ctime": 1, "path": "Leek.md"}'
    assert after == source.replace(b"[] }", b"[] }" + new)


def test_a_list_on_several_lines_is_moved_in() -> None:
    source = b'[\n  {\n    "type": "url",\n    "url": "u"\n  }\n]\n'
    after = add_bookmark(source, {"type": "url", "url": "v"})
    made: dict[str, Any] = {"items": [{"type": "url", "url": "u"}, {"type": "url", "url": "v"}]}
    assert after == (json.dumps(made, indent=2) + "\n").encode()


@pytest.mark.parametrize("source", [None, b"", b" \n", b"[]", b'\xef\xbb\xbf{"items": []}'])
def test_without_bookmarks_the_first_one_is_written(source: bytes | None) -> None:
    after = add_bookmark(source, ENTRY)
    assert [bookmark.target for bookmark in flatten(parse_bookmarks(after))] == ["Leek.md"]


@pytest.mark.parametrize("source", [b"{bad", b"{}", b'{"items": 1}', b"1", b"\xff", b'{"items": [NaN]}'])
def test_repair_4_what_cannot_be_read_is_refused(source: bytes) -> None:
    with pytest.raises(ConfigError, match=r"cannot be read|is not JSON"):
        add_bookmark(source, ENTRY, path=".obsidian/bookmarks.json")
