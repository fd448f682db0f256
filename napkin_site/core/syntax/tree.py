"""The parsed form of a note, as plain frozen values.

`NoteSyntax` has three parts that are stored apart: *facts* (small, loaded for every note), *body*
(finished HTML with typed holes, loaded to render) and *units* (text for search).

Spans are `(start, end)` in UTF-8 bytes of the file as it stands on disk, byte order mark included.
Lines count from 1. An index of -1 means "none".
"""

from typing import Any, Literal

from napkin_site.core.values import Value

Span = tuple[int, int]

LinkSyntax = Literal["wikilink", "markdown", "html"]
LinkPlace = Literal["body", "comment", "property"]


class Link(Value, array_like=True):
    """A link or embed whose target is inside the vault (external URLs are not links here).

    Source: obsidian-spec §2.1, §2.2, §2.6.
    """

    syntax: LinkSyntax
    is_embed: bool
    path: str
    """The target's path as text: percent-decoded for Markdown and HTML, trimmed; empty means this very note."""
    subpath: str
    """What stands after the first `#`, without it: `Heading`, `Outer#Inner`, `^id`, `page=3`; empty when absent."""
    display: str | None
    """The display text as plain text; None when the link states none and the default applies."""
    place: LinkPlace
    span: Span
    """The whole link, brackets and `!` included; for a property, the link inside the front matter."""
    target_span: Span
    """The target text (path and subpath) inside the link, for rewriting."""
    line: int
    passage: int = -1
    """Index into `NoteFacts.passages` of the text this link stands in; -1 for comments and properties."""
    passage_range: tuple[int, int] = (0, 0)
    """Where the link's visible text lies in that passage, in characters."""


class Tag(Value, array_like=True):
    """An inline `#tag` in the body."""

    name: str
    """As written, without `#` and without a trailing `/`."""
    place: Literal["body", "comment"]
    span: Span
    line: int


class Heading(Value, array_like=True):
    """A heading of the outline (headings in comments and raw HTML are not)."""

    level: int
    text: str
    """Visible text."""
    raw: str
    """Markdown source of the heading, without hashes; link subpaths are matched against `key`."""
    key: str
    """`raw` normalised for matching (obsidian-spec §2.5)."""
    anchor: str
    """Unique id on the note's page."""
    span: Span
    line: int
    block: int
    """Index of the top-level block that is, or contains, this heading."""
    is_nested: bool
    """True inside a list, quote or callout: such a heading bounds no section."""


class Task(Value, array_like=True):
    """A list item that starts with `[c] `."""

    mark: str
    text: str
    """Visible text of the item's own line."""
    span: Span
    line: int

    @property
    def is_done(self) -> bool:
        """Every mark but a space counts as done (obsidian-spec 4.10)."""
        return self.mark != " "


class BlockId(Value, array_like=True):
    """A `^id` marker; its block is bounded in the body by `FragmentStart` and `FragmentEnd` with the same name."""

    name: str
    """As written; compared without letter case."""
    block: int
    """Index of the top-level block that is, or contains, the marked block."""
    span: Span
    line: int


class Finding(Value, array_like=True):
    """Something odd seen while parsing; the reader of the vault turns it into a `Problem`."""

    code: str
    message: str
    line: int
    hint: str = ""


class NoteFacts(Value):
    """What other notes, pages and indexes need to know of a note without its body."""

    properties: dict[str, Any]
    """Front matter as data (YAML 1.2, dates still text), keys as written and in file order; empty when unreadable."""
    properties_span: Span
    """The front matter with its fences; `(0, 0)` when there is none."""
    properties_error: str
    """Why the front matter could not be read; empty when it could."""
    body_start: int
    """Byte offset at which the body begins."""
    links: tuple[Link, ...]
    """In source order; those of properties first."""
    tags: tuple[Tag, ...]
    headings: tuple[Heading, ...]
    tasks: tuple[Task, ...]
    block_ids: tuple[BlockId, ...]
    passages: tuple[str, ...]
    """Visible text of each leaf block that holds a link: a paragraph, an item's own line, a table row, a heading."""
    excerpt: str
    """Visible text of the first prose paragraph, at most 300 characters; empty when there is none."""
    comments: tuple[Span, ...]
    """Every `%%…%%` and `<!-- … -->` of the body, delimiters included, in order: what feeds and copies leave out."""
    words: int
    """Words of the body (obsidian-spec §14)."""
    features: tuple[str, ...]
    """Sorted; of `code math mermaid base query html task`: what a page must load extra."""
    findings: tuple[Finding, ...]

    @property
    def is_too_large(self) -> bool:
        """The note was not read, so that its links and headings are not known."""
        return any(finding.code == "note-too-large" for finding in self.findings)


