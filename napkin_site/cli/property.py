"""`napkin property list` and `read`: what the properties of notes say."""

import click

from napkin_site.cli.answers import answer, by_count, counted, listed, open_vault, plain
from napkin_site.cli.arguments import counts_option, filter_option, needed, sort_option, total_option
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import one_line, say
from napkin_site.services.properties import PropertyValue, list_properties, read_property


@click.command("list", short_help="List the properties of the vault or of a note.")
@filter_option
@counts_option
@total_option
@sort_option
@common_options
@pass_manners
def list_(manners: Manners, reference: str, order: str, *, counts: bool, only_total: bool) -> int:
    """List the names of the properties of the vault or of a note.

    With --json: properties, a list; with --counts an object of name and number of notes; or total. `warnings` names
    notes whose properties could not be read.
    """
    found = list_properties(open_vault(manners), reference=reference)
    names = by_count(found.properties, order)
    if counts:
        counted(manners, "properties", names, only_total=only_total, warnings=found.warnings)
    else:
        listed(manners, "properties", list(names), only_total=only_total, warnings=found.warnings)
    return ExitCode.SUCCESS


@click.command(short_help="Read a property of a note.")
@click.argument("note", required=False)
@click.argument("property_name", required=False, metavar="[NAME]")
@click.option("--file", "flag", metavar="NOTE", help="The note.")
@click.option("--name", metavar="NAME", help="The property.")
@common_options
@pass_manners
def read(manners: Manners, note: str | None, property_name: str | None, flag: str | None, name: str | None) -> int:
    """Read a property of a note; one that the note has not is empty, and no error.

    With --json: path, property, value (null when there is none), type.
    """
    if flag and note and property_name is None and not name:
        note, property_name = flag, note  # the note as an option leaves the property as the only argument
    found = read_property(
        open_vault(manners), needed(flag or note, "the note"), needed(name or property_name, "the property's name")
    )
    answer(manners, found, lambda: _show(found))
    return ExitCode.SUCCESS


def _show(found: PropertyValue) -> None:
    if found.value is not None:
        say(one_line(plain(found.value)))
