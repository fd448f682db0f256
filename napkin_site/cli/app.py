"""The `napkin` command: the list of commands, and the one place where every error ends."""

import errno
import gc
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from napkin_site import __version__
from napkin_site.cli.exit_codes import ExitCode, exit_code_for
from napkin_site.cli.lazy import LazyCommand, LazyGroup
from napkin_site.cli.manners import Manners, common_options
from napkin_site.cli.messages import print_error
from napkin_site.cli.terminal import say
from napkin_site.errors import NapkinError, OutputError, UsageError

COMMANDS = {
    "build": LazyCommand("napkin_site.cli.build", "build", "Make a website from a vault."),
    "check": LazyCommand("napkin_site.cli.check", "check", "Find broken links and other problems of a vault."),
    "init": LazyCommand("napkin_site.cli.init", "init", "Make a folder a vault, and let CI publish it."),
    "serve": LazyCommand("napkin_site.cli.serve", "serve", "Preview a finished site, or a vault, in the browser."),
    "vault": LazyCommand("napkin_site.cli.vault", "vault", "Say where the vault is and how much it holds."),
    "read": LazyCommand("napkin_site.cli.read", "read", "Read a note, or a part of it."),
    "create": LazyCommand("napkin_site.cli.create", "create", "Make a note, from a template if you like."),
    "append": LazyCommand("napkin_site.cli.append", "append", "Add a text at the end of a note."),
    "prepend": LazyCommand("napkin_site.cli.prepend", "prepend", "Add a text at the beginning of a note."),
    "patch": LazyCommand(
        "napkin_site.cli.patch", "patch", "Change a part of a note: a section, a block, a property, a row."
    ),
    "replace": LazyCommand("napkin_site.cli.replace", "replace", "Replace a text of a note, exactly."),
    "move": LazyCommand("napkin_site.cli.move", "move", "Move files or folders, and the links to them."),
    "rename": LazyCommand(
        "napkin_site.cli.move", "rename", "Give a file or folder another name, and mend the links to it."
    ),
    "delete": LazyCommand("napkin_site.cli.delete", "delete", "Delete a file or folder: to the trash, or for good."),
    "restore": LazyCommand("napkin_site.cli.trash", "restore", "Bring a file or folder back from the trash."),
    "trash": LazyCommand("napkin_site.cli.groups", "trash", "What was deleted."),
    "file": LazyCommand("napkin_site.cli.groups", "file", "Files, folders, and what a note is made of."),
    "link": LazyCommand("napkin_site.cli.groups", "link", "Links between notes."),
    "graph": LazyCommand("napkin_site.cli.graph", "graph", "Give the graph of links: as data, measured, or as a page."),
    "tag": LazyCommand("napkin_site.cli.groups", "tag", "Tags and other names of notes."),
    "property": LazyCommand("napkin_site.cli.groups", "property_", "Properties of notes."),
    "task": LazyCommand("napkin_site.cli.groups", "task", "Tasks in notes."),
    "daily": LazyCommand("napkin_site.cli.groups", "daily", "The note of a day."),
    "template": LazyCommand("napkin_site.cli.groups", "template", "Templates of notes."),
    "bookmark": LazyCommand("napkin_site.cli.groups", "bookmark", "Obsidian's bookmarks."),
    "canvas": LazyCommand("napkin_site.cli.groups", "canvas", "Canvases."),
    "batch": LazyCommand("napkin_site.cli.batch", "batch", "Make several changes as one."),
    "log": LazyCommand("napkin_site.cli.log", "log", "List what was changed, by whom and why."),
    "show": LazyCommand("napkin_site.cli.log", "show", "Show a change, or a file as it was then."),
    "diff": LazyCommand("napkin_site.cli.log", "diff", "Show what a change, or several, changed."),
    "undo": LazyCommand("napkin_site.cli.undo", "undo", "Take a change back."),
    "history": LazyCommand("napkin_site.cli.groups", "history", "The history of changes as a whole."),
    "config": LazyCommand("napkin_site.cli.groups", "config", "Settings of the vault."),
    "state": LazyCommand("napkin_site.cli.groups", "state", "What is remembered of vaults on this machine."),
    "update": LazyCommand("napkin_site.cli.update", "update", "Update this program."),
}
"""Name -> where it lives; the commands of groups stand in `groups.py`."""

