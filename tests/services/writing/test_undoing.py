"""Taking changes back, and forgetting them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from napkin_site.errors import EditError, ExistsError, NotFoundError, StalePreconditionError, UsageError
from napkin_site.services.writing.deleting import delete_file
from napkin_site.services.writing.moving import move_files
from napkin_site.services.writing.notes import append_to_note
from napkin_site.services.writing.undoing import purge_history, undo_entry
from tests.services.writing.conftest import Garden, Plant


@pytest.fixture
def garden(plant: Plant) -> Garden:
    """Give a note that the gardener, then the scribe changed: entries 2 and 3; 1 is how it was."""
    garden = plant({"Leek.md": "1\n2\n3\n"})
    append_to_note(garden.session(), "Leek", "sown")
    append_to_note(garden.session(actor="scribe"), "Leek", "grown")
    return garden


def test_undo_takes_back_the_last_change_of_whoever_asks(plant: Plant) -> None:
    garden = plant({"Leek.md": "1\n", "Pea.md": "1\n"})
    append_to_note(garden.session(), "Leek", "sown")
    append_to_note(garden.session(actor="scribe"), "Pea", "sown")
    done = undo_entry(garden.session(reason="too early"))
    assert (done.undone, done.op, done.id) == ("2", "append", "5")
    assert [(file.path, file.change) for file in done.files] == [("Leek.md", "edited")]
    assert garden.files() == {"Leek.md": "1\n", "Pea.md": "1\nsown\n"}
    entry = garden.history()[-1]
    assert (entry.op, entry.undoes, entry.origin.actor, entry.origin.reason) == ("undo", "2", "gardener", "too early")
    with pytest.raises(NotFoundError, match="nothing of `gardener` to undo"):
        undo_entry(garden.session())


def test_undo_is_taken_back_by_its_id(garden: Garden) -> None:
    done = undo_entry(garden.session(), "3")
    assert garden.text("Leek.md") == "1\n2\n3\nsown\n"
    undo_entry(garden.session(), done.id)
    assert garden.text("Leek.md") == "1\n2\n3\nsown\ngrown\n"


def test_undo_that_meets_later_changes_is_refused_and_shown(garden: Garden) -> None:
    with pytest.raises(StalePreconditionError) as caught:
        undo_entry(garden.session(), "2")
    assert caught.value.diff.endswith("+grown\n")
    assert garden.text("Leek.md") == "1\n2\n3\nsown\ngrown\n"


def test_undo_that_cannot_be_says_what_to_do(plant: Plant) -> None:
    garden = plant({"Leek.md": "1\n", "Pea.md": "2\n"})
    move_files(garden.session(), ["Leek"], "Beds/")
    (garden.root / "Leek.md").write_text("in the way", encoding="utf-8")
    with pytest.raises(ExistsError) as caught:
        undo_entry(garden.session())
    assert caught.value.hint == "Move that file away first."
    delete_file(garden.session(), "Pea", permanent=True)
    with pytest.raises(EditError) as missing:
        undo_entry(garden.session())
    assert "by its id" in missing.value.hint
    assert garden.files() == {"Beds/Leek.md": "1\n", "Leek.md": "in the way"}


def test_a_preview_of_undo_changes_nothing(garden: Garden) -> None:
    done = undo_entry(garden.session(dry_run=True), "3")
    assert (done.undone, done.id, done.files) == ("3", "", ())
    assert done.diff.endswith(" sown\n-grown\n")
    assert garden.text("Leek.md") == "1\n2\n3\nsown\ngrown\n"
    assert len(garden.history()) == 2


def test_undo_of_what_is_undone_says_so_and_changes_nothing(garden: Garden) -> None:
    undo_entry(garden.session(), "3")
    again = undo_entry(garden.session(), "3")
    assert again.id == ""
    assert again.warnings == ("entry 3 was taken back before",)


def test_there_is_no_such_entry(garden: Garden) -> None:
    with pytest.raises(NotFoundError, match="no entry `99`"):
        undo_entry(garden.session(), "99")
    with pytest.raises(EditError):
        undo_entry(garden.session(), "1")


def test_old_entries_are_forgotten_and_the_files_stay(garden: Garden) -> None:
    preview = purge_history(garden.session(dry_run=True), keep_from="3")
    assert (preview.entries, preview.keeps_from) == (2, "3")
    assert len(garden.history()) == 2
    done = purge_history(garden.session(), keep_from="3")
    assert (done.entries, done.contents, done.keeps_from) == (2, 1, "3")
    assert [entry.id for entry in garden.history()] == ["3"]
    undo_entry(garden.session(actor="scribe"))
    assert garden.text("Leek.md") == "1\n2\n3\nsown\n"
    with pytest.raises(NotFoundError):
        undo_entry(garden.session(), "2")


def test_entries_are_kept_from_a_day_on_or_not_at_all(plant: Plant) -> None:
    garden = plant({"Leek.md": "1\n"})
    for day in (1, 2, 3):
        moment = datetime(2026, 3, day, 12, tzinfo=ZoneInfo("Europe/Berlin"))
        append_to_note(garden.session(clock=lambda at=moment: at), "Leek", str(day))
    assert purge_history(garden.session(), keep_from="2026-03-02").keeps_from == "3"
    assert [entry.id for entry in garden.history()] == ["3", "4"]
    done = purge_history(garden.session(), keep_from=None)
    assert (done.entries, done.keeps_from) == (2, "")
    assert garden.history() == []
    assert garden.text("Leek.md") == "1\n1\n2\n3\n"
    for keep_from, error in (("noon", UsageError), ("99", NotFoundError)):
        with pytest.raises(error):
            purge_history(garden.session(), keep_from=keep_from)
