import pytest
from hypothesis import given
from hypothesis import strategies as st

from napkin_site.core.edits.prepend import prepend_text
from napkin_site.core.edits.text import Join, append_text, replace_text
from napkin_site.errors import EditError, StalePreconditionError


@pytest.mark.parametrize(
    ("source", "text", "join", "expected"),
    [
        (b"", "x", "line", b"x"),
        (b"\xef\xbb\xbf", "x", "line", b"\xef\xbb\xbfx"),
        (b"# Vault\nWelcome", "New line", "line", b"# Vault\nWelcome\nNew line"),
        (b"a\n", "b", "line", b"a\nb\n"),
        (b"a\n", "b\n", "line", b"a\nb\n"),
        (b"a", "b\n", "line", b"a\nb"),
        (b"a\r\nb\r\n", "c\nd", "line", b"a\r\nb\r\nc\r\nd\r\n"),
        (b"a\n", "b", "block", b"a\n\nb\n"),
        (b"a\n\n", "b", "block", b"a\n\nb\n"),
        (b"a", "b", "block", b"a\n\nb"),
        (b"# Vault\nWelcome", " extra", "inline", b"# Vault\nWelcome extra"),
        (b"a\n", "b", "inline", b"a\nb"),
    ],
)
def test_append_joins_and_keeps_the_last_line_break(source: bytes, text: str, join: Join, expected: bytes) -> None:
    assert append_text(source, text, join=join) == expected


@pytest.mark.parametrize(
    ("source", "text", "join", "expected"),
    [
        (b"", "x", "line", b"x"),
        (b"Welcome\n", "top", "line", b"top\nWelcome\n"),
        (b"Welcome\n", "top\n", "line", b"top\nWelcome\n"),
        (b"Welcome\n", "top", "block", b"top\n\nWelcome\n"),
        (b"\nWelcome\n", "top", "block", b"top\n\nWelcome\n"),
        (b"Welcome", "top ", "inline", b"top Welcome"),
        (b"\xef\xbb\xbfWelcome", "top", "line", b"\xef\xbb\xbftop\nWelcome"),
        (b"---\na: 1\n---\nBody\n", "top", "line", b"---\na: 1\n---\ntop\nBody\n"),
        (b"---\na: 1\n---", "top", "line", b"---\na: 1\n---\ntop"),
        (b"---\r\na: 1\r\n---\r\nBody\r\n", "top", "line", b"---\r\na: 1\r\n---\r\ntop\r\nBody\r\n"),
        (b"---\n: [bad\n---\nBody\n", "top", "line", b"---\n: [bad\n---\ntop\nBody\n"),
    ],
)
def test_prepend_stands_behind_front_matter_and_mark(source: bytes, text: str, join: Join, expected: bytes) -> None:
    assert prepend_text(source, text, join=join) == expected


def test_repair_16_two_prepends_leave_the_front_matter_byte_for_byte() -> None:
    source = b"---\n# c\ntitle:   'x'\n---\nBody\n"
    twice = prepend_text(prepend_text(source, "one"), "two")
    assert twice == b"---\n# c\ntitle:   'x'\n---\ntwo\none\nBody\n"


def test_prepend_refuses_a_private_note_whose_front_matter_never_ends() -> None:
    with pytest.raises(EditError):
        prepend_text(b"---\npublish: false\n\nBody\n", "x")


def test_replace_demands_the_exact_count_and_is_literal() -> None:
    assert replace_text(b"a.b a.b axb", "a.b", "c", count=2) == b"c c axb"
    assert replace_text(b"one\r\ntwo\r\n", "one\ntwo", "1\n2") == b"1\r\n2\r\n"
    with pytest.raises(StalePreconditionError, match="3 times"):
        replace_text(b"a a a", "a", "b")
    with pytest.raises(StalePreconditionError, match="does not occur"):
        replace_text(b"a", "x", "b")
    with pytest.raises(EditError):
        replace_text(b"a", "", "b")


@pytest.mark.parametrize("text", ["\ud800", "a\0b"])
def test_what_no_note_can_hold_is_refused(text: str) -> None:
    with pytest.raises(EditError):
        append_text(b"a", text)


@given(st.binary(max_size=60), st.text(alphabet="ab\n", max_size=10))
def test_append_keeps_every_byte_that_was_there(source: bytes, text: str) -> None:
    assert append_text(source, text).startswith(source)
