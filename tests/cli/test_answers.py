"""How answers look to a person at a terminal."""

import io
from collections.abc import Callable
from contextlib import redirect_stdout

import pytest

from napkin_site.cli import answers

Captured = pytest.CaptureFixture[str]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], str]:
    """Return a function that gives what a call prints on a terminal, sixty columns wide."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")

    def show(call: Callable[[], None]) -> str:
        with redirect_stdout(Terminal()) as terminal:
            call()
        return terminal.getvalue()

    return show


Shown = Callable[[Callable[[], None]], str]


def test_a_table_is_aligned_with_its_headers(shown: Shown) -> None:
    text = shown(lambda: answers.table(("tag", "notes"), [("a", "1"), ("longer [red]", "12")]))
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    assert lines[0].split() == ["tag", "notes"]
    assert lines[-2].split() == ["a", "1"]
    assert lines[-1].split() == ["longer", "[red]", "12"]
    assert len(lines[-1]) == len(lines[0])


def test_an_empty_table_has_its_headers(shown: Shown) -> None:
    assert "notes" in shown(lambda: answers.table(("tag", "notes"), []))


def test_a_text_cannot_steer_the_terminal(shown: Shown) -> None:
    assert shown(lambda: answers.text("a\x1b[2Jb\tc\r\nd")) == "a\ufffd[2Jb\tc\nd\n"


def test_a_text_goes_into_a_pipe_as_it_is(capsys: Captured) -> None:
    answers.text("a\x1b[2J\r\nb\n")
    assert capsys.readouterr().out == "a\x1b[2J\r\nb\n"


@pytest.mark.parametrize(
    ("value", "text"),
    [("a", "a"), (3, "3"), (True, "true"), (None, "null"), (("a", 1), '["a", 1]'), ({"k": "ä"}, '{"k": "ä"}')],
)
def test_a_value_is_written_on_one_line(value: object, text: str) -> None:
    assert answers.plain(value) == text


def test_counts_are_sorted_by_name_or_by_count() -> None:
    counts = {"a": 1, "b": 3, "c": 3}
    assert list(answers.by_count(counts, "count")) == ["b", "c", "a"]
    assert list(answers.by_count(counts, "name")) == ["a", "b", "c"]
