"""Changing the mark of a task: one character of its note (memory-spec §7.8)."""

import msgspec

from napkin_site.core.changes import ChangeSet, edit_of
from napkin_site.core.edits.tasks import set_task_mark
from napkin_site.core.paths import VaultPath
from napkin_site.core.syntax import parse_note
from napkin_site.services.tasks import TaskItem, find_task
from napkin_site.services.writing.session import Draft, WriteSession, Written, about

DONE = "x"
TODO = " "


class TaskMarked(Written, kw_only=True):
    """A task whose mark was set."""

    path: str = msgspec.field(name="file")
    """In JSON `file`, as for every task."""
    line: int
    """Counted from 1."""
    status: str
    """The mark it has now."""
    text: str
    """What is seen of the task's own line."""


def mark_task(session: WriteSession, reference: str, line: int, mark: str | None) -> TaskMarked:
    """Set the mark of a task.

    Args:
        session: who asks, and how.
        reference: the note, as for reading.
        line: where the task is, counted from 1.
        mark: one character, a blank for a task that is to be done; None turns a blank to `x`, and all else to a blank.

    Raises:
        NotFoundError, AmbiguousError: the reference does not fit one note, or there is no text on that line.
        UsageError: what stands there is no task.
        EditError: the mark cannot be one.
        NapkinError: what `WriteSession.commit` raises.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, tuple[VaultPath, TaskItem]]:
        path = draft.whole_note(reference)
        before = draft.text(path)
        facts = parse_note(before).facts
        task = find_task(path, before, facts, line)
        wanted = mark if mark is not None else DONE if task.status == TODO else TODO
        with about(path):
            after = set_task_mark(before, facts, line, wanted)
        return edit_of("task", path, before, after), (path, find_task(path, after, parse_note(after).facts, line))

    done, (path, task) = session.commit(plan)
    return TaskMarked(
        **done.of(path),
        line=task.line,
        status=task.status,
        text=task.text,
    )
