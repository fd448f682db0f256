"""Findings since a commit, in real repositories."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from napkin_site.builder.checks.check import check_vault
from napkin_site.errors import UsageError
from napkin_site.vault.locate import find_vault
from tests.builder.sites import write_vault

Git = Callable[..., str]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """Make a vault with an old debt, below the root of a repository, committed."""
    root = tmp_path / "repository" / "notes"
    write_vault(
        root,
        {
            "Old.md": "[[Nobody]] [[Onion]] [[Onion#Sowing]] ![[bed.png]]\n",
            "Onion.md": "# Onion\n\n## Sowing\n",
            "Leek.md": "[[Onion]] [[Gone already]]\n",
            "bed.png": "PNG",
        },
    )
    git = git_in(root.parent)
    git("init", "--quiet", "--initial-branch", "main")
    git("config", "user.email", "a@example.org")
    git("config", "user.name", "A")
    commit(root)
    return root


def git_in(root: Path) -> Git:
    def git(*arguments: str) -> str:
        done = subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    return git


def commit(root: Path) -> None:
    git_in(root)("add", "--all")
    git_in(root)("commit", "--quiet", "--message", "change")


def since(root: Path, reference: str, **options: Any) -> list[tuple[str, str, str]]:
    location = find_vault(None, named=root, environ={})
    checked = check_vault(location, since=reference, environ={}, **options)
    return [(item.problem.code, item.problem.path, item.about) for item in checked.found]


def test_nothing_is_reported_when_nothing_changed(vault: Path) -> None:
    assert since(vault, "HEAD") == []


def test_all_findings_of_a_changed_note_are_reported_committed_or_not(vault: Path) -> None:
    (vault / "Leek.md").write_text("[[Onion]] [[Gone already]] more\n")
    assert since(vault, "HEAD") == [("unresolved-link", "Leek.md", "Gone already")]
    commit(vault)
    assert since(vault, "HEAD") == []
    assert since(vault, "HEAD~1") == [("unresolved-link", "Leek.md", "Gone already")]


def test_a_new_note_counts_before_git_knows_it(vault: Path) -> None:
    (vault / "Naïve é.md").write_text("[[Nowhere]]\n")
    assert since(vault, "HEAD") == [("unresolved-link", "Naïve é.md", "Nowhere")]


def test_links_to_a_removed_note_count_in_notes_that_did_not_change(vault: Path) -> None:
    (vault / "Onion.md").unlink()
    assert since(vault, "HEAD") == [
        ("unresolved-link", "Leek.md", "Onion"),
        ("unresolved-link", "Old.md", "Onion"),  # twice in one line, told once
    ]


def test_links_to_a_renamed_file_count_in_notes_that_did_not_change(vault: Path) -> None:
    git_in(vault)("mv", "bed.png", "plan.png")
    commit(vault)
    assert ("missing-embed", "Old.md", "bed.png") in since(vault, "HEAD~1")


def test_links_to_a_heading_that_was_renamed_count(vault: Path) -> None:
    (vault / "Onion.md").write_text("# Onion\n\n## Harvest\n")
    assert since(vault, "HEAD") == [("missing-part", "Old.md", "Onion#Sowing")]


def test_a_new_note_that_makes_a_link_ambiguous_counts(vault: Path) -> None:
    write_vault(vault, {"A/Log.md": "", "Diary.md": "[[Log]]\n"})
    commit(vault)
    write_vault(vault, {"B/Log.md": ""})
    assert since(vault, "HEAD") == [("ambiguous-link", "Diary.md", "Log")]


def test_what_the_other_branch_did_meanwhile_is_not_ours(vault: Path) -> None:
    git = git_in(vault)
    git("checkout", "--quiet", "-b", "mine")
    (vault / "Mine.md").write_text("[[Lost]]\n")
    commit(vault)
    git("checkout", "--quiet", "main")
    (vault / "Leek.md").write_text("[[Gone already]] theirs\n")
    commit(vault)
    git("checkout", "--quiet", "mine")
    assert since(vault, "main") == [("unresolved-link", "Mine.md", "Lost")]


def test_paths_limit_it_further(vault: Path) -> None:
    (vault / "Onion.md").unlink()
    assert since(vault, "HEAD", paths=["Leek.md"]) == [("unresolved-link", "Leek.md", "Onion")]


@pytest.mark.parametrize("reference", ["no-such-branch", "--output=x", "HEAD~99"])
def test_a_commit_that_is_not_there_is_told(vault: Path, reference: str) -> None:
    with pytest.raises(UsageError, match="there is no commit") as caught:
        since(vault, reference)
    assert "fetch-depth" in caught.value.hint


def test_outside_a_repository_it_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    vault = write_vault(tmp_path / "vault", {"a.md": ""})
    with pytest.raises(UsageError, match="in no repository"):
        since(vault, "HEAD")
