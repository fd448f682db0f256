"""The parser's driver: bytes of a note in, `NoteSyntax` out. Reads like the table of contents of this package."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
import pyromark

from napkin_site.core.frontmatter import FrontMatter, split_front_matter
from napkin_site.core.syntax import blocks, comments
from napkin_site.core.syntax.escaping import escape_text
from napkin_site.core.syntax.finish import finish_body, join_html
from napkin_site.core.syntax.leaf import Draft, RawHtml
from napkin_site.core.syntax.links import LinkDraft, address_span
from napkin_site.core.syntax.masks import COMMENT, Masks, mask_body
from napkin_site.core.syntax.math import mask_prices
from napkin_site.core.syntax.order import HANDLERS, MASKERS, finisher_of
from napkin_site.core.syntax.property_links import find_property_links
from napkin_site.core.syntax.scan import mask_comments_and_math
from napkin_site.core.syntax.source import REPLACED, Lines, readable_body
from napkin_site.core.syntax.tree import (
    Finding,
    LinkPlace,
    NoteBody,
    NoteFacts,
    NoteSyntax,
    Span,
    SyntaxOptions,
    Unit,
)
from napkin_site.core.syntax.walk import BlockDraft, Walk
from napkin_site.core.syntax.words import count_words

MAX_BYTES = 2 << 20
"""A body above this is shown as plain text: parsing it would cost hundreds of megabytes, and nobody wrote it."""
MAX_EVENTS = 250_000
"""So is one with more beginnings, ends and texts than this: a note of `[[a]] [[a]] …` costs ten times a novel."""

# A `<!-- -->` can stand in a `%%` comment and the other way round; what is deeper is nonsense.
_MOST_NESTED = 2

_OPTIONS = pyromark.Options
_NOTE = pyromark.Markdown(
    options=_OPTIONS.ENABLE_TABLES
    | _OPTIONS.ENABLE_FOOTNOTES
    | _OPTIONS.ENABLE_STRIKETHROUGH
    | _OPTIONS.ENABLE_TASKLISTS
    | _OPTIONS.ENABLE_MATH
    | _OPTIONS.ENABLE_WIKILINKS
)
_COMMONMARK = pyromark.Markdown()
_DEFAULTS = SyntaxOptions()


_MAX_TAGS = 50_000


class _TooLargeError(Exception):
    """A note is not to be read as Markdown; the text says why."""


def parse_note(source: bytes, options: SyntaxOptions = _DEFAULTS) -> NoteSyntax:
    """Parse a note's bytes as they stand on disk.

    Never raises, whatever the bytes: what is odd becomes a `Finding`. Time and memory are linear in the size.
    """
    front = FrontMatter(data={}, span=(0, 0), body_start=0) if options.commonmark else split_front_matter(source)
    body, replaced = readable_body(source, front.body_start)
    lines = Lines(source)
    try:
        walk = _walk(body, base=front.body_start, lines=lines, options=options)
        if not options.commonmark:
            _read_comments(walk)
    except _TooLargeError as error:
        walk = _show_as_text(body, base=front.body_start, lines=lines, options=options, reason=str(error))
    drafts, moved_blocks = join_html(walk)
    links, moved_links = _order_links(find_property_links(source, front.span, front.data, lines), walk.links)
    finished = finish_body(walk, drafts, moved_links)
    if replaced:
        walk.findings.append(_bad_bytes(body, replaced, walk))
    syntax = NoteSyntax(
        facts=_facts(walk, front, links, moved_blocks, finished), body=finished, units=_shown_units(walk, finished)
    )
    return _show_replaced(syntax) if walk.has_replaced else syntax


def _walk(body: bytes, *, base: int, lines: Lines, options: SyntaxOptions, place: LinkPlace = "body") -> Walk:
    """Mask a body, parse it, and walk over the events.

    Raises:
        _TooLargeError: it is too long, or has too many pieces.
    """
    if len(body) > MAX_BYTES and not options.commonmark:
        raise _TooLargeError(f"the note has {len(body):,} bytes, more than {MAX_BYTES:,}")
    masked, masks = (body, Masks(body, ())) if options.commonmark else mask_body(body, MASKERS)
    parser = _COMMONMARK if options.commonmark else _NOTE
    if not options.commonmark and b"$" in masked:
        masked, prices = mask_prices(masked, parser.events_with_range)
        if prices:
            masks = Masks(body, [*masks.masks, *prices])
    text = masked.decode()

    def read_definitions() -> dict[str, Span]:
        found = {}
        for label, definition in parser.reference_definitions(text).items():
            start, end = definition["span"]["start"], definition["span"]["end"]
            colon = body.find(b"]:", start, end)
            if colon >= 0:
                found[label.casefold()] = address_span(body, colon + 2, end)
        return found

    walk = Walk(
        body,
        masks,
        base=base,
        lines=lines,
        options=options,
        finish_leaf=finisher_of(body, options),
        end_bare_text=blocks.end_bare_text,
        read_definitions=read_definitions,
        place=place,
    )
    events = parser.events_with_range(text)
    walk.run(events if options.commonmark or len(body) < MAX_EVENTS // 2 else _bounded(events), HANDLERS)
    if len(walk.tags) > _MAX_TAGS:
        raise _TooLargeError(f"the note has {len(walk.tags):,} tags, more than {_MAX_TAGS:,}")
    return walk


def _bounded(events: Iterable[Any]) -> Iterator[Any]:
    """Give the events up to the most a note may have."""
    for number, event in enumerate(events):
        if number > MAX_EVENTS:
            raise _TooLargeError(f"the note has more than {MAX_EVENTS:,} pieces of Markdown")
        yield event


def _show_as_text(body: bytes, *, base: int, lines: Lines, options: SyntaxOptions, reason: str) -> Walk:
    """Show a body as it is typed, in one block, comments left out."""
    masks = Masks(body, mask_comments_and_math(body))
    walk = Walk(
        body,
        masks,
        base=base,
        lines=lines,
        options=options,
        finish_leaf=finisher_of(body, options),
        end_bare_text=blocks.end_bare_text,
        read_definitions=dict,
    )
    walk.comments += [(mask.start, mask.end) for mask in masks.masks if mask.kind == COMMENT]
    parts = list(masks.uncover(0, len(body)))
    text = "".join(part for part, _start, _end in parts)
    comments.keep_html_comments(walk, RawHtml([part for part, _, _ in parts], [start for _, start, _ in parts]))
    walk.comments.sort()
    text = comments.without_html_comments(text)
    pieces: list[Draft] = ['<pre class="plain-text">\n', escape_text(text), "</pre>\n"]
    walk.drafts.append(BlockDraft("code", -1, 0, len(body), pieces))
    walk.units.append(Unit(heading=-1, kind="code", span=walk.span(0, len(body)), line=walk.line(0), text=text))
    walk.findings.append(
        Finding(
            code="note-too-large",
            message=f"{reason}; it is shown as plain text",
            line=walk.line(0),
            hint="Split it into several notes.",
        )
    )
    return walk


def _read_comments(walk: Walk, depth: int = 0) -> None:
    """Note where comments stand, and find the links and tags in them: hidden, they still count."""
    spans = walk.comments
    spans += [(mask.start, mask.end) for mask in walk.masks.masks if mask.kind == COMMENT]
    spans.sort()
    for start, body in comments.bodies_to_read(walk.body, spans):
        found = _walk(body, base=walk.base + start, lines=walk.lines, options=walk.options, place="comment")
        if depth < _MOST_NESTED:
            _read_comments(found, depth + 1)
        walk.links += found.links
        walk.tags += found.tags


def _order_links(
    of_properties: list[LinkDraft], of_body: list[LinkDraft]
) -> tuple[list[LinkDraft], Sequence[int] | None]:
    """Put the links in source order, and tell where each of the body's went."""
    offset = len(of_properties)
    spans = [link.span for link in of_body]
    is_ordered = spans == sorted(spans)
    if is_ordered and not offset:
        return of_body, None
    order = range(len(of_body)) if is_ordered else sorted(range(len(of_body)), key=spans.__getitem__)
    links = of_properties + [of_body[index] for index in order]
    moved = [0] * len(order)
    for place, index in enumerate(order):
        moved[index] = place + offset
    return links, moved


