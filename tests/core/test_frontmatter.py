"""Where front matter begins and ends, and what it says."""

import frontmatter
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from napkin_site.core.frontmatter import MAX_BYTES, property_line, split_front_matter
from napkin_site.core.yaml_handler import Yaml12Handler


def test_a_note_without_front_matter_begins_at_once() -> None:
    front = split_front_matter(b"Just a body\n---\na: 1\n---\n")

    assert (front.data, front.span, front.body_start, front.error) == ({}, (0, 0), 0, "")


def test_the_block_ends_behind_its_closing_fence() -> None:
    source = b"---\ntitle: Hello\ntags:\n  - a\n---\nBody"
    front = split_front_matter(source)

    assert front.data == {"title": "Hello", "tags": ["a"]}
    assert source[slice(*front.span)] == b"---\ntitle: Hello\ntags:\n  - a\n---\n"
    assert source[front.body_start :] == b"Body"


@pytest.mark.parametrize(
    "source",
    [
        b"---\na: 1\n---",
        b"---\na: 1\n--- \t\nBody",
        b"---\r\na: 1\r\n---\r\nBody",
        b"\xef\xbb\xbf---\na: 1\n---\nBody",
        b"---\na: 1\n---\n---\nb: 2\n---\n",
    ],
    ids=["end of file", "blanks behind the fence", "CRLF", "byte order mark", "another block"],
)
def test_fences_may_look_like_this(source: bytes) -> None:
    assert split_front_matter(source).data == {"a": 1}


@pytest.mark.parametrize(
    "source",
    [
        b"\n---\na: 1\n---\n",
        b" ---\na: 1\n---\n",
        b"--- \na: 1\n---\n",
        b"----\na: 1\n---\n",
        b"---yaml\na: 1\n---\n",
        b"---\na: 1\n",
        b"---\na: 1\n----\n",
        b"---\na: 1\n ---\n",
        b"---",
        b"",
    ],
)
def test_anything_else_is_body(source: bytes) -> None:
    front = split_front_matter(source)

    assert (front.data, front.span, front.body_start, front.error) == ({}, (0, 0), 0, "")


def test_a_byte_order_mark_is_no_part_of_block_or_body() -> None:
    assert split_front_matter(b"\xef\xbb\xbfBody").body_start == 3
    assert split_front_matter(b"\xef\xbb\xbf---\na: 1\n---\nx").span == (3, 16)
    assert split_front_matter(b"\xef\xbb\xbf---\nx").body_start == 3


@pytest.mark.parametrize("source", [b"---\n---\nBody", b"---\n\n---\nBody", b"---\n# nothing\n---\nBody"])
def test_an_empty_block_has_no_properties(source: bytes) -> None:
    front = split_front_matter(source)

    assert (front.data, front.error) == ({}, "")
    assert source[front.body_start :] == b"Body"


def test_a_json_object_works_too() -> None:
    front = split_front_matter(b'---\n{"tags": ["journal"], "publish": false, "n": 12345678901234567890123}\n---\nBody')

    assert front.data == {"tags": ["journal"], "publish": False, "n": 1.2345678901234568e22}


def test_json_escapes_reach_beyond_the_first_plane() -> None:
    assert split_front_matter(b'---\n{"a": "\\ud83d\\ude00"}\n---\n').data == {"a": "😀"}


def test_half_a_character_is_an_error() -> None:
    assert "escape code" in split_front_matter(b'---\n{"a": "\\ud83d"}\n---\n').error


def test_a_yaml_mapping_in_braces_works() -> None:
    assert split_front_matter(b"---\n{a: 1, b: yes}\n---\n").data == {"a": 1, "b": "yes"}


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (b"---\na: 1\na: 2\n---\nBody", 3),
        (b'---\n{"a": 1, "a": 2}\n---\nBody', 2),
        (b"---\ntags: [#malformed, #x]\n---\nBody", 3),
        (b"---\n- a\n- b\n---\nBody", 2),
        (b"---\njust words\n---\nBody", 2),
        (b"---\r\na: 1\r\nb: [\r\n---\r\nBody", 4),
    ],
    ids=["repeated name", "repeated name in JSON", "comment in a list", "a list", "a text", "open bracket, CRLF"],
)
def test_what_cannot_be_read_is_an_error_with_its_line(source: bytes, line: int) -> None:
    front = split_front_matter(source)

    assert front.data == {}
    assert front.error_with_line == f"{front.error} (line {line})"
    assert front.error_line == line
    assert source[front.body_start :] == b"Body"


def test_the_same_fault_is_found_every_time() -> None:
    source = b"---\ntags: [#malformed, #x]\n---\n"

    assert split_front_matter(source) == split_front_matter(source)
    assert split_front_matter(b"---\na: 1\n---\n").data == {"a": 1}


def test_a_very_long_block_is_refused() -> None:
    source = b"---\n" + b"a: 1 # x\n" * (MAX_BYTES // 9 + 1) + b"---\nBody"
    front = split_front_matter(source)

    assert "longer than" in front.error
    assert source[front.body_start :] == b"Body"


def test_deeply_nested_json_is_refused() -> None:
    assert "nest" in split_front_matter(b'---\n{"a": ' + b"[" * 5_000 + b"]" * 5_000 + b"}\n---\n").error


def test_bytes_that_are_no_utf8_are_replaced() -> None:
    assert split_front_matter(b"---\na: caf\xe9\n---\n").data == {"a": "caf\N{REPLACEMENT CHARACTER}"}


@pytest.mark.parametrize("word", [b"publish: false", b"Draft : true", b'"publish": false'])
def test_a_lost_closing_fence_is_an_error_where_the_note_may_be_private(word: bytes) -> None:
    source = b"---\ntitle: x\n" + word + b"\n\nSecret body\n"
    front = split_front_matter(source)

    assert front.error
    assert word in source[slice(*front.span)]
    assert b"Secret" not in source[slice(*front.span)]
    assert front.body_start == 0


def test_a_line_at_the_top_that_only_looks_like_a_fence_is_a_rule() -> None:
    front = split_front_matter(b"---\nSome text: with a colon\n\npublish: later\n")

    assert (front.error, front.span) == ("", (0, 0))


def test_a_property_is_found_by_its_line() -> None:
    source = b"---\na: 1\n'b.c': 2\nother: a\n---\na: body\n"
    span = split_front_matter(source).span

    assert [property_line(source, span, name) for name in ("a", "b.c", "other", "missing")] == [2, 3, 4, 1]


def test_python_frontmatter_reads_with_our_handler() -> None:
    post = frontmatter.loads("---\nwhen: 12:30\nok: yes\n---\nBody", handler=Yaml12Handler())

    assert post.metadata == {"when": "12:30", "ok": "yes"}
    assert post.content == "Body"


def test_the_handler_itself_raises() -> None:
    with pytest.raises(yaml.YAMLError):
        Yaml12Handler().load('{"a": 1, "a": 2}')


@given(st.binary() | st.text(alphabet="-\n\ra: []{}'\"&*#").map(str.encode))
def test_any_bytes_are_split_within_their_bounds(rest: bytes) -> None:
    for source in (rest, b"---\n" + rest, b"---\n" + rest + b"\n---\nBody"):
        front = split_front_matter(source)

        assert 0 <= front.span[0] <= front.span[1] <= len(source)
        assert front.body_start <= len(source)
        assert bool(front.error) == bool(front.error_line)
        assert not (front.error and front.data)
