from napkin_site.builder.planning.folder_tree import FolderTree
from napkin_site.core.paths import FolderPath
from tests.builder.fakes import make_note, make_plan, make_vault


def tree() -> FolderTree:
    paths = [f"F/n{number}.md" for number in (10, 9, 1)] + ["F/sub 10/x.md", "F/sub 9/x.md", "F/_about.md", "r.md"]
    return FolderTree(make_plan(make_vault(*(make_note(path) for path in paths))))


def test_a_folder_lists_pages_and_folders_in_natural_order() -> None:
    entry = tree().entries[FolderPath("F")]
    assert [page.title for page in entry.pages] == ["n1", "n9", "n10"]
    assert entry.folders == ("F/sub 9", "F/sub 10")


def test_a_folder_counts_what_it_holds_at_any_depth_without_its_own_body() -> None:
    entries = tree().entries
    assert {folder: entry.count for folder, entry in entries.items()} == {"": 6, "F": 5, "F/sub 10": 1, "F/sub 9": 1}


def test_neighbours_are_capped_around_the_page() -> None:
    whole = tree()
    first, middle, last = whole.entries[FolderPath("F")].pages
    assert whole.around(first) == (None, middle)
    assert whole.around(last) == (middle, None)
    assert whole.neighbours(first, 2) == (first, middle)
    assert whole.neighbours(last, 2) == (middle, last)
    assert whole.neighbours(middle, 9) == (first, middle, last)
