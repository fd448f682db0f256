"""`napkin config show` and `get`."""

from collections.abc import Iterator, Mapping
from typing import Any

import click

from napkin_site.cli.answers import answer, open_vault, plain, table
from napkin_site.cli.arguments import needed
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.terminal import hint, one_line, say
from napkin_site.services.settings import Setting, get_setting, show_settings


@click.command(short_help="Show every setting in force.")
@common_options
@pass_manners
def show(manners: Manners) -> int:
    """Show every setting with the value in force: flags and variables over config.json over Obsidian's settings.

    With --json: an object of sections, each with its settings.
    """
    settings = show_settings(open_vault(manners))
    answer(manners, settings, lambda: table(("setting", "value"), list(_rows(settings, ""))))
    return ExitCode.SUCCESS


@click.command(short_help="Show one setting.")
@click.argument("setting", required=False, metavar="[KEY]")
@click.option("--key", metavar="KEY", help="The setting, such as `search.limit`.")
@common_options
@pass_manners
def get(manners: Manners, setting: str | None, key: str | None) -> int:
    """Show the value in force of a setting, or of a section.

    With --json: key, value; only key when there is no such setting, which is no error.
    """
    found = get_setting(open_vault(manners), needed(key or setting, "the key"))
    answer(manners, {"key": found.key} if not found.is_known else found, lambda: _show(found))
    return ExitCode.SUCCESS


def _show(found: Setting) -> None:
    say(one_line(plain(found.value)) if found.is_known else "(not set)")
    if found.near:
        say(hint(f"did you mean `{found.near}`?"), err=True)


def _rows(section: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in section.items():
        if isinstance(value, Mapping) and value:
            yield from _rows(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", plain(value)
