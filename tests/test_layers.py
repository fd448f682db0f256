"""Rules of the style guide that import-linter and ruff cannot hold."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "napkin_site"
MODULES = sorted(PACKAGE.rglob("*.py"))
CORE = [path for path in MODULES if path.is_relative_to(PACKAGE / "core")]

_READS_THE_WORLD = {"open", "print", "input", "exec", "eval", "__import__"}
_READS_THE_CLOCK = {"now", "utcnow", "today"}


def _module_id(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def _calls(tree: ast.AST) -> Iterator[tuple[int, str, bool]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.lineno, node.func.id, False
            elif isinstance(node.func, ast.Attribute):
                yield node.lineno, node.func.attr, True


@pytest.mark.parametrize("path", CORE, ids=_module_id)
def test_core_calls_nothing_that_reads_the_world(path: Path) -> None:
    found = [
        (line, name)
        for line, name, is_method in _calls(ast.parse(path.read_text(encoding="utf-8")))
        if (name in _READS_THE_CLOCK if is_method else name in _READS_THE_WORLD)
    ]
    assert not found


@pytest.mark.parametrize("path", CORE, ids=_module_id)
def test_core_keeps_no_module_state(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Global)]


@pytest.mark.parametrize("path", [path for path in MODULES if "cli" not in path.parts], ids=_module_id)
def test_imports_stand_at_the_top_of_a_module(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    inner = [
        node.lineno
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    # A package may expose its names lazily through `__getattr__`, with importlib, which is no import statement.
    assert not inner


@pytest.mark.parametrize("path", MODULES, ids=_module_id)
def test_a_module_is_short_named_for_its_idea_and_says_what_it_is_for(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 500
    assert path.stem not in {"utils", "helpers", "common", "base", "misc"}
    assert ast.get_docstring(ast.parse(text))


@pytest.mark.parametrize("path", MODULES, ids=_module_id)
def test_functions_stay_under_sixty_lines(path: Path) -> None:
    long = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            docstring = ast.get_docstring(node, clean=False) or ""
            if lines - len(docstring.splitlines()) > 60:
                long.append((node.name, lines))
    assert not long
