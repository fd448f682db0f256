"""`python -m napkin_site.bench`: the command line of the benchmarks.

A tool for those who work on napkin-site, so it uses argparse; the users' commands are in `cli`.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from napkin_site.bench.peers import PEERS
from napkin_site.bench.site import as_json, bench_site, table
from napkin_site.bench.vaults import write_vault


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one benchmark command and give its exit code; without a command, the site benchmark against MkDocs."""
    given = sys.argv[1:] if arguments is None else arguments
    options = _parser().parse_args(given or ["site"])
    return _write_vault(options) if options.command == "vault" else _bench_site(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m napkin_site.bench", description="Benchmarks of napkin-site.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    vault = commands.add_parser("vault", help="write the seeded vault")
    vault.add_argument("directory", type=Path)
    site = commands.add_parser("site", help="time cold builds, whole processes in turns")
    for command in (vault, site):
        command.add_argument("--notes", type=_positive, default=1000, help="size of the seeded vault (%(default)s)")
        command.add_argument("--seed", type=int, default=1, help="which seeded vault (%(default)s)")
    site.add_argument("--vault", type=Path, help="a real vault instead of the seeded one")
    site.add_argument(
        "--against",
        type=_peers,
        default=("mkdocs",),
        metavar="NAMES",
        help=f"of {', '.join(PEERS)}, with commas; empty for none (mkdocs)",
    )
    site.add_argument("--runs", type=_positive, default=3, help="builds of each tool (%(default)s)")
    site.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    return parser


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


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
