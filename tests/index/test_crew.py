"""Work shared by several processes: all of it is done, once for the caller, whatever becomes of the others."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from napkin_site.index.crew import Afterwork, Crew, can_fork
from tests.index.processes import wait_until_gone

pytestmark = pytest.mark.skipif(not can_fork(), reason="processes cannot be forked here")


def squares(count: int) -> list[Callable[[], int]]:
    return [partial(pow, number, 2) for number in range(count)]


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 7, 2_345])
def test_every_portion_is_answered_once(workers: int, count: int) -> None:
    with Crew(squares(count), workers) as crew:
        assert sorted(crew.results()) == [number**2 for number in range(count)]


def test_results_may_be_larger_than_a_pipe() -> None:
    with Crew([partial(bytes, 300_000)] * 20, 3) as crew:
        time.sleep(0.05)  # nobody reads, and nobody waits for it
        assert [len(result) for result in crew.results()] == [300_000] * 20


def test_other_processes_take_part() -> None:
    def who() -> int:
        time.sleep(0.02)
        return os.getpid()

    with Crew([who] * 20, 2) as crew:
        assert len(set(crew.results())) == 2


def test_what_a_killed_process_had_begun_is_done_here() -> None:
    here = os.getpid()

    def die_elsewhere() -> int:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return 1

    with Crew([die_elsewhere] * 30, 4) as crew:
        time.sleep(0.05)
        assert sum(crew.results()) == 30


def test_an_error_is_raised_here_wherever_it_happened(tmp_path: Path) -> None:
    with Crew([(tmp_path / "missing").read_bytes] * 3, 2) as crew, pytest.raises(FileNotFoundError):
        list(crew.results())


def test_leaving_early_ends_the_others(tmp_path: Path) -> None:
    def note(number: int) -> None:
        time.sleep(0.01)
        (tmp_path / str(number)).touch()

    with Crew([partial(note, number) for number in range(500)], 3) as crew:
        next(crew.results())
        started = list(crew._processes)

    assert len(list(tmp_path.iterdir())) < 500
    assert len(started) == 2
    for process in started:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


def test_others_go_on_when_no_portion_is_left() -> None:
    here = os.getpid()

    def more() -> Iterator[int]:
        assert os.getpid() != here
        yield from range(100)

    afterwork = Afterwork(more)
    with Crew(squares(50), 3, afterwork=afterwork) as crew:
        assert len(list(crew.results())) == 50

    wait_until_gone(afterwork.processes)
    assert sorted(afterwork.finish()) == sorted([*range(100)] * 2)


def test_afterwork_begun_before_the_last_portion_is_kept_apart() -> None:
    def wait_here(here: int = os.getpid()) -> str:
        if os.getpid() == here:
            time.sleep(0.1)
        return "portion"

    afterwork = Afterwork(lambda: iter(["afterwards"]))
    with Crew([wait_here] * 4, 2, afterwork=afterwork) as crew:
        assert list(crew.results()) == ["portion"] * 4

    wait_until_gone(afterwork.processes)
    assert afterwork.finish() == ["afterwards"]


def test_afterwork_is_ended_where_it_stands() -> None:
    afterwork = Afterwork(lambda: iter(int, 1))  # goes on for ever
    with Crew(squares(50), 2, afterwork=afterwork) as crew:
        assert len(list(crew.results())) == 50
    (process,) = afterwork.processes

    assert set(afterwork.finish()) <= {0}
    with pytest.raises(ChildProcessError):
        os.waitpid(process, os.WNOHANG)
    assert afterwork.processes == []


def test_an_error_ends_afterwork_too(tmp_path: Path) -> None:
    afterwork = Afterwork(lambda: iter(int, 1))
    with (
        pytest.raises(FileNotFoundError),
        Crew([(tmp_path / "missing").read_bytes] * 3, 1, afterwork=afterwork) as crew,
    ):
        list(crew.results())
    with pytest.raises(ZeroDivisionError), Crew(squares(50), 2, afterwork=afterwork) as crew:
        _ = 1 / 0

    assert afterwork.processes == []


def test_what_a_killed_process_had_begun_is_done_here_though_others_go_on() -> None:
    here = os.getpid()

    def die_elsewhere() -> int:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return 1

    afterwork = Afterwork(lambda: iter([1, 2, 3]))
    with Crew([die_elsewhere, *[lambda: 1] * 29], 3, afterwork=afterwork) as crew:
        time.sleep(0.05)
        assert sum(crew.results()) == 30
    afterwork.finish()
