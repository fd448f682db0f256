"""Build a site in a process of its own, and tell what it cost: processor time, memory of all its processes."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from napkin_site.core.values import Value

MAX_SECONDS = 10.0
"""Processor time of all processes: unlike wall time the same on a busy machine, and never less than it on a free one
with one processor."""
MAX_BYTES = 500_000_000

_BUILD = """
import json, resource, sys
from napkin_site.cli import main
sys.argv = ["napkin", *sys.argv[1:]]
try:
    main()
finally:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print("USED", sum(one.ru_utime + one.ru_stime for one in used), file=sys.stderr)
"""
_POLL_SECONDS = 0.04


class Measured(Value):
    """What a build did and cost."""

    exit_code: int
    report: dict[str, Any]
    seconds: float
    """Processor time, all processes."""
    wall: float
    peak_bytes: int
    """Most memory at one moment, all processes, what they share counted once."""
    errors: str

    def codes(self, path: str | None = None) -> set[str]:
        """Give the codes of the problems reported, of one file or of all."""
        return {found["code"] for found in self.report["problems"] if path is None or found.get("path") == path}


def measured_build(vault: Path, output: Path, *, workers: int = 2, timeout: float = 90) -> Measured:
    """Build a vault as the command line does."""
    command = [sys.executable, "-c", _BUILD, "build", str(vault), "-o", str(output), "--json"]
    began = time.monotonic()
    scratch = output.parent
    with (scratch / "out.json").open("w+b") as out, (scratch / "errors.txt").open("w+b") as errors:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=errors, cwd=scratch)
        peak = 0
        try:
            while process.poll() is None:
                peak = max(peak, sum(_memory(pid) for pid in _family(process.pid)))
                time.sleep(_POLL_SECONDS)
                if time.monotonic() - began > timeout:
                    raise TimeoutError(f"the build of {vault} takes longer than {timeout} s")
        finally:
            if process.poll() is None:
                for pid in reversed(list(_family(process.pid))):
                    subprocess.run(["kill", "-9", str(pid)], check=False)
                process.wait()
        out.seek(0)
        errors.seek(0)
        said = errors.read().decode("utf-8", "replace")
        printed = out.read()
    used = [line for line in said.splitlines() if line.startswith("USED ")]
    return Measured(
        exit_code=process.returncode,
        report=json.loads(printed) if printed.startswith(b"{") else {"problems": []},
        seconds=float(used[-1].split()[1]) if used else -1,
        wall=time.monotonic() - began,
        peak_bytes=peak,
        errors=said,
    )


def _family(pid: int) -> Iterator[int]:
    """Yield a process and everything it started."""
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return
    for child in children.split():
        yield from _family(int(child))


def _memory(pid: int) -> int:
    """Give the memory of a process in bytes, its share of what it has in common with others."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(("Pss:", "SwapPss:")))
