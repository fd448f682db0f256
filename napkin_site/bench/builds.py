"""`builds`: our own builds after the first, how time grows with the vault, and memory."""

import itertools
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from napkin_site.bench.clock import work_folder
from napkin_site.bench.site import describe_machine
from napkin_site.bench.vaults import write_vault
from napkin_site.core.values import Value

_START = "import sys; from napkin_site.cli import main; sys.exit(main())"
_SAMPLE_S = 0.05
_MEGABYTE = 1_000_000
SCENARIOS = ("cold", "unchanged", "one note edited")


class Build(Value):
    """One whole process."""

    seconds: float
    """Wall time."""
    cpu_seconds: float
    search_seconds: float
    """What the search took of it, beside other work."""
    stages: Mapping[str, float]
    written: int
    """Files."""
    memory: int
    """Most bytes at once, summed over its processes (PSS); 0 when it was not measured."""


class Builds(Value):
    """Every build of one scenario on one vault."""

    notes: int
    scenario: str
    runs: tuple[Build, ...]

    @property
    def median(self) -> Build:
        """The build of the median wall time."""
        return sorted(self.runs, key=lambda run: run.seconds)[len(self.runs) // 2]


class BuildsBench(Value):
    """The whole result."""

    machine: str
    builds: tuple[Builds, ...]


def bench_builds(
    *, sizes: Sequence[int], seed: int, runs: int, memory: bool, tell: Callable[[str], None]
) -> BuildsBench:
    """Build seeded vaults from nothing, again, and after one note was edited.

    Args:
        sizes: notes of each vault.
        seed: which vaults.
        runs: builds of each scenario.
        memory: look at the processes' memory meanwhile, which takes some time itself.
        tell: told of every run.
    """
    found: list[Builds] = []
    for notes in sizes:
        with work_folder() as work:
            vault = work / "vault"
            write_vault(vault, notes=notes, seed=seed)
            note = sorted(vault.rglob("*.md"))[notes // 2]
            made: dict[str, list[Build]] = {scenario: [] for scenario in SCENARIOS}
            for number in range(runs):
                folder = work / f"run-{number}"
                folder.mkdir()
                for scenario in SCENARIOS:
                    if scenario == "one note edited":
                        with note.open("a", encoding="utf-8") as file:
                            file.write(f"\nOne more line, number {number}.\n")
                    time.sleep(_SAMPLE_S)  # so that the last change is old enough to be trusted
                    build = _build(vault, folder, memory=memory)
                    made[scenario].append(build)
                    tell(f"{notes} notes, run {number + 1} of {runs}: {scenario} {build.seconds:.2f} s")
            found += [Builds(notes=notes, scenario=name, runs=tuple(builds)) for name, builds in made.items()]
    return BuildsBench(machine=describe_machine(), builds=tuple(found))


def builds_table(bench: BuildsBench) -> str:
    """Lay the result out, with the ratios that the budgets speak of."""
    rows: list[tuple[str, ...]] = [
        ("notes", "build", "min s", "median s", "max s", "of cold", "without search", "CPU s", "written", "MB")
    ]
    for builds in bench.builds:
        times = [run.seconds for run in builds.runs]
        cold = next(other for other in bench.builds if other.notes == builds.notes and other.scenario == "cold").median
        middle = builds.median
        rest = max(0.0, middle.seconds - middle.search_seconds) / cold.seconds
        rows.append(
            (
                str(builds.notes),
                builds.scenario,
                *(f"{seconds:.2f}" for seconds in (min(times), statistics.median(times), max(times))),
                f"{middle.seconds / cold.seconds:.3f}",
                f"{rest:.3f}" if builds.scenario != "cold" else "",
                f"{middle.cpu_seconds:.2f}",
                str(middle.written),
                f"{max(run.memory for run in builds.runs) / _MEGABYTE:.0f}" if middle.memory else "",
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([bench.machine, "", *lines, "", *_growth(bench)])


def builds_json(bench: BuildsBench) -> bytes:
    """Write the result as JSON."""
    return msgspec.json.format(msgspec.json.encode(bench), indent=2)


def _growth(bench: BuildsBench) -> list[str]:
    cold = sorted((found for found in bench.builds if found.scenario == "cold"), key=lambda found: found.notes)
    return [
        f"{large.notes} notes take {large.median.seconds / small.median.seconds:.1f} times as long as {small.notes}"
        for small, large in itertools.pairwise(cold)
    ]


def _build(vault: Path, folder: Path, *, memory: bool) -> Build:
    """Run `napkin build` as a process of its own."""
    command = [sys.executable, "-c", _START, "build", str(vault), "--output", str(folder / "site"), "--json"]
    before, start = os.times(), time.perf_counter()
    with subprocess.Popen(
        command,
        env={**os.environ, "NAPKIN_STATE_DIR": str(folder / "state")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        peak = _watch_memory(process) if memory else 0
        output, _ = process.communicate()
    seconds, after = time.perf_counter() - start, os.times()
    if process.returncode:
        raise RuntimeError(f"the build failed with exit code {process.returncode}")
    report: dict[str, Any] = json.loads(output)
    return Build(
        seconds=round(seconds, 4),
        cpu_seconds=round(
            after.children_user + after.children_system - before.children_user - before.children_system, 2
        ),
        search_seconds=report["search_seconds"],
        stages={**report["seconds"], "start and end": round(max(0.0, seconds - sum(report["seconds"].values())), 4)},
        written=report["counts"]["written"],
        memory=peak,
    )


def _watch_memory(process: "subprocess.Popen[bytes]") -> int:
    """Give the most memory that a process and those it started had at once; its session tells which they are."""
    peak = 0
    while process.poll() is None:
        peak = max(peak, sum(map(_pss, _session(process.pid))))
        time.sleep(_SAMPLE_S)
    return peak


def _session(leader: int) -> list[Path]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == leader:
                found.append(folder)
    return found


def _pss(process: Path) -> int:
    """Read a process's share of memory, in bytes: pages shared by several processes count in parts."""
    try:
        for line in (process / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass  # it has ended
    return 0
