"""YAML 1.2 values, and refusing what would take forever or mean two things."""

import math
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from napkin_site.core.plain_yaml import plain_mapping, plain_value
from napkin_site.core.yaml12 import (
    MAX_ALIASED_VALUES,
    MAX_DEPTH,
    Yaml12Loader,
    describe_error,
    load_yaml,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"), ("y", "y"), ("n", "n"), ("Yes", "Yes"),
        ("true", True), ("True", True), ("FALSE", False), ("tRUE", "tRUE"),
        ("012", 12), ("0o14", 12), ("0x1F", 31), ("-7", -7), ("+7", 7), ("1_000", "1_000"), ("0b11", "0b11"),
        ("12:30", "12:30"), ("190:20:30", "190:20:30"),
        ("1.5", 1.5), (".5", 0.5), ("5.", 5.0), ("1e3", 1000.0), ("-1.5E-2", -0.015), ("1.2.3", "1.2.3"),
        (".inf", math.inf), ("-.INF", -math.inf),
        ("null", None), ("~", None), ("", None), ("Null", None), ("nUll", "nUll"),
        ("2020-08-21", "2020-08-21"), ("2020-08-21T10:30:00", "2020-08-21T10:30:00"), ("-", "-"), ("+", "+"),
    ],
)  # fmt: skip
def test_unquoted_words_mean_what_yaml_1_2_says(text: str, value: Any) -> None:
    found = plain_value(text)

    assert found == value
    assert type(found) is type(value)


def test_not_a_number_is_a_number() -> None:
    assert math.isnan(load_yaml("x: .nan")["x"])


def test_quoted_words_are_text() -> None:
    assert load_yaml("""{a: "12", b: 'true', c: "null", d: ''}""") == {"a": "12", "b": "true", "c": "null", "d": ""}


def test_block_texts_keep_or_fold_their_lines() -> None:
    assert load_yaml("a: |\n  x\n  y\nb: >\n  x\n  y\n") == {"a": "x\ny\n", "b": "x y\n"}


def test_whole_numbers_beyond_64_bits_become_floats() -> None:
    assert load_yaml(f"[{2**64 - 1}, {2**64}, {-(2**63)}, {-(2**63) - 1}]") == [
        2**64 - 1,
        2.0**64,
        -(2**63),
        -(2.0**63),
    ]
    assert load_yaml("9" * 5_000) == math.inf
    assert load_yaml("0x" + "f" * 5_000) == math.inf


def test_tags_of_the_core_schema_apply_and_others_change_nothing() -> None:
    text = 'a: !!int "12"\nb: !!str 12\nc: !!timestamp 2020-01-01\nd: !mine x\ne: !!python/name:os.system y\n'

    assert load_yaml(text) == {"a": 12, "b": "12", "c": "2020-01-01", "d": "x", "e": "y"}


def test_names_are_text_whatever_they_look_like() -> None:
    assert load_yaml("1: a\ntrue: b\n~: c\n2020-01-01: d\n") == {"1": "a", "true": "b", "~": "c", "2020-01-01": "d"}


def test_a_mapping_as_a_name_is_its_source() -> None:
    assert load_yaml("created: {{date}}") == {"created": {"{date}": None}}


def test_an_alias_as_a_name_is_its_text() -> None:
    assert load_yaml("a: &x 12\n*x : y\nb: &t true\n*t : z\nc: &n\n*n : w\n") == {
        "a": 12, "12": "y", "b": True, "true": "z", "c": None, "null": "w",
    }  # fmt: skip


def test_a_merge_key_is_an_ordinary_name() -> None:
    assert load_yaml("a: &x {b: 1}\nc: {<<: *x}\n") == {"a": {"b": 1}, "c": {"<<": {"b": 1}}}


def test_aliases_stand_for_their_value() -> None:
    assert load_yaml("a: &x [1, 2]\nb: *x\nc: &y 3\nd: *y\n") == {"a": [1, 2], "b": [1, 2], "c": 3, "d": 3}


