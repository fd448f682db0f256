"""`napkin property set` and its kin, and the marks of tasks, as a person or a script types them."""

import json
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Napkin


def front(path: str = "Leek.md") -> list[str]:
    """Give the lines between the fences of a note."""
    return Path(path).read_text(encoding="utf-8").split("---\n")[1].splitlines()


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("set Leek priority high", "priority: high"),
        ("set --file Leek priority high", "priority: high"),
        ("set --file Leek --name priority high", "priority: high"),
        ("set --file Leek --name priority --value high", "priority: high"),
        ("set Leek draft true", "draft: true"),
        ("set Leek priority -5", "priority: -5"),
        ("set Leek note '- so'", 'note: "- so"'),
        ("set Leek id 42 --type text", 'id: "42"'),
        ("set Leek sow ''", "sow:"),
        ("set Leek sizes 1 2 --json-value '[3]'", ""),
        ("set Leek sizes --json-value '[3]'", "  - 3"),
        ("set Leek sizes 1 --value 2", "  - 2"),
        ("add Leek tags '#bulb, hardy'", "tags: [vegetable, bulb, hardy]"),
        ("add --file Leek --name aliases Porree", "aliases: [Allium, Porree]"),
        ("add Leek n --json-value 1", "  - 1"),
        ("remove-from Leek tags vegetable", "tags: []"),
        ("rename Leek sow planted", "planted: 2026-03-15"),
        ("rename --file Leek --name sow planted", "planted: 2026-03-15"),
    ],
)
def test_options_stand_for_arguments(garden: Napkin, command: str, line: str) -> None:
    outcome = garden("property", *shlex.split(command))
    if line:
        assert (outcome.code, outcome.out[:2]) == (0, "✓ "), outcome.err
        assert line in front()
    else:
        assert outcome.code == 2


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("property set Leek priority 2", "✓ priority of Leek.md is now 2"),
        ("property set Leek tags a b", '✓ tags of Leek.md is now ["a", "b"]'),
        ("property set Leek sow ''", "✓ sow of Leek.md is now empty"),
        ("property set Leek sow 2026-03-15", "· nothing to change: Leek.md"),
        ("property remove Leek sow", "✓ removed sow from Leek.md"),
        ("property remove Leek nope", "· nothing to change: Leek.md"),
        ("property add Leek tags bulb vegetable", "✓ added bulb to tags of Leek.md"),
        ("property remove-from Leek aliases Allium x", "✓ removed Allium from aliases of Leek.md"),
        ("property rename Leek sow planted", "✓ sow of Leek.md is now called planted"),
        ("task show --ref Leek.md:12 --toggle", "✓ [x] Thin the seedlings (Leek.md:12)"),
        ("task show --file Leek --line 13 --todo", "✓ [ ] Order seed (Leek.md:13)"),
        ("task show --file Leek --line 13 --done", "· nothing to change: Leek.md"),
        ("task show --ref Leek.md:12", "[ ] Thin the seedlings"),
    ],
)
def test_a_person_is_told_what_was_done(garden: Napkin, command: str, said: str) -> None:
    assert garden(*shlex.split(command)).out.splitlines() == [said]


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("property set nonexistent x y", 3, "File not found: nonexistent"),
        ("property remove nonexistent x", 3, "File not found: nonexistent"),
        ("property set", 2, "the note is missing"),
        ("property set Leek", 2, "the property's name is missing"),
        ("property set Leek x", 2, "the value is missing"),
        ("property set Leek x --json-value {", 2, "--json-value is no JSON"),
        ("property set Leek x 1 --json-value 1", 2, "stands for itself"),
        ("property set Leek x y --type number", 2, "`x` is a number, as was asked, and `y` is none"),
        ("property set Leek x y --tpye number", 2, "--tpye"),
        ("property set Leek tags 1984", 2, "`1984` is no tag"),
        ("property remove Leek sow now", 2, "`now` is one argument too many"),
        ("property rename Leek sow", 2, "the new name is missing"),
        ("property rename Leek sow tags", 2, "there is a property `tags` already"),
        ("property rename Leek nope x", 3, "there is no property `nope`"),
        ("property set Leek x y --if-match 00", 5, "changed since it was read"),
        ("task show --ref Leek.md:1 --done", 2, "Line 1 is not a task"),
        ("task show --ref Leek.md:99 --done", 3, "Line 99 not found in Leek.md"),
        ("task show --ref Leek.md --done", 2, "Invalid ref format"),
        ("task show --ref Leek.md:12 --status xx", 2, "one character"),
        ("task show --ref Leek.md:12 --dry-run", 2, "there is nothing to preview"),
        ("task show --daily --line 1 --done", 3, "Daily note not found"),
        ("task show --daily --done", 3, "Daily note not found"),
    ],
)
def test_what_cannot_be_done_is_told_with_its_exit_code(garden: Napkin, command: str, code: int, said: str) -> None:
    before = Path("Leek.md").read_bytes()
    outcome = garden(*shlex.split(command))
    assert (outcome.code, outcome.out) == (code, "")
    assert said in outcome.err
    as_json = garden(*shlex.split(command), "--json")
    assert json.loads(as_json.err)["error"]["exit_code"] == code
    assert Path("Leek.md").read_bytes() == before


@pytest.mark.parametrize(
    ("flags", "mark"),
    [
        ("--status ? --done --todo --toggle", "?"),
        ("--done --todo --toggle", "x"),
        ("--todo --toggle", " "),
        ("--toggle", " "),
        ("--status ''", None),
    ],
)
def test_the_first_of_several_marks_counts(garden: Napkin, flags: str, mark: str | None) -> None:
    outcome = garden("task", "show", "--file", "Leek", "--line", "13", *shlex.split(flags))
    assert outcome.code == (0 if mark is not None else 2)
    assert f"- [{'x' if mark is None else mark}] Order seed\n" in Path("Leek.md").read_text(encoding="utf-8")


def test_a_task_of_today_is_done(garden: Napkin) -> None:
    path = json.loads(garden("daily", "path", "--json").out)["path"]
    Path(path).write_text("- [ ] one\n- [ ] two\n", encoding="utf-8")
    done = json.loads(garden("task", "show", "--daily", "--line", "2", "--done", "--json").out)
    assert (done["file"], done["status"], done["text"]) == (path, "x", "two")
    assert Path(path).read_text(encoding="utf-8") == "- [ ] one\n- [x] two\n"


def test_reading_says_who_changed_the_note_last(garden: Napkin) -> None:
    assert "last_actor" not in json.loads(garden("read", "Leek", "--json").out)
    garden("property", "set", "Leek", "x", "1", "--actor", "agent:scribe")
    read = json.loads(garden("read", "Leek", "--json").out)
    assert (read["last_actor"], read["last_kind"]) == ("scribe", "agent")
    Path("Leek.md").write_text("by hand ^[inferred]\n", encoding="utf-8")
    read = json.loads(garden("read", "Leek", "--json").out)
    assert (read["last_actor"], read.get("last_kind"), read["inferred"]) == ("external", None, 1)
