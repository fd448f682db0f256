"""Run a file of cases: `python -m tests.conformance FILE [--area AREA]`.

One line for each case that fails, and last `N passed, N failed`; the exit code is 1 if any failed.
"""

import argparse
import sys
import tempfile
import traceback
from pathlib import Path

from tests.conformance.cases import Case, read_cases
from tests.conformance.runner import run_case


def main(arguments: list[str] | None = None) -> int:
    """Run the cases and print what fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description="Run conformance cases.")
    parser.add_argument("file", type=Path, help="cases, one JSON object a line")
    parser.add_argument("--area", help="run the cases of this area only")
    options = parser.parse_args(arguments)
    failed = passed = 0
    with tempfile.TemporaryDirectory(prefix="conformance-") as folder:
        for number, case in enumerate(read_cases(options.file, options.area)):
            why = _run(case, Path(folder) / str(number))
            if why:
                failed += 1
                print(f"{case.id} [{case.tier}] {why}".replace("\n", "⏎"))
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _run(case: Case, work: Path) -> str:
    try:
        return "; ".join(map(str, run_case(case, work)))
    except Exception as error:  # noqa: BLE001 -- one broken case must not hide the others
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"


if __name__ == "__main__":
    sys.exit(main())
