"""What Pygments makes of code. It takes a while to load, which only who has new code waits for."""

import os
import re
import sys
from contextlib import suppress
from functools import cache

from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_all_lexers, get_lexer_by_name
from pygments.util import ClassNotFound

_PRISM_NAMES = {
    "csharp": "c#",
    "dotnet": "c#",
    "jsonc": "json",
    "json5": "json",
    "markup": "html",
    "plain": "text",
    "plaintext": "text",
    "shellsession": "console",
    "sh-session": "console",
    "svg": "xml",
    "mathml": "xml",
    "txt": "text",
}
"""Names that Obsidian's highlighter (Prism) knows and Pygments calls otherwise."""
_NAME = re.compile(r"[A-Za-z0-9_+#.-]{1,40}\Z")


class Pygments:
    """Writes code in the classes of Pygments."""

    def __init__(self) -> None:
        self._formatter: HtmlFormatter[str] = HtmlFormatter(nowrap=True)
        self._lexers: dict[str, Lexer | None] = {}

    def write(self, code: str, language: str) -> str | None:
        """Give the inner HTML of a `<code>` element; None when the language is unknown.

        Args:
            code: the text.
            language: its name in lower case.
        """
        if language not in self._lexers:
            self._lexers[language] = find_lexer(language)
        lexer = self._lexers[language]
        if lexer is None:
            return None
        html = highlight(code, lexer, self._formatter)
        return html if code.endswith("\n") else html.removesuffix("\n")


def find_lexer(language: str) -> Lexer | None:
    """Find what reads a language; the first time, its rules are compiled, and Pygments keeps them.

    Args:
        language: its name in lower case.
    """
    name = _PRISM_NAMES.get(language, language)
    if not _NAME.match(name) or (name not in _own_names() and not _has_plugins()):
        return None
    try:
        return get_lexer_by_name(name, stripnl=False)  # lexers of lines want the last one ended
    except ClassNotFound:
        return None


@cache
def _own_names() -> frozenset[str]:
    """List the names that Pygments itself knows."""
    return frozenset(alias for _, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases)


@cache
def _has_plugins() -> bool:
    """Tell whether another package may add languages: Pygments takes as long as 40 notes do to find that none does.

    Vaults are full of names that are no languages, such as `dataview`, and each process would ask anew.
    """
    for place in sys.path:
        with suppress(OSError):
            for name in os.listdir(place or "."):  # noqa: PTH208 -- nothing but the names
                if name.endswith((".dist-info", ".egg-info")) and _names_lexers(f"{place or '.'}/{name}"):
                    return True
    return False


def _names_lexers(package: str) -> bool:
    try:
        with open(f"{package}/entry_points.txt", "rb") as file:  # noqa: PTH123
            return b"pygments.lexers" in file.read()
    except OSError:
        return False
