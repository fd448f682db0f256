from html import unescape
from pathlib import Path
from re import sub

import pytest

from napkin_site.builder.questions.highlight import Highlighter
from napkin_site.builder.questions.pygments_code import _has_plugins, find_lexer


def plain(html: str) -> str:
    return unescape(sub("<[^>]*>", "", html))


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("x = 1", "py"),
        ("\n\n  indented\n\n", "python"),
        ("a\tb  \n", "c"),
        ('{"a": [1, "<&>"]}', "jsonc"),
        ("<b>&amp;</b>", "markup"),
        ("$ ls\n", "shellsession"),
        ("no final newline\n\n", "text"),
    ],
)
def test_the_text_of_highlighted_code_is_the_code(code: str, language: str) -> None:
    assert plain(Highlighter()(code, language)) == code


def test_known_languages_get_the_classes_of_pygments() -> None:
    assert '<span class="k">def</span>' in Highlighter()("def f(): pass", "Python")


@pytest.mark.parametrize("language", ["", "text", "dataview", "tasks", "../../x", "a" * 100, "<script>"])
def test_unknown_languages_are_merely_escaped(language: str) -> None:
    assert Highlighter()("a <b> 'c'", language) == "a &lt;b&gt; 'c'"


def test_very_long_code_is_merely_escaped() -> None:
    assert "<span" not in Highlighter()("x = 1\n" * 10_000, "python")


def test_what_was_highlighted_before_is_taken_from_the_memo() -> None:
    memo: dict[str, str] = {}
    first = Highlighter(memo)("x = 1", "python")
    assert list(memo.values()) == [first]

    memo[next(iter(memo))] = "from the memo"

    assert Highlighter(memo)("x = 1", "PYTHON") == "from the memo"
    assert Highlighter(memo)("x = 1", "ruby") != "from the memo"


def test_last_line_of_a_diff_is_marked_though_nothing_ends_it() -> None:
    assert '<span class="gi">+ come</span>' in Highlighter()("- gone\n+ come", "diff")


@pytest.mark.parametrize("language", ["c++", "c#", "csharp", "py", "jsonc", "emacs-lisp"])
def test_languages_are_found_by_the_names_of_pygments_and_of_prism(language: str) -> None:
    assert find_lexer(language) is not None


def test_languages_that_other_packages_add_are_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "sketches-1.0.dist-info"
    package.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    before = _has_plugins.__wrapped__()
    (package / "entry_points.txt").write_text("[pygments.lexers]\nsketch = sketches:SketchLexer\n")
    assert _has_plugins.__wrapped__()
    assert not before
