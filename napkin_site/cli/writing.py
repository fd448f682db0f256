"""How a command changes a vault: who does it and why, a preview, a condition, the text from stdin; and what it says."""

import os
import select
import stat
import sys
from collections.abc import Callable
from typing import Any, Protocol, TypeVar, get_args

import click

from napkin_site.cli.answers import answer, text
from napkin_site.cli.manners import Manners
from napkin_site.cli.terminal import mark, one_line, say
from napkin_site.core.changes import ActorKind, Origin
from napkin_site.errors import UsageError
from napkin_site.services.writing.session import WriteSession, Written
from napkin_site.vault.locate import VaultLocation, find_vault
from napkin_site.vault.state import state_dir

_Command = TypeVar("_Command", bound=Callable[..., Any])

_PATIENCE_S = 2.0
"""So long a pipe that nobody asked us to read may stay silent."""


def write_options(command: _Command) -> _Command:
    """Add the options that every command takes that changes one file; `open_session` reads them."""
    for option in (_actor_option, _if_match_option, _reason_option, dry_run_option):
        command = option(command)
    return command


def change_options(command: _Command) -> _Command:
    """Add the same without `--if-match`, for a command that may change many files."""
    for option in (_actor_option, _reason_option, dry_run_option):
        command = option(command)
    return command


def open_session(manners: Manners, *, location: VaultLocation | None = None) -> WriteSession:
    """Begin a change of the vault a command is about, as its options say.

    Args:
        manners: how the command was asked to speak, and which vault it named.
        location: the vault, where the command has found it by itself.

    Raises:
        VaultNotFoundError: there is none; nothing is ever created (repair 11).
        UsageError: the actor is written wrongly, or the etag is empty.
    """
    given = click.get_current_context().meta
    if given.get("if_match") == "":  # a script's variable that was not set: it meant to be careful
        raise UsageError("the etag is empty", hint="Give what `napkin read --json` says, or leave `--if-match` out.")
    location = location or find_vault(None, named=manners.vault)
    actor, kind = _actor(given.get("actor") or "")
    return WriteSession(
        location,
        state_dir=state_dir(location),
        origin=Origin(actor=actor, kind=kind, reason=given.get("reason") or "", source="cli"),
        dry_run=bool(given.get("dry_run")),
        if_match=given.get("if_match") or "",
        workers=0,
    )


class Done(Protocol):
    """What became of a change, of whatever was changed."""

    @property
    def id(self) -> str:
        """The entry of the history; empty when nothing had to change."""
        ...

    @property
    def diff(self) -> str:
        """What would change."""
        ...

    @property
    def warnings(self) -> tuple[str, ...]:
        """What may not be what was wanted."""
        ...


def tell(manners: Manners, done: Done, said: str, *, document: Any = None) -> None:
    """Say what a change did: its JSON, its preview, or a line.

    Args:
        manners: how the command was asked to speak.
        done: what became of it.
        said: the line for a person.
        document: its JSON, where that is not `done` as it is.
    """
    about = f": {one_line(done.path)}" if isinstance(done, Written) else ""

    def show() -> None:
        if done.diff:
            text(done.diff)
        elif click.get_current_context().meta.get("dry_run"):
            say("nothing would change")
        elif not done.id:
            say(f"{mark('info')} nothing to change{about}")
        else:
            say(f"{mark('success')} {one_line(said)}")

    for warning in done.warnings:
        say(f"{mark('warning')} {one_line(warning)}", err=True)
    answer(manners, done if document is None else document, show)


def text_or_stdin(given: str | None, what: str = "the text", *, is_needed: bool = False) -> str:
    """Give a text from the command line, or from stdin for `-`, or where none is given and something is piped in.

    White space at the end of what comes on stdin is left out. A program that failed to say anything clears no note.

    Args:
        given: what the command line has.
        what: how an error calls it.
        is_needed: an argument must not be empty either.

    Raises:
        UsageError: there is none (exit code 2, repair 28).
    """
    if given is not None and given != "-":
        if is_needed and not given:
            raise UsageError(f"{what} is empty", hint="Give some.")
        return given
    if given is None and not _is_fed():
        raise UsageError(f"{what} is missing", hint="Give it as an argument, or `-` to read it from stdin.")
    return _needed_stdin(what).rstrip()


