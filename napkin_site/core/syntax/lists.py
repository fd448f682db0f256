"""Lists and their items (obsidian-spec §4.10)."""

from typing import TYPE_CHECKING, Any

from napkin_site.core.syntax import block_ids
from napkin_site.core.syntax.walk import ITEM, LIST

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk


def start_list(walk: "Walk", first: int | None, start: int, end: int) -> None:
    """Begin a list; `first` is its first number, None for bullets."""
    walk.open_block("list", start)
    walk.open_frame(LIST, start, f"{_open_tag(first, '')}\n", first)


def end_list(walk: "Walk", _: Any, start: int, end: int) -> None:
    """End a list."""
    frame = walk.frames.pop()
    if frame.task:
        tag = _open_tag(frame.value, ' class="contains-task-list"')
        walk.replace_open_tag(frame, f"{tag}\n")
    walk.out.append("</ul>\n" if frame.value is None else "</ol>\n")
    walk.close_block(end)


def start_item(walk: "Walk", _: Any, start: int, end: int) -> None:
    """Begin an item."""
    outer = walk.frames[-1]
    item = walk.open_frame(ITEM, start, "<li>")
    item.number = outer.number
    outer.number += 1


def end_item(walk: "Walk", _: Any, start: int, end: int) -> None:
    """End an item."""
    walk.flush()
    walk.resolve_raw()
    item = walk.frames.pop()
    walk.out.append("</li>\n")
    block_ids.close_ids(walk, item)


def _open_tag(first: int | None, attributes: str) -> str:
    if first is None:
        return f"<ul{attributes}>"
    return f"<ol{attributes}>" if first == 1 else f'<ol start="{first}"{attributes}>'
