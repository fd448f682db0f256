"""How a reading command answers: one JSON document, or lines and tables for a person; nothing under `-q`."""

import gc
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import click
import msgspec

from napkin_site.cli.manners import Manners
from napkin_site.cli.terminal import mark, one_line, say
from napkin_site.services.access import VaultAccess
from napkin_site.vault.locate import find_vault
from napkin_site.vault.state import state_dir


def open_vault(manners: Manners) -> VaultAccess:
    """Open the vault a command is about.

    Raises:
        VaultNotFoundError: there is none; nothing is ever created (repair 11).
    """
    # A command makes many values, keeps them all and ends: looking for rings among them is time lost.
    gc.set_threshold(100_000)
    location = find_vault(None, named=manners.vault)
    return VaultAccess(location, state_dir=state_dir(location), workers=0)


def answer(manners: Manners, document: Any, show: Callable[[], None]) -> None:
    """Print an answer.

    Args:
        manners: how the command was asked to speak.
        document: a value or mapping, printed as JSON where that is asked for.
        show: prints for a person; not called under `-q` (repair 19).
    """
    if manners.json:
        say(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
    elif not manners.quiet:
        show()


def total(manners: Manners, count: int) -> None:
    """Answer with a number: `{"total": 3}`, or `3`."""
    answer(manners, {"total": count}, lambda: say(str(count)))


def listed(manners: Manners, key: str, items: Sequence[str], *, only_total: bool, warnings: Sequence[str] = ()) -> None:
    """Answer with a list: `{key: […]}`, or one item a line; or with their number."""
    warn(warnings)
    if only_total:
        total(manners, len(items))
    else:
        answer(manners, with_warnings({key: list(items)}, warnings), lambda: lines(items))


def counted(
    manners: Manners, key: str, counts: Mapping[str, int], *, only_total: bool, warnings: Sequence[str] = ()
) -> None:
    """Answer with a number for each of several things: `{key: {thing: n}}`, or a table; or with how many they are."""
    warn(warnings)
    if only_total:
        total(manners, len(counts))
    else:
        rows = [(name, str(count)) for name, count in counts.items()]
        answer(manners, with_warnings({key: counts}, warnings), lambda: table((key, "notes"), rows))


def by_count(counts: Mapping[str, int], order: str) -> dict[str, int]:
    """Sort counts by `name`, as they are, or by `count`, the highest first."""
    return dict(sorted(counts.items(), key=lambda item: -item[1])) if order == "count" else dict(counts)


def with_warnings(document: Mapping[str, Any], warnings: Sequence[str]) -> dict[str, Any]:
    """Add warnings to a document, if there are any."""
    return {**document, "warnings": list(warnings)} if warnings else dict(document)


def warn(warnings: Iterable[str]) -> None:
    """Print warnings on stderr, each on its line."""
    for warning in warnings:
        say(f"{mark('warning')} {one_line(warning)}", err=True)


def lines(items: Iterable[str]) -> None:
    """Print items, one a line."""
    for item in items:
        say(one_line(item))


def text(content: str) -> None:
    """Print a text as it is, with a line end behind it; on a terminal without what would steer it."""
    if sys.stdout.isatty():
        content = "".join(
            letter if letter.isprintable() or letter in "\n\t" else "\N{REPLACEMENT CHARACTER}"
            for letter in content.replace("\r\n", "\n")
        )
    click.echo(content, nl=not content.endswith("\n"), color=True)  # Click would take out what looks like colours


def table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: aligned, with its headers, on a terminal; else lines whose cells are parted by tabs."""
    clean = [[one_line(cell) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        for row in clean:
            say("\t".join(row))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim")
    for number, header in enumerate(headers):
        numeric = all(row[number].isdecimal() for row in clean)
        made.add_column(header, justify="right" if numeric and clean else "left", overflow="fold")
    for row in clean:
        made.add_row(*(Text(cell) for cell in row))
    Console().print(made)


def plain(value: Any) -> str:
    """Write a property's value on one line: text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
