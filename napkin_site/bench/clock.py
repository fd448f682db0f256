"""Whole processes timed side by side: interleaved, each in a fresh folder, output in memory where that can be had."""

import os
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from napkin_site.bench.peers import Command, Tool
from napkin_site.core.values import Value

_MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - where Linux keeps files in memory; we make a folder of our own in it


class Run(Value):
    """One build."""

    seconds: float
    """Wall time from start to exit of the process."""
    cpu_seconds: float
    """Processor time of the process and all it waited for."""
    files: int
    size: int
    """Bytes of all files."""
    error: str = ""
    """Last lines of what it said when it failed; empty when it did not."""


class Timing(Value):
    """Every run of one tool on one vault."""

    tool: str
    version: str
    gives: str
    runs: tuple[Run, ...]

    @property
    def is_failed(self) -> bool:
        """True when any run failed: its times mean nothing then."""
        return any(run.error for run in self.runs)

    @property
    def seconds(self) -> tuple[float, float, float]:
        """Minimum, median and maximum."""
        times = [run.seconds for run in self.runs]
        return min(times), statistics.median(times), max(times)


@contextmanager
def work_folder() -> Iterator[Path]:
    """Make a folder for vaults and outputs, in memory where possible, and remove it afterwards."""
    in_memory = _MEMORY_DISK.is_dir() and os.access(_MEMORY_DISK, os.W_OK)
    folder = Path(tempfile.mkdtemp(prefix="napkin-bench-", dir=_MEMORY_DISK if in_memory else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def time_tools(
    tools: Sequence[Tool], vault: Path, work: Path, *, runs: int, tell: Callable[[str], None]
) -> tuple[Timing, ...]:
    """Build the vault with every tool, `runs` times, in turns, so that a slow minute of the machine hits all alike."""
    found: dict[str, list[Run]] = {tool.name: [] for tool in tools}
    for number in range(runs):
        for tool in tools:
            run = _time_build(tool, vault, work)
            found[tool.name].append(run)
            tell(f"run {number + 1} of {runs}: {tool.name} {run.seconds:.2f} s{' FAILED' if run.error else ''}")
    return tuple(
        Timing(tool=tool.name, version=tool.version, gives=tool.gives, runs=tuple(found[tool.name])) for tool in tools
    )


def _time_build(tool: Tool, vault: Path, work: Path) -> Run:
    folder = work / tool.name
    output = folder / "out"
    folder.mkdir()
    try:
        command = tool.command(vault, folder, output)
        before = os.times()
        start = time.perf_counter()
        done = _run(command)
        seconds = time.perf_counter() - start
        after = os.times()
        files = [path for path in output.rglob("*") if path.is_file()]
        return Run(
            seconds=round(seconds, 4),
            cpu_seconds=round(
                after.children_user + after.children_system - before.children_user - before.children_system, 2
            ),
            files=len(files),
            size=sum(path.stat().st_size for path in files),
            error=_last_lines(done) if done.returncode else "" if files else "it wrote nothing",
        )
    finally:
        shutil.rmtree(folder)


def _run(command: Command) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command.arguments,
        cwd=command.directory,
        env={**os.environ, **command.environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


def _last_lines(done: subprocess.CompletedProcess[str]) -> str:
    said = (done.stderr.strip() or done.stdout.strip()).splitlines()
    return "\n".join(said[-5:]) or f"exit code {done.returncode}"
