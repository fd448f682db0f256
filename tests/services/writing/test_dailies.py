import json
from datetime import datetime

import pytest

from napkin_site.errors import NotFoundError
from napkin_site.services.templating import daily_path
from napkin_site.services.writing.dailies import append_to_daily, ensure_daily, prepend_to_daily
from tests.services.writing.conftest import MOMENT, Garden, Plant

CONFIG = {"vault": {"root": ".."}, "daily": {"folder": "Inbox"}, "templates": {"folder": "Templates"}}
TODAY = "Inbox/2026-03-01.md"
TEMPLATE = "# {{title}}\n\n{{date:dddd}}, {{time}}\n\n## Tasks\n"
FILLED = "# 2026-03-01\n\nSunday, 09:30\n\n## Tasks\n"


def with_template(plant: Plant, **files: str) -> Garden:
    return plant({"Templates/Daily Note.md": TEMPLATE, **files}, config=CONFIG)


def test_the_note_of_a_day_is_made_once_from_its_template(plant: Plant) -> None:
    garden = with_template(plant)
    first, second = ensure_daily(garden.session()), ensure_daily(garden.session())
    assert (first.path, first.created, second.created) == (TODAY, True, False)
    assert first.etag == second.etag
    assert garden.text(TODAY) == FILLED
    assert len(garden.history()) == 1


def test_another_day_has_its_own_date_and_the_time_of_now(plant: Plant) -> None:
    garden = with_template(plant)
    done = ensure_daily(garden.session(), moment=datetime(2026, 3, 5, tzinfo=MOMENT.tzinfo))
    assert garden.text(done.path) == "# 2026-03-05\n\nThursday, 09:30\n\n## Tasks\n"


def test_another_day_has_the_path_that_reading_gives_it_even_where_that_has_the_time(plant: Plant) -> None:
    garden = plant({}, config={"daily": {"format": "YYYY-MM-DD[T]HHmm"}})
    moment = datetime(2026, 3, 5, tzinfo=MOMENT.tzinfo)
    done = append_to_daily(garden.session(), "x", moment=moment)
    assert done.path == daily_path(garden.session().access, moment=moment).path


def test_settings_of_daily_notes_that_cannot_be_read_are_a_warning(plant: Plant) -> None:
    garden = plant({".obsidian/daily-notes.json": "{broken"})
    done = append_to_daily(garden.session(), "x")
    assert done.warnings[0].startswith("Obsidian's settings in daily-notes.json")


def test_a_text_for_a_day_that_is_not_there_makes_its_note_in_the_same_change(plant: Plant) -> None:
    garden = with_template(plant)
    assert append_to_daily(garden.session(), "- [ ] New task").created
    assert garden.text(TODAY) == f"{FILLED}- [ ] New task\n"
    assert not append_to_daily(garden.session(), "more", join="block").created
    assert garden.text(TODAY) == f"{FILLED}- [ ] New task\n\nmore\n"
    assert [entry.op for entry in garden.history()] == ["append", "append"]


def test_a_text_comes_first_on_a_day(plant: Plant) -> None:
    garden = with_template(plant)
    assert prepend_to_daily(garden.session(), "Top line").created
    assert garden.text(TODAY) == f"Top line\n{FILLED}"


def test_a_text_goes_into_a_section_of_the_day(plant: Plant) -> None:
    garden = with_template(plant)
    append_to_daily(garden.session(), "- [ ] one", section="Tasks")
    prepend_to_daily(garden.session(), "- [ ] zero", section="tasks")
    append_to_daily(garden.session(), "behind")
    assert garden.text(TODAY) == f"{FILLED}- [ ] zero\n- [ ] one\nbehind\n"
    with pytest.raises(NotFoundError):
        append_to_daily(garden.session(), "x", section="Nope")


def test_without_a_template_a_day_begins_empty_and_a_text_with_no_line_break(plant: Plant) -> None:
    garden = plant({"Daily Note.md": "an ordinary note"}, config=CONFIG)
    append_to_daily(garden.session(), "x")
    assert garden.text(TODAY) == "x"
    assert ensure_daily(garden.session()).created is False


def test_the_template_that_obsidian_names_is_taken_and_told_of_when_it_is_missing(plant: Plant) -> None:
    garden = plant(
        {
            ".obsidian/daily-notes.json": json.dumps({"folder": "Days", "template": "Meta/Day"}),
            "Meta/Day.md": "day {{date:D}}",
        }
    )
    assert ensure_daily(garden.session()).warnings == ()
    assert garden.text("Days/2026-03-01.md") == "day 1"
    (garden.root / "Meta/Day.md").unlink()
    done = ensure_daily(garden.session(), moment=datetime(2026, 3, 2, tzinfo=MOMENT.tzinfo))
    assert done.warnings == ("the template of daily notes is not there: Meta/Day",)
    assert garden.text("Days/2026-03-02.md") == ""


def test_a_preview_of_an_empty_day_says_what_would_be_made(plant: Plant) -> None:
    garden = plant(config=CONFIG)
    done = ensure_daily(garden.session(dry_run=True))
    assert (done.created, done.diff) == (False, f"--- /dev/null\n+++ b/{TODAY}\n")
    assert garden.files() == {}
