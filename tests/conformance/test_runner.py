import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.__main__ import main
from tests.conformance.cases import read_cases
from tests.conformance.runner import run_case

_FILES = {
    "Home.md": "# One\n\n[[Part#Inner|go]] ![[cat.png|20]] ![[Part]] $x$ [^1] #tag\n\n- [x] done\n\n[^1]: Note.",
    "Part.md": "---\nkey: 1\n---\n## Outer\n\n### Inner\n\n> [!tip]- Look\n> body\n\n```py\nx\n```",
    "cat.png": "@binary",
}
_HOLDS: list[dict[str, Any]] = [
    {"kind": "contains", "text": "<h1"},
    {"kind": "not_contains", "text": "<h6"},
    {"kind": "visible_text_contains", "text": "go"},
    {"kind": "visible_text_not_contains", "text": "zebra"},
    {"kind": "selector_text", "selector": "h1", "text": "One"},
    {"kind": "selector_count", "selector": "h1", "n": 1},
    {"kind": "link_target", "text": "go", "target": "Part.md", "fragment": "Outer#Inner"},
    {"kind": "link_count", "target": "Part.md", "n": 1},
    {"kind": "backlinks", "page": "Part.md", "from": ["Home.md"]},
    {"kind": "embed", "source": "Part.md", "text": "body"},
    {"kind": "image", "source": "cat.png", "width": 20, "height": None},
    {"kind": "callout", "type": "tip", "title": "Look", "folded": True, "style": "tip", "body": "body", "depth": 1},
    {"kind": "callout_count", "n": 1},
    {"kind": "heading", "level": 1, "text": "One"},
    {"kind": "code_block", "lang": "py", "text": "x"},
    {"kind": "math", "tex": "x", "display": False},
    {"kind": "math_count", "n": 1},
    {"kind": "footnote", "n": 1, "text": "Note."},
    {"kind": "footnote_ref", "n": 1, "count": 1},
    {"kind": "footnote_count", "n": 1},
    {"kind": "task", "text": "done", "checked": True, "char": "x"},
    {"kind": "task_count", "n": 1},
    {"kind": "tag", "name": "tag"},
    {"kind": "tag_count", "n": 1},
    {"kind": "page_tags", "tags": ["tag"]},
    {"kind": "no_property", "name": "key"},
    {"kind": "site_page", "path": "Part.md", "published": True},
    {"kind": "site_url", "path": "Part.md", "url": "Part"},
]
_FAILS: list[dict[str, Any]] = [
    {"kind": "contains", "text": "<h6"},
    {"kind": "not_contains", "text": "<h1"},
    {"kind": "visible_text_contains", "text": "zebra"},
    {"kind": "visible_text_not_contains", "text": "go"},
    {"kind": "visible_text_equals", "text": "zebra"},
    {"kind": "selector_text", "selector": "h1", "text": "Two"},
    {"kind": "selector_text", "selector": "h1", "text": "One", "nth": 5},
    {"kind": "selector_count", "selector": "h1", "n": 2},
    {"kind": "link_target", "text": "go", "target": "Part.md", "fragment": "Outer"},
    {"kind": "link_target", "text": "go", "target": "Part.md", "fragment": "Inner#Inner"},
    {"kind": "link_target", "text": "go", "target": "Home.md"},
    {"kind": "link_target", "text": "go", "target": None},
    {"kind": "link_target", "text": "gone", "target": None},
    {"kind": "link_target", "text": "go", "target": "https://example.com", "external": True},
    {"kind": "link_count", "target": "Part.md", "n": 2},
    {"kind": "backlinks", "page": "Part.md", "from": []},
    {"kind": "embed", "source": "Part.md", "text": "zebra"},
    {"kind": "embed", "source": "Part.md", "not_text": "body"},
    {"kind": "embed", "source": "Home.md"},
    {"kind": "embed_missing", "name": "Part"},
    {"kind": "image", "source": "cat.png", "width": None},
    {"kind": "media", "source": "cat.png", "media": "video"},
    {"kind": "web_embed", "provider": "youtube", "url_contains": ""},
    {"kind": "callout", "type": "tip", "title": "Look", "folded": None},
    {"kind": "callout", "type": "tip", "title": "Look", "folded": True, "not_body": "body"},
    {"kind": "callout_count", "n": 0},
    {"kind": "heading", "level": 2, "text": "One"},
    {"kind": "code_block", "lang": None, "text": "x"},
    {"kind": "mermaid", "text": "x"},
    {"kind": "math", "tex": "x", "display": True},
    {"kind": "math_count", "n": 0},
    {"kind": "footnote", "n": 2, "text": "Note."},
    {"kind": "footnote_ref", "n": 1, "count": 2},
    {"kind": "footnote_count", "n": 0},
    {"kind": "task", "text": "done", "checked": False, "char": "x"},
    {"kind": "task_count", "n": 0},
    {"kind": "tag", "name": "Tag"},
    {"kind": "tag_count", "n": 0},
    {"kind": "page_tags", "tags": []},
    {"kind": "property", "name": "key", "type": "number", "value": 1},
    {"kind": "frontmatter_error"},
    {"kind": "css_classes", "classes": ["wide"]},
    {"kind": "page_meta", "name": "description", "content": "zebra"},
    {"kind": "site_page", "path": "Part.md", "published": False},
    {"kind": "site_page", "path": "Gone.md", "published": True},
    {"kind": "site_url", "path": "Part.md", "url": "part"},
    {"kind": "site_redirect", "from": "Old/Part", "to": "Part.md"},
    {"kind": "site_redirect", "from": "Part", "to": "Home.md"},
    {"kind": "site_file", "path": "Part/index.html", "exists": False},
    {"kind": "site_file", "path": "gone.txt"},
    {"kind": "site_file", "path": "Part/index.html", "contains": "zebra"},
    {"kind": "site_file", "path": "Part/index.html", "not_contains": "body"},
    {"kind": "canvas_counts", "nodes": 0, "edges": 0},
]


def write_case(folder: Path, name: str, expect: list[dict[str, Any]]) -> Path:
    case = {"id": name, "area": name, "tier": "certain", "files": _FILES, "page": "Home.md", "expect": expect}
    file = folder / f"{name}.jsonl"
    file.write_text(json.dumps(case) + "\n", encoding="utf-8")
    return file


def test_every_kind_of_expectation_can_pass(tmp_path: Path) -> None:
    (case,) = read_cases(write_case(tmp_path, "holds", _HOLDS))

    assert [str(failure) for failure in run_case(case, tmp_path / "work")] == []


def test_every_kind_of_expectation_can_fail(tmp_path: Path) -> None:
    (case,) = read_cases(write_case(tmp_path, "fails", _FAILS))

    failures = run_case(case, tmp_path / "work")

    assert [failure.expect for failure in failures] == _FAILS
    assert failures[-1].why == "not supported"


def test_the_command_prints_what_fails_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cases.jsonl"
    parts = [write_case(tmp_path, "good", _HOLDS[:2]), write_case(tmp_path, "bad", _FAILS[:2])]
    file.write_text("".join(part.read_text(encoding="utf-8") for part in parts), encoding="utf-8")

    assert main([str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("bad [certain] contains(text='<h6'): ")
    assert lines[1] == "1 passed, 1 failed"

    assert main([str(file), "--area", "good"]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
