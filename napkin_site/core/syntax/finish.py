"""From drafts to the finished body: raw HTML sanitised, footnotes numbered, neighbouring strings joined."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from napkin_site.core.syntax.comments import without_html_comments
from napkin_site.core.syntax.leaf import Draft, Marked, NoteReference, RawHtml
from napkin_site.core.syntax.raw_html import clean_run, find_runs
from napkin_site.core.syntax.tree import (
    AttributeHole,
    Block,
    CodeHole,
    EmbedHole,
    Footnote,
    FootnoteHole,
    FragmentEnd,
    FragmentStart,
    IdHole,
    LinkHole,
    NoteBody,
    Piece,
    RemoteHole,
    TagHole,
)
from napkin_site.core.syntax.walk import BlockDraft

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk


def finish_body(walk: "Walk", drafts: Sequence[BlockDraft], moved_links: Sequence[int] | None) -> NoteBody:
    """Make a note's body.

    Args:
        walk: the walk, over.
        drafts: its blocks, from `join_html`.
        moved_links: new index of each link; None when they stay.
    """
    finisher = _Finisher(walk, moved_links)
    base = walk.base
    finished = [
        Block(
            kind=draft.kind,
            heading=draft.heading,
            span=(base + draft.start, base + draft.end),
            pieces=finisher.pieces(draft.pieces),
        )
        for draft in drafts
    ]
    return NoteBody(blocks=tuple(finished), footnotes=finisher.footnotes())


def join_html(walk: "Walk") -> tuple[list[BlockDraft], Sequence[int] | None]:
    """Sanitise top-level raw HTML, which may add links, and make one block of what an element spans.

    Returns:
        The blocks, and the new index of each block of the walk; None when they stay.
    """
    drafts = walk.drafts
    raws = [index for index, draft in enumerate(drafts) if draft.kind == "html"]
    if not raws or walk.is_plain:
        return drafts, None
    runs = find_runs([_raw_text(drafts[index]) for index in raws])
    joined: list[BlockDraft] = []
    moved: list[int] = []
    done = 0
    for first, last in runs:
        start, stop = raws[first], raws[last]
        for draft in drafts[done:start]:
            moved.append(len(joined))
            joined.append(draft)
        run = drafts[start : stop + 1]
        pieces = clean_run(walk, [piece for draft in run for piece in draft.pieces])
        moved += [len(joined)] * len(run)
        joined.append(BlockDraft("html", -1, run[0].start, run[-1].end, pieces))
        done = stop + 1
    for draft in drafts[done:]:
        moved.append(len(joined))
        joined.append(draft)
    return joined, moved


def _raw_text(draft: BlockDraft) -> str:
    pieces = (piece.piece if isinstance(piece, Marked) else piece for piece in draft.pieces)
    return without_html_comments("".join(piece.html for piece in pieces if isinstance(piece, RawHtml)))


_FINISHED: frozenset[type[object]] = frozenset((TagHole, IdHole, CodeHole, FragmentStart, FragmentEnd, RemoteHole))
"""Drafts that are pieces already."""


class _Finisher:
    """Makes pieces of drafts, in the order in which they are read, so that footnotes number themselves."""

    def __init__(self, walk: "Walk", moved_links: Sequence[int] | None) -> None:
        self._notes = walk.notes
        self._labels = walk.note_labels
        self._moved = moved_links
        self._numbers: dict[str, int] = {}
        self._references: list[int] = []

    def pieces(self, drafts: Iterable[Draft]) -> tuple[Piece, ...]:
        """Finish the pieces of a block."""
        finished: list[Piece] = []
        text: list[str] = []
        for draft in drafts:
            if type(draft) is str:
                text.append(draft)
                continue
            ready: Sequence[Any] = (draft,) if type(draft) in _FINISHED else self._finish(draft)
            for piece in ready:
                if type(piece) is str:
                    text.append(piece)
                    continue
                if text:
                    finished.append("".join(text))
                    text = []
                finished.append(piece)
        if text:
            finished.append("".join(text))
        return tuple(finished)

    def footnotes(self) -> tuple[Footnote, ...]:
        """Finish the footnotes that are referred to; those they refer to themselves come behind."""
        finished: list[tuple[str, tuple[Piece, ...]]] = []
        while len(finished) < len(self._numbers):
            waiting = list(self._numbers)[len(finished) :]
            finished += [(label, self.pieces(self._notes[label])) for label in waiting]
        return tuple(
            Footnote(number=number, label=self._labels[label], references=self._references[number - 1], pieces=pieces)
            for number, (label, pieces) in enumerate(finished, 1)
        )

    def _finish(self, draft: Draft) -> Sequence[Piece]:
        if type(draft) is LinkHole:  # the most by far
            if self._moved is None and not draft.children:
                return (draft,)
            return (LinkHole(link=self._link(draft.link), children=self.pieces(draft.children)),)
        if isinstance(draft, Marked):
            return [
                piece for part in draft.pieces() for piece in ([part] if isinstance(part, str) else self._finish(part))
            ]
        if isinstance(draft, NoteReference):
            return self._reference(draft.label)
        if isinstance(draft, RawHtml):  # only where HTML is trusted
            return [without_html_comments(draft.html)]
        if self._moved is not None:
            if isinstance(draft, EmbedHole):
                return [
                    EmbedHole(
                        link=self._link(draft.link),
                        alt=draft.alt,
                        width=draft.width,
                        height=draft.height,
                        is_block=draft.is_block,
                    )
                ]
            if isinstance(draft, AttributeHole):
                return [AttributeHole(link=self._link(draft.link))]
        return [draft]

    def _reference(self, label: str) -> Sequence[Piece]:
        if label not in self._notes:
            return []
        number = self._numbers.get(label)
        if number is None:
            number = self._numbers[label] = len(self._numbers) + 1
            self._references.append(0)
        self._references[number - 1] += 1
        return [FootnoteHole(number=number, occurrence=self._references[number - 1])]

    def _link(self, index: int) -> int:
        return self._moved[index] if self._moved is not None else index
