"""One bad note among good ones: the site is built in bounded time and memory, and what is wrong is said.

The limits are those of the whole build, start of the program included.
"""

import sys
from pathlib import Path

import pytest

from tests.builder.sites import write_vault
from tests.hostile.measured_build import MAX_BYTES, MAX_SECONDS, Measured, measured_build

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc"),
]

GOOD = {"Good.md": "# Good\n\nSee [[Other]] and [[Bad]].\n", "Sub/Other.md": "Back to [[Good]]. #tag\n"}


def build(tmp_path: Path, files: dict[str, bytes]) -> tuple[Path, Measured]:
    vault = write_vault(tmp_path / "vault", {**GOOD, **files})
    return tmp_path / "site", measured_build(vault, tmp_path / "site")


def assert_bounded(site: Path, built: Measured) -> None:
    """Check the cost, and that the good notes have whole pages."""
    assert built.exit_code == 0, built.errors
    assert built.seconds < MAX_SECONDS
    assert built.peak_bytes < MAX_BYTES
    assert "Back to" in (site / "Sub/Other/index.html").read_text()
    assert 'href="../Sub/Other/"' in (site / "Good/index.html").read_text()
    assert "page-failed" not in built.codes()
    assert (site / "-/data/graph.json").is_file()


def repeated(text: str, size: int = 10 << 20) -> bytes:
    return (text.encode() * (size // len(text.encode()) + 1))[:size]


LONG_LINES = {
    "words": "lorem ipsum ", "a word": "x", "wikilinks": "[[Good]] ", "open": "[[", "comments": "%%", "math": "$",
    "marks": "==", "tags": "#tag ", "cells": "| a ", "footnotes": "^[", "quotes": "> ", "images": "<img src=x> ",
}  # fmt: skip


@pytest.mark.parametrize("name", LONG_LINES)
def test_a_line_of_ten_megabytes(tmp_path: Path, name: str) -> None:
    site, built = build(tmp_path, {"Bad.md": repeated(LONG_LINES[name])})
    assert_bounded(site, built)
    assert built.codes("Bad.md") == {"note-too-large"}
    assert (site / "Bad/index.html").is_file()


JUST_READ = (2 << 20) - 100
DENSE = {
    "wikilinks": "[[a]] ", "embeds": "![[a]] ", "headings": "# h\n", "paragraphs": "a\n\n", "footnotes": "^[a] ",
    "tags": "".join(f"#t{number} " for number in range(250_000)), "html": "<b>", "images": "<img src=x> ",
    "tasks": "- [ ] a\n", "ids": "a ^id\n\n", "math": "$a$ ", "lists": "- ", "callouts": "> [!a] b\n> c\n\n",
    "code": "```py\nx=1\n```\n", "tables": "|a|\n|-|\n|b|\n\n", "comments": "%%[[a]]%% ", "mentions": "a@b.c ",
}  # fmt: skip


@pytest.mark.parametrize("name", DENSE)
def test_a_note_of_nothing_but_syntax(tmp_path: Path, name: str) -> None:
    site, built = build(tmp_path, {"Bad.md": repeated(DENSE[name], JUST_READ)})
    assert_bounded(site, built)
    assert (site / "Bad/index.html").is_file()


NESTED = {
    **{f"{mark!r}": mark * 100_000 for mark in "[>(*_`<{~!$%="},
    "quotes": "> " * 100_000, "lists": "- " * 100_000, "numbers": "1. " * 100_000,
    "links": "[" * 50_000 + "](x)" * 50_000,
    "elements": "<div>" * 100_000, "emphasis": "*a " * 50_000 + "a*" * 50_000,
    "footnotes": "^[" * 50_000 + "]" * 50_000,
    "a tree": "".join("  " * depth + "- a\n" for depth in range(1300)),
    "callouts": "".join("> " * depth + "[!a] x\n" for depth in range(1, 1000)),
}  # fmt: skip


@pytest.mark.parametrize("name", NESTED)
def test_a_hundred_thousand_levels(tmp_path: Path, name: str) -> None:
    site, built = build(tmp_path, {"Bad.md": NESTED[name].encode() + b" end"})
    assert_bounded(site, built)
    assert "end" in (site / "Bad/index.html").read_text()


BOMB = b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (98 + level, 98 + level, b",".join([b"*%c" % (97 + level)] * 9)) for level in range(9)
)
PROPERTIES = {
    "a bomb of aliases": BOMB,
    "a megabyte": b"".join(b"k%d: v\n" % number for number in range(95_000)),
    "brackets": b"a: " + b"[" * 100_000 + b"\n",
    "braces": b"a: " + b"{a: " * 40_000 + b"\n",
    "a hundred thousand tags": b"tags: [" + b",".join(b"t%d" % number for number in range(100_000)) + b"]\n",
}


@pytest.mark.parametrize("name", PROPERTIES)
def test_properties_that_explode(tmp_path: Path, name: str) -> None:
    site, built = build(tmp_path, {"Bad.md": b"---\n" + PROPERTIES[name] + b"---\nBody\n"})
    assert_bounded(site, built)
    assert built.codes("Bad.md") == {"unreadable-front-matter"}
    assert "Body" in (site / "Bad/index.html").read_text()


MANY = {
    "tags": b"tags: [" + b",".join(b"t%d" % number for number in range(25_000)) + b"]\n",
    "old paths": b"aliases: [" + b",".join(b"a/%d" % number for number in range(25_000)) + b"]\n",
}


@pytest.mark.parametrize("name", MANY)
def test_properties_that_ask_for_endless_pages(tmp_path: Path, name: str) -> None:
    site, built = build(tmp_path, {"Bad.md": b"---\n" + MANY[name] + b"---\nBody\n"})
    assert_bounded(site, built)
    assert built.codes("Bad.md") & {"tag-without-page", "redirect-taken"}
    assert sum(1 for _ in site.rglob("index.html")) < 1100


NO_TEXT = {
    "invalid UTF-8": bytes(range(128, 256)) * 8000,
    "UTF-16": ("# Hé\n[[Good]]\n" * 100).encode("utf-16"),
    "zeros": b"\0" * 1_900_000,
}


@pytest.mark.parametrize("name", NO_TEXT)
def test_bytes_that_are_no_text(tmp_path: Path, name: str) -> None:
    site, built = build(tmp_path, {"Bad.md": NO_TEXT[name]})
    assert_bounded(site, built)
    assert built.codes("Bad.md") == {"invalid-utf8"}


COUNTS = {
    "headings": b"".join(b"## h %d\n\ntext [[Good]]\n\n" % number for number in range(20_000)),
    "equal ids": b"text ^id\n\n" * 10_000,
    "footnotes": b"".join(b"x[^%d]\n\n[^%d]: n\n\n" % (number, number) for number in range(15_000)),
    "countless footnotes": b"".join(b"x[^%d]\n\n[^%d]: n\n\n" % (number, number) for number in range(50_000)),
    "columns": b"|" + b"a|" * 3000 + b"\n|" + b"-|" * 3000 + b"\n" + b"|x\n" * 30_000,
}


@pytest.mark.parametrize("name", COUNTS)
def test_a_great_many_of_one_thing(tmp_path: Path, name: str) -> None:
    site, built = build(tmp_path, {"Bad.md": COUNTS[name]})
    assert_bounded(site, built)
