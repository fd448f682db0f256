"""Setting the mark of a task: one character changes (memory-spec §7.8)."""

import re

from napkin_site.core.syntax.tree import NoteFacts, Task
from napkin_site.errors import EditError, NotFoundError

_BOX = re.compile(rb"\[((?:[^\[\]\n]|\[|\])[^\]\n]{0,7})\]")


def task_at(source: bytes, facts: NoteFacts, line: int) -> Task:
    """Find the task on a line, counted from 1.

    Raises:
        NotFoundError: there is no such line, or no task on it.
    """
    task = next((task for task in facts.tasks if task.line == line), None)
    if task is None:
        lines = source.count(b"\n") + 1
        what = f"line {line} is not a task" if 1 <= line <= lines else f"there is no line {line}"
        raise NotFoundError(what, line=line, hint="See: napkin task list")
    return task


def set_task_mark(source: bytes, facts: NoteFacts, line: int, mark: str) -> bytes:
    """Set the mark of the task on a line, counted from 1; every other byte stays.

    Args:
        source: the note.
        facts: its facts, of these very bytes.
        line: where the task is.
        mark: one character; a space is to do, `x` is done.

    Raises:
        NotFoundError: there is no task on that line.
        EditError: `mark` is not one character that can stand in a box.
    """
    if len(mark.rstrip("\ufe0f")) != 1 or not (mark == " " or mark.isprintable()):
        raise EditError(f"a task's mark is one character, not {mark!r}")
    task = task_at(source, facts, line)
    start = source.rfind(b"\n", 0, task.span[0]) + 1
    old = f"[{task.mark}]".encode()
    place = source.find(old, max(start, task.span[0] - len(old)))
    if place < 0 or b"\n" in source[start:place]:
        place = source.find(old, start)
    return source[: place + 1] + mark.encode() + source[place + len(old) - 1 :]
