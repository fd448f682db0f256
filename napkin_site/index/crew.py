"""Processes that share portions of work: forked, so that they inherit all they need and nothing is sent to them.

Every process, this one too, takes the number of the next portion from one pipe, so none waits while there is work.
What comes of a portion goes into a file in memory the process was forked with, and only where it stands there through
a second pipe: nobody waits for a reader. What a process does not answer for, because it was killed or the portion
failed in it, is done once more in this one, where errors belong.
"""

import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Generic, NoReturn, Self, TypeVar

_Result = TypeVar("_Result")

_NUMBER = struct.Struct("=H")
_ANSWER = struct.Struct("=HHQQ")
"""Which process, which run, where its results begin in the file of that process, and how long they are."""
_MOST_RUNS = 1_000
"""As many numbers as any pipe holds without a reader."""
_NO_RUN = 0xFFFF
"""Instead of the number of a run, for what was done when none was left."""


class Afterwork(Generic[_Result]):
    """What the other processes go on with when no portion is left, while this one does what only it can do.

    It is of use and not needed: how much of it gets done is a matter of time. It has to come to an end by itself.
    """

    def __init__(self, work: Callable[[], Iterator[_Result]]) -> None:
        """Name the work.

        Args:
            work: does it, piece by piece; called in each other process, where it finds what the portions left there.
        """
        self.work = work
        self.done: list[_Result] = []
        """What came of it, as far as that is known here."""
        self.processes: list[int] = []
        """Those that may be at it."""
        self._answers = -1
        self._files: list[int] = []

    def adopt(self, processes: list[int], answers: int, files: list[int]) -> None:
        """Take over the processes of a crew, the pipe of their answers and the files of their results."""
        self.finish()
        self.processes, self._answers, self._files = processes, answers, files

    def finish(self) -> list[_Result]:
        """End the processes as they stand, and give what was done by then; to be called whatever happens."""
        if self.processes:
            for process in self.processes:
                os.kill(process, signal.SIGKILL)
            _wait_for(self.processes)
            self.done += [result for _, results in _read(self._answers, self._files) for result in results]
            _close(self._answers, *self._files)
            self.processes = []
        return self.done


class Crew(Generic[_Result]):
    """Does portions of work, with the help of other processes, which end with its `with` block or their afterwork."""

    def __init__(
        self, tasks: Sequence[Callable[[], _Result]], workers: int, *, afterwork: Afterwork[Any] | None = None
    ) -> None:
        """Name the work.

        Args:
            tasks: each gives a result that can be pickled, and may be done twice; the longest come first.
            workers: how many processes work, this one counted; where forking fails, this one works alone.
            afterwork: what the others go on with, and what ends them then; None for nothing.
        """
        self._tasks = tasks
        self._afterwork = afterwork
        self._helpers = min(workers, len(tasks)) - 1 if can_fork() else 0
        self._files: list[int] = []
        self._processes: list[int] = []
        self._numbers = self._answers = -1
        step = -(-len(tasks) // _MOST_RUNS) or 1
        self._runs = [range(start, min(start + step, len(tasks))) for start in range(0, len(tasks), step)]

    def __enter__(self) -> Self:
        """Start the other processes."""
        if self._helpers < 1:
            return self
        self._numbers, numbers = os.pipe()
        os.write(numbers, b"".join(map(_NUMBER.pack, range(len(self._runs)))))
        os.close(numbers)  # so that reading ends when none is left
        self._answers, answers = os.pipe()
        for helper in range(self._helpers):
            try:
                self._files.append(os.memfd_create("results"))
                process = os.fork()
            except OSError:
                break
            if process == 0:
                self._help(helper, answers)
            self._processes.append(process)
        os.close(answers)  # so that reading ends when every helper has
        os.set_blocking(self._answers, False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Let the others finish what they have begun, and wait for them, unless there is work for them afterwards."""
        if self._helpers < 1:
            return
        while self._take() is not None:  # nothing more is to be begun
            pass
        os.close(self._numbers)
        if self._afterwork is not None:
            self._afterwork.adopt(self._processes, self._answers, self._files)
            if error is not None:
                self._afterwork.finish()
            return
        _wait_for(self._processes)
        _close(self._answers, *self._files)

    def results(self) -> Iterator[_Result]:
        """Do work in this process, too, and give what came of every portion, in any order."""
        if self._helpers < 1:
            for task in self._tasks:
                yield task()
            return
        missing = set(range(len(self._runs)))
        while (run := self._take()) is not None:
            missing.discard(run)
            for number in self._runs[run]:
                yield self._tasks[number]()
            yield from self._answered(missing)
        if missing:
            os.set_blocking(self._answers, True)
            yield from self._answered(missing)
        for run in sorted(missing):
            for number in self._runs[run]:
                yield self._tasks[number]()

    def _take(self) -> int | None:
        """Take the number of the next run; None when all are taken."""
        data = os.read(self._numbers, _NUMBER.size)
        return _NUMBER.unpack(data)[0] if data else None

    def _answered(self, missing: set[int]) -> Iterator[_Result]:
        """Give what the others have done so far; where reading blocks, until nothing is missing or they have gone."""
        for run, found in _read(self._answers, self._files):
            if run == _NO_RUN:
                assert self._afterwork is not None, "nobody does anything else"
                self._afterwork.done += found
            else:
                missing.discard(run)
                yield from found
            if not missing:
                return

    def _help(self, helper: int, answers: int) -> NoReturn:
        """Work in a process that was forked for it, and leave without the ceremonies of the other."""
        try:
            os.close(self._answers)  # so that writing fails when the other process has gone
            start = 0
            for run, results in self._work():
                data = pickle.dumps(results, pickle.HIGHEST_PROTOCOL)
                file = self._files[helper]
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(file, rest) :]
                os.write(answers, _ANSWER.pack(helper, run, start, len(data)))
                start += len(data)
        finally:
            os._exit(0)

    def _work(self) -> Iterator[tuple[int, list[Any]]]:
        """Do portions while there are any, and then what comes afterwards."""
        while (run := self._take()) is not None:
            yield run, [self._tasks[number]() for number in self._runs[run]]
        if self._afterwork is not None:
            for result in self._afterwork.work():
                yield _NO_RUN, [result]


def _read(answers: int, files: Sequence[int]) -> Iterator[tuple[int, list[Any]]]:
    """Give the run and the results of each answer so far; where reading blocks, until all who answer have gone."""
    while True:
        try:
            data = os.read(answers, _ANSWER.size)
        except BlockingIOError:
            return
        if not data:
            return
        helper, run, start, length = _ANSWER.unpack(data)
        yield run, pickle.loads(os.pread(files[helper], length, start))  # noqa: S301 -- our own


def _wait_for(processes: Iterable[int]) -> None:
    for process in processes:
        with suppress(ChildProcessError):
            os.waitpid(process, 0)


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def can_fork() -> bool:
    """Say whether other processes can inherit this one's memory (on macOS system libraries break after a fork)."""
    return sys.platform == "linux"
