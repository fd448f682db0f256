"""What all writing commands have in common: their answers, previews, silence, and what the history says of them."""

import json
import os
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Napkin
from tests.cli.writing_examples import EXAMPLES, file_name

Golden = Callable[[str, str], None]
CHANGES = [command for command, example in EXAMPLES.items() if example.is_change]

_MOMENT = re.compile(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)")


@pytest.fixture
def prepared(garden: Napkin, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Napkin]:
    """Return a function that gives the example vault as it is before a command of the examples."""

    def prepare(command: str) -> Napkin:
        monkeypatch.setenv("NAPKIN_ACTOR", "agent:gardener")
        name, text = EXAMPLES[command].file
        if name:
            Path(name).write_text(text, encoding="utf-8")
        for first in EXAMPLES[command].before:
            assert garden(*shlex.split(first), "-q").code == 0, first
        return garden

    return prepare


def settled(text: str, root: Path) -> str:
    """Replace what differs from run to run: where the vault lies, and when something was done."""
    shown = json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    shown = shown.replace(json.dumps(str(root))[1:-1], "/home/you/garden")
    return _MOMENT.sub("2026-03-01T08:30:00.000Z", shown) + "\n"


def _vault() -> dict[str, bytes]:
    """Give every file of the vault around the current folder."""
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


def _journal() -> list[dict[str, object]]:
    """Give the lines of the only journal there is."""
    files = list(Path(os.environ["XDG_STATE_HOME"]).rglob("journal.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("command", EXAMPLES)
def test_answers_for_programs_are_as_documented(
    prepared: Callable[..., Napkin], golden: Golden, tmp_path: Path, command: str
) -> None:
    outcome = prepared(command)(*shlex.split(command), "--json")
    assert (outcome.code, outcome.err) == (0, "")
    text = settled(outcome.out, tmp_path / "garden")
    if EXAMPLES[command].is_dated:
        text = re.sub(r'"etag": "[0-9a-f]{64}"', '"etag": "9c56…"', text)
        text = re.sub(r'"ctime": \d+', '"ctime": 1772353800000', text)
    golden(file_name(command), text)


@pytest.mark.parametrize("command", EXAMPLES)
def test_quiet_prints_nothing_and_the_exit_code_is_the_answer(prepared: Callable[..., Napkin], command: str) -> None:
    outcome = prepared(command)(*shlex.split(command), "-q")
    assert (outcome.code, outcome.out) == (0, "")


@pytest.mark.parametrize("command", CHANGES)
def test_a_preview_changes_nothing_and_shows_what_would(prepared: Callable[..., Napkin], command: str) -> None:
    napkin = prepared(command)
    before, journal = _vault(), _journal()
    outcome = napkin(*shlex.split(command), "--dry-run", "--json")
    assert outcome.code == 0
    answer = json.loads(outcome.out)
    assert answer["diff"]
    assert not {EXAMPLES[command].entry, "etag"} & set(answer)
    assert (_vault(), _journal()) == (before, journal)
    assert napkin(*shlex.split(command), "--dry-run").out == answer["diff"]


@pytest.mark.parametrize("command", CHANGES)
def test_the_history_says_who_did_it_and_why(prepared: Callable[..., Napkin], command: str) -> None:
    napkin = prepared(command)
    done = napkin(*shlex.split(command), "--reason", "because", "--actor", "tool:spade", "--json")
    (intent,) = [line for line in _journal() if line.get("reason") == "because"]
    assert intent["id"] == json.loads(done.out)[EXAMPLES[command].entry]
    assert (intent["actor"], intent["kind"], intent["source"]) == ("spade", "tool", "cli")


@pytest.mark.parametrize("command", CHANGES)
def test_a_person_is_told_in_one_line(prepared: Callable[..., Napkin], command: str) -> None:
    outcome = prepared(command)(*shlex.split(command))
    assert outcome.code == 0
    (line,) = outcome.out.splitlines()
    assert line.startswith("✓ ")


def test_each_example_has_an_answer_of_its_own() -> None:
    names = [file_name(command) for command in EXAMPLES]
    assert len(set(names)) == len(names)