def text_if_any(given: str | None) -> str:
    """Give a text as `text_or_stdin` does, but all of it, as it is; nothing where there is none.

    A pipe that stays silent is told of: `--content ""` is a way to say that there is no text.
    """
    if given is not None and given != "-":
        return given
    if given is None and not _is_fed():
        if _is_pipe():
            say(f"{mark('warning')} nothing came on stdin, so the note has no text of its own", err=True)
        return ""
    return _needed_stdin("the text") if given else _read_stdin()


def text_argument(command: _Command) -> _Command:
    """Add `[TEXT]` and `--content`, of which the option wins; the command gets `content`, None where it is left out."""
    option = click.option(
        "--content", "content_flag", metavar="TEXT", expose_value=False, callback=_keep, help="The text; `-` is stdin."
    )
    argument = click.argument("content", required=False, metavar="[TEXT]", callback=_content_flag_first)
    return option(argument(command))


def section_option(command: _Command) -> _Command:
    """Add `--section`, which is called `--heading`, too; the command gets `section`."""
    help_ = "Add it to the section of this heading, or of `Outer#Inner`."
    return click.option("--section", "--heading", "section", metavar="HEADING", callback=_no_empty_section, help=help_)(
        command
    )


def join_options(command: _Command) -> _Command:
    """Add `--inline` and `--block`; the command gets `join`."""
    for flag, join, help_ in (
        ("--block", "block", "Leave an empty line between old and new text."),
        ("--inline", "inline", "Put no line break between old and new text."),
    ):
        command = click.option(flag, "join", flag_value=join, help=help_)(command)
    return click.option("--line", "join", flag_value="line", default=True, hidden=True)(command)


def _needed_stdin(what: str) -> str:
    read = _read_stdin()
    if not read.strip():
        raise UsageError(f"{what} is missing: nothing came on stdin")
    return read


def _read_stdin() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError("what comes on stdin is no UTF-8 text") from None


def _is_pipe() -> bool:
    try:
        return stat.S_ISFIFO(os.fstat(sys.stdin.fileno()).st_mode)
    except (AttributeError, OSError, ValueError):
        return False


def _is_fed() -> bool:
    """Tell whether a file or a talking pipe stands at stdin; an open pipe that stays silent is not waited for."""
    try:
        number = sys.stdin.fileno()
        mode = os.fstat(number).st_mode
    except (AttributeError, OSError, ValueError):
        return False
    if stat.S_ISREG(mode):
        return True
    return (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)) and bool(select.select([number], [], [], _PATIENCE_S)[0])


def _actor(text: str) -> tuple[str, ActorKind]:
    """Take `kind:name` apart; a name alone is a person's, and by default that of whoever is logged in."""
    kind, colon, name = text.partition(":")
    if not colon:
        return text or _login(), "person"
    for known in get_args(ActorKind):
        if kind == known and name:
            return name, known
    kinds = ", ".join(get_args(ActorKind))
    raise UsageError(f"`{text}` is no actor", hint=f"Write a name, or kind:name; the kinds are {kinds}.")


def _login() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no such user: in a container, say
        return "unknown"


def _no_empty_section(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str:
    if value == "":  # a script's variable that was not set: it did not mean the end of the note
        raise UsageError("the heading is empty", hint="Leave `--section` out for the note itself.")
    return value or ""


def _content_flag_first(context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    flag = context.meta.get("content_flag")
    if flag is not None:
        if value is not None and value != flag:
            say(f"{mark('warning')} `{one_line(value)}` is left out, since `--content` has the text", err=True)
        return str(flag)
    # Behind `--file NOTE`, a single argument is the text.
    return context.meta.get("positional") if value is None and context.meta.get("flag") else value


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    context.meta[parameter.name or ""] = value


dry_run_option = click.option(
    "--dry-run", is_flag=True, expose_value=False, callback=_keep, help="Change nothing, and show what would change."
)
_reason_option = click.option(
    "--reason", metavar="TEXT", expose_value=False, callback=_keep, help="Why, for the history."
)
_if_match_option = click.option(
    "--if-match",
    metavar="ETAG",
    expose_value=False,
    callback=_keep,
    help="Only if the file is still the one with this etag, as `read --json` gives it.",
)
_actor_option = click.option(
    "--actor",
    metavar="[KIND:]NAME",
    envvar="NAPKIN_ACTOR",
    expose_value=False,
    callback=_keep,
    help="Who does it, for the history: a name, or agent:name or tool:name; by default NAPKIN_ACTOR, else your login.",
)
