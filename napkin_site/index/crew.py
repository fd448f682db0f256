"""Processes that share portions of work: forked, so that they inherit all they need and nothing is sent to them.

Every process, this one too, takes the number of the next portion from one pipe, so none waits while there is work.
What comes of a portion goes into a file in memory the process was forked with, and only where it stands there through
a second pipe: nobody waits for a reader. What a process does not answer for, because it was killed or the portion
failed in it, is done once more in this one, where errors belong.
"""

import os
import pickle
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Generic, NoReturn, Self, TypeVar

_Result = TypeVar("_Result")

_NUMBER = struct.Struct("=H")
_ANSWER = struct.Struct("=HHQQ")
"""Which process, which run, where its results begin in the file of that process, and how long they are."""
_MOST_RUNS = 1_000
"""As many numbers as any pipe holds without a reader."""


class Crew(Generic[_Result]):
    """Does portions of work, with the help of other processes while its `with` block lasts."""

    def __init__(self, tasks: Sequence[Callable[[], _Result]], workers: int) -> None:
        """Name the work.

        Args:
            tasks: each gives a result that can be pickled, and may be done twice; the longest come first.
            workers: how many processes work, this one counted; where forking fails, this one works alone.
        """
        self._tasks = tasks
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
        """Let the others finish what they have begun, and wait for them."""
        if self._helpers < 1:
            return
        while self._take() is not None:  # nothing more is to be begun
            pass
        os.close(self._numbers)
        os.close(self._answers)
        for process in self._processes:
            with suppress(ChildProcessError):
                os.waitpid(process, 0)
        for file in self._files:
            os.close(file)

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
            for answered, found in self._answered():
                missing.discard(answered)
                yield from found
        os.set_blocking(self._answers, True)
        for answered, found in self._answered():
            missing.discard(answered)
            yield from found
        for run in sorted(missing):
            for number in self._runs[run]:
                yield self._tasks[number]()

    def _take(self) -> int | None:
        """Take the number of the next run; None when all are taken."""
        data = os.read(self._numbers, _NUMBER.size)
        return _NUMBER.unpack(data)[0] if data else None

    def _answered(self) -> Iterator[tuple[int, list[_Result]]]:
        """Give what the others have done so far; where reading blocks, until they have gone."""
        while True:
            try:
                data = os.read(self._answers, _ANSWER.size)
            except BlockingIOError:
                return
            if not data:
                return
            helper, run, start, length = _ANSWER.unpack(data)
            yield run, pickle.loads(os.pread(self._files[helper], length, start))  # noqa: S301 -- our own

    def _help(self, helper: int, answers: int) -> NoReturn:
        """Work in a process that was forked for it, and leave without the ceremonies of the other."""
        try:
            os.close(self._answers)  # so that writing fails when the other process has gone
            start = 0
            while (run := self._take()) is not None:
                results = pickle.dumps([self._tasks[number]() for number in self._runs[run]], pickle.HIGHEST_PROTOCOL)
                file = self._files[helper]
                rest = memoryview(results)
                while rest:
                    rest = rest[os.write(file, rest) :]
                os.write(answers, _ANSWER.pack(helper, run, start, len(results)))
                start += len(results)
        finally:
            os._exit(0)


def can_fork() -> bool:
    """Say whether other processes can inherit this one's memory (on macOS system libraries break after a fork)."""
    return sys.platform == "linux"
