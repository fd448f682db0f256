"""`napkin replace`: one text for another."""

import click

from napkin_site.cli.arguments import needed
from napkin_site.cli.dashes import TextCommand
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.writing import open_session, tell, text_or_stdin, write_options
from napkin_site.errors import UsageError
from napkin_site.services.writing.notes import replace_in_note


@click.command(cls=TextCommand, short_help="Replace a text of a note, exactly.")
@click.argument("reference", required=False, metavar="[NOTE]")
@click.argument("find", required=False)
@click.argument("new", required=False)
@click.option("--file", "flag", metavar="NOTE", help="The note.")
@click.option("--find", "find_flag", metavar="TEXT", help="The text to find; `-` is stdin.")
@click.option("--with", "new_flag", metavar="TEXT", help="What takes its place; `-` is stdin.")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, help="How often it must occur.")
@click.option("--all", "is_all", is_flag=True, help="Replace it however often it occurs, but once at least.")
@write_options
@common_options
@pass_manners
def replace(
    manners: Manners,
    reference: str | None,
    find: str | None,
    new: str | None,
    flag: str | None,
    find_flag: str | None,
    new_flag: str | None,
    count: int,
    *,
    is_all: bool,
) -> int:
    """Replace a text of a note, exactly as it stands there, properties included.

    FIND is no pattern; it may have several lines, and any kind of line break fits any. If it does not occur exactly as
    often as --count says, nothing is changed and the exit code is 5. NEW may be empty.

    With --json: path, replaced (how often), id, etag; with --dry-run: path, replaced, diff.
    """
    given = [reference, find, new]
    words = [word for word in given if word is not None]
    note, old, other = (
        value if value is not None else words.pop(0) if words else None for value in (flag, find_flag, new_flag)
    )
    if words:
        raise UsageError(f"`{words[0]}` is one text too many", hint="see the command's --help")
    note, old = needed(note, "the note"), needed(old, "the text to find")
    if other is None:
        raise UsageError(
            "what is to take its place is missing", hint='Give it as NEW or --with; "" takes the text out.'
        )
    if old == "-" and other == "-":
        raise UsageError("only one of the two texts can come from stdin")
    old = text_or_stdin(old)
    done = replace_in_note(open_session(manners), note, old, text_or_stdin(other), count=None if is_all else count)
    times = "once" if done.replaced == 1 else f"{done.replaced} times"
    tell(manners, done, f"replaced it {times} in {done.path}")
    return ExitCode.SUCCESS
