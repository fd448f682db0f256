"""What is made ready before there is a plan."""

from pathlib import Path

import pytest

from napkin_site.builder.ahead import Ahead
from napkin_site.builder.questions import pygments_code
from napkin_site.builder.questions.highlight import Highlighter
from napkin_site.core.syntax.parse import parse_note
from napkin_site.core.syntax.tree import SyntaxOptions
from napkin_site.index.parsing import Hands
from napkin_site.index.snapshot import load_snapshot
from napkin_site.vault.config import load_config
from napkin_site.vault.locate import find_vault
from tests.index.processes import wait_until_gone
from tests.vault.files import write_files

_CODE = "# Note\n\n```python\nprint({number})\n```\n\n    indented\n\n```mermaid\ngraph LR\n```\n"


def ahead() -> Ahead:
    return Ahead(None, overrides="", cache=None, sum_up=lambda: None)


def test_code_is_highlighted_as_it_will_be_on_pages() -> None:
    expected: dict[str, str] = {}
    highlight = Highlighter(expected)
    with ahead() as first:
        for number in range(7):
            first.see(parse_note(_CODE.format(number=number).encode(), SyntaxOptions()).body)
            highlight(f"print({number})", "python")

        done = list(first.afterwork.work())

    assert {key: text for texts in done for key, text in texts.items()} == expected


def test_other_processes_highlight_the_code_they_came_upon(tmp_path: Path) -> None:
    write_files(tmp_path, {f"{number}.md": _CODE.format(number=number) + "text " * 1000 for number in range(100)})
    location = find_vault(None, named=tmp_path, environ={})
    config = load_config(location, environ={})
    expected: dict[str, str] = {}
    known = Highlighter(expected)
    for number in range(100):
        known(f"print({number})", "python")
    with ahead() as first:
        load_snapshot(location, config, state_dir=None, hands=Hands(workers=2, companion=first))
        assert first.theme is not None
        wait_until_gone(first.afterwork.processes)
        found = first.highlighted()

    assert found
    assert found.items() <= expected.items()


def test_rules_of_languages_are_compiled_once_where_templates_are(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(pygments_code, "find_lexer", asked.append)
    body = parse_note(_CODE.format(number=1).encode(), SyntaxOptions()).body
    with ahead() as first:
        first.see(body)
        assert asked == []

        first.begin()
        first.see(body)
        first.see(body)

    assert asked == ["python"]


def test_nothing_is_highlighted_where_nothing_was_parsed_elsewhere() -> None:
    with ahead() as first:
        assert first.highlighted() == {}
