"""What can be wrong with a vault, as values that are collected and returned, never raised."""

from enum import StrEnum

from napkin_site.core.values import Value


class Severity(StrEnum):
    """How much a problem matters; `--strict` counts errors and warnings."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Problem(Value):
    """One finding in a vault, with the place and the repair."""

    severity: Severity
    code: str
    """Stable kebab-case name of the rule, such as `unresolved-link`."""
    message: str
    path: str = ""
    """Vault path of the file at fault; empty when the finding is about the whole vault."""
    line: int = 0
    """Line in that file, counted from 1; 0 when there is no one line."""
    hint: str = ""
    """What to do about it, as one imperative sentence; empty when nothing useful can be said."""
