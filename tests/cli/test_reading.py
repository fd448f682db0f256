"""The reading commands: what they print for a program and for a person, and how they fail."""

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Napkin

Golden = Callable[[str, str], None]

EXAMPLES = (
    "vault",
    "read Leek",
    "read Leek#Tasks",
    "read Leek --block thin",
    "read Leek --budget 20 --page 2",
    "file list",
    "file list --ext md --total",
    "file info Leek",
    "file folders",
    "file folder Beds",
    "file folder Beds --info files",
    "file outline Leek",
    "file wordcount Leek",
    "file wordcount Leek --words",
    "link out Leek",
    "link out Leek --counts",
    "link out Carrot --verbose",
    "link back Leek",
    "link back Leek --counts",
    "link unresolved",
    "link unresolved --counts",
    "link orphans",
    "link deadends",
    "graph Carrot",
    "graph March --to Carrot",
    "graph --centrality degree --limit 2",
    "graph --components",
    "tag list",
    "tag list --counts",
    "tag info hardy",
    "tag info hardy --verbose",
    "tag aliases",
    "tag aliases --verbose",
    "property list",
    "property list --counts",
    "property read Leek sow",
    "task list --todo",
    "task show --ref Leek.md:12",
    "daily path --date 2026-03-01",
    "daily read --date 2026-03-01",
    "template list",
    "template read Bed",
    "bookmark list",
    "canvas list",
    "canvas read Plan",
    "canvas nodes Plan --type text",
    "config show",
    "config get daily.folder",
    "config get daily.folders",
    "state list",
)
"""Commands whose answers the reference shows, as they are for the example vault."""


def settled(text: str, root: Path) -> str:
    """Replace what differs from run to run: where the vault lies, and what is remembered of it."""
    document = json.loads(text)
    for state in document.get("states", []):
        state.update(id="3f1c…", size=81_920, path="/home/you/.local/state/napkin/3f1c…")
    shown = json.dumps(document, ensure_ascii=False, indent=2)
    return shown.replace(json.dumps(str(root))[1:-1], "/home/you/garden") + "\n"


def file_name(command: str) -> str:
    """Name the golden file of a command's answer."""
    return f"json/{command.replace('--', '').replace('/', '-').replace(' ', '-').replace('#', '-')}.json"


@pytest.mark.parametrize("command", EXAMPLES)
def test_answers_for_programs_are_as_documented(garden: Napkin, golden: Golden, tmp_path: Path, command: str) -> None:
    if command == "state list":
        garden("tag", "list")
    outcome = garden(*command.split(), "--json")
    assert (outcome.code, outcome.err) == (0, "")
    golden(file_name(command), settled(outcome.out, tmp_path / "garden"))


@pytest.mark.parametrize("command", EXAMPLES)
def test_quiet_prints_nothing_and_the_exit_code_is_the_answer(garden: Napkin, command: str) -> None:
    outcome = garden(*command.split(), "-q")
    assert (outcome.code, outcome.out) == (0, "")


@pytest.mark.parametrize("command", EXAMPLES)
def test_reading_changes_nothing_in_the_vault_and_needs_no_state(
    garden: Napkin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("NAPKIN_STATE_DIR", "/proc/nowhere")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "garden").rglob("*")}
    with_state = garden(*command.split())
    assert with_state.code == 0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "garden").rglob("*")} == before


