from pathlib import Path

import pytest

from napkin_site.builder.checks.baseline import read_baseline, split_known, write_baseline
from napkin_site.builder.checks.found import Found, finding
from napkin_site.core.paths import VaultPath
from napkin_site.core.problems import Severity
from napkin_site.errors import ConfigError, NotFoundError, OutputError


def lost(path: str, line: int, about: str, *, severity: Severity = Severity.ERROR) -> Found:
    return finding(severity, "unresolved-link", f"`{about}`", path=VaultPath(path), line=line, about=about)


def test_a_baseline_excuses_what_it_holds_wherever_it_moves(tmp_path: Path) -> None:
    file = tmp_path / "debts.jsonl"
    assert write_baseline(file, [lost("b.md", 2, "X"), lost("a.md", 5, "X"), lost("a.md", 9, "X")]) == 3
    assert file.read_text(encoding="utf-8") == (
        '{"path": "a.md", "code": "unresolved-link", "about": "X", "count": 2}\n'
        '{"path": "b.md", "code": "unresolved-link", "about": "X", "count": 1}\n'
    )
    moved = [lost("a.md", 50, "X"), lost("a.md", 51, "X"), lost("b.md", 1, "X")]
    assert split_known(moved, read_baseline(file)) == ([], 3, 0)


def test_one_more_of_a_kind_is_new_and_one_fewer_is_told(tmp_path: Path) -> None:
    file = tmp_path / "debts.jsonl"
    write_baseline(file, [lost("a.md", 5, "X"), lost("b.md", 1, "X")])
    third = lost("a.md", 9, "X")
    assert split_known([lost("a.md", 5, "X"), third], read_baseline(file)) == ([third], 1, 1)


def test_what_is_only_worth_knowing_is_no_debt(tmp_path: Path) -> None:
    file = tmp_path / "debts.jsonl"
    info = lost("a.md", 1, "X", severity=Severity.INFO)
    assert write_baseline(file, [info]) == 0
    write_baseline(file, [lost("a.md", 1, "X")])
    assert split_known([info], read_baseline(file)) == ([info], 0, 1)


def test_a_line_in_a_message_is_no_part_of_a_debt(tmp_path: Path) -> None:
    def broken(line: int) -> Found:
        message = f"the properties cannot be read: not YAML (line {line})"
        return finding(Severity.ERROR, "unreadable-front-matter", message, path=VaultPath("a.md"), line=line)

    file = tmp_path / "debts.jsonl"
    write_baseline(file, [broken(3)])
    assert split_known([broken(7)], read_baseline(file)) == ([], 1, 0)


def test_an_empty_baseline_holds_nothing(tmp_path: Path) -> None:
    file = tmp_path / "debts.jsonl"
    assert write_baseline(file, []) == 0
    assert read_baseline(file) == {}


def test_a_baseline_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"debts\.jsonl") as caught:
        read_baseline(tmp_path / "debts.jsonl")
    assert "--update-baseline" in caught.value.hint


@pytest.mark.parametrize(
    "line", ["[]", "{}", "nonsense", '{"path": 1}', '{"path":"","code":"","about":"","count":"x"}']
)
def test_a_line_that_is_no_entry_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "debts.jsonl"
    file.write_text(f'{{"path": "a.md", "code": "c", "about": "", "count": 1}}\n\n{line}\n', encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        read_baseline(file)
    assert caught.value.line == 3


def test_a_baseline_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "debts.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="cannot read the baseline"):
        read_baseline(tmp_path / "debts.jsonl")


def test_a_baseline_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot write the baseline"):
        write_baseline(tmp_path / "no" / "debts.jsonl", [])
