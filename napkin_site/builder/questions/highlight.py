"""Code highlighting with Pygments, in the classes that Material's style sheet knows, each block only once."""

from collections.abc import MutableMapping
from functools import cached_property
from hashlib import blake2b
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from napkin_site.builder.questions.pygments_code import Pygments

_EDITION = "2"
"""Changes when the same code would be written otherwise, so that a kept memo is not asked for the old way."""
_MAX_LENGTH = 50_000
"""Characters of code above which highlighting is left out: it costs 0.1 ms a line, and far more on hostile input."""
_PLAIN = frozenset({"", "text", "none", "nohighlight"})


class Highlighter:
    """Highlights code, keeping what it has done in a memo."""

    def __init__(self, memo: MutableMapping[str, str] | None = None) -> None:
        """Start with what was done before.

        Args:
            memo: hex digest of language and text -> finished HTML; it may be kept between runs. None starts empty.
        """
        self._memo: MutableMapping[str, str] = {} if memo is None else memo

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
        html = self._pygments.write(code, name)
        return escape(code, quote=False) if html is None else html

    @cached_property
    def _pygments(self) -> "Pygments":
        from napkin_site.builder.questions.pygments_code import Pygments  # noqa: PLC0415 -- only who has new code waits

        return Pygments()
