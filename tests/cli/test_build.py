import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Napkin

_OWN_MOUNTS = ("--mount", "--map-root-user")


def test_a_vault_becomes_a_site_and_the_summary_says_so(napkin: Napkin, vault: Path, tmp_path: Path) -> None:
    outcome = napkin("build", vault)
    assert outcome.code == 0
    assert (tmp_path / "site" / "Bees" / "index.html").is_file()
    assert outcome.out.startswith("✓ Built 2 notes into site in ")
    assert "unresolved-link" in outcome.err
    assert "Clover.md:3" in outcome.err


def test_json_prints_one_document_and_nothing_else(napkin: Napkin, vault: Path) -> None:
    outcome = napkin("build", vault, "--output", "out", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    report = json.loads(outcome.out)
    assert report["output"] == "out"
    assert report["counts"]["notes"] == 2
    findings = [problem for problem in report["problems"] if problem["severity"] != "info"]
    assert [(problem["path"], problem["line"]) for problem in findings] == [("Clover.md", 3)]


def test_strict_fails_on_findings_but_builds_all_the_same(napkin: Napkin, vault: Path, tmp_path: Path) -> None:
    outcome = napkin("build", vault, "--strict")
    assert outcome.code == 1
    assert outcome.err.endswith("--strict: exit code 1 because of 1 warning\n")
    assert "--strict" not in napkin("build", vault, "--strict", "--json").err
    assert (tmp_path / "site" / "Clover" / "index.html").is_file()
    (vault / "Nowhere.md").write_text("Here after all.\n")
    assert napkin("build", vault, "--strict").code == 0


def test_quiet_leaves_only_problems(napkin: Napkin, vault: Path) -> None:
    outcome = napkin("build", vault, "-q")
    assert outcome.out == ""
    assert "unresolved-link" in outcome.err
    (vault / "Nowhere.md").write_text("Here after all.\n")
    assert napkin("-q", "build", vault) == (0, "", "")


def test_a_second_build_writes_nothing_and_clean_builds_anew(napkin: Napkin, vault: Path) -> None:
    napkin("build", vault)
    again = json.loads(napkin("build", vault, "--json").out)["counts"]
    assert again["written"] == 0
    anew = json.loads(napkin("build", vault, "--clean", "--json").out)["counts"]
    assert anew["written"] == again["unchanged"]


@pytest.mark.parametrize("way", ["argument", "option", "environment", "folder"])
def test_the_vault_is_found_each_way(napkin: Napkin, vault: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    arguments: tuple[str | Path, ...] = ("build",)
    if way == "argument":
        arguments = ("build", vault)
    elif way == "option":
        arguments = ("--vault", vault, "build")
    elif way == "environment":
        monkeypatch.setenv("NAPKIN_VAULT", str(vault))
    else:
        (vault / "deep").mkdir()
        monkeypatch.chdir(vault / "deep")
    outcome = napkin(*arguments, "-o", vault.parent / "site", "--json")
    assert outcome.code == 0
    assert json.loads(outcome.out)["counts"]["notes"] == 2


def test_without_a_vault_the_exit_code_is_four(napkin: Napkin) -> None:
    outcome = napkin("build")
    assert outcome.code == 4
    assert outcome.err.startswith("✗ ")
    assert "hint: " in outcome.err


def test_a_vault_that_is_not_there_is_named(napkin: Napkin) -> None:
    outcome = napkin("build", "no-such-folder", "--json")
    assert outcome.code == 4
    assert "no-such-folder" in json.loads(outcome.err)["error"]["message"]


def test_a_file_where_the_output_folder_should_be_is_told(napkin: Napkin, vault: Path, tmp_path: Path) -> None:
    (tmp_path / "site").write_text("mine")
    outcome = napkin("build", vault)
    assert outcome.code == 2
    assert "is a file, and a folder is needed" in outcome.err
    assert "Traceback" not in outcome.err
    assert (tmp_path / "site").read_text() == "mine"


def test_a_folder_with_other_things_in_it_is_refused_and_left_alone(
    napkin: Napkin, vault: Path, tmp_path: Path
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "thesis.txt").write_text("mine")
    for option in ((), ("--clean",)):
        assert napkin("build", vault, *option).code == 2
    assert [path.name for path in (tmp_path / "site").iterdir()] == ["thesis.txt"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_output_folder_that_cannot_be_written_is_told(napkin: Napkin, vault: Path, tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o555)
    outcome = napkin("build", vault, "-o", "locked/site")
    assert outcome.code == 2
    assert "no permission" in outcome.err


def test_a_full_disk_is_told(vault: Path, tmp_path: Path) -> None:
    # A disk of our own, 64 kB small, in a namespace of our own: it is gone with the process.
    (tmp_path / "disk").mkdir()
    small_disk = 'mount -t tmpfs -o size=64k tmpfs "$1"'
    trial: list[str | Path] = ["unshare", *_OWN_MOUNTS, "sh", "-c", small_disk, "-", tmp_path / "disk"]
    if shutil.which("unshare") is None or subprocess.run(trial, check=False, capture_output=True).returncode:
        pytest.skip("this machine lets us mount nothing")
    program = Path(sys.executable).with_name("napkin")
    script = f'{small_disk} && exec "$2" build "$3" -o "$1/site"'
    done = subprocess.run(
        ["unshare", *_OWN_MOUNTS, "sh", "-c", script, "-", tmp_path / "disk", program, vault],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "✗ " in done.stderr
    assert "the disk is full" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_broken_note_does_not_stop_the_others(napkin: Napkin, vault: Path, tmp_path: Path) -> None:
    (vault / "Odd.md").write_bytes(b"---\na: [\n---\n\xff\xfe [[Bees]]\n")
    assert napkin("build", vault).code == 0
    assert (tmp_path / "site" / "Bees" / "index.html").is_file()


def test_the_installed_program_does_the_same(napkin_process: Napkin, vault: Path, tmp_path: Path) -> None:
    outcome = napkin_process("build", vault, "--workers", "2")
    assert outcome.code == 0, outcome.err
    assert (tmp_path / "site" / "index.html").is_file()
