"""Whatever the bytes: the parser never raises, its spans mean what they say, and its HTML is balanced and safe."""

import re
from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

from napkin_site.core.syntax import parse_note
from napkin_site.core.syntax.source import MARK_END, MARK_START, REPLACED
from napkin_site.core.syntax.tree import FragmentEnd, FragmentStart, LinkHole, NoteSyntax, Piece, SyntaxOptions
from tests.core.syntax.filling import fill_pieces

_TOKENS = (
    "[[", "]]", "|", "![[", "[", "](", ")", "#", "^", "^[", "[^1]", "[^1]: ", "%%", "$$", "$", "`", "```\n", "~~~\n",
    "==", "**", "*", "_", "~~", "> ", "> [!note]- ", "[!x] ", "- ", "- [?] ", "1. ", "\n", "\n\n", "    ", "\t", "  \n",
    "\\", "<b>", "</b>", "<div>\n", "</div>", "<details>\n\n", "</details>\n", "<!--", "-->", '<a href="x">', "</a>",
    "<img src='y.png'>", "<script>", "</script>", "<iframe src=https://e.com>", "&amp;", "&#xFDD0;0&#xFDD1;", "\ufdd0",
    "| a |\n|--|\n", "| ", " |", "---\n", "===\n", "# ", "## ", " ^id", "\n^id\n", "https://e.com", "a@b.cd", "!", "é",
    "日本", "🚀", "\r\n", "\ufeff", "\x00", "\x1a", "a", "word ", " ", "x", "#tag", "[ref]: u\n", "[ref]", ".", "%",
)  # fmt: skip
_NOTES = st.lists(st.sampled_from(_TOKENS), max_size=40).map("".join)
_VOID = frozenset("br hr img input col source track wbr".split())


@settings(max_examples=400, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_parse(source: bytes) -> None:
    _check(source, parse_note(source))


@settings(max_examples=1500, deadline=None)
@given(_NOTES)
def test_any_mixture_of_constructs_parses(text: str) -> None:
    source = text.encode()
    _check(source, parse_note(source))


@settings(max_examples=200, deadline=None)
@given(_NOTES)
def test_other_modes_parse_any_mixture_too(text: str) -> None:
    source = text.encode()
    parse_note(source, SyntaxOptions(commonmark=True))
    parse_note(source, SyntaxOptions(strict_line_breaks=True, trusted_html=True))


@settings(max_examples=300, deadline=None)
@given(_NOTES)
def test_a_byte_order_mark_and_front_matter_only_move_the_spans(text: str) -> None:
    plain = parse_note(b"\n" + text.encode())
    front = b"\xef\xbb\xbf---\na: 1\n---\n"
    moved = parse_note(front + b"\n" + text.encode())
    shift = len(front)
    assert [link.span for link in moved.facts.links] == [(a + shift, b + shift) for a, b in _spans(plain)]
    assert [block.pieces for block in moved.body.blocks] == [block.pieces for block in plain.body.blocks]


def _spans(note: NoteSyntax) -> list[tuple[int, int]]:
    return [link.span for link in note.facts.links]


def _check(source: bytes, note: NoteSyntax) -> None:
    _check_spans(source, note)
    for block in note.body.blocks:
        _check_pieces(note, block.pieces)
    for footnote in note.body.footnotes:
        _check_pieces(note, footnote.pieces)
    facts = note.facts
    assert all(0 <= heading.block < len(note.body.blocks) for heading in facts.headings)
    assert all(0 <= marked.block < len(note.body.blocks) for marked in facts.block_ids)
    assert len({heading.anchor for heading in facts.headings}) == len(facts.headings)
    assert [link.span for link in facts.links] == sorted(link.span for link in facts.links)
    for unit in note.units:
        assert MARK_START not in unit.text
        assert REPLACED not in unit.text


def _check_spans(source: bytes, note: NoteSyntax) -> None:
    facts = note.facts
    spans = [
        *facts.comments,
        *(link.span for link in facts.links),
        *(tag.span for tag in facts.tags),
        *(heading.span for heading in facts.headings),
        *(task.span for task in facts.tasks),
        *(marked.span for marked in facts.block_ids),
        *(unit.span for unit in note.units),
        *(block.span for block in note.body.blocks),
    ]
    for span in spans:
        assert 0 <= span[0] <= span[1] <= len(source)
    for link in facts.links:
        assert link.span[0] <= link.target_span[0] <= link.target_span[1] <= link.span[1] or link.syntax == "markdown"
        if link.syntax == "wikilink":
            assert source[slice(*link.span)].endswith(b"]]")
            assert "\ufffd" in link.path or link.path in source[slice(*link.target_span)].decode("utf-8", "replace")
        if link.passage >= 0:
            first, last = link.passage_range
            assert 0 <= first <= last <= len(facts.passages[link.passage])
    for tag in facts.tags:
        assert source[slice(*tag.span)].decode("utf-8", "replace") == f"#{tag.name}"
    for marked in facts.block_ids:
        assert source[slice(*marked.span)].decode() == f"^{marked.name}"


def _check_pieces(note: NoteSyntax, pieces: tuple[Piece, ...]) -> None:
    html = fill_pieces(note, tuple(piece for piece in pieces if not isinstance(piece, FragmentStart | FragmentEnd)))
    assert MARK_START not in html
    assert MARK_END not in html
    assert REPLACED not in html
    assert not re.search(r"<script|<iframe|\bon\w+=|javascript:", html)
    _Balance().run(html)
    for index, piece in enumerate(pieces):
        if isinstance(piece, FragmentStart):
            end = _end_of_fragment(pieces, index, piece.name)
            inner = tuple(p for p in pieces[index + 1 : end] if not isinstance(p, FragmentStart | FragmentEnd))
            _Balance().run(piece.open + fill_pieces(note, inner) + piece.close)
    depth = _depth(pieces)
    assert depth <= 4


def _end_of_fragment(pieces: tuple[Piece, ...], start: int, name: str) -> int:
    """Find the mark that ends a fragment; another of the same name may stand inside."""
    depth = 0
    for index in range(start, len(pieces)):
        piece = pieces[index]
        if isinstance(piece, FragmentStart | FragmentEnd) and piece.name == name:
            depth += 1 if isinstance(piece, FragmentStart) else -1
            if not depth:
                return index
    raise AssertionError(f"the fragment {name} has no end")


def _depth(pieces: tuple[Piece, ...]) -> int:
    return 1 + max((_depth(piece.children) for piece in pieces if isinstance(piece, LinkHole)), default=0)


class _Balance(HTMLParser):
    """Fails when an element is not closed, or closed out of order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.opened: list[str] = []

    def run(self, html: str) -> None:
        self.feed(html)
        self.close()
        assert self.opened == [], html

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            self.opened.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.opened, tag
        assert self.opened.pop() == tag
