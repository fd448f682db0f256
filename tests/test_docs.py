"""The documentation says what the product does."""

import re
from pathlib import Path

import pytest

from napkin_site.builder.report import BuildReport
from napkin_site.cli.app import COMMANDS
from napkin_site.cli.exit_codes import EXIT_CODES, ExitCode
from napkin_site.cli.messages import error_name
from tests.conftest import CHECKOUT, GOLDEN

CLI_PAGE = CHECKOUT / "docs" / "reference" / "cli.md"
PAGES = [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("command", ["napkin", *COMMANDS])
def test_the_reference_shows_each_command_as_its_help_does(command: str) -> None:
    text = (GOLDEN / "help" / f"{command}.txt").read_text(encoding="utf-8")
    assert f"```text\n{text}```" in CLI_PAGE.read_text(encoding="utf-8")


def test_the_reference_lists_every_exit_code() -> None:
    page = CLI_PAGE.read_text(encoding="utf-8")
    assert [int(code) for code in re.findall(r"^\| (\d) \|", page, re.MULTILINE)] == sorted(ExitCode)


def test_the_reference_names_every_error() -> None:
    page = CLI_PAGE.read_text(encoding="utf-8")
    assert all(f"`{error_name(kind(''))}`" in page for kind in EXIT_CODES)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_every_relative_link_leads_to_a_file(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"\]\((?!https?:|mailto:|#)([^)\s#]+)", re.sub(r"`[^`\n]*`", "", text))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_reference_names_every_key_of_the_build_report() -> None:
    page = CLI_PAGE.read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(BuildReport.__struct_fields__)
