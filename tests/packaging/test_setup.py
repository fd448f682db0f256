"""`make` on a machine that lacks something says what, and what to install."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a folder of stand-ins first on PATH: here we are an ordinary user."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    _stand_in(folder / "id", "echo 1000")
    return folder


@pytest.mark.usefixtures("programs")
def test_a_missing_python_is_named_with_the_package_that_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHON", "no-such-python")
    done = _make_environment(tmp_path / "env")
    assert done.returncode == 1
    assert "needs Python 3.11 or newer, and found none" in done.stderr
    assert "apt-get install python3 python3-venv" in done.stderr


def test_an_old_python_is_named_with_its_version(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _stand_in(programs / "old-python", 'if [ "$1" = --version ]; then echo Python 3.9.2; else exit 1; fi')
    monkeypatch.setenv("PYTHON", "old-python")
    done = _make_environment(tmp_path / "env")
    assert done.returncode == 1
    assert "found Python 3.9.2" in done.stderr


def test_a_python_without_venv_is_told_which_package_has_it(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Debian's python3 without python3-venv: the interpreter is new enough, `ensurepip` cannot be imported.
    _stand_in(programs / "bare-python", f'case "$2" in *ensurepip*) exit 1;; esac; exec "{sys.executable}" "$@"')
    monkeypatch.setenv("PYTHON", "bare-python")
    done = _make_environment(tmp_path / "env")
    assert done.returncode == 1
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert f"apt-get install python{version}-venv" in done.stderr


def test_an_environment_that_works_is_left_alone(tmp_path: Path) -> None:
    # The one this suite runs in stands for it: nothing is made, nothing is removed.
    folder = tmp_path / "env"
    (folder / "bin").mkdir(parents=True)
    _stand_in(folder / "bin" / "python", f'exec "{sys.executable}" "$@"')
    _stand_in(folder / "bin" / "pip", "exit 0")
    done = _make_environment(folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.name for path in (folder / "bin").iterdir()) == ["pip", "python"]


@pytest.mark.usefixtures("programs")
def test_what_only_root_may_install_is_asked_of_the_user() -> None:
    done = _run(CHECKOUT / ".ci" / "debian", "chromium", "Chromium")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "✗ Chromium is missing",
        "hint: on Debian or Ubuntu, as root: apt-get install chromium",
    ]


def _make_environment(folder: Path) -> subprocess.CompletedProcess[str]:
    return _run(CHECKOUT / ".ci" / "venv", folder)


def _run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def _stand_in(path: Path, body: str) -> None:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
