"""The parts of a note that a caller can name: a section, a block, a property, a row of a table (write-api C6)."""

import itertools
import re
from collections.abc import Iterable
from typing import Literal

from napkin_site.core.edits.text import newline_of
from napkin_site.core.subpaths import SubpathIndex, readings_of
from napkin_site.core.syntax import parse_note
from napkin_site.core.syntax.headings import normalise_heading
from napkin_site.core.syntax.tree import BlockKind, Heading, NoteSyntax, Span
from napkin_site.core.values import Value
from napkin_site.errors import AmbiguousError, EditError, NotFoundError

Reach = Literal["own", "with-children"]
"""How much of a section is meant: up to the next heading, or up to the next one that is as high."""

_MOST_SHOWN = 10
"""So many parts are named when the wanted one is not there, or there more than once."""

_BAR = re.compile(rb"(?<!\\)\|")
_LIST_MARKER = re.compile(rb"[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[(?:[^\]\n]{1,8})\][ \t]+)?")
_BLANK_AT_START = re.compile(rb"(?:[ \t]*\r?\n)*")


class HeadingTarget(Value):
    """A section, by the path of its heading: `("Outer", "Inner")`; the heading alone where it is unique."""

    path: tuple[str, ...]
    occurrence: int = 0
    """Which one, counted from 1, of several with that path; 0 demands that there is but one."""


class BlockTarget(Value):
    """A block, by its id without `^`."""

    name: str


class PropertyTarget(Value):
    """A property of the front matter."""

    name: str


class RowTarget(Value):
    """A row of a table."""

    row: int | str | None = None
    """Counted from 1 below the heading row, or the text of its first cell; None is the table itself."""
    table: int = 1
    """Which table, counted from 1."""
    heading: tuple[str, ...] = ()
    """Counts only the tables in this section; empty counts all of the note."""


Target = HeadingTarget | BlockTarget | PropertyTarget | RowTarget


class Section(Value):
    """Where a section lies."""

    heading: int
    """Index into the note's headings."""
    line: Span
    """The heading, to the end of its last line, line break included."""
    content: Span
    """What stands under it."""

    @property
    def whole(self) -> Span:
        """Heading and content."""
        return (self.line[0], self.content[1])


class Block(Value):
    """Where a block with an id lies."""

    whole: Span
    """Its lines, line break included; an item's children and an id on a line of its own too."""
    text: Span
    """What is replaced: without list marker, box and id."""
    marker: Span
    """The `^id`."""
    is_inline: bool
    """The id stands at the end of the text, not on a line of its own."""
    kind: BlockKind = "paragraph"
    """What the block is, or the list or paragraph that it stands in."""


class Row(Value):
    """Where rows of a table lie."""

    lines: tuple[Span, ...]
    """The rows below the heading row, line breaks included."""
    body_start: int
    """Behind the line of dashes."""
    index: int
    """Which of `lines` is meant; -1 for none."""
    columns: int
    """How many cells the table shows of a row."""


def read_part(source: bytes, target: HeadingTarget | BlockTarget | RowTarget) -> bytes:
    """Give the bytes of a part: a section with its heading, a block, a row. Their digest is the part's `etag`.

    Raises:
        NotFoundError: there is no such part.
        AmbiguousError: there are several.
    """
    syntax = parse_note(source)
    if isinstance(target, HeadingTarget):
        start, end = find_section(source, syntax, target).whole
    elif isinstance(target, BlockTarget):
        start, end = find_block(source, syntax, target).whole
    else:
        row = find_row(source, syntax, target)
        start, end = row.lines[row.index] if row.index >= 0 else (row.body_start, row.lines[-1][1] if row.lines else 0)
    return source[start:end]


def find_section(source: bytes, syntax: NoteSyntax, target: HeadingTarget, reach: Reach = "with-children") -> Section:
    """Find a section.

    Raises:
        NotFoundError: there is no heading of that path.
        AmbiguousError: there are several; `suggestions` are their full paths.
        EditError: the note is too large for its parts to be known.
    """
    _see_that_known(syntax)
    headings = syntax.facts.headings
    index = _find_heading(headings, target)
    heading = headings[index]
    start = line_start(source, heading.span[0])
    behind = line_end(source, heading.span[1])
    end = len(source)
    for other in headings[index + 1 :]:
        if not other.is_nested and (reach == "own" or other.level <= heading.level):
            end = line_start(source, other.span[0])
            break
    return Section(heading=index, line=(start, behind), content=(behind, max(end, behind)))


