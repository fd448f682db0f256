"""What the history says, whoever asks."""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from napkin_site.core.changes import Change, ChangeSet, Origin, digest_of
from napkin_site.core.paths import VaultPath
from napkin_site.errors import AmbiguousError, NotFoundError, UsageError
from napkin_site.services.access import VaultAccess
from napkin_site.services.histories import read_diff, read_entry, read_log, read_version
from napkin_site.vault.locate import find_vault
from napkin_site.vault.writer import Writer
from tests.vault.writers import writing

GARDENER = Origin(actor="gardener", kind="person", reason="spring")
SCRIBE = Origin(actor="scribe", kind="agent")


class Told:
    """A vault in which things happen, one a day, at noon of March 2026 in Berlin."""

    def __init__(self, root: Path, state: Path) -> None:
        self.root = root
        self.state = state
        self.day = 0

    def write(self, path: str, content: bytes, origin: Origin = GARDENER) -> None:
        """Make a file hold some bytes."""
        with self._writer() as writer:
            writer.run(writing(VaultPath(path), content), origin=origin)

    def change(self, op: str, change: Change, origin: Origin = GARDENER) -> None:
        """Make any other change."""
        with self._writer() as writer:
            writer.apply(ChangeSet(op=op, changes=(change,)), origin=origin)

    @property
    def access(self) -> VaultAccess:
        """The vault as it is."""
        return VaultAccess(find_vault(None, named=self.root), state_dir=self.state)

    def _writer(self) -> Writer:
        self.day += 1
        moment = datetime(2026, 3, self.day, 12, tzinfo=ZoneInfo("Europe/Berlin"))
        return Writer(self.root, self.state, clock=lambda: moment)


@pytest.fixture
def told(tmp_path: Path) -> Told:
    (tmp_path / "vault" / ".napkin").mkdir(parents=True)
    (tmp_path / "state").mkdir()
    told = Told(tmp_path / "vault", tmp_path / "state")
    told.write("Leek.md", b"1\n")
    told.write("Leek.md", b"2\n", SCRIBE)
    told.change("move", Change(path=VaultPath("Leek.md"), before=digest_of(b"2\n"), to=VaultPath("beds/Onion.md")))
    told.write("Carrot.md", b"c\n")
    told.change("delete", Change(path=VaultPath("Carrot.md"), before=digest_of(b"c\n")))
    told.write("beds/Onion.md", b"3\n", SCRIBE)
    return told


def _ids(told: Told, **options: object) -> list[str]:
    return [entry.id for entry in read_log(told.access, **options).entries]  # type: ignore[arg-type]  # passed on


def test_the_log_is_newest_first_and_says_who_did_what_and_why(told: Told) -> None:
    newest, deletion, *_, first = read_log(told.access).entries
    assert (newest.id, newest.op, newest.actor, newest.kind, newest.reason) == ("6", "write", "scribe", "agent", "")
    assert newest.at == "2026-03-06T11:00:00.000Z"
    assert [(file.path, file.change, file.trash) for file in deletion.files] == [
        ("Carrot.md", "deleted", ".trash/Carrot.md")
    ]
    assert (first.reason, first.files[0].change) == ("spring", "created")


def test_the_log_is_cut_by_number_entry_day_and_actor(told: Told) -> None:
    assert _ids(told, limit=2) == ["6", "5"]
    assert _ids(told, since="4") == ["6", "5"]
    assert _ids(told, since="2026-03-05") == ["6", "5"]
    assert _ids(told, since="2026-03-05T12:00:00.001") == ["6"]
    assert _ids(told, actor="scribe") == ["6", "2"]
    assert _ids(told, actor="agent:scribe") == ["6", "2"]
    assert _ids(told, actor="person:scribe") == []
    assert _ids(told, actor="scribe", limit=1) == ["6"]
    with pytest.raises(UsageError):
        read_log(told.access, limit=0)
    with pytest.raises(UsageError, match="neither an entry nor a day"):
        read_log(told.access, since="noon")


def test_the_log_names_some_of_many_files_and_counts_the_others(told: Told) -> None:
    with Writer(told.root, told.state) as writer:
        many = tuple(Change(path=VaultPath(f"{number}.md"), before=None, after=b"x") for number in range(23))
        writer.apply(ChangeSet(op="make", changes=many), origin=SCRIBE)
    entry = read_log(told.access, limit=1).entries[0]
    assert (len(entry.files), entry.more_files) == (20, 3)
    assert (len(read_entry(told.access, entry.id).files), read_entry(told.access, entry.id).more_files) == (23, 0)