def _shown_units(walk: Walk, body: NoteBody) -> tuple[Unit, ...]:
    """Give what can be searched: a footnote nothing refers to is not on the page."""
    shown = {note.label.lower() for note in body.footnotes}
    hidden = {
        index for key, first, end in walk.note_units if not key or key not in shown for index in range(first, end)
    }
    return tuple([unit for index, unit in enumerate(walk.units) if index not in hidden] if hidden else walk.units)


def _facts(
    walk: Walk,
    front: FrontMatter,
    links: list[LinkDraft],
    moved_blocks: Sequence[int] | None,
    body: NoteBody,
) -> NoteFacts:
    headings = walk.headings
    block_ids = walk.block_ids
    if moved_blocks is not None:
        headings = [
            msgspec.structs.replace(
                heading,
                block=moved_blocks[heading.block],
                is_nested=heading.is_nested or body.blocks[moved_blocks[heading.block]].kind == "html",
            )
            for heading in headings
        ]
        block_ids = [msgspec.structs.replace(marked, block=moved_blocks[marked.block]) for marked in block_ids]
    if len(walk.tags) > 1:
        walk.tags.sort(key=lambda tag: tag.span)
    if walk.tasks:
        walk.features.add("task")
    return NoteFacts(
        properties=front.data,
        properties_span=front.span,
        properties_error=front.error_with_line,
        body_start=front.body_start,
        links=tuple([link.freeze() for link in links]),
        tags=tuple(walk.tags),
        headings=tuple(headings),
        tasks=tuple(walk.tasks),
        block_ids=tuple(block_ids),
        passages=tuple(walk.passages.texts),
        excerpt=walk.excerpt,
        comments=tuple([walk.span(*span) for span in walk.comments]),
        words=count_words([unit.text for unit in walk.units]),
        features=tuple(sorted(walk.features)),
        findings=tuple(walk.findings),
    )


def _bad_bytes(body: bytes, count: int, walk: Walk) -> Finding:
    place = body.find(REPLACED.encode())
    return Finding(
        code="invalid-utf8",
        message=f"{count} bytes are not UTF-8 text; a replacement character stands for each",
        line=walk.line(place),
        hint="Save the file as UTF-8.",
    )


class _Texts(msgspec.Struct):
    facts: NoteFacts
    body: NoteBody
    units: tuple[Unit, ...]


def _show_replaced(syntax: NoteSyntax) -> NoteSyntax:
    """Put U+FFFD where a byte was no text, wherever it got to; rare, so that the common path knows nothing of it."""
    properties = syntax.facts.properties
    facts = msgspec.structs.replace(syntax.facts, properties={})
    texts = _Texts(facts=facts, body=syntax.body, units=syntax.units)
    encoded = msgspec.json.encode(texts).replace(b"\\u001a", "\ufffd".encode())
    decoded = msgspec.json.decode(encoded, type=_Texts)
    return NoteSyntax(
        facts=msgspec.structs.replace(decoded.facts, properties=properties), body=decoded.body, units=decoded.units
    )
