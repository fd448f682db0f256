"""Run the command line as a person or a script would."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from napkin_site.cli.app import run
from tests.cli.example_vault import write_example


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


Napkin = Callable[..., Outcome]


@pytest.fixture
def napkin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Napkin:
    """Return a function that runs a command line in this process, in an empty folder, eighty columns wide."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments: str | Path) -> Outcome:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return invoke


@pytest.fixture
def napkin_process(tmp_path: Path) -> Napkin:
    """Return a function that runs the installed program in a process of its own, in an empty folder.

    Its keyword `stdin` is what is piped in; without it, stdin is closed.
    """
    program = Path(sys.executable).with_name("napkin")

    def invoke(*arguments: str | Path, stdin: str | None = None) -> Outcome:
        given: dict[str, Any] = {"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}
        done = subprocess.run([program, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False, **given)
        return Outcome(done.returncode, done.stdout, done.stderr)

    return invoke


@pytest.fixture
def garden(napkin: Napkin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Napkin:
    """Run command lines inside the example vault."""
    write_example(tmp_path / "garden")
    monkeypatch.chdir(tmp_path / "garden")
    return napkin


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """Make a vault of two notes that link to each other, one of them to something that is not there."""
    root = tmp_path / "notes"
    (root / ".obsidian").mkdir(parents=True)
    (root / "Bees.md").write_text("Bees like [[Clover]].\n", encoding="utf-8")
    (root / "Clover.md").write_text("# Clover\n\nSee [[Bees]] and [[Nowhere]].\n", encoding="utf-8")
    return root


@pytest.fixture
def as_ordinary_user() -> None:
    """Skip where permissions do not bind us."""
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
