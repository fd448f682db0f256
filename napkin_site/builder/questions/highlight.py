"""Code highlighting with Pygments, in the classes that Material's style sheet knows, each block only once."""

import os
import re
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from html import escape

from pygments import highlight as run_pygments
from pygments.formatters.html import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_all_lexers, get_lexer_by_name
from pygments.util import ClassNotFound

_EDITION = "2"
"""Changes when the same code would be written otherwise, so that a kept memo is not asked for the old way."""
_MAX_LENGTH = 50_000
"""Characters of code above which highlighting is left out: it costs 0.1 ms a line, and far more on hostile input."""
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
_PLAIN = frozenset({"", "text", "none", "nohighlight"})
_NAME = re.compile(r"[A-Za-z0-9_+#.-]{1,40}\Z")


class Highlighter:
    """Highlights code, keeping what it has done in a memo."""

    def __init__(self, memo: MutableMapping[str, str] | None = None) -> None:
        """Start with what was done before.

        Args:
            memo: hex digest of language and text -> finished HTML; it may be kept between runs. None starts empty.
        """
        self._memo: MutableMapping[str, str] = {} if memo is None else memo
        self._lexers: dict[str, Lexer | None] = {}
        self._formatter: HtmlFormatter[str] = HtmlFormatter(nowrap=True)

    def __call__(self, code: str, language: str) -> str:
        """Give the inner HTML of a `<code>` element; merely escaped when the language is unknown."""
        name = language.lower()
        if name in _PLAIN or len(code) > _MAX_LENGTH or not code:
            return escape(code, quote=False)
        key = blake2b(f"{_EDITION}{name}\0{code}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        done = self._memo.get(key)
        if done is None:
            done = self._memo[key] = self._highlight(code, name)
        return done

    def _highlight(self, code: str, name: str) -> str:
        lexer = self._lexer(name)
        if lexer is None:
            return escape(code, quote=False)
        html = run_pygments(code, lexer, self._formatter)
        return html if code.endswith("\n") else html.removesuffix("\n")

    def _lexer(self, name: str) -> Lexer | None:
        if name not in self._lexers:
            self._lexers[name] = find_lexer(name)
        return self._lexers[name]


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
