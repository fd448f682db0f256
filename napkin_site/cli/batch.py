"""`napkin batch`: several changes as one."""

from pathlib import Path

import click

from napkin_site.cli.exit_codes import ExitCode
from napkin_site.cli.manners import Manners, common_options, pass_manners
from napkin_site.cli.writing import change_options, open_session, tell, text_or_stdin
from napkin_site.errors import NotFoundError, UsageError
from napkin_site.services.library.batches import change_together, read_operations


@click.command(short_help="Make several changes as one.")
@click.argument("file", required=False, metavar="[FILE]")
@change_options
@common_options
@pass_manners
def batch(manners: Manners, file: str | None) -> int:
    """Make several changes as one: all of them, or none.

    Each line of FILE, or of stdin, is a change as JSON: `{"op": "append", "note": "Leek", "text": "Sown today."}`,
    where `op` is the name of a method of the Python library, and the other fields are its keywords. Each change sees
    what the earlier ones did. An error says in which line it is, and nothing is changed. All changes are one entry of
    the history, which one `napkin undo` takes back.

    With --json: results (of each line, in the shape of its own command), id; with --dry-run: results, diff.
    """
    operations = read_operations(_text(file))
    done = change_together(open_session(manners), operations)
    made = sum(bool(result.id) for result in done.results)
    tell(manners, done, f"made {made} change{'s' if made != 1 else ''} as one")
    return ExitCode.SUCCESS


def _text(file: str | None) -> str:
    if file is None or file == "-":
        return text_or_stdin(file, "what to change")
    try:
        return Path(file).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError("the file is no UTF-8 text", path=file) from None
    except (FileNotFoundError, NotADirectoryError):
        raise NotFoundError(f"there is no file `{file}`", path=file) from None
    except IsADirectoryError:
        raise UsageError(f"`{file}` is a folder", path=file) from None
