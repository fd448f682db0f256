"""`napkin state list`: what is remembered of vaults, outside of them."""

import click

from napkin_site.cli.answers import answer, table
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.services.states import StateList, list_states


@click.command("list", short_help="List what is remembered, by vault.")
@common_options
@pass_manners
def list_(manners: Manners) -> int:
    """List what is remembered of each vault: its index, its history. Vaults that are gone are listed, too.

    With --json: states, each with id, vault, exists, size (in bytes), path.
    """
    found = list_states()
    answer(manners, found, lambda: _show(found))
    return ExitCode.SUCCESS


def _show(found: StateList) -> None:
    rows = [
        (state.vault or "(not recorded)", "" if state.exists else "gone", f"{state.size:,}", state.id)
        for state in found.states
    ]
    table(("vault", "", "bytes", "id"), rows)
