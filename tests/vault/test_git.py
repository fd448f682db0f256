"""Asking git about a vault."""

import subprocess
from pathlib import Path

import pytest

from napkin_site.vault.git import run_git


def test_git_is_asked_only_where_there_may_be_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def run(command: object, **_: object) -> subprocess.CompletedProcess[bytes]:
        asked.append(command)
        return subprocess.CompletedProcess([], 0, stdout=b"yes")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.delenv("GIT_DIR", raising=False)
    notes = tmp_path / "project/notes"
    notes.mkdir(parents=True)
    assert run_git(notes, "rev-parse", "HEAD") is None
    assert not asked

    (tmp_path / "project/.git").write_text("gitdir: elsewhere")  # as in a worktree
    assert run_git(notes, "rev-parse", "HEAD") == b"yes"


def test_a_repository_that_the_environment_names_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "--quiet", "elsewhere"], cwd=tmp_path, check=True)
    (tmp_path / "notes").mkdir()
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere/.git"))
    assert run_git(tmp_path / "notes", "rev-parse", "--git-dir") == f"{tmp_path}/elsewhere/.git\n".encode()
