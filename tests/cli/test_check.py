import json
import subprocess
from pathlib import Path

import pytest

from napkin_site.cli.check_output import github_annotation
from napkin_site.core.problems import Problem, Severity
from tests.cli.conftest import Napkin


def test_findings_are_lines_with_place_level_code_and_hint(napkin: Napkin, vault: Path) -> None:
    outcome = napkin("check", vault)
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out == (
        "notes/Clover.md:3: error: `Nowhere` is not in the vault [unresolved-link]\n"
        "    hint: Write the note, or mend the link.\n"
        "✗ 1 error in 2 notes\n"
    )


def test_a_sound_vault_is_said_to_be_so(napkin: Napkin, vault: Path) -> None:
    (vault / "Nowhere.md").write_text("Here.\n")
    assert napkin("check", vault) == (0, "✓ nothing wrong in 3 notes\n", "")
    assert napkin("check", vault, "-q") == (0, "", "")


def test_nothing_is_written_but_the_index(napkin: Napkin, vault: Path, tmp_path: Path) -> None:
    before = sorted(vault.rglob("*"))
    napkin("check", vault)
    assert sorted(vault.rglob("*")) == before
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]


def test_json_is_one_document(napkin: Napkin, vault: Path) -> None:
    outcome = napkin("check", vault, "--json")
    assert (outcome.code, outcome.err) == (1, "")
    assert napkin("check", vault, "--format", "json") == outcome
    report = json.loads(outcome.out)
    assert report == {
        "notes": 2,
        "counts": {"error": 1, "warning": 0, "info": 0},
        "known": 0,
        "mended": 0,
        "problems": [
            {
                "severity": "error",
                "code": "unresolved-link",
                "message": "`Nowhere` is not in the vault",
                "path": "Clover.md",
                "line": 3,
                "hint": "Write the note, or mend the link.",
            }
        ],
    }


def test_errors_of_a_json_check_are_json(napkin: Napkin, tmp_path: Path) -> None:
    outcome = napkin("check", tmp_path / "no-such-folder", "--format", "json")
    assert (outcome.code, outcome.out) == (4, "")
    assert json.loads(outcome.err)["error"]["exit_code"] == 4


def test_two_forms_at_once_are_refused(napkin: Napkin, vault: Path) -> None:
    assert napkin("check", vault, "--json", "--format", "github").code == 2


def test_warnings_count_when_strict(napkin: Napkin, vault: Path) -> None:
    (vault / "Clover.md").write_text("---\ntags: a, b\n---\n")
    assert napkin("check", vault).code == 0
    assert napkin("check", vault, "--strict").code == 1


def test_things_worth_knowing_are_few_on_a_terminal_and_all_in_json(napkin: Napkin, vault: Path) -> None:
    for number in range(15):
        (vault / f"{number:02}.png").write_bytes(b"PNG")
    (vault / "Clover.md").unlink()
    (vault / "Bees.md").unlink()
    outcome = napkin("check", vault)
    assert outcome.code == 0
    assert outcome.out.count("orphan-attachment]") == 10
    assert "… and 5 more of orphan-attachment; --json lists them all\n✓ 15 info in 0 notes\n" in outcome.out
    assert len(json.loads(napkin("check", vault, "--json").out)["problems"]) == 15
    assert napkin("check", vault, "-q") == (0, "", "")


def test_text_from_a_note_cannot_speak_to_the_terminal(napkin: Napkin, vault: Path) -> None:
    (vault / "Clover.md").write_text("[[a\x1b[31mb]]\n")
    outcome = napkin("check", vault)
    assert "\x1b" not in outcome.out
    assert "`a\N{REPLACEMENT CHARACTER}[31mb`" in outcome.out


@pytest.mark.parametrize("arguments", [("notes/Bees.md",), ("notes", "notes/Bees.md"), ("--vault", "notes", "Bees.md")])
def test_paths_may_be_seen_from_here_or_from_the_vault(napkin: Napkin, vault: Path, arguments: tuple[str, ...]) -> None:
    assert napkin("check", *arguments).out == "✓ nothing wrong in 1 note\n"
    elsewhere = [argument.replace("Bees", "Clover") for argument in arguments]
    assert napkin("check", *elsewhere).code == 1


