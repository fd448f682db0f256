"""What a rule found: the problem that is shown, and what is needed to tell whether it is new."""

from napkin_site.core.paths import VaultPath
from napkin_site.core.problems import Problem, Severity
from napkin_site.core.values import Value


class Found(Value):
    """One finding of a rule."""

    problem: Problem
    about: str = ""
    """What it is about in the author's own words, such as a link's target: it stays when lines move and when our
    messages change. Empty when the message says it best."""
    link_path: str | None = None
    """For a link, its path as typed; None for anything else."""
    files: tuple[VaultPath, ...] = ()
    """Files besides its own that took part, such as a link's target: when one of them changed, this may be new."""


def finding(
    severity: Severity,
    code: str,
    message: str,
    *,
    path: VaultPath,
    line: int = 0,
    hint: str = "",
    about: str = "",
    link_path: str | None = None,
    files: tuple[VaultPath, ...] = (),
) -> Found:
    """Make a finding and its problem in one go."""
    problem = Problem(severity=severity, code=code, message=message, path=path, line=line, hint=hint)
    return Found(problem=problem, about=about, link_path=link_path, files=files)
