"""Keywords of folders: what is noise, what is chosen."""

import pytest

from napkin_site.core.overview import STOP_WORDS, KeywordNote, folder_keywords
from napkin_site.core.paths import FolderPath


def note(folder: str, text: str, *, name: str = "", headings: tuple[str, ...] = ()) -> KeywordNote:
    return KeywordNote(folder=FolderPath(folder), name=name, headings=headings, texts=(text,))


def keywords(*notes: KeywordNote, limit: int = 8) -> dict[str, list[str]]:
    return {folder: list(words) for folder, words in folder_keywords(notes, limit=limit).items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Vectors of memory-spec §6.2.
        ("deadbeef", []),
        ("deadbeefX deadbeef1", ["deadbeefx"]),
        ("ab-cd but", []),
        ("abcdef", ["abcdef"]),
        ("abcdefa", []),
        ("INV20240915X", []),
        ("ab12x", []),
        ("well-known", ["known"]),
        ("2024-03-01 kickoff meeting", ["kickoff", "meeting"]),
        ("see https://example.org/some/path) end", ["end"]),
        ("write me@example.org today", ["today", "write"]),
        ("<span class='big'>word</span> &nbsp; &#160; rest", ["rest", "word"]),
        # Identifiers in camel case (§6.4); a single hump is a name.
        ("getUserName JavaScript", ["javascript"]),
        # The deliberate difference: letters beyond ASCII.
        ("café Straße сад", ["café", "straße", "сад"]),
        ("東京都に庭がある", []),
    ],
)
def test_only_words_of_prose_are_terms(text: str, expected: list[str]) -> None:
    assert sorted(keywords(note("", text))[""]) == expected


def test_stop_words_are_those_of_the_list() -> None:
    assert len(STOP_WORDS) == 133
    assert keywords(note("", "the garden and its beds"))[""] == ["beds", "garden"]


def test_what_is_frequent_here_and_rare_elsewhere_comes_first() -> None:
    found = keywords(
        note("kiln", "globex glaze firing"),
        note("kiln", "globex glaze cone"),
        note("garden", "globex mulch seedling"),
        note("garden", "globex mulch trellis"),
    )

    assert found["kiln"][0] == "glaze"
    assert found["garden"][0] == "mulch"
    assert found["kiln"][-1] == found["garden"][-1] == "globex"


def test_a_folder_speaks_for_what_is_below_it() -> None:
    found = keywords(note("a/b/c", "walnut"), note("x", "cherry"))

    assert found == {"": ["cherry", "walnut"], "a": ["walnut"], "a/b": ["walnut"], "a/b/c": ["walnut"], "x": ["cherry"]}


def test_titles_and_headings_count_more_and_are_shown_whole() -> None:
    found = keywords(note("", "plain", name="Rye loaf", headings=("Oven spring",)))

    assert found[""] == ["oven spring", "rye loaf", "plain"]


def test_a_name_of_two_words_is_not_shown_word_by_word_again() -> None:
    found = keywords(
        note("team", "oven", name="Greta Olsen"),
        note("team", "oven", name="Greta Olsen"),
        note("other", "olsen greta"),
        note("other", "olsen greta"),
    )

    assert found["team"][0] == "greta olsen"
    assert "greta" not in found["team"]


def test_the_folders_own_name_and_plurals_are_not_repeated() -> None:
    found = keywords(note("Seed orders", "seeds order bean beans bean"))

    assert found["Seed orders"] == ["bean"]


def test_order_of_notes_does_not_matter_and_ties_are_alphabetical() -> None:
    notes = [note("b", "zulu yankee"), note("a", "xray"), note("b", "whiskey")]

    assert keywords(*notes) == keywords(*reversed(notes))
    assert keywords(*notes)["b"] == ["whiskey", "yankee", "zulu"]


def test_no_more_than_asked_for() -> None:
    assert keywords(note("", "one1 alpha beta gamma delta"), limit=2)[""] == ["alpha", "beta"]


def test_an_empty_vault_has_a_root_without_keywords() -> None:
    assert keywords() == {"": []}
