"""Which files are no part of the vault."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from napkin_site.vault.config import IgnoreSection
from napkin_site.vault.ignore import IgnoreRules, find_excluded, load_ignore_rules
from tests.vault.files import located, write_files


def ignored(root: Path, paths: list[str], *, napkin: str = "", git: str = "", **settings: Any) -> list[str]:
    """Return those of `paths` that are left out, themselves or by a folder above; folders end in `/`."""
    files = {name: text for name, text in ((".napkinignore", napkin), (".gitignore", git)) if text}
    rules, problems = load_ignore_rules(located(root, files), IgnoreSection(**settings))
    assert problems == ()

    def is_out(path: str) -> bool:
        parts = path.rstrip("/").split("/")
        for depth in range(1, len(parts) + 1):
            part, name = "/".join(parts[:depth]), parts[depth - 1]
            is_folder = depth < len(parts) or path.endswith("/")
            if rules.is_folder_ignored(part, name) if is_folder else rules.is_file_ignored(part, name):
                return True
        return False

    return [path for path in paths if is_out(path)]


FILES = ["a.md", "b.md", "keep.md", "dir/", "dir/c.md", "dir/foo.md", "foo.md", "dir/a.md", "build/", "build/x.md",
         "build/keep.md", "build/sub/deep.md"]  # fmt: skip


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        ("foo.md", ["dir/foo.md", "foo.md"]),
        ("/a.md", ["a.md"]),
        ("build/", ["build/", "build/x.md", "build/keep.md", "build/sub/deep.md"]),
        ("**/foo.md", ["dir/foo.md", "foo.md"]),
        ("/*.md\n!keep.md", ["a.md", "b.md", "foo.md"]),
        (
            "*/",
            [
                "dir/",
                "dir/c.md",
                "dir/foo.md",
                "dir/a.md",
                "build/",
                "build/x.md",
                "build/keep.md",
                "build/sub/deep.md",
            ],
        ),
        ("build/*\n!build/keep.md", ["build/x.md", "build/sub/deep.md"]),
        ("# a comment\n\n", []),
        ("\ufefffoo.md\r\nb.md\r\n", ["b.md", "dir/foo.md", "foo.md"]),
        ("", []),
    ],
)
def test_napkinignore_speaks_gitignore(tmp_path: Path, patterns: str, expected: list[str]) -> None:
    assert ignored(tmp_path, FILES, napkin=patterns) == expected


PATTERNS = st.lists(
    st.text(alphabet="ab*/!?.[]-\\ ", min_size=1, max_size=6).filter(lambda line: line.strip()), min_size=1, max_size=6
)


PATHS = st.from_regex(r"\A[ab.]{1,2}(/[ab.]{1,2}){0,3}/?\Z").filter(lambda path: not {".", ".."} & set(path.split("/")))


@given(PATTERNS, st.lists(PATHS, max_size=8))
def test_the_quick_look_never_changes_the_answer(lines: list[str], paths: list[str]) -> None:
    try:
        spec = GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return
    rules = IgnoreRules(specs=[spec], dotfiles=False)

    assert [rules.is_file_ignored(path, "x") for path in paths] == [spec.match_file(path) for path in paths]


def test_gitignore_counts_by_setting(tmp_path: Path) -> None:
    assert ignored(tmp_path / "one", FILES, git="b.md") == ["b.md"]
    assert ignored(tmp_path / "two", FILES, git="b.md", respect_gitignore=False) == []


def test_sources_add_up_and_a_negation_stays_in_its_own(tmp_path: Path) -> None:
    assert ignored(tmp_path / "one", ["a.md", "b.md", "c.md"], napkin="a.md", git="b.md") == ["a.md", "b.md"]
    assert ignored(tmp_path / "two", ["keep.md"], napkin="*.md", git="!keep.md") == ["keep.md"]


def test_names_with_a_dot_are_left_out_by_setting(tmp_path: Path) -> None:
    paths = [".hidden.md", ".folder/", ".folder/a.md", "dir/.hidden.md", "a.md"]

    assert ignored(tmp_path / "one", paths) == [".hidden.md", ".folder/", ".folder/a.md", "dir/.hidden.md"]
    assert ignored(tmp_path / "two", paths, dotfiles=False) == []


def test_some_folders_are_never_part_of_a_vault(tmp_path: Path) -> None:
    names = [".obsidian", ".git", ".trash", ".nanny", ".napkin", "node_modules"]
    paths = [f"{folder}{name}/junk.md" for name in names for folder in ("", "deep/")]

    assert ignored(tmp_path, [*paths, "real/note.md"], dotfiles=False) == paths


def test_napkins_own_files_are_hidden_only_beside_notes_in_its_folder(tmp_path: Path) -> None:
    embedded = located(tmp_path / "one", {".napkin/note.md": "", ".napkin/config.json": "{}"})
    rules, _ = load_ignore_rules(embedded, IgnoreSection())

    assert rules.is_file_ignored("config.json", "config.json")
    assert not rules.is_file_ignored("deep/config.json", "config.json")
    assert ignored(tmp_path / "two", ["config.json"]) == []


def test_a_rule_that_cannot_be_read_is_a_problem_and_the_others_count(tmp_path: Path) -> None:
    rules, (problem,) = load_ignore_rules(located(tmp_path, {".napkinignore": "!\nb.md\n"}), IgnoreSection())

    assert problem.path == ".napkinignore"
    assert rules.is_file_ignored("b.md", "b.md")


def test_a_link_to_itself_in_place_of_the_rules_is_a_problem(tmp_path: Path) -> None:
    location = located(tmp_path)
    (tmp_path / ".gitignore").symlink_to(".gitignore")

    _, problems = load_ignore_rules(location, IgnoreSection())

    assert [(problem.code, problem.path) for problem in problems] == [("bad-ignore-rule", ".gitignore")]


def test_a_folder_in_place_of_the_rules_has_none(tmp_path: Path) -> None:
    location = located(write_files(tmp_path, {".gitignore/": ""}))

    assert load_ignore_rules(location, IgnoreSection())[1] == ()


@pytest.mark.parametrize(
    ("filters", "path", "expected"),
    [
        ((), "Archive/a.md", False),
        (("Archive/",), "Archive/a.md", True),
        (("Archive/",), "archive/a.md", True),
        (("Archive/",), "Old/Archive/a.md", False),
        (("/Archive/",), "Old/archive/a.md", False),
        (("/Archive\\/old/",), "x/Archive/old.md", True),
        (("/\\.tmp\\.md$/",), "a.tmp.md", True),
        (("/archive/i",), "Old/ARCHIVE/a.md", True),
        (("/(?<year>\\d{4})-\\k<year>/",), "2024-2024.md", True),
        (("/(?<year>\\d{4})-\\k<year>/",), "2024-2025.md", False),
        (("/^\\d/",), "٢.md", False),
        (("/etc/passwd",), "etc/passwd", True),
        (("", "/"), "a.md", False),
    ],
)
def test_excluded_files_are_named_by_prefix_or_expression(
    filters: tuple[str, ...], path: str, *, expected: bool
) -> None:
    excluded, problems = find_excluded(filters, [path])

    assert (path in excluded) is expected
    assert problems == ()


def test_an_expression_that_is_none_is_a_problem_and_excludes_nothing() -> None:
    excluded, (problem,) = find_excluded(["/(/", "Archive/"], ["a(.md", "Archive/a.md"])

    assert "`/(/` is not a regular expression" in problem.message
    assert excluded == {"Archive/a.md"}


def test_an_expression_that_would_run_for_ever_is_given_up_and_excludes_nothing() -> None:
    paths = ["aaa", f"{'a' * 60}.md", "b.md"]

    excluded, (problem,) = find_excluded(["/^(a|a)+$/", "b"], paths)

    assert "takes too long" in problem.message
    assert excluded == {"b.md"}


def test_a_rule_with_so_many_wildcards_that_it_takes_for_ever_is_a_problem(tmp_path: Path) -> None:
    rules, problems = load_ignore_rules(
        located(tmp_path, {".napkinignore": "*a*a*a*a*a*a*a*b\n**/a/**/a/**/a/**/a/**/a\nb*.md\n"}), IgnoreSection()
    )

    assert [problem.code for problem in problems] == ["bad-ignore-rule"] * 2
    assert "`*a*a*a*a*a*a*a*b`" in problems[0].message
    assert not rules.is_file_ignored("a" * 100, "a" * 100)
    assert rules.is_file_ignored("bb.md", "bb.md")
