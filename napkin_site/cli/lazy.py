"""A command group that imports a command's module only when that command runs."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click


class LazyCommand(NamedTuple):
    """Where a command lives, and the line the list of commands shows for it."""

    module: str
    name: str
    summary: str


class LazyGroup(click.Group):
    """A group whose commands stand in a table."""

    def __init__(
        self,
        *arguments: Any,
        table: dict[str, LazyCommand],
        meant: Mapping[str, str] = {},  # never changed
        **keywords: Any,
    ) -> None:
        """Make a group.

        Args:
            arguments: for Click.
            table: name -> the command.
            meant: what people type -> what they mean by it, as it is written here.
            keywords: for Click.
        """
        super().__init__(*arguments, **keywords)
        self.table = table
        self.meant = meant

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # Click's signature
        """List the names in the order of the table: the order people need them in."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # Click's signature
        """Import and return a command; None when there is none of that name."""
        entry = self.table.get(cmd_name)
        if entry is None:
            return None
        command = getattr(import_module(entry.module), entry.name)
        assert isinstance(command, click.Command)
        # Click hands these down by context only, and keeps the help option of whoever asks first, context or none.
        command.context_settings = {**self.context_settings, **command.context_settings}
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is meant, and suggest the nearest name when there is none."""
        if args[0] not in self.table and not args[0].startswith("-"):
            from difflib import get_close_matches

            meant = self.meant.get(args[0])
            near = [meant] if meant else get_close_matches(args[0], self.table, n=1)
            hint = f": did you mean {near[0]!r}?" if near else f"; there are: {', '.join(self.table)}"
            raise click.UsageError(f"there is no command {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # Click's
        """Write the list of commands from the table, importing none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.table.items()])