def test_a_folder_of_a_vault_is_a_path_in_it(napkin: Napkin, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (vault / "Deep").mkdir()
    (vault / "Deep" / "Moss.md").write_text("[[Bees]] [[Nobody]]\n")
    assert "Nobody" in napkin("check", vault / "Deep").out
    assert "in 1 note" in napkin("check", vault / "Deep").out
    assert "Nowhere" not in napkin("check", vault / "Deep").out
    monkeypatch.chdir(vault)
    assert napkin("check", "Deep").out.startswith("Deep/Moss.md:1: error: `Nobody`")
    assert "2 errors in 3 notes" in napkin("check", ".").out


def test_a_folder_of_the_vault_named_by_the_environment_is_a_path_in_it(
    napkin: Napkin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = tmp_path / "plain"
    (plain / "Deep").mkdir(parents=True)
    (plain / "Deep" / "a.md").write_text("[[b]]\n")
    (plain / "b.md").write_text("[[c]]\n")
    monkeypatch.setenv("NAPKIN_VAULT", str(plain))
    assert napkin("check", plain / "Deep").out == "✓ nothing wrong in 1 note\n"
    assert napkin("check").code == 1


def test_a_path_that_is_not_in_the_vault_is_not_found(napkin: Napkin, vault: Path) -> None:
    outcome = napkin("check", vault, "Wasps.md")
    assert outcome.code == 3
    assert "`Wasps.md` is not in the vault" in outcome.err


def test_without_a_vault_the_exit_code_is_four(napkin: Napkin) -> None:
    assert napkin("check").code == 4


def test_a_vault_whose_name_has_a_slip_in_it_is_named(napkin: Napkin) -> None:
    outcome = napkin("check", "Ntoes")
    assert outcome.code == 4
    assert "✗ Ntoes does not exist, and there is no vault around" in outcome.err


def test_old_debts_are_written_down_and_excused(napkin: Napkin, vault: Path) -> None:
    written = napkin("check", vault, "--baseline", "debts.jsonl", "--update-baseline")
    assert written == (0, "Wrote 1 finding into debts.jsonl\n", "")
    assert napkin("check", vault, "--baseline", "debts.jsonl") == (
        0,
        "✓ nothing wrong in 2 notes · 1 known from the baseline\n",
        "",
    )
    (vault / "Bees.md").write_text("[[Clover]] [[Wasps]]\n")
    later = napkin("check", vault, "--baseline", "debts.jsonl", "--json")
    assert later.code == 1
    assert [problem["path"] for problem in json.loads(later.out)["problems"]] == ["Bees.md"]


def test_mended_debts_are_told_where_the_whole_vault_was_checked(napkin: Napkin, vault: Path) -> None:
    napkin("check", vault, "--baseline", "debts.jsonl", "--update-baseline", "-q")
    (vault / "Clover.md").write_text("[[Bees]]\n")
    hint = "hint: 1 entry of the baseline is mended: --update-baseline takes them out\n"
    assert hint in napkin("check", vault, "--baseline", "debts.jsonl").out
    assert hint not in napkin("check", vault, vault / "Bees.md", "--baseline", "debts.jsonl").out
    assert napkin("check", vault, "--baseline", "debts.jsonl", "--update-baseline", "--json").out == '{"baseline": 0}\n'


@pytest.mark.parametrize(
    "arguments", [("--update-baseline",), ("--update-baseline", "--baseline", "b", "--since", "x")]
)
def test_a_baseline_is_of_the_whole_vault_and_has_a_name(
    napkin: Napkin, vault: Path, arguments: tuple[str, ...]
) -> None:
    assert napkin("check", vault, *arguments).code == 2


def test_a_baseline_that_is_not_there_is_not_found(napkin: Napkin, vault: Path) -> None:
    assert napkin("check", vault, "--baseline", "debts.jsonl").code == 3


def test_since_outside_a_repository_is_told(napkin: Napkin, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(vault.parent))
    outcome = napkin("check", vault, "--since", "HEAD")
    assert outcome.code == 2
    assert "in no repository" in outcome.err


def test_github_is_told_where_in_the_working_copy(
    napkin: Napkin, vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    monkeypatch.chdir(vault)
    outcome = napkin("check", ".", "--format", "github")
    assert outcome.code == 1
    assert outcome.out == (
        "::error file=notes/Clover.md,line=3,title=unresolved-link::`Nowhere` is not in the vault"
        "%0AWrite the note, or mend the link.\n"
    )
    assert outcome.err == "✗ 1 error in 2 notes\n"


@pytest.mark.parametrize(
    ("problem", "file", "line"),
    [
        (
            Problem(severity=Severity.WARNING, code="x-y", message="50% a\r\nb: c, d", path="p", line=2, hint=""),
            "50%, a: b.md",
            "::warning file=50%25%2C a%3A b.md,line=2,title=x-y::50%25 a%0D%0Ab: c, d",
        ),
        (Problem(severity=Severity.INFO, code="x-y", message="m", path="p"), "p.md", "::notice file=p.md,title=x-y::m"),
        (Problem(severity=Severity.ERROR, code="x-y", message="m", line=3), "", "::error title=x-y::m"),
        (Problem(severity=Severity.ERROR, code="x-y", message="::a::t\n::add-mask::x", path="p", line=1), "p",
         "::error file=p,line=1,title=x-y::::a::t%0A::add-mask::x"),
    ],
)  # fmt: skip
def test_annotations_are_escaped(problem: Problem, file: str, line: str) -> None:
    assert github_annotation(problem, file) == line
