"""Change a part of a note (write-api C6): one table of operations for each kind of part."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal

from napkin_site.core.changes import digest_of
from napkin_site.core.edits.properties import (
    add_to_property,
    property_value,
    remove_property,
    rename_property,
    set_property,
)
from napkin_site.core.edits.targets import (
    Block,
    BlockTarget,
    HeadingTarget,
    PropertyTarget,
    Reach,
    Row,
    Section,
    Target,
    find_block,
    find_row,
    find_section,
    line_end,
    line_start,
    read_part,
    split_cells,
    trim,
)
from napkin_site.core.edits.text import Join, fit_text, insert_after, newline_of
from napkin_site.core.syntax import parse_note
from napkin_site.core.syntax.block_ids import is_id
from napkin_site.core.values import Value
from napkin_site.errors import EditError, StalePreconditionError

_HASHES = re.compile(r"\A#{1,6}(?:[ \t]+|\Z)")

Operation = Literal["replace", "append", "prepend", "delete", "insert_before", "insert_after", "rename"]


class Edit(Value):
    """One change of one part."""

    target: Target
    op: Operation
    content: str = ""
    """The new text, or the new name. For a property, text; see `value`."""
    value: Any = None
    """For a property: a typed value, used instead of `content` when not None, or when `has_value`."""
    has_value: bool = False
    """`value` is meant, though it be None."""
    expect: str | None = None
    """What the part holds now, white space around it aside; anything else refuses the edit."""
    if_match: str = ""
    """Digest of the part (`read_part`) as the caller read it; empty for none."""
    reach: Reach | None = None
    """How much of a section; None is its own text for `append`, and with children for the others."""
    join: Join = "line"
    """What `append` and `prepend` put between old and new."""


def patch_note(source: bytes, edits: Sequence[Edit]) -> bytes:
    """Make several edits of one note, each on what the one before left; all or none.

    Raises:
        NotFoundError: there is no such part.
        AmbiguousError: there are several.
        StalePreconditionError: a part is not what `expect` or `if_match` says.
        EditError: the part knows no such operation.
    """
    for edit in edits:
        source = _patch(source, edit)
    return source


def _patch(source: bytes, edit: Edit) -> bytes:
    target = edit.target
    if isinstance(target, PropertyTarget):
        _see_property(source, target, edit)
        return _operation(_PROPERTY_OPS, edit, "a property")(source, target.name, edit)
    if edit.if_match and digest_of(read_part(source, target)) != edit.if_match:
        raise StalePreconditionError("the part changed since it was read", hint="Read it again and decide anew.")
    syntax = parse_note(source)
    if isinstance(target, HeadingTarget):
        reach: Reach = edit.reach or ("own" if edit.op == "append" else "with-children")
        section = find_section(source, syntax, target, reach)
        if edit.op == "rename":
            _see(edit, source[slice(*section.line)], syntax.facts.headings[section.heading].raw)
        else:
            _see(edit, source[slice(*trim(source, section.content))])
        return _operation(_SECTION_OPS, edit, "a section")(source, section, edit)
    if isinstance(target, BlockTarget):
        block = find_block(source, syntax, target)
        _see(edit, source[slice(*block.text)])
        return _operation(_BLOCK_OPS, edit, "a block")(source, block, edit)
    row = find_row(source, syntax, target)
    if row.index >= 0:
        _see(edit, source[slice(*row.lines[row.index])])
    return _operation(_ROW_OPS, edit, "a row")(source, row, edit)


def _operation(table: dict[Operation, Any], edit: Edit, what: str) -> Callable[[bytes, Any, Edit], bytes]:
    function: Callable[[bytes, Any, Edit], bytes] | None = table.get(edit.op)
    if function is None:
        raise EditError(f"{what} knows no `{edit.op}`", hint=f"It knows: {', '.join(sorted(table))}.")
    return function


def _see(edit: Edit, found: bytes, shown: str | None = None) -> None:
    """Refuse when the part is not what was expected, be it as written or as shown."""
    if edit.expect is None:
        return
    current = found.decode("utf-8", "replace").replace("\r\n", "\n").strip()
    if edit.expect.replace("\r\n", "\n").strip() not in (current, shown):
        shown = current if len(current) <= 200 else f"{current[:200]}…"
        raise StalePreconditionError(f"the part holds something else than expected: {shown!r}", hint="Read it again.")


def _see_property(source: bytes, target: PropertyTarget, edit: Edit) -> None:
    if edit.expect is None:
        return
    value = property_value(source, target.name)
    shown = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    if shown != edit.expect.strip():
        raise StalePreconditionError(f"`{target.name}` holds {shown!r}", hint="Read it again.")


def _replace_span(source: bytes, span: tuple[int, int], new: bytes) -> bytes:
    return source[: span[0]] + new + source[span[1] :]


def _body_text(source: bytes, edit: Edit) -> bytes:
    return fit_text(edit.content, newline_of(source)).rstrip(b"\r\n")


# Sections


def _fill_section(source: bytes, section: Section, edit: Edit) -> bytes:
    """Put the first text into an empty section."""
    newline = newline_of(source)
    place = section.line[1]
    lead = b"" if source[:place].endswith(b"\n") else newline
    behind = source[place:]
    gap = newline if behind.strip() and not behind.startswith((b"\n", b"\r\n")) else b""
    tail = newline if not lead else b""
    return source[:place] + lead + _body_text(source, edit) + tail + gap + behind


def _replace_section(source: bytes, section: Section, edit: Edit) -> bytes:
    inner = trim(source, section.content)
    if inner[0] == inner[1]:
        return _fill_section(source, section, edit)
    return _replace_span(source, inner, _body_text(source, edit))


def _append_section(source: bytes, section: Section, edit: Edit) -> bytes:
    inner = trim(source, section.content)
    if inner[0] == inner[1]:
        return _fill_section(source, section, edit)
    between = {"line": newline_of(source), "block": newline_of(source) * 2, "inline": b""}[edit.join]
    return _replace_span(source, (inner[1], inner[1]), between + _body_text(source, edit))


def _prepend_section(source: bytes, section: Section, edit: Edit) -> bytes:
    inner = trim(source, section.content)
    if inner[0] == inner[1]:
        return _fill_section(source, section, edit)
    between = {"line": newline_of(source), "block": newline_of(source) * 2, "inline": b""}[edit.join]
    return _replace_span(source, (inner[0], inner[0]), _body_text(source, edit) + between)


def _delete_section(source: bytes, section: Section, _: Edit) -> bytes:
    return _cut(source, section.whole)


def _cut(source: bytes, span: tuple[int, int]) -> bytes:
    """Take lines out; what is then the end of the note keeps one line break, if it had one."""
    before, behind = source[: span[0]], source[span[1] :]
    if behind.strip() or not before.strip():
        return before + behind
    ending = newline_of(source) if source.endswith(b"\n") else b""
    return before.rstrip() + ending


def _before_section(source: bytes, section: Section, edit: Edit) -> bytes:
    place = section.line[0]
    return _replace_span(source, (place, place), _body_text(source, edit) + newline_of(source) * 2)


def _after_section(source: bytes, section: Section, edit: Edit) -> bytes:
    inner = trim(source, section.content)
    end = inner[1] if inner[0] != inner[1] else section.line[0] + len(source[slice(*section.line)].rstrip())
    newline = newline_of(source)
    behind = source[end:]
    gap = newline if behind.strip() and not behind.lstrip(b" \t\r").startswith((b"\n\n", b"\n\r\n")) else b""
    return source[:end] + newline * 2 + _body_text(source, edit) + gap + behind


def _rename_section(source: bytes, section: Section, edit: Edit) -> bytes:
    return rename_heading_line(source, section.line, edit.content)


def rename_heading_line(source: bytes, line: tuple[int, int], text: str) -> bytes:
    """Give a heading another text; its level, closing hashes and block id stay, so hashes before the text are left out.

    Raises:
        EditError: the text is empty or has several lines, or would make something else of an underlined heading.
    """
    new = _HASHES.sub("", text.strip())
    if not new or "\n" in new or "\r" in new:
        raise EditError("a heading is one line of text")
    old = source[slice(*line)]
    kept = old.rstrip()
    ending = old[len(kept) :]
    encoded = fit_text(new, b"\n")
    lead = len(kept) - len(kept.lstrip(b" \t"))
    hashes = len(kept) - lead - len(kept[lead:].lstrip(b"#"))
    if not hashes:  # underlined: the line of `=` or `-` stays
        lines = kept.split(b"\n")
        carriage = b"\r" if lines[0].endswith(b"\r") else b""
        result = _replace_span(source, line, encoded + carriage + b"\n" + lines[-1] + ending)
        if all(line_start(source, heading.span[0]) != line[0] for heading in parse_note(result).facts.headings):
            raise EditError(f"`{new}` cannot be an underlined heading", hint="Replace the line by one with `#`.")
        return result
    tail = b""
    body = kept[lead + hashes :]
    closing = body.rstrip(b"#")
    if len(closing) < len(body) and closing.endswith((b" ", b"\t")):
        tail = b" " + body[len(closing) :]
        body = closing.rstrip()
    word = body.split()[-1:] or [b""]
    if is_id(word[0].decode("utf-8", "replace")):
        tail = b" " + word[0] + tail
    return _replace_span(source, line, kept[: lead + hashes] + b" " + encoded + tail + ending)


_SECTION_OPS: dict[Operation, Callable[[bytes, Section, Edit], bytes]] = {
    "replace": _replace_section,
    "append": _append_section,
    "prepend": _prepend_section,
    "delete": _delete_section,
    "insert_before": _before_section,
    "insert_after": _after_section,
    "rename": _rename_section,
}


# Blocks


def _replace_block(source: bytes, block: Block, edit: Edit) -> bytes:
    new = _body_text(source, edit)
    if not new.strip():
        raise EditError("a block is not replaced by nothing", hint="Delete it instead.")
    marker = source[slice(*block.marker)]
    if marker.lower() in new.lower().split():
        return _replace_span(source, (block.text[0], block.marker[1]), new)
    if block.is_inline or block.text[1] < block.marker[0]:
        return _replace_span(source, block.text, new)
    return _replace_span(source, (block.text[0], block.marker[1]), new + newline_of(source) * 2 + marker)


def _append_block(source: bytes, block: Block, edit: Edit) -> bytes:
    place = block.text[1]
    if _is_text(block):
        between = newline_of(source) if edit.join == "block" else b" "
        return _replace_span(source, (place, place), between + _body_text(source, edit))
    return _replace_span(source, (place, place), newline_of(source) + _lines_of_block(source, block, edit))


def _prepend_block(source: bytes, block: Block, edit: Edit) -> bytes:
    place = block.text[0]
    if _is_text(block):
        between = newline_of(source) if edit.join == "block" else b" "
        return _replace_span(source, (place, place), _body_text(source, edit) + between)
    new = _lines_of_block(source, block, edit)
    if block.kind == "callout":  # its first line says what it is
        place = line_end(source, place)
    return _replace_span(source, (place, place), new + newline_of(source))


def _is_text(block: Block) -> bool:
    return block.is_inline or block.kind in ("paragraph", "heading")


def _lines_of_block(source: bytes, block: Block, edit: Edit) -> bytes:
    """Give new lines of a list, quote or callout, each as that needs it."""
    text = _body_text(source, edit)
    if block.kind == "list":
        return text
    if block.kind not in ("quote", "callout"):
        raise EditError(
            f"nothing can be added inside ^{source[slice(*block.marker)].decode()[1:]}: it is no text ({block.kind})",
            hint="Add before or after it, or replace it.",
        )
    newline = newline_of(source)
    return newline.join(b"> " + line if line.strip() else b">" for line in text.split(newline))


def _before_block(source: bytes, block: Block, edit: Edit) -> bytes:
    newline = newline_of(source)
    gap = newline if _is_item(block) else newline * 2
    return _replace_span(source, (block.whole[0], block.whole[0]), _indented(source, block, edit) + gap)


def _after_block(source: bytes, block: Block, edit: Edit) -> bytes:
    join: Join = "line" if _is_item(block) else "block"
    text = _indented(source, block, edit).decode()
    behind = source[block.whole[1] :]
    if join == "block" and behind.strip() and not behind.startswith((b"\n", b"\r\n")):
        text += "\n\n"
    return insert_after(source, block.whole[1], text, join=join)


def _delete_block(source: bytes, block: Block, _: Edit) -> bytes:
    start, end = block.whole
    if not _is_item(block):
        while source[end:].startswith((b"\n", b"\r\n")):
            end = line_end(source, end)
    return _cut(source, (start, end))


def _rename_block(source: bytes, block: Block, edit: Edit) -> bytes:
    name = edit.content.strip().removeprefix("^")
    if not is_id(f"^{name}"):
        raise EditError(f"`{name}` is no block id", hint="Use Latin letters, digits and `-`.")
    return _replace_span(source, block.marker, f"^{name}".encode())


def _is_item(block: Block) -> bool:
    return block.is_inline and block.text[0] > block.whole[0]


def _indented(source: bytes, block: Block, edit: Edit) -> bytes:
    """Give the new lines the indent of the block."""
    start = block.whole[0]
    line = source[start : line_end(source, start)]
    indent = line[: len(line) - len(line.lstrip(b" \t"))]
    return b"\n".join(indent + part if part.strip() else part for part in _body_text(source, edit).split(b"\n"))


_BLOCK_OPS: dict[Operation, Callable[[bytes, Block, Edit], bytes]] = {
    "replace": _replace_block,
    "append": _append_block,
    "prepend": _prepend_block,
    "delete": _delete_block,
    "insert_before": _before_block,
    "insert_after": _after_block,
    "rename": _rename_block,
}


# Rows of tables


def row_text(cells: Sequence[str]) -> str:
    """Write cells as a row; bars in them are escaped."""
    shown = [" ".join(cell.split()).replace("\\|", "|").replace("|", "\\|") for cell in cells]
    return f"| {' | '.join(shown)} |"


def _row_line(row: Row, edit: Edit) -> bytes:
    text = edit.content.strip()
    if not text or "\n" in text:
        raise EditError("a row is one line")
    line = fit_text(text if text.startswith("|") else f"| {text} |", b"\n")
    cells = len(split_cells(line))
    if cells > row.columns:
        raise EditError(
            f"the table has {row.columns} columns, and the row {cells} cells", hint="A bar in a cell is written `\\|`."
        )
    return line


def _need_row(row: Row) -> tuple[int, int]:
    if row.index < 0:
        raise EditError("the edit is about a row, and none is named")
    return row.lines[row.index]


def _replace_row(source: bytes, row: Row, edit: Edit) -> bytes:
    start, end = _need_row(row)
    return _replace_span(source, (start, start + len(source[start:end].rstrip(b"\r\n"))), _row_line(row, edit))


def _insert_row(source: bytes, place: int, row: Row, edit: Edit) -> bytes:
    return insert_after(source, place, _row_line(row, edit).decode())


def _before_row(source: bytes, row: Row, edit: Edit) -> bytes:
    return _insert_row(source, _need_row(row)[0], row, edit)


def _after_row(source: bytes, row: Row, edit: Edit) -> bytes:
    return _insert_row(source, _need_row(row)[1], row, edit)


def _append_row(source: bytes, row: Row, edit: Edit) -> bytes:
    return _insert_row(source, row.lines[-1][1] if row.lines else row.body_start, row, edit)


def _prepend_row(source: bytes, row: Row, edit: Edit) -> bytes:
    return _insert_row(source, row.body_start, row, edit)


def _delete_row(source: bytes, row: Row, _: Edit) -> bytes:
    return _replace_span(source, _need_row(row), b"")


_ROW_OPS: dict[Operation, Callable[[bytes, Row, Edit], bytes]] = {
    "replace": _replace_row,
    "append": _append_row,
    "prepend": _prepend_row,
    "delete": _delete_row,
    "insert_before": _before_row,
    "insert_after": _after_row,
}


# Properties


def _value(edit: Edit) -> Any:
    return edit.value if edit.has_value or edit.value is not None else edit.content


def _add_property(source: bytes, name: str, edit: Edit) -> bytes:
    value = _value(edit)
    return add_to_property(source, name, value if isinstance(value, list | tuple) else [value])


_PROPERTY_OPS: dict[Operation, Callable[[bytes, str, Edit], bytes]] = {
    "replace": lambda source, name, edit: set_property(source, name, _value(edit)),
    "append": _add_property,
    "delete": lambda source, name, _: remove_property(source, name),
    "rename": lambda source, name, edit: rename_property(source, name, edit.content),
}
