import pytest

from napkin_site.core.subpaths import SubpathIndex, default_display, resolve_subpath, section_end, target_of
from tests.core.made_notes import make_facts, make_link

_OUTLINE = ((1, "Intro"), (2, "Linux"), (1, "Setup"), (2, "Linux"), (3, "Deep: down"), (2, "Linux"), (1, "What's new?"))


@pytest.mark.parametrize(
    ("subpath", "anchor"),
    [
        ("Linux", "h1"),
        ("Setup#Linux", "h3"),
        ("Setup#Deep down", "h4"),
        ("Linux#Deep down", "h4"),  # the first success wins, even where the first match of `Linux` fails
        ("Intro#Deep down", None),
        ("setup # LINUX", "h3"),
        ("What's new", "h6"),
        ("Whats new", None),
        ("# Linux", "h1"),
        ("", None),
        ("##", None),
        ("Setup#Linux#Deep down#Linux", None),
    ],
)
def test_headings_are_found_by_their_normalised_text_and_nesting(subpath: str, anchor: str | None) -> None:
    assert resolve_subpath(make_facts(headings=_OUTLINE), subpath) == anchor


@pytest.mark.parametrize(
    ("subpath", "anchor"), [("^abc-1", "^abc-1"), ("^ABC-1", "^abc-1"), ("Intro#^Abc-1", "^abc-1"), ("^no", None)]
)
def test_block_ids_are_found_without_letter_case(subpath: str, anchor: str | None) -> None:
    assert resolve_subpath(make_facts(headings=_OUTLINE, ids=("Abc-1",)), subpath) == anchor


def test_the_first_of_two_equal_block_ids_counts() -> None:
    assert SubpathIndex(make_facts(ids=("a", "b", "A"))).block("^a") == 0


def test_a_section_ends_at_the_next_heading_that_is_not_deeper() -> None:
    headings = make_facts(headings=_OUTLINE).headings

    assert section_end(headings, 2) == 6
    assert section_end(headings, 3) == 5
    assert section_end(headings, 6) is None


def test_a_heading_inside_a_list_bounds_no_section() -> None:
    facts = make_facts(headings=((2, "A"), (1, "In list"), (3, "B"), (2, "C")), nested=("In list",))

    assert section_end(facts.headings, 0) == 3
    assert resolve_subpath(facts, "A#B") == "h2"


def test_headings_inside_a_list_stand_under_the_outline_and_under_each_other() -> None:
    outline = ((1, "A"), (2, "B"), (1, "In"), (2, "Deeper"), (3, "C"), (1, "D"))
    facts = make_facts(headings=outline, nested=("In", "Deeper"))

    assert resolve_subpath(facts, "In#Deeper") == "h3"
    assert resolve_subpath(facts, "A#Deeper") is None
    assert resolve_subpath(facts, "A#B#C") == "h4"
    assert resolve_subpath(facts, "In#C") is None


def test_the_first_fit_is_found_among_very_many_equal_headings() -> None:
    facts = make_facts(headings=((1, "A"),) * 20_000 + ((2, "B"),), nested=("A",))

    assert resolve_subpath(facts, "A#Gone") is None
    assert resolve_subpath(facts, "Gone#A") is None


@pytest.mark.parametrize(
    ("path", "subpath", "shown"),
    [
        ("Note", "", "Note"),
        ("Folder/Note.md", "", "Folder/Note"),
        ("Note", "A#B", "Note > A > B"),
        ("", "Heading", "Heading"),
        ("Note", "^id", "Note > ^id"),
        ("cat.png", "icon", "cat.png > icon"),
        ("^^some text", "", "some text"),
    ],
)
def test_a_link_without_display_shows_its_path_and_parts(path: str, subpath: str, shown: str) -> None:
    assert default_display(make_link(path, subpath)) == shown


def test_a_block_search_left_in_a_note_asks_for_a_heading_of_that_note() -> None:
    assert target_of(make_link("^^text")) == ("", "text")
    assert target_of(make_link("^^text", syntax="markdown")) == ("^^text", "")
