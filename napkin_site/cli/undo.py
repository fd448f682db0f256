"""`napkin undo` and `napkin history purge`: taking changes back, and forgetting old ones."""

import click

from napkin_site.cli.answers import answer
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import mark, say
from napkin_site.cli.writing import change_options, dry_run_option, open_session, tell
from napkin_site.errors import UsageError
from napkin_site.services.writing.undoing import purge_history, undo_entry


@click.command(short_help="Take a change back.")
@click.argument("entry", required=False, metavar="[ID]")
@change_options
@common_options
@pass_manners
def undo(manners: Manners, entry: str | None) -> int:
    """Take back a change: the entry of that id, or your own last one that was not taken back yet.

    Later changes of other lines stay. Where they touch the same lines, nothing is changed: what was left then and what
    is there now is shown as a diff, and the exit code is 5. Taking back is itself an entry, and can be taken back.

    With --json: undone (the entry), op (its verb), files (each with path, change, and to or trash), id; with
    --dry-run: undone, op, diff.
    """
    if entry == "":  # a script's variable that was not set: it did not mean whatever came last
        raise UsageError("the id is empty", hint="Leave it out to take back your last change.")
    done = undo_entry(open_session(manners), entry or "")
    touched = f"{len(done.files)} files" if len(done.files) > 1 else "".join(f.to or f.path for f in done.files)
    tell(manners, done, f"took back entry {done.undone} ({done.op}): {touched}")
    return ExitCode.SUCCESS


@click.command(short_help="Forget old changes.")
@click.option("--keep-from", metavar="ID|DATE", help="The first entry to keep, or the day from which they are kept.")
@click.option("--all", "everything", is_flag=True, help="Keep none.")
@dry_run_option
@common_options
@pass_manners
def purge(manners: Manners, keep_from: str | None, *, everything: bool) -> int:
    """Forget the entries before one, and the contents that only they need; the vault's files stay as they are.

    What is forgotten cannot be shown or taken back any more.

    With --json: entries (how many), contents (how many), keeps_from (the oldest entry that is left); with --dry-run
    without contents.
    """
    if (keep_from is None) == (not everything):
        raise UsageError("say what is kept", hint="Give --keep-from with an id or a day, or --all to keep nothing.")
    done = purge_history(open_session(manners), keep_from=keep_from)
    said = "would forget" if click.get_current_context().meta.get("dry_run") else "forgot"
    answer(manners, done, lambda: say(f"{mark('success')} {said} {done.entries} entries"))
    return ExitCode.SUCCESS