# The body: finished, safe HTML with typed holes. Rendering is filling holes.


class LinkHole(Value, array_like=True, tag=1):
    """An internal link; `children` is its display when the link states one, else empty."""

    link: int
    children: "tuple[Piece, ...]" = ()


class EmbedHole(Value, array_like=True, tag=2):
    """An embed. Where it is alone in its paragraph the paragraph is left out and `is_block` is true."""

    link: int
    alt: str
    """Alternative text for images; empty when none is stated."""
    width: int | None
    height: int | None
    is_block: bool


class RemoteHole(Value, array_like=True, tag=3):
    """An image, video, post or frame of another host."""

    url: str
    alt: str
    title: str
    width: int | None
    height: int | None
    kind: Literal["image", "frame"]
    """`frame` comes from `<iframe src>`; an image's URL may still be a YouTube or Twitter/X address."""


class AttributeHole(Value, array_like=True, tag=4):
    """The value of a `src`, `href` or `poster` in raw HTML that points into the vault; filled with an escaped URL."""

    link: int


class TagHole(Value, array_like=True, tag=5):
    """An inline tag, shown with its `#`."""

    name: str


class IdHole(Value, array_like=True, tag=6):
    """The place for an `id` attribute inside an open tag: ` id="…"` on the note's own page, nothing inside an embed."""

    anchor: str


class CodeHole(Value, array_like=True, tag=7):
    """A fenced or indented code block, `base`, `query` and `mermaid` blocks included."""

    language: str
    """First word of the info string, letter case kept; empty when none."""
    text: str
    """The code exactly, without the final newline."""


class FootnoteHole(Value, array_like=True, tag=8):
    """A reference to a footnote."""

    number: int
    """From 1, in order of first reference."""
    occurrence: int
    """From 1: which reference to that note this is."""


class FragmentStart(Value, array_like=True, tag=9):
    """Start of a block that a `^id` names; `open`, `close` wrap it when it is shown alone (`<ul>` around an item)."""

    name: str
    open: str = ""
    close: str = ""


class FragmentEnd(Value, array_like=True, tag=10):
    """End of the block of that name."""

    name: str


Hole = (
    LinkHole
    | EmbedHole
    | RemoteHole
    | AttributeHole
    | TagHole
    | IdHole
    | CodeHole
    | FootnoteHole
    | FragmentStart
    | FragmentEnd
)
Piece = str | Hole

BlockKind = Literal[
    "heading", "paragraph", "list", "quote", "callout", "code", "table", "math", "rule", "html", "embed"
]


class Block(Value, array_like=True):
    """One top-level block of a note."""

    kind: BlockKind
    heading: int
    """Index into `NoteFacts.headings` when the block is a heading, else -1."""
    span: Span
    pieces: tuple[Piece, ...]


class Footnote(Value, array_like=True):
    """A footnote that is referenced at least once."""

    number: int
    label: str
    """The id as written; empty for an inline note."""
    references: int
    """How many references it has."""
    pieces: tuple[Piece, ...]


class NoteBody(Value):
    """A note's content, ready to be rendered for any page."""

    blocks: tuple[Block, ...]
    footnotes: tuple[Footnote, ...]
    """By number."""


class Unit(Value, array_like=True):
    """A piece of text to search: a paragraph, list item, table row or code block, without markup and comments."""

    heading: int
    """Index of the heading it stands under; -1 before the first."""
    kind: Literal["heading", "text", "item", "row", "code"]
    span: Span
    line: int
    text: str


class NoteSyntax(Value):
    """Everything one parse of one note yields."""

    facts: NoteFacts
    body: NoteBody
    units: tuple[Unit, ...]


class SyntaxOptions(Value, frozen=True):
    """What the parse itself depends on besides the text."""

    strict_line_breaks: bool = False
    """Obsidian's setting: a single newline joins lines instead of showing a break."""
    trusted_html: bool = False
    """Raw HTML is passed through as written instead of being sanitised."""
    commonmark: bool = False
    """Only CommonMark, as its specification has it; used to test the writer against the specification."""