_MEANT = {
    "add": "append",
    "cat": "read",
    "edit": "patch",
    "find": "search",
    "grep": "search",
    "insert": "patch",
    "ls": "file list",
    "mv": "move",
    "new": "create",
    "note": "create",
    "outline": "file outline",
    "remove": "delete",
    "rm": "delete",
    "set": "property set",
    "today": "daily today",
    "write": "create",
}
"""What people type -> the command that does it."""

_EPILOG = """\b
Exit codes:
  0  success
  1  errors in check, findings under --strict, or an unexpected failure
  2  the command line, a setting or the output folder is wrong
  3  what was named is not there
  4  no vault was found
  5  the vault changed meanwhile, or is locked
"""

# The surroundings' fault, not ours: said plainly, without a traceback.
_SYSTEM_ERRORS = {
    errno.ENOSPC: ("the disk is full", "free some space and run it again"),
    errno.EDQUOT: ("the disk quota is used up", "free some space and run it again"),
    errno.EACCES: ("permission denied", "check who owns the folder, or name another one"),
    errno.EPERM: ("the system does not permit this", "check who owns the folder, or name another one"),
    errno.EROFS: ("the file system is read-only", "name a folder elsewhere"),
    errno.ENOTDIR: ("a file stands where a folder is needed", "move the file away, or name another folder"),
}
"""Error number -> what to say, and what to do about it."""


@click.group(
    cls=LazyGroup,
    table=COMMANDS,
    meant={typed: meant for typed, meant in _MEANT.items() if meant.split()[0] in COMMANDS},
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_EPILOG,
)
@click.version_option(__version__, "--version", prog_name="napkin", message="%(prog)s %(version)s")
@common_options
@click.pass_context
def napkin(context: click.Context) -> None:
    """Turn a folder of Markdown notes into a website and a knowledge graph."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    code = run(sys.argv[1:])
    gc.freeze()  # what the command leaves behind need not be looked through once more before it goes
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code; every error is told here and nowhere else.

    Args:
        arguments: what follows the program's name.
    """
    manners = Manners()
    try:
        result = napkin.main(args=list(arguments), prog_name="napkin", standalone_mode=False, obj=manners)
    except Exception as error:  # noqa: BLE001  # the outermost edge: told, with its traceback when it is not ours
        # The parser may have failed before it reached `--json`.
        as_json = manners.json or "--json" in arguments
        return _tell(error, as_json=as_json)
    return result if isinstance(result, int) else ExitCode.SUCCESS


def _tell(error: Exception, *, as_json: bool) -> int:
    if isinstance(error, click.exceptions.Abort):  # what Click makes of Ctrl+C
        say("stopped", err=True)
        return 128 + signal.SIGINT  # as a shell reports it
    known = _as_ours(error)
    if known is None:
        known = NapkinError(
            f"unexpected failure: {type(error).__name__}: {error}",
            hint="this is a mistake of napkin-site: please report it with the text above",
        )
        if not as_json:
            sys.excepthook(type(error), error, error.__traceback__)
    code = exit_code_for(known)
    print_error(known, code=code, as_json=as_json)
    return code


def _as_ours(error: Exception) -> NapkinError | None:
    """Turn what Click and the operating system raise into an error of ours; None when it is neither."""
    if isinstance(error, NapkinError):
        return error
    if isinstance(error, click.ClickException):
        context = getattr(error, "ctx", None)
        hint = f"see: {context.command_path} --help" if context is not None else ""
        return UsageError(error.format_message(), hint=hint)
    if isinstance(error, OSError) and error.errno in _SYSTEM_ERRORS:
        message, hint = _SYSTEM_ERRORS[error.errno]
        return OutputError(message, path=_path_of(error), hint=hint)
    return None


def _path_of(error: OSError) -> str:
    name = error.filename
    return os.fsdecode(name) if isinstance(name, str | bytes | os.PathLike) else ""
