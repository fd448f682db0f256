"""The pages about the command line, and those at the top of the repository, say what is so.

With `--update-golden`, help texts and answers that stand on a page already are put there anew; run it twice.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest

from napkin_site.cli.app import COMMANDS
from napkin_site.cli.exit_codes import EXIT_CODES
from napkin_site.cli.groups import GROUPS
from napkin_site.cli.messages import error_name
from tests.cli import test_reading as reading
from tests.cli import writing_examples as writing
from tests.cli.conftest import Napkin
from tests.cli.test_help import SUBCOMMANDS
from tests.conftest import CHECKOUT, GOLDEN

CLI_PAGE = CHECKOUT / "docs" / "reference" / "cli.md"
PAGES = sorted(CLI_PAGE.parent.glob("*.md"))
TOP_PAGES = sorted(CHECKOUT.glob("*.md"))
ANSWERS = {
    **{command: reading.file_name(command) for command in reading.EXAMPLES},
    **{command: writing.file_name(command) for command in writing.EXAMPLES},
}
"""Command -> the golden file of its answer."""

Shown = Callable[[str, str], bool]


@pytest.fixture
def shown(request: pytest.FixtureRequest) -> Shown:
    """Return a function that tells whether a page shows a text behind its opening line; rewrites it when asked to."""
    update = bool(request.config.getoption("--update-golden"))

    def find(opening: str, text: str) -> bool:
        for page in PAGES:
            content = page.read_text(encoding="utf-8")
            if f"{opening}{text}```\n" in content:
                return True
            if update and opening in content:
                before, _, behind = content.partition(opening)
                page.write_text(f"{before}{opening}{text}```\n{behind.partition('```' + chr(10))[2]}", encoding="utf-8")
                return True
        return False

    return find


@pytest.mark.parametrize("command", ["napkin", *COMMANDS, *("-".join(words) for words in SUBCOMMANDS)])
def test_the_reference_shows_each_command_as_its_help_does(shown: Shown, command: str) -> None:
    if command not in GROUPS:  # a group is a heading there
        usage, _, text = (GOLDEN / "help" / f"{command}.txt").read_text(encoding="utf-8").partition(" [OPTIONS]")
        assert shown(f"```text\n{usage} [OPTIONS]", text)


@pytest.mark.parametrize("command", ANSWERS)
def test_the_reference_shows_each_answer_as_it_is(shown: Shown, command: str) -> None:
    answer = (GOLDEN / ANSWERS[command]).read_text(encoding="utf-8")
    assert shown(f"```sh\nnapkin {command} --json\n```\n\n```json\n", answer)


def _section(page: str, heading: str) -> str:
    text = (CLI_PAGE.parent / page).read_text(encoding="utf-8")
    return text.partition(f"\n{heading}\n")[2].partition("\n## ")[0] if heading else text


@pytest.mark.parametrize(
    ("command", "page", "heading"),
    [
        ("build notes -o out", "build report.md", ""),
        ("check --vault notes", "cli.md", "## napkin check"),
        ("update --dry-run", "cli.md", "## napkin update"),
        ("state adopt --dry-run --vault moved", "writing commands.md", "## napkin state adopt"),
        ("state gc --dry-run", "writing commands.md", "## napkin state gc"),
    ],
)
def test_the_reference_names_every_key_of_answers_that_differ_from_machine_to_machine(
    napkin: Napkin, vault: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, page: str, heading: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert napkin("append", "Bees", "more", "--vault", vault).code == 0
    if "moved" in command:
        vault.rename(tmp_path / "moved")
    outcome = napkin(*command.split(), "--json")
    answer = json.loads(outcome.out)
    assert answer
    words = set(re.findall(r"\w+", _section(page, heading)))
    assert set(answer) - words == set()


def test_the_reference_names_every_error() -> None:
    page = CLI_PAGE.read_text(encoding="utf-8")
    names = [error_name(kind.__new__(kind)) for kind in EXIT_CODES]
    assert [name for name in names if f"`{name}`" not in page] == []


@pytest.mark.parametrize("page", TOP_PAGES, ids=lambda path: path.name)
def test_every_relative_link_leads_to_a_file(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"\]\((?!https?:|#)([^)\s#]+)", re.sub(r"`[^`\n]*`", "", text))
    assert [target for target in targets if not (page.parent / unquote(target)).exists()] == []
