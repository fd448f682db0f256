"""The pages about the command line, and those at the top of the repository, say what is so."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from napkin_site.cli.app import COMMANDS
from napkin_site.cli.exit_codes import EXIT_CODES
from napkin_site.cli.groups import GROUPS
from napkin_site.cli.messages import error_name
from tests.cli.test_help import SUBCOMMANDS
from tests.cli.test_reading import EXAMPLES, file_name
from tests.conftest import CHECKOUT, GOLDEN

CLI_PAGE = CHECKOUT / "docs" / "reference" / "cli.md"
REFERENCE = "".join(page.read_text(encoding="utf-8") for page in sorted(CLI_PAGE.parent.glob("*.md")))
TOP_PAGES = sorted(CHECKOUT.glob("*.md"))


@pytest.mark.parametrize("command", ["napkin", *COMMANDS, *("-".join(words) for words in SUBCOMMANDS)])
def test_the_reference_shows_each_command_as_its_help_does(command: str) -> None:
    if command not in GROUPS:  # a group is a heading there
        text = (GOLDEN / "help" / f"{command}.txt").read_text(encoding="utf-8")
        assert f"```text\n{text}```" in REFERENCE


@pytest.mark.parametrize("command", EXAMPLES)
def test_the_reference_shows_each_answer_as_it_is(command: str) -> None:
    answer = (GOLDEN / file_name(command)).read_text(encoding="utf-8")
    assert f"```sh\nnapkin {command} --json\n```\n\n```json\n{answer}```" in REFERENCE


def test_the_reference_names_every_error() -> None:
    page = CLI_PAGE.read_text(encoding="utf-8")
    names = [error_name(kind.__new__(kind)) for kind in EXIT_CODES]
    assert [name for name in names if f"`{name}`" not in page] == []


@pytest.mark.parametrize("page", TOP_PAGES, ids=lambda path: path.name)
def test_every_relative_link_leads_to_a_file(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"\]\((?!https?:|#)([^)\s#]+)", re.sub(r"`[^`\n]*`", "", text))
    assert [target for target in targets if not (page.parent / unquote(target)).exists()] == []
