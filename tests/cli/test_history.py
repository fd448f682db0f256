"""`napkin log`, `show`, `diff`, `undo`, `history purge` and `batch`, as a person or a script types them."""

import json
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Napkin

_LINES = (
    '{"op": "create", "name": "Onion", "content": "# Onion"}\n'
    '{"op": "append", "note": "Onion", "text": "Like [[Leek]]."}\n'
    '{"op": "move", "file": "Onion", "to": "Beds/"}\n'
)


@pytest.fixture
def worked(garden: Napkin) -> Napkin:
    """Run command lines in the example vault after three changes: entries 2, 3 and 5; 1 and 4 are how notes were."""
    for command in (
        'append Leek "Sown today." --actor agent:scribe --reason "log the sowing"',
        "property set Leek rows 3 --actor me",
        "rename March Spring --actor me",
    ):
        assert garden(*shlex.split(command)).code == 0
    return garden


def _without_times(text: str) -> list[list[str]]:
    """Give the cells of each line, but for the second, which tells the time."""
    rows = [line.split("\t") for line in text.splitlines()]
    return [[*row[:1], *row[2:]] for row in rows]


def test_the_log_is_lines_of_cells_where_nobody_watches(worked: Napkin) -> None:
    outcome = worked("log")
    assert _without_times(outcome.out) == [
        ["5", "me", "rename", "March.md → Spring.md and 1 more", ""],
        ["4", "external", "external", "March.md", ""],
        ["3", "me", "property set", "Leek.md", ""],
        ["2", "agent:scribe", "append", "Leek.md", "log the sowing"],
        ["1", "external", "external", "Leek.md", ""],
    ]
    assert outcome.err == ""
    assert _without_times(worked("log", "--file", "Spring").out)[1][3] == "March.md"
    limited = worked("log", "--limit", "2", "--actor", "me")
    assert [row[0] for row in _without_times(limited.out)] == ["5", "3"]
    assert "--limit 10 shows more" in limited.err


def test_what_is_undone_and_what_undoes_it_say_so(worked: Napkin) -> None:
    worked("undo", "--actor", "me")
    rows = _without_times(worked("log", "--limit", "2").out)
    assert [row[2] for row in rows] == ["undo of 5", "rename (undone)"]
    shown = worked("show", "6").out.splitlines()
    assert shown[0].startswith("entry 6: undo by me, 20")
    assert shown[1:] == ["  takes back: entry 5", "  moved Spring.md → March.md", "  edited Leek.md"]
    assert "  undone: yes\n" in worked("show", "5").out


def test_an_entry_and_a_file_of_its_time_are_shown(worked: Napkin) -> None:
    assert worked("show", "2").out.splitlines()[1:] == ["  why: log the sowing", "  edited Leek.md"]
    assert worked("show", "2", "Leek").out.endswith("- [x] Order seed\nSown today.\n")
    assert worked("show", "2", "--content").out == worked("show", "2", "Leek").out
    assert worked("show", "4", "Spring").out == "# March\n\nSow [[Leek]].\n"


def test_a_diff_is_of_one_entry_or_several(worked: Napkin) -> None:
    assert "+Sown today.\n" in worked("diff", "2").out
    assert worked("diff", "3..", "Spring").out == "rename from March.md\nrename to Spring.md\n"
    assert "rows" in worked("diff", "1..3").out
    assert worked("diff", "1").out == ""


def test_undo_that_meets_later_changes_shows_them_and_is_a_conflict(worked: Napkin) -> None:
    worked("replace", "Leek", "Sown today.", "Sown late.", "--actor", "me")
    before = Path("Leek.md").read_bytes()
    outcome = worked("undo", "2")
    assert (outcome.code, outcome.out) == (5, "")
    assert "hint: Undo the later changes first." in outcome.err
    assert "-Sown today.\n+Sown late.\n" in outcome.err
    error = json.loads(worked("undo", "2", "--json").err)["error"]
    assert (error["code"], error["path"]) == ("stale-precondition", "Leek.md")
    assert "+Sown late.\n" in error["diff"]
    assert Path("Leek.md").read_bytes() == before


def test_undo_takes_back_ones_own(worked: Napkin) -> None:
    assert worked("undo", "--actor", "agent:scribe").out == "✓ took back entry 2 (append): Leek.md\n"
    assert worked("undo", "--actor", "me", "--dry-run").out.startswith("rename from Spring.md\nrename to March.md\n")
    assert worked("undo", "--actor", "me").out == "✓ took back entry 5 (rename): 2 files\n"
    assert worked("undo", "--actor", "me").out == "✓ took back entry 3 (property set): Leek.md\n"
    nothing = worked("undo", "--actor", "me")
    assert (nothing.code, "nothing of `me` to undo" in nothing.err) == (3, True)
    again = worked("undo", "3")
    assert (again.code, again.out) == (0, "· nothing to change\n")
    assert "entry 3 was taken back before" in again.err


