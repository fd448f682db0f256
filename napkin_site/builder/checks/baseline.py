"""Old debts: findings that a team knows and has not mended yet, in a file that is kept with the vault.

One JSON object a line, sorted: `{"path", "code", "about", "count"}`. No line numbers, so that moving text about changes
nothing; `count` is how many equal findings a note may have.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from napkin_site.builder.checks.found import Found
from napkin_site.core.problems import Severity
from napkin_site.errors import ConfigError, NotFoundError, OutputError

Debt = tuple[str, str, str]
"""Path, code and what it is about."""

_PLACE = re.compile(r"\s*\(?\blines? \d+(?:, \d+)*\)?")


def read_baseline(path: Path) -> Counter[Debt]:
    """Read a baseline.

    Raises:
        NotFoundError: there is none.
        ConfigError: it is no baseline; the error names the line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        hint = "Write it first: napkin check --baseline FILE --update-baseline"
        raise NotFoundError(f"there is no baseline {path}", path=str(path), hint=hint) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the baseline: {error}", path=str(path)) from error
    found: Counter[Debt] = Counter()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            debt = (str(entry["path"]), str(entry["code"]), str(entry["about"]))
            found[debt] += int(entry["count"])
        except (ValueError, TypeError, KeyError, RecursionError):
            hint = "Mend or remove the line, or write the file anew with --update-baseline."
            raise ConfigError("this line is no entry of a baseline", path=str(path), line=number, hint=hint) from None
    return found


def write_baseline(path: Path, found: Iterable[Found]) -> int:
    """Write the findings that could fail a check into a baseline, whole or not at all; give their number.

    Raises:
        OutputError: it cannot be written.
    """
    debts = Counter(debt_of(item) for item in found if counts(item))
    lines = [
        json.dumps({"path": place, "code": code, "about": about, "count": count}, ensure_ascii=False) + "\n"
        for (place, code, about), count in sorted(debts.items())
    ]
    draft = path.with_name(path.name + f".{os.getpid()}.tmp")
    try:
        draft.write_text("".join(lines), encoding="utf-8", newline="\n")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise OutputError(f"cannot write the baseline: {error.strerror or error}", path=str(path)) from error
    return sum(debts.values())


def split_known(found: Iterable[Found], baseline: Mapping[Debt, int]) -> tuple[list[Found], int, int]:
    """Part findings from old debts.

    Returns:
        What is new (of several equal findings the last ones), how many findings were known, and how many entries of
        the baseline are too high because something was mended.
    """
    left = Counter(baseline)
    new: list[Found] = []
    known = 0
    for item in found:
        debt = debt_of(item)
        if counts(item) and left[debt] > 0:
            left[debt] -= 1
            known += 1
        else:
            new.append(item)
    return new, known, sum(count > 0 for count in left.values())


def counts(item: Found) -> bool:
    """Tell whether a finding could fail a check, and so be a debt."""
    return item.problem.severity is not Severity.INFO


def debt_of(item: Found) -> Debt:
    """Name a finding by what stays when lines move."""
    problem = item.problem
    return problem.path, problem.code, item.about or _PLACE.sub("", problem.message)
