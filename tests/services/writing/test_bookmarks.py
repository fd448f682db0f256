import json

import pytest

from napkin_site.errors import AmbiguousError, ConfigError, PathRefusedError, StalePreconditionError, UsageError
from napkin_site.services.bookmarks import list_bookmarks
from napkin_site.services.writing.bookmarks import add_bookmark
from tests.services.writing.conftest import MOMENT, Garden, Plant

FILE = ".obsidian/bookmarks.json"


@pytest.fixture
def garden(plant: Plant) -> Garden:
    return plant({"Leek.md": "# Leek\n", "Beds/Carrot.md": "", "Old/Carrot.md": "", ".obsidian/": ""})


def targets(garden: Garden) -> list[tuple[str, str]]:
    return [(bookmark.type, bookmark.target) for bookmark in list_bookmarks(garden.session().access).flat]


def test_the_first_bookmark_makes_the_file(garden: Garden) -> None:
    done = add_bookmark(garden.session(), file="leek")
    assert done.path == FILE
    assert done.added == {"type": "file", "ctime": int(MOMENT.timestamp() * 1000), "path": "Leek.md"}
    assert json.loads(garden.text(FILE)) == {"items": [done.added]}
    assert (garden.history()[-1].op, garden.history()[-1].id) == ("bookmark add", done.id)


def test_each_kind_is_added_behind_the_others(garden: Garden) -> None:
    add_bookmark(garden.session(), file="Leek#Sowing", title="Sow")
    add_bookmark(garden.session(), file="Leek", subpath="^thin")
    add_bookmark(garden.session(), folder="beds/")
    add_bookmark(garden.session(), search="tag:#x")
    add_bookmark(garden.session(), url="https://example.org")
    assert targets(garden) == [
        ("file", "Leek.md#Sowing"),
        ("file", "Leek.md#^thin"),
        ("folder", "Beds"),
        ("search", "tag:#x"),
        ("url", "https://example.org"),
    ]


def test_what_is_not_there_yet_is_bookmarked_with_a_warning(garden: Garden) -> None:
    assert add_bookmark(garden.session(), file="Plans/Next").warnings == ("there is no file Plans/Next.md yet",)
    assert add_bookmark(garden.session(), folder="Plans").warnings == ("there is no folder Plans yet",)
    (garden.root / "Plans").mkdir()
    assert add_bookmark(garden.session(), folder="Plans").warnings == ()


def test_repair_4_a_file_that_cannot_be_read_is_an_error_and_left_as_it_is(garden: Garden) -> None:
    (garden.root / FILE).write_bytes(b"{bad")
    with pytest.raises(ConfigError) as caught:
        add_bookmark(garden.session(), file="Leek")
    assert caught.value.path == FILE
    assert garden.text(FILE) == "{bad"
    assert garden.history() == []


def test_repair_9_a_real_file_of_obsidians_keeps_its_other_keys(garden: Garden) -> None:
    source = '{\n  "items": [\n    {\n      "type": "graph",\n      "mine": 1\n    }\n  ],\n  "later": true\n}'
    (garden.root / FILE).write_text(source, encoding="utf-8")
    done = add_bookmark(garden.session(), search="x")
    data = json.loads(garden.text(FILE))
    assert data == {"items": [{"type": "graph", "mine": 1}, done.added], "later": True}
    assert garden.text(FILE).startswith(source.partition("\n  ],")[0])
    assert garden.text(FILE).endswith('\n  ],\n  "later": true\n}')


@pytest.mark.parametrize("given", [{}, {"file": "Leek", "url": "u"}, {"subpath": "a", "folder": "Beds"}])
def test_it_is_one_thing_that_is_bookmarked(garden: Garden, given: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        add_bookmark(garden.session(), **given)
    assert not (garden.root / FILE).exists()


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"file": "Carrot"}, AmbiguousError),
        ({"file": "../x.md"}, UsageError),
        ({"folder": "../x"}, UsageError),
        ({"folder": ".obsidian"}, PathRefusedError),
    ],
)
def test_a_place_that_is_not_clear_or_not_inside_is_refused(
    garden: Garden, given: dict[str, str], error: type[Exception]
) -> None:
    with pytest.raises(error):
        add_bookmark(garden.session(), **given)


def test_a_preview_and_a_condition(garden: Garden) -> None:
    done = add_bookmark(garden.session(dry_run=True), file="Leek")
    assert ("+" in done.diff, done.id, (garden.root / FILE).exists()) == (True, "", False)
    with pytest.raises(StalePreconditionError):
        add_bookmark(garden.session(if_match="0" * 64), file="Leek")


def test_bookmarks_outside_of_the_notes_folder_are_not_written(plant: Plant) -> None:
    garden = plant(
        {"Leek.md": "", "../elsewhere/": ""}, config={"vault": {"root": "..", "obsidian": "../../elsewhere"}}
    )
    with pytest.raises(PathRefusedError, match="outside"):
        add_bookmark(garden.session(), file="Leek")
