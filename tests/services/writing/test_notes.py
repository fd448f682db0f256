import pytest

from napkin_site.core.changes import digest_of
from napkin_site.errors import (
    AmbiguousError,
    EditError,
    NapkinError,
    NotFoundError,
    StalePreconditionError,
    UsageError,
)
from napkin_site.services.writing.notes import append_to_note, prepend_to_note, replace_in_note
from tests.services.writing.conftest import Plant

FILES: dict[str, str | bytes] = {
    "README.md": "# Vault\nWelcome",
    "Projects/note.md": "---\ntitle: Note\n---\nBody content\n\n## Log\n\n- one\n\n## Rest\n\ntext ^t\n",
    "latin1.md": b"caf\xe9",
}


def test_a_text_is_added_on_a_line_of_its_own(plant: Plant) -> None:
    garden = plant(FILES)
    done = append_to_note(garden.session(), "README", "New line")
    assert garden.text("README.md") == "# Vault\nWelcome\nNew line"
    assert done.appended
    assert done.etag == digest_of(b"# Vault\nWelcome\nNew line")
    append_to_note(garden.session(), "README", " extra", join="inline")
    append_to_note(garden.session(), "README", "apart", join="block")
    assert garden.text("README.md") == "# Vault\nWelcome\nNew line extra\n\napart"


def test_a_text_is_added_to_the_part_that_the_name_means(plant: Plant) -> None:
    garden = plant(FILES)
    append_to_note(garden.session(), "note#Log", "- two")
    prepend_to_note(garden.session(), "note#Log", "- zero")
    append_to_note(garden.session(), "[[note#^t]]", "more")
    assert "## Log\n\n- zero\n- one\n- two\n\n## Rest\n\ntext more ^t\n" in garden.text("Projects/note.md")
    append_to_note(garden.session(), "note", "last", section="Rest")
    assert garden.text("Projects/note.md").endswith("text more ^t\nlast\n")
    with pytest.raises(UsageError, match="names a part, and so does"):
        append_to_note(garden.session(), "note#Log", "x", section="Rest")
    with pytest.raises(NotFoundError) as raised:
        append_to_note(garden.session(), "note#Nope", "x")
    assert raised.value.path == "Projects/note.md"
    assert raised.value.suggestions == ("Log", "Rest")
    with pytest.raises(NotFoundError):
        prepend_to_note(garden.session(), "note#Nope", "x")


def test_a_text_is_added_in_front_of_the_body_and_no_byte_of_the_properties_changes(plant: Plant) -> None:
    garden = plant(FILES)
    for text in ("first", "second"):
        assert prepend_to_note(garden.session(), "note", text).prepended
    assert garden.text("Projects/note.md").startswith("---\ntitle: Note\n---\nsecond\nfirst\nBody content\n")
    prepend_to_note(garden.session(), "README", "top")
    assert garden.text("README.md") == "top\n# Vault\nWelcome"


@pytest.mark.parametrize("verb", [append_to_note, prepend_to_note])
def test_a_preview_shows_the_change_and_makes_none(plant: Plant, verb: object) -> None:
    garden = plant(FILES)
    done = verb(garden.session(dry_run=True), "README", "text")  # type: ignore[operator]  # one of two functions
    assert (done.id, done.etag) == ("", "")
    assert "+text" in done.diff
    assert garden.text("README.md") == FILES["README.md"]
    assert garden.history() == []


@pytest.mark.parametrize(
    ("reference", "error"),
    [
        ("nonexistent", NotFoundError),
        ("", UsageError),
        ("../note", UsageError),
        ("latin1", EditError),
        ("Twin", AmbiguousError),
    ],
)
def test_what_cannot_be_changed_is_an_error_and_stays_as_it_is(
    plant: Plant, reference: str, error: type[NapkinError]
) -> None:
    garden = plant({**FILES, "a/Twin.md": "a", "b/Twin.md": "b"})
    with pytest.raises(error):
        append_to_note(garden.session(), reference, "x")
    with pytest.raises(error):
        prepend_to_note(garden.session(), reference, "x")
    with pytest.raises(error):
        replace_in_note(garden.session(), reference, "e", "x", count=None)
    assert garden.history() == []
    assert (garden.root / "latin1.md").read_bytes() == b"caf\xe9"


def test_a_note_that_changed_since_it_was_read_is_left_alone(plant: Plant) -> None:
    garden = plant(FILES)
    etag = append_to_note(garden.session(), "README", "mine").etag
    append_to_note(garden.session(), "README", "theirs")
    with pytest.raises(StalePreconditionError) as raised:
        append_to_note(garden.session(if_match=etag), "README", "again")
    assert "+theirs" in raised.value.diff
    append_to_note(garden.session(if_match=raised.value.current), "README", "again")
    assert garden.text("README.md").endswith("mine\ntheirs\nagain")


def test_the_history_has_who_and_why(plant: Plant) -> None:
    garden = plant(FILES)
    append_to_note(garden.session(actor="mole", reason="dug"), "README", "x")
    (entry,) = garden.history()
    assert (entry.op, entry.origin.actor, entry.origin.kind, entry.origin.reason) == ("append", "mole", "agent", "dug")
    assert entry.at == "2026-03-01T08:30:00.000Z"


def test_a_text_that_is_never_closed_as_properties_takes_nothing_in_front(plant: Plant) -> None:
    garden = plant({"a.md": "---\npublish: false\ntext\n"})
    with pytest.raises(EditError) as raised:
        prepend_to_note(garden.session(), "a", "x")
    assert raised.value.path == "a.md"


def test_a_text_is_replaced_exactly_as_often_as_was_said(plant: Plant) -> None:
    garden = plant({"a.md": "one two one\r\none\r\n"})
    assert replace_in_note(garden.session(), "a", "two", "2").replaced == 1
    with pytest.raises(StalePreconditionError) as raised:
        replace_in_note(garden.session(), "a", "one", "1")
    assert (raised.value.path, raised.value.message) == ("a.md", "the text occurs 3 times, not 1")
    assert replace_in_note(garden.session(), "a", "one\none", "x\ny", count=1).replaced == 1
    assert garden.text("a.md") == "one 2 x\r\ny\r\n"
    assert replace_in_note(garden.session(dry_run=True), "a", "n", "N", count=None).replaced == 1


@pytest.mark.parametrize("find", ["absent", ""])
def test_a_text_that_is_not_there_is_not_replaced(plant: Plant, find: str) -> None:
    garden = plant(FILES)
    with pytest.raises(StalePreconditionError if find else EditError):
        replace_in_note(garden.session(), "README", find, "x", count=None)


def test_replacing_in_a_part_is_refused_rather_than_done_in_the_whole_note(plant: Plant) -> None:
    with pytest.raises(UsageError, match="part of a note"):
        replace_in_note(plant(FILES).session(), "note#Log", "one", "two")


def test_a_change_that_changes_nothing_leaves_no_entry(plant: Plant) -> None:
    garden = plant(FILES)
    done = replace_in_note(garden.session(), "README", "Welcome", "Welcome")
    assert (done.id, done.etag) == ("", digest_of(b"# Vault\nWelcome"))
    assert garden.history() == []
