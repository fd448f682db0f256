"""A parsed note -> HTML, by filling the typed holes of its body.

What a hole becomes depends on where links go and what embeds show; a `PageLinks` answers that, so
that this module knows neither the vault nor the site. Output is safe by construction: strings of
the body are the parser's own finished HTML, and whatever fills a hole is escaped here or in `media`.
"""

import json
import re
from collections.abc import Sequence
from html import escape
from typing import Literal

from napkin_site.core import media
from napkin_site.core.diagram_links import node_texts
from napkin_site.core.page_links import Embed, FileEmbed, LinkDestination, MissingEmbed, NoteEmbed, PageLinks
from napkin_site.core.parts import cut_part
from napkin_site.core.paths import VaultPath, file_name, name_of, quote_fragment
from napkin_site.core.subpaths import default_display
from napkin_site.core.syntax.tree import (
    AttributeHole,
    CodeHole,
    EmbedHole,
    Footnote,
    FootnoteHole,
    IdHole,
    Link,
    LinkHole,
    NoteBody,
    NoteFacts,
    Piece,
    RemoteHole,
    TagHole,
)
from napkin_site.core.values import Value

__all__ = [
    "Embed",
    "FileEmbed",
    "LinkDestination",
    "MissingEmbed",
    "NoteEmbed",
    "PageLinks",
    "RenderSettings",
    "content_region",
    "render_inline",
    "render_note",
    "render_part",
]

_MAX_EMBEDS = 200
"""Most notes embedded in one page, nested ones counted: ten embeds of ten embeds would otherwise explode."""
_MAX_EMBEDDED = 1_000_000
"""Most characters of embedded notes in one page; an embed that would make it more becomes a link."""
_MAX_LOOKED_AT = 5_000_000
"""The same, those included that became links: finding out how large a note is costs time too."""
_TOO_MUCH = ' <span class="badge">too long to show here</span>'
_HOLE = 100
"""Characters a hole counts for: what a link or the like comes to, roughly."""
_PLACEHOLDERS = {"base": "Base", "query": "Search"}
"""Languages of code blocks that Obsidian runs, and what the box that stands for them is called."""
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)[^>]*>")
_ID = re.compile(r' id="[^"]*"')
_VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "source", "track", "wbr"})


class RenderSettings(Value):
    """What rendering depends on besides the notes and the links."""

    remote_images: Literal["load", "click"] = "load"
    """Whether pictures of other hosts load with the page or on a click (decision 16)."""
    max_embed_depth: int = 5
    """How deep embeds show inside embeds (obsidian-spec §3.5); deeper ones become links."""


_DEFAULTS = RenderSettings()


def render_note(
    path: VaultPath, facts: NoteFacts, body: NoteBody, links: PageLinks, *, settings: RenderSettings = _DEFAULTS
) -> str:
    """Render a note's content for its own page, its footnotes included."""
    writer = _Writer(links, settings, top=(path, ""))
    frame = _Frame(path, facts, body)
    for block in body.blocks:
        writer.write(block.pieces, frame)
    writer.write_footnotes(frame)
    return writer.text()


def render_part(
    path: VaultPath,
    facts: NoteFacts,
    body: NoteBody,
    subpath: str,
    links: PageLinks,
    *,
    settings: RenderSettings = _DEFAULTS,
) -> str | None:
    """Render the section or block of a note that `subpath` names; None when there is none.

    Ids are left out, as in an embed; footnotes are those the part refers to, numbered from 1.
    """
    writer = _Writer(links, settings, top=(path, subpath.lower()))
    frame = _Frame(path, facts, body, prefix="part-", is_part=bool(subpath))
    cut = cut_part(facts, body, subpath)
    if cut is None:
        return None
    writer.write(cut, frame)
    writer.write_footnotes(frame)
    return writer.text()


def render_inline(path: VaultPath, facts: NoteFacts, pieces: tuple[Piece, ...], links: PageLinks) -> str:
    """Render some pieces of a note by themselves, without ids and footnotes."""
    writer = _Writer(links, RenderSettings(max_embed_depth=0), top=(path, ""))
    writer.write(pieces, _Frame(path, facts, NoteBody(blocks=(), footnotes=()), prefix="inline-", is_part=True))
    return writer.text()


def content_region(path: VaultPath, css_classes: tuple[str, ...], html: str) -> str:
    """Wrap a rendered note in the element that styles, scripts and tests know it by."""
    classes = " ".join(("napkin-content", *css_classes))
    return f'<div class="{escape(classes)}" data-path="{escape(path)}">\n{html}\n</div>'


