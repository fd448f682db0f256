"""Changing properties: typed, and by their own lines alone."""

import json
from typing import Any

import pytest

from napkin_site.errors import EditError, ExistsError, NotFoundError, StalePreconditionError, UsageError
from napkin_site.services.writing.properties import (
    Texts,
    add_to_note_property,
    remove_from_note_property,
    remove_note_property,
    rename_note_property,
    set_note_property,
)
from tests.services.writing.conftest import Garden, Plant

HEAD = """\
---
# how it grows
title: "Leek"   # quoted
Sow: 2024-03-01 # c
tags: [vegetable, hardy]
aliases:
  - Allium
  - 'Poor man''s asparagus'
---
Body
"""


def texts(*given: str) -> Texts:
    return Texts(texts=given)


@pytest.fixture
def garden(plant: Plant) -> Garden:
    return plant({"Leek.md": HEAD, "Bare.md": "Body\n", "One.md": "---\ntitle: One\n---\nBody\n"})


def changed_lines(garden: Garden, note: str = "Leek.md", before: str = HEAD) -> list[str]:
    """Give the lines of a note that it had not before, and, with a minus, those that it has not any more."""
    old, new = before.splitlines(), garden.text(note).splitlines()
    return [f"-{line}" for line in old if line not in new] + [line for line in new if line not in old]


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("status", "draft", "status: draft"),
        ("draft", "true", "draft: true"),
        ("priority", "42", "priority: 42"),
        ("priority", "high", "priority: high"),
        ("code", "007", 'code: "007"'),
        ("when", "2026-03-01", "when: 2026-03-01"),
    ],
)
def test_a_new_property_goes_behind_the_others_typed_by_its_look(
    garden: Garden, name: str, value: str, line: str
) -> None:
    done = set_note_property(garden.session(), "Leek", name, texts(value))
    assert changed_lines(garden) == [line]
    assert (done.path, done.property) == ("Leek.md", name)
    assert garden.history()[-1].op == "property set"


def test_only_the_lines_of_the_property_change(garden: Garden) -> None:
    set_note_property(garden.session(), "Leek", "sow", texts("2026-04-01"))
    assert changed_lines(garden) == ["-Sow: 2024-03-01 # c", "Sow: 2026-04-01 # c"]
    set_note_property(garden.session(), "Leek", "title", texts("Porree"))
    assert 'title: "Porree"   # quoted\n' in garden.text("Leek.md")


def test_the_name_is_told_as_it_is_written(garden: Garden) -> None:
    assert set_note_property(garden.session(), "Leek", "sow", texts("1")).property == "Sow"
    assert remove_note_property(garden.session(), "Leek", "SOW").removed == "Sow"
    renamed = rename_note_property(garden.session(), "Leek", "Title", "name")
    assert (renamed.from_, renamed.to) == ("title", "name")


def test_a_note_without_properties_gets_a_block_and_loses_it_with_the_last_one(garden: Garden) -> None:
    set_note_property(garden.session(), "Bare", "a", texts("1"))
    assert garden.text("Bare.md") == "---\na: 1\n---\nBody\n"
    done = remove_note_property(garden.session(), "Bare", "a")
    assert done.removed == "a"
    assert garden.text("Bare.md") == "Body\n"


def test_what_is_not_there_is_removed_without_a_change(garden: Garden) -> None:
    done = remove_note_property(garden.session(), "Leek", "nope")
    assert (done.id, done.removed) == ("", "nope")
    assert garden.history() == []


def test_the_vault_says_what_a_property_is(plant: Plant) -> None:
    types = json.dumps({"types": {"isbn": "text", "pages": "number", "authors": "multitext"}})
    garden = plant({"Book.md": "", ".obsidian/types.json": types}, config={"vault": {"obsidian": "../.obsidian"}})
    for name, value in (("isbn", "123"), ("pages", "300"), ("authors", "Le Guin")):
        set_note_property(garden.session(), "Book", name, texts(value))
    assert garden.text("Book.md") == '---\nisbn: "123"\npages: 300\nauthors:\n  - Le Guin\n---\n'
    with pytest.raises(UsageError, match="`pages` is a number, as this vault has it"):
        set_note_property(garden.session(), "Book", "pages", texts("many"))
    set_note_property(garden.session(), "Book", "pages", Texts(texts=("many",), kind="text"))
    assert "pages: many\n" in garden.text("Book.md")


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        (None, "x:\n"),
        ([1, "two", None], "x:\n  - 1\n  - two\n  - null\n"),
        ({"a": {"b": [True]}}, "x:\n  a:\n    b:\n      - true\n"),
        ("true", 'x: "true"\n'),
        ([], "x: []\n"),
    ],
)
def test_plain_data_is_written_as_it_is(garden: Garden, value: Any, lines: str) -> None:
    done = set_note_property(garden.session(), "One", "x", value)
    assert garden.text("One.md") == f"---\ntitle: One\n{lines}---\nBody\n"
    assert done.value == value


