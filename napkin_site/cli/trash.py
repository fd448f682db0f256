"""`napkin restore` and `napkin trash …`: what was deleted, brought back or ended."""

import click

from napkin_site.cli.answers import answer, total
from napkin_site.cli.arguments import needed, total_option
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import one_line, say
from napkin_site.cli.writing import change_options, open_session, tell
from napkin_site.errors import UsageError
from napkin_site.services.writing.trashing import list_trash, purge_trash, restore_file


@click.command("list", short_help="List what is in the trash.")
@total_option
@common_options
@pass_manners
def list_(manners: Manners, *, only_total: bool) -> int:
    """List what is in the trash, with where it was, and who deleted it and when.

    With --json: trash, a list of path (in the trash), origin, entry (of the history), at, actor; the last three are
    empty for what another program put there.
    """
    found = list_trash(open_session(manners))
    if only_total:
        total(manners, len(found.trash))
        return ExitCode.SUCCESS

    def show() -> None:
        for item in found.trash:
            by = f"  {item.actor}  {item.at}" if item.entry else ""
            where = "" if item.path.endswith(f"/{item.origin}") else f"  was {item.origin}"
            say(one_line(f"{item.path}{where}{by}"))

    answer(manners, found, show)
    return ExitCode.SUCCESS


@click.command(short_help="Bring a file or folder back from the trash.")
@click.argument("name", required=False, metavar="[FILE]")
@click.option("--to", default="", metavar="TO", help="The folder, or the new path; by default where it was.")
@change_options
@common_options
@pass_manners
def restore(manners: Manners, name: str | None, to: str) -> int:
    """Bring a file back from the trash, or a folder with what was deleted of it.

    FILE is where it was, its name, or where it lies in the trash, which tells apart files that were at one place.

    With --json: path, from (in the trash), restored, id, etag; for a folder moves instead of etag; with --dry-run diff
    instead of id and etag.
    """
    done = restore_file(open_session(manners), needed(name, "the file"), to=to)
    what = f"{done.path}/ with {len(done.moves)} file{'s' if len(done.moves) != 1 else ''}" if done.moves else done.path
    tell(manners, done, f"restored {what}")
    return ExitCode.SUCCESS


@click.command(short_help="End what is in the trash for good.")
@click.argument("names", nargs=-1, metavar="[FILE]...")
@click.option("--all", "everything", is_flag=True, help="Everything that is in the trash.")
@change_options
@common_options
@pass_manners
def purge(manners: Manners, names: tuple[str, ...], *, everything: bool) -> int:
    """End files in the trash for good; the history forgets what only they held, too.

    FILE is as for `napkin restore`.

    With --json: purged, a list of places in the trash, and id; with --dry-run diff instead of id.
    """
    if everything == bool(names):
        raise UsageError("say what is to end", hint="Name files, or give --all.")
    done = purge_trash(open_session(manners), None if everything else names)
    tell(manners, done, f"ended {len(done.purged)} file{'s' if len(done.purged) != 1 else ''} for good")
    return ExitCode.SUCCESS
