"""`napkin create`: a new note."""

import click

from napkin_site.cli.dashes import TextCommand
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.writing import open_session, tell, text_argument, text_if_any, write_options
from napkin_site.services.writing.creating import create_note


@click.command(cls=TextCommand, short_help="Make a note, from a template if you like.")
@click.argument("name", required=False)
@text_argument
@click.option("--name", "name_flag", metavar="NAME", help="The note's name.")
@click.option(
    "--path", default="", metavar="PLACE", help="A folder to put it in, or the file itself if it ends in .md."
)
@click.option("--template", default="", metavar="TEMPLATE", help="A template to fill in.")
@click.option("--overwrite", is_flag=True, help="Replace a note that is there; the history keeps it.")
@write_options
@common_options
@pass_manners
def create(
    manners: Manners,
    name: str | None,
    content: str | None,
    name_flag: str | None,
    path: str,
    template: str,
    *,
    overwrite: bool,
) -> int:
    """Make a note, and the folders it lies in.

    PLACE is a folder if there is one, if it ends in a slash, or if NAME is given too; else it is the file. NAME may
    have folders before it. `.md` may be left out.

    A template is filled in: date, time, title, and the text, at `{{content}}` or else behind it. Properties of both
    are joined. The text is taken from stdin where it is `-`, or where it is left out and something is piped in.

    With --json: path, created, template, overwritten, id, etag; with --dry-run: diff instead of the last two.
    """
    if name_flag and content is None:
        content = name  # behind `--name NAME`, a single argument is the text
    done = create_note(
        open_session(manners),
        name_flag or name or "",
        text_if_any(content),
        path=path,
        template=template,
        overwrite=overwrite,
    )
    tell(manners, done, f"{'replaced' if done.overwritten else 'made'} {done.path}")
    return ExitCode.SUCCESS