def test_nothing_is_none() -> None:
    assert load_yaml("") is None
    assert load_yaml("# only a comment\n") is None


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("a: 1\nb: 2\na: 3\n", "the name `a` stands here twice", 3),
        ("a:\n  b: 1\n  b: 2\n", "the name `b` stands here twice", 3),
        ("a: [*x]\n", "the alias `*x` has no anchor", 1),
        ("a: 1\nb: &x [*x]\n", "the alias `*x` stands inside what it names", 2),
        ("a: 1\n---\nb: 2\n", "there is more than one document", 2),
        ("a: 1\nb: [1, 2\n", "while parsing a flow sequence, did not find expected ',' or ']'", 3),
        ("a: 1\nb: \x07\n", "character U+0007 is not allowed", 2),
        ("a: x\nb: \ud800", "character U+D800 is not allowed", 2),
        ("a: b: c", "mapping values are not allowed in this context", 1),
    ],
)
def test_a_fault_is_named_with_its_line(text: str, message: str, line: int) -> None:
    with pytest.raises(yaml.YAMLError) as caught:
        load_yaml(text)

    assert describe_error(caught.value, text) == (message, line)


def test_an_error_without_a_place_is_its_own_message() -> None:
    assert describe_error(yaml.YAMLError("odd"), "") == ("odd", 0)


def test_aliases_that_multiply_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]

    with pytest.raises(yaml.YAMLError, match=str(MAX_ALIASED_VALUES)):
        load_yaml("\n".join(lines))


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused(opening: str) -> None:
    with pytest.raises(yaml.YAMLError, match="nest"):
        load_yaml(opening * 100_000)


def test_nesting_up_to_the_limit_is_read() -> None:
    value = load_yaml("[" * MAX_DEPTH + "]" * MAX_DEPTH)

    for _ in range(MAX_DEPTH - 1):
        assert len(value) == 1
        value = value[0]
    assert value == []


plain_data = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(plain_data)
def test_what_a_yaml_1_2_writer_quotes_is_read_back(data: Any) -> None:
    # Every text in double quotes: PyYAML's own writer leaves bare what only YAML 1.1 takes for text.
    class Writer(yaml.SafeDumper):
        pass

    Writer.add_representer(str, lambda writer, text: writer.represent_scalar("tag:yaml.org,2002:str", text, style='"'))
    Writer.ignore_aliases = lambda self, data: True  # type: ignore[method-assign]  # PyYAML's documented way

    assert yaml.load(yaml.dump(data, Dumper=Writer, allow_unicode=True), Loader=Yaml12Loader) == data


@given(st.text(alphabet="ab:-[]{}&*!|>'\"%@`#\n ,?~.019"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        load_yaml(text)
    except yaml.YAMLError as error:
        message, line = describe_error(error, text)
        assert message
        assert 0 <= line <= text.count("\n") + 2


_PIECES = st.sampled_from(
    [
        *[
            "\n",
            "\n",
            "\nb: ",
            "\nc:",
            "\n- ",
            "\n  - ",
            "\n-",
            "\n\n",
            "\nTags: [",
            "]",
            ", ",
            ",",
            ": ",
            ":",
            " ",
            "  ",
            "# ",
        ],
        *[
            "a",
            "word",
            "Größe",
            "12",
            "0x1F",
            "1.5",
            "true",
            "null",
            "2020-08-21",
            "12:30",
            "https://e.com/a_b",
            "a - b",
        ],
        *[
            '"',
            '"a: #b"',
            '""',
            "'it'",
            "it's",
            "[]",
            "[a b, 1]",
            "{",
            "}",
            "&",
            "*a",
            "!",
            "|",
            ">",
            "%",
            "@",
            "`",
            "\\",
            "\t",
            "🌲",
        ],
    ]
)


@given(st.lists(_PIECES, max_size=12))
def test_plain_lines_mean_what_the_parser_says(pieces: list[str]) -> None:
    text = "a: " + "".join(pieces) + "\n"

    found = plain_mapping(text)

    if found is not None:
        parsed = yaml.load(text, Loader=Yaml12Loader)
        assert repr(found) == repr(parsed)


def test_usual_front_matter_needs_no_parser() -> None:
    text = (
        "title: A name, and more\ntags:\n  - one\n  - two/three\n  -\ndone: true\n"
        'link: "[[Note#Part]]"\naliases: [a b, 7]\n'
    )

    assert plain_mapping(text) == {
        "title": "A name, and more",
        "tags": ["one", "two/three", None],
        "done": True,
        "link": "[[Note#Part]]",
        "aliases": ["a b", 7],
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "- a\n",
        "a: 1\na: 2\n",
        "a: b: c\n",
        "a:\n- b\n - c\n",
        "a: null\n- b\n",
        "a: b\n  c\n",
        "a: b # c\n",
        "a: [b\n",
    ],
)
def test_what_is_more_than_plain_lines_is_left_to_the_parser(text: str) -> None:
    assert plain_mapping(text) is None
