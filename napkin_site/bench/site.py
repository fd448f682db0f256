"""`site`: how long a cold build of the same notes takes, with us and with others."""

import os
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from napkin_site.bench.clock import Timing, time_tools, work_folder
from napkin_site.bench.peers import PEERS, Napkin, Tool, ToolMissingError, tool_cache
from napkin_site.bench.vaults import write_vault
from napkin_site.core.values import Value


class BenchedVault(Value):
    """What was built."""

    name: str
    notes: int
    size: int
    """Bytes of the notes."""


class SiteBench(Value):
    """The whole result."""

    vault: BenchedVault
    machine: str
    timings: tuple[Timing, ...]
    """Ours first."""
    skipped: tuple[str, ...]
    """Why tools that were asked for are missing."""


def bench_site(
    *,
    notes: int,
    seed: int,
    vault: Path | None,
    against: Sequence[str],
    runs: int,
    tell: Callable[[str], None],
) -> SiteBench:
    """Build a vault with every tool and compare.

    Args:
        notes: size of the seeded vault.
        seed: which one.
        vault: a real vault instead; it is only read.
        against: names of peers (`PEERS`).
        runs: builds of each tool.
        tell: told of every run.
    """
    tools: list[Tool] = [Napkin()]
    skipped: list[str] = []
    for name in against:
        try:
            tools.append(PEERS[name](tool_cache(os.environ)))
        except ToolMissingError as error:
            skipped.append(str(error))
            tell(str(error))
    with work_folder() as work:
        if vault is None:
            place, name = work / "vault", f"seeded, {notes} notes, seed {seed}"
            write_vault(place, notes=notes, seed=seed)
        else:
            place, name = vault.resolve(), vault.resolve().name
        found = [path for path in place.rglob("*.md") if path.is_file()]
        benched = BenchedVault(name=name, notes=len(found), size=sum(path.stat().st_size for path in found))
        timings = time_tools(tools, place, work, runs=runs, tell=tell)
    return SiteBench(vault=benched, machine=describe_machine(), timings=timings, skipped=tuple(skipped))


def describe_machine() -> str:
    """Say on what the figures were taken."""
    python = ".".join(map(str, sys.version_info[:3]))
    return (
        f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, {platform.python_implementation()} {python}"
    )


def table(bench: SiteBench) -> str:
    """Lay the result out for a terminal or a page of the documentation."""
    rows: list[tuple[str, ...]] = [
        ("tool", "min s", "median s", "max s", "CPU s", "ratio", "files", "MB out", "version")
    ]
    ours = bench.timings[0].seconds[1]
    for timing in bench.timings:
        low, middle, high = timing.seconds
        last = timing.runs[-1]
        ratio = "-" if timing.is_failed or bench.timings[0].is_failed else f"{ours / middle:.3f}"
        rows.append(
            (
                f"{timing.tool} FAILED" if timing.is_failed else timing.tool,
                *(f"{seconds:.2f}" for seconds in (low, middle, high, last.cpu_seconds)),
                ratio,
                str(last.files),
                f"{last.size / 1e6:.1f}",
                timing.version,
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    title = f"{bench.vault.name}: {bench.vault.notes} notes, {bench.vault.size / 1e6:.1f} MB; {bench.machine}"
    notes = ["ratio: our median divided by the tool's.", *(f"skipped: {reason}" for reason in bench.skipped)]
    for timing in bench.timings:
        notes += [f"{timing.tool}: {run.error}" for run in timing.runs if run.error][:1]
    notes += [f"{timing.tool} gives {timing.gives}." for timing in bench.timings]
    return "\n".join([title, "", *lines, "", *notes])


def as_json(bench: SiteBench) -> bytes:
    """Write the result, with the figures that the table shows."""
    ours = bench.timings[0].seconds[1]
    summary = {
        timing.tool: {
            "min": timing.seconds[0],
            "median": timing.seconds[1],
            "max": timing.seconds[2],
            "ratio": round(ours / timing.seconds[1], 4),
            "failed": timing.is_failed,
        }
        for timing in bench.timings
    }
    return msgspec.json.format(msgspec.json.encode({**msgspec.structs.asdict(bench), "summary": summary}), indent=2)
