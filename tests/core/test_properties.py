"""What type a property has, and which tags, aliases and classes a note has."""

from typing import Any

import pytest

from napkin_site.core.properties import (
    css_classes,
    infer_type,
    note_aliases,
    note_tags,
    property_faults,
    property_of,
    type_properties,
)


def types(data: dict[str, Any], assigned: dict[str, str] | None = None) -> dict[str, tuple[str, Any]]:
    return {found.name: (found.type, found.value) for found in type_properties(data, assigned or {})}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, "checkbox"), (0, "number"), (3.14, "number"), (None, "empty"), ("", "text"), ("words", "text"),
        ([], "list"), (["a", 1], "list"), ({"a": 1}, "object"),
        ("2019-11-05", "date"), ("2019-11-05T10:30", "datetime"), ("2019-11-05 10:30:00", "datetime"),
        ("2020-02-29", "date"), ("2019-02-29", "text"), ("2019-13-01", "text"), ("0000-01-01", "text"),
        ("2019-11-05T24:00", "text"), ("2019-11-05T10:30Z", "text"), ("2019-11-05T10:30:00.5", "text"),
        ("2019-11-05 ", "text"), ("on 2019-11-05", "text"), ("٢٠١٩-11-05", "text"),
    ],
)  # fmt: skip
def test_a_value_shows_its_type(value: Any, expected: str) -> None:
    assert infer_type(value) == expected


def test_the_vault_assigns_types_by_name_without_letter_case() -> None:
    found = types({"When": "2024-02-01", "Rating": "5"}, {"when": "datetime", "rating": "text"})

    assert found == {"When": ("date", "2024-02-01"), "Rating": ("text", "5")}


def test_a_text_that_looks_like_a_date_is_text_where_the_vault_says_so() -> None:
    assert types({"code": "2024-02-01"}, {"code": "text"}) == {"code": ("text", "2024-02-01")}


def test_a_value_that_does_not_fit_shows_its_own_type() -> None:
    assert types({"rating": 5, "done": "maybe"}, {"rating": "text", "done": "checkbox"}) == {
        "rating": ("number", 5),
        "done": ("text", "maybe"),
    }


def test_nothing_fits_every_assigned_type() -> None:
    assert types({"done": None, "list": None, "x": None}, {"done": "checkbox", "list": "multitext"}) == {
        "done": ("checkbox", None),
        "list": ("list", None),
        "x": ("empty", None),
    }


def test_unknown_assigned_types_change_nothing() -> None:
    assert types({"a": 1}, {"a": "rainbow"}) == {"a": ("number", 1)}


def test_reserved_names_are_lists_whatever_the_vault_assigns() -> None:
    found = types({"Tags": "a", "aliases": "X", "cssclasses": "wide", "tags": None}, {"tags": "text"})

    assert found == {
        "Tags": ("tags", ("a",)), "aliases": ("aliases", ("X",)), "cssclasses": ("list", ("wide",)),
        "tags": ("tags", ()),
    }  # fmt: skip


def test_a_reserved_name_with_another_value_shows_its_own_type() -> None:
    assert types({"aliases": 5, "tags": "one, two", "cssclasses": {"a": 1}}) == {
        "aliases": ("number", 5),
        "tags": ("text", "one, two"),
        "cssclasses": ("object", {"a": 1}),
    }


def test_a_list_of_tags_is_shown_whole() -> None:
    assert types({"tags": ["#a", "b c", 7]}) == {"tags": ("tags", ("a", "b c", "7"))}


def test_an_empty_alias_is_none() -> None:
    assert types({"aliases": " "}) == {"aliases": ("aliases", ())}


def test_lists_are_frozen_at_every_depth() -> None:
    assert types({"a": [1, [2, {"b": [3]}]]}) == {"a": ("list", (1, (2, {"b": (3,)})))}


def test_tags_of_front_matter_and_body_are_joined_in_order() -> None:
    assert note_tags({"tags": ["recipe", "cooking/soup"]}, ["extra", "Recipe"]) == ("recipe", "cooking/soup", "extra")


@pytest.mark.parametrize(
    ("value", "tags"),
    [
        ("solo", ("solo",)), ("#solo", ("solo",)), ("one, two", ()), ("one two", ()),
        (["#pkm", "hype"], ("pkm", "hype")),
        ("proj/", ("proj",)), ("1984", ()), (1984, ()), ("y1984", ("y1984",)), (["a", None, True, {"b": 1}], ("a",)),
        ("", ()), (None, ()), ("größe/日本", ("größe/日本",)), ("a#b", ()), ("🎉", ("🎉",)), ("a\u200bb", ()),
    ],
)  # fmt: skip
def test_front_matter_names_tags(value: Any, tags: tuple[str, ...]) -> None:
    assert note_tags({"tags": value}, []) == tags


def test_the_name_tags_may_be_written_in_any_letter_case_and_tag_is_ignored() -> None:
    assert note_tags({"TAGS": ["up"], "tag": "old"}, []) == ("up",)


def test_a_string_that_is_no_tag_is_a_fault() -> None:
    (fault,) = property_faults({"Tags": "a, b"})

    assert (fault.name, fault.code) == ("Tags", "invalid-tag")
    assert "[a, b]" in fault.hint


def test_a_number_as_a_tag_is_a_fault_with_another_hint() -> None:
    (fault,) = property_faults({"tags": [1984, "fine"]})

    assert "1984" in fault.message
    assert "no digit" in fault.hint


def test_good_tags_and_other_properties_are_no_fault() -> None:
    assert property_faults({"tags": ["a"], "title": "b, c"}) == ()


def test_aliases_are_a_list_or_one_name() -> None:
    assert note_aliases({"aliases": ["A", " B ", 3]}) == ("A", "B", "3")
    assert note_aliases({"Aliases": "Alpha, Beta"}) == ("Alpha, Beta",)
    assert note_aliases({"alias": "old"}) == ()


def test_classes_are_split_at_blanks() -> None:
    assert css_classes({"cssclasses": ["wide", "red-border table"]}) == ("wide", "red-border", "table")


def test_the_exact_name_wins_over_other_letter_case() -> None:
    assert property_of({"A": 1, "a": 2}, "a") == 2
    assert property_of({"A": 1}, "a") == 1
    assert property_of({}, "a") is None