@pytest.mark.parametrize(
    ("command", "lines"),
    [
        ("read Leek --lines 8", ["Sow in [[March]], beside [[Carrot|carrots]]. #hardy"]),
        ("read Leek --lines 12-", ["- [ ] Thin the seedlings ^thin", "- [x] Order seed"]),
        ("read --file March Leek --lines 1-2", ["# March", ""]),
        ("file list --ext canvas", ["Plan.canvas"]),
        ("file list --total", ["6"]),
        ("file folder Beds", ["Beds", "  1 files in 0 folders, 57 bytes"]),
        ("file folder Beds --info size", ["57"]),
        ("file outline Leek", ["Leek", "  Tasks"]),
        ("file outline Leek --format md", ["# Leek", "## Tasks"]),
        ("file outline Leek --total", ["2"]),
        ("file wordcount Leek --words", ["13"]),
        ("file wordcount March", ["3 words, 22 characters"]),
        ("tag list --sort count --counts", ["hardy\t1", "vegetable\t1"]),
        ("tag info --name hardy", ["#hardy: 1 note"]),
        ("tag info nope", ["#nope: 0 notes"]),
        ("tag info hardy --verbose", ["#hardy: 1 note", "  Leek.md"]),
        ("tag aliases --verbose", ["Allium\tLeek.md"]),
        ("property list --total", ["3"]),
        ("property read Leek tags", ['["vegetable"]']),
        ("property read --file Leek sow", ["2026-03-15"]),
        ("property read --file Leek --name sow", ["2026-03-15"]),
        ("property read Leek nope", []),
        ("task list --done", ["[x] Order seed\tLeek.md:13"]),
        ("task list --file Leek --verbose", ["Leek.md", "  12: [ ] Thin the seedlings", "  13: [x] Order seed"]),
        ("task show --file Leek --line 13", ["[x] Order seed"]),
        ("task list --total", ["3"]),
        ("link out Leek --total", ["2"]),
        ("link out Carrot --verbose", ["3\tLeek#Rust\tLeek.md", "3\tSlugs\t(nowhere)"]),
        ("link back --file Leek --total", ["3"]),
        ("link unresolved", ["Leek#Rust", "Slugs"]),
        ("link unresolved --verbose", ["Leek#Rust", "  Beds/Carrot.md", "Slugs", "  Beds/Carrot.md"]),
        ("link unresolved --total", ["2"]),
        ("link orphans --total", ["2"]),
        ("graph Leek --to March", ["Leek.md", "March.md"]),
        ("graph --components", ["1: 4 notes", "  Beds/Carrot.md", "  Leek.md", "  March.md", "  daily/2026-03-01.md"]),
        ("daily path --date 2026-03-01", ["daily/2026-03-01.md"]),
        ("daily read --date 2026-03-01", ["- [ ] Water [[Carrot]]"]),
        ("template list", ["Bed"]),
        ("template read --name Bed --resolve --title Here --vault .", None),
        ("bookmark list", ["Leek > Tasks", "tag:#hardy"]),
        ("bookmark list --verbose", ["file\tLeek > Tasks\tLeek.md#Tasks", "search\ttag:#hardy\ttag:#hardy"]),
        ("bookmark list --total", ["2"]),
        ("canvas nodes Plan", ["5f2a9c1e\tfile\tLeek.md", "a1b2c3d4\ttext\tDig"]),
        ("config get daily", ['{"folder": "daily", "format": "YYYY-MM-DD"}']),
        ("config get --key daily.folders", ["(not set)"]),
    ],
)
def test_answers_for_people_are_plain_lines_where_nobody_watches(
    garden: Napkin, command: str, lines: list[str] | None
) -> None:
    outcome = garden(*command.split())
    assert outcome.code == 0
    if lines is None:
        assert outcome.out.startswith("# Here\n\nDug on 20")
    else:
        assert outcome.out.splitlines() == lines


def test_longer_answers_for_people(garden: Napkin) -> None:
    assert "Leek.md\n" in garden("file", "info", "Leek").out
    assert "6 files in 3 folders" in garden("vault").out
    canvas = garden("canvas", "read", "Plan").out.splitlines()
    assert canvas[0] == "Plan.canvas: 2 nodes, 1 edges"
    assert canvas[-1] == "e1\ta1b2c3d4\t5f2a9c1e\tthen"
    assert "search.limit\t30" in garden("config", "show").out
    garden("tag", "list")
    assert "garden\t\t" in garden("state", "list").out
    assert garden("graph", "--centrality", "pagerank").out.count("\n") == 4
    assert json.loads(garden("graph").out)["version"] == 1
    assert garden("graph", "--format", "dot").out.startswith("digraph")


