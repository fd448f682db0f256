"""`napkin prepend`: a text at the beginning of a note."""

import click

from napkin_site.cli.arguments import needed, note_argument
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
from napkin_site.services.writing.notes import prepend_to_note


@click.command(cls=TextCommand, short_help="Add a text at the beginning of a note.")
@note_argument()
@text_argument
@section_option
@join_options
@write_options
@common_options
@pass_manners
def prepend(manners: Manners, reference: str, content: str | None, section: str, join: Join) -> int:
    """Add a text at the beginning of a note.

    It comes behind the properties, whose every byte stays. NOTE may name a part, such as `Note#Heading` or `Note#^id`:
    the text is added at the beginning of that. It is taken from stdin where it is `-`, or where it is left out and
    something is piped in.

    With --json: path, prepended, id, etag; with --dry-run: path, prepended, diff.
    """
    note = needed(reference, "the note")
    done = prepend_to_note(
        open_session(manners), note, text_or_stdin(content, is_needed=True), section=section, join=join
    )
    tell(manners, done, f"added to {done.path}")
    return ExitCode.SUCCESS
