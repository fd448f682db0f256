"""Rules of the style guide that import-linter and ruff cannot hold."""

import ast
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT

PACKAGE = CHECKOUT / "napkin_site"

_READS_THE_WORLD = {"open", "print", "input", "exec", "eval", "__import__"}
_READS_THE_CLOCK = {"now", "utcnow", "today"}
_NAMELESS = {"utils", "helpers", "common", "base", "misc"}


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    """Parse every module once: path below the package -> syntax tree."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


@pytest.fixture(scope="module")
def core(trees: dict[str, ast.Module]) -> dict[str, ast.Module]:
    return {name: tree for name, tree in trees.items() if name.startswith("core/")}


def test_core_calls_nothing_that_reads_the_world(core: dict[str, ast.Module]) -> None:
    found = [
        (name, node.lineno)
        for name, tree in core.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id in _READS_THE_WORLD)
            or (isinstance(node.func, ast.Attribute) and node.func.attr in _READS_THE_CLOCK)
        )
    ]
    assert core
    assert found == []


def test_core_keeps_no_module_state(core: dict[str, ast.Module]) -> None:
    found = [
        (name, node.lineno) for name, tree in core.items() for node in ast.walk(tree) if isinstance(node, ast.Global)
    ]
    assert found == []


def test_modules_are_named_for_an_idea_and_say_what_they_are_for(trees: dict[str, ast.Module]) -> None:
    assert [name for name in trees if Path(name).stem in _NAMELESS] == []
    assert [name for name, tree in trees.items() if not ast.get_docstring(tree)] == []


def test_modules_stay_under_five_hundred_lines() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in PACKAGE.rglob("*.py")}
    assert {str(path): lines for path, lines in lengths.items() if lines > 500} == {}


def test_functions_stay_under_sixty_lines(trees: dict[str, ast.Module]) -> None:
    long = []
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                lines -= len((ast.get_docstring(node, clean=False) or "").splitlines())
                if lines > 60:
                    long.append((name, node.name, lines))
    assert long == []
