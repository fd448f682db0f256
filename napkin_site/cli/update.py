"""`napkin update`: a newer version of this program."""

import click
import msgspec

from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import hint, mark, say
from napkin_site.services.updating import (
    Installation,
    Updated,
    find_installation,
    plan_update,
    shown,
    update_program,
)


@click.command(short_help="Update this program.")
@click.option("--dry-run", is_flag=True, help="Run nothing, and say what would be run.")
@common_options
@pass_manners
def update(manners: Manners, *, dry_run: bool) -> int:
    """Update this program, with the installer that put it here: pipx, uv or pip.

    Where that would touch what others manage, such as the packages of a system or of a project, nothing is run; you
    are told what to do, and the exit code is 1.

    With --json, on one line: updated, target, installer, command, before, after, error.
    """
    installation = find_installation()
    if dry_run:
        done = plan_update(installation)
    else:
        if installation.is_safe and not manners.json and not manners.quiet:
            say(f"{mark('info')} {shown(installation.command)}", err=True)
        done = update_program(installation, silent=manners.json or manners.quiet)
    if manners.json:
        say(msgspec.json.encode(done).decode())
    elif done.error:
        say(f"{mark('error')} Update failed: {done.error}", err=True)
        if installation.command and not installation.is_safe:
            say(hint(f"to do it yourself: {shown(installation.command)}"), err=True)
    elif not manners.quiet:
        _show(done, installation, is_preview=dry_run)
    return ExitCode.FAILURE if done.error else ExitCode.SUCCESS


def _show(done: Updated, installation: Installation, *, is_preview: bool) -> None:
    if not is_preview:
        news = "it is the newest" if done.before == done.after else f"from {done.before} to {done.after}"
        say(f"{mark('success')} Updated {done.target}: {news}")
    elif installation.is_safe:
        say(f"would run: {shown(installation.command)}")
    else:
        say(f"would run nothing. {installation.advice}")
        if installation.command:
            say(hint(f"to do it yourself: {shown(installation.command)}"))