def test_a_page_says_how_to_go_on(garden: Napkin) -> None:
    first = garden("read", "Leek", "--budget", "20")
    assert "page 1 of 3; --page 2 goes on" in first.err
    last = garden("read", "Leek", "--budget", "20", "--page", "3")
    assert "page 3 of 3;" in last.err
    assert "goes on" not in last.err


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("read nonexistent", 3, "File not found: nonexistent"),
        ("read Leak", 3, "did you mean `Leek.md`?"),
        ("read", 2, "the note to read is missing"),
        ("read Leek#Nope", 3, 'Heading "Nope" not found'),
        ("read Leek --page 0", 2, "0 is not in the range"),
        ("read Leek --budget 0", 2, "0 is not in the range"),
        ("read Leek --page 9", 2, "Invalid page: 9. Valid range: 1-1"),
        ("read Leek --lines x", 2, "no range of lines"),
        ("read ../secret.md", 2, "not a path inside the vault"),
        ("file info", 2, "the file is missing"),
        ("file info nonexistent", 3, "File not found"),
        ("file folder nonexistent", 3, "Folder not found: nonexistent"),
        ("file folder", 2, "the folder is missing"),
        ("file outline nonexistent", 3, "File not found"),
        ("file wordcount nonexistent", 3, "File not found"),
        ("link back nonexistent", 3, "File not found"),
        ("link out nonexistent", 3, "File not found"),
        ("tag info", 2, "the tag is missing"),
        ("tag list --file zz", 3, "File not found: zz"),
        ("property read nonexistent x", 3, "File not found"),
        ("property read Leek", 2, "the property's name is missing"),
        ("task show --file nonexistent --line 1", 3, "File not found"),
        ("task show --file Leek --line 1", 2, "Line 1 is not a task"),
        ("task show --file Leek --line 99", 3, "Line 99 not found in Leek.md"),
        ("task show --file Leek", 2, "the line is missing"),
        ("task show", 2, "the note (--file) or the task (--ref) is missing"),
        ("task show --ref Leek.md", 2, "Invalid ref format"),
        ("task list --file zz", 3, "File not found: zz"),
        ("task list --daily", 3, "Daily note not found"),
        ("daily read --date 2020-01-01", 3, "Daily note not found: daily/2020-01-01.md"),
        ("daily path --date noon", 2, "is not a day"),
        ("template read zz", 3, "Template not found: zz. Available: Bed"),
        ("canvas read zz", 3, "Canvas not found"),
        ("canvas nodes", 2, "the canvas is missing"),
        ("config get", 2, "the key is missing"),
        ("graph --to Leek", 2, "--to needs a note to start from"),
        ("graph Leek --to March --components", 2, "exclude each other"),
        ("graph --limit 0 --centrality degree", 2, "0 is not in the range"),
        ("graph -o nowhere/graph.json", 2, "cannot write there"),
    ],
)
def test_errors_have_their_exit_code_in_words_and_as_json(garden: Napkin, command: str, code: int, said: str) -> None:
    outcome = garden(*command.split())
    assert (outcome.code, outcome.out) == (code, "")
    assert said in outcome.err
    as_json = garden(*command.split(), "--json")
    assert (as_json.code, as_json.out) == (code, "")
    error = json.loads(as_json.err)["error"]
    assert error["exit_code"] == code
    assert set(error["suggestions"]) <= {"Leek.md", "Bed", "Plan.canvas"}


def test_an_ambiguous_name_is_a_user_error_with_the_paths_it_fits(garden: Napkin) -> None:
    Path("Beds/Leek.md").write_text("another", encoding="utf-8")
    outcome = garden("--json", "read", "Leek")
    error = json.loads(outcome.err)["error"]
    assert (outcome.code, error["code"]) == (2, "ambiguous")
    assert error["suggestions"] == ["Leek.md", "Beds/Leek.md"]
    assert garden("read", "Leek.md", "-q").code == 0


