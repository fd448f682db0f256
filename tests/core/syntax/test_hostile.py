"""Hostile input: nothing raises, and nothing is quadratic (a quadratic step would run into the timeout)."""

import pytest

from napkin_site.core.syntax import parse_note

_MANY = 100_000
_SOME = 20_000

_PARTS = (
    "%%", "%% ", "\n%%", "%%#a%% ", "%%`[[a]]%% ", "%%<a [[b]]%%", "[[", "[[a", "[[a]] ", "![", "[a](", "^[", "^[a",
    "^[a] ", "==a ", "==a==", "#a ", "#a#b", "http://", "a://", "a@b.c ", "@", "$a ", "$$a", "$$a$$ ", "`a", "``a`",
    "<a ",
    '<a "', "<!-- ", "<!-- [[a]] -->", "<b>", "</b>", "<div>\n\n", "</div>\n\n", "- <div>\n", "<img src='x'>",
    "<script>", "[^1]", "[^1]: ", "[^a]: \n", "\n^a", "a\n^a\n\n", "- a ^b\n", "> [!a] b\n", "- [?] a\n", "[?] ",
    "```\n", "~~~a\n", "|a|b|\n", "| a |\n|--|\n", "> ", "- ", "1. ", "*a **b ", "[x]: y\n", "&#xFDD0;", "[!", "> [!",
    "\\[",
)  # fmt: skip
_INPUTS = {
    "one long line": "lorem ipsum " * (10 * 2**20 // 12),
    "one long word": "x" * (10 * 2**20),
    **{f"many {mark!r}": mark * _MANY for mark in "[]>*(_`<$~#!|&\\%=^@-+:"},
    **{f"repeated {part!r}": part * _SOME for part in _PARTS},
    "nested quotes": "".join(">" * depth + " a\n" for depth in range(1000)),
    "nested lists": "".join("  " * depth + "- a\n" for depth in range(1000)),
}


@pytest.mark.timeout(20)
@pytest.mark.parametrize("name", _INPUTS)
def test_time_does_not_explode(name: str) -> None:
    note = parse_note(_INPUTS[name].encode())
    assert note.facts.body_start == 0
