"""The tasks of a vault: list items that begin with `[ ]`, `[x]` or another mark."""

from napkin_site.core.paths import VaultPath
from napkin_site.core.syntax.tree import NoteFacts, Task
from napkin_site.core.values import Value
from napkin_site.errors import NotFoundError, UsageError
from napkin_site.services.access import VaultAccess


class TaskItem(Value):
    """A task."""

    file: str
    line: int
    """Counted from 1."""
    status: str
    """The one character between the brackets."""
    text: str
    """What is seen of the task's own line."""
    done: bool
    """Every mark but a blank counts as done (decision 11)."""


class TaskList(Value):
    """Tasks, by file and line."""

    tasks: tuple[TaskItem, ...]


def list_tasks(
    access: VaultAccess, *, reference: str = "", done: bool = False, todo: bool = False, status: str = ""
) -> TaskList:
    """List tasks.

    Args:
        access: the vault.
        reference: those of one note; empty for all.
        done: only those that are done.
        todo: only those that are not.
        status: only those with this mark.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one note.
        UsageError: done and todo exclude each other, or the mark is not one character.
    """
    if done and todo:
        raise UsageError("done and todo exclude each other", hint="Leave both out to list all tasks.")
    if len(status) > 1:
        raise UsageError(f"a status is one character, not `{status}`")
    if reference:
        path, _ = access.find_note(reference)
        _, note = access.parse(path)
        items = tuple(_item(path, task) for task in note.facts.tasks)
    else:
        notes = access.snapshot.vault.notes.values()
        items = tuple(_item(note.path, task) for note in notes for task in note.facts.tasks)
    return TaskList(
        tasks=tuple(
            item
            for item in items
            if (not done or item.done) and (not todo or not item.done) and (not status or item.status == status)
        )
    )


def show_task(access: VaultAccess, reference: str, line: int) -> TaskItem:
    """Give the task on a line.

    Args:
        access: the vault.
        reference: the note.
        line: counted from 1.

    Raises:
        NotFoundError: there is no such note, or no text on that line.
        UsageError: what stands there is no task; or the reference fits several notes.
    """
    path, _ = access.find_note(reference)
    file, note = access.parse(path)
    return find_task(path, file.source, note.facts, line)


def find_task(path: VaultPath, source: bytes, facts: NoteFacts, line: int) -> TaskItem:
    """Find the task on a line of a note that was parsed.

    Raises:
        NotFoundError: there is no text on that line.
        UsageError: what stands there is no task.
    """
    for task in facts.tasks:
        if task.line == line:
            return _item(path, task)
    lines = source.splitlines()
    if not 1 <= line <= len(lines) or not lines[line - 1].strip():
        raise NotFoundError(f"Line {line} not found in {path}", path=path, line=line)
    raise UsageError(
        f"Line {line} is not a task", path=path, line=line, hint=f"List them: napkin task list --file '{path}'"
    )


def parse_task_reference(text: str) -> tuple[str, int]:
    """Take `path:line` apart.

    Raises:
        UsageError: it has no line.
    """
    reference, colon, number = text.rpartition(":")
    if not colon or not reference or not number.isascii() or not number.isdecimal():
        raise UsageError(f"Invalid ref format: {text}", hint="Write path:line, such as Projects/Plan.md:12.")
    return reference, int(number)


def _item(path: VaultPath, task: Task) -> TaskItem:
    return TaskItem(file=path, line=task.line, status=task.mark, text=task.text, done=task.is_done)
