"""How an error is told: `✗ what was wrong` and `hint: what to do`, or one JSON document; always on stderr."""

import re
import sys
from typing import Any

from napkin_site.cli.terminal import hint, mark, one_line, say
from napkin_site.errors import NapkinError, StalePreconditionError


def print_error(error: NapkinError, *, code: int, as_json: bool) -> None:
    """Tell an error of ours.

    Args:
        error: what happened; its message, place and hint are printed.
        code: the exit code that will follow, repeated in the JSON form.
        as_json: print `{"error": {"code", "message", "path", "line", "hint", "suggestions", "exit_code"}}` on one line,
            and for a change that met another one `current` and `diff`.
    """
    if as_json:
        import json  # every command loads this module, and hardly one needs that one

        document: dict[str, Any] = {
            "code": error_name(error),
            "message": error.message,
            "path": error.path,
            "line": error.line,
            "hint": error.hint,
            "suggestions": list(error.suggestions),
            "exit_code": int(code),
        }
        if isinstance(error, StalePreconditionError):
            document |= {"current": error.current, "diff": error.diff}
        sys.stderr.write(json.dumps({"error": document}, ensure_ascii=False) + "\n")
        return
    place = error.path + (f" line {error.line}" if error.line else "")
    where = f"{place}: " if place and error.path not in error.message else ""
    say(f"{mark('error')} {where}{error.message}", err=True)
    if error.suggestions:
        say(hint(f"did you mean {' or '.join(f'`{text}`' for text in error.suggestions)}?"), err=True)
    if error.hint:
        say(hint(error.hint), err=True)
    if isinstance(error, StalePreconditionError) and error.diff:
        say("\n".join(map(one_line, error.diff.splitlines())), err=True)


def error_name(error: NapkinError) -> str:
    """Name an error for programs: `VaultNotFoundError` is `vault-not-found`."""
    name = type(error).__name__.removesuffix("Error")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
