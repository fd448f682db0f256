"""Raw HTML in notes (obsidian-spec §4.12, §3.8): its addresses found, its comments taken out, then sanitised.

An element that begins in one block and ends in a later one (`<details>`, blank line, Markdown, blank
line, `</details>`) makes one block of all that lies between, so that each block is balanced by itself.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from html import unescape
from typing import TYPE_CHECKING, Any

from napkin_site.core.syntax.comments import keep_html_comments, without_html_comments
from napkin_site.core.syntax.embeds import remote_picture
from napkin_site.core.syntax.escaping import clean_address, escape_text, scheme_of
from napkin_site.core.syntax.leaf import (
    CLOSE,
    HOLD,
    OPEN,
    RAW,
    Draft,
    Inline,
    Marked,
    RawHtml,
    Token,
    assemble,
    join_pieces,
    split_pieces,
)
from napkin_site.core.syntax.links import decode_target
from napkin_site.core.syntax.sanitise import clean, marker, split_markers
from napkin_site.core.syntax.source import MARK_END, MARK_START, Places
from napkin_site.core.syntax.tangled import has_exploded, is_tangled
from napkin_site.core.syntax.tree import AttributeHole, EmbedHole, Finding, FragmentEnd, RemoteHole, Span

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)((?:[^'\"<>]|\"[^\"]*\"|'[^']*')*+)>")
_ATTRIBUTE = re.compile(r"([^\s\"'<>/=]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+))")
_HAS_ADDRESS = re.compile(r"\b(?:src|href|poster)\s*=", re.IGNORECASE)
_ADDRESSES = frozenset(("src", "href", "poster"))
_HOLDERS = frozenset("a img video audio source iframe track".split())
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
# Elements whose end tag may be left out: a missing one says nothing about later blocks.
_OPTIONAL_END = frozenset("p li dt dd tr td th thead tbody tfoot option optgroup colgroup rp rt".split())
_HIDING = frozenset(("script", "style", "template", "noscript"))
# A character reference to a noncharacter would become a marker in the cleaner.
_FORGED = re.compile(r"&#(?:[xX]0*[fF][dD][dD][01](?![0-9a-fA-F])|0*6497[67](?![0-9]));?")
_NUMBER = re.compile(r"\d{1,5}")


class _Mixture:
    """HTML to clean in which pieces of ours stand as markers."""

    def __init__(self, walk: "Walk") -> None:
        self._walk = walk
        self._html: list[str] = []
        self._pieces: list[tuple[Draft, ...] | Callable[[], Draft]] = []

    def add_html(self, html: str) -> None:
        """Append HTML of ours that takes part in the nesting."""
        self._html.append(html)

    def add_text(self, text: str) -> None:
        """Append text."""
        self._html.append(escape_text(text.replace(MARK_START, "\ufffd").replace(MARK_END, "\ufffd")))

    def add_pieces(self, pieces: tuple[Draft, ...]) -> None:
        """Append pieces that are finished."""
        if pieces:
            self._html.append(self._mark(pieces))

    def add_raw(self, raw: RawHtml) -> None:
        """Append raw HTML."""
        html = raw.html
        if "&#" in html:
            html = _FORGED.sub(lambda match: "?" * len(match[0]), html)
        if _HAS_ADDRESS.search(html):
            html = self._with_addresses(html, Places(html, raw.parts, raw.starts))
        self._html.append(html)

    def pieces(self) -> list[Draft]:
        """Clean everything and put the pieces back."""
        parts = split_markers(self._cleaned("".join(self._html)))
        found: list[Draft] = [parts[0]] if parts[0] else []
        for index, text in zip(parts[1::2], parts[2::2], strict=True):
            piece = self._pieces[int(index)]
            found.extend((piece(),) if callable(piece) else piece)
            if text:
                found.append(text)
        return found

    def _cleaned(self, html: str) -> str:
        if not is_tangled(html):
            cleaned = clean(html)
            if not has_exploded(html, cleaned):
                return cleaned
        walk = self._walk
        if not any(finding.code == "tangled-html" for finding in walk.findings):
            walk.findings.append(_tangled(walk.line(walk.block_start)))
        return escape_text(html)

    def _mark(self, piece: "tuple[Draft, ...] | Callable[[], Draft]") -> str:
        self._pieces.append(piece)
        return marker(len(self._pieces) - 1)

    def _with_addresses(self, html: str, places: Places) -> str:
        parts: list[str] = []
        done = 0
        for tag in _TAG.finditer(html):
            name = tag[2].lower()
            if name not in _HOLDERS:
                continue
            parts.append(html[done : tag.start()])
            parts.append(self._tag(tag, name, places))
            done = tag.end()
        parts.append(html[done:])
        return "".join(parts)

    def _tag(self, tag: re.Match[str], name: str, places: Places) -> str:
        if tag[1]:
            return "" if name == "iframe" else tag[0]
        attributes = {found[1].lower(): found for found in reversed(list(_ATTRIBUTE.finditer(tag[3])))}
        whole = (places.at(tag.start()), places.end(tag.end()))
        source = attributes.get("src")
        address = _value(source)
        if source is not None and name in {"img", "iframe", "video", "audio", "source"}:
            if scheme_of(address) in {"http", "https"} or address.startswith("//"):
                return self._remote(name, address, attributes)
            if name == "img" and scheme_of(address):
                alt, title = _value(attributes.get("alt")), _value(attributes.get("title"))
                size = (_number(attributes.get("width")), _number(attributes.get("height")))
                picture = remote_picture(address, alt, title, size)
                return self._mark(tuple(split_pieces(picture.html, picture.holes)))
            if name == "iframe":
                return (
                    "" if scheme_of(address) else self._embed(source, attributes, (whole, _target(tag, source, whole)))
                )
        parts: list[str] = []
        done = 0
        for attribute in sorted(attributes.values(), key=lambda found: found.start()):
            if attribute[1].lower() not in _ADDRESSES or scheme_of(_value(attribute)):
                continue
            parts.append(tag[3][done : attribute.start()])
            parts.append(f'{attribute[1]}="{self._link(attribute, (whole, _target(tag, attribute, whole)))}"')
            done = attribute.end()
        parts.append(tag[3][done:])
        return f"<{tag[2]}{''.join(parts)}>"

    def _remote(self, name: str, address: str, attributes: dict[str, re.Match[str]]) -> str:
        hole = RemoteHole(
            url=f"https:{address}" if address.startswith("//") else address,
            alt=_value(attributes.get("alt")),
            title=_value(attributes.get("title")),
            width=_number(attributes.get("width")),
            height=_number(attributes.get("height")),
            kind="image" if name == "img" else "frame",
        )
        return self._mark((hole,))

    def _embed(self, source: re.Match[str], attributes: dict[str, re.Match[str]], spans: tuple[Span, Span]) -> str:
        def piece() -> Draft:
            return EmbedHole(
                link=self._add_link(source, spans, is_embed=True),
                alt=_value(attributes.get("title")),
                width=_number(attributes.get("width")),
                height=_number(attributes.get("height")),
                is_block=False,
            )

        return self._mark(piece)

    def _link(self, attribute: re.Match[str], spans: tuple[Span, Span]) -> str:
        def piece() -> Draft:
            is_embed = attribute[1].lower() != "href"
            return AttributeHole(link=self._add_link(attribute, spans, is_embed=is_embed))

        return self._mark(piece)

    def _add_link(self, attribute: re.Match[str], spans: tuple[Span, Span], *, is_embed: bool) -> int:
        target = decode_target(_value(attribute))
        return self._walk.add_link("html", target, *spans, display=None, is_embed=is_embed)


def _tangled(line: int) -> Finding:
    return Finding(
        code="tangled-html",
        message="the HTML from here on is nested too deep, or leaves too much open; it is shown as it is typed",
        line=line,
        hint="Close what is opened, in the opposite order.",
    )


def add_inline_html(walk: "Walk", html: str, start: int, end: int) -> None:
    """Write a tag, or hide a comment, in a line of text."""
    walk.features.add("html")
    if walk.masks.touch(start, end):
        html = walk.source(start, end)
    raw = RawHtml([html], [start])
    if html.startswith("<!--") and not walk.is_plain:
        keep_html_comments(walk, raw)
        return
    if walk.options.trusted_html or walk.is_plain:
        walk.leaf.add_token(Token(html, "", RAW), start, end)
        return
    walk.leaf.has_raw = True
    walk.leaf.add_token(Token(HOLD, "", RAW, (), (raw,)), start, end)


def start_html(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Begin a block of HTML."""
    walk.open_block("html", start)


