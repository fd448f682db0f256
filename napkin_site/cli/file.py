"""`napkin file …`: files and folders, and what a note is made of."""

import click

from napkin_site.cli.answers import answer, listed, open_vault, table, total
from napkin_site.cli.arguments import needed, note_argument, total_option
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import one_line, say
from napkin_site.services.listing import FileInfo, FolderInfo, file_info, folder_info, list_files, list_folders
from napkin_site.services.reading import OutlineHeading, count_words, iso_time, read_outline

_FORMS = ("tree", "md", "json")


@click.command("list", short_help="List the files of the vault.")
@click.option("--folder", default="", metavar="FOLDER", help="Only what this folder holds, at any depth.")
@click.option("--ext", "extension", default="", metavar="EXTENSION", help="Only files with this extension, as `md`.")
@total_option
@common_options
@pass_manners
def list_(manners: Manners, folder: str, extension: str, *, only_total: bool) -> int:
    """List the files of the vault, sorted by path; ignored and hidden files are not listed.

    With --json: files; or total.
    """
    found = list_files(open_vault(manners), folder=folder, extension=extension)
    listed(manners, "files", found.files, only_total=only_total)
    return ExitCode.SUCCESS


@click.command(short_help="Say what is known of a file.")
@note_argument("file")
@common_options
@pass_manners
def info(manners: Manners, reference: str) -> int:
    """Say what is known of a file: a note, an attachment, or any other.

    With --json: path, name, extension, size (in bytes), created and modified (in milliseconds since 1970).
    """
    found = file_info(open_vault(manners), needed(reference, "the file"))
    answer(manners, found, lambda: _show_file(found))
    return ExitCode.SUCCESS


@click.command(short_help="List the folders of the vault.")
@click.option("--folder", default="", metavar="FOLDER", help="Only those inside this folder.")
@total_option
@common_options
@pass_manners
def folders(manners: Manners, folder: str, *, only_total: bool) -> int:
    """List the folders that hold a file, at any depth, sorted by path.

    With --json: folders; or total.
    """
    found = list_folders(open_vault(manners), parent=folder)
    listed(manners, "folders", found.folders, only_total=only_total)
    return ExitCode.SUCCESS


@click.command(short_help="Count what a folder holds.")
@click.argument("path", required=False)
@click.option("--info", "only", type=click.Choice(["files", "folders", "size"]), help="Only this number.")
@common_options
@pass_manners
def folder(manners: Manners, path: str | None, only: str | None) -> int:
    """Count what a folder holds, at any depth.

    With --json: path, files, folders, size (in bytes); or the one that --info names.
    """
    found = folder_info(open_vault(manners), needed(path, "the folder"))
    if only is None:
        answer(manners, found, lambda: _show_folder(found))
    else:
        number: int = getattr(found, only)
        answer(manners, {only: number}, lambda: say(str(number)))
    return ExitCode.SUCCESS


@click.command(short_help="List the headings of a note.")
@note_argument()
@click.option(
    "--format", "form", type=click.Choice(_FORMS), default="tree", show_default=True, help="How a person gets them."
)
@total_option
@common_options
@pass_manners
def outline(manners: Manners, reference: str, form: str, *, only_total: bool) -> int:
    """List the headings of a note, in order.

    With --json, or --format json: headings, each with level, text and line; or total.
    """
    headings = read_outline(open_vault(manners), needed(reference, "the note")).headings
    manners.json |= form == "json"
    if only_total:
        total(manners, len(headings))
    else:
        answer(manners, {"headings": headings}, lambda: _show_headings(headings, form))
    return ExitCode.SUCCESS


@click.command(short_help="Count the words and characters of a note.")
@note_argument()
@click.option("--words", "only", flag_value="words", help="Only the words.")
@click.option("--characters", "only", flag_value="characters", help="Only the characters.")
@common_options
@pass_manners
def wordcount(manners: Manners, reference: str, only: str | None) -> int:
    """Count the words and characters of a note, its properties left out.

    With --json: words, characters; or the one that was asked for.
    """
    found = count_words(open_vault(manners), needed(reference, "the note"))
    if only is None:
        answer(manners, found, lambda: say(f"{found.words} words, {found.characters} characters"))
    else:
        number: int = getattr(found, only)
        answer(manners, {only: number}, lambda: say(str(number)))
    return ExitCode.SUCCESS


def _show_file(found: FileInfo) -> None:
    rows = [
        ("path", found.path),
        ("size", f"{found.size:,} bytes"),
        ("created", iso_time(found.created * 1_000_000)),
        ("modified", iso_time(found.modified * 1_000_000)),
    ]
    table(("file", ""), rows)


def _show_folder(found: FolderInfo) -> None:
    say(one_line(found.path))
    say(f"  {found.files:,} files in {found.folders:,} folders, {found.size:,} bytes")


def _show_headings(headings: tuple[OutlineHeading, ...], form: str) -> None:
    for heading in headings:
        lead = "#" * heading.level + " " if form == "md" else "  " * (heading.level - 1)
        say(lead + one_line(heading.text))
