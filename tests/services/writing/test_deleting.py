"""Deleting to the trash and for good: what is told of links, and what is left of a note."""

from pathlib import Path

import pytest

from napkin_site.core.changes import digest_of
from napkin_site.errors import NotFoundError, PathRefusedError, StalePreconditionError, UsageError
from napkin_site.services.reading import read_note
from napkin_site.services.writing.deleting import delete_file
from napkin_site.services.writing.moving import rename_file
from napkin_site.services.writing.notes import append_to_note
from napkin_site.services.writing.trashing import list_trash, purge_trash
from tests.services.writing.conftest import Plant

GARDEN = {
    "Leek.md": "# Leek\n[[Leek]]\n",
    "Beds.md": "[[Leek]] [[Leek#Sow]]\n",
    "March.md": "[sow](Leek.md)\n",
    "pics/leek.png": "png",
    "pics/deep/seed.png": "seed",
}


def test_repair_8_a_deleted_note_goes_to_the_trash_and_tells_who_links_to_it(plant: Plant) -> None:
    garden = plant(GARDEN)
    done = delete_file(garden.session(), "Leek")
    assert (done.path, done.deleted, done.permanent, done.trash) == ("Leek.md", True, False, ".trash/Leek.md")
    assert dict(done.linking) == {"Beds.md": 2, "March.md": 1}
    assert garden.text(".trash/Leek.md") == GARDEN["Leek.md"]
    assert "Leek.md" not in garden.files()
    assert garden.text("Beds.md") == GARDEN["Beds.md"]


def test_repair_5_what_is_in_the_trash_is_not_read(plant: Plant) -> None:
    garden = plant(GARDEN)
    delete_file(garden.session(), "Leek")
    for reference in (".trash/Leek.md", "Leek"):
        with pytest.raises(NotFoundError):
            read_note(garden.session().access, reference)
        with pytest.raises((NotFoundError, PathRefusedError)):
            delete_file(garden.session(), reference)


def test_repair_14_files_of_one_name_do_not_overwrite_each_other_in_the_trash(plant: Plant) -> None:
    garden = plant({"a/X.md": "a", "b/X.md": "b", "X.md": "root", ".trash/X.md": "older"})
    places = [delete_file(garden.session(), path).trash for path in ("a/X.md", "b/X.md", "X.md")]
    assert places == [".trash/a/X.md", ".trash/b/X.md", ".trash/X 2.md"]
    items = list_trash(garden.session()).trash
    assert {item.path: item.origin for item in items} == {
        ".trash/X.md": "X.md", ".trash/X 2.md": "X.md", ".trash/a/X.md": "a/X.md", ".trash/b/X.md": "b/X.md"
    }  # fmt: skip


def _holders(folder: Path, text: str) -> list[str]:
    """Name the files that hold a text."""
    return [path.name for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


def test_what_is_deleted_for_good_is_in_no_file_of_the_state(plant: Plant) -> None:
    garden = plant({**GARDEN, "A.md": "# Sesame\nsesame\n", "B.md": "# Aniseed\n", "C.md": "# Caraway\n"})
    _ = garden.session().access.snapshot
    append_to_note(garden.session(), "A", "sesame again")
    append_to_note(garden.session(), "C", "caraway again")
    delete_file(garden.session(), "B")
    _ = garden.session().access.snapshot
    assert [_holders(garden.state, text) for text in ("Sesame", "Aniseed", "Caraway")] == [["index.sqlite"]] * 3
    delete_file(garden.session(), "A", permanent=True)
    assert _holders(garden.state, "Sesame") == []
    assert _holders(garden.state, "Caraway") == ["index.sqlite"]
    purge_trash(garden.session())
    assert _holders(garden.state, "Aniseed") == []


def test_an_attachment_is_deleted_like_a_note(plant: Plant) -> None:
    garden = plant(GARDEN)
    assert delete_file(garden.session(), "leek.png").trash == ".trash/pics/leek.png"
    assert delete_file(garden.session(), "pics/deep/seed.png", permanent=True).trash == ""
    assert not (garden.root / ".trash/pics/deep").exists()


def test_a_folder_is_deleted_only_when_that_is_meant(plant: Plant) -> None:
    garden = plant({**GARDEN, "Home.md": "![[leek.png]] ![[seed.png|20]]\n", "pics/Note.md": "[[leek.png]]\n"})
    before = garden.files()
    with pytest.raises(UsageError, match="is a folder") as caught:
        delete_file(garden.session(), "pics")
    assert "--recursive" in caught.value.hint
    done = delete_file(garden.session(), "pics", recursive=True)
    assert done.files == ("pics/Note.md", "pics/deep/seed.png", "pics/leek.png")
    assert dict(done.linking) == {"Home.md": 2}
    assert not (garden.root / "pics").exists()
    assert garden.text(".trash/pics/deep/seed.png") == "seed"
    with garden.session().open_writer() as writer:
        writer.undo(origin=garden.session().origin)
    assert garden.files() == before


def test_hidden_files_stay_when_their_folder_is_deleted(plant: Plant) -> None:
    garden = plant({"a/One.md": "", "a/.hidden": "x"})
    done = delete_file(garden.session(), "a", recursive=True)
    assert garden.text("a/.hidden") == "x"
    assert ["hidden" in warning for warning in done.warnings] == [True]


def test_what_is_deleted_for_good_is_forgotten_under_all_its_names(plant: Plant) -> None:
    garden = plant(GARDEN)
    rename_file(garden.session(), "Leek", "Porree")
    delete_file(garden.session(), "Porree", permanent=True)
    assert not (garden.root / ".trash").exists()
    with garden.session().open_writer() as writer:
        assert writer.history.content(digest_of(GARDEN["Leek.md"].encode())) is None
        assert writer.history.content(digest_of(GARDEN["Beds.md"].encode())) is not None


def test_only_the_file_that_the_caller_read_is_deleted(plant: Plant) -> None:
    garden = plant(GARDEN)
    with pytest.raises(StalePreconditionError):
        delete_file(garden.session(if_match="0" * 64), "Leek")
    etag = digest_of(GARDEN["Leek.md"].encode())
    assert delete_file(garden.session(if_match=etag), "Leek").deleted
    with pytest.raises(UsageError):
        delete_file(garden.session(if_match=etag), "pics", recursive=True)


def test_a_preview_tells_of_links_and_deletes_nothing(plant: Plant) -> None:
    garden = plant(GARDEN)
    done = delete_file(garden.session(dry_run=True), "Leek")
    assert (done.deleted, done.trash, done.id) == (False, "", "")
    assert dict(done.linking) == {"Beds.md": 2, "March.md": 1}
    assert "-# Leek" in done.diff
    assert garden.files() == GARDEN


def test_what_is_not_there_is_not_deleted(plant: Plant) -> None:
    garden = plant(GARDEN)
    for reference in ("Nope", "nope/"):
        with pytest.raises(NotFoundError):
            delete_file(garden.session(), reference)
    with pytest.raises(UsageError):
        delete_file(garden.session(), ".", recursive=True)
