import pytest

from napkin_site.core.paths import VaultPath
from napkin_site.core.references import Reference, check_inside, find_file, parse_reference, resolve_reference, suggest
from napkin_site.errors import AmbiguousError, NotFoundError, UsageError

FILES = tuple(
    VaultPath(path)
    for path in (
        "C# notes.md",
        "Garden/Beds.md",
        "Garden/Leek.md",
        "Kitchen/Leek.md",
        "NAPKIN.md",
        "Plan.canvas",
        "README.md",
        "leek.png",
        "projects/napkin.md",
    )
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Beds", Reference(text="Beds")),
        ("  Beds ", Reference(text="Beds")),
        ("Beds#Soil", Reference(text="Beds", subpath="Soil")),
        ("[[Beds#Soil|the soil]]", Reference(text="Beds", subpath="Soil", is_link=True)),
        ("![[Beds#^id]]", Reference(text="Beds", subpath="^id", is_link=True)),
        ("[[Beds\\|in a table]]", Reference(text="Beds", is_link=True)),
        ("Garden/Beds.md", Reference(text="Garden/Beds.md")),
    ],
)
def test_a_reference_is_taken_apart(text: str, expected: Reference) -> None:
    assert parse_reference(text) == expected


@pytest.mark.parametrize("text", ["", "  ", "#Heading", "[[]]"])
def test_a_reference_that_names_no_file_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="names no file"):
        parse_reference(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Beds", "Garden/Beds.md"),
        ("beds", "Garden/Beds.md"),
        ("README.md", "README.md"),
        ("readme.MD", "README.md"),
        ("Garden/Leek", "Garden/Leek.md"),
        ("./Garden/Leek", "Garden/Leek.md"),
        ("leek.png", "leek.png"),
        ("NAPKIN.md", "NAPKIN.md"),
    ],
)
def test_a_name_is_found_anywhere_and_a_path_where_it_says(text: str, found: str) -> None:
    assert find_file(text, FILES) == found


def test_a_name_of_two_notes_is_ambiguous_even_when_one_lies_at_the_root() -> None:
    with pytest.raises(AmbiguousError) as caught:
        find_file("napkin", FILES)
    assert caught.value.suggestions == ("NAPKIN.md", "projects/napkin.md")


def test_a_path_is_exact_and_a_link_may_be_the_end_of_one() -> None:
    deep = (VaultPath("a/Garden/Beds.md"),)
    with pytest.raises(NotFoundError):
        find_file("Garden/Beds", deep)
    assert find_file("Garden/Beds", deep, is_link=True) == "a/Garden/Beds.md"


def test_of_files_that_differ_by_letter_case_the_one_spelled_alike_is_meant() -> None:
    twins = (VaultPath("Bee.md"), VaultPath("bee.md"))
    assert find_file("bee", twins) == "bee.md"
    assert find_file("bee.md", twins) == "bee.md"
    with pytest.raises(AmbiguousError):
        find_file("BEE.md", twins)
    with pytest.raises(AmbiguousError):
        find_file("BEE", twins)


def test_a_name_that_fits_nothing_comes_with_notes_like_it() -> None:
    with pytest.raises(NotFoundError, match=r"File not found: Lee$") as caught:
        find_file("Lee", FILES)
    assert caught.value.suggestions == ("Garden/Leek.md", "Kitchen/Leek.md")
    assert caught.value.hint == ""


def test_without_a_note_like_it_the_error_says_where_to_look() -> None:
    with pytest.raises(NotFoundError) as caught:
        find_file("zzz", FILES)
    assert caught.value.suggestions == ()
    assert "napkin file list" in caught.value.hint


@pytest.mark.parametrize("text", ["../secret.md", "a/../../b", "/etc/passwd", "C:/x.md"])
def test_a_path_that_leaves_the_vault_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="not a path inside the vault"):
        check_inside(text)


def test_a_part_of_a_note_is_given_apart() -> None:
    assert resolve_reference("beds#Soil", FILES) == ("Garden/Beds.md", "Soil")


def test_a_number_sign_may_belong_to_the_name_of_a_file() -> None:
    assert resolve_reference("C# notes", FILES) == ("C# notes.md", "")


def test_another_extension_may_be_left_out_where_it_is_meant() -> None:
    assert resolve_reference("plan", FILES, extension=".canvas") == ("Plan.canvas", "")


def test_at_most_three_notes_are_suggested_the_likest_first() -> None:
    paths = [VaultPath(f"{name}.md") for name in ("carrot", "car", "cart", "cat", "dog")]
    assert suggest("carr", paths) == ("carrot.md", "car.md", "cart.md")
