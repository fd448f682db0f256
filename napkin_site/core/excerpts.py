"""Parts of a note's text: a section, a block.

Spans are bytes of the file; what a section is, is said in obsidian-spec §3.2, and a block in §4.9.
"""

from collections.abc import Sequence

from napkin_site.core.subpaths import SubpathIndex, is_block_subpath, readings_of, segments_of
from napkin_site.core.syntax.tree import Heading, NoteSyntax, Span
from napkin_site.errors import NotFoundError

_SHOWN = 5
"""Headings or ids named when the wanted one is not there."""


def part_span(source: bytes, note: NoteSyntax, subpath: str, *, path: str = "") -> Span:
    """Find the bytes that a subpath names: a section with its heading, or a block.

    Args:
        source: the note's file.
        note: its parse.
        subpath: `Heading`, `Outer#Inner` or `^id`, without the first `#`.
        path: the note, for messages.

    Raises:
        NotFoundError: there is no such part; `suggestions` lists some that are there.
    """
    index = SubpathIndex(note.facts)
    if is_block_subpath(subpath):
        number = index.block(subpath)
        if number is None:
            ids = tuple(f"^{block.name}" for block in note.facts.block_ids)
            raise _no_part(f'Block "{segments_of(subpath)[-1]}" not found', ids, "The note has no block ids.", path)
        return block_span(source, note, number)
    readings = (index.heading("#".join(reading)) for reading in readings_of(segments_of(subpath)))
    number = next((found for found in readings if found is not None), None)
    if number is None:
        titles = tuple(f"{'#' * heading.level} {heading.text}" for heading in note.facts.headings)
        raise _no_part(f'Heading "{subpath}" not found', titles, "The note contains no headings.", path)
    return section_span(source, note.facts.headings, number)


def section_span(source: bytes, headings: Sequence[Heading], number: int) -> Span:
    """Give a section: from its heading's line to the next heading that is not deeper, or to the end of the file."""
    heading = headings[number]
    start = _line_start(source, heading.span[0])
    ends = (other.span[0] for other in headings[number + 1 :] if other.level <= heading.level and not other.is_nested)
    end = next(ends, None)
    return start, len(source) if end is None else _line_start(source, end)


def block_span(source: bytes, note: NoteSyntax, number: int) -> Span:
    """Give the block that an id marks, the id included: a list item with what is nested in it, or a whole block."""
    marker = note.facts.block_ids[number]
    for unit in note.units:
        if unit.kind == "item" and unit.span[0] <= marker.span[0] < unit.span[1]:
            return _item_span(source, _line_start(source, unit.span[0]))
    span = note.body.blocks[marker.block].span
    return span[0], max(span[1], _line_end(source, marker.span[1]))


def _item_span(source: bytes, start: int) -> Span:
    """Give a list item from its line on, with the deeper lines that follow."""
    indent = _indent(source, start)
    end = _line_end(source, start)
    last = end
    while end < len(source):
        following = _line_end(source, end)
        if source[end:following].strip():
            if _indent(source, end) <= indent:
                break
            last = following
        end = following
    return start, last


def _indent(source: bytes, start: int) -> int:
    line = source[start : _line_end(source, start)].expandtabs(4)
    return len(line) - len(line.lstrip(b" "))


def _line_start(source: bytes, offset: int) -> int:
    return source.rfind(b"\n", 0, offset) + 1


def _line_end(source: bytes, offset: int) -> int:
    end = source.find(b"\n", offset)
    return len(source) if end < 0 else end + 1


def _no_part(message: str, known: tuple[str, ...], empty: str, path: str) -> NotFoundError:
    if not known:
        return NotFoundError(message, path=path, hint=empty)
    shown = ", ".join(known[:_SHOWN]) + (", ..." if len(known) > _SHOWN else "")
    return NotFoundError(message, path=path, hint=f"The note has: {shown}")
