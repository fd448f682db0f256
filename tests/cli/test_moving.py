"""Moving, renaming, deleting and bringing back, as typed."""

import hashlib
import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.conftest import Napkin
from tests.shared import shared_path
from tests.vault.files import write_files


@pytest.fixture
def beds(tmp_path: Path) -> Path:
    """Make a vault that the commands run in, without naming it."""
    return write_files(
        tmp_path,
        {
            ".napkin/config.json": "{}",
            "Leek.md": "# Leek\n",
            "March.md": "[[Leek|leeks]] [[Leek#Leek]]\n",
            "deep/April.md": "![[Leek]]\n",
            "pics/leek.png": "png",
        },
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("move", "Leek", "Beds"), "✓ moved Leek.md to Beds/Leek.md\n"),
        (("move", "--file", "Leek", "--to", "Beds"), "✓ moved Leek.md to Beds/Leek.md\n"),
        (("move", "--file", "Leek", "Beds"), "✓ moved Leek.md to Beds/Leek.md\n"),
        (("move", "Leek", "--to", "Beds"), "✓ moved Leek.md to Beds/Leek.md\n"),
        (("move", "Leek", "March", "pics", "Beds"), "✓ moved 3 files to Beds\n"),
        (("move", "deep/April", "pics/leek.png", "/"), "✓ moved 2 files to the vault's own folder\n"),
        (("move", "pics", "Beds"), "✓ moved pics to Beds/pics\n"),
        (("rename", "Leek", "Porree"), "✓ renamed Leek.md to Porree.md; 3 links in 2 files rewritten\n"),
        (("rename", "--file", "Leek", "Porree"), "✓ renamed Leek.md to Porree.md; 3 links in 2 files rewritten\n"),
        (("rename", "Leek", "--name", "Porree"), "✓ renamed Leek.md to Porree.md; 3 links in 2 files rewritten\n"),
        (("rename", "Leek", "Porree", "--links", "keep"), "✓ renamed Leek.md to Porree.md\n"),
        (("rename", "Leek", "leek"), "✓ renamed Leek.md to leek.md\n"),
        (("rename", "Leek", "Leek"), "· nothing to change: Leek.md\n"),
        (("delete", "pics", "-r"), "✓ deleted pics/ with 1 file (back with: napkin undo 2)\n"),
        (("delete", "leek.png"), "✓ deleted pics/leek.png (back with: napkin undo 2)\n"),
        (("delete", "leek.png", "--permanent"), "✓ deleted pics/leek.png for good\n"),
    ],
)
def test_a_person_is_told_what_happened(napkin: Napkin, beds: Path, arguments: tuple[str, ...], said: str) -> None:
    assert beds.is_dir()
    outcome = napkin(*arguments)
    assert (outcome.code, outcome.out, outcome.err) == (0, said, "")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("move", "nonexistent", "Beds"), 3, "not found"),
        (("rename", "nonexistent", "x"), 3, "not found"),
        (("delete", "nonexistent"), 3, "not found"),
        (("restore", "nonexistent"), 3, "in the trash"),
        (("trash", "purge", "nonexistent"), 3, "in the trash"),
        (("move",), 2, "the file is missing"),
        (("move", "Leek"), 2, "the destination is missing"),
        (("move", "--to", "Beds"), 2, "the file is missing"),
        (("rename",), 2, "the file is missing"),
        (("rename", "Leek"), 2, "the new name is missing"),
        (("rename", "Leek", "Big", "leek"), 2, "needs quotes"),
        (("delete",), 2, "the file is missing"),
        (("delete", "pics"), 2, "--recursive"),
        (("restore",), 2, "the file is missing"),
        (("trash", "purge"), 2, "--all"),
        (("trash", "purge", "Leek", "--all"), 2, "--all"),
        (("move", "Leek", "../out"), 2, "`..`"),
        (("rename", "Leek", "March"), 2, "--overwrite"),
        (("rename", "Leek", "Porree", "--if-match", "0" * 64), 5, "changed since it was read"),
    ],
)
def test_what_cannot_be_done_is_told_with_its_exit_code(
    napkin: Napkin, beds: Path, arguments: tuple[str, ...], code: int, told: str
) -> None:
    assert beds.is_dir()
    outcome = napkin(*arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert told in outcome.err
    assert (beds / "Leek.md").read_text(encoding="utf-8") == "# Leek\n"


def test_who_still_links_to_a_deleted_note_is_told(napkin: Napkin, beds: Path) -> None:
    write_files(beds, {f"Day {number}.md": "[[Leek]]\n" for number in range(5)})
    outcome = napkin("delete", "Leek")
    assert outcome.out == "✓ deleted Leek.md (back with: napkin undo 2)\n"
    shown = "Day 0.md, Day 1.md, Day 2.md, Day 3.md, Day 4.md and 2 more"
    assert outcome.err == f"! 8 links lead there: in {shown}\n"
    assert napkin("undo", "2").code == 0
    outcome = napkin("delete", "deep/April", "--permanent", "-q")
    assert (outcome.out, outcome.err) == ("", "")


def test_links_that_could_not_be_written_are_told(napkin: Napkin, beds: Path) -> None:
    (beds / "May.md").write_bytes(b"\xff\n[[Leek]]\n")
    outcome = napkin("rename", "Leek", "Porree")
    assert outcome.code == 0
    assert outcome.err.startswith("! May.md line 2: the link to `Leek` was not written anew: ")


def test_a_preview_of_links_changes_nothing(napkin: Napkin, beds: Path) -> None:
    outcome = napkin("rename", "Leek", "Porree", "--links", "preview")
    assert outcome.out == napkin("rename", "Leek", "Porree", "--dry-run").out
    assert "+[[Porree|leeks]] [[Porree#Leek]]\n" in outcome.out
    answer = json.loads(napkin("rename", "Leek", "Porree", "--links", "preview", "--json").out)
    assert (answer["links"], answer["diff"]) == (3, outcome.out)
    assert (beds / "Leek.md").is_file()


def test_what_was_deleted_is_listed_and_comes_back(napkin: Napkin, beds: Path) -> None:
    write_files(beds, {".trash/Theirs.md": ""})
    assert napkin("trash", "list").out == ".trash/Theirs.md\n"
    napkin("delete", "Leek", "--actor", "gardener")
    write_files(beds, {"Leek.md": "newer\n"})
    napkin("delete", "Leek", "--actor", "gardener")
    lines = napkin("trash", "list").out.splitlines()
    assert [line.partition("  gardener")[0] for line in lines] == [
        ".trash/Leek 2.md  was Leek.md", ".trash/Leek.md", ".trash/Theirs.md"
    ]  # fmt: skip
    assert napkin("trash", "list", "--total").out == "3\n"
    outcome = napkin("restore", "Leek")
    assert outcome.code == 2
    assert "`.trash/Leek 2.md` or `.trash/Leek.md`" in outcome.err
    assert napkin("restore", ".trash/Leek.md").out == "✓ restored Leek.md\n"
    assert napkin("trash", "restore", "Theirs", "--to", "deep").out == "✓ restored deep/Theirs.md\n"
    assert napkin("trash", "purge", "--all").out == "✓ ended 1 file for good\n"
    assert napkin("trash", "purge", "--all").out == "· nothing to change\n"
    assert napkin("trash", "list").out == ""


def _digests(root: Path) -> dict[str, str]:
    files = sorted(path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def _findings(napkin_process: Napkin, root: Path, renamed: tuple[str, str] = ("", "")) -> Counter[str]:
    """Count the findings of `napkin check`, each as its text, with one name put back to what it was."""
    outcome = napkin_process("check", "--vault", root, "--json")
    problems = json.loads(outcome.out)["problems"]
    old, new = renamed
    return Counter(json.dumps(problem).replace(new, old) if new else json.dumps(problem) for problem in problems)


def test_the_most_linked_note_of_a_large_vault_is_renamed_and_taken_back(
    napkin_process: Napkin, tmp_path: Path
) -> None:
    root = tmp_path / "hub"
    shutil.copytree(shared_path("vaults/hub"), root, copy_function=shutil.copyfile)
    for folder in (root, *root.rglob("*/")):
        folder.chmod(0o755)
    files, findings = _digests(root), _findings(napkin_process, root)
    old, new = "Buy me a coffee", "Coffee for the author"
    assert old in (root / "05 - Concepts/Buy me a coffee.md").stem

    outcome = napkin_process("rename", old, new, "--vault", root, "--json")
    answer = json.loads(outcome.out)
    assert (answer["to"], answer["problems"]) == (f"05 - Concepts/{new}.md", [])
    assert answer["links"] == sum(file["count"] for file in answer["rewritten"]) == 2694
    back = json.loads(napkin_process("link", "back", new, "--counts", "--vault", root, "--json").out)["backlinks"]
    assert sum(back.values()) == 2694
    assert _findings(napkin_process, root, (old, new)) == findings

    assert napkin_process("undo", "--vault", root, "-q").code == 0
    assert _digests(root) == files
