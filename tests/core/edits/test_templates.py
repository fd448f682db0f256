import pytest

from napkin_site.core.edits.templates import insert_template, make_note, split_content
from napkin_site.errors import EditError


def test_a_text_is_parted_into_properties_and_body() -> None:
    assert split_content("---\na: 1\n---\nbody\n") == (b"---\na: 1\n---\n", "body\n")
    assert split_content("body\n") == (b"", "body\n")
    assert split_content("") == (b"", "")


def test_a_text_stands_behind_a_template_that_has_no_place_for_it() -> None:
    assert make_note("- a\n", b"", "b", has_content=False) == b"- a\n\nb\n"
    assert make_note("", b"", "b", has_content=False) == b"b"
    assert make_note("- a\n", b"", "", has_content=False) == b"- a\n"
    assert make_note("> b\n", b"", "b", has_content=True) == b"> b\n"


@pytest.mark.parametrize(
    ("front", "template", "joined"),
    [
        ("---\na: 1 # mine\n---\n", "---\na: 2\nb: x\n---\nT", "---\na: 1 # mine\nb: x\n---\nT"),
        ("---\na:\n---\n", "---\nA: 2\n---\nT", "---\na: 2\n---\nT"),
        ("---\naliases: [x]\n---\n", "---\naliases: [y, x]\n---\nT", "---\naliases: [x, y]\n---\nT"),
        ("---\na: 1\n---\n", "T", "---\na: 1\n---\nT"),
        ("", "---\nb:   x # as written\n---\nT", "---\nb:   x # as written\n---\nT"),
    ],
)
def test_properties_are_joined_and_only_lines_that_must_be_are_written_anew(
    front: str, template: str, joined: str
) -> None:
    assert make_note(template, front.encode(), "", has_content=False) == joined.encode()
    assert insert_template(front.encode(), template).split() == joined.encode().split()


@pytest.mark.parametrize(
    ("note", "template"),
    [("---\na: [\n---\n", "---\nb: 1\n---\n"), ("text", "---\nb: [\n---\n"), ("---\ndraft: x\n", "---\nb: 1\n---\n")],
)
def test_properties_that_cannot_be_read_are_not_joined(note: str, template: str) -> None:
    with pytest.raises(EditError, match="cannot be read"):
        insert_template(note.encode(), template)
    with pytest.raises(EditError, match="cannot be read"):
        split_content("---\na: [\n---\n")


def test_a_note_with_unreadable_properties_takes_a_template_that_has_none() -> None:
    assert insert_template(b"---\na: [\n---\nText\n", "T\n") == b"---\na: [\n---\nText\n\nT\n"


def test_a_template_of_nothing_changes_nothing() -> None:
    assert insert_template(b"Text", "\n \n") == b"Text"
