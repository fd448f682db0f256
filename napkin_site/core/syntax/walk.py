"""The walk over pyromark's events: where we are in the note, and what has been written so far.

It knows blocks, containers and leaves; what a construct does at its events stands in the
construct's own file, and `order.py` says which file that is.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from napkin_site.core.syntax.headings import Anchors
from napkin_site.core.syntax.leaf import Draft, Inline, Leaf, Marked, first_line
from napkin_site.core.syntax.links import BREAKS, LinkDraft
from napkin_site.core.syntax.masks import Mask, Masks
from napkin_site.core.syntax.passages import Passages
from napkin_site.core.syntax.raw_html import resolve_raw
from napkin_site.core.syntax.source import REPLACED, Lines
from napkin_site.core.syntax.tree import (
    BlockId,
    BlockKind,
    Finding,
    Heading,
    LinkPlace,
    LinkSyntax,
    Span,
    SyntaxOptions,
    Tag,
    Task,
    Unit,
)

QUOTE, LIST, ITEM, NOTE, TABLE = range(5)


class Frame(msgspec.Struct, gc=False):
    """A container that is open: a quote, list, item, footnote or table."""

    kind: int
    start: int
    open: int
    """Place of its opening tag in the pieces written."""
    value: Any
    """A list's first number, or None; a table's alignments; a footnote's label."""
    is_quote: bool
    is_item: bool
    is_callout: bool = False
    close: str = ""
    content: int = 0
    """Place of a callout's content, or of an item's text."""
    ids: list[str] = []
    number: int = 0
    """An item's place in its list; how many items a list has; a table's current column."""
    task: str = ""
    """An item's mark; of a list: not empty when an item has one."""
    outer: list[Draft] = []
    """A footnote's surroundings, written on when it ends."""
    first_unit: int = 0
    """How many units there were when a footnote began."""
    raw: bool = False
    """Whether raw HTML stands directly in it."""

    def list_tags(self, number: int) -> tuple[str, str]:
        """Give the tags around an item of this list when it is shown alone."""
        if self.value is None:
            return "<ul>", "</ul>"
        return f'<ol start="{self.value + number}">', "</ol>"


class BlockDraft(msgspec.Struct, gc=False):
    """A top-level block before its pieces are final."""

    kind: BlockKind
    heading: int
    start: int
    end: int
    pieces: list[Draft]


class Gathered:
    """The facts found so far."""

    def __init__(self) -> None:
        self.links: list[LinkDraft] = []
        self.tags: list[Tag] = []
        self.headings: list[Heading] = []
        self.tasks: list[Task] = []
        self.block_ids: list[BlockId] = []
        self.units: list[Unit] = []
        self.note_units: list[tuple[str, int, int]] = []
        """Which of `units` are a footnote's: its id, empty for one that repeats another's, first and end."""
        self.passages = Passages()
        self.comments: list[tuple[int, int]] = []
        self.features: set[str] = set()
        self.findings: list[Finding] = []
        self.excerpt = ""
        self.anchors = Anchors()


