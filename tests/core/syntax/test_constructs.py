"""Every construct, by the Markdown files in `tests/data/syntax`: title, `.`, input, `.`, expected, `.`."""

from pathlib import Path

import pytest

from napkin_site.core.syntax import parse_note
from tests.core.syntax.filling import fill

_DATA = Path(__file__).resolve().parents[2] / "data" / "syntax"


def _cases() -> list[tuple[str, str, str]]:
    cases = []
    for path in sorted(_DATA.glob("*.md")):
        # Some inputs end lines in blanks or hold no line at all, so nothing is stripped.
        chunks = path.read_bytes().decode().split("\n.\n")
        for title, source, expected in zip(chunks[0::3], chunks[1::3], chunks[2::3], strict=False):
            cases.append((f"{path.stem}: {title.strip()}", source, expected))
    return cases


@pytest.mark.parametrize(("source", "expected"), [case[1:] for case in _cases()], ids=[case[0] for case in _cases()])
def test_a_construct_becomes(source: str, expected: str) -> None:
    note = parse_note(f"{source}\n".encode())
    assert fill(note).rstrip("\n") == expected.rstrip("\n")


def test_there_are_cases() -> None:
    assert len(_cases()) > 150
