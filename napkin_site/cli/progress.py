"""A progress line on a terminal, on stderr; nothing anywhere else."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str, int, int], None]
"""Called with the stage, how many are done, and how many there are (0: not known)."""


@contextmanager
def progress_line(*, wanted: bool) -> Iterator[Progress | None]:
    """Show one moving line for long work.

    Args:
        wanted: False under `--quiet` and `--json`.

    Yields:
        What the work calls; None when nobody watches.
    """
    if not wanted or not sys.stderr.isatty():
        yield None
        return
    from rich import progress as rich_progress
    from rich.console import Console

    columns = (
        rich_progress.SpinnerColumn(),
        rich_progress.TextColumn("{task.description}"),
        rich_progress.BarColumn(),
        rich_progress.MofNCompleteColumn(),
        rich_progress.TimeElapsedColumn(),
    )
    with rich_progress.Progress(*columns, console=Console(stderr=True), transient=True) as display:
        task = display.add_task("starting", total=None)

        def show(stage: str, done: int, total: int) -> None:
            display.update(task, description=stage, completed=done, total=total or None)

        yield show