def find_block(source: bytes, syntax: NoteSyntax, target: BlockTarget) -> Block:
    """Find the block of an id.

    Raises:
        NotFoundError: the note has no such id.
        EditError: the note is too large for its parts to be known.
    """
    _see_that_known(syntax)
    name = target.name.removeprefix("^")
    found = SubpathIndex(syntax.facts).block(f"^{name}")
    if found is None:
        known = tuple(f"^{marked.name}" for marked in syntax.facts.block_ids)
        raise NotFoundError(f"the note has no block `^{name}`", suggestions=known[:_MOST_SHOWN])
    marked = syntax.facts.block_ids[found]
    top = syntax.body.blocks[marked.block]
    marker = marked.span
    unit = min(
        (unit for unit in syntax.units if unit.span[0] <= marker[0] < unit.span[1]),
        key=lambda unit: unit.span[1] - unit.span[0],
        default=None,
    )
    if unit is None or top.kind in ("quote", "callout") or unit.kind == "row":
        stands_apart = marker[0] >= top.span[1]
        end = line_end(source, max(top.span[1], marker[1] if stands_apart else 0))
        text_end = top.span[1] if stands_apart else marker[0]
        whole = (line_start(source, top.span[0]), end)
        return Block(whole=whole, text=(whole[0], text_end), marker=marker, is_inline=False, kind=top.kind)
    start = line_start(source, unit.span[0])
    end = line_end(source, unit.span[0] + len(source[slice(*unit.span)].rstrip()))
    text_start = start
    if unit.kind == "item" and (match := _LIST_MARKER.match(source, start)):
        text_start = match.end()
        end = _behind_children(source, start, end)
    text_end = text_start + len(source[text_start : marker[0]].rstrip())
    return Block(whole=(start, end), text=(text_start, text_end), marker=marker, is_inline=True, kind=top.kind)


def find_row(source: bytes, syntax: NoteSyntax, target: RowTarget) -> Row:
    """Find a row, or a table.

    Raises:
        NotFoundError: there is no such table or row.
        AmbiguousError: several rows begin with that cell.
        EditError: the note is too large for its parts to be known.
    """
    _see_that_known(syntax)
    within = (0, len(source))
    if target.heading:
        within = find_section(source, syntax, HeadingTarget(path=target.heading)).whole
    tables = [
        block.span
        for block in syntax.body.blocks
        if block.kind == "table" and within[0] <= block.span[0] and block.span[1] <= within[1]
    ]
    if not 1 <= target.table <= len(tables):
        raise NotFoundError(f"there is no table {target.table}; there are {len(tables)}")
    start, end = tables[target.table - 1]
    lines = _lines_of(source, line_start(source, start), line_end(source, end))
    rows = tuple(lines[2:])
    body_start = lines[1][1] if len(lines) > 1 else lines[-1][1]
    columns = len(split_cells(source[slice(*lines[0])]))
    return Row(lines=rows, body_start=body_start, index=_row_index(source, rows, target.row), columns=columns)


def split_cells(row: bytes) -> list[str]:
    """Split a table's row into its cells, trimmed, escaped bars made plain."""
    text = row.strip()
    if text.startswith(b"|"):
        text = text[1:]
    if text.endswith(b"|") and not text.endswith(b"\\|"):
        text = text[:-1]
    return [cell.decode("utf-8", "replace").strip().replace("\\|", "|") for cell in _BAR.split(text)]


def heading_path(headings: tuple[Heading, ...], index: int) -> tuple[str, ...]:
    """Give the texts of a heading and of those it stands under, outermost first."""
    path = [headings[index].raw]
    level = headings[index].level
    for heading in reversed(headings[:index]):
        if heading.level < level and not heading.is_nested:
            path.insert(0, heading.raw)
            level = heading.level
    return tuple(path)


def trim(source: bytes, span: Span) -> Span:
    """Leave out empty lines at the beginning, and white space at the end."""
    start, end = span
    match = _BLANK_AT_START.match(source, start, end)
    assert match is not None
    stop = start + len(source[start:end].rstrip())
    return (match.end(), stop) if match.end() < stop else (start, start)


