"""Moving and renaming: where things go, what is refused, and which links follow; how links are written is core's."""

from collections.abc import Callable
from pathlib import Path

import pytest

from napkin_site.errors import (
    AmbiguousError,
    ExistsError,
    NapkinError,
    NotFoundError,
    PathRefusedError,
    StalePreconditionError,
    UsageError,
)
from napkin_site.services.writing.moving import Move, Moved, move_files, rename_file
from tests.services.writing.conftest import Garden, Plant

GARDEN = {
    "Beds.md": "[[Leek|leeks]] [[Leek#Sow]] ![[leek.png|100]] [seed](Leek.md)\n",
    "Leek.md": '---\nup: "[[Beds]]"\n---\n# Sow\n',
    "pics/leek.png": "png",
}


def undo(garden: Garden) -> None:
    """Take the last change back."""
    with garden.session().open_writer() as writer:
        writer.undo(origin=garden.session().origin)


@pytest.mark.parametrize(
    ("reference", "to", "place"),
    [
        ("Leek", "Archive", "Archive/Leek.md"),
        ("Leek", "Archive/", "Archive/Leek.md"),
        ("Leek.md", "old/er", "old/er/Leek.md"),
        ("Leek", "Archive/Old leek.md", "Archive/Old leek.md"),
        ("Leek", "./Porree.md", "Porree.md"),
        ("Leek", "pics", "pics/Leek.md"),
        ("Leek", "PICS", "pics/Leek.md"),
        ("Leek", "PICS/Porree.md", "pics/Porree.md"),
        ("Leek", "v1.2", "v1.2/Leek.md"),
        ("[[Leek|leeks]]", "Archive", "Archive/Leek.md"),
        ("leek.png", "Leek.png", "Leek.png"),
        ("leek.png", "images/", "images/leek.png"),
        ("leek.png", ".", "leek.png"),
        ("leek.png", "/", "leek.png"),
        ("pics", "files", "files/pics/leek.png"),
        ("pics/", ".md.d", ""),
    ],
)
def test_a_destination_is_a_folder_unless_it_ends_as_the_file_does(
    plant: Plant, reference: str, to: str, place: str
) -> None:
    garden = plant(GARDEN)
    before = garden.files()
    if not place:
        with pytest.raises(PathRefusedError):
            move_files(garden.session(), [reference], to)
        assert garden.files() == before
        return
    moved = move_files(garden.session(), [reference], to)
    assert place in garden.files()
    assert len(garden.files()) == len(before)
    assert place.startswith(moved.to)
    undo(garden)
    assert garden.files() == before


def test_repair_8_links_follow_with_their_aliases_and_fragments(plant: Plant) -> None:
    garden = plant(GARDEN)
    done = rename_file(garden.session(), "Leek", "Porree")
    assert garden.text("Beds.md") == "[[Porree|leeks]] [[Porree#Sow]] ![[leek.png|100]] [seed](Porree.md)\n"
    assert (done.source, done.to, done.links) == ("Leek.md", "Porree.md", 3)
    assert [(file.path, file.count) for file in done.rewritten] == [("Beds.md", 3)]
    assert done.problems == ()
    done = rename_file(garden.session(), "Beds", "Plots")
    assert garden.text("Porree.md") == '---\nup: "[[Plots]]"\n---\n# Sow\n'
    assert [entry.op for entry in garden.history()] == ["rename", "rename"]


def test_everything_that_names_a_file_follows_in_one_entry(plant: Plant) -> None:
    garden = plant(
        {
            **GARDEN,
            "Plan.canvas": '{"nodes":[{"id":"1","type":"file","file":"Leek.md"},{"id":"2","text":"see [[Leek]]"}]}',
            "All.base": 'filters: file.hasLink("Leek")\n',
            ".obsidian/bookmarks.json": '{"items":[{"type":"file","path":"Leek.md"}]}',
        }
    )
    done = move_files(garden.session(), ["Leek"], "veg/Porree.md")
    assert done.links == 7
    assert '"file":"veg/Porree.md"' in garden.text("Plan.canvas")
    assert "see [[Porree]]" in garden.text("Plan.canvas")
    assert garden.text("All.base") == 'filters: file.hasLink("Porree")\n'
    assert '"path":"veg/Porree.md"' in garden.text(".obsidian/bookmarks.json")
    assert len(garden.history()) == 1
    undo(garden)
    assert garden.text(".obsidian/bookmarks.json") == '{"items":[{"type":"file","path":"Leek.md"}]}'


