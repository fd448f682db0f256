"""`napkin move` and `napkin rename`: files and folders, with the links to them."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from napkin_site.cli.arguments import needed
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import mark, one_line, say
from napkin_site.cli.writing import open_session, tell, write_options
from napkin_site.errors import UsageError
from napkin_site.services.writing.moving import Links, Moved, move_files, rename_file
from napkin_site.services.writing.session import WriteSession

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _links_option(command: _Command) -> _Command:
    """Add `--links`, of which `preview` is the same as `--dry-run`; and `--overwrite`."""
    command = click.option(
        "--overwrite", is_flag=True, help="What is in the way goes to the trash, instead of being an error."
    )(command)
    return click.option(
        "--links",
        type=click.Choice(["rewrite", "keep", "preview"]),
        default="rewrite",
        show_default=True,
        help="Write links anew, so that they lead where they led; keep them; or only show what would change.",
    )(command)


@click.command(short_help="Move files or folders, and the links to them.")
@click.argument("names", nargs=-1, metavar="[FILE]... [TO]")
@click.option("--file", "flagged", multiple=True, metavar="FILE", help="The file or folder; may be given many times.")
@click.option("--to", metavar="TO", help="The folder, or the new path.")
@_links_option
@write_options
@common_options
@pass_manners
def move(
    manners: Manners,
    names: tuple[str, ...],
    flagged: tuple[str, ...],
    to: str | None,
    *,
    links: str,
    overwrite: bool,
) -> int:
    """Move notes, attachments or folders.

    TO is a folder, which is made if need be; or, for one note, a path that ends in `.md`, and for another file one that
    ends as it does. A folder goes into TO with all it holds. Where a file and a folder have one name, `Name/` is the
    folder.

    Every link that would break, or lead elsewhere, is written anew in the way it was written, in notes, properties,
    canvases, bases and bookmarks; shown texts and fragments stay. Links that cannot be written anew are reported.

    With --json: path, from, to, links, rewritten, problems, id, etag; for several files or a folder moves, too; with
    --dry-run diff instead of id and etag.
    """
    files = [*flagged, *names]
    if to is None:
        to = files.pop() if names and len(files) > 1 else None
    if not files:
        raise UsageError("the file is missing", hint="see the command's --help")
    files, to = [needed(file, "the file") for file in files], needed(to, "the destination")
    session, kept = _open(manners, links)
    done = move_files(session, files, to, links=kept, overwrite=overwrite)
    _tell(manners, done, "moved")
    return ExitCode.SUCCESS


@click.command(short_help="Give a file or folder another name, and mend the links to it.")
@click.argument("names", nargs=-1, metavar="[FILE] [NAME]")
@click.option("--file", metavar="FILE", help="The file or folder.")
@click.option("--name", metavar="NAME", help="The new name.")
@_links_option
@write_options
@common_options
@pass_manners
def rename(
    manners: Manners, names: tuple[str, ...], file: str | None, name: str | None, *, links: str, overwrite: bool
) -> int:
    """Give a note, an attachment or a folder another name, where it is.

    The file keeps its extension, which may be left out. Links follow as with `napkin move`. To change letter case alone
    is fine for a file.

    With --json: path, from, to, links, rewritten, problems, id, etag; for a folder moves, too; with --dry-run diff
    instead of id and etag.
    """
    rest = list(names)
    if file is None:
        file = rest.pop(0) if rest else None
    if name is None:
        name = rest.pop(0) if rest else None
    if rest:
        raise UsageError(f"`{rest[0]}` is one argument too many", hint="A name with blanks in it needs quotes.")
    file, name = needed(file, "the file"), needed(name, "the new name")
    session, kept = _open(manners, links)
    done = rename_file(session, file, name, links=kept, overwrite=overwrite)
    _tell(manners, done, "renamed")
    return ExitCode.SUCCESS


def _open(manners: Manners, links: str) -> tuple[WriteSession, Links]:
    """Begin a change, or a preview of one, as `--links` says."""
    if links == "preview":
        click.get_current_context().meta["dry_run"] = True
    return open_session(manners), "keep" if links == "keep" else "rewrite"


def _tell(manners: Manners, done: Moved, verb: str) -> None:
    what = done.source or f"{len(done.moves)} files"
    where = done.to or "the vault's own folder"
    tell(manners, done, f"{verb} {what} to {where}{_links_text(done)}")
    if manners.json:
        return
    for problem in done.problems:
        say(f"{mark('warning')} {one_line(f'{problem.path} line {problem.line}: {problem.message}')}", err=True)


def _links_text(done: Moved) -> str:
    if not done.links:
        return ""
    count = len(done.rewritten)
    links = f"{done.links} link{'s' if done.links > 1 else ''}"
    return f"; {links} in {count} file{'s' if count > 1 else ''} rewritten"
