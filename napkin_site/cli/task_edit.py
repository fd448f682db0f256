"""`napkin task show`: the task on a line, and its mark, which options set."""

import click

from napkin_site.cli.answers import answer
from napkin_site.cli.arguments import needed
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.task import note_of_day
from napkin_site.cli.terminal import one_line, say
from napkin_site.cli.writing import open_session, tell, write_options
from napkin_site.errors import UsageError
from napkin_site.services.tasks import parse_task_reference, show_task
from napkin_site.services.writing.session import WriteSession
from napkin_site.services.writing.tasks import DONE, TODO, mark_task


@click.command(short_help="Show the task on a line, or set its mark.")
@click.option("--file", "reference", default="", metavar="NOTE", help="The note.")
@click.option("--line", type=int, metavar="N", help="The line, counted from 1.")
@click.option("--ref", metavar="PATH:LINE", help="Note and line in one.")
@click.option("--daily", is_flag=True, help="Today's note.")
@click.option("--toggle", is_flag=True, help="Mark it as done, or, where it has any mark, as to do.")
@click.option("--done", is_flag=True, help="Mark it as done: `x`.")
@click.option("--todo", is_flag=True, help="Mark it as to do: a blank.")
@click.option("--status", metavar="MARK", help="Mark it with this character.")
@write_options
@common_options
@pass_manners
def show(
    manners: Manners,
    reference: str,
    line: int | None,
    ref: str | None,
    status: str | None,
    *,
    daily: bool,
    toggle: bool,
    done: bool,
    todo: bool,
) -> int:
    """Show the task on a line; with --status, --done, --todo or --toggle, set its mark.

    Where several of these are given, the first in that order counts. One character of the note changes.

    With --json: file, line, status, text, done; where the mark is set: file, line, status, text, id, etag; with
    --dry-run: file, line, status, text, diff.
    """
    session = open_session(manners)
    if ref is not None:
        reference, line = parse_task_reference(ref)
    note = needed(note_of_day(session.access, reference, daily=daily), "the note (--file) or the task (--ref)")
    if line is None:
        needed(None, "the line")
    if status is None and not (done or todo or toggle):
        return _show(manners, session, note, line or 0)
    mark = status if status is not None else DONE if done else TODO if todo else None
    marked = mark_task(session, note, line or 0, mark)
    tell(manners, marked, f"[{marked.status}] {marked.text} ({marked.path}:{marked.line})")
    return ExitCode.SUCCESS


def _show(manners: Manners, session: WriteSession, note: str, line: int) -> int:
    if session.is_dry_run:
        raise UsageError("there is nothing to preview", hint="Say what to set: --toggle, --done, --todo or --status.")
    found = show_task(session.access, note, line)
    answer(manners, found, lambda: say(f"[{found.status}] {one_line(found.text)}"))
    return ExitCode.SUCCESS
