"""The templates of what stands in a page's main column (`theme/napkin/`), in plain Jinja with autoescape on."""

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import chain
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, TemplateError
from markupsafe import Markup

from napkin_site.builder.theme.shapes import encode
from napkin_site.errors import ThemeError
from napkin_site.resources import theme_dir

_INCLUDE = re.compile(r'\{% include "(_\w+\.html)" %\}')
"""Templates whose names begin with `_` are parts of others and are never filled by themselves."""


class Templates:
    """Fills templates with plain values; `markupsafe.Markup` alone is taken for HTML."""

    def __init__(self, compiled: BytecodeCache | None = None) -> None:
        """Find the templates; each is compiled when it is first filled, or taken from the cache."""
        self._environment = Environment(
            loader=_JoiningLoader(str(theme_dir() / "napkin")),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            auto_reload=False,
            bytecode_cache=compiled,
        )
        self._environment.filters["rows"] = _write_rows
        self._environment.globals.clear()  # no template asks for them, and they are copied for each that is filled
        self._template = cache(self._environment.get_template)

    def compile_all(self) -> None:
        """Compile every template now.

        Raises:
            ThemeError: one is broken.
        """
        for name in self._environment.list_templates(filter_func=lambda name: not name.startswith("_")):
            try:
                self._environment.get_template(name)
            except TemplateError as error:
                raise ThemeError(f"the template napkin/{name} fails: {error}", path=f"theme/napkin/{name}") from error

    def fill(self, name: str, **values: Any) -> bytes:
        """Fill the template `name`; what it gives is encoded piece by piece, since few pieces are not ASCII.

        Raises:
            ThemeError: it is missing, broken, or asks for a value it is not given.
        """
        try:
            return b"".join([encode(piece) for piece in self._template(name).generate(values)])
        except TemplateError as error:
            raise ThemeError(f"the template napkin/{name} fails: {error}", path=f"theme/napkin/{name}") from error


def escape_all(texts: Sequence[str]) -> tuple[str, ...]:
    """Escape each text as templates do, all in one go, since that call's own cost is most of it."""
    escaped = tuple(_escape("\0".join(texts)).split("\0")) if texts else ()
    return escaped if len(escaped) == len(texts) else tuple(map(_escape, texts))


def _escape(text: str) -> str:
    """Give the same as `markupsafe.escape`, which wraps it and takes longer for that."""
    html = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return html.replace('"', "&#34;").replace("'", "&#39;")


def _write_rows(rows: Collection[Sequence[str]], *formats: str) -> Markup:
    """Write a list: a `{% for %}` that escapes every value by itself takes five times as long.

    Args:
        rows: the values of each entry; `Markup` alone is taken for HTML.
        formats: an entry's HTML, with `%s` for a value; an entry is written by the one with as many as it has values.
    """
    format_of = {written.count("%s"): written for written in formats}
    texts = [*chain.from_iterable(rows)]
    escaped = escape_all(texts)
    if Markup in map(type, texts):
        escaped = tuple([text if type(text) is Markup else safe for text, safe in zip(texts, escaped, strict=True)])
    return Markup("".join([format_of[len(row)] for row in rows]) % escaped)  # noqa: S704 -- they are escaped


class _JoiningLoader(FileSystemLoader):
    """Puts parts into the templates that include them: finding a part takes Jinja longer than filling it."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        text, place, is_current = super().get_source(environment, template)
        joined = _INCLUDE.sub(lambda part: self.get_source(environment, part[1])[0].removesuffix("\n"), text)
        return joined, place, is_current
