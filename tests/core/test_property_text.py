"""What is typed as a property's value (memory-spec §7.7, obsidian-spec §7.4)."""

from typing import Any

import pytest

from napkin_site.core.property_text import ValueType, items_of_texts, look_of, value_of_texts
from napkin_site.errors import UsageError

TYPES = {
    "priority": "number",
    "title": "text",
    "done": "checkbox",
    "due": "date",
    "at": "datetime",
    "related": "multitext",
    "odd": "something new",
}


def value(name: str, *texts: str, kind: ValueType | None = None) -> Any:
    return value_of_texts(name, texts, assigned=TYPES, kind=kind)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("true", True),
        ("false", False),
        ("True", "True"),
        ("yes", "yes"),
        ("42", 42),
        ("-1", -1),
        ("0", 0),
        ("1.50", 1.5),
        ("-0.5", -0.5),
        ("007", "007"),
        ("1e3", "1e3"),
        ("+1", "+1"),
        (".5", ".5"),
        ("1.", "1."),
        ("-0", "-0"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        ("12345678901234567890", "12345678901234567890"),
        ("٣", "٣"),
        ("", None),
        ("  ", None),
        ("null", "null"),
        ("[]", "[]"),
        ("2026-03-01", "2026-03-01"),
        ("[[Leek]]", "[[Leek]]"),
    ],
)
def test_a_value_is_what_it_looks_like(text: str, expected: Any) -> None:
    found = look_of(text)
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("name", "texts", "expected"),
    [
        ("x", ["high"], "high"),
        ("x", ["1", "two", "true"], [1, "two", True]),
        ("odd", ["1"], 1),
        ("priority", ["3"], 3),
        ("Priority", ["1e3"], 1000.0),
        ("priority", [""], None),
        ("title", ["42"], "42"),
        ("title", [""], ""),
        ("done", ["true"], True),
        ("due", ["2026-03-01"], "2026-03-01"),
        ("at", ["2026-03-01T08:30"], "2026-03-01T08:30"),
        ("related", ["7"], ["7"]),
        ("related", [""], []),
        ("tags", ["a, #b"], ["a", "b"]),
        ("tags", ["a", "nested/b c"], ["a", "nested/b", "c"]),
        ("TAGS", ["a"], ["a"]),
        ("aliases", ["Smith, John"], ["Smith, John"]),
        ("aliases", ["1984"], ["1984"]),
        ("cssclasses", ["wide"], ["wide"]),
    ],
)
def test_name_and_vault_say_what_a_value_is(name: str, texts: list[str], expected: Any) -> None:
    found = value(name, *texts)
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("text", "true", "true"),
        ("text", "", ""),
        ("number", "007", 7),
        ("number", "1e3", 1000.0),
        ("checkbox", "false", False),
        ("date", "2026-02-28", "2026-02-28"),
        ("datetime", "2026-02-28 08:30", "2026-02-28 08:30"),
        ("list", "1", [1]),
    ],
)
def test_a_type_that_is_asked_for_wins(kind: ValueType, text: str, expected: Any) -> None:
    for name in ("x", "title", "priority"):
        found = value(name, text, kind=kind)
        assert (found, type(found)) == (expected, type(expected))


def test_tags_stay_tags_when_a_list_is_asked_for() -> None:
    assert value("tags", "#a, b", kind="list") == ["a", "b"]
    assert value("tags", "a, b", kind="text") == "a, b"


@pytest.mark.parametrize(
    ("name", "texts", "kind"),
    [
        ("priority", ["high"], None),
        ("priority", ["1", "2"], None),
        ("priority", ["true"], None),
        ("done", ["1"], None),
        ("due", ["2026-02-30"], None),
        ("due", ["2026-03-01T08:30"], None),
        ("at", ["2026-03-01"], None),
        ("x", ["nan"], "number"),
        ("x", ["inf"], "number"),
        ("x", [""], "number"),
        ("x", ["yes"], "checkbox"),
        ("tags", ["1984"], None),
        ("tags", ["a b", "c!"], None),
    ],
)
def test_what_is_not_of_the_type_is_refused(name: str, texts: list[str], kind: ValueType | None) -> None:
    with pytest.raises(UsageError):
        value(name, *texts, kind=kind)


def test_items_of_a_list_are_typed_one_by_one() -> None:
    assert items_of_texts("x", ["1", "b"], assigned=TYPES) == [1, "b"]
    assert items_of_texts("related", ["1"], assigned=TYPES) == ["1"]
    assert items_of_texts("aliases", ["1"], assigned={}) == ["1"]
    assert items_of_texts("tags", ["#a b"], assigned={}) == ["a", "b"]
