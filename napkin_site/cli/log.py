"""`napkin log`, `show` and `diff`: what was changed in a vault, and what files held before."""

from datetime import datetime

import click

from napkin_site.cli.answers import answer, open_vault, table, text
from napkin_site.cli.arguments import needed, note_argument
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import hint, one_line, say
from napkin_site.services.histories import (
    LOG_LIMIT,
    FileChange,
    LogEntry,
    read_diff,
    read_entry,
    read_log,
    read_version,
)


@click.command(short_help="List what was changed, by whom and why.")
@note_argument()
@click.option(
    "--limit", type=click.IntRange(min=1), default=LOG_LIMIT, show_default=True, metavar="N", help="Most entries."
)
@click.option("--since", default="", metavar="ID|DATE", help="Only what came after an entry, or from a day on.")
@click.option(
    "--actor", default="", metavar="[KIND:]NAME", help="Only what this one did; `external` is other programs."
)
@common_options
@pass_manners
def log(manners: Manners, reference: str, limit: int, since: str, actor: str) -> int:
    """List what was changed in the vault, or in a note, newest first.

    A note is followed back through its moves; one that is gone can be named as it was. What other programs changed is
    in the list as far as napkin met it: its actor is `external`.

    With --json: entries, each with id, at, op, actor, kind, files, and reason, source, request, undoes and undone
    where they say something. A file has path, change, and to or trash; more_files counts those behind the first 20.
    """
    found = read_log(open_vault(manners), reference=reference, limit=limit, since=since, actor=actor)

    def show() -> None:
        table(("id", "when", "who", "did", "files", "why"), [_row(entry) for entry in found.entries])
        if len(found.entries) == limit:
            say(hint(f"--limit {limit * 5} shows more; napkin show {found.entries[0].id} shows an entry"), err=True)

    answer(manners, found, show)
    return ExitCode.SUCCESS


@click.command(short_help="Show a change, or a file as it was then.")
@click.argument("entry", required=False, metavar="ID")
@click.argument("note", required=False, metavar="[NOTE]")
@click.option("--content", is_flag=True, help="Show what the file held; NOTE may be left out where there is but one.")
@common_options
@pass_manners
def show(manners: Manners, entry: str | None, note: str | None, *, content: bool) -> int:
    """Show an entry of the history; with NOTE, or with --content, what that file held right after it.

    NOTE is a file as it was called then, or is now.

    With --json: id, at, op, actor, kind, files, and reason, source, request, undoes and undone where they say
    something; a file has path, change, before and after (etags), and to or trash. Of a file: path, entry, content,
    etag.
    """
    vault = open_vault(manners)
    entry_id = needed(entry, "the entry's id")
    if note or content:
        version = read_version(vault, entry_id, note or "")
        answer(manners, version, lambda: text(version.content))
    else:
        found = read_entry(vault, entry_id)
        answer(manners, found, lambda: _show(found))
    return ExitCode.SUCCESS


@click.command(short_help="Show what a change, or several, changed.")
@click.argument("entries", required=False, metavar="ID|A..B")
@click.argument("note", required=False, metavar="[NOTE]")
@common_options
@pass_manners
def diff(manners: Manners, entries: str | None, note: str | None) -> int:
    """Show what an entry of the history changed, as a diff; or what all after A up to B changed together.

    `A..` goes up to the newest entry, and `..B` begins with the oldest. With NOTE, only that file is shown.

    With --json: entries (their ids), diff.
    """
    found = read_diff(open_vault(manners), needed(entries, "the entry's id"), note or "")
    answer(manners, found, lambda: text(found.diff) if found.diff else None)
    return ExitCode.SUCCESS


def _row(entry: LogEntry) -> tuple[str, ...]:
    first, *others = entry.files
    more = len(others) + entry.more_files
    files = _place(first) + (f" and {more} more" if more else "")
    did = f"{entry.op} (undone)" if entry.is_undone else f"{entry.op} of {entry.undoes}" if entry.undoes else entry.op
    return (entry.id, _local(entry.at), _who(entry), did, files, entry.reason)


def _show(entry: LogEntry) -> None:
    say(one_line(f"entry {entry.id}: {entry.op} by {_who(entry)}, {_local(entry.at)}"))
    for name, value in (
        ("why", entry.reason),
        ("request", entry.request),
        ("takes back", entry.undoes and f"entry {entry.undoes}"),
        ("undone", entry.is_undone and "yes"),
    ):
        if value:
            say(one_line(f"  {name}: {value}"))
    for file in entry.files:
        say(one_line(f"  {file.change} {_place(file)}"))


def _place(file: FileChange) -> str:
    return f"{file.path} → {file.to}" if file.to else file.path


def _who(entry: LogEntry) -> str:
    return entry.actor if entry.kind == "person" or entry.op == "external" else f"{entry.kind}:{entry.actor}"


def _local(moment: str) -> str:
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
