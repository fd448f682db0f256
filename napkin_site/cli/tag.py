"""`napkin tag …`: tags and other names of notes."""

import click

from napkin_site.cli.answers import answer, by_count, counted, lines, listed, open_vault, table, warn
from napkin_site.cli.arguments import counts_option, filter_option, needed, sort_option, total_option
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import one_line, say
from napkin_site.services.tagging import TagInfo, list_aliases, list_tags, tag_info


@click.command("list", short_help="List the tags of the vault or of a note.")
@filter_option
@counts_option
@total_option
@sort_option
@common_options
@pass_manners
def list_(manners: Manners, reference: str, order: str, *, counts: bool, only_total: bool) -> int:
    """List the tags of the vault or of a note, from properties and text.

    With --json: tags, a list; with --counts an object of tag and number of notes; or total. `warnings` names notes
    whose properties could not be read.
    """
    found = list_tags(open_vault(manners), reference=reference)
    tags = by_count(found.tags, order)
    if counts:
        counted(manners, "tags", tags, only_total=only_total, warnings=found.warnings)
    else:
        listed(manners, "tags", list(tags), only_total=only_total, warnings=found.warnings)
    return ExitCode.SUCCESS


@click.command(short_help="Say which notes carry a tag.")
@click.argument("tag", required=False)
@click.option("--name", metavar="TAG", help="The tag.")
@click.option("--verbose", is_flag=True, help="List the notes, too.")
@common_options
@pass_manners
def info(manners: Manners, tag: str | None, name: str | None, *, verbose: bool) -> int:
    """Say how many notes carry a tag, and with --verbose which.

    With --json: tag, count; and files with --verbose.
    """
    found = tag_info(open_vault(manners), needed(name or tag, "the tag"))
    warn(found.warnings)
    document = found if verbose else {"tag": found.tag, "count": found.count}
    answer(manners, document, lambda: _show_tag(found, verbose=verbose))
    return ExitCode.SUCCESS


@click.command(short_help="List the other names of notes.")
@filter_option
@total_option
@click.option("--verbose", is_flag=True, help="Say whose they are.")
@common_options
@pass_manners
def aliases(manners: Manners, reference: str, *, only_total: bool, verbose: bool) -> int:
    """List the other names that notes give themselves in `aliases`.

    With --json: aliases, a list of names; with --verbose of objects with alias and file; or total.
    """
    found = list_aliases(open_vault(manners), reference=reference)
    if verbose and not only_total:
        warn(found.warnings)
        rows = [(alias.alias, alias.file) for alias in found.aliases]
        answer(manners, found, lambda: table(("alias", "note"), rows))
    else:
        names = [alias.alias for alias in found.aliases]
        listed(manners, "aliases", names, only_total=only_total, warnings=found.warnings)
    return ExitCode.SUCCESS


def _show_tag(found: TagInfo, *, verbose: bool) -> None:
    say(f"#{one_line(found.tag)}: {found.count} note{'' if found.count == 1 else 's'}")
    if verbose:
        lines(f"  {path}" for path in found.files)
