"""Changing a part of a note: a section, a block, a property, a table or a row of one."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from napkin_site.core.changes import ChangeSet, edit_of
from napkin_site.core.edits.patch import Edit, Operation, patch_note
from napkin_site.core.edits.targets import BlockTarget, HeadingTarget, PropertyTarget, Reach, RowTarget, Target
from napkin_site.core.edits.text import Join
from napkin_site.core.part_renames import plan_block_rename, plan_heading_rename
from napkin_site.core.paths import VaultPath
from napkin_site.core.property_text import items_of_texts, value_of_texts
from napkin_site.core.renames import BOOKMARKS, RenamePlan, Snapshot
from napkin_site.core.subpaths import is_block_subpath, segments_of
from napkin_site.core.values import Value
from napkin_site.errors import UsageError
from napkin_site.services.writing.session import Draft, WriteSession, Written, about

PatchOperation = Literal["replace", "append", "prepend", "before", "after", "delete", "rename"]

_OPERATIONS: dict[PatchOperation, Operation] = {
    "replace": "replace",
    "append": "append",
    "prepend": "prepend",
    "before": "insert_before",
    "after": "insert_after",
    "delete": "delete",
    "rename": "rename",
}
OPERATIONS: tuple[PatchOperation, ...] = tuple(_OPERATIONS)

_HOW_TO_NAME = "Name one: a heading, a block, a property, or a row or table."


class PartEdit(Value, omit_defaults=True):
    """A change of one part of a note, as a request says it; exactly one part is named."""

    op: PatchOperation
    content: str = ""
    """The new text; for `rename` the new name, for a row its cells, as `| a | b |`."""
    value: Any = None
    """For a property, in place of `content`, which is typed as the vault has the property: a value as it is."""
    heading: str = ""
    """A heading, or the way to it: `Outer#Inner`."""
    nth: int = 0
    """Which one of several equal headings, counted from 1; 0 demands that there is but one."""
    block: str = ""
    """The id of a block."""
    property: str = ""
    """The name of a property."""
    row: int | str | None = None
    """A row of a table: counted from 1 below its head, or the text of its first cell."""
    table: int = 0
    """Which table, counted from 1; with `heading`, of those in that section. 0 is the first where a row is named."""
    expect: str | None = None
    """What the part holds now, white space around it aside; anything else refuses the edit."""
    part_etag: str = ""
    """Hex SHA-256 of the part's bytes as the caller read them; empty for none."""
    reach: Reach | None = None
    """How much of a section is meant; None is its own text for `append`, and with subsections for the others."""
    join: Join = "line"
    """What `append` and `prepend` put between old and new."""


class Patched(Written, kw_only=True):
    """A note of which a part was changed."""

    patched: bool
    """False for a preview."""
    target: str
    """The part: `#Heading`, `^block`, `property name`, `row 2`, `table 1`."""
    op: PatchOperation
    reach: Reach | None = None
    """How much of a section was meant; None for other parts."""
    links: int = 0
    """For `rename`: how many links were written anew, here and in other notes."""
    rewritten: tuple[str, ...] = ()
    """Other files whose links were."""


