"""Start-up is a feature: what each command imports stands here, so that nothing creeps in unseen."""

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

_PROGRAM = """
import sys
from napkin_site.cli.app import run
run(sys.argv[1:])
print("\\x1e" + " ".join(sorted({name.partition(".")[0] for name in sys.modules})))
print(" ".join(sorted(name for name in sys.modules if name.startswith("napkin_site."))))
"""

_ALWAYS = {"click"}
_IGNORE_RULES = {"pathspec"}


def _imports_of(*arguments: str) -> tuple[set[str], set[str]]:
    """Run a command in a fresh interpreter; give the third-party packages and our modules it imported."""
    done = subprocess.run([sys.executable, "-c", _PROGRAM, *arguments], capture_output=True, text=True, check=True)
    packages, modules = done.stdout.rpartition("\x1e")[2].splitlines()
    # Tools of the tests themselves may be loaded before our first line runs.
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(*{name.partition('.')[0] for name in sys.modules})"],
        capture_output=True,
        text=True,
        check=True,
    )
    third_party = set(packages.split()) & set(packages_distributions()) - set(bare.stdout.split())
    return third_party, set(modules.split())


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), (), ("no-such-command",)])
def test_the_program_itself_imports_click_and_nothing_else(arguments: tuple[str, ...]) -> None:
    packages, modules = _imports_of(*arguments)
    assert packages == _ALWAYS
    assert modules == {
        "napkin_site.cli",
        "napkin_site.cli.app",
        "napkin_site.cli.exit_codes",
        "napkin_site.cli.lazy",
        "napkin_site.cli.manners",
        "napkin_site.cli.messages",
        "napkin_site.cli.terminal",
        "napkin_site.errors",
    }


@pytest.mark.parametrize("command", ["build", "check", "serve"])
def test_asking_for_help_loads_neither_theme_nor_server(command: str) -> None:
    packages, _ = _imports_of(command, "--help")
    assert packages <= {*_ALWAYS, "msgspec", "typing_extensions"}


_SMALL = {*_ALWAYS, "msgspec", "typing_extensions"}
_PARSER = {"frontmatter", "nh3", "pyromark", "yaml"}


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (("vault",), set()),
        (("read", "Bees"), set()),
        (("read", "Bees", "--lines", "1"), set()),
        (("read", "Bees#Part"), _PARSER),
        (("file", "list"), set()),
        (("file", "info", "Bees"), set()),
        (("file", "outline", "Bees"), _PARSER),
        (("property", "read", "Bees", "x"), {"frontmatter", "yaml"}),
        (("daily", "path"), set()),
        (("template", "list"), set()),
        (("bookmark", "list"), set()),
        (("canvas", "list"), set()),
        (("config", "get", "search.limit"), set()),
        (("state", "list"), set()),
        (("log",), set()),
        (("log", "Bees"), set()),
        (("show", "1"), set()),
        (("diff", "1"), set()),
        (("link", "out", "Bees"), _PARSER),
        (("link", "back", "Bees"), _PARSER),
        (("tag", "list"), _PARSER),
        (("graph",), _PARSER),
        (("graph", "--centrality", "pagerank"), _PARSER),
    ],
)
def test_a_reading_command_imports_what_it_needs_and_nothing_else(
    vault: Path, arguments: tuple[str, ...], allowed: set[str]
) -> None:
    (vault / "Bees.md").write_text("# Part\nBees\n", encoding="utf-8")
    packages, modules = _imports_of(*arguments, "--vault", str(vault))
    assert packages <= {*_SMALL, *allowed, *_IGNORE_RULES}
    assert not any(name.startswith(("napkin_site.builder", "napkin_site.server")) for name in modules)
    if not allowed:
        assert "napkin_site.index.snapshot" not in modules


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (("append", "Bees", "text"), set()),
        (("move", "Bees", "hive"), _PARSER),
        (("move", "Bees", "hive", "--links", "keep"), _PARSER),
        (("rename", "Bees", "Wasps"), _PARSER),
        (("delete", "Bees"), _PARSER),
        (("trash", "list"), set()),
        (("trash", "purge", "--all"), set()),
        (("restore", "Nothing"), set()),
        (("append", "Bees#Part", "text"), _PARSER),
        (("prepend", "Bees", "text"), {"frontmatter", "yaml"}),
        (("create", "Wasps", "text"), {"frontmatter", "yaml"}),
        (("replace", "Bees", "Part", "All"), set()),
        (("patch", "Bees#Part", "--append", "text"), _PARSER),
        (("daily", "append", "text"), {"frontmatter", "yaml"}),
        (("template", "insert", "Clover", "Bees"), {"frontmatter", "yaml"}),
        (("canvas", "create", "Plan"), set()),
        (("canvas", "add-node", "Plan", "--text", "a"), set()),
        (("canvas", "add-edge", "Plan", "--from", "a", "--to", "b"), set()),
        (("bookmark", "add", "--file", "Bees"), set()),
        (("config", "set", "search.limit", "5"), set()),
        (("init", "--template", "coding"), set()),
        (("state", "gc"), set()),
        (("update", "--dry-run"), set()),
        (("property", "set", "Bees", "x", "1"), {"frontmatter", "yaml"}),
        (("property", "add", "Bees", "tags", "x"), {"frontmatter", "yaml"}),
        (("property", "remove", "Bees", "x"), {"frontmatter", "yaml"}),
        (("task", "show", "--ref", "Bees.md:3", "--toggle"), _PARSER),
        (("undo",), set()),
        (("history", "purge", "--all"), set()),
        (("batch", "/dev/null"), _PARSER),
    ],
)
def test_a_writing_command_imports_what_it_needs_and_nothing_else(
    vault: Path, arguments: tuple[str, ...], allowed: set[str]
) -> None:
    (vault / "Bees.md").write_text("# Part\nBees\n", encoding="utf-8")
    packages, modules = _imports_of(*arguments, "--vault", str(vault))
    assert packages <= {*_SMALL, *allowed, *_IGNORE_RULES}
    assert not any(name.startswith(("napkin_site.builder", "napkin_site.server")) for name in modules)
    if allowed != _PARSER:
        assert "napkin_site.index.snapshot" not in modules


def test_importing_the_package_loads_none_of_its_modules() -> None:
    program = "import sys, napkin_site; print(*[name for name in sys.modules if name.startswith('napkin_site.')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
