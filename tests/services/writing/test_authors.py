"""What reading a note says of who changed it last (decision 38)."""

import os

from napkin_site.services.reading import read_note
from napkin_site.services.writing.batch import Operation, run_batch
from napkin_site.services.writing.moving import rename_file
from napkin_site.services.writing.notes import append_to_note
from napkin_site.services.writing.undoing import purge_history, undo_entry
from tests.services.writing.conftest import Garden, Plant


def last(garden: Garden, note: str = "Leek") -> tuple[str, str | None]:
    read = read_note(garden.session().access, note)
    return read.last_actor, read.last_kind


def test_who_changed_a_note_last_is_known_from_the_first_change_on(plant: Plant) -> None:
    garden = plant({"Leek.md": "# Leek\n", "Pea.md": "# Pea\n"})
    assert last(garden) == ("", None)
    append_to_note(garden.session(actor="scribe"), "Leek", "x")
    append_to_note(garden.session(actor="gardener"), "Pea", "x")
    assert last(garden) == ("scribe", "agent")
    assert last(garden, "Pea") == ("gardener", "agent")


def test_a_move_is_a_change_and_so_is_taking_it_back(plant: Plant) -> None:
    garden = plant({"Leek.md": "# Leek\n"})
    append_to_note(garden.session(actor="scribe"), "Leek", "x")
    rename_file(garden.session(actor="mover"), "Leek", "Onion")
    assert last(garden, "Onion") == ("mover", "agent")
    undo_entry(garden.session(actor="mover"))
    assert last(garden) == ("mover", "agent")


def test_what_another_program_changed_is_external(plant: Plant) -> None:
    garden = plant({"Leek.md": "# Leek\n"})
    append_to_note(garden.session(actor="scribe"), "Leek", "x")
    (garden.root / "Leek.md").write_text("mine now\n", encoding="utf-8")
    assert last(garden) == ("external", None)
    append_to_note(garden.session(actor="scribe"), "Leek", "x")
    assert last(garden) == ("scribe", "agent")


def test_a_batch_is_by_whoever_asked_for_it(plant: Plant) -> None:
    garden = plant({"Leek.md": "# Leek\n"})
    operations = [Operation(name="append")]
    run_batch(garden.session(actor="scribe"), operations, lambda session, _: append_to_note(session, "Leek", "x"))
    assert last(garden) == ("scribe", "agent")


def test_what_is_forgotten_is_not_known(plant: Plant) -> None:
    garden = plant({"Leek.md": "# Leek\n"})
    append_to_note(garden.session(actor="scribe"), "Leek", "x")
    purge_history(garden.session(), keep_from=None)
    assert last(garden) == ("", None)


def test_a_history_that_cannot_be_read_is_no_error(plant: Plant) -> None:
    garden = plant({"Leek.md": "# Leek\n"})
    append_to_note(garden.session(actor="scribe"), "Leek", "x")
    journal = garden.state / "journal.jsonl"
    journal.write_bytes(b"no journal\n" + os.urandom(50))
    assert last(garden) == ("", None)
