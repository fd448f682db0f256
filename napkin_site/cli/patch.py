"""`napkin patch`: a part of a note."""

from typing import Any

import click

from napkin_site.cli.arguments import needed, note_argument
from napkin_site.cli.dashes import TextCommand
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.writing import open_session, tell, text_or_stdin, write_options
from napkin_site.core.edits.targets import Reach
from napkin_site.core.edits.text import Join
from napkin_site.services.writing.patching import PartEdit, Patched, PatchOperation, chosen_operation, patch_part

_DONE: dict[PatchOperation, str] = {
    "replace": "replaced",
    "append": "added to",
    "prepend": "added to",
    "before": "added before",
    "after": "added behind",
    "delete": "took out",
    "rename": "renamed",
}


@click.command(cls=TextCommand, short_help="Change a part of a note: a section, a block, a property, a row.")
@note_argument()
@click.option(
    "--heading", "--section", "heading", default="", metavar="HEADING", help="This section, or that of `Outer#Inner`."
)
@click.option("--nth", type=click.IntRange(min=1), help="Which of several equal headings, counted from 1.")
@click.option("--block", default="", metavar="ID", help="The block with this id.")
@click.option("--property", "property_", default="", metavar="NAME", help="This property.")
@click.option("--row", metavar="N|CELL", help="A row of a table: its number below the head, or its first cell.")
@click.option("--table", type=click.IntRange(min=1), help="Which table of the note, or of the section of --heading.")
@click.option("--replace", metavar="TEXT", help="Put this in its place; the heading stays.")
@click.option("--append", metavar="TEXT", help="Add this at its end; to a property that is a list, this value.")
@click.option("--prepend", metavar="TEXT", help="Add this at its beginning.")
@click.option("--before", metavar="TEXT", help="Add this before it.")
@click.option("--after", metavar="TEXT", help="Add this behind it.")
@click.option("--rename", metavar="NAME", help="Call it this; links to a heading or block follow, in every note.")
@click.option("--delete", is_flag=True, help="Take it out, its heading too.")
@click.option("--expect", metavar="TEXT", help="Only if it holds this now, white space around it aside.")
@click.option("--own", "reach", flag_value="own", help="Of a section, only the text before its first subsection.")
@click.option("--with-children", "reach", flag_value="with-children", help="Of a section, its subsections too.")
@click.option(
    "--join",
    type=click.Choice(["line", "block", "inline"]),
    default="line",
    show_default=True,
    help="What --append and --prepend put between: a line break, an empty line, nothing.",
)
@write_options
@common_options
@pass_manners
def patch(
    manners: Manners,
    /,
    reference: str,
    heading: str,
    nth: int | None,
    block: str,
    property_: str,
    row: str | None,
    table: int | None,
    reach: Reach | None,
    expect: str | None,
    join: Join,
    **operations: Any,
) -> int:
    """Change a part of a note: a section, a block, a property, a row.

    Name one part, here or behind NOTE as in `Note#Heading`, and say one thing to do with it. A text may be `-` for
    stdin. --append to a section adds before its first subsection; what else is done to it is done to its subsections
    too. A row is written `| a | b |`. Without --row, --append and --prepend add a row to the table.

    With --json: path, patched, target, op, reach, links and rewritten (for --rename), id, etag; with --dry-run: diff
    instead of the last two.
    """
    note = needed(reference, "the note")
    op = chosen_operation(operations)
    content = "" if op == "delete" else text_or_stdin(operations[op])
    edit = PartEdit(
        op=op,
        content=content,
        heading=heading,
        nth=nth or 0,
        block=block,
        property=property_,
        row=int(row) if row is not None and row.isdecimal() else row,
        table=table or 0,
        expect=expect,
        reach=reach,
        join=join,
    )
    done = patch_part(open_session(manners), note, edit)
    tell(manners, done, _said(done))
    return ExitCode.SUCCESS


def _said(done: Patched) -> str:
    preposition = "of" if done.op == "delete" else "in"
    return f"{_DONE[done.op]} {done.target} {preposition} {done.path}{_links_said(done)}"


def _links_said(done: Patched) -> str:
    if not done.links:
        return ""
    links = "1 link follows" if done.links == 1 else f"{done.links} links follow"
    files = len(done.rewritten)
    return f"; {links}" + (f" in {files} other {'file' if files == 1 else 'files'}" if files else "")
