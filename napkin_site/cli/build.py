"""`napkin build`: make a website from a vault, and say how it went."""

import gc
from pathlib import Path
from typing import TYPE_CHECKING

import click

from napkin_site.cli.build_summary import print_problems, print_report, print_summary
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, NamedPath, common_options, pass_manners
from napkin_site.cli.progress import progress_line
from napkin_site.cli.strictness import strict_code
from napkin_site.vault.locate import find_vault

if TYPE_CHECKING:
    from napkin_site.builder.report import BuildReport


@click.command(short_help="Make a website from a vault.")
@click.argument("vault", required=False, type=NamedPath(), metavar="[VAULT]")
@click.option(
    "-o",
    "--output",
    type=NamedPath(),
    default=Path("site"),
    show_default=True,
    metavar="FOLDER",
    help="Where the website goes: a new or empty folder, or one built earlier.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 when there are errors or warnings.")
@click.option("--clean", is_flag=True, help="Remove what earlier builds wrote, and build everything anew.")
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Processes to use; by default one a core.")
@common_options
@pass_manners
def build(manners: Manners, vault: Path | None, output: Path, *, strict: bool, clean: bool, workers: int | None) -> int:
    """Make a website from a vault.

    VAULT is the folder of the notes: an Obsidian vault, or any folder of Markdown files. Without it, the vault
    around the current folder is built. The notes are never changed, and only pages that changed are written.

    With --json, a report is printed on stdout: counts, problems, seconds and sizes.
    """
    gc.disable()  # loading and building make millions of values and hardly a cycle among them
    try:
        report = build_vault(manners, vault, output, clean=clean, workers=workers)
        if manners.json:
            print_report(report)
        else:
            if not manners.quiet:
                print_summary(report)
            print_problems(report.problems, quiet=manners.quiet)
    finally:
        gc.freeze()  # looking through those that are left takes longer than all the process has still to do
        gc.enable()
    return strict_code(report.errors, report.warnings, manners) if strict else ExitCode.SUCCESS


def build_vault(
    manners: Manners, vault: Path | None, output: Path, *, clean: bool = False, workers: int | None = None
) -> "BuildReport":
    """Build the vault a command is about, with a progress line where someone watches.

    Args:
        manners: how the command was asked to speak, and the vault that `--vault` named.
        vault: the vault named as an argument; None when none was.
        output: where the website goes.
        clean: remove what earlier builds wrote.
        workers: processes; None for one a core.
    """
    if vault is not None:
        manners.name_vault(vault)
    location = find_vault(None, named=manners.vault)
    # Only now: the builder and the theme take a while to load, and a mistyped name needs neither.
    from napkin_site.builder.site import build_site

    with progress_line(wanted=not (manners.quiet or manners.json)) as progress:
        return build_site(location, output, clean=clean, workers=workers, progress=progress)
