import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napkin_site.core.edits.json_text import (
    add_item,
    items,
    members,
    read_json,
    remove_items,
    remove_member,
    set_member,
    to_bytes,
)
from napkin_site.errors import EditError

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
STYLES: list[dict[str, Any]] = [
    {},
    {"indent": 2},
    {"indent": "\t"},
    {"indent": 0},
    {"separators": (",", ":")},
    {"indent": "\t", "separators": (",", ":")},
]
BROKEN = '{\n  "a": 1,\n  "list": [\n    {"b": 1}\n  ]\n}\n'


@given(data=st.dictionaries(st.text(), PLAIN, max_size=4), name=st.text(), value=PLAIN, style=st.sampled_from(STYLES))
def test_a_member_is_set_and_everything_else_says_the_same(
    data: dict[str, Any], name: str, value: object, style: dict[str, Any]
) -> None:
    text = json.dumps(data, **style)
    assert json.loads(set_member(text, 0, name, value)) == {**data, name: value}


@given(data=st.dictionaries(st.text(), PLAIN, max_size=4), value=PLAIN, style=st.sampled_from(STYLES))
def test_a_new_member_taken_out_again_leaves_every_byte(
    data: dict[str, Any], value: object, style: dict[str, Any]
) -> None:
    data.pop("new", None)
    text = json.dumps(data, **style)
    assert remove_member(set_member(text, 0, "new", value), 0, "new") == text


@given(data=st.lists(PLAIN, max_size=4), value=PLAIN, style=st.sampled_from(STYLES))
def test_an_item_is_added_at_the_end_and_taken_out_again(data: list[Any], value: object, style: dict[str, Any]) -> None:
    text = json.dumps({"list": data}, **style)
    at = members(text, 0)[0].value.start
    longer = add_item(text, at, value, depth=1)
    assert json.loads(longer) == {"list": [*data, value]}
    assert remove_items(longer, at, [len(data)]) == text


@given(data=st.lists(PLAIN, max_size=5), gone=st.sets(st.integers(0, 4)), style=st.sampled_from(STYLES))
def test_items_are_taken_out_by_their_number(data: list[Any], gone: set[int], style: dict[str, Any]) -> None:
    text = json.dumps(data, **style)
    gone &= set(range(len(data)))
    kept = [item for number, item in enumerate(data) if number not in gone]
    assert json.loads(remove_items(text, 0, gone)) == kept


def test_what_is_put_in_is_written_as_its_neighbours_are() -> None:
    at = members(BROKEN, 0)[1].value.start
    assert add_item(BROKEN, at, {"b": 2}, depth=1) == (
        '{\n  "a": 1,\n  "list": [\n    {"b": 1},\n    {"b": 2}\n  ]\n}\n'
    )
    assert set_member(BROKEN, 0, "c", {"d": [1]}) == BROKEN.removesuffix("\n}\n") + (
        ',\n  "c": {\n    "d": [\n      1\n    ]\n  }\n}\n'
    )
    assert set_member('{"a":1}', 0, "b", [1, 2]) == '{"a":1,"b":[1,2]}'
    assert set_member('{"a": 1}', 0, "b", [1, 2]) == '{"a": 1, "b": [1, 2]}'
    assert set_member('{\r\n\t"a": 1\r\n}', 0, "b", {"c": 2}) == (
        '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": 2\r\n\t}\r\n}'
    )


def test_of_two_members_with_one_name_the_last_one_counts() -> None:
    assert set_member('{"a": 1, "a": 2}', 0, "a", 3) == '{"a": 1, "a": 3}'
    assert remove_member('{"a": 1, "b": 0, "a": 2}', 0, "a") == '{"b": 0}'


def test_spans_are_those_of_the_text() -> None:
    text = '{ "a" : [ 1 , "x]" ] }'
    (member,) = members(text, 0)
    assert (member.name, text[member.value.start : member.value.end]) == ("a", '[ 1 , "x]" ]')
    assert [text[start:end] for start, end in items(text, member.value.start)] == ["1", '"x]"']


def test_a_byte_order_mark_is_stepped_over() -> None:
    read = read_json(b'\xef\xbb\xbf {"a": 1}', "the file")
    assert (read.data, read.text[read.root]) == ({"a": 1}, "{")


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (b'{\n"a": 1\n"b": 2}', 3),
        (b"{} {}", 1),
        (b'{"a": NaN}', 0),
        (b"[" * 100_000, 0),
        (b'{\n"\xff": 1}', 2),
        (b"", 1),
    ],
)
def test_what_is_no_json_is_refused_with_its_line(source: bytes, line: int) -> None:
    with pytest.raises(EditError) as caught:
        read_json(source, "the file")
    assert caught.value.line == line
    assert caught.value.message.startswith("the file is not ")


def test_half_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(EditError):
        to_bytes(set_member("{}", 0, "a", "\ud800"))
