"""The commands that change the text of notes: create, append, prepend, patch, replace, daily, template insert."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Napkin


@pytest.mark.parametrize(
    ("command", "path", "text"),
    [
        ('create "Test Note"', "Test Note.md", ""),
        ('create "Test Note" "hello world"', "Test Note.md", "hello world"),
        ('create Wrong --name "Flag Note" --content "flag body"', "Flag Note.md", "flag body"),
        ("create --name Rye --path Beds x", "Beds/Rye.md", "x"),
        ("create Rye - --path Beds/Rye.md --content x", "Beds/Rye.md", "x"),
        ("create Leek.md new --overwrite", "Leek.md", "new"),
        ("append March x", "March.md", "# March\n\nSow [[Leek]].\nx\n"),
        ('append March "- [ ] Sow"', "March.md", "# March\n\nSow [[Leek]].\n- [ ] Sow\n"),
        ('append March "-5 °C at night"', "March.md", "# March\n\nSow [[Leek]].\n-5 °C at night\n"),
        ("append March -- --odd", "March.md", "# March\n\nSow [[Leek]].\n--odd\n"),
        ('append --file March Leek --content "- flag"', "March.md", "# March\n\nSow [[Leek]].\n- flag\n"),
        ("append March x --section March --inline", "March.md", "# March\n\nSow [[Leek]].x\n"),
        ("prepend March x --heading march", "March.md", "# March\n\nx\nSow [[Leek]].\n"),
        ('append --file March "- x"', "March.md", "# March\n\nSow [[Leek]].\n- x\n"),
        ("prepend --file March x", "March.md", "x\n# March\n\nSow [[Leek]].\n"),
        ('create --name Rye "Knead it."', "Rye.md", "Knead it."),
        ("append March x --block", "March.md", "# March\n\nSow [[Leek]].\n\nx\n"),
        ("append March x --inline", "March.md", "# March\n\nSow [[Leek]].\nx"),
        ('prepend March "top line"', "March.md", "top line\n# March\n\nSow [[Leek]].\n"),
        ('prepend March#March "- first"', "March.md", "# March\n\n- first\nSow [[Leek]].\n"),
        ('patch March#March --replace "- x"', "March.md", "# March\n\n- x\n"),
        ("patch March --heading March --append x --join block", "March.md", "# March\n\nSow [[Leek]].\n\nx\n"),
        ("patch March --heading March --rename April", "March.md", "# April\n\nSow [[Leek]].\n"),
        ("patch March --heading March --delete", "March.md", ""),
        (
            "patch daily/2026-03-01 --property n --replace 3",
            "daily/2026-03-01.md",
            "---\nn: 3\n---\n- [ ] Water [[Carrot]]\n",
        ),
        ('replace March Sow "- Plant"', "March.md", "# March\n\n- Plant [[Leek]].\n"),
        ('replace March --find="# March" --with=""', "March.md", "\n\nSow [[Leek]].\n"),
        ("replace --file March Leek Onion", "March.md", "# March\n\nSow [[Onion]].\n"),
        ("replace March c k --count 1", "March.md", "# Markh\n\nSow [[Leek]].\n"),
        ("replace March e i --all", "March.md", "# March\n\nSow [[Liik]].\n"),
        ('daily append "- [ ] x" --date 2026-03-02', "daily/2026-03-02.md", "- [ ] x"),
        ("template insert --name Bed --file March", "March.md", None),
        ("template insert --file March Bed", "March.md", None),
        ("create Onion Y --template Bed", "Onion.md", None),
    ],
)
def test_a_note_is_as_it_was_asked_for(garden: Napkin, command: str, path: str, text: str | None) -> None:
    outcome = garden(*shlex.split(command))
    assert (outcome.code, outcome.out[:2]) == (0, "✓ "), outcome.err
    written = Path(path).read_bytes().decode()
    if text is None:
        assert "{{" not in written
        assert "Dug on 20" in written
    else:
        assert written == text


@pytest.mark.parametrize("command", ["append March --content x y", "append March y --content x"])
def test_a_text_that_an_option_wins_over_is_told_of(garden: Napkin, command: str) -> None:
    outcome = garden(*shlex.split(command))
    assert Path("March.md").read_text(encoding="utf-8").endswith("\nx\n")
    assert outcome.err == "! `y` is left out, since `--content` has the text\n"


@pytest.mark.parametrize("command", ["append March x --section ''", "daily prepend x --heading ''"])
def test_an_empty_heading_is_not_the_note(garden: Napkin, command: str) -> None:
    outcome = garden(*shlex.split(command))
    assert (outcome.code, "the heading is empty" in outcome.err) == (2, True)


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("create Rye x", "✓ made Rye.md"),
        ("create Leek x --overwrite", "✓ replaced Leek.md"),
        ("append Leek x", "✓ added to Leek.md"),
        ("patch Leek --heading Tasks --rename Jobs", "✓ renamed #Tasks in Leek.md; 1 link follows in 1 other file"),
        ("patch Leek --block thin --delete", "✓ took out ^thin of Leek.md"),
        ("replace Leek Sow Plant", "✓ replaced it once in Leek.md"),
        ("replace Leek [ ( --all", "✓ replaced it 8 times in Leek.md"),
        ("replace Leek Sow Sow", "· nothing to change: Leek.md"),
        ("daily today --date 2026-03-02", "✓ made daily/2026-03-02.md"),
        ("daily today --date 2026-03-01", "· nothing to change: daily/2026-03-01.md"),
        ("daily append x --date 2026-03-02", "✓ made daily/2026-03-02.md, and added to it"),
        ("daily append x --date 2026-03-01", "✓ added to daily/2026-03-01.md"),
        ("template insert Bed March", "✓ put Bed into March.md"),
        ("replace Leek Sow Sow --dry-run", "nothing would change"),
    ],
)
def test_a_person_is_told_what_was_done(garden: Napkin, command: str, line: str) -> None:
    assert garden(*shlex.split(command)).out == f"{line}\n"


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("create Leek x", 2, "File already exists: Leek.md. Use --overwrite to replace."),
        ("create leek x", 2, "differs from leek.md only in letter case"),
        ("create x.canvas", 2, "See: napkin canvas create --help"),
        ("create ../x y", 2, "are not taken in a path"),
        ("create a:b", 2, "does not work on every system"),
        ("create x --template nonexistent", 3, "Template not found: nonexistent. Available: Bed"),
        ("append", 2, "the note is missing"),
        ("append Leek", 2, "the text is missing"),
        ('append Leek ""', 2, "the text is empty"),
        ('daily prepend ""', 2, "the text is empty"),
        ("append nonexistent x", 3, "File not found: nonexistent"),
        ("append Leek#Nope x", 3, "did you mean `Leek` or `Leek#Tasks`?"),
        ("append Leek x y", 2, "unexpected extra argument"),
        ("append Leek --appendd", 2, "No such option"),
        ("append Leek -x", 2, "No such option"),
        ("append Leek x --actor robot:r2", 2, "`robot:r2` is no actor"),
        (f"append Leek x --if-match {'0' * 64}", 5, "changed since it was read"),
        ("prepend nonexistent x", 3, "File not found: nonexistent"),
        ("prepend Leek", 2, "the text is missing"),
        ("patch", 2, "the note is missing"),
        ("patch Leek", 2, "nothing is to be done"),
        ("patch Leek --append x", 2, "no part of the note is named"),
        ("patch Leek --heading Tasks --append x --delete", 2, "one thing at a time: append and delete"),
        ("patch Leek --heading Nope --delete", 3, "Leek.md: there is no heading `Nope`"),
        ("patch Leek --heading Tasks --delete --expect x", 5, "the part holds something else"),
        ("patch Leek --row 1 --delete", 3, "there is no table 1"),
        ("patch nonexistent --heading x --delete", 3, "File not found"),
        ("replace Leek", 2, "the text to find is missing"),
        ("replace Leek a", 2, "what is to take its place is missing"),
        ("replace Leek a b c", 2, "unexpected extra argument"),
        ("replace --file Leek a b c", 2, "`c` is one text too many"),
        ("replace Leek - -", 2, "only one of the two texts"),
        ("replace Leek zzz y", 5, "Leek.md: the text does not occur"),
        ("replace Leek e y", 5, "times, not 1"),
        ("replace Leek e y --count 0", 2, "0 is not in the range"),
        ("replace Leek#Tasks a b", 2, "names a part of a note"),
        ("daily append", 2, "the text is missing"),
        ("daily today --date noon", 2, "is not a day"),
        ("template insert", 2, "the template is missing"),
        ("template insert Bed", 2, "the note is missing"),
        ("template insert nonexistent Leek", 3, "Template not found"),
    ],
)
def test_errors_have_their_exit_code_in_words_and_as_json_and_change_nothing(
    garden: Napkin, command: str, code: int, said: str
) -> None:
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    outcome = garden(*shlex.split(command))
    assert (outcome.code, outcome.out) == (code, "")
    assert said in outcome.err
    as_json = garden(*shlex.split(command), "--json")
    assert (as_json.code, as_json.out) == (code, "")
    assert json.loads(as_json.err)["error"]["exit_code"] == code
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before


def test_a_stale_precondition_comes_with_what_is_there_now(garden: Napkin) -> None:
    etag = json.loads(garden("append", "Leek", "mine", "--json").out)["etag"]
    now = json.loads(garden("append", "Leek", "theirs", "--json").out)["etag"]
    outcome = garden("append", "Leek", "again", "--if-match", etag, "--json")
    error = json.loads(outcome.err)["error"]
    assert (outcome.code, error["code"], error["current"]) == (5, "stale-precondition", now)
    assert "+theirs" in error["diff"]
    assert garden("append", "Leek", "again", "--if-match", f'"{now}"').code == 0


def test_what_is_piped_in_is_the_text(napkin_process: Napkin, vault: Path) -> None:
    def run(*arguments: str, stdin: str | None = None) -> int:
        outcome = napkin_process(*arguments, "--vault", vault, stdin=stdin)
        return outcome.code

    assert run("append", "Bees", stdin="from stdin\n\n") == 0
    assert run("append", "Bees", "given", stdin="not this") == 0
    assert run("prepend", "Bees", "-", stdin="- top") == 0
    assert (vault / "Bees.md").read_text() == "- top\nBees like [[Clover]].\nfrom stdin\ngiven\n"
    assert run("create", "Wasps", stdin="# Wasps\n\nSting.\n") == 0
    assert (vault / "Wasps.md").read_text() == "# Wasps\n\nSting.\n"
    assert run("create", "Hornets") == 0
    assert (vault / "Hornets.md").read_text() == ""
    assert run("replace", "Wasps", "--find", "-", "--with", "Do sting.", stdin="Sting.\n") == 0
    assert run("patch", "Wasps#Wasps", "--append", "-", stdin="A lot.\n") == 0
    assert run("daily", "append", "--date", "2026-03-01", stdin="- [ ] x\n") == 0
    assert (vault / "Wasps.md").read_text() == "# Wasps\n\nDo sting.\nA lot.\n"


def test_no_text_at_all_is_an_error_at_once(napkin_process: Napkin, vault: Path) -> None:
    assert napkin_process("append", "Bees", "--vault", vault).code == 2
    assert napkin_process("daily", "append", "--vault", vault).code == 2


def test_a_program_that_says_nothing_clears_no_note(napkin_process: Napkin, vault: Path) -> None:
    before = (vault / "Clover.md").read_text(encoding="utf-8")
    for words in (
        ("append", "Clover", "-"),
        ("append", "Clover"),
        ("patch", "Clover#Clover", "--replace", "-"),
        ("replace", "Clover", "See", "-"),
        ("create", "Clover", "-", "--overwrite"),
    ):
        outcome = napkin_process(*words, "--vault", vault, stdin=" \n")
        assert outcome.code == 2
        assert "nothing came on stdin" in outcome.err
    assert (vault / "Clover.md").read_text(encoding="utf-8") == before
    assert napkin_process("create", "Wasps", "--vault", vault, stdin="").code == 0
    assert napkin_process("patch", "Clover#Clover", "--replace", "", "--vault", vault).code == 0
    assert (vault / "Clover.md").read_text(encoding="utf-8") == "# Clover\n\n\n"


def test_processes_that_add_to_a_new_day_at_once_make_it_once_and_lose_nothing(vault: Path) -> None:
    program = Path(sys.executable).with_name("napkin")
    (vault / "Templates").mkdir()
    (vault / "Templates" / "Daily Note.md").write_text("# Day\n", encoding="utf-8")
    running = [
        subprocess.Popen([program, "daily", "append", f"- {number}", "--date", "2026-03-01", "-q", "--vault", vault])
        for number in range(6)
    ]
    assert [process.wait() for process in running] == [0] * 6
    text = (vault / "daily" / "2026-03-01.md").read_text(encoding="utf-8")
    assert text.startswith("# Day\n- ")
    assert sorted(text.splitlines()[1:]) == [f"- {number}" for number in range(6)]


def test_a_pipe_that_stays_silent_does_not_hang(vault: Path) -> None:
    program = Path(sys.executable).with_name("napkin")
    reading, writing = os.pipe()
    try:
        for command, code, said in (("append", 2, "the text is missing"), ("create", 0, "nothing came on stdin")):
            note = "Bees" if command == "append" else "Wasps"
            done = subprocess.run(
                [program, command, note, "--vault", vault], stdin=reading, capture_output=True, text=True, check=False
            )
            assert done.returncode == code
            assert said in done.stderr
    finally:
        os.close(reading)
        os.close(writing)


def test_without_a_vault_nothing_is_made(napkin: Napkin, tmp_path: Path) -> None:
    for command in ("create x", "append x y", "patch x#y --delete", "replace x y z", "daily today"):
        assert napkin(*command.split()).code == 4
    assert list(tmp_path.iterdir()) == []


def test_without_a_place_for_history_nothing_is_changed(garden: Napkin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPKIN_STATE_DIR", "/proc/nowhere")
    outcome = garden("append", "Leek", "x")
    assert outcome.code == 1
    assert "NAPKIN_STATE_DIR" in outcome.err
    assert "x" not in Path("Leek.md").read_text(encoding="utf-8").splitlines()
    assert garden("append", "Leek", "x", "--dry-run").code == 0
