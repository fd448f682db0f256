import difflib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napkin_site.core.edits.properties import (
    add_to_property,
    property_value,
    remove_from_property,
    remove_property,
    rename_property,
    set_property,
)
from napkin_site.core.frontmatter import split_front_matter
from napkin_site.errors import EditError, ExistsError, NotFoundError

NOTE = b"""\xef\xbb\xbf---\r
# about this note\r
d: 2024-03-01 # c\r
title: 'It''s' # t\r
"quoted name": "a \\"b\\""\r
tags:\r
  - a # x\r
\r
  # between\r
  - b\r
\r
fl: [x, "y z", w] # fl\r
lit: |\r
  one\r
  # no comment\r
folded: >-\r
    two\r
empty:\r
nested:\r
  k: v\r
Case: 1\r
dashes:\r
- q\r
- r\r
---\r
Body\r
"""


def changed(edit: Callable[..., bytes], *arguments: Any) -> list[str]:
    """Give the lines that an edit took out and put in."""
    after = edit(NOTE, *arguments)
    assert after.startswith(b"\xef\xbb\xbf---\r\n")
    assert after.endswith(b"---\r\nBody\r\n")
    assert after.count(b"\n") == after.count(b"\r\n")
    lines = list(difflib.unified_diff(NOTE.decode().splitlines(), after.decode().splitlines(), n=0, lineterm=""))
    return [f"{line[0]} {line[1:]}" for line in lines[2:] if line[0] in "+-"]


@pytest.mark.parametrize(
    ("edit", "arguments", "expected"),
    [
        (set_property, ("x", 1), ["+ x: 1"]),
        (set_property, ("x", ["a", "[[b]]"]), ["+ x:", "+   - a", '+   - "[[b]]"']),
        (set_property, ("x", {"k": [1], "l": {}}), ["+ x:", "+   k:", "+     - 1", "+   l: {}"]),
        (set_property, ("d", "2025-01-01"), ["- d: 2024-03-01 # c", "+ d: 2025-01-01 # c"]),
        (set_property, ("title", "a: b"), ["- title: 'It''s' # t", "+ title: 'a: b' # t"]),
        (set_property, ("quoted name", "plain"), ['- "quoted name": "a \\"b\\""', '+ "quoted name": "plain"']),
        (set_property, ("empty", True), ["- empty:", "+ empty: true"]),
        (set_property, ("empty", ["a"]), ["+   - a"]),
        (set_property, ("d", None), ["- d: 2024-03-01 # c", "+ d: # c"]),
        (set_property, ("case", 2), ["- Case: 1", "+ Case: 2"]),
        (set_property, ("fl", [1, True, None, "1"]), ['- fl: [x, "y z", w] # fl', '+ fl: [1, true, null, "1"] # fl']),
        (set_property, ("fl", "42"), ['- fl: [x, "y z", w] # fl', '+ fl: "42" # fl']),
        (set_property, ("fl", {"k": 1}), ['- fl: [x, "y z", w] # fl', "+ fl: # fl", "+   k: 1"]),
        (set_property, ("d", []), ["- d: 2024-03-01 # c", "+ d: [] # c"]),
        (set_property, ("lit", "s"), ["- lit: |", "-   one", "-   # no comment", "+ lit: s"]),
        (set_property, ("nested", 1.5), ["- nested:", "-   k: v", "+ nested: 1.5"]),
        (add_to_property, ("tags", ["c", "#A"]), ["+   - c"]),
        (add_to_property, ("dashes", ["s"]), ["+ - s"]),
        (add_to_property, ("fl", ["n, o", "x"]), ['- fl: [x, "y z", w] # fl', '+ fl: [x, "y z", w, "n, o"] # fl']),
        (add_to_property, ("d", ["z"]), ["- d: 2024-03-01 # c", "+ d: # c", "+   - 2024-03-01", "+   - z"]),
        (add_to_property, ("empty", ["z"]), ["+   - z"]),
        (add_to_property, ("new", ["z"]), ["+ new:", "+   - z"]),
        (add_to_property, ("fl", ["x"]), []),
        (remove_from_property, ("tags", ["#A"]), ["-   - a # x"]),
        (remove_from_property, ("tags", ["b"]), ["-   - b"]),
        (remove_from_property, ("dashes", ["q"]), ["- - q"]),
        (remove_from_property, ("fl", ["y z"]), ['- fl: [x, "y z", w] # fl', "+ fl: [x, w] # fl"]),
        (remove_from_property, ("fl", ["y z", "w"]), ['- fl: [x, "y z", w] # fl', "+ fl: [x] # fl"]),
        (remove_from_property, ("fl", ["x", "y z", "w"]), ['- fl: [x, "y z", w] # fl', "+ fl: [] # fl"]),
        (remove_from_property, ("fl", ["nothing"]), []),
        (remove_from_property, ("nothing", ["x"]), []),
        (remove_from_property, ("case", [1]), ["- Case: 1", "+ Case: []"]),
        (remove_property, ("d",), ["- d: 2024-03-01 # c"]),
        (remove_property, ("lit",), ["- lit: |", "-   one", "-   # no comment"]),
        (remove_property, ("nested",), ["- nested:", "-   k: v"]),
        (remove_property, ("nothing",), []),
        (rename_property, ("lit", "Literal"), ["- lit: |", "+ Literal: |"]),
        (rename_property, ("quoted name", "n: m"), ['- "quoted name": "a \\"b\\""', '+ "n: m": "a \\"b\\""']),
    ],
)
def test_only_the_lines_of_the_property_change(
    edit: Callable[..., bytes], arguments: tuple[Any, ...], expected: list[str]
) -> None:
    assert changed(edit, *arguments) == expected


