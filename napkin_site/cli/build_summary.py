"""What a build says when it is done: a few lines for a person, or one JSON document for a program."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from napkin_site.cli.terminal import dim, hint, mark, say
from napkin_site.core.problems import Problem, Severity

if TYPE_CHECKING:
    from napkin_site.builder.report import BuildReport

_SHOWN = 3
"""Problems shown of one kind; the rest are counted."""
_ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


def print_summary(report: "BuildReport") -> None:
    """Print on stdout what was built, how much of it, and how long it took."""
    counts = report.counts
    kinds = ("page", "folder", "tag", "attachment", "redirect")
    made = [_counted(kind, counts.get(f"{kind}s", 0)) for kind in kinds if counts.get(f"{kind}s")]
    files = [f"{counts.get(fate, 0):,} {fate}" for fate in ("written", "unchanged", "removed") if counts.get(fate)]
    held_back = counts.get("held_back", 0)
    say(
        f"{mark('success')} Built {_counted('note', counts.get('notes', 0))} into {report.output}"
        f" in {sum(report.seconds.values()):.1f} s"
    )
    say(f"  {' · '.join(made) or 'no pages'}" + (f" · {_counted('note', held_back)} held back" if held_back else ""))
    say(dim(f"  files: {', '.join(files) or 'none'} · {_sizes(report.sizes)}"))
    slowest = sorted(report.seconds.items(), key=lambda stage: -stage[1])[:4]
    processes = f"{report.workers} process" + ("es" if report.workers != 1 else "")
    say(dim("  " + " · ".join(f"{stage} {seconds:.1f} s" for stage, seconds in slowest) + f" · {processes}"))
    if not counts.get("notes"):
        _say_why_empty(held_back)


def _say_why_empty(held_back: int) -> None:
    """A site without notes is most likely a wrong folder, or a choice of what is public that chose nothing."""
    if held_back:
        say(f"  {hint('all notes are held back; see `publish` in notes, and `publish_mode`, `include`, `exclude`')}")
    else:
        say(f"  {hint('there are no Markdown notes in that folder; is it the one you meant?')}")


def print_problems(problems: Sequence[Problem], *, quiet: bool) -> None:
    """Print problems on stderr, grouped by kind, the worst kinds first; of each kind the first few.

    Args:
        problems: in any order.
        quiet: leave out what is only worth knowing (`info`).
    """
    shown = [problem for problem in problems if not (quiet and problem.severity is Severity.INFO)]
    if not shown:
        return
    tally = [(severity, sum(problem.severity is severity for problem in shown)) for severity in _ORDER]
    if not quiet:
        say(err=True)  # away from the summary
    say(f"Problems: {', '.join(_counted(severity.value, count) for severity, count in tally if count)}", err=True)
    shown.sort(key=lambda problem: (_ORDER[problem.severity], problem.code, problem.path, problem.line))
    for (severity, code), group in groupby(shown, key=lambda problem: (problem.severity, problem.code)):
        _print_kind(severity, code, list(group))


def print_report(report: "BuildReport") -> None:
    """Print the report as one JSON document on stdout; its keys are the fields of `BuildReport`."""
    say(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())


def _print_kind(severity: Severity, code: str, group: Sequence[Problem]) -> None:
    say(f"{mark(severity)} {code}" + (f" ({len(group)})" if len(group) > 1 else ""), err=True)
    shown = group[:_SHOWN]
    is_one_hint = len({problem.hint for problem in shown}) == 1
    for problem in shown:
        place = problem.path + (f":{problem.line}" if problem.line else "")
        say(f"    {place + ': ' if place else ''}{problem.message}", err=True)
        if problem.hint and not is_one_hint:
            say(f"      {hint(problem.hint)}", err=True)
    if len(group) > _SHOWN:
        say(dim(f"    … and {len(group) - _SHOWN} more; --json lists them all"), err=True)
    if is_one_hint and shown[0].hint:
        say(f"    {hint(shown[0].hint)}", err=True)


def _counted(noun: str, count: int) -> str:
    return f"{count:,} {noun}" + ("s" if count != 1 and noun != Severity.INFO else "")


def _sizes(sizes: Mapping[str, int]) -> str:
    index = f"search index {_size(sizes.get('search_index', 0))}"
    return f"{_size(sizes.get('output', 0))}, {index} ({_size(sizes.get('search_index_compressed', 0))} compressed)"


def _size(size: int) -> str:
    if size < 1000:
        return f"{size} B"
    return f"{size / 1000:.0f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"