def test_values_are_added_once_and_the_other_items_stay_as_written(garden: Garden) -> None:
    done = add_to_note_property(garden.session(), "Leek", "tags", texts("#Hardy", "spring winter"))
    assert (done.added, done.value) == (("spring", "winter"), ["vegetable", "hardy", "spring", "winter"])
    add_to_note_property(garden.session(), "Leek", "aliases", texts("1984"))
    assert changed_lines(garden) == [
        "-tags: [vegetable, hardy]",
        "tags: [vegetable, hardy, spring, winter]",
        '  - "1984"',
    ]
    assert add_to_note_property(garden.session(), "Leek", "aliases", ["Allium"]).id == ""


def test_a_single_value_becomes_a_list_and_a_missing_one_is_made(garden: Garden) -> None:
    add_to_note_property(garden.session(), "One", "title", texts("Two"))
    add_to_note_property(garden.session(), "One", "sizes", texts("1", "2.5"))
    assert garden.text("One.md") == ("---\ntitle:\n  - One\n  - Two\nsizes:\n  - 1\n  - 2.5\n---\nBody\n")


def test_values_are_taken_out_whatever_their_type(garden: Garden) -> None:
    set_note_property(garden.session(), "One", "x", [1, "1", "two", True, "Smith, John", "John"])
    done = remove_from_note_property(garden.session(), "One", "x", texts("1", "true", "nope", "Smith, John"))
    assert (done.value, done.removed) == (["two", "John"], (1, "1", True, "Smith, John"))
    done = remove_from_note_property(garden.session(), "Leek", "Tags", texts("#HARDY, x"))
    assert (done.property, done.value, done.removed) == ("tags", ["vegetable"], ("hardy",))
    assert "tags: [vegetable]\n" in garden.text("Leek.md")
    assert remove_from_note_property(garden.session(), "Leek", "none", ["x"]).value == []


def test_a_property_is_renamed_in_its_place(garden: Garden) -> None:
    rename_note_property(garden.session(), "Leek", "Sow", "planted")
    assert changed_lines(garden) == ["-Sow: 2024-03-01 # c", "planted: 2024-03-01 # c"]
    with pytest.raises(NotFoundError):
        rename_note_property(garden.session(), "Leek", "nope", "x")
    with pytest.raises(ExistsError):
        rename_note_property(garden.session(), "Leek", "planted", "title")


def test_front_matter_that_cannot_be_read_is_not_edited(plant: Plant) -> None:
    garden = plant({"Bad.md": "---\ntags: [#a\n---\nBody\n"})
    with pytest.raises(EditError, match="cannot be read") as caught:
        set_note_property(garden.session(), "Bad", "x", texts("1"))
    assert caught.value.path == "Bad.md"
    assert garden.text("Bad.md") == "---\ntags: [#a\n---\nBody\n"


def test_bytes_of_other_lines_stay_whatever_they_are(plant: Plant) -> None:
    garden = plant({"Odd.md": "\ufeff---\r\na: 'x'  # c\r\n\r\nb: [ 1,2 ]\r\n---\r\nBody  \r\n\r\n"})
    set_note_property(garden.session(), "Odd", "c", texts("1"))
    assert garden.text("Odd.md") == "\ufeff---\r\na: 'x'  # c\r\n\r\nb: [ 1,2 ]\r\nc: 1\r\n---\r\nBody  \r\n\r\n"


def test_what_is_written_and_not_used_is_a_warning(garden: Garden) -> None:
    done = set_note_property(garden.session(), "One", "tags", ["a b"])
    assert done.warnings[0].startswith("`a b` in `tags` is not a tag")


def test_a_preview_and_an_etag_hold_for_properties_too(garden: Garden) -> None:
    done = set_note_property(garden.session(dry_run=True), "One", "x", texts("1"))
    assert done.diff.endswith(" title: One\n+x: 1\n ---\n Body\n")
    assert (done.id, done.value) == ("", 1)
    with pytest.raises(StalePreconditionError):
        set_note_property(garden.session(if_match="0" * 64), "One", "x", texts("1"))
    with pytest.raises(UsageError):
        set_note_property(garden.session(), "One#Part", "x", texts("1"))
    with pytest.raises(NotFoundError, match="File not found: nonexistent"):
        remove_note_property(garden.session(), "nonexistent", "x")