class _Frame:
    """One note being written: the page's own, or one that is embedded."""

    def __init__(
        self, source: VaultPath, facts: NoteFacts, body: NoteBody, *, prefix: str = "", is_part: bool = False
    ) -> None:
        self.source = source
        self.facts = facts
        self.footnotes = {note.number: note for note in body.footnotes}
        self.prefix = prefix
        """Put before footnote ids; empty on the note's own page, the only place with other ids."""
        self.is_part = is_part
        self.shown: dict[int, int] = {} if is_part else {number: number for number in self.footnotes}
        """Number in the note -> number shown. A part counts afresh as references come up."""
        self.references: dict[int, int] = {}
        """Number in the note -> references written so far."""
        self.goals: Sequence[LinkDestination] | None = None
        """Where the note's links lead; None before the first is written, since a part may have none."""


class _Writer:
    """Fills holes, one page long."""

    def __init__(self, links: PageLinks, settings: RenderSettings, *, top: tuple[VaultPath, str]) -> None:
        self._links = links
        self._settings = settings
        self._stack = [top]
        self._out: list[str] = []
        self._ids: set[str] = set()
        self._embeds = 0
        self._embedded = 0
        self._looked_at = 0
        self._was_split = False

    def text(self) -> str:
        """Give everything written."""
        html = "".join(self._out)
        return html.replace("<p></p>", "") if self._was_split else html

    def write(self, pieces: tuple[Piece, ...] | list[Piece], frame: _Frame) -> None:
        """Write pieces in order."""
        append = self._out.append
        for piece in pieces:
            if piece.__class__ is str:
                append(piece)
            else:
                self._fill(piece, frame)

    def write_footnotes(self, frame: _Frame) -> None:
        """Write the list of the footnotes that were referred to; nothing when there are none."""
        if not frame.shown:
            return
        out = self._out
        out.append('<section class="footnotes">\n<ol>\n')
        written = 0
        while written < len(frame.shown):  # a footnote may refer to further ones
            for number, shown in list(frame.shown.items())[written:]:
                self._footnote(frame.footnotes[number], shown, frame)
                written += 1
        out.append("</ol>\n</section>\n")

    def _fill(self, hole: Piece, frame: _Frame) -> None:
        match hole:
            case LinkHole():
                self._link(hole, frame)
            case EmbedHole():
                self._embed(hole, frame)
            case IdHole():
                if not frame.prefix and hole.anchor not in self._ids:  # a `^id` given twice means its first place
                    self._ids.add(hole.anchor)
                    self._out.append(f' id="{escape(hole.anchor)}"')
            case TagHole():
                self._tag(hole.name)
            case CodeHole():
                self._code(hole, frame)
            case FootnoteHole():
                self._reference(hole, frame)
            case RemoteHole():
                self._out.append(self._remote(hole))
            case AttributeHole():
                self._attribute(hole, frame)
            case _:  # fragment marks bound what an embed cuts out and show nothing themselves
                pass

    def _link(self, hole: LinkHole, frame: _Frame) -> None:
        goal = self._goal(hole.link, frame)
        out = self._out
        if goal.state == "resolved":
            out.append(f'<a class="internal-link" href="{escape(goal.href)}">')
        elif goal.state == "unresolved":
            path = frame.facts.links[hole.link].path
            out.append(f'<a class="internal-link is-unresolved" title="No page yet: {escape(path)}">')
        if hole.children:
            self.write(hole.children, frame)
        else:
            out.append(escape(default_display(frame.facts.links[hole.link])))
        if goal.state != "hidden":
            out.append("</a>")

    def _goal(self, number: int, frame: _Frame) -> LinkDestination:
        """Tell where a link of the note being written leads."""
        if frame.goals is None:
            frame.goals = self._links.links_of(frame.source, frame.facts)
        return frame.goals[number]

    def _attribute(self, hole: AttributeHole, frame: _Frame) -> None:
        link = frame.facts.links[hole.link]
        goal = self._goal(hole.link, frame)
        nowhere = "data:," if link.is_embed else "#"  # an empty `src` would load the page itself again
        self._out.append(escape(goal.href) if goal.state == "resolved" else nowhere)

    def _tag(self, name: str) -> None:
        href = self._links.tag_href(name)
        shown = escape(name)
        self._out.append(
            f'<a class="tag" href="{escape(href)}">#{shown}</a>' if href else f'<span class="tag">#{shown}</span>'
        )

    def _code(self, hole: CodeHole, frame: _Frame) -> None:
        language = hole.language.lower()
        if language == "mermaid":
            links = self._node_links(hole.text, frame.source)
            self._out.append(f'<pre class="mermaid"{links}>{escape(hole.text)}</pre>\n')
            return
        named = f' class="language-{escape(hole.language)}"' if hole.language else ""
        code = self._links.highlight(hole.text, hole.language)
        block = f'<div class="highlight"><pre><code{named}>{code}</code></pre></div>\n'
        kind = _PLACEHOLDERS.get(language)
        if kind is not None:
            block = f'<div class="napkin-placeholder" data-kind="{language}"><span>{kind}</span>{block}</div>\n'
        self._out.append(block)

    def _node_links(self, diagram: str, source: VaultPath) -> str:
        """Give the attribute that tells where the linked nodes of a diagram lead: text -> address, as JSON."""
        found: dict[str, str] = {}
        for text in node_texts(diagram):
            goal = self._links.link(source, _link_to(text))
            if goal.state == "resolved":
                found[text] = goal.href
        return f' data-links="{escape(json.dumps(found, ensure_ascii=False))}"' if found else ""

    def _remote(self, hole: RemoteHole) -> str:
        size = {"width": hole.width, "height": hole.height}
        frame = media.any_frame(hole.url) if hole.kind == "frame" else media.known_frame(hole.url)
        if frame is not None:
            return media.remote_frame(frame, hole.url, label=hole.alt or hole.title, **size)
        if hole.kind == "frame":
            return escape(hole.title or hole.url)
        if self._settings.remote_images == "click" and media.is_web_address(hole.url):
            return media.remote_picture_box(hole.url, alt=hole.alt, **size)
        return media.remote_image(hole.url, alt=hole.alt, title=hole.title, **size)

    def _reference(self, hole: FootnoteHole, frame: _Frame) -> None:
        if hole.number not in frame.footnotes:
            return
        shown = frame.shown.setdefault(hole.number, len(frame.shown) + 1)
        occurrence = frame.references[hole.number] = frame.references.get(hole.number, 0) + 1
        prefix = frame.prefix
        self._out.append(
            f'<sup class="footnote-ref" id="{prefix}fnref-{shown}-{occurrence}">'
            f'<a href="#{prefix}fn-{shown}">{shown}</a></sup>'
        )

    def _footnote(self, note: Footnote, shown: int, frame: _Frame) -> None:
        out = self._out
        prefix = frame.prefix
        out.append(f'<li id="{prefix}fn-{shown}" value="{shown}">')
        self.write(note.pieces, frame)
        written = frame.references.get(note.number, 0)
        back = "".join(
            f' <a class="footnote-backref" href="#{prefix}fnref-{shown}-{occurrence}"'
            f' aria-label="Back to reference {shown}">↩</a>'
            for occurrence in range(1, written + 1)
        )
        ending = out[-1].rstrip()
        if ending.endswith("</p>"):
            out[-1] = f"{ending[:-4]}{back}</p>"
        else:
            out.append(back)
        out.append("</li>\n")

    def _embed(self, hole: EmbedHole, frame: _Frame) -> None:
        link = frame.facts.links[hole.link]
        if self._embeds >= _MAX_EMBEDS or self._looked_at >= _MAX_LOOKED_AT:
            goal = self._links.link(frame.source, link)  # to ask for the embed would load the note
            if goal.path[-3:].lower() == ".md":
                self._embed_link(goal.href, default_display(link) or name_of(goal.path), hole, remark=_TOO_MUCH)
                return
        shown = self._links.embed(frame.source, link)
        if isinstance(shown, NoteEmbed):
            self._note(shown, hole)
        elif isinstance(shown, FileEmbed):
            self._out.append(_file(shown, hole))
        else:
            self._out.append(_missing(shown, hole))

    def _embed_link(self, href: str, title: str, hole: EmbedHole, *, remark: str = "") -> None:
        link = f'<a class="internal-link" href="{escape(href)}">{escape(title)}</a>{remark}'
        self._out.append(f"<p>{link}</p>\n" if hole.is_block else link)

    def _cut(self, shown: NoteEmbed) -> list[Piece] | None:
        """Cut out what an embed shows; None when it would be too deep, or is not there."""
        key = (shown.path, shown.subpath.lower())
        if key in self._stack or len(self._stack) > self._settings.max_embed_depth:
            return None
        return cut_part(shown.facts, shown.body, shown.subpath)

    def _has_room(self, cut: list[Piece]) -> bool:
        """Tell whether the page may embed this much more."""
        size = sum(len(piece) if isinstance(piece, str) else _HOLE for piece in cut)
        self._looked_at += size
        if self._embedded + size > _MAX_EMBEDDED:
            return False
        self._embedded += size
        return True

    def _note(self, shown: NoteEmbed, hole: EmbedHole) -> None:
        self._embeds += 1
        cut = self._cut(shown)
        if cut is None or not self._has_room(cut):
            self._embed_link(shown.href, shown.title, hole, remark="" if cut is None else _TOO_MUCH)
            return
        close, reopen = ("", "") if hole.is_block else self._leave_paragraph()
        self._out.append(
            f'{close}<div class="internal-embed markdown-embed" data-embed="{escape(shown.path)}">'
            f'<a class="embed-source" href="{escape(shown.href)}" title="Open {escape(shown.title)}"></a>\n'
        )
        inner = _Frame(shown.path, shown.facts, shown.body, prefix=f"e{self._embeds}-", is_part=bool(shown.subpath))
        self._stack.append((shown.path, shown.subpath.lower()))
        self.write(cut, inner)
        self.write_footnotes(inner)
        self._stack.pop()
        self._out.append(f"</div>\n{reopen}")

    def _leave_paragraph(self) -> tuple[str, str]:
        """Give what closes the paragraph being written, with what is open in it, and what opens it again.

        A `<div>` inside a `<p>` would end it in every browser, and leave its rest outside.
        """
        written: list[str] = []
        for piece in reversed(self._out):
            written.append(piece)
            if "<p" in piece or "</p>" in piece:
                break
        tail = "".join(reversed(written))
        start = max(tail.rfind("<p>"), tail.rfind("<p "))
        if start < 0 or tail.rfind("</p>") > start:
            return "", ""
        opened: list[tuple[str, str]] = []
        for tag in _TAG.finditer(tail, start):
            name = tag[2].lower()
            if name in _VOID:
                continue
            if not tag[1]:
                opened.append((name, tag[0]))
            elif opened and opened[-1][0] == name:
                opened.pop()
        self._was_split = True
        close = "".join(f"</{name}>" for name, _ in reversed(opened))
        return close, "".join(_ID.sub("", tag) for _, tag in opened)


