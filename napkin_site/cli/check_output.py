"""What a check says: lines for a person, one JSON document, or annotations of a GitHub workflow."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from napkin_site.cli.terminal import MARKS, dim, hint, mark, one_line, say
from napkin_site.core.problems import Problem, Severity
from napkin_site.vault.locate import VaultLocation

if TYPE_CHECKING:
    from napkin_site.builder.checks.check import CheckReport

_MOST_INFOS = 10
"""Findings of one kind that are only worth knowing, shown one by one; the rest are counted."""
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def print_check(report: "CheckReport", location: VaultLocation, *, form: str, quiet: bool) -> None:
    """Print a report on stdout.

    Args:
        report: what was found.
        location: the vault, to name files so that a terminal or GitHub finds them.
        form: `text`, `json` or `github`.
        quiet: leave out the summary, and what is only worth knowing.
    """
    if form == "json":
        say(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
        return
    problems = [problem for problem in report.problems if not (quiet and problem.severity is Severity.INFO)]
    if form == "github":
        place = _places_from(location, _repository(location.root) or Path.cwd())
        for problem in _few_infos(problems):
            say(github_annotation(problem, place(problem.path)))
    else:
        place = _places_from(location, Path.cwd())
        for problem in _few_infos(problems):
            _print_line(problem, place(problem.path))
        _print_left_out(problems)
    if not quiet:
        _print_summary(report, err=form == "github")


def github_annotation(problem: Problem, file: str) -> str:
    """Make the line with which a workflow marks a place in a file.

    Source: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands, and the escapes of
    @actions/core, `toCommandValue` and `escapeProperty`.
    """
    properties = [f"file={_property(file)}"] if file else []
    if file and problem.line:
        properties.append(f"line={problem.line}")
    properties.append(f"title={_property(problem.code)}")
    text = problem.message + (f"\n{problem.hint}" if problem.hint else "")
    return f"::{_COMMANDS[problem.severity]} {','.join(properties)}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _places_from(location: VaultLocation, base: Path) -> Callable[[str], str]:
    """Give what turns a vault path into a path as seen from `base`, or leaves it where the vault lies elsewhere."""
    base = base.resolve()
    inside = location.root.relative_to(base).as_posix() if location.root.is_relative_to(base) else ""
    prefix = "" if inside in {"", "."} else f"{inside}/"
    return lambda path: prefix + path if path else ""


def _repository(folder: Path) -> Path | None:
    """Find the root of the working copy a folder lies in; None when it lies in none."""
    return next((parent for parent in (folder, *folder.parents) if (parent / ".git").exists()), None)


def _few_infos(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Yield all errors and warnings, and the first few findings of each kind that is only worth knowing."""
    shown: dict[str, int] = {}
    for problem in problems:
        if problem.severity is Severity.INFO:
            shown[problem.code] = shown.get(problem.code, 0) + 1
            if shown[problem.code] > _MOST_INFOS:
                continue
        yield problem


def _print_line(problem: Problem, place: str) -> None:
    where = place + (f":{problem.line}" if place and problem.line else "")
    level = click.style(problem.severity.value, fg=MARKS[problem.severity][1])
    say(f"{where + ': ' if where else ''}{level}: {one_line(problem.message)} {dim(f'[{problem.code}]')}")
    if problem.hint:
        say(f"    {hint(one_line(problem.hint))}")


def _print_left_out(problems: Sequence[Problem]) -> None:
    tally: dict[str, int] = {}
    for problem in problems:
        if problem.severity is Severity.INFO:
            tally[problem.code] = tally.get(problem.code, 0) + 1
    for code, count in sorted(tally.items()):
        if count > _MOST_INFOS:
            say(dim(f"… and {count - _MOST_INFOS:,} more of {code}; --json lists them all"))


def _print_summary(report: "CheckReport", *, err: bool) -> None:
    counted = [_counted(level, count) for level, count in report.counts.items() if count]
    worst = "error" if report.counts["error"] else "warning" if report.counts["warning"] else "success"
    notes = _counted("note", report.notes)
    text = f"{mark(worst)} {', '.join(counted) or 'nothing wrong'} in {notes}"
    if report.known:
        text += f" · {report.known:,} known from the baseline"
    say(text, err=err)
    if report.mended:
        entries = "entry of the baseline is" if report.mended == 1 else "entries of the baseline are"
        say(hint(f"{report.mended:,} {entries} mended: --update-baseline takes them out"), err=err)


def _counted(noun: str, count: int) -> str:
    return f"{count:,} {noun}" + ("s" if count != 1 and noun != "info" else "")
