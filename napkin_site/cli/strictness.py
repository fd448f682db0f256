"""What `--strict` makes of problems."""

from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners
from napkin_site.cli.terminal import say


def strict_code(errors: int, warnings: int, manners: Manners) -> ExitCode:
    """Give the exit code of a command with `--strict`, and tell a person why it is not 0."""
    tally = {"error": errors, "warning": warnings}
    counts = [f"{count:,} {noun}{'s' if count != 1 else ''}" for noun, count in tally.items() if count]
    if not counts:
        return ExitCode.SUCCESS
    if not manners.json:
        say(f"--strict: exit code {ExitCode.FAILURE.value} because of {' and '.join(counts)}", err=True)
    return ExitCode.FAILURE
