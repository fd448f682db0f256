from datetime import UTC, datetime
from typing import Any

import pytest

from napkin_site.core.templates import TemplateFormats, expand_template, merge_properties

MOMENT = datetime(2025, 1, 3, 9, 5, 7, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# {{title}} {{TITLE}}", "# My note My note"),
        ("{{date}} at {{time}}", "2025-01-03 at 09:05"),
        ("{{date:HH}} {{Time:YYYY}} {{date:[Week] W}}", "09 2025 Week 1"),
        ("{{date:}}", "2025-01-03"),
        (
            "{{other}} {{title:x}} {{content}} {{ title }} {title}",
            "{{other}} {{title:x}} {{content}} {{ title }} {title}",
        ),
        ("no variable", "no variable"),
    ],
)
def test_every_variable_is_filled_in_and_all_else_stays(text: str, expected: str) -> None:
    assert expand_template(text, title="My note", moment=MOMENT).text == expected


def test_usual_formats_can_be_others() -> None:
    formats = TemplateFormats(date="DD.MM.YYYY", time="HH[h]mm")
    assert expand_template("{{date}} {{time}}", title="", moment=MOMENT, formats=formats).text == "03.01.2025 09h05"


def test_content_takes_its_place_and_says_whether_there_was_one() -> None:
    filled = expand_template("A {{Content}} Z", title="", moment=MOMENT, content="{{title}}")
    assert (filled.text, filled.has_content) == ("A {{title}} Z", True)
    assert not expand_template("A", title="", moment=MOMENT, content="x").has_content


@pytest.mark.parametrize(
    ("note", "template", "merged"),
    [
        ({"a": 1}, {"a": 2, "b": 3}, {"a": 1, "b": 3}),
        ({"a": None}, {"a": 2}, {"a": 2}),
        ({"Status": "done"}, {"status": "draft"}, {"Status": "done"}),
        ({"tags": ["x"]}, {"tags": ["y", "x"]}, {"tags": ["x", "y"]}),
        ({"tags": "x"}, {"tags": "y"}, {"tags": ["x", "y"]}),
        ({"tags": ["x"]}, {"tags": None}, {"tags": ["x"]}),
        ({"list": ["x"]}, {"list": "y"}, {"list": ["x", "y"]}),
        ({"tags": {"odd": 1}}, {"tags": ["y"]}, {"tags": {"odd": 1}}),
        ({}, {"b": 1, "a": 2}, {"b": 1, "a": 2}),
    ],
)
def test_properties_of_the_note_stay_and_lists_are_united(
    note: dict[str, Any], template: dict[str, Any], merged: dict[str, Any]
) -> None:
    before = dict(note)
    assert merge_properties(note, template) == merged
    assert list(merge_properties(note, template)) == list(merged)
    assert note == before
