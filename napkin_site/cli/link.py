"""`napkin link …`: links between notes."""

from collections.abc import Mapping, Sequence

import click

from napkin_site.cli.answers import answer, counted, lines, listed, open_vault, table
from napkin_site.cli.arguments import counts_option, needed, note_argument, total_option
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import one_line, say
from napkin_site.services.linking import (
    UnresolvedLinks,
    dead_end_notes,
    links_back,
    links_out,
    orphan_notes,
    unresolved_links,
)


@click.command(short_help="List what a note links to.")
@note_argument()
@counts_option
@total_option
@click.option("--verbose", is_flag=True, help="Say for each link where it stands and leads.")
@common_options
@pass_manners
def out(manners: Manners, reference: str, *, counts: bool, only_total: bool, verbose: bool) -> int:
    """List what a note links to or embeds, as typed, each target once; web addresses are not listed.

    With --json: links, a list; with --counts an object of target and number of links; with --verbose objects with
    target, subpath, file (null when it leads nowhere), line, embed; or total.
    """
    found = links_out(open_vault(manners), needed(reference, "the note"))
    if verbose and not only_total:
        rows = [
            (str(link.line), link.target + (f"#{link.subpath}" if link.subpath else ""), link.file or "(nowhere)")
            for link in found.links
        ]
        answer(manners, found, lambda: table(("line", "target", "file"), rows))
    elif counts:
        counted(manners, "links", found.counts, only_total=only_total)
    else:
        listed(manners, "links", found.targets, only_total=only_total)
    return ExitCode.SUCCESS


@click.command(short_help="List the notes that link to a file.")
@note_argument("file")
@counts_option
@total_option
@common_options
@pass_manners
def back(manners: Manners, reference: str, *, counts: bool, only_total: bool) -> int:
    """List the notes and canvases that link to a file or embed it, each once.

    With --json: backlinks, a list of paths; with --counts an object of path and number of links; or total.
    """
    found = links_back(open_vault(manners), needed(reference, "the file")).backlinks
    if counts:
        counted(manners, "backlinks", found, only_total=only_total)
    else:
        listed(manners, "backlinks", list(found), only_total=only_total)
    return ExitCode.SUCCESS


@click.command(short_help="List links that lead nowhere.")
@counts_option
@total_option
@click.option("--verbose", is_flag=True, help="Say in which notes they stand.")
@common_options
@pass_manners
def unresolved(manners: Manners, *, counts: bool, only_total: bool, verbose: bool) -> int:
    """List links whose file is not there, or whose heading or block is not (`Note#Heading`).

    With --json: unresolved, an object of target and the files it stands in, and ambiguous, an object of target and
    the files it could mean; with --counts unresolved has the number of files instead; or total.
    """
    found = unresolved_links(open_vault(manners))
    if counts or only_total:
        numbers = {target: len(files) for target, files in found.unresolved.items()}
        counted(manners, "unresolved", numbers, only_total=only_total)
    else:
        answer(manners, found, lambda: _show_unresolved(found, verbose=verbose))
    return ExitCode.SUCCESS


@click.command(short_help="List notes that nothing links to.")
@total_option
@common_options
@pass_manners
def orphans(manners: Manners, *, only_total: bool) -> int:
    """List the notes that nothing links to or embeds.

    With --json: orphans; or total.
    """
    listed(manners, "orphans", orphan_notes(open_vault(manners)).notes, only_total=only_total)
    return ExitCode.SUCCESS


@click.command(short_help="List notes that link to nothing.")
@total_option
@common_options
@pass_manners
def deadends(manners: Manners, *, only_total: bool) -> int:
    """List the notes that link to no other file.

    With --json: deadends; or total.
    """
    listed(manners, "deadends", dead_end_notes(open_vault(manners)).notes, only_total=only_total)
    return ExitCode.SUCCESS


def _show_unresolved(found: UnresolvedLinks, *, verbose: bool) -> None:
    if not verbose:
        lines(found.unresolved)
        return
    _show_targets(found.unresolved)
    if found.ambiguous:
        say("ambiguous:")
        _show_targets(found.ambiguous)


def _show_targets(targets: Mapping[str, Sequence[str]]) -> None:
    for target, files in targets.items():
        say(one_line(target))
        lines(f"  {file}" for file in files)
