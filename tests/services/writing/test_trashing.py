"""The trash: bringing back by any name, and ending for good."""

import pytest

from napkin_site.core.changes import digest_of
from napkin_site.errors import AmbiguousError, ExistsError, NotFoundError, PathRefusedError, UsageError
from napkin_site.services.writing.deleting import delete_file
from napkin_site.services.writing.trashing import list_trash, purge_trash, restore_file
from tests.services.writing.conftest import Garden, Plant

GARDEN = {"beds/Leek.md": "# Leek\n", "beds/deep/Soil.md": "soil\n", "March.md": "[[Leek]]\n"}


def deleted(plant: Plant, *references: str) -> Garden:
    """Make the garden, and delete something of it."""
    garden = plant(GARDEN)
    for reference in references:
        delete_file(garden.session(), reference, recursive=True)
    return garden


def test_the_trash_tells_where_things_were_and_who_deleted_them(plant: Plant) -> None:
    garden = deleted(plant, "Leek")
    (garden.root / ".trash" / "Theirs.md").write_text("", encoding="utf-8")
    theirs, ours = list_trash(garden.session()).trash
    assert (theirs.path, theirs.origin, theirs.entry, theirs.actor) == (".trash/Theirs.md", "Theirs.md", "", "")
    assert (ours.path, ours.origin, ours.actor) == (".trash/beds/Leek.md", "beds/Leek.md", "gardener")
    assert ours.entry == garden.history()[-1].id


@pytest.mark.parametrize(
    "name", ["Leek", "LEEK", "beds/Leek", "beds/Leek.md", ".trash/beds/Leek.md", "[[Leek]]", "./beds/Leek.md"]
)
def test_a_file_comes_back_by_any_of_its_names(plant: Plant, name: str) -> None:
    garden = deleted(plant, "Leek")
    done = restore_file(garden.session(), name)
    assert (done.path, done.source, done.restored, done.moves) == ("beds/Leek.md", ".trash/beds/Leek.md", True, ())
    assert garden.files() == GARDEN
    assert done.etag == digest_of(b"# Leek\n")
    assert list_trash(garden.session()).trash == ()


@pytest.mark.parametrize(
    ("to", "place"), [("old", "old/Leek.md"), ("old/Porree.md", "old/Porree.md"), (".", "Leek.md")]
)
def test_a_file_comes_back_somewhere_else(plant: Plant, to: str, place: str) -> None:
    garden = deleted(plant, "Leek")
    assert restore_file(garden.session(), "Leek", to=to).path == place
    assert garden.text(place) == "# Leek\n"


def test_a_folder_comes_back_with_what_was_in_it(plant: Plant) -> None:
    for name, to, place in (("beds", "", "beds"), ("beds/", "old", "old/beds"), (".trash/beds", ".", "beds")):
        garden = deleted(plant, "beds")
        done = restore_file(garden.session(), name, to=to)
        assert (done.path, done.source) == (place, ".trash/beds")
        assert [move.to for move in done.moves] == [f"{place}/Leek.md", f"{place}/deep/Soil.md"]
        assert (garden.root / place / "deep/Soil.md").is_file()
        assert list_trash(garden.session()).trash == ()


def test_of_files_that_were_at_one_place_one_must_be_named(plant: Plant) -> None:
    garden = deleted(plant, "Leek")
    (garden.root / "beds/Leek.md").write_text("newer\n", encoding="utf-8")
    delete_file(garden.session(), "Leek")
    with pytest.raises(AmbiguousError) as caught:
        restore_file(garden.session(), "Leek")
    assert caught.value.suggestions == (".trash/beds/Leek 2.md", ".trash/beds/Leek.md")
    restore_file(garden.session(), ".trash/beds/Leek 2.md")
    assert garden.text("beds/Leek.md") == "newer\n"


def test_nothing_is_overwritten_by_what_comes_back(plant: Plant) -> None:
    garden = deleted(plant, "Leek")
    (garden.root / "beds/Leek.md").write_text("newer\n", encoding="utf-8")
    with pytest.raises(ExistsError) as caught:
        restore_file(garden.session(), "Leek")
    assert "--to" in caught.value.hint
    assert garden.text("beds/Leek.md") == "newer\n"
    assert garden.text(".trash/beds/Leek.md") == "# Leek\n"


def test_what_is_not_in_the_trash_does_not_come_back(plant: Plant) -> None:
    garden = deleted(plant, "Leek")
    for name in ("Nope", "nope/", "March", "../Leek.md"):
        with pytest.raises((NotFoundError, UsageError)):
            restore_file(garden.session(), name)
    with pytest.raises(NotFoundError) as caught:
        restore_file(garden.session(), "Leeks")
    assert caught.value.suggestions == ("beds/Leek.md",)
    with pytest.raises(PathRefusedError):
        restore_file(garden.session(), "Leek", to="../out")


def test_a_preview_brings_nothing_back_and_ends_nothing(plant: Plant) -> None:
    garden = deleted(plant, "Leek")
    done = restore_file(garden.session(dry_run=True), "Leek")
    assert (done.restored, done.id, done.diff) == (
        False, "", "rename from .trash/beds/Leek.md\nrename to beds/Leek.md\n"
    )  # fmt: skip
    ended = purge_trash(garden.session(dry_run=True))
    assert (ended.purged, ended.id) == ((".trash/beds/Leek.md",), "")
    assert "-# Leek" in ended.diff
    assert garden.text(".trash/beds/Leek.md") == "# Leek\n"


def test_what_is_ended_is_forgotten(plant: Plant) -> None:
    garden = deleted(plant, "Leek", "Soil", "March")
    done = purge_trash(garden.session(), ["Leek", ".trash/March.md"])
    assert done.purged == (".trash/March.md", ".trash/beds/Leek.md")
    assert [item.path for item in list_trash(garden.session()).trash] == [".trash/beds/deep/Soil.md"]
    with garden.session().open_writer() as writer:
        assert writer.history.content(digest_of(b"# Leek\n")) is None
        assert writer.history.content(digest_of(b"soil\n")) == b"soil\n"
    with pytest.raises(NotFoundError):
        purge_trash(garden.session(), ["Soil", "Nope"])
    assert purge_trash(garden.session()).purged == (".trash/beds/deep/Soil.md",)
    assert purge_trash(garden.session()).id == ""
