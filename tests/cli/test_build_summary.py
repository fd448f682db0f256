import json

import msgspec
import pytest

from napkin_site.builder.report import BuildReport
from napkin_site.cli.build_summary import print_problems, print_report, print_summary
from napkin_site.core.problems import Problem, Severity

REPORT = BuildReport(
    output="site",
    counts={"notes": 1, "pages": 1200, "folders": 2, "tags": 0, "written": 3, "unchanged": 1198, "held_back": 2},
    sizes={"output": 4_100_000, "search_index": 41_000, "search_index_compressed": 900},
    seconds={"read": 0.25, "render": 1.0, "plan": 0.01, "search": 0.5, "write": 0.24},
    workers=1,
    held_back=(),
    removed=(),
    problems=(),
)


def test_the_summary_says_what_was_built_and_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    print_summary(REPORT)
    assert capsys.readouterr().out.splitlines() == [
        "✓ Built 1 note into site in 2.0 s",
        "  1,200 pages · 2 folders · 2 notes held back",
        "  files: 3 written, 1,198 unchanged · 4.1 MB, search index 41 kB (900 B compressed)",
        "  render 1.0 s · search 0.5 s · read 0.2 s · write 0.2 s · 1 process",
    ]


def test_problems_are_grouped_worst_first_and_the_rest_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    links = [_problem("unresolved-link", f"{name}.md", Severity.WARNING) for name in "edcba"]
    broken = _problem("bad-front-matter", "z.md", Severity.ERROR)
    print_problems([*links, broken], quiet=False)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines() == [
        "",
        "Problems: 1 error, 5 warnings",
        "✗ bad-front-matter",
        "    z.md:7: wrong",
        "    hint: mend it",
        "! unresolved-link (5)",
        "    a.md:7: wrong",
        "    b.md:7: wrong",
        "    c.md:7: wrong",
        "    … and 2 more; --json lists them all",
        "    hint: mend it",
    ]


def test_each_problem_has_its_hint_when_they_differ(capsys: pytest.CaptureFixture[str]) -> None:
    group = [_problem("alias-link", f"{name}.md", Severity.WARNING, hint=f"write {name}") for name in "ab"]
    print_problems([*group, _problem("alias-link", "c.md", Severity.WARNING, hint="")], quiet=True)
    assert capsys.readouterr().err.splitlines() == [
        "Problems: 3 warnings",
        "! alias-link (3)",
        "    a.md:7: wrong",
        "      hint: write a",
        "    b.md:7: wrong",
        "      hint: write b",
        "    c.md:7: wrong",
    ]


@pytest.mark.parametrize(
    ("held_back", "words"), [(0, "no Markdown notes in that folder"), (2, "all notes are held back")]
)
def test_a_site_without_notes_is_explained(capsys: pytest.CaptureFixture[str], held_back: int, words: str) -> None:
    print_summary(msgspec.structs.replace(REPORT, counts={"notes": 0, "pages": 4, "held_back": held_back}))
    assert words in capsys.readouterr().out


def test_nothing_is_said_when_nothing_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    print_problems([], quiet=False)
    print_problems([_problem("note", "a.md", Severity.INFO)], quiet=True)
    assert capsys.readouterr() == ("", "")


def test_what_is_only_worth_knowing_shows_unless_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    print_problems([_problem("a-note", "", Severity.INFO, line=0)], quiet=False)
    assert "Problems: 1 info\n· a-note\n    wrong\n" in capsys.readouterr().err


def test_the_json_report_has_the_fields_of_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    print_report(REPORT)
    document = json.loads(capsys.readouterr().out)
    assert tuple(document) == BuildReport.__struct_fields__
    assert document["counts"]["pages"] == 1200


def _problem(code: str, path: str, severity: Severity, line: int = 7, hint: str = "mend it") -> Problem:
    return Problem(severity=severity, code=code, message="wrong", path=path, line=line, hint=hint)