def test_links_can_be_kept_as_they_are(plant: Plant) -> None:
    garden = plant(GARDEN)
    done = rename_file(garden.session(), "Leek", "Porree", links="keep")
    assert garden.text("Beds.md") == GARDEN["Beds.md"]
    assert (done.links, done.rewritten) == (0, ())


def test_a_name_that_another_file_has_too_is_written_as_a_path(plant: Plant) -> None:
    garden = plant({"Beds.md": "[[Log]] [[Diary]]\n", "a/Log.md": "", "b/Diary.md": "[[Log]]\n"})
    rename_file(garden.session(), "Diary", "Log")
    assert garden.text("Beds.md") == "[[a/Log]] [[b/Log]]\n"
    assert garden.text("b/Log.md") == "[[a/Log]]\n"


def test_links_follow_the_format_that_obsidian_is_set_to(plant: Plant) -> None:
    files = {"a/Beds.md": "[l](Leek.md)\n", "a/Leek.md": "", ".obsidian/app.json": '{"newLinkFormat": "relative"}'}
    garden = plant(files)
    move_files(garden.session(), ["Leek"], "b")
    assert garden.text("a/Beds.md") == "[l](../b/Leek.md)\n"


def test_an_alias_is_no_link_and_stays(plant: Plant) -> None:
    garden = plant({"Leek.md": "---\naliases: [Porree]\n---\n", "Beds.md": "[[Porree]] [[Leek|Porree]]\n"})
    done = rename_file(garden.session(), "Leek", "Allium")
    assert garden.text("Beds.md") == "[[Porree]] [[Allium|Porree]]\n"
    assert garden.text("Allium.md") == "---\naliases: [Porree]\n---\n"
    assert done.links == 1


def test_a_description_of_a_folder_moves_like_any_note(plant: Plant) -> None:
    garden = plant({"a/_about.md": "beds\n", "b/_about.md": "", "Home.md": "[[a/_about]] [[b/_about]]\n"})
    rename_file(garden.session(), "a/_about", "About")
    assert garden.text("Home.md") == "[[a/About]] [[b/_about]]\n"


def test_the_page_of_a_folder_leaves_its_folder_where_it_is_and_says_so(plant: Plant) -> None:
    garden = plant({"Beds.md": "", "Beds/North.md": "[[Beds]]\n", "Home.md": "[[Beds]]\n"})
    done = rename_file(garden.session(), "Beds", "Plots")
    assert garden.files() == {"Plots.md": "", "Beds/North.md": "[[Plots]]\n", "Home.md": "[[Plots]]\n"}
    assert ["Beds/" in warning for warning in done.warnings] == [True]


def test_a_folder_moves_with_all_it_holds(plant: Plant) -> None:
    garden = plant({"a/One.md": "[[./Two]] [[Home]]\n", "a/b/Two.md": "", "a/Two.md": "", "Home.md": "[[a/b/Two]]\n"})
    before = garden.files()
    done = rename_file(garden.session(), "a", "z")
    assert garden.files() == {
        "z/One.md": "[[./Two]] [[Home]]\n", "z/b/Two.md": "", "z/Two.md": "", "Home.md": "[[z/b/Two]]\n"
    }  # fmt: skip
    assert not (garden.root / "a").exists()
    assert (done.source, done.to, done.etag) == ("a", "z", "")
    assert done.moves[0] == Move(source="a/One.md", to="z/One.md")
    undo(garden)
    assert garden.files() == before
    assert not (garden.root / "z").exists()


def test_hidden_files_stay_when_their_folder_moves(plant: Plant) -> None:
    garden = plant({"a/One.md": "", "a/.hidden": "x"})
    done = move_files(garden.session(), ["a"], "b")
    assert garden.files() == {"b/a/One.md": ""}
    assert garden.text("a/.hidden") == "x"
    assert ["hidden" in warning for warning in done.warnings] == [True]


def test_what_ignore_rules_hide_moves_by_its_path_and_takes_its_links_along(plant: Plant) -> None:
    garden = plant({"Leek.md": "", "drafts/Plan.md": "[[../Leek]]\n", ".napkinignore": "drafts/\n"})
    move_files(garden.session(), ["drafts/Plan.md"], "drafts/deep")
    assert garden.text("drafts/deep/Plan.md") == "[[../../Leek]]\n"
    move_files(garden.session(), ["drafts"], "old")
    assert garden.text("old/drafts/deep/Plan.md") == "[[../../../Leek]]\n"


