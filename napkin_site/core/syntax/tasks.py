"""Tasks (obsidian-spec §4.10): a list item that starts with `[c] `, `c` any one character."""

import re
from typing import TYPE_CHECKING

from napkin_site.core.syntax.escaping import escape_attribute
from napkin_site.core.syntax.leaf import BREAK, Token
from napkin_site.core.syntax.masks import TASK, Mask, first_in_line

if TYPE_CHECKING:
    from napkin_site.core.syntax.walk import Walk

_CHARACTER = rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
# pyromark knows a space, `x` and `X`. A variation selector behind a symbol is part of the one character seen.
_OTHER_MARK = re.compile(rb"\[(?:[!-WYZ\[-wy-~]|(?:" + _CHARACTER + rb")(?:\xef\xb8\x8f)?)\](?=[ \t])")
_MARK = re.compile(rb"\[((?:[ -~]|" + _CHARACTER + rb")(?:\xef\xb8\x8f)?)\]")
_ITEM = b"-+*.)"


def mask_tasks(body: bytes) -> list[Mask]:
    """Write every mark that pyromark does not know as `x`."""
    if _OTHER_MARK.search(body) is None:
        return []
    masks = []
    for match, line in first_in_line(body, b"[", _OTHER_MARK):
        if body[line : match.start()].rstrip(b" \t")[-1:] in _ITEM and match.start() > line:
            length = match.end() - match.start()
            masks.append(Mask(match.start(), match.end(), TASK, b"[x]" + b" " * (length - 3)))
    return masks


def add_task(walk: "Walk", _: bool, start: int, end: int) -> None:
    """Show a task's box, with the mark that stands in the source."""
    item = walk.frames[-1]
    match = _MARK.match(walk.body, start)
    mark = match[1].decode() if match is not None else "x"
    item.task = mark
    shown = escape_attribute(mark)
    walk.replace_open_tag(item, f'<li class="task-list-item" data-task="{shown}">')
    walk.frames[-2].task = mark
    checked = "" if mark == " " else " checked"
    box = f'<input type="checkbox" class="task-list-item-checkbox" disabled{checked}> '
    walk.leaf.add_token(Token(box, "", BREAK), start, end)
