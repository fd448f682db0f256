"""Links in front matter (obsidian-spec §2.6, §7.6): wikilinks and Markdown links in the values."""

import re
from collections.abc import Iterator
from typing import Any

from napkin_site.core.syntax.escaping import scheme_of
from napkin_site.core.syntax.links import LinkDraft, WikiTarget, address_span, decode_target
from napkin_site.core.syntax.source import Lines
from napkin_site.core.syntax.tree import Link, Span

_LINK = re.compile(
    r"!?\[\[(?:[^\[\]\n]|\](?!\])|\[(?!\[))+\]\]"
    r"|!?\[[^\[\]\n]*\]\([ ]*(?:<[^<>\n]*>|[^()\s<>]+(?:\([^()\s]*\)[^()\s]*)*)[ ]*(?:\"[^\"\n]*\")?[ ]*\)"
)

_NEAR = 2000
_MOST_SEARCHES = 1000
"""How often all of the front matter is searched for a link that is not where it is expected."""


def find_property_links(source: bytes, span: Span, data: dict[str, Any], lines: Lines) -> list[LinkDraft]:
    """Find the links in property values; spans lie in the front matter, or are all of it where text was escaped."""
    if b"[[" not in source[span[0] : span[1]] and b"](" not in source[span[0] : span[1]]:
        return []
    drafts: list[LinkDraft] = []
    places = _Places(source, span)
    for text in _strings(data):
        if "[" not in text:
            continue
        for match in _LINK.finditer(text):
            draft = _read(match[0], places.next(match[0]), span, lines)
            if draft is not None:
                drafts.append(draft)
    drafts.sort(key=lambda draft: draft.span[0])
    return drafts


def links_of_text(text: bytes) -> list[Link]:
    """Find the links in a single value; spans lie in it."""
    whole = (0, len(text))
    drafts = find_property_links(text, whole, {"": text.decode("utf-8", "replace")}, Lines(text))
    return [draft.freeze() for draft in drafts]


def _strings(value: Any) -> Iterator[str]:
    """Give all text in the values of a property tree, in order."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting.extend(reversed(list(value.values())))
        elif isinstance(value, list | tuple):
            waiting.extend(reversed(value))


class _Places:
    """Where links stand in the front matter: values come in the order of the source, but for aliases and escapes."""

    def __init__(self, source: bytes, span: Span) -> None:
        self._source, self._span = source, span
        self._known: dict[str, int] = {}
        self._searches = _MOST_SEARCHES
        self._reached = span[0]

    def next(self, text: str) -> int:
        """Find a link behind the last one of the same text; -1 when it is not written so."""
        known = self._known.get(text)
        if known == -1:
            return -1
        encoded = text.encode("utf-8", "replace")
        first = self._span[0] if known is None else known + 1
        # Nearly always it is the next thing of its kind, a line or so ahead; only then is the way to it short.
        near = max(first, self._reached)
        found = self._source.find(encoded, near, min(near + _NEAR, self._span[1]))
        if found < 0 and self._searches:
            self._searches -= 1
            found = self._source.find(encoded, first, self._span[1])
        if found < 0 and known is not None:
            found = known
        self._known[text] = found
        self._reached = max(self._reached, found + len(encoded))
        return found


def _read(text: str, place: int, span: Span, lines: Lines) -> LinkDraft | None:
    encoded = text.encode("utf-8", "replace")
    is_embed = encoded.startswith(b"!")
    whole = (place, place + len(encoded)) if place >= 0 else span
    inner = encoded.index(b"[") + 1
    if encoded.startswith(b"[", inner):
        target = WikiTarget(encoded[inner + 1 : -2], inner + 1)
        if not target.is_link:
            return None
        found = (target.path, target.subpath)
        begin, end = target.start, target.end
        display = target.display or None
    else:
        begin, end = address_span(encoded, encoded.index(b"](") + 2, len(encoded) - 1)
        address = encoded[begin:end].decode("utf-8", "replace")
        if scheme_of(address):
            return None
        found = decode_target(address)
        display = encoded[inner : encoded.index(b"](")].decode("utf-8", "replace").strip() or None
    return LinkDraft(
        "wikilink" if encoded.startswith(b"[", inner) else "markdown",
        found,
        whole,
        (place + begin, place + end) if place >= 0 else whole,
        display=display,
        place="property",
        is_embed=is_embed,
        line=lines.at(whole[0]),
    )
