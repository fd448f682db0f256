"""`python -m napkin_site.bench`: the command line of the benchmarks.

A tool for those who work on napkin-site, so it uses argparse; the users' commands are in `cli`.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from napkin_site.bench.builds import bench_builds, builds_json, builds_table
from napkin_site.bench.clock import work_folder
from napkin_site.bench.kill import kill_at_random_points
from napkin_site.bench.peers import PEERS
from napkin_site.bench.shares import measure_shares, shares_chart
from napkin_site.bench.site import as_json, bench_site, table
from napkin_site.bench.soak import soak
from napkin_site.bench.vaults import write_vault
from napkin_site.bench.writes_kill import kill_writers
from napkin_site.bench.writes_race import race
from napkin_site.bench.writes_random import write_at_random
from napkin_site.builder.site_theme import Theme


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one benchmark command and give its exit code; without a command, the site benchmark against MkDocs."""
    given = sys.argv[1:] if arguments is None else arguments
    options = _parser().parse_args(given or ["site"])
    return _COMMANDS[options.command](options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m napkin_site.bench", description="Benchmarks of napkin-site.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    vault = commands.add_parser("vault", help="write the seeded vault")
    vault.add_argument("directory", type=Path)
    site = commands.add_parser("site", help="time cold builds, whole processes in turns")
    builds = commands.add_parser("builds", help="time our own builds: cold, unchanged, one note edited; growth, memory")
    builds.add_argument(
        "--notes", type=_sizes, default=(1000, 5000), metavar="N,N", help="sizes of the seeded vaults (1000,5000)"
    )
    builds.add_argument("--memory", action="store_true", help="measure the processes' memory, summed (Linux)")
    soak_command = commands.add_parser("soak", help="random edits: each incremental build must equal a clean one")
    soak_command.add_argument("--sequences", type=_positive, default=5000, help="how many (%(default)s)")
    kill_command = commands.add_parser("kill", help="builds killed at random points must be repaired by the next")
    kill_command.add_argument("--points", type=_positive, default=30, help="how many (%(default)s)")
    _add_writes(commands)
    shares = commands.add_parser("shares", help="where the time of a cold build goes, as a chart for the docs")
    for command in (vault, site, shares):
        command.add_argument("--notes", type=_positive, default=1000, help="size of the seeded vault (%(default)s)")
    for command in (vault, site, builds, shares, soak_command, kill_command):
        command.add_argument("--seed", type=int, default=1, help="which seeded vault (%(default)s)")
    site.add_argument("--vault", type=Path, help="a real vault instead of the seeded one")
    site.add_argument(
        "--against",
        type=_peers,
        default=("mkdocs",),
        metavar="NAMES",
        help=f"of {', '.join(PEERS)}, with commas; empty for none (mkdocs)",
    )
    for command in (site, builds):
        command.add_argument("--runs", type=_positive, default=3, help="builds of each kind (%(default)s)")
        command.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    return parser


def _add_writes(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    kill = commands.add_parser("writes-kill", help="writers killed at random points: all old or all new, nothing left")
    kill.add_argument("--points", type=_positive, default=200, help="how many (%(default)s)")
    at_random = commands.add_parser(
        "writes-random", help="random changes by library, commands and hand: index, journal and undo must agree"
    )
    at_random.add_argument("--steps", type=_positive, default=2000, help="how many (%(default)s)")
    contest = commands.add_parser("writes-race", help="processes, threads and editors at once: nothing is lost")
    contest.add_argument("--seconds", type=float, default=60.0, help="for the crowd (%(default)s)")
    for command in (kill, at_random):
        command.add_argument("--seed", type=int, default=1, help="which changes (%(default)s)")
    for command in (kill, at_random, contest):
        command.add_argument(
            "--folder", type=Path, help="where the vaults are made, and are left; else a folder that is removed"
        )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not at least 1")
    return number


def _peers(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    unknown = [name for name in names if name not in PEERS]
    if unknown:
        raise argparse.ArgumentTypeError(f"unknown: {', '.join(unknown)}; known are {', '.join(PEERS)}")
    return names


def _write_vault(options: argparse.Namespace) -> int:
    summary = write_vault(options.directory, notes=options.notes, seed=options.seed)
    size = f"{summary.size / 1e6:.1f} MB"
    sys.stdout.write(f"{summary.notes} notes, {summary.files} files, {size} in {options.directory}\n")
    return 0


def _bench_site(options: argparse.Namespace) -> int:
    if options.vault is not None and not options.vault.is_dir():
        sys.stderr.write(f"error: there is no folder `{options.vault}`\n")
        return 2
    bench = bench_site(
        notes=options.notes,
        seed=options.seed,
        vault=options.vault,
        against=options.against,
        runs=options.runs,
        tell=_tell,
    )
    sys.stdout.write(table(bench) + "\n")
    if options.json is not None:
        options.json.write_bytes(as_json(bench) + b"\n")
    return 1 if bench.timings[0].is_failed else 0


def _bench_builds(options: argparse.Namespace) -> int:
    bench = bench_builds(sizes=options.notes, seed=options.seed, runs=options.runs, memory=options.memory, tell=_tell)
    sys.stdout.write(builds_table(bench) + "\n")
    if options.json is not None:
        options.json.write_bytes(builds_json(bench) + b"\n")
    return 0


def _shares(options: argparse.Namespace) -> int:
    shares = measure_shares(notes=options.notes, seed=options.seed)
    sys.stdout.write(shares_chart(shares, options.notes) + "\n")
    return 0


def _soak(options: argparse.Namespace) -> int:
    soak(options.sequences, first=options.seed, tell=_tell)
    sys.stdout.write(f"{options.sequences} sequences of edits: every build equals a clean one\n")
    return 0


def _kill(options: argparse.Namespace) -> int:
    with work_folder() as work:
        kill_at_random_points(work, points=options.points, seed=options.seed, theme=Theme(), tell=_tell)
    sys.stdout.write(f"{options.points} builds killed: each repaired by the next\n")
    return 0


def _writes_kill(options: argparse.Namespace) -> int:
    with _folder(options) as folder:
        kills = kill_writers(folder, points=options.points, seed=options.seed, tell=_tell)
    sys.stdout.write(
        f"{kills.points} writers killed, {kills.in_the_middle} with a change under way: all old or all new after the "
        f"next start ({kills.ended_forward} carried out by it), no file mixed, nothing left; {kills.changes} changes\n"
    )
    return 0


def _writes_random(options: argparse.Namespace) -> int:
    with _folder(options) as folder:
        found = write_at_random(folder, steps=options.steps, seed=options.seed, tell=_tell)
    doors = ", ".join(f"{count} {door}" for door, count in found.steps.items())
    sys.stdout.write(
        f"{options.steps} changes ({doors}; {found.refused} refused): the index equal to one made new "
        f"{found.index_checks} times, the journal to the files {found.journal_checks} times; "
        f"{found.undone} entries undone gave the first bytes\n"
    )
    return 0


def _writes_race(options: argparse.Namespace) -> int:
    with _folder(options) as folder:
        appended, beside, crowd = race(folder, seconds=options.seconds, tell=_tell)
    sys.stdout.write(
        f"4 processes x 50 appends: {appended.found} of {appended.acknowledged} in {appended.seconds:.1f} s\n"
    )
    for one in beside:
        sys.stdout.write(
            f"beside an editor that saves by {one.way}: {one.saves} saves, {one.lost_saves} lost; "
            f"{one.appends} appends, {one.lost_appends} lost; "
            f"{one.detections} collisions detected, {one.refusals} refusals\n"
        )
    sys.stdout.write(
        f"{crowd.processes} processes of {crowd.threads} threads for {crowd.seconds:g} s: {crowd.acknowledged} appends "
        f"acknowledged, {crowd.found} there, {crowd.refused} refused\n"
    )
    return 0


@contextmanager
def _folder(options: argparse.Namespace) -> Iterator[Path]:
    """Give the folder that was named, or one that is removed again: on a disk, where waiting for it takes time."""
    if options.folder is not None:
        yield options.folder
        return
    with TemporaryDirectory(prefix="napkin-bench-") as folder:
        yield Path(folder)


_COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "vault": _write_vault,
    "site": _bench_site,
    "builds": _bench_builds,
    "shares": _shares,
    "soak": _soak,
    "kill": _kill,
    "writes-kill": _writes_kill,
    "writes-random": _writes_random,
    "writes-race": _writes_race,
}
"""Name -> runs it and gives the exit code."""


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(_positive(part) for part in text.split(","))


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
