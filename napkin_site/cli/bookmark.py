"""`napkin bookmark list`."""

import click

from napkin_site.cli.answers import answer, lines, open_vault, table, total
from napkin_site.cli.arguments import total_option
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.services.bookmarks import list_bookmarks


@click.command("list", short_help="List what is bookmarked in Obsidian.")
@click.option("--verbose", is_flag=True, help="Say of what kind each is, and where it leads.")
@total_option
@common_options
@pass_manners
def list_(manners: Manners, *, verbose: bool, only_total: bool) -> int:
    """List what is bookmarked in Obsidian, groups opened.

    With --json: bookmarks, each with type, title, target; or total.
    """
    found = list_bookmarks(open_vault(manners)).flat
    if only_total:
        total(manners, len(found))
    elif verbose:
        rows = [(bookmark.type, bookmark.title, bookmark.target) for bookmark in found]
        answer(manners, {"bookmarks": found}, lambda: table(("type", "title", "target"), rows))
    else:
        answer(manners, {"bookmarks": found}, lambda: lines(bookmark.title for bookmark in found))
    return ExitCode.SUCCESS