def test_several_things_go_to_one_folder_in_one_entry(plant: Plant) -> None:
    garden = plant({"A.md": "[[./B]]\n", "B.md": "[[./A]]\n", "pics/p.png": "", "C.md": "[[./A]]\n"})
    done = move_files(garden.session(), ["A", "B.md", "pics", "A"], "x")
    assert garden.files() == {"x/A.md": "[[./B]]\n", "x/B.md": "[[./A]]\n", "x/pics/p.png": "", "C.md": "[[./x/A]]\n"}
    assert (done.source, done.to, [move.source for move in done.moves]) == ("", "x", ["A.md", "B.md", "pics/p.png"])
    assert len(garden.history()) == 1


def test_repair_13_what_is_in_the_way_is_not_overwritten_unless_asked(plant: Plant) -> None:
    garden = plant({"Leek.md": "leek\n", "old/Leek.md": "older\n", "Beds.md": "[[Leek]] [[old/Leek]]\n"})
    before = garden.files()
    with pytest.raises(ExistsError) as caught:
        move_files(garden.session(), ["Leek.md"], "old")
    assert "--overwrite" in caught.value.hint
    assert garden.files() == before
    done = move_files(garden.session(), ["Leek.md"], "old", overwrite=True)
    assert garden.files() == {"old/Leek.md": "leek\n", "Beds.md": "[[Leek]] [[old/Leek]]\n"}
    assert done.trash == (".trash/old/Leek.md",)
    assert garden.text(".trash/old/Leek.md") == "older\n"
    undo(garden)
    assert garden.files() == before
    assert not (garden.root / ".trash/old/Leek.md").exists()


def test_what_takes_a_place_may_change_on_the_way(plant: Plant) -> None:
    garden = plant({"a/Leek.md": "[[./Soil]]\n", "Leek.md": "[[a/Leek]]\n", "a/Soil.md": ""})
    before = garden.files()
    move_files(garden.session(), ["a/Leek"], "Leek.md", overwrite=True)
    assert garden.files() == {"Leek.md": "[[./a/Soil]]\n", "a/Soil.md": ""}
    undo(garden)
    assert garden.files() == before


def test_the_letter_case_of_a_name_alone_can_change(plant: Plant) -> None:
    garden = plant({"leek.md": "[[leek]]\n", "Beds.md": "[[leek]]\n"})
    rename_file(garden.session(), "leek", "Leek")
    assert garden.files() == {"Leek.md": "[[leek]]\n", "Beds.md": "[[leek]]\n"}
    with pytest.raises(UsageError, match="one folder on some disks"):
        move_and_rename_folder(garden)


def move_and_rename_folder(garden: Garden) -> None:
    """Change the letter case of a folder."""
    move_files(garden.session(), ["Leek"], "veg")
    rename_file(garden.session(), "veg", "Veg")


@pytest.mark.parametrize(
    ("reference", "name", "place"),
    [
        ("Leek", "v1.2", "v1.2.md"),
        ("Leek", "Porree.md", "Porree.md"),
        ("leek.png", "porree", "pics/porree.png"),
        ("leek.png", "porree.PNG", "pics/porree.PNG"),
        ("leek.png", "a.jpg", "pics/a.jpg.png"),
        ("pics", "images.d", "images.d/leek.png"),
    ],
)
def test_a_new_name_keeps_the_extension(plant: Plant, reference: str, name: str, place: str) -> None:
    garden = plant(GARDEN)
    rename_file(garden.session(), reference, name)
    assert place in garden.files()


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (lambda s: move_files(s, ["Nope"], "x"), NotFoundError),
        (lambda s: rename_file(s, "Nope", "x"), NotFoundError),
        (lambda s: move_files(s, ["nope/"], "x"), NotFoundError),
        (lambda s: move_files(s, ["../Leek"], "x"), UsageError),
        (lambda s: move_files(s, ["Leek#Sow"], "x"), UsageError),
        (lambda s: move_files(s, ["Leek.md"], "../out"), PathRefusedError),
        (lambda s: move_files(s, ["Leek.md"], "/out/Leek.md"), PathRefusedError),
        (lambda s: move_files(s, ["Leek.md"], ".obsidian"), PathRefusedError),
        (lambda s: move_files(s, ["Leek.md"], "link"), PathRefusedError),
        (lambda s: move_files(s, ["linked"], "x"), PathRefusedError),
        (lambda s: rename_file(s, "Leek.md", "a/b"), UsageError),
        (lambda s: rename_file(s, "Leek.md", "a:b"), PathRefusedError),
        (lambda s: rename_file(s, "Leek.md", " "), UsageError),
        (lambda s: move_files(s, ["pics"], "pics/inside"), UsageError),
        (lambda s: move_files(s, ["."], "x"), UsageError),
        (lambda s: move_files(s, ["Leek", "other/Leek.md"], "x"), AmbiguousError),
        (lambda s: move_files(s, ["leek.png"], "leek.md"), UsageError),
        (lambda s: move_files(s, ["Leek.md", "other/Leek.md"], "x"), UsageError),
        (lambda s: move_files(s, ["Log"], "x"), AmbiguousError),
        (lambda s: rename_file(s, "pics/leek.png", "other.png"), ExistsError),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    plant: Plant, tmp_path: Path, request_: Callable[[object], Moved], error: type[NapkinError]
) -> None:
    (tmp_path / "outside").mkdir()
    garden = plant(
        {**GARDEN, "other/Leek.md": "", "Log/x.md": "", "deep/Log.md": "", "pics/other.png": "", "linked.md.d": ""}
    )
    (garden.root / "link").symlink_to(tmp_path / "outside")
    (garden.root / "linked.md").symlink_to(garden.root / "Beds.md")
    before = garden.files()
    with pytest.raises(error):
        request_(garden.session())
    assert garden.files() == before
    assert garden.history() == []