def test_repair_17_dates_comments_and_quoting_stay() -> None:
    source = b'---\nd: 2024-03-01 # c\nq: "x"\n---\n'
    assert set_property(source, "x", "y") == b'---\nd: 2024-03-01 # c\nq: "x"\nx: y\n---\n'


def test_values_leave_a_list_that_is_written_elsewhere() -> None:
    assert remove_from_property(b"---\na: &x [1, 2]\nb: *x\n---\n", "b", [1]).startswith(
        b"---\na: &x [1, 2]\nb:\n  - 2\n"
    )


def test_the_block_is_made_with_the_first_property_and_goes_with_the_last() -> None:
    assert set_property(b"Body\n", "a", 1) == b"---\na: 1\n---\nBody\n"
    assert set_property(b"\xef\xbb\xbfBody\r\n", "a", 1) == b"\xef\xbb\xbf---\r\na: 1\r\n---\r\nBody\r\n"
    assert remove_property(b"---\na: 1\n---\nBody\n", "a") == b"Body\n"
    assert remove_property(b"---\n# kept\na: 1\n---\nBody\n", "a") == b"---\n# kept\n---\nBody\n"
    assert set_property(b"---\n---\nBody\n", "a", 1) == b"---\na: 1\n---\nBody\n"


def test_setting_the_value_that_is_there_changes_nothing() -> None:
    assert set_property(NOTE, "d", "2024-03-01") == NOTE


@pytest.mark.parametrize(
    "source",
    [
        b"---\na: [\n---\n",
        b"---\na: 1\na: 2\n---\n",
        b"---\npublish: false\n",
        b"---\n{a: 1}\n---\n",
        b"---\na: \xff\n---\n",
    ],
)
def test_what_cannot_be_read_is_not_edited(source: bytes) -> None:
    with pytest.raises(EditError):
        set_property(source, "b", 1)


def test_an_edit_that_would_change_another_value_is_refused() -> None:
    with pytest.raises(EditError):
        remove_property(b"---\na: &x 1\nb: *x\n---\n", "a")


@pytest.mark.parametrize("name", ["", " ", "a\nb"])
def test_a_name_is_one_line(name: str) -> None:
    with pytest.raises(EditError):
        set_property(b"", name, 1)


def test_mappings_are_no_lists_and_odd_values_no_properties() -> None:
    with pytest.raises(EditError):
        add_to_property(NOTE, "nested", ["x"])
    with pytest.raises(EditError):
        set_property(NOTE, "x", object())
    deep: Any = 1
    for _ in range(30):
        deep = {"a": deep}
    with pytest.raises(EditError):
        set_property(NOTE, "x", deep)


def test_renames_need_a_name_that_is_there_and_one_that_is_free() -> None:
    with pytest.raises(NotFoundError):
        rename_property(NOTE, "nothing", "x")
    with pytest.raises(ExistsError):
        rename_property(NOTE, "d", "title")
    assert b"CASE: 1" in rename_property(NOTE, "Case", "CASE")


def test_a_value_is_read_by_name_whatever_its_case() -> None:
    assert property_value(NOTE, "CASE") == 1
    assert property_value(NOTE, "nothing") is None


_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_SCALARS = st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | _TEXTS
_NAMES = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=6).filter(str.strip)


@given(
    st.dictionaries(_NAMES, _SCALARS | st.lists(_SCALARS, max_size=3), min_size=1, max_size=4),
    _NAMES,
    _SCALARS | st.lists(_SCALARS, max_size=3),
)
def test_any_value_is_read_back_and_the_others_stay(data: dict[str, Any], name: str, value: Any) -> None:
    source = b"Body\n"
    kept: dict[str, Any] = {}
    for key, part in data.items():
        if key.casefold() not in {known.casefold() for known in kept}:
            kept[key] = part
            source = set_property(source, key, part)
    same = [known for known in kept if known.casefold() == name.casefold()]
    key = name if name in kept or len(same) != 1 else same[0]
    after = set_property(source, name, value)
    assert split_front_matter(after).data == kept | {key: value}
    assert after.endswith(b"---\nBody\n")
