"""The guide for scripts and agents is run as it stands, in a copy of the garden."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT

GUIDE = CHECKOUT / "docs" / "guides" / "write with scripts and agents.md"
_FENCE = re.compile(r"^```(sh|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\| [^|]+ \| (`napkin .*) \|$", re.MULTILINE)


@pytest.fixture
def garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(CHECKOUT / "examples" / "garden", tmp_path / "garden")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    return tmp_path / "garden"


def run(garden: Path, *words: str) -> None:
    done = subprocess.run(words, cwd=garden, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words[-1]}\n{done.stdout}{done.stderr}"


def test_the_examples_run_in_their_order(garden: Path) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    shell = ""
    for language, code in _FENCE.findall(text):
        if language == "sh":
            shell += code
        else:
            run(garden, "bash", "-euo", "pipefail", "-c", shell)
            shell = "export NAPKIN_ACTOR=agent:gardener\n"
            run(garden, sys.executable, "-c", code)
    run(garden, "bash", "-euo", "pipefail", "-c", shell)
    tomato = (garden / "Plants" / "Tomato.md").read_text(encoding="utf-8")
    assert "in the first week of March" in tomato
    assert '- "Sow early", says the packet.' in tomato
    assert "Spring plan" not in tomato
    assert not (garden / "Spring plan.md").exists()


@pytest.mark.parametrize(
    "command",
    [command for row in _COMMAND.findall(GUIDE.read_text("utf-8")) for command in re.findall(r"`(napkin [^`]+)`", row)],
)
def test_each_command_of_the_table_changes_the_garden(garden: Path, command: str) -> None:
    run(garden, "bash", "-c", f"{command} --dry-run | grep -q '^[-+]'")