def test_a_folder_and_a_file_of_one_name_are_told_apart_by_a_slash(plant: Plant) -> None:
    garden = plant({"Beds.md": "", "Beds/x.md": "", "Log/y.md": "", "deep/Log.md": ""})
    assert move_files(garden.session(), ["Beds/"], "a").to == "a/Beds"
    assert move_files(garden.session(), ["Beds"], "a").to == "a/Beds.md"
    with pytest.raises(AmbiguousError) as caught:
        move_files(garden.session(), ["Log"], "a")
    assert caught.value.suggestions == ("deep/Log.md", "Log/")


def test_a_file_that_stays_where_it_is_changes_nothing(plant: Plant) -> None:
    garden = plant(GARDEN)
    assert move_files(garden.session(), ["Leek"], ".").id == ""
    assert rename_file(garden.session(), "Leek", "Leek").id == ""


def test_a_preview_shows_the_links_and_changes_nothing(plant: Plant) -> None:
    garden = plant(GARDEN)
    done = rename_file(garden.session(dry_run=True), "Leek", "Porree")
    assert garden.files() == GARDEN
    assert (done.links, done.id, done.etag) == (3, "", "")
    assert "rename to Porree.md" in done.diff
    assert "+[[Porree|leeks]]" in done.diff


def test_only_the_file_that_the_caller_read_is_moved(plant: Plant) -> None:
    garden = plant(GARDEN)
    with pytest.raises(StalePreconditionError):
        rename_file(garden.session(if_match="0" * 64), "Leek", "Porree")
    with pytest.raises(UsageError):
        rename_file(garden.session(if_match="0" * 64), "pics", "images")
    done = rename_file(garden.session(), "Leek", "Porree")
    assert rename_file(garden.session(if_match=done.etag), "Porree", "Leek").to == "Leek.md"


def test_notes_that_cannot_be_edited_are_reported_and_left(plant: Plant, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.md").write_text("[[Leek]]\n", encoding="utf-8")
    garden = plant({"Leek.md": "", "Bad.md": b"\xff [[Leek]]\n", "Fine.md": "[[Leek]]\n"})
    (garden.root / "Linked.md").symlink_to(tmp_path / "elsewhere.md")
    done = rename_file(garden.session(), "Leek", "Porree")
    assert (garden.root / "Bad.md").read_bytes() == b"\xff [[Leek]]\n"
    assert (tmp_path / "elsewhere.md").read_text(encoding="utf-8") == "[[Leek]]\n"
    assert garden.text("Fine.md") == "[[Porree]]\n"
    assert [(problem.path, problem.line) for problem in done.problems] == [("Bad.md", 1), ("Linked.md", 1)]
    assert move_files(garden.session(), ["Bad"], "x").to == "x/Bad.md"


def test_a_name_that_no_wikilink_can_hold_is_told_of(plant: Plant) -> None:
    garden = plant(GARDEN)
    done = rename_file(garden.session(), "Leek", "C#")
    assert garden.text("Beds.md") == "[[Leek|leeks]] [[Leek#Sow]] ![[leek.png|100]] [seed](C%23.md)\n"
    assert len(done.problems) == 2
    assert len(done.warnings) == 1


def test_a_name_that_is_odd_already_may_be_kept(plant: Plant) -> None:
    garden = plant({"a/Why: this?.md": "", "Home.md": "[[Why: this?]]\n"})
    assert move_files(garden.session(), ["a"], "b").to == "b/a"
    assert garden.files() == {"b/a/Why: this?.md": "", "Home.md": "[[Why: this?]]\n"}
