"""Every case under `tests/data`, outside the areas whose features are not built yet."""

from pathlib import Path

import pytest

from tests.conformance.cases import UNSUPPORTED_AREAS, Case, read_cases
from tests.conformance.deviations import DEVIATIONS
from tests.conformance.runner import run_case

_DATA = Path(__file__).resolve().parent.parent / "data"
_CASES = [
    case for file in sorted(_DATA.glob("*.jsonl")) for case in read_cases(file) if case.area not in UNSUPPORTED_AREAS
]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in _CASES])
def test_the_site_shows_what_the_case_asks_for(case: Case, tmp_path: Path) -> None:
    failures = run_case(case, tmp_path)

    if case.id in DEVIATIONS:
        assert failures, f"{case.id} holds now: take it out of the deviations"
        pytest.xfail(DEVIATIONS[case.id])
    assert not failures, "\n".join(map(str, failures))


def test_only_few_cases_that_are_our_own_decisions_may_fail() -> None:
    tiers = {case.id: case.tier for case in _CASES}

    assert len(DEVIATIONS) <= 3
    assert all(tiers[name] == "decision" and reason for name, reason in DEVIATIONS.items())


def test_no_two_cases_share_an_id() -> None:
    names = [case.id for case in _CASES]

    assert len(names) == len(set(names))