class Walk(Gathered):
    """The state of one pass over one body."""

    def __init__(
        self,
        body: bytes,
        masks: Masks,
        *,
        base: int,
        lines: Lines,
        options: SyntaxOptions,
        finish_leaf: "Callable[[Walk, Leaf], Inline]",
        end_bare_text: "Callable[[Walk, int, int], None]",
        read_definitions: "Callable[[], dict[str, Span]]",
        place: LinkPlace = "body",
    ) -> None:
        super().__init__()
        self.body = body
        """The body as on disk, or its readable form, without masks."""
        self.masks = masks
        self.base = base
        """Where the body begins in the file."""
        self.lines = lines
        self._breaks = lines.breaks
        self.options = options
        self.place = place
        self._finish_leaf = finish_leaf
        self._end_bare_text = end_bare_text
        self._read_definitions = read_definitions
        self._definitions: dict[str, Span] | None = None
        self.soft_break = BREAKS["strict" if options.strict_line_breaks or options.commonmark else "soft"]
        self.hard_break = BREAKS["plain" if options.commonmark else "hard"]
        self.is_plain = options.commonmark
        self.has_replaced = REPLACED.encode() in body
        self.has_escapes = b"\\" in body or b"&" in body
        """Whether a backslash or a character reference can stand in it."""

        self.out: list[Draft] = []
        self.frames: list[Frame] = []
        self.drafts: list[BlockDraft] = []
        self.leaf = Leaf()
        self.leaves: list[tuple[Leaf, Any, int]] = []
        """Leaves around the link or image being read, with the event that began it and its place."""
        self.in_code = False
        self.code_language = ""
        self.row: list[Inline] = []
        """Cells of the table row being read."""
        self.head: Mask | None = None
        """The mask that parsed as the heading being read."""
        self.block_kind: BlockKind = "paragraph"
        self.block_heading = -1
        self.block_start = 0
        self.section = -1
        """Index of the heading that what follows stands under."""
        self.pending_id: tuple[str, int, int] | None = None
        """A `^id` that the leaf just finished ended in."""
        self.notes: dict[str, list[Draft]] = {}
        """Footnotes by lower-cased id."""
        self.note_labels: dict[str, str] = {}
        self.in_note = self.in_note_text = False
        self._open_note: Frame | None = None
        self._resumed = False

    def run(self, events: Iterable[Any], handlers: "Handlers") -> None:
        """Walk over all events, each of which is dropped as soon as it was read."""
        starts, ends, single = handlers
        masks = self.masks
        may_be_forged = self.has_escapes
        for event, place in events:
            start, end = place["start"], place["end"]
            if type(event) is str:
                single[event](self, None, start, end)
                continue
            if "Text" in event:
                if start < masks.clear_from or end > masks.clear_to or may_be_forged:
                    single["Text"](self, event["Text"], start, end)
                    continue
                leaf = self.leaf  # as `add_text` would; every third event is such a text
                leaf.parts.append(event["Text"])
                leaf.starts.append(start)
                leaf.end = end
                continue
            if "Start" in event:
                named, value = starts, event["Start"]
            elif "End" in event:
                named, value = ends, event["End"]
            else:
                kind, value = event.popitem()
                single[kind](self, value, start, end)
                continue
            if type(value) is str:
                named[value](self, None, start, end)
            else:
                name, data = value.popitem()
                named[name](self, data, start, end)

    # Places.

    def span(self, start: int, end: int) -> Span:
        """Turn a place in the body into one in the file."""
        return (self.base + start, self.base + end)

    def line(self, start: int) -> int:
        """Give the line of a place in the body."""
        return bisect_right(self._breaks, self.base + start - 1) + 1

    def source(self, start: int, end: int) -> str:
        """Give the source between two places in the body."""
        return self.body[start:end].decode("utf-8", "replace")

    # Blocks.

    def open_block(self, kind: BlockKind, start: int) -> None:
        """Begin a block: at the top level, or as the next thing in the container that is open."""
        if self.frames:
            self.flush()
            return
        if self._open_note is not None:
            if self._indent(start) >= 2:
                self._resume_note()
                return
            self._open_note = None
        self.out = []
        self.block_kind = kind
        self.block_heading = -1
        self.block_start = start

    def close_block(self, end: int) -> None:
        """End a block; one that wrote nothing leaves no trace."""
        if self.frames:
            if self._resumed and len(self.frames) == 1:
                self._resumed = False
                self.close_note()
            return
        if self.out:
            end = self.block_start + len(self.body[self.block_start : end].rstrip())
            self.drafts.append(BlockDraft(self.block_kind, self.block_heading, self.block_start, end, self.out))
            self.out = []

    def open_frame(self, kind: int, start: int, tag: str, value: Any = None) -> Frame:
        """Open a container; its opening tag is a piece by itself, so that it can be replaced."""
        frame = Frame(kind, start, len(self.out), value, kind == QUOTE, kind == ITEM)
        self.frames.append(frame)
        self.out.append(tag)
        return frame

    def open_quote(self, start: int) -> None:
        """Open a quote, whose first line may make it a callout."""
        self.open_frame(QUOTE, start, "<blockquote>\n")

    def replace_open_tag(self, frame: Frame, tag: str) -> None:
        """Write another opening tag for a container."""
        piece = self.out[frame.open]
        if isinstance(piece, Marked):
            piece.piece = tag
        else:
            self.out[frame.open] = tag

    def resolve_raw(self) -> None:
        """Sanitise the raw HTML that stands directly in the container that ends."""
        frame = self.frames[-1]
        if frame.raw:
            first = 0 if frame.kind == NOTE else frame.content + 1 if frame.is_callout else frame.open + 1
            self.out[first:] = resolve_raw(self, self.out[first:])
            frame.raw = False

    def open_note(self, label: str, start: int) -> None:
        """Begin a footnote's text, which is written apart."""
        self.flush()
        frame = Frame(NOTE, start, 0, label, is_quote=False, is_item=False)
        frame.outer = self.out
        frame.first_unit = len(self.units)
        self.out = []
        self.frames.append(frame)
        self.in_note = True

    def close_note(self) -> None:
        """End a footnote's text."""
        self.resolve_raw()
        frame = self.frames.pop()
        key = frame.value.lower()
        if key not in self.notes:
            self.notes[key] = self.out
            self.note_labels[key] = frame.value
        self.note_units.append((key if self.notes[key] is self.out else "", frame.first_unit, len(self.units)))
        self.out = frame.outer
        self.in_note = any(other.kind == NOTE for other in self.frames)
        self._open_note = None if self.frames else frame

    def _resume_note(self) -> None:
        # pyromark ends a footnote at a blank line unless four spaces follow; two are enough (obsidian-spec §4.8).
        frame = self._open_note
        assert frame is not None
        frame.outer = []
        frame.first_unit = len(self.units)
        self.frames.append(frame)
        self.out = self.notes[frame.value.lower()]
        self.in_note = self._resumed = True

    def _indent(self, start: int) -> int:
        line = self.body.rfind(b"\n", 0, start) + 1
        before = self.body[line:start]
        return 0 if before.strip() else 2 if b"\t" in before else len(before)

    # Leaves.

    @property
    def takes_ids(self) -> bool:
        """Whether the leaf being finished may end in a block id."""
        return not self.leaves and not self.in_note_text and not (self.frames and self.frames[-1].kind == TABLE)

    def take_id(self) -> tuple[str, int, int] | None:
        """Take the id that the leaf just finished ended in: its name and place."""
        taken, self.pending_id = self.pending_id, None
        return taken

    def drop_leaf(self) -> None:
        """Forget the inline content read so far."""
        self.leaf = Leaf()

    def end_leaf(self) -> Inline:
        """Finish the inline content read so far."""
        leaf = self.leaf
        self.leaf = Leaf()
        return self._finish_leaf(self, leaf)

    def flush(self) -> None:
        """Finish text that stands in an item, or in a footnote, without a paragraph around it."""
        leaf = self.leaf
        if leaf.parts:
            self._end_bare_text(self, leaf.starts[0], leaf.end)

    def finish_note_text(self, leaf: Leaf) -> Inline:
        """Finish the text of an inline footnote; no further one is looked for in it."""
        self.in_note_text = True
        inline = self._finish_leaf(self, leaf)
        self.in_note_text = False
        return inline

    def add_link(
        self,
        syntax: LinkSyntax,
        target: tuple[str, str],
        span: Span,
        target_span: Span,
        *,
        display: str | None,
        is_embed: bool = False,
    ) -> int:
        """Keep a link of the body and give its index; ranges are places in the body."""
        self.links.append(
            LinkDraft(
                syntax,
                target,
                self.span(*span),
                self.span(*target_span),
                display=display,
                place=self.place,
                is_embed=is_embed,
                line=self.line(span[0]),
            )
        )
        return len(self.links) - 1

    def definition_span(self, label: str) -> tuple[int, int] | None:
        """Find the address in the definition that a reference link names; None when it cannot be told."""
        if self._definitions is None:
            self._definitions = self._read_definitions()
        return self._definitions.get(label.casefold())

    def add_task_fact(self, item: Frame, leaf: Leaf, text: str) -> None:
        """Keep a task; its line ends at the first break."""
        line = first_line(leaf) if leaf.tokens else None
        end = leaf.end if line is None else line[1]
        shown = text if line is None else text[: len(self.passages.tidy(line[0], [])[0])]
        self.tasks.append(Task(mark=item.task, text=shown, span=self.span(item.start, end), line=self.line(item.start)))

    def record(self, kind: Any, inline: Inline, start: int, end: int, *, heading: int | None = None) -> str:
        """Keep a leaf's text as passage and as unit of search, and give it, tidied."""
        text, links = self.passages.tidy(inline.text, inline.links)
        if links and self.place == "body":
            self.passages.add(text, links, self.links)
        if text and self.place == "body":
            start += self.base
            self.units.append(
                Unit(
                    heading=self.section if heading is None else heading,
                    kind=kind,
                    span=(start, self.base + end),
                    line=bisect_right(self._breaks, start - 1) + 1,
                    text=text,
                )
            )
        return text


Handler = Callable[[Walk, Any, int, int], None]
"""What a construct does at an event: the walk, the event's value, and its range in the body."""


class Handlers(NamedTuple):
    """Who handles which event of pyromark."""

    start: Mapping[str, Handler]
    """What begins, by its name."""
    end: Mapping[str, Handler]
    """What ends, by its name."""
    single: Mapping[str, Handler]
    """Everything else, by the event's own name."""
