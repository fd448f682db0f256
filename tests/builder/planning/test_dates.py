"""When notes were made and changed, and where that comes from."""

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from napkin_site.builder.planning.dates import GitDates, NoteDates, note_dates, read_date
from napkin_site.builder.planning.git_dates import read_git_dates
from napkin_site.core.model import FileTimes, Note
from napkin_site.core.paths import VaultPath
from tests.builder.fakes import make_note, make_vault

DAY = datetime(2020, 1, 2, tzinfo=UTC)
FILE_DAY = datetime(2024, 5, 6, tzinfo=UTC)
PATH = VaultPath("n.md")


def dated(git: GitDates | None = None, pinned: datetime | None = None, **properties: object) -> NoteDates:
    note: Note = make_note("n.md", properties=properties)
    times = FileTimes(size=1, created_ns=0, modified_ns=int(FILE_DAY.timestamp()) * 1_000_000_000)
    return note_dates(make_vault(msgspec.structs.replace(note, times=times)), git, pinned=pinned)[PATH]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2020-08-21", datetime(2020, 8, 21, tzinfo=UTC)),
        ("2020-08-21T10:30:00", datetime(2020, 8, 21, 10, 30, tzinfo=UTC)),
        ("2020-08-21 10:30", datetime(2020, 8, 21, 10, 30, tzinfo=UTC)),
        ("2020-08-21T10:30:00+02:00", datetime(2020, 8, 21, 8, 30, tzinfo=UTC)),
        ("2020-08-21T10:30:00.5Z", datetime(2020, 8, 21, 10, 30, tzinfo=UTC)),
        ("2020-13-01", None),
        ("0001-01-01T00:00+23:00", None),
        ("soon", None),
        (20200821, None),
        (None, None),
    ],
)
def test_dates_are_read_as_notes_have_them(text: object, moment: datetime | None) -> None:
    assert read_date(text) == moment


def test_front_matter_wins_then_git_then_the_file() -> None:
    git = GitDates(created={PATH: DAY}, modified={PATH: DAY}, is_shallow=False)
    assert dated(git, Created="2019-01-01", updated="2019-02-02") == NoteDates(
        created=datetime(2019, 1, 1, tzinfo=UTC), modified=datetime(2019, 2, 2, tzinfo=UTC)
    )
    assert dated(git) == NoteDates(created=DAY, modified=DAY)
    assert dated() == NoteDates(created=None, modified=FILE_DAY)


def test_a_pinned_time_stands_for_that_of_files_only() -> None:
    assert dated(pinned=DAY).modified == DAY
    assert dated(pinned=DAY, modified="2019-02-02").modified == datetime(2019, 2, 2, tzinfo=UTC)


def test_a_shallow_clone_gives_no_dates_rather_than_wrong_ones() -> None:
    assert dated(GitDates(created={}, modified={}, is_shallow=True)) == NoteDates(created=None, modified=None)


def git(root: Path, *arguments: str, day: str = "2020-01-02") -> None:
    environment = {
        **os.environ,
        "GIT_AUTHOR_DATE": f"{day}T00:00:00Z",
        "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=root, env=environment, check=True, capture_output=True)


def test_git_tells_first_and_last_author_date_of_each_file(tmp_path: Path) -> None:
    vault = tmp_path / "notes"
    vault.mkdir()
    (vault / "a b.md").write_text("1")
    (vault / "ü\n.md").write_text("1")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one", day="2020-01-02")
    (vault / "a b.md").write_text("2")
    git(tmp_path, "commit", "-qam", "two", day="2021-01-02")
    found = read_git_dates(vault)
    assert found is not None
    assert found.created == {VaultPath("a b.md"): DAY, VaultPath("ü\n.md"): DAY}
    assert found.modified[VaultPath("a b.md")] == datetime(2021, 1, 2, tzinfo=UTC)
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "-q", "--depth=1", tmp_path.as_uri(), str(shallow))
    again = read_git_dates(shallow / "notes")
    assert again is not None
    assert again.is_shallow


def test_outside_a_repository_there_are_no_git_dates(tmp_path: Path) -> None:
    assert read_git_dates(tmp_path) is None
