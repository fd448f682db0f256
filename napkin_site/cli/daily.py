"""`napkin daily path` and `read`: the note of a day."""

import click

from napkin_site.cli.answers import answer, open_vault, text
from napkin_site.cli.arguments import date_option, day
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import say
from napkin_site.services.templating import daily_path, read_daily


@click.command(short_help="Say where the note of a day is.")
@date_option
@common_options
@pass_manners
def path(manners: Manners, date: str | None) -> int:
    """Say where the note of a day is, whether there is one or not.

    With --json: path.
    """
    found = daily_path(open_vault(manners), moment=day(date))
    answer(manners, found, lambda: say(found.path))
    return ExitCode.SUCCESS


@click.command(short_help="Read the note of a day.")
@date_option
@common_options
@pass_manners
def read(manners: Manners, date: str | None) -> int:
    """Read the note of a day.

    With --json, what `napkin read` gives.
    """
    found = read_daily(open_vault(manners), moment=day(date))
    answer(manners, found, lambda: text(found.content))
    return ExitCode.SUCCESS