def test_old_entries_are_forgotten_when_it_is_said_which(worked: Napkin) -> None:
    assert worked("history", "purge").code == 2
    assert worked("history", "purge", "--all", "--keep-from", "3").code == 2
    assert worked("history", "purge", "--keep-from", "3", "--dry-run").out == "✓ would forget 2 entries\n"
    assert json.loads(worked("history", "purge", "--keep-from", "3", "--dry-run", "--json").out) == {
        "entries": 2,
        "keeps_from": "3",
    }
    assert worked("history", "purge", "--keep-from", "3").out == "✓ forgot 2 entries\n"
    assert worked("show", "2").code == 3
    assert worked("undo", "3").code == 0
    assert json.loads(worked("history", "purge", "--all", "--json").out)["entries"] == 4
    assert worked("log").out == ""


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("show", 2, "the entry's id is missing"),
        ("show 99", 3, "the history has no entry `99`"),
        ("show x", 3, "the history has no entry `x`"),
        ("show 5 --content", 2, "touched 2 files"),
        ("show 2 Nope", 3, "File not found: Nope"),
        ("diff 99", 3, "the history has no entry `99`"),
        ("diff 5..2", 2, "2 comes before 5"),
        ("diff 2 March", 3, "File not found: March"),
        ("undo 99", 3, "the history has no entry `99`"),
        ("undo ''", 2, "the id is empty"),
        ("append Leek x --if-match ''", 2, "the etag is empty"),
        ("undo 1", 2, "is not known, so it is not undone"),
        ("log Nope", 3, "File not found: Nope"),
        ("log --since noon", 2, "neither an entry nor a day"),
        ("log --limit 0", 2, "0 is not in the range"),
        ("history purge --keep-from 99", 3, "the history has no entry `99`"),
        ("batch nowhere.jsonl", 3, "there is no file `nowhere.jsonl`"),
        ("batch Beds", 2, "`Beds` is a folder"),
        ("batch", 2, "what to change is missing"),
    ],
)
def test_what_cannot_be_done_is_told_with_its_exit_code(worked: Napkin, command: str, code: int, said: str) -> None:
    outcome = worked(*shlex.split(command))
    assert (outcome.code, outcome.out) == (code, "")
    assert said in outcome.err


def test_a_batch_is_all_or_nothing_and_one_entry(garden: Napkin) -> None:
    Path("changes.jsonl").write_text(_LINES, encoding="utf-8")
    preview = garden("batch", "changes.jsonl", "--dry-run")
    made = "--- /dev/null\n+++ b/Beds/Onion.md\n@@ -0,0 +1,2 @@\n+# Onion\n+Like [[Leek]].\n"
    assert preview.out == f"{made}\\ No newline at end of file\n"
    assert not Path("Beds/Onion.md").exists()
    assert garden("batch", "changes.jsonl", "--reason", "spring").out == "✓ made 3 changes as one\n"
    assert garden("log", "--limit", "1").out.split("\t")[3:] == ["batch", "Beds/Onion.md", "spring\n"]
    assert garden("undo").code == 0
    assert not Path("Beds/Onion.md").exists()


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ('{"op": "append", "note": "Nope", "text": "x"}', 3, "line 4 (append): File not found: Nope"),
        ('{"op": "create", "name": "Leek"}', 2, "line 4 (create): "),
        ('{"op": "append", "note": "Leek"}', 2, "line 4 (append): `text` is missing"),
        ('{"op": "append", "note": "Leek", "text": "x", "if_match": "00"}', 5, "line 4 (append): `Leek.md` changed"),
        ('{"op": "undo"}', 2, "line 4: there is no operation `undo`"),
        ("{", 2, "line 4: this is no JSON"),
    ],
)
def test_an_error_in_a_batch_says_its_line_and_nothing_is_changed(
    garden: Napkin, line: str, code: int, said: str
) -> None:
    Path("changes.jsonl").write_text(_LINES + line + "\n", encoding="utf-8")
    outcome = garden("batch", "changes.jsonl", "--json")
    error = json.loads(outcome.err)["error"]
    assert (outcome.code, outcome.out, error["exit_code"]) == (code, "", code)
    assert error["message"].startswith(said)
    assert not Path("Beds/Onion.md").exists()
    assert garden("log").out == ""


def test_a_batch_is_piped_in(garden: Napkin, napkin_process: Napkin) -> None:
    root = Path.cwd()
    outcome = napkin_process("batch", "--vault", root, stdin=_LINES)
    assert (outcome.code, outcome.out) == (0, "✓ made 3 changes as one\n")
    assert (root / "Beds" / "Onion.md").is_file()
    assert napkin_process("batch", "-", "--vault", root, stdin="").code == 2
    Path("latin.jsonl").write_bytes(b'{"op": "append", "note": "Leek", "text": "\xe9"}')
    assert garden("batch", "latin.jsonl").code == 2
