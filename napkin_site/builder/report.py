"""What a build did, as plain values: for the summary on a terminal and for programs."""

from collections.abc import Mapping

from napkin_site.core.paths import VaultPath
from napkin_site.core.problems import Problem, Severity
from napkin_site.core.values import Value


class BuildReport(Value):
    """The result of a build; encodable as JSON as it stands."""

    output: str
    """The folder, as it was named."""
    counts: Mapping[str, int]
    """`notes` published, `pages`, `folders`, `tags`, `attachments`, `redirects`, notes `held_back`; and of files:
    `written`, `unchanged`, `removed`."""
    sizes: Mapping[str, int]
    """Bytes: `output`, the whole site; `search_index`, as stored; `search_index_compressed`, as sent."""
    seconds: Mapping[str, float]
    """By stage, in order; they add up to the whole."""
    workers: int
    """Processes that rendered pages."""
    held_back: tuple[VaultPath, ...]
    """Notes that are not published, sorted; note templates, which never are, do not count."""
    removed: tuple[str, ...]
    """Output paths of earlier builds that are gone, sorted."""
    problems: tuple[Problem, ...]
    """Sorted by path and line."""
    search_seconds: float = 0.0
    """What building the search took; part of the stage `pages`, beside which it runs."""

    @property
    def errors(self) -> int:
        """How many problems are errors."""
        return sum(problem.severity is Severity.ERROR for problem in self.problems)

    @property
    def warnings(self) -> int:
        """How many problems are warnings."""
        return sum(problem.severity is Severity.WARNING for problem in self.problems)