def add_html(walk: "Walk", html: str, start: int, end: int) -> None:
    """Read a line of a block of HTML."""
    if walk.masks.touch(start, end):
        for text, place, stop in walk.masks.uncover(start, end):
            walk.leaf.add_text(text, place, stop)
        return
    walk.leaf.add_text(html, start, end)


def end_html(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Write a block of HTML; one of comments alone leaves no trace."""
    leaf = walk.leaf
    raw = RawHtml(leaf.parts, leaf.starts)
    walk.drop_leaf()
    if walk.is_plain:
        walk.out.append(raw.html)
        walk.close_block(end)
        return
    keep_html_comments(walk, raw)
    if without_html_comments(raw.html).strip():
        walk.features.add("html")
        walk.out.append(raw)
        if walk.frames:
            walk.frames[-1].raw = True
    walk.close_block(end)


def assemble_raw(walk: "Walk", joined: str, tokens: list[Token]) -> Inline:
    """Make the pieces of a leaf that holds raw HTML: formatting and raw tags are nested by the cleaner."""
    joined, tokens = _without_scripts(joined, tokens)
    plain = assemble(joined, tokens)
    mixture = _Mixture(walk)
    texts = joined.split(HOLD)
    mixture.add_text(texts[0])
    for token, text in zip(tokens, texts[1:], strict=True):
        if token.kind == RAW and token.holes and isinstance(token.holes[0], RawHtml):
            mixture.add_raw(token.holes[0])
        elif token.kind in {OPEN, CLOSE}:
            mixture.add_html(token.html)
        else:
            mixture.add_pieces(tuple(split_pieces(token.html, token.holes)))
        mixture.add_text(text)
    html, holes = join_pieces(mixture.pieces())
    return Inline(html, plain.text, plain.links, holes)


def resolve_raw(walk: "Walk", pieces: Sequence[Draft]) -> list[Draft]:
    """Sanitise the raw HTML that stands directly in a container, joining what belongs together."""
    raws = [(index, piece.html) for index, piece in enumerate(pieces) if isinstance(piece, RawHtml)]
    found: list[Draft] = []
    done = 0
    for first, last in find_runs([without_html_comments(html) for _index, html in raws]):
        start, stop = raws[first][0], raws[last][0] + 1
        found += pieces[done:start]
        found += clean_run(walk, pieces[start:stop])
        done = stop
    return [*found, *pieces[done:]]


def clean_run(walk: "Walk", pieces: Iterable[Draft]) -> list[Draft]:
    """Clean raw HTML together with the finished pieces that lie between its parts.

    A block id given to one of the raw parts names the whole: marks stand outside what is cleaned.
    """
    mixture = _Mixture(walk)
    before: list[Draft] = []
    after: list[Draft] = []
    names: set[str] = set()
    kept: list[Draft] = []
    plain: list[Draft] = []
    for piece in pieces:
        raw = piece.piece if isinstance(piece, Marked) else piece
        if isinstance(raw, RawHtml):
            if isinstance(piece, Marked):
                before += piece.before()
                names.update(piece.names)
            mixture.add_pieces(tuple(kept))
            kept = []
            mixture.add_raw(raw)
            plain.append(without_html_comments(raw.html))
        elif isinstance(piece, FragmentEnd) and piece.name in names:
            after.append(piece)
        else:
            kept.append(piece)
            plain.append(piece)
    mixture.add_pieces(tuple(kept))
    return [*before, *(plain if walk.options.trusted_html else mixture.pieces()), *after]


def find_runs(blocks: Sequence[str]) -> list[tuple[int, int]]:
    """Find which blocks of raw HTML belong together: `(first, last)`, in order, each block in exactly one run."""
    stack: list[tuple[str, int]] = []
    counts: dict[str, int] = {}
    joins: list[tuple[int, int]] = []
    for index, html in enumerate(blocks):
        for tag in _TAG.finditer(html):
            name = tag[2].lower()
            if name in _VOID or name in _OPTIONAL_END or tag[3].endswith("/"):
                continue
            if not tag[1]:
                stack.append((name, index))
                counts[name] = counts.get(name, 0) + 1
            elif counts.get(name):
                while True:
                    opened, begun = stack.pop()
                    counts[opened] -= 1
                    if opened == name:
                        break
                if begun < index:
                    joins.append((begun, index))
    last_of = list(range(len(blocks)))
    for first, last in joins:
        last_of[first] = max(last_of[first], last)
    runs: list[tuple[int, int]] = []
    index = 0
    while index < len(blocks):
        last = index
        place = index
        while place <= last:
            last = max(last, last_of[place])
            place += 1
        runs.append((index, last))
        index = last + 1
    return runs


def _without_scripts(joined: str, tokens: list[Token]) -> tuple[str, list[Token]]:
    """Drop what stands between a `<script>` or `<style>` tag and its end."""
    names = [_tag_of(token) for token in tokens]
    if not any(name is not None and name[2].lower() in _HIDING for name in names):
        return joined, tokens
    texts = joined.split(HOLD)
    kept_texts = [texts[0]]
    kept: list[Token] = []
    hidden = ""
    for token, name, text in zip(tokens, names, texts[1:], strict=True):
        tag = name[2].lower() if name is not None else ""
        if hidden:
            if name is not None and tag == hidden and name[1]:
                hidden = ""
                kept_texts[-1] += text
            continue
        if tag in _HIDING:
            if name is not None and not name[1]:
                hidden = tag
            else:
                kept_texts[-1] += text
            continue
        kept.append(token)
        kept_texts.append(text)
    return HOLD.join(kept_texts), kept


def _tag_of(token: Token) -> re.Match[str] | None:
    if token.kind != RAW:
        return None
    raw = token.holes[0] if token.holes else None
    return _TAG.match(raw.html) if isinstance(raw, RawHtml) else None


def _value(attribute: re.Match[str] | None) -> str:
    if attribute is None:
        return ""
    return clean_address(unescape(next(value for value in attribute.groups()[1:] if value is not None)))


def _target(tag: re.Match[str], attribute: re.Match[str], whole: Span) -> Span:
    """Give the range of an attribute's value inside that of its tag."""
    group = next(index for index in (2, 3, 4) if attribute[index] is not None)
    offset = tag.start(3) - tag.start()
    begin = whole[0] + _bytes(tag[0], 0, offset + attribute.start(group))
    end = begin + _bytes(tag[0], offset + attribute.start(group), offset + attribute.end(group))
    return (min(begin, whole[1]), min(end, whole[1]))


def _number(attribute: re.Match[str] | None) -> int | None:
    match = _NUMBER.match(_value(attribute))
    return int(match[0]) if match is not None else None


def _bytes(text: str, start: int, end: int) -> int:
    return len(text[start:end].encode("utf-8", "replace"))
