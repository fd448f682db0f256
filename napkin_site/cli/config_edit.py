"""`napkin config set`."""

import click
import msgspec

from napkin_site.cli.answers import plain
from napkin_site.cli.arguments import needed
from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.writing import open_session, tell, write_options
from napkin_site.errors import UsageError
from napkin_site.services.writing.settings import set_value


@click.command("set", short_help="Change one setting.")
@click.argument("setting", required=False, metavar="[KEY]")
@click.argument("given", required=False, metavar="[VALUE]")
@click.option("--key", metavar="KEY", help="The setting, such as `search.limit`.")
@click.option("--value", metavar="VALUE", help="Its value.")
@write_options
@common_options
@pass_manners
def set_(manners: Manners, setting: str | None, given: str | None, key: str | None, value: str | None) -> int:
    """Change one setting in the vault's config.json; nothing else in the file changes.

    A text is written as it is; numbers, lists, and true or false as JSON. What the settings would refuse when they
    are read is refused, and nothing is written.

    With --json: every setting with the value in force afterwards, as `config show` has it; and path, id, etag.
    """
    typed = [word for word in (setting, given) if word is not None]
    name = needed(key or (typed[0] if typed else None), "the key")
    last = typed[-1:] if key is not None else typed[1:]
    text = value if value is not None else next(iter(last), None)
    if text is None:
        raise UsageError("the value is missing", hint=f"napkin config set {name} VALUE")
    done = set_value(open_session(manners), name, text)
    document = msgspec.to_builtins(done)
    config = document.pop("config")
    for shown in ("key", "value"):
        document.pop(shown)
    tell(manners, done, f"{done.key} is {plain(done.value)} now", document={**config, **document})
    return ExitCode.SUCCESS
