"""`napkin template insert`: a template at the end of a note."""

import click

from napkin_site.cli.arguments import needed
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.writing import open_session, tell, write_options
from napkin_site.services.writing.templates import insert_into_note


@click.command(short_help="Put a template, filled in, into a note.")
@click.argument("template", required=False)
@click.argument("note", required=False)
@click.option("--name", metavar="TEMPLATE", help="The template.")
@click.option("--file", "flag", metavar="NOTE", help="The note.")
@write_options
@common_options
@pass_manners
def insert(manners: Manners, template: str | None, note: str | None, name: str | None, flag: str | None) -> int:
    """Put a template, its variables filled in, at the end of a note.

    Its properties are joined to the note's: values of the note stay, lists are united.

    With --json: path, file, template, inserted, id, etag; with --dry-run: diff instead of the last two.
    """
    words = [word for word in (template, note) if word is not None]
    chosen, target = (value or (words.pop(0) if words else None) for value in (name, flag))
    done = insert_into_note(open_session(manners), needed(chosen, "the template"), needed(target, "the note"))
    tell(manners, done, f"put {done.template} into {done.path}")
    return ExitCode.SUCCESS
