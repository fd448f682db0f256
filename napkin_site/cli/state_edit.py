"""`napkin state adopt` and `gc`: what is remembered of vaults that moved, or are gone."""

import click

from napkin_site.cli.answers import answer, table
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import hint, mark, one_line, say
from napkin_site.services.writing.states import StatesCollected, adopt_state, collect_states
from napkin_site.vault.locate import find_vault

_dry_run = click.option("--dry-run", is_flag=True, help="Change nothing, and say what would be done.")


@click.command(short_help="Give a vault that was moved its history back.")
@click.argument("state", required=False, default="", metavar="[STATE]")
@_dry_run
@common_options
@pass_manners
def adopt(manners: Manners, state: str, *, dry_run: bool) -> int:
    """Give a vault that was moved the history and trash records that it had at its old place.

    STATE is an id of `napkin state list`, the beginning of one, or the old folder. Without it, the state is taken
    whose history knows these files, if there is exactly one and its vault is gone.

    With --json: vault, was, from (the old id), id, path, adopted.
    """
    done = adopt_state(find_vault(None, named=manners.vault), state, dry_run=dry_run)
    what = "would have" if dry_run else "has"
    told = f"{mark('success')} {one_line(done.vault)} {what} the history of {one_line(done.was) or done.from_}"
    answer(manners, done, lambda: say(told))
    return ExitCode.SUCCESS


@click.command(short_help="Drop what is remembered of vaults that are gone.")
@click.option("--history", "with_history", is_flag=True, help="Drop their histories, too; they cannot be made again.")
@_dry_run
@common_options
@pass_manners
def gc(manners: Manners, *, with_history: bool, dry_run: bool) -> int:
    """Drop what is remembered of vaults that are gone.

    Without --history, only what can be made again. A vault on a disk that is not there now looks like one that is
    gone; one that was moved gets its history back with `napkin state adopt`.

    With --json: removed and kept, as in `state list`; freed (in bytes).
    """
    done = collect_states(with_history=with_history, dry_run=dry_run)
    answer(manners, done, lambda: _show(done, is_preview=dry_run))
    return ExitCode.SUCCESS


def _show(done: StatesCollected, *, is_preview: bool) -> None:
    what = "would drop" if is_preview else "dropped"
    number = len(done.removed)
    say(f"{mark('success' if number else 'info')} {what} {number} state{'s' * (number != 1)}, {done.freed:,} bytes")
    if done.removed:
        table(("vault", "id"), [(state.vault or "(not recorded)", state.id) for state in done.removed])
    if done.kept:
        kept = ", ".join(one_line(state.vault) or state.id for state in done.kept)
        say(hint(f"the histories of {kept} are kept; --history drops them"), err=True)
