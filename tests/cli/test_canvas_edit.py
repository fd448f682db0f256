"""What the command line adds to the changes of canvases, bookmarks and settings: arguments, words, exit codes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Napkin


def plan() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(Path("Plan.canvas").read_text(encoding="utf-8"))
    return data


def test_a_person_is_told_what_became_of_a_canvas(garden: Napkin) -> None:
    assert garden("canvas", "create", "Next").out == "✓ made Next.canvas\n"
    assert (
        garden("canvas", "add-node", "Plan", "--text", "a", "--id", "n1").out == "✓ added text node n1 to Plan.canvas\n"
    )
    assert "changed text node n1 of" in garden("canvas", "update-node", "Plan", "--id", "n1", "--x", "4").out
    assert "joined n1 to 5f2a9c1e7b3d8046" in garden("canvas", "add-edge", "Plan", "--from", "n", "--to", "5f").out
    assert "took edge e1 off" in garden("canvas", "remove-edge", "Plan", "--id", "e1").out
    assert "took node n1, and 1 edge off" in garden("canvas", "remove-node", "Plan", "--id", "n1").out
    assert (plan()["edges"], len(plan()["nodes"])) == ([], 2)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("canvas create", 2),
        ("canvas create Plan", 2),
        ("canvas create ../out", 2),
        ("canvas add-node", 2),
        ("canvas add-node Plan", 2),
        ("canvas add-node Plan --type card", 2),
        ("canvas add-node Plan --text a --color pink", 2),
        ("canvas add-node Plan --text a --x nan", 2),
        ("canvas add-node Nope --text a", 3),
        ("canvas update-node Plan --text a", 2),
        ("canvas update-node Plan --id 5f", 2),
        ("canvas update-node Plan --id zz --text a", 3),
        ("canvas add-edge Plan --to 5f", 2),
        ("canvas add-edge Plan --from 5f", 2),
        ("canvas add-edge Plan --from zz --to 5f", 3),
        ("canvas add-edge Plan --from 5f --to a1 --from-side middle", 2),
        ("canvas remove-node Plan", 2),
        ("canvas remove-edge Plan --id zz", 3),
        ("canvas remove-node Plan --id 5f --if-match 00", 5),
        ("bookmark add", 2),
        ("bookmark add --file Leek --url u", 2),
        ("config set", 2),
        ("config set search.limit", 2),
        ("config set search.limt 5", 2),
        ("config set --value 5", 2),
        ("state adopt zz", 3),
    ],
)
def test_what_cannot_be_done_has_its_exit_code_and_says_what_to_do(garden: Napkin, command: str, code: int) -> None:
    before = Path("Plan.canvas").read_bytes()
    outcome = garden(*command.split())
    assert (outcome.code, outcome.out) == (code, "")
    assert "hint: " in outcome.err
    as_json = garden(*command.split(), "--json")
    error = json.loads(as_json.err)["error"]
    assert error["hint"] or error["suggestions"]
    assert Path("Plan.canvas").read_bytes() == before


def test_an_id_that_is_not_there_is_told_with_those_that_are(garden: Napkin) -> None:
    error = json.loads(garden("canvas", "remove-node", "Plan", "--id", "Leek", "--json").err)["error"]
    assert error["suggestions"] == ["5f2a9c1e7b3d8046"]
    assert "a1b2c3d4e5f60718 (Dig first)" in error["hint"]


def test_the_text_of_a_node_comes_from_stdin_for_a_dash(garden: Napkin) -> None:
    program = Path(sys.executable).with_name("napkin")
    done = subprocess.run(
        [program, "canvas", "add-node", "Plan", "--text", "-"], input="# Title\n\nText\n", text=True, check=True
    )
    assert (done.returncode, plan()["nodes"][-1]["text"]) == (0, "# Title\n\nText")


def test_an_option_wins_over_an_argument(garden: Napkin) -> None:
    garden("canvas", "add-node", "Nope", "--file", "Plan", "--text", "a")
    assert plan()["nodes"][-1]["text"] == "a"


@pytest.mark.parametrize(
    "arguments",
    [
        ("search.limit", "5"),
        ("--key", "search.limit", "--value", "5"),
        ("--key", "search.limit", "5"),
        ("search.limit", "--value", "5"),
        ("daily.folder", "7", "--key", "search.limit", "--value", "5"),
        ("daily.folder", "5", "--key", "search.limit"),
    ],
)
def test_a_setting_and_its_value_can_be_given_either_way(garden: Napkin, arguments: tuple[str, ...]) -> None:
    outcome = garden("config", "set", *arguments)
    assert outcome.out == "✓ search.limit is 5 now\n"
    config = json.loads(Path(".napkin/config.json").read_text(encoding="utf-8"))
    assert config == {"vault": {"root": "..", "obsidian": "../.obsidian"}, "search": {"limit": 5}}


def test_setting_answers_with_every_setting_as_showing_does(garden: Napkin) -> None:
    answer = json.loads(garden("config", "set", "search.limit", "5", "--json").out)
    shown = json.loads(garden("config", "show", "--json").out)
    assert {key: answer[key] for key in shown} == shown
    assert answer["search"]["limit"] == 5
    assert set(answer) - set(shown) == {"path", "id", "etag"}


def test_bookmarks_are_told_by_what_they_lead_to(garden: Napkin) -> None:
    assert garden("bookmark", "add", "--file", "Leek#Tasks").out == "✓ bookmarked Leek.md#Tasks\n"
    assert garden("bookmark", "add", "--search", "tag:#x", "--title", "All x").out == "✓ bookmarked All x\n"
    assert garden("bookmark", "list", "--total").out == "4\n"
    assert "there is no file" in garden("bookmark", "add", "--file", "Nope").err


def test_a_bookmark_as_json_stands_as_in_the_file(garden: Napkin) -> None:
    answer = json.loads(garden("bookmark", "add", "--url", "https://example.org", "--json").out)
    file = json.loads(Path(".obsidian/bookmarks.json").read_text(encoding="utf-8"))
    assert file["items"][-1] == answer["added"]
    assert answer["path"] == ".obsidian/bookmarks.json"


def test_a_vault_that_moved_is_given_its_history(
    garden: Napkin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    garden("append", "Leek", "Sown.")
    (tmp_path / "garden").rename(tmp_path / "plot")
    monkeypatch.chdir(tmp_path / "plot")
    assert garden("log").out == ""
    assert "would have the history of" in garden("state", "adopt", "--dry-run").out
    outcome = garden("state", "adopt")
    assert outcome.out == f"✓ {tmp_path}/plot has the history of {tmp_path}/garden\n"
    assert "append" in garden("log").out


def test_what_is_left_over_is_dropped(garden: Napkin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    garden("append", "Leek", "Sown.")
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        garden("tag", "list", "--vault", str(tmp_path / name))
        (tmp_path / name).rmdir()
    assert "would drop 2 states" in garden("state", "gc", "--dry-run").out
    answer = json.loads(garden("state", "gc", "--json").out)
    assert [state["vault"] for state in answer["removed"]] == [str(tmp_path / name) for name in ("one", "two")]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garden").rename(tmp_path / "plot")
    kept = garden("state", "gc")
    assert ("dropped 0 states" in kept.out, "are kept" in kept.err) == (True, True)
    assert "dropped 1 state," in garden("state", "gc", "--history").out
