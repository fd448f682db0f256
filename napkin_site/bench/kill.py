"""`kill`: builds that are killed at random points; the next one must leave what a clean build gives."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from napkin_site.bench.edits import RandomVault
from napkin_site.bench.soak import SoakError, build_fixed, differences
from napkin_site.builder.site_theme import Theme

_BUILD = "import sys; from napkin_site.bench.soak import build_fixed; from pathlib import Path; "
_READY = "print(flush=True); build_fixed(*map(Path, sys.argv[1:4]))"
_LONGEST_S = 60


def kill_at_random_points(
    folder: Path, *, points: int, seed: int, theme: Theme | None = None, tell: Callable[[str], None] | None = None
) -> None:
    """Edit a vault, begin to build it, kill that, build again, compare; several times over.

    Args:
        folder: for vault, sites and state.
        points: how many times.
        seed: which vault, edits and points.
        theme: saves loading it.
        tell: told of each point.

    Raises:
        SoakError: a site differs from a clean build.
    """
    chance = random.Random(f"kill {seed}")  # noqa: S311 -- repeatable, not secret
    vault = RandomVault(folder, seed)
    site, state = folder / "site", folder / "state"
    state.mkdir()
    start = time.perf_counter()
    with _start_build(vault.root, folder / "measured", state) as process:
        process.wait(_LONGEST_S)
    longest = time.perf_counter() - start
    for number in range(points):
        for _ in range(chance.randrange(1, 6)):
            vault.edit()
        delay = chance.uniform(0.0, longest)
        killed = _kill(_start_build(vault.root, site, state), delay)
        if tell is not None:
            tell(f"point {number + 1} of {points}: {'killed' if killed else 'finished'} after {delay:.2f} s")
        build_fixed(vault.root, site, state, theme)
        differing = differences(vault.root, site, folder / "clean", theme=theme)
        if differing:
            edits = "\n  ".join(vault.edits)
            raise SoakError(f"killed after {delay:.3f} s: {', '.join(differing[:5])} after\n  {edits}")


def _start_build(vault: Path, site: Path, state: Path) -> "subprocess.Popen[bytes]":
    """Start a build in a process of its own, and wait until it has loaded."""
    arguments = [sys.executable, "-c", _BUILD + _READY, str(vault), str(site), str(state)]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def _kill(process: "subprocess.Popen[bytes]", delay: float) -> bool:
    """Kill a process and all it started after a while; say whether it was still at work."""
    with process:
        try:
            process.wait(delay)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return True
        return False
