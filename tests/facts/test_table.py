"""Each fact names tests that are there."""

import ast

import pytest

from napkin_site.cli.app import COMMANDS
from tests.conftest import CHECKOUT
from tests.facts import reading, writing

_FACTS = [*reading.FACTS.items(), *writing.FACTS.items()]
_REPAIRS = [*reading.REPAIRS.items(), *writing.REPAIRS.items()]
_NAMED = sorted(
    {test for _, fact in _FACTS for test in fact.held_by} | {test for _, tests in _REPAIRS for test in tests}
)


@pytest.fixture(scope="module")
def functions() -> set[str]:
    """Collect every test function: `path below tests::name`."""
    tests = CHECKOUT / "tests"
    return {
        f"{file.relative_to(tests).as_posix()}::{node.name}"
        for file in tests.rglob("test_*.py")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }


@pytest.mark.parametrize("test", _NAMED)
def test_what_holds_a_fact_is_a_test(functions: set[str], test: str) -> None:
    assert test in functions


def test_every_fact_and_repair_is_held_by_something() -> None:
    assert [name for name, fact in _FACTS if not fact.held_by or not fact.says] == []
    assert [number for number, tests in _REPAIRS if not tests] == []


def test_facts_that_wait_are_about_commands_that_are_not_there() -> None:
    assert not set(reading.LATER) & {name for name, _ in _FACTS}
    assert not reading.LATER or not {"search", "overview"} & set(COMMANDS)
