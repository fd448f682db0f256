"""`napkin check`: say what is wrong with a vault, for a person, a program or GitHub, and fail when a link broke."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, NamedPath, common_options, pass_manners
from napkin_site.cli.strictness import strict_code
from napkin_site.cli.terminal import say
from napkin_site.errors import UsageError, VaultNotFoundError
from napkin_site.vault.locate import NAPKIN_FOLDER, OBSIDIAN_FOLDER, VaultLocation, find_vault
from napkin_site.vault.state import state_dir

if TYPE_CHECKING:
    from napkin_site.builder.checks.check import Checked

_PATH = NamedPath()


@click.command(short_help="Find broken links and other problems of a vault.")
@click.argument("places", nargs=-1, type=_PATH, metavar="[VAULT] [PATH]...")
@click.option(
    "--since", metavar="REF", help="Report only what changes since this commit, tag or branch of git may have made."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    help="For a person (the default), for a program, or as annotations of a GitHub workflow.",
)
@click.option("--baseline", type=_PATH, metavar="FILE", help="Old debts: what stands in this file is not reported.")
@click.option("--update-baseline", is_flag=True, help="Write all errors and warnings into the baseline.")
@click.option("--strict", is_flag=True, help="Exit with 1 when there are warnings, too.")
@common_options
@pass_manners
def check(
    manners: Manners,
    places: tuple[Path, ...],
    since: str | None,
    form: str | None,
    baseline: Path | None,
    *,
    update_baseline: bool,
    strict: bool,
) -> int:
    """Find broken links and other problems of a vault. Nothing is changed or built.

    VAULT is the folder of the notes; without it, the vault around the first PATH or the current folder is checked.
    PATHs are files or folders to report about, relative to the current folder or to the vault; by default all.

    The exit code is 1 when there are errors: links and embeds that lead nowhere, properties that cannot be read, and
    what `check.rules` in the settings makes an error.
    """
    form = _form(manners, form)
    if update_baseline and baseline is None:
        raise UsageError("--update-baseline needs --baseline FILE", hint="name the file to write")
    location, paths = _places(manners, places)
    if update_baseline and (paths or since):
        raise UsageError(
            "a baseline is written of the whole vault",
            hint="leave out the paths and --since, or debts elsewhere would be forgotten",
        )
    # Only now: a mistyped name needs neither the parser nor the index.
    from napkin_site.builder.checks.baseline import read_baseline
    from napkin_site.builder.checks.check import check_vault, report_of
    from napkin_site.cli.check_output import print_check

    known = read_baseline(baseline) if baseline is not None and not update_baseline else None
    checked = check_vault(location, paths=paths, since=since or "", state_dir=state_dir(location), workers=_cores())
    if update_baseline and baseline is not None:
        _write_baseline(manners, baseline, checked)
        return ExitCode.SUCCESS
    report = report_of(checked, known)
    print_check(report, location, form=form, quiet=manners.quiet)
    if strict and not report.counts["error"]:
        return strict_code(0, report.counts["warning"], manners)
    return ExitCode.FAILURE if report.counts["error"] else ExitCode.SUCCESS


def _form(manners: Manners, form: str | None) -> str:
    """Settle how to speak; `--json` is `--format json`, and errors are JSON then, too."""
    if manners.json and form not in {None, "json"}:
        raise UsageError(f"--json and --format {form} exclude each other", hint="leave out one of them")
    manners.json |= form == "json"
    return "json" if manners.json else form or "text"


def _places(manners: Manners, places: tuple[Path, ...]) -> tuple[VaultLocation, tuple[str, ...]]:
    """Tell the vault from the paths in it.

    The first place is the vault when no other is named, it is a folder, and it does not lie inside a vault.
    """
    rest = places
    if places and manners.vault is None and places[0].is_dir() and not _is_inside_vault(places[0]):
        manners.name_vault(places[0])
        rest = places[1:]
    start = next((place.resolve().parent for place in rest if place.exists()), None)
    try:
        location = find_vault(start, named=manners.vault)
    except VaultNotFoundError:
        if manners.vault is not None or os.environ.get("NAPKIN_VAULT") or not rest or start is not None:
            raise
        # Most likely the vault's own name, with a slip in it.
        message = f"{rest[0]} does not exist, and there is no vault around the current folder"
        raise VaultNotFoundError(message, path=str(rest[0]), hint="Name the vault's folder.") from None
    return location, tuple(_vault_text(place, location) for place in rest)


def _is_inside_vault(folder: Path) -> bool:
    """Tell whether a folder is part of a vault, rather than the vault itself."""
    folder = folder.resolve()
    named = os.environ.get("NAPKIN_VAULT")
    if named and folder != (root := Path(named).expanduser().resolve()) and folder.is_relative_to(root):
        return True
    if _is_marked(folder):
        return False
    return any(_is_marked(parent) for parent in folder.parents)


def _is_marked(folder: Path) -> bool:
    return (folder / NAPKIN_FOLDER).is_dir() or (folder / OBSIDIAN_FOLDER).is_dir()


def _vault_text(place: Path, location: VaultLocation) -> str:
    """Give a place as a path in the vault: as seen from the current folder, else as seen from the vault."""
    if place.exists():
        resolved = place.resolve() if place.is_dir() else place.parent.resolve() / place.name
        if resolved.is_relative_to(location.root):
            return resolved.relative_to(location.root).as_posix()
    return place.as_posix()


def _write_baseline(manners: Manners, baseline: Path, checked: "Checked") -> None:
    from napkin_site.builder.checks.baseline import write_baseline

    count = write_baseline(baseline, checked.found)
    if manners.json:
        say(f'{{"baseline": {count}}}')
    elif not manners.quiet:
        say(f"Wrote {count} finding{'s' if count != 1 else ''} into {baseline}")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
