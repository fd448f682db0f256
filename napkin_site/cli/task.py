"""`napkin task list`: the tasks in notes."""

import click

from napkin_site.cli.answers import answer, open_vault, table, total
from napkin_site.cli.arguments import total_option
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import one_line, say
from napkin_site.errors import NotFoundError
from napkin_site.services.access import VaultAccess
from napkin_site.services.tasks import TaskItem, list_tasks
from napkin_site.services.templating import daily_path


@click.command("list", short_help="List tasks.")
@click.option("--file", "reference", default="", metavar="NOTE", help="Only those of this note.")
@click.option("--daily", is_flag=True, help="Only those of today's note.")
@click.option("--done", is_flag=True, help="Only those that are done: every mark but a blank.")
@click.option("--todo", is_flag=True, help="Only those that are not done.")
@click.option("--status", default="", metavar="MARK", help="Only those with this mark between the brackets.")
@click.option("--verbose", is_flag=True, help="Group them by note, with their lines.")
@total_option
@common_options
@pass_manners
def list_(
    manners: Manners,
    reference: str,
    status: str,
    *,
    daily: bool,
    done: bool,
    todo: bool,
    verbose: bool,
    only_total: bool,
) -> int:
    """List tasks, by note and line.

    With --json: tasks, each with file, line, status, text, done; or total.
    """
    access = open_vault(manners)
    found = list_tasks(
        access, reference=note_of_day(access, reference, daily=daily), done=done, todo=todo, status=status
    )
    if only_total:
        total(manners, len(found.tasks))
    else:
        answer(manners, found, lambda: _show_all(found.tasks, verbose=verbose))
    return ExitCode.SUCCESS


def note_of_day(access: VaultAccess, reference: str, *, daily: bool) -> str:
    """Give the note that is meant; today's by its exact path."""
    if not daily:
        return reference
    path = daily_path(access).path
    if path not in access.paths:
        raise NotFoundError(f"Daily note not found: {path}", path=path)
    return path


def _show_all(tasks: tuple[TaskItem, ...], *, verbose: bool) -> None:
    if verbose:
        file = ""
        for task in tasks:
            if task.file != file:
                file = task.file
                say(one_line(file))
            say(f"  {task.line}: [{task.status}] {one_line(task.text)}")
    else:
        table(("task", "place"), [(f"[{task.status}] {task.text}", f"{task.file}:{task.line}") for task in tasks])
