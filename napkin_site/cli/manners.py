"""The options that every command takes, before or after the command's name: `--vault`, `--json`, `-q`, `--copy`."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from napkin_site.errors import UsageError

_Command = TypeVar("_Command", bound=Callable[..., Any])


class NamedPath(click.Path):
    """A path, as it was named; an empty text, which an unset variable leaves behind, is not the current folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Make the path, or refuse the empty text."""
        if value == "":
            self.fail("it is empty; write `.` for the current folder.", param, ctx)
        return super().convert(value, param, ctx)


class Manners:
    """How one invocation wants to be spoken to; filled while the command line is parsed."""

    def __init__(self) -> None:
        self.json = False
        """True: one JSON document on stdout, and errors as JSON on stderr."""
        self.quiet = False
        """True: nothing but problems and errors is printed."""
        self.vault: Path | None = None
        """The vault that was named; None when the one around the current folder is meant."""
        self.copy = False
        """True: what goes to stdout goes to the clipboard, too."""

    def name_vault(self, vault: Path) -> None:
        """Take the vault a command names, however it does so.

        Raises:
            UsageError: another one was named already.
        """
        if self.vault is not None and self.vault != vault:
            raise UsageError(
                f"two vaults are named: {self.vault} and {vault}",
                hint="name one, either as the argument or with --vault",
            )
        self.vault = vault


pass_manners = click.make_pass_decorator(Manners, ensure=True)


def common_options(command: _Command) -> _Command:
    """Add the options that every command takes."""
    for option in (_copy_option, _quiet_option, _json_option, _vault_option):
        command = option(command)
    return command


def _set_json(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    context.ensure_object(Manners).json |= value


def _set_quiet(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    context.ensure_object(Manners).quiet |= value


def _set_copy(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    manners = context.ensure_object(Manners)
    if not value or manners.copy:
        return
    manners.copy = True
    from napkin_site.cli.clipboard import finish_copying, start_copying

    stream = sys.stdout
    tee = start_copying()
    # At the end of the whole program, errors included.
    context.find_root().call_on_close(lambda: finish_copying(tee, stream))


def _set_vault(context: click.Context, _parameter: click.Parameter, value: Path | None) -> None:
    if value is not None:
        context.ensure_object(Manners).name_vault(value)


_json_option = click.option(
    "--json",
    is_flag=True,
    expose_value=False,
    callback=_set_json,
    help="Print one JSON document on stdout; errors are JSON on stderr.",
)
_quiet_option = click.option(
    "-q",
    "--quiet",
    is_flag=True,
    expose_value=False,
    callback=_set_quiet,
    help="Print problems and errors only.",
)
_copy_option = click.option(
    "--copy",
    is_flag=True,
    expose_value=False,
    callback=_set_copy,
    help="Copy what is printed to the clipboard, too.",
)
_vault_option = click.option(
    "--vault",
    "named_vault",  # commands may have an argument called `vault`
    type=NamedPath(),
    metavar="FOLDER",
    expose_value=False,
    callback=_set_vault,
    help="The vault; by default NAPKIN_VAULT, else the one around the current folder.",
)
