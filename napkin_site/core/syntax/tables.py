"""Tables (obsidian-spec §4.11)."""

from typing import TYPE_CHECKING, Any

from napkin_site.core.syntax.leaf import Inline
from napkin_site.core.syntax.walk import TABLE

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk

_ALIGNED = {"None": "", "Left": ' style="text-align: left"', "Center": ' style="text-align: center"'}
_ALIGNED["Right"] = ' style="text-align: right"'


def start_table(walk: "Walk", alignments: tuple[str, ...], start: int, end: int) -> None:
    """Begin a table."""
    walk.open_block("table", start)
    walk.open_frame(TABLE, start, "<table>\n", alignments)


def end_table(walk: "Walk", _: Any, start: int, end: int) -> None:
    """End a table."""
    frame = walk.frames.pop()
    walk.out.append("</tbody>\n</table>\n" if frame.content else "</table>\n")
    walk.close_block(end)


def start_head(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Begin the row of headers."""
    walk.out.append("<thead>\n<tr>\n")
    walk.row = []


def end_head(walk: "Walk", _: Any, start: int, end: int) -> None:
    """End the row of headers."""
    _end_row(walk, start, end)
    walk.out.append("</tr>\n</thead>\n")


def start_row(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Begin a row."""
    frame = walk.frames[-1]
    walk.out.append("<tr>\n" if frame.content else "<tbody>\n<tr>\n")
    frame.content += 1
    walk.row = []


def end_row(walk: "Walk", _: Any, start: int, end: int) -> None:
    """End a row."""
    _end_row(walk, start, end)
    walk.out.append("</tr>\n")


def start_cell(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Begin a cell."""


def end_cell(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Write a cell."""
    frame = walk.frames[-1]
    inline = walk.end_leaf()
    column = len(walk.row)
    alignment = _ALIGNED[frame.value[column]] if column < len(frame.value) else ""
    name = "td" if frame.content else "th"
    walk.out += [f"<{name}{alignment}>", *inline.pieces, f"</{name}>\n"]
    walk.row.append(inline)


def _end_row(walk: "Walk", start: int, end: int) -> None:
    """Keep the row's text as one."""
    links: list[tuple[int, int, int]] = []
    length = 0
    for cell in walk.row:
        links += [(link, first + length, last + length) for link, first, last in cell.links]
        length += len(cell.text) + 1
    walk.record("row", Inline("", " ".join([cell.text for cell in walk.row]), links), start, end)
