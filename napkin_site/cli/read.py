"""`napkin read`: a note, or a part of it."""

import re

import click

from napkin_site.cli.answers import answer, open_vault, text
from napkin_site.cli.arguments import needed, note_argument
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import hint, say
from napkin_site.errors import UsageError
from napkin_site.services.reading import NoteText, read_note

_LINES = re.compile(r"(\d+)(?:(-)(\d*))?", re.ASCII)
_LAST = 10**9
"""Stands for the last line, whichever it is."""


@click.command(short_help="Read a note, or a part of it.")
@note_argument()
@click.option(
    "--section",
    "--heading",
    "section",
    default="",
    metavar="HEADING",
    help="Only this heading's section, or `Outer#Inner`.",
)
@click.option("--block", default="", metavar="ID", help="Only the block with this id.")
@click.option("--lines", "lines_", metavar="N[-[M]]", help="Only these lines, counted from 1.")
@click.option("--page", type=click.IntRange(min=1), metavar="N", help="This page, counted from 1.")
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    metavar="TOKENS",
    help="Most tokens a page has, a token being taken for 4 bytes; 2000 for --page alone.",
)
@common_options
@pass_manners
def read(
    manners: Manners,
    reference: str,
    section: str,
    block: str,
    lines_: str | None,
    page: int | None,
    budget: int | None,
) -> int:
    """Read a note, or a part of it.

    NOTE is a name, which must fit one note; a path, which is exact; or a link such as `[[Note#Heading]]`. A heading
    or block behind `#` is read alone.

    With --json: path, content, etag, modified, tokens; and section, start_line, inferred, totalPages and currentPage
    where they say something.
    """
    note = read_note(
        open_vault(manners),
        needed(reference, "the note to read"),
        section=section,
        block=block,
        lines=_range(lines_),
        page=page,
        budget=budget,
    )
    answer(manners, note, lambda: _show(note))
    return ExitCode.SUCCESS


def _show(note: NoteText) -> None:
    text(note.content)
    if note.total_pages:
        more = f"; --page {note.current_page + 1} goes on" if note.current_page < note.total_pages else ""
        say(hint(f"page {note.current_page} of {note.total_pages}{more}; napkin file outline lists headings"), err=True)


def _range(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = _LINES.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"`{text}` is no range of lines", hint="Write 3, 3-10 or 3-.")
    first = int(found[1])
    return first, int(found[3]) if found[3] else _LAST if found[2] else first