def line_start(source: bytes, place: int) -> int:
    """Give where the line of a byte begins; behind a byte order mark."""
    start = source.rfind(b"\n", 0, place) + 1
    return 3 if start == 0 and source.startswith(b"\xef\xbb\xbf") else start


def line_end(source: bytes, place: int) -> int:
    """Give where the line of a byte ends, behind its line break."""
    found = source.find(b"\n", place)
    return len(source) if found < 0 else found + 1


def _see_that_known(syntax: NoteSyntax) -> None:
    if syntax.facts.is_too_large:
        raise EditError(
            "the note is too large for its parts to be known",
            hint="Split it into several notes; the whole can be appended to, prepended to, and replaced in.",
        )


def _find_heading(headings: tuple[Heading, ...], target: HeadingTarget) -> int:
    outline = [index for index, heading in enumerate(headings) if not heading.is_nested]
    found: list[int] = []
    for reading in readings_of(target.path):
        keys = [normalise_heading(part) for part in reading]
        named = [index for index in outline if keys and headings[index].key == keys[-1]]
        paths = {index: [normalise_heading(part) for part in heading_path(headings, index)] for index in named}
        exact = [index for index, path in paths.items() if path == keys]
        found = exact or [index for index, path in paths.items() if _is_under(path, keys)]
        if found:
            break
    shown = " > ".join(target.path)
    if not found:
        raise NotFoundError(f"there is no heading `{shown}`", suggestions=_references(headings, outline))
    if target.occurrence:
        if target.occurrence > len(found):
            raise NotFoundError(f"there are {len(found)} headings `{shown}`, not {target.occurrence}")
        return found[target.occurrence - 1]
    if len(found) > 1:
        lines = ", ".join(str(headings[index].line) for index in found[:_MOST_SHOWN])
        raise AmbiguousError(
            f"there are {len(found)} headings `{shown}`, in lines {lines}{', …' if len(found) > _MOST_SHOWN else ''}",
            suggestions=_references(headings, found),
            hint="Give the headings above it, or say which one.",
        )
    return found[0]


def _references(headings: tuple[Heading, ...], indexes: Iterable[int]) -> tuple[str, ...]:
    """Give the paths of headings as they can be asked for, each once."""
    paths = [heading_path(headings, index) for index in itertools.islice(indexes, _MOST_SHOWN)]
    shown = ["#".join(" ".join(part.replace("#", " ").split()) for part in path) for path in paths if path[-1].strip()]
    return tuple(dict.fromkeys(shown))


def _is_under(path: list[str], keys: list[str]) -> bool:
    """Tell whether a path that ends in the last key has the others before it, in order."""
    above = iter(path[:-1])
    return all(key in above for key in keys[:-1])


def _behind_children(source: bytes, start: int, end: int) -> int:
    """Give where an item with all that is indented under it ends."""
    indent = _indent(source, start)
    while end < len(source):
        stop = line_end(source, end)
        line = source[end:stop]
        if not line.strip() or _indent(source, end) <= indent:
            break
        end = stop
    return end


def _indent(source: bytes, start: int) -> int:
    text = source[start : line_end(source, start)]
    return len(text) - len(text.lstrip(b" \t>"))


def _row_index(source: bytes, rows: tuple[Span, ...], wanted: int | str | None) -> int:
    if wanted is None:
        return -1
    if isinstance(wanted, int):
        if not 1 <= wanted <= len(rows):
            raise NotFoundError(f"there is no row {wanted}; the table has {len(rows)}")
        return wanted - 1
    found = [index for index, (start, end) in enumerate(rows) if split_cells(source[start:end])[:1] == [wanted.strip()]]
    if not found:
        raise NotFoundError(f"no row of the table begins with `{wanted}`")
    if len(found) > 1:
        raise AmbiguousError(
            f"{len(found)} rows begin with `{wanted}`", suggestions=tuple(str(index + 1) for index in found)
        )
    return found[0]


def _lines_of(source: bytes, start: int, end: int) -> list[Span]:
    lines = []
    while start < end:
        stop = min(line_end(source, start), end)
        lines.append((start, stop))
        start = stop
    return lines


def joint(source: bytes) -> bytes:
    """Give the empty line between two blocks, in the note's own line breaks."""
    return newline_of(source) * 2
