"""`python -m napkin_site.bench`: the command line of the benchmarks.

A tool for those who work on napkin-site, so it uses argparse; the users' commands are in `cli`.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from napkin_site.bench.vaults import write_vault


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one benchmark command and give its exit code."""
    parser = argparse.ArgumentParser(prog="python -m napkin_site.bench", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    vault = commands.add_parser("vault", help="write the seeded vault")
    vault.add_argument("directory", type=Path)
    vault.add_argument("--notes", type=int, default=1000)
    vault.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    summary = write_vault(options.directory, notes=options.notes, seed=options.seed)
    size = f"{summary.size / 1e6:.1f} MB"
    sys.stdout.write(f"{summary.notes} notes, {summary.files} files, {size} in {options.directory}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
