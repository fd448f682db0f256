"""Code highlighting with Pygments, in the classes that Material's style sheet knows, each block only once."""

import re
from collections.abc import Iterable, Mapping, MutableMapping
from hashlib import blake2b
from html import escape
from io import StringIO

from pygments.formatters.html import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_by_name
from pygments.token import _TokenType
from pygments.util import ClassNotFound

from napkin_site.builder.questions.quick_lexers import quick_lexer

_EDITION = "2"
"""Changes when the same code would be written otherwise, so that a kept memo is not asked for the old way."""
_MAX_LENGTH = 50_000
"""Characters of code above which highlighting is left out: it costs 0.1 ms a line, and far more on hostile input."""
_MUCH_CODE = 20_000
"""Characters of one language from which on its quick lexer, which takes some 20 ms to make, has paid for itself."""
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
        self._read: dict[str, int] = {}
        """Language -> characters highlighted so far."""
        self._openings = _Openings()

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
        before = self._read.get(name, 0)
        self._read[name] = before + len(code)
        if before < _MUCH_CODE <= before + len(code):
            lexer = self._lexers[name] = quick_lexer(type(lexer))(stripnl=False)
        html = _spans(lexer.get_tokens(code), self._openings)
        return html if code.endswith("\n") else html.removesuffix("\n")

    def _lexer(self, name: str) -> Lexer | None:
        if name not in self._lexers:
            self._lexers[name] = _find_lexer(_PRISM_NAMES.get(name, name))
        return self._lexers[name]


class _Openings(dict[_TokenType, str]):
    """Type of a token -> the tag that Pygments opens its text with; empty for none."""

    def __init__(self) -> None:
        super().__init__()
        self._formatter: HtmlFormatter[str] = HtmlFormatter(nowrap=True)

    def __missing__(self, kind: _TokenType) -> str:
        written = StringIO()
        self._formatter.format([(kind, "…")], written)
        opening = self[kind] = written.getvalue().partition("…")[0]
        return opening


def _spans(tokens: Iterable[tuple[_TokenType, str]], openings: Mapping[_TokenType, str]) -> str:
    """Write tokens as Pygments' formatter does: neighbours of one class together, no element across lines."""
    out: list[str] = []
    run: list[str] = []
    last = ""
    for kind, text in tokens:
        opening = openings[kind]
        if opening != last and text:
            out.append(_span("".join(run), last))
            run, last = [], opening
        run.append(text)
    out.append(_span("".join(run), last))
    return "".join(out)


def _span(text: str, opening: str) -> str:
    text = escape(text, quote=False)
    if not opening or not text:
        return text
    if "\n" not in text:
        return f"{opening}{text}</span>"
    return "\n".join([f"{opening}{line}</span>" if line else "" for line in text.split("\n")])


def _find_lexer(name: str) -> Lexer | None:
    if not _NAME.match(name):
        return None
    try:
        return find_lexer_class_by_name(name)(stripnl=False)  # lexers of lines want the last one ended
    except ClassNotFound:
        return None
