"""A note's properties as the panel above it shows them (obsidian-spec §7.6, §7.9)."""

import re
from collections.abc import Callable, Iterable
from html import escape
from typing import Any, NamedTuple

from markupsafe import Markup

from napkin_site.core.page_links import PageLinks
from napkin_site.core.paths import VaultPath
from napkin_site.core.properties import Property
from napkin_site.core.subpaths import default_display
from napkin_site.core.syntax.tree import Link

_UNSHOWN = frozenset({"tags", "publish", "draft", "permalink", "cssclasses"})
"""Properties that steer the site, and tags, which have a row of their own."""
_INLINE = re.compile(
    r"\[\[(?P<wiki>[^\[\]\n]+(?:\](?!\])[^\[\]\n]*)*)\]\]"
    r"|\[(?P<text>[^\[\]\n]*)\]\((?P<dest><[^<>\n]*>|[^\s()<>]+)\)"
    r"|(?P<url>https?://[^\s<>\"]+[^\s<>\".,;:!?'\])])"
    r"|(?P<mail>(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+)"
)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_MAX_DEPTH = 4


class ShownProperty(NamedTuple):
    """One row of the panel."""

    name: str
    type: str
    html: Markup


def shown_properties(
    source: VaultPath,
    properties: Iterable[Property],
    links: PageLinks,
    *,
    day_href: Callable[[str], str] | None = None,
) -> tuple[ShownProperty, ...]:
    """Prepare the rows of the panel.

    Args:
        source: the note.
        properties: its typed properties.
        links: where links lead from the page.
        day_href: a date -> address of that day's note, empty when there is none; None without daily notes.
    """
    panel = _Panel(source, links, day_href)
    return tuple(
        ShownProperty(name=prop.name, type=prop.type, html=Markup(panel.html(prop.type, prop.value)))  # noqa: S704 -- escaped there
        for prop in properties
        if prop.name.casefold() not in _UNSHOWN
    )


def _is_empty(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(_is_empty(item) for item in value)
    return value is None or value == ""


class _Panel:
    def __init__(self, source: VaultPath, links: PageLinks, day_href: Callable[[str], str] | None) -> None:
        self._source, self._links, self._day_href = source, links, day_href

    def html(self, kind: str, value: Any, depth: int = 0) -> str:
        """Write one value, escaped."""
        if _is_empty(value):
            return ""
        if isinstance(value, bool):
            return f'<input type="checkbox" disabled{" checked" if value else ""}> {"true" if value else "false"}'
        if isinstance(value, dict):
            rows = "".join(
                f"<div><dt>{escape(str(key))}</dt><dd>{self._deeper(item, depth)}</dd></div>"
                for key, item in value.items()
            )
            return f"<dl>{rows}</dl>"
        if isinstance(value, list | tuple):
            return f"<ul>{''.join(f'<li>{self._deeper(item, depth)}</li>' for item in value)}</ul>"
        if kind in {"date", "datetime"} and isinstance(value, str):
            return self._date(value)
        return self._text(str(value))

    def _deeper(self, value: Any, depth: int) -> str:
        return self.html("", value, depth + 1) if depth < _MAX_DEPTH else escape(str(value))

    def _date(self, value: str) -> str:
        shown = f'<time datetime="{escape(value)}">{escape(value.replace("T", " ", 1))}</time>'
        href = self._day_href(value[:10]) if self._day_href is not None else ""
        return f'<a class="internal-link" href="{escape(href)}">{shown}</a>' if href else shown

    def _text(self, text: str) -> str:
        if "[" not in text and "@" not in text and "://" not in text:
            return escape(text)
        out: list[str] = []
        at = 0
        for match in _INLINE.finditer(text):
            out.append(escape(text[at : match.start()]))
            out.append(self._link(match))
            at = match.end()
        out.append(escape(text[at:]))
        return "".join(out)

    def _link(self, match: re.Match[str]) -> str:
        if match["wiki"] is not None:
            target, bar, shown = match["wiki"].partition("|")
            return self._internal(target, shown.strip() if bar else None, match[0])
        if match["dest"] is not None:
            dest = match["dest"].strip("<>")
            if not _SCHEME.match(dest):
                return self._internal(dest, match["text"], match[0])
            if not dest.lower().startswith(("http:", "https:", "mailto:", "obsidian:")):
                return escape(match[0])
            return _external(dest, match["text"])
        if match["url"] is not None:
            return _external(match["url"], match["url"])
        return _external(f"mailto:{match['mail']}", match["mail"])

    def _internal(self, target: str, shown: str | None, typed: str) -> str:
        path, _, subpath = target.partition("#")
        if not path.strip() and not subpath.strip():
            return escape(typed)
        link = Link(
            syntax="wikilink",
            is_embed=False,
            path=path.strip(),
            subpath=subpath.strip(),
            display=shown,
            place="property",
            span=(0, 0),
            target_span=(0, 0),
            line=0,
        )
        text = escape(shown or default_display(link))
        found = self._links.link(self._source, link)
        if found.state == "resolved":
            return f'<a class="internal-link" href="{escape(found.href)}">{text}</a>'
        if found.state == "unresolved":
            return f'<a class="internal-link is-unresolved" title="{escape(link.path)}">{text}</a>'
        return text


def _external(url: str, text: str) -> str:
    return f'<a class="external-link" href="{escape(url)}" rel="noopener">{escape(text)}</a>'
