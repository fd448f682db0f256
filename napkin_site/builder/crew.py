"""The processes that share the work on pages: they inherit everything by forking, so nothing large is sent to them."""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Concatenate, ParamSpec, TypeVar

from napkin_site.builder.page_writer import PageWriter
from napkin_site.builder.reading import can_fork

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class Crew:
    """The processes, or this one alone."""

    def __init__(self, writer: PageWriter, executor: Executor | None) -> None:
        self._writer = writer
        self._executor = executor

    @property
    def is_shared(self) -> bool:
        """True when there are other processes."""
        return self._executor is not None

    def submit(
        self,
        method: Callable[Concatenate[PageWriter, _Arguments], _Result],
        *arguments: _Arguments.args,
        **keywords: _Arguments.kwargs,
    ) -> Future[_Result]:
        """Have a method of the writer run, in another process or else at once."""
        if self._executor is not None:
            return self._executor.submit(_run, method, arguments, keywords)
        done: Future[_Result] = Future()
        done.set_result(method(self._writer, *arguments, **keywords))
        return done


@contextmanager
def page_crew(writer: PageWriter, workers: int) -> Iterator[Crew]:
    """Gather processes that inherit `writer`; with one worker, or where forking fails, this one works alone."""
    if workers < 2 or not can_fork():
        yield Crew(writer, None)
        return
    with ProcessPoolExecutor(
        max_workers=workers,
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
