"""The processes that share the work on pages: they inherit everything by forking, so nothing large is sent to them."""

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from typing import Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from napkin_site.builder.output.page_writer import PageWriter
from napkin_site.builder.reading import can_fork

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class Task(NamedTuple, Generic[_Result]):
    """A portion of work that was handed out."""

    future: Future[_Result]
    do: Callable[[], _Result]
    """Does it in this process."""


class Crew:
    """The processes that work, this one among them."""

    def __init__(self, writer: PageWriter, executor: Executor | None) -> None:
        self._writer = writer
        self._executor = executor

    def submit(
        self,
        method: Callable[Concatenate[PageWriter, _Arguments], _Result],
        *arguments: _Arguments.args,
        **keywords: _Arguments.kwargs,
    ) -> Task[_Result]:
        """Have a method of the writer run, in whichever process comes to it first."""
        here = partial(method, self._writer, *arguments, **keywords)
        if self._executor is None:
            return Task(Future(), here)
        return Task(self._executor.submit(_run, method, arguments, keywords), here)

    def results(self, tasks: Iterable[Task[_Result]]) -> Iterator[_Result]:
        """Give what comes of tasks, in any order.

        The others take them from the first on, this process from the last on, until they meet.
        """
        begun: list[Future[_Result]] = []
        for task in reversed([*tasks]):
            if task.future.cancel():
                yield task.do()
            else:
                begun.append(task.future)
        for future in as_completed(begun):
            yield future.result()


@contextmanager
def page_crew(writer: PageWriter, workers: int) -> Iterator[Crew]:
    """Gather processes that inherit `writer`; with one worker, or where forking fails, this one works alone.

    Args:
        writer: makes pages.
        workers: how many processes work, this one counted.
    """
    if workers < 2 or not can_fork():
        yield Crew(writer, None)
        return
    with ProcessPoolExecutor(
        max_workers=workers - 1,
        mp_context=multiprocessing.get_context("fork"),
        initializer=_inherit,
        initargs=(writer,),
    ) as executor:
        try:
            yield Crew(writer, executor)
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise


_inherited: list[PageWriter] = []
"""In a worker process, the writer it was forked with: the one way to hand it over without pickling the vault."""


def _inherit(writer: PageWriter) -> None:
    _inherited[:] = [writer]


def _run(method: Callable[..., _Result], arguments: tuple[object, ...], keywords: dict[str, object]) -> _Result:
    return method(_inherited[0], *arguments, **keywords)