def patch_part(session: WriteSession, reference: str, edit: PartEdit) -> Patched:
    """Change a part of a note; a renamed heading or block takes the links to it along, in the whole vault.

    Args:
        session: who asks, and how.
        reference: the note, as for reading; a part behind `#` is the part, where `edit` names none.
        edit: the part and what becomes of it.

    Raises:
        NotFoundError, AmbiguousError: there is no such note or part, or several.
        UsageError: no part is named, or more than one.
        StalePreconditionError: the part is not what `expect` or `part_etag` says.
        EditError: the part knows no such operation.
        NapkinError: what `WriteSession.commit` raises.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, Patched]:
        path, subpath = draft.access.find_note(reference)
        target = _target(edit, subpath)
        if edit.value is not None and not isinstance(target, PropertyTarget):
            raise UsageError(f"{_shown(target)} is text, and takes nothing else", path=path)
        has_value = isinstance(target, PropertyTarget) and edit.op in ("replace", "append")
        core = Edit(
            target=target,
            op=_OPERATIONS[edit.op],
            content=edit.content,
            value=_value(draft, edit) if has_value else None,
            has_value=has_value,
            expect=edit.expect,
            if_match=edit.part_etag,
            reach=edit.reach,
            join=edit.join,
        )
        before = draft.text(path)
        with about(path):
            after = patch_note(before, [core])
        reach: Reach | None = None
        if isinstance(target, HeadingTarget) and edit.op not in ("rename", "before"):
            reach = edit.reach or ("own" if edit.op == "append" else "with-children")
        told = Patched(path=path, patched=not session.is_dry_run, target=_shown(target), op=edit.op, reach=reach)
        if edit.op != "rename" or not isinstance(target, HeadingTarget | BlockTarget):
            return edit_of("patch", path, before, after), told
        return _rename(draft, path, target, edit.content, told)

    done, told = session.commit(plan)
    return replace(told, **done.of(told.path))


def chosen_operation(given: Mapping[str, Any]) -> PatchOperation:
    """Give the one operation that is asked for: its value is neither None nor False.

    Raises:
        UsageError: there is none, or more than one.
    """
    chosen = [op for op in OPERATIONS if given.get(op) not in (None, False)]
    if len(chosen) == 1:
        return chosen[0]
    what = f"one thing at a time: {' and '.join(chosen)}" if chosen else "nothing is to be done"
    raise UsageError(what, hint=f"It is one of {', '.join(OPERATIONS)}.")


def add_to_part(source: bytes, part: str, text: str, *, op: Literal["append", "prepend"], join: Join) -> bytes:
    """Add a text to the part of a note that a reference names behind `#`.

    Raises:
        NotFoundError, AmbiguousError: there is no such part, or several.
    """
    return patch_note(source, [Edit(target=_named(part), op=op, content=text, join=join)])


def _value(draft: Draft, edit: PartEdit) -> Any:
    """Give the value that is meant for a property: as it is, or a text typed as the vault has the property."""
    if edit.value is not None:
        return edit.value
    assigned = draft.access.config.obsidian.property_types
    typed = items_of_texts if edit.op == "append" else value_of_texts
    return typed(edit.property, (edit.content,), assigned=assigned)


def _rename(
    draft: Draft, path: VaultPath, target: HeadingTarget | BlockTarget, name: str, told: Patched
) -> tuple[ChangeSet, Patched]:
    vault = draft.access.snapshot.vault
    snapshot = Snapshot(notes=vault.notes, others=tuple(vault.files))
    bookmarks = draft.disk.read(BOOKMARKS)
    plan: RenamePlan
    if isinstance(target, HeadingTarget):
        plan = plan_heading_rename(
            path, target, name, snapshot, read=draft.disk.need_text, bookmarks=bookmarks, op="patch"
        )
    else:
        plan = plan_block_rename(
            path, target, name, snapshot, read=draft.disk.need_text, bookmarks=bookmarks, op="patch"
        )
    told = replace(
        told,
        links=plan.links,
        rewritten=tuple(file.path for file in plan.rewritten if file.path != path),
        warnings=tuple(f"{problem.path}:{problem.line}: {problem.message}" for problem in plan.problems),
    )
    return plan.changes, told


def _target(edit: PartEdit, subpath: str) -> Target:
    """Give the one part that is meant.

    Raises:
        UsageError: none is named, or more than one.
    """
    is_row = edit.row is not None or edit.table
    named = [name for name in ("heading", "block", "property") if getattr(edit, name)]
    if is_row:
        if any(name != "heading" for name in named) or (edit.heading and subpath):
            raise UsageError("more than one part is named", hint=_HOW_TO_NAME)
        heading = edit.heading or subpath
        return RowTarget(row=edit.row, table=edit.table or 1, heading=tuple(segments_of(heading)) if heading else ())
    if len(named) > 1 or (named and subpath):
        parts = [*named, *([f"#{subpath}"] if subpath else [])]
        raise UsageError(f"more than one part is named: {' and '.join(parts)}", hint=_HOW_TO_NAME)
    if edit.block:
        return BlockTarget(name=edit.block.removeprefix("^"))
    if edit.property:
        return PropertyTarget(name=edit.property)
    if not (edit.heading or subpath):
        raise UsageError(
            "no part of the note is named", hint=f"{_HOW_TO_NAME} The whole note is for append and replace."
        )
    return _named(edit.heading or subpath, edit.nth)


def _named(part: str, nth: int = 0) -> HeadingTarget | BlockTarget:
    """Give the part that stands behind `#` in a link."""
    if is_block_subpath(part):
        return BlockTarget(name=segments_of(part)[-1].removeprefix("^"))
    return HeadingTarget(path=tuple(segments_of(part)), occurrence=nth)


def _shown(target: Target) -> str:
    if isinstance(target, HeadingTarget):
        return "#" + "#".join(target.path)
    if isinstance(target, BlockTarget):
        return f"^{target.name}"
    if isinstance(target, PropertyTarget):
        return f"property {target.name}"
    return f"table {target.table}" if target.row is None else f"row {target.row}"
