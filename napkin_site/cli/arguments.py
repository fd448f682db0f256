"""Arguments that many commands have: a note as an argument or as `--file`, of which the option wins."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

import click

from napkin_site.errors import UsageError

_Command = TypeVar("_Command", bound=Callable[..., Any])

total_option = click.option("--total", "only_total", is_flag=True, help="Only say how many there are.")
counts_option = click.option("--counts", is_flag=True, help="Say how often each occurs.")
sort_option = click.option(
    "--sort", "order", type=click.Choice(["name", "count"]), default="name", show_default=True, help="The order."
)
filter_option = click.option("--file", "reference", default="", metavar="NOTE", help="Only this note.")


def note_argument(what: str = "note") -> Callable[[_Command], _Command]:
    """Add `[NOTE]` and `--file`; the command gets one text, empty when neither is given.

    Args:
        what: the word for it in the help.
    """

    def add(command: _Command) -> _Command:
        command = click.option(
            "--file", "flag", metavar=what.upper(), expose_value=False, callback=_keep_flag, help=f"The {what}."
        )(command)
        return click.argument("reference", required=False, metavar=f"[{what.upper()}]", callback=_flag_first)(command)

    return add


def needed(value: str | None, what: str) -> str:
    """Give a value that a command cannot do without.

    Raises:
        UsageError: it is missing or empty (exit code 2, repair 31).
    """
    if not value:
        raise UsageError(f"{what} is missing", hint="see the command's --help")
    return value


def day(text: str | None) -> datetime | None:
    """Read the day of `--date`; None for today.

    Raises:
        UsageError: it is no day.
    """
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        raise UsageError(f"`{text}` is not a day", hint="Write it as YYYY-MM-DD.") from None


date_option = click.option("--date", "date", metavar="DATE", help="The day, as YYYY-MM-DD; by default today.")


def _keep_flag(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    context.meta["flag"] = value


def _flag_first(context: click.Context, _parameter: click.Parameter, value: str | None) -> str:
    context.meta["positional"] = value
    return context.meta.get("flag") or value or ""
