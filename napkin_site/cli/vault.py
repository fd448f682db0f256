"""`napkin vault`: the vault at a glance."""

import click

from napkin_site.cli.answers import answer, open_vault
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import say
from napkin_site.services.listing import VaultInfo, vault_info


@click.command(short_help="Say where the vault is and how much it holds.")
@common_options
@pass_manners
def vault(manners: Manners) -> int:
    """Say where the vault is and how much it holds.

    With --json: name, path, files, folders, size (in bytes).
    """
    info = vault_info(open_vault(manners))
    answer(manners, info, lambda: _show(info))
    return ExitCode.SUCCESS


def _show(info: VaultInfo) -> None:
    say(f"{info.name}: {info.path}")
    say(f"  {info.files:,} files in {info.folders:,} folders, {info.size:,} bytes")
