"""`napkin update` runs the installer that put the program there: here a small program of that name."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Napkin, Outcome

_PROGRAM = """
import sys
sys.prefix = sys.argv[1]
sys.path.insert(0, sys.prefix)
from napkin_site.cli.app import run
sys.exit(run(sys.argv[2:]))
"""

Update = Callable[..., Outcome]


@pytest.fixture
def update(tmp_path: Path) -> Update:
    """Return a function that runs `napkin update` as pipx would have installed it; `status` is what pipx ends with."""

    def invoke(*arguments: str, status: int | None = 0) -> Outcome:
        prefix = tmp_path / "venv"
        prefix.mkdir(exist_ok=True)
        (prefix / "pipx_metadata.json").write_text("{}", encoding="utf-8")
        programs = tmp_path / "bin"
        programs.mkdir(exist_ok=True)
        if status is not None:
            installer = programs / "pipx"
            installer.write_text(
                f'#!/bin/sh\necho "pipx was run: $*"\necho said >&2\nexit {status}\n', encoding="utf-8"
            )
            installer.chmod(0o755)
        done = subprocess.run(
            [sys.executable, "-c", _PROGRAM, prefix, "update", *arguments],
            env={**os.environ, "PATH": f"{programs}:/usr/bin:/bin" if status is not None else str(programs)},
            capture_output=True,
            text=True,
            check=False,
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    return invoke


def test_the_installer_is_run_and_heard(update: Update) -> None:
    outcome = update()
    assert outcome.code == 0
    assert "pipx was run: upgrade napkin-site" in outcome.out
    assert "Updated napkin-site" in outcome.out
    assert "pipx upgrade napkin-site" in outcome.err


def test_as_json_there_is_one_line_and_the_installer_is_silent(update: Update) -> None:
    outcome = update("--json")
    assert (outcome.code, outcome.err, outcome.out.count("\n")) == (0, "", 1)
    document = json.loads(outcome.out)
    assert (document["updated"], document["target"], document["installer"]) == (True, "napkin-site", "pipx")
    assert document["command"] == ["pipx", "upgrade", "napkin-site"]


def test_quiet_says_nothing(update: Update) -> None:
    assert update("-q") == (0, "", "")


def test_a_failure_is_told_with_its_status(update: Update) -> None:
    outcome = update(status=7)
    assert (outcome.code, "exited with status 7" in outcome.err) == (1, True)
    assert "Updated" not in outcome.out


def test_a_failure_as_json_is_one_line_too(update: Update) -> None:
    outcome = update("--json", status=2)
    document = json.loads(outcome.out)
    assert (outcome.code, outcome.err, document["updated"], document["target"]) == (1, "", False, "napkin-site")
    assert document["error"].endswith("exited with status 2")


def test_an_installer_that_is_not_there_is_told(update: Update) -> None:
    outcome = update(status=None)
    assert outcome.code == 1
    assert "Update failed: Could not run pipx: not found" in outcome.err


@pytest.mark.parametrize("silence", [(), ("--json",), ("-q",)])
def test_a_preview_runs_nothing(update: Update, silence: tuple[str, ...]) -> None:
    outcome = update("--dry-run", *silence)
    assert (outcome.code, outcome.err, "pipx was run" in outcome.out) == (0, "", False)
    if not silence:
        assert outcome.out == "would run: pipx upgrade napkin-site\n"


def test_where_others_manage_it_the_command_is_told_and_not_run(tmp_path: Path) -> None:
    package = tmp_path / "napkin_site-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Name: napkin-site\nVersion: 1\n", encoding="utf-8")
    (package / "INSTALLER").write_text("pip\n", encoding="utf-8")

    def run(*arguments: str) -> Outcome:
        command = [sys.executable, "-c", _PROGRAM, str(tmp_path), "update", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return Outcome(done.returncode, done.stdout, done.stderr)

    command = f"to do it yourself: {tmp_path}/bin/python -m pip install --upgrade napkin-site"
    failed = run()
    assert (failed.code, failed.out, command in failed.err) == (1, "", True)
    preview = run("--dry-run")
    assert (preview.code, command in preview.out, "would run nothing" in preview.out) == (0, True, True)
    assert json.loads(run("--json").out)["installer"] == "pip"


def test_a_checkout_is_not_updated_and_says_where_it_comes_from(napkin: Napkin, checkout: Path) -> None:
    outcome = napkin("update", "--dry-run")
    if "would run nothing" in outcome.out:  # as in a checkout, which the tests usually run in
        failed = napkin("update")
        assert (failed.code, str(checkout) in failed.err) == (1, True)
