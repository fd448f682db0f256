"""Links (obsidian-spec §2.1 to §2.3): targets, wikilinks, Markdown links, and what a page shows of them."""

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import msgspec

from napkin_site.core.syntax.escaping import escape_attribute, external_href, quote_href, scheme_of
from napkin_site.core.syntax.leaf import ATOM, BREAK, HOLD, Leaf, Token
from napkin_site.core.syntax.tree import Link, LinkHole, LinkPlace, LinkSyntax, Span

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk

_LINE_BREAK = re.compile(r"\r?\n[ \t>]*")


class LinkDraft(msgspec.Struct, gc=False):
    """A link before its passage is known."""

    syntax: LinkSyntax
    target: tuple[str, str]
    """Path and subpath."""
    span: Span
    target_span: Span
    display: str | None
    place: LinkPlace
    is_embed: bool = False
    line: int = 0
    passage: int = -1
    passage_range: Span = (0, 0)

    def freeze(self) -> Link:
        """Make the fact of it."""
        path, subpath = self.target
        return Link(
            syntax=self.syntax,
            is_embed=self.is_embed,
            path=path,
            subpath=subpath,
            display=self.display,
            place=self.place,
            span=self.span,
            target_span=self.target_span,
            line=self.line,
            passage=self.passage,
            passage_range=self.passage_range,
        )


def split_target(target: str) -> tuple[str, str]:
    """Split a target at its first `#` into path and subpath, both trimmed."""
    path, _, subpath = target.partition("#")
    return path.strip(), subpath.strip()


def decode_target(address: str) -> tuple[str, str]:
    """Read a Markdown or HTML address that points into the vault: percent-decoded, then split (obsidian-spec §2.2)."""
    return split_target(unquote(address) if "%" in address else address)


def default_text(path: str, subpath: str) -> str:
    """Give the text shown for a link that states none (obsidian-spec §2.3): `Note > Heading`."""
    shown = path[:-3] if path[-3:].lower() == ".md" else path
    if shown and not subpath:
        return shown
    parts = [shown] if shown else []
    parts += [text for part in subpath.split("#") if (text := part.strip())]
    return " > ".join(parts)


class WikiTarget:
    """The inside of a `[[wikilink]]`, with the place of its target."""

    __slots__ = ("display", "end", "is_link", "path", "start", "subpath")

    def __init__(self, inner: bytes, start: int) -> None:
        bar = inner.find(b"|")
        target = inner if bar < 0 else inner[:bar]
        if bar > 0 and target.endswith(b"\\"):  # `\|`, the bar that a table leaves alone
            target = target[:-1]
        trimmed = target.strip()
        self.start = start + target.find(trimmed)
        self.end = self.start + len(trimmed)
        self.path, self.subpath = split_target(trimmed.decode("utf-8", "replace"))
        self.display = "" if bar < 0 else inner[bar + 1 :].decode("utf-8", "replace").replace("\\|", "|").strip()
        self.is_link = bool(self.path or self.subpath) and b"\n" not in inner


