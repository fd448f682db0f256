import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from napkin_site import __version__
from napkin_site.cli.app import COMMANDS
from napkin_site.cli.app import napkin as root
from napkin_site.cli.groups import GROUPS
from napkin_site.cli.lazy import LazyGroup
from tests.cli.conftest import Napkin

Golden = Callable[[str, str], None]
SUBCOMMANDS = [(name, command) for name, group in GROUPS.items() for command in group.table]


@pytest.mark.parametrize("command", ["", *COMMANDS, *(" ".join(words) for words in SUBCOMMANDS)])
def test_help_is_as_documented(napkin: Napkin, golden: Golden, command: str) -> None:
    outcome = napkin(*command.split(), "--help")
    assert outcome.code == 0
    assert outcome.err == ""
    golden(f"help/{command.replace(' ', '-') or 'napkin'}.txt", outcome.out)


def test_without_arguments_help_is_printed_and_all_is_well(napkin: Napkin) -> None:
    assert napkin() == napkin("--help")


def test_the_version_is_printed(napkin: Napkin) -> None:
    outcome = napkin("--version")
    assert (outcome.code, outcome.out) == (0, f"napkin {__version__}\n")


def test_a_shell_completes_the_names_of_commands() -> None:
    program = Path(sys.executable).with_name("napkin")
    completing = {**os.environ, "_NAPKIN_COMPLETE": "bash_complete", "COMP_WORDS": "napkin bu", "COMP_CWORD": "1"}
    done = subprocess.run([program], env=completing, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("plain,build\n", "")


def test_the_list_of_commands_says_the_same_as_each_command() -> None:
    for group, table in [(root, COMMANDS), *((group, group.table) for group in GROUPS.values())]:
        for name, entry in table.items():
            command = group.get_command(None, name)  # type: ignore[arg-type]  # the table needs no context
            assert command is not None
            assert command.get_short_help_str(limit=200) == entry.summary


def test_every_group_is_a_command_of_its_name() -> None:
    for name, group in GROUPS.items():
        assert root.get_command(None, name) is group  # type: ignore[arg-type]  # the table needs no context


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_without_a_command_is_an_error_that_says_where_to_look(napkin: Napkin, group: str) -> None:
    outcome = napkin(group)
    assert outcome.code == 2
    assert f"napkin {group} --help" in outcome.err


def test_a_mistyped_command_of_a_group_is_told_with_the_nearest(napkin: Napkin) -> None:
    outcome = napkin("tag", "lits")
    assert outcome.code == 2
    assert "did you mean 'list'?" in outcome.err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("rm", "delete"),
        ("edit", "patch"),
        ("ls", "file list"),
        ("task done", "napkin task show --done"),
        ("tag add", "napkin property add NOTE tags"),
    ],
)
def test_what_people_type_elsewhere_is_told_with_what_does_it_here(napkin: Napkin, typed: str, meant: str) -> None:
    outcome = napkin(*typed.split())
    assert outcome.code == 2
    assert f"did you mean {meant!r}?" in outcome.err


def test_every_suggestion_is_a_command_and_none_hides_one() -> None:
    for group in (root, *GROUPS.values()):
        assert isinstance(group, LazyGroup)
        assert not set(group.meant) & set(group.table)
        for meant in group.meant.values():
            words = meant.removeprefix("napkin ").split()
            table = COMMANDS if group is root or meant.startswith("napkin ") else group.table
            assert words[0] in table
            if words[0] in GROUPS and table is COMMANDS:
                assert words[1] in GROUPS[words[0]].table


def test_a_command_that_is_not_in_the_table_is_none() -> None:
    assert root.get_command(None, "frobnicate") is None  # type: ignore[arg-type]  # the table needs no context
