"""`napkin daily today`, `append` and `prepend`: the note of a day, made when it is needed."""

import click

from napkin_site.cli.arguments import date_option, day
from napkin_site.cli.dashes import TextCommand
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.writing import (
    join_options,
    open_session,
    section_option,
    tell,
    text_argument,
    text_or_stdin,
    write_options,
)
from napkin_site.core.edits.text import Join
from napkin_site.services.writing.dailies import append_to_daily, ensure_daily, prepend_to_daily


@click.command(short_help="Make today's note, if it is not there.")
@date_option
@write_options
@common_options
@pass_manners
def today(manners: Manners, date: str | None) -> int:
    """Make today's note, or that of another day, from its template, if it is not there.

    With --json: path, created, id, etag; with --dry-run: path, created, diff.
    """
    done = ensure_daily(open_session(manners), moment=day(date))
    tell(manners, done, f"made {done.path}")
    return ExitCode.SUCCESS


@click.command(cls=TextCommand, short_help="Add a text at the end of today's note.")
@text_argument
@section_option
@date_option
@join_options
@write_options
@common_options
@pass_manners
def append(manners: Manners, content: str | None, section: str, date: str | None, join: Join) -> int:
    """Add a text at the end of today's note, or that of another day.

    A note that is not there is made from its template, in the same change. The text is taken from stdin where it is
    `-`, or where it is left out and something is piped in.

    With --json: path, appended, created, id, etag; with --dry-run: path, appended, diff.
    """
    added = text_or_stdin(content, is_needed=True)
    done = append_to_daily(open_session(manners), added, moment=day(date), section=section, join=join)
    tell(manners, done, f"made {done.path}, and added to it" if done.created else f"added to {done.path}")
    return ExitCode.SUCCESS


@click.command(cls=TextCommand, short_help="Add a text at the beginning of today's note.")
@text_argument
@section_option
@date_option
@join_options
@write_options
@common_options
@pass_manners
def prepend(manners: Manners, content: str | None, section: str, date: str | None, join: Join) -> int:
    """Add a text at the beginning of today's note, or that of another day, behind its properties.

    A note that is not there is made from its template, in the same change. The text is taken from stdin where it is
    `-`, or where it is left out and something is piped in.

    With --json: path, prepended, created, id, etag; with --dry-run: path, prepended, diff.
    """
    added = text_or_stdin(content, is_needed=True)
    done = prepend_to_daily(open_session(manners), added, moment=day(date), section=section, join=join)
    tell(manners, done, f"made {done.path}, and added to it" if done.created else f"added to {done.path}")
    return ExitCode.SUCCESS