def test_without_a_vault_nothing_is_made(napkin: Napkin, tmp_path: Path) -> None:
    for command in ("read x", "tag list", "vault", "link back x", "daily path"):
        assert napkin(*command.split()).code == 4
    assert list(tmp_path.iterdir()) == []


def test_notes_that_cannot_be_read_are_warnings_beside_the_answer(garden: Napkin) -> None:
    Path("bad.md").write_text("---\ntags: [#a, #b]\n---\n", encoding="utf-8")
    plain = garden("tag", "list", "-q")
    assert (plain.code, plain.out) == (0, "")
    assert "Skipping the properties of bad.md" in plain.err
    for command in (
        "tag list",
        "tag list --counts",
        "tag info hardy --verbose",
        "tag aliases --verbose",
        "property list",
    ):
        outcome = garden(*command.split(), "--json")
        assert outcome.code == 0
        assert len(json.loads(outcome.out)["warnings"]) == 1


def test_todays_tasks_are_those_of_todays_note(garden: Napkin) -> None:
    path = json.loads(garden("daily", "path", "--json").out)["path"]
    Path(path).write_text("- [ ] one\n- [x] two\n", encoding="utf-8")
    assert garden("task", "list", "--daily", "--total").out == "2\n"
    assert garden("task", "show", "--daily", "--line", "2").out == "[x] two\n"
    assert garden("daily", "read").out == "- [ ] one\n- [x] two\n"


def test_ambiguous_links_are_listed_apart(garden: Napkin) -> None:
    for folder in ("a", "b"):
        Path(folder).mkdir()
        Path(folder, "Twin.md").write_text("", encoding="utf-8")
    Path("to twins.md").write_text("[[Twin]]", encoding="utf-8")
    assert "ambiguous:\nTwin\n  a/Twin.md\n  b/Twin.md\n" in garden("link", "unresolved", "--verbose").out


def test_an_index_that_is_damaged_is_made_again(garden: Napkin) -> None:
    expected = garden("tag", "list").out
    (index,) = Path(os.environ["XDG_STATE_HOME"]).rglob("index.sqlite")
    index.write_bytes(b"no database")
    assert garden("tag", "list").out == expected
    with sqlite3.connect(index) as connection:
        assert connection.execute("SELECT count(*) FROM note").fetchone() == (5,)
    connection.close()


def test_a_graph_is_written_into_a_file(garden: Napkin, tmp_path: Path) -> None:
    outcome = garden("graph", "--format", "graphml", "-o", str(tmp_path / "g.graphml"))
    assert outcome.out.startswith("✓ wrote ")
    assert (tmp_path / "g.graphml").read_text(encoding="utf-8").startswith("<?xml")
    as_json = garden("graph", "-o", str(tmp_path / "g.json"), "--json")
    assert json.loads(as_json.out) == {"path": str(tmp_path / "g.json")}


def test_the_picture_of_the_graph_is_opened_in_a_browser(
    garden: Napkin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_once(url: str) -> bool:
        opened.append(url)
        return len(opened) == 1

    monkeypatch.setattr("webbrowser.open", open_once)
    outcome = garden("graph", "--open", "-o", str(tmp_path / "g.html"))
    assert outcome.out == f"✓ wrote {tmp_path / 'g.html'}\n"
    assert opened == [(tmp_path / "g.html").as_uri()]
    as_json = garden("graph", "Leek", "--open", "--json")
    assert Path(json.loads(as_json.out)["path"]).is_file()
    assert "no browser could be opened" in as_json.err


def test_the_names_of_notes_cannot_steer_a_terminal(garden: Napkin) -> None:
    Path("a\x1b[31m.md").write_text("", encoding="utf-8")
    assert "a\ufffd[31m.md" in garden("file", "list").out