def _link_to(text: str) -> Link:
    """Make the wikilink that a text outside of Markdown stands for."""
    path, _, subpath = text.partition("#")
    return Link(
        syntax="wikilink",
        is_embed=False,
        path=path.strip(),
        subpath=subpath.strip(),
        display=None,
        place="body",
        span=(0, 0),
        target_span=(0, 0),
        line=0,
    )


def _file(shown: FileEmbed, hole: EmbedHole) -> str:
    name = file_name(shown.path)
    source = shown.href + ("#" + quote_fragment(shown.fragment) if shown.fragment else "")
    match shown.kind:
        case "image":
            return media.image(source, alt=hole.alt or name, width=hole.width, height=hole.height)
        case "audio" | "video":
            return media.player(shown.kind, source, width=hole.width, height=hole.height)
        case "pdf":
            return media.pdf_viewer(shown.href, shown.fragment, name=name, width=hole.width, height=hole.height)
        case "base" | "canvas":
            tag = "div" if hole.is_block else "span"
            label = escape(name.rpartition(".")[0])
            return (
                f'<{tag} class="internal-embed napkin-placeholder" data-kind="{shown.kind}"'
                f' data-embed="{escape(shown.path)}">'
                f'<a class="internal-link" href="{escape(shown.href)}">{label}</a></{tag}>'
            )
        case _:
            return f'<a class="internal-embed file-embed" href="{escape(source)}">{escape(hole.alt or name)}</a>'


def _missing(shown: MissingEmbed, hole: EmbedHole) -> str:
    name = escape(shown.name)
    if shown.reason == "hidden":
        return escape(hole.alt) or name
    tag = "div" if hole.is_block else "span"
    if shown.reason == "part" and shown.href:
        name = f'<a class="internal-link" href="{escape(shown.href)}">{name}</a>'
    said = "is not in this note" if shown.reason == "part" else "is not here yet"
    return f'<{tag} class="internal-embed is-missing">{name} {said}</{tag}>'