def test_the_log_of_a_note_follows_it_through_its_moves(told: Told) -> None:
    assert _ids(told, reference="Onion") == ["6", "3", "2", "1"]


def test_a_note_that_is_gone_has_a_log_all_the_same(told: Told) -> None:
    assert _ids(told, reference="Carrot") == ["5", "4"]
    with pytest.raises(NotFoundError, match="File not found: Turnip"):
        read_log(told.access, reference="Turnip")


def test_an_entry_says_what_each_file_held_before_and_after(told: Told) -> None:
    (file,) = read_entry(told.access, "3").files
    assert (file.path, file.change, file.to) == ("Leek.md", "moved", "beds/Onion.md")
    assert file.before == file.after == digest_of(b"2\n")
    with pytest.raises(NotFoundError):
        read_entry(told.access, "77")


def test_a_file_is_shown_as_it_was_by_its_name_then_and_by_its_name_now(told: Told) -> None:
    assert read_version(told.access, "2", "Leek").content == "2\n"
    then = read_version(told.access, "1", "Onion")
    assert (then.path, then.content, then.entry, then.etag) == ("Leek.md", "1\n", "1", digest_of(b"1\n"))
    assert read_version(told.access, "4").content == "c\n"
    assert read_version(told.access, "4", "beds/Onion.md").content == "2\n"


def test_what_was_not_there_or_is_no_text_is_not_shown(told: Told) -> None:
    with pytest.raises(NotFoundError, match="was gone after entry 5"):
        read_version(told.access, "5")
    with pytest.raises(NotFoundError):
        read_version(told.access, "3", "Carrot")
    with pytest.raises(NotFoundError, match="no entry `99`"):
        read_version(told.access, "99", "Leek")
    told.write("b.pdf", b"a\0b")
    with pytest.raises(UsageError, match="not a text"):
        read_version(told.access, "7", "b.pdf")


def test_the_one_file_must_be_named_where_an_entry_touched_several(told: Told) -> None:
    with Writer(told.root, told.state) as writer:
        two = tuple(Change(path=VaultPath(name), before=None, after=b"x") for name in ("a.md", "b.md"))
        writer.apply(ChangeSet(op="make", changes=two), origin=SCRIBE)
    with pytest.raises(UsageError, match="touched 2 files"):
        read_version(told.access, "7")
    assert read_version(told.access, "7", "b").content == "x"


def test_a_diff_is_of_one_entry_or_of_several_together(told: Told) -> None:
    assert read_diff(told.access, "2").diff == "--- a/Leek.md\n+++ b/Leek.md\n@@ -1 +1 @@\n-1\n+2\n"
    both = read_diff(told.access, "1..6")
    assert both.entries == ("2", "3", "4", "5", "6")
    assert both.diff == "--- a/Leek.md\n+++ b/beds/Onion.md\n@@ -1 +1 @@\n-1\n+3\n"
    assert read_diff(told.access, "1..").diff == both.diff
    assert read_diff(told.access, "..2").entries == ("1", "2")
    assert read_diff(told.access, "3..4", "Carrot").diff == "--- /dev/null\n+++ b/Carrot.md\n@@ -0,0 +1 @@\n+c\n"
    with pytest.raises(NotFoundError):
        read_diff(told.access, "2", "Carrot")
    with pytest.raises(UsageError, match="4 comes before 5"):
        read_diff(told.access, "5..4")
    with pytest.raises(NotFoundError):
        read_diff(told.access, "1..99")


def test_a_name_that_fits_several_files_of_the_time_is_ambiguous(told: Told) -> None:
    told.write("a/Pea.md", b"1")
    told.write("b/Pea.md", b"2")
    with pytest.raises(AmbiguousError):
        read_version(told.access, "8", "Pea")


def test_without_any_state_there_is_no_history(told: Told) -> None:
    access = VaultAccess(find_vault(None, named=told.root), state_dir=None)
    assert read_log(access).entries == ()
    with pytest.raises(NotFoundError, match="no history"):
        read_entry(access, "1")