def start_link(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Begin the text of a link or image, a leaf of its own; what it is, is known at its end."""
    walk.leaves.append((walk.leaf, _, start))
    walk.leaf = Leaf()


def end_link(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Write a link."""
    outer, data, _start = walk.leaves[-1]
    kind = data["link_type"]
    if kind.__class__ is dict:
        _end_wikilink(walk, outer, start, end, has_display=kind["WikiLink"]["has_pothole"])
        return
    children_end = walk.leaf.end
    inline = walk.end_leaf()
    walk.leaves.pop()
    walk.leaf = outer
    address = data["dest_url"]
    if kind == "Email" and not address.lower().startswith("mailto:"):
        address = f"mailto:{address}"
    if walk.is_plain:
        title = f' title="{escape_attribute(data["title"])}"' if data["title"] else ""
        html = f'<a href="{quote_href(address)}"{title}>{inline.html}</a>'
        outer.add_token(Token(html, inline.text, ATOM, (), tuple(inline.holes)), start, end)
        return
    links = tuple(link for link, _start, _end in inline.links)
    if scheme_of(address):
        html = f"{external_tag(address, data['title'])}{inline.html}</a>"
        outer.add_token(Token(html, inline.text, ATOM, links, tuple(inline.holes)), start, end)
        return
    display = inline.text.strip() or None
    target_span = markdown_target(walk, data, start, end, children_end)
    target = decode_target(address)
    index = walk.add_link("markdown", target, (start, end), target_span, display=display)
    hole = LinkHole(link=index, children=tuple(inline.pieces) if display else ())  # type: ignore[arg-type]  # drafts, until finished
    shown = inline.text if display else default_text(*target)
    outer.add_token(Token(HOLD, shown, ATOM, (*links, index), (hole,)), start, end)


def external_tag(address: str, title: str = "") -> str:
    """Give the opening tag of a link to another site; without an address when its scheme is not allowed."""
    href = external_href(address)
    shown = f' href="{href}"' if href else ""
    if title:
        shown += f' title="{escape_attribute(title)}"'
    return f'<a class="external-link"{shown} rel="noopener">'


def add_source_text(walk: "Walk", start: int, end: int) -> None:
    """Show a range of the source as it is typed."""
    source, at, place = walk.source(start, end), 0, start
    for found in _LINE_BREAK.finditer(source):
        line = source[at : found.start()]
        walk.leaf.add_text(line, place, end)
        place += len(line.encode())
        walk.leaf.add_token(walk.soft_break, place, place)
        place += len(found[0].encode())
        at = found.end()
    walk.leaf.add_text(source[at:], place, end)


def _end_wikilink(walk: "Walk", outer: Leaf, start: int, end: int, *, has_display: bool) -> None:
    target = WikiTarget(walk.body[start + 2 : end - 2], start + 2)
    if not target.is_link:
        walk.leaves.pop()
        walk.leaf = outer
        add_source_text(walk, start, end)
        return
    display = None
    pieces: tuple[Any, ...] = ()
    links: tuple[int, ...] = ()
    shown = default_text(target.path, target.subpath)
    if has_display and target.display:
        inline = walk.end_leaf()
        display = inline.text.strip()
        if display:
            pieces, shown = tuple(inline.pieces), inline.text
            links = tuple(link for link, _start, _end in inline.links)
    walk.leaves.pop()
    walk.leaf = outer
    index = walk.add_link(
        "wikilink",
        (target.path, target.subpath),
        (start, end),
        (target.start, target.end),
        display=display or None,
    )
    hole = LinkHole(link=index, children=pieces)
    outer.add_token(Token(HOLD, shown, ATOM, (*links, index), (hole,)), start, end)


def markdown_target(walk: "Walk", data: Any, start: int, end: int, children_end: int) -> tuple[int, int]:
    """Find where a Markdown link's address stands: behind its text, or in the definition it refers to."""
    if data["link_type"] == "Inline":
        place = walk.body.find(b"](", max(children_end, start), end)
        return address_span(walk.body, place + 2, end) if place >= 0 else (start, end)
    return walk.definition_span(data["id"]) or (start, end)


def address_span(body: bytes, place: int, end: int) -> tuple[int, int]:
    """Give the range of the address that begins, after blanks, at `place`."""
    while place < end and body[place] in b" \t\r\n":
        place += 1
    if body[place : place + 1] == b"<":
        close = body.find(b">", place, end)
        return (place + 1, close if close >= 0 else end)
    stop = place
    depth = 0
    while stop < end and body[stop] not in b" \t\r\n":
        byte = body[stop]
        if byte == 0x5C:  # a backslash
            stop += 1
        elif byte == 0x28:  # (
            depth += 1
        elif byte == 0x29:  # )
            if not depth:
                break
            depth -= 1
        stop += 1
    return (place, min(stop, end))


BREAKS = {
    "soft": Token("<br>\n", " ", BREAK),
    "strict": Token("\n", " ", BREAK),
    "hard": Token("<br>\n", " ", BREAK),
    "plain": Token("<br />\n", " ", BREAK),
}
