"""Setting the mark of a task: one character changes."""

import pytest

from napkin_site.errors import EditError, NotFoundError, UsageError
from napkin_site.services.writing.tasks import mark_task
from tests.services.writing.conftest import Garden, Plant

NOTE = """\
# Note
- [ ] Buy groceries
- [x] Ship feature

  1. [-] Cancelled [ ]\x20
Text
```
- [ ] code
```
""".replace("\n", "\r\n")


@pytest.fixture
def garden(plant: Plant) -> Garden:
    return plant({"note.md": NOTE})


@pytest.mark.parametrize(
    ("line", "mark", "old", "new"),
    [
        (2, None, "- [ ] Buy", "- [x] Buy"),
        (3, None, "- [x] Ship", "- [ ] Ship"),
        (5, None, "[-] Cancelled [ ]", "[ ] Cancelled [ ]"),
        (2, "x", "- [ ] Buy", "- [x] Buy"),
        (3, " ", "- [x] Ship", "- [ ] Ship"),
        (2, "/", "- [ ] Buy", "- [/] Buy"),
        (2, "]", "- [ ] Buy", "- []] Buy"),
        (2, "é", "- [ ] Buy", "- [é] Buy"),
    ],
)
def test_one_character_changes(garden: Garden, line: int, mark: str | None, old: str, new: str) -> None:
    done = mark_task(garden.session(), "note", line, mark)
    assert garden.text("note.md") == NOTE.replace(old, new)
    assert (done.path, done.line) == ("note.md", line)
    assert done.status == new[new.index("[") + 1]
    assert garden.history()[-1].op == "task"


def test_a_task_that_has_the_mark_already_makes_no_entry(garden: Garden) -> None:
    done = mark_task(garden.session(), "note", 3, "x")
    assert (done.id, done.text) == ("", "Ship feature")
    assert garden.history() == []


@pytest.mark.parametrize(
    ("line", "error", "said"),
    [
        (1, UsageError, "Line 1 is not a task"),
        (8, UsageError, "Line 8 is not a task"),
        (4, NotFoundError, "Line 4 not found in note.md"),
        (999, NotFoundError, "Line 999 not found in note.md"),
        (0, NotFoundError, "Line 0 not found"),
    ],
)
def test_what_is_no_task_is_refused(garden: Garden, line: int, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        mark_task(garden.session(), "note", line, "x")
    assert garden.text("note.md") == NOTE


@pytest.mark.parametrize("mark", ["", "xx", "\n", "\0"])
def test_a_mark_is_one_character(garden: Garden, mark: str) -> None:
    with pytest.raises(EditError, match="one character"):
        mark_task(garden.session(), "note", 2, mark)


def test_there_is_no_such_note(garden: Garden) -> None:
    with pytest.raises(NotFoundError, match=r"File not found: nope\.md"):
        mark_task(garden.session(), "nope.md", 1, "x")


def test_a_preview_shows_the_mark_and_sets_none(garden: Garden) -> None:
    done = mark_task(garden.session(dry_run=True), "note", 2, None)
    assert done.status == "x"
    assert "+- [x] Buy groceries" in done.diff
    assert garden.text("note.md") == NOTE
