from pathlib import Path

import pytest

from napkin_site.errors import NotFoundError, UsageError
from napkin_site.services.listing import file_info, folder_info, list_files, list_folders, vault_info
from tests.services.conftest import MakeVault

FILES = {
    "README.md": "# My Vault\n",
    "Projects/Active Projects.md": "a",
    "Projects/K Logic/Meeting.md": "b",
    "Resources/Runbooks/Deploy.md": "c",
    "Templates/Daily Note.md": "# {{date}}\n",
    "image.png": "png",
}


def test_the_vault_is_counted_without_hidden_files_and_broken_links(opened: MakeVault) -> None:
    access = opened({**FILES, ".trash/x.md": "x", "node_modules/junk.md": "x", ".git/junk.md": "x"})
    (access.location.root / "broken.md").symlink_to("nowhere.md")
    info = vault_info(access)
    assert (info.name, info.path) == ("vault", str(access.location.root))
    assert (info.files, info.folders) == (6, 5)
    assert info.size == sum(len(text) for text in FILES.values())


@pytest.mark.parametrize(
    ("folder", "extension", "count"),
    [
        ("", "", 6),
        ("", "md", 5),
        ("", ".PNG", 1),
        ("Projects", "", 2),
        ("Projects/", "md", 2),
        ("./Projects", "", 2),
        ("Project", "", 0),
        ("Nope", "", 0),
        (".", "", 6),
    ],
)
def test_files_are_listed_by_folder_and_extension(opened: MakeVault, folder: str, extension: str, count: int) -> None:
    files = list_files(opened(FILES), folder=folder, extension=extension).files
    assert len(files) == count
    assert list(files) == sorted(files)


def test_folders_are_listed_with_those_above_and_without_the_one_asked_for(opened: MakeVault) -> None:
    access = opened(FILES)
    assert list_folders(access).folders == (
        "Projects",
        "Projects/K Logic",
        "Resources",
        "Resources/Runbooks",
        "Templates",
    )
    assert list_folders(access, parent="Resources").folders == ("Resources/Runbooks",)


def test_a_folder_is_counted_at_every_depth(opened: MakeVault) -> None:
    access = opened(FILES)
    info = folder_info(access, "projects")
    assert (info.path, info.files, info.folders, info.size) == ("Projects", 2, 1, 2)
    root = folder_info(access, ".")
    assert (root.path, root.files, root.folders) == ("/", 6, 5)


def test_a_folder_that_is_not_there_is_not_found(opened: MakeVault) -> None:
    access = opened(FILES)
    with pytest.raises(NotFoundError, match="Folder not found: nonexistent") as caught:
        folder_info(access, "nonexistent")
    assert "napkin file folders" in caught.value.hint
    with pytest.raises(NotFoundError) as near:
        folder_info(access, "Project")
    assert near.value.suggestions == ("Projects", "Projects/K Logic")
    with pytest.raises(UsageError):
        folder_info(access, "../elsewhere")
    with pytest.raises(UsageError):
        list_files(access, folder="/etc")


@pytest.mark.parametrize(
    ("reference", "name", "extension", "size"),
    [("README", "README", "md", 11), ("image.png", "image", "png", 3), ("LICENSE", "LICENSE", "", 1)],
)
def test_a_file_is_known_by_name_extension_size_and_times(
    opened: MakeVault, reference: str, name: str, extension: str, size: int
) -> None:
    info = file_info(opened({**FILES, "LICENSE": "x"}), reference)
    assert (info.name, info.extension, info.size) == (name, extension, size)
    assert info.modified >= info.created > 1_600_000_000_000


def test_what_ignore_rules_hide_is_not_listed_and_still_known(opened: MakeVault) -> None:
    access = opened({".napkinignore": "build/\n", "build/a.md": "abc", "b.md": ""})
    assert list_files(access).files == ("b.md",)
    assert file_info(access, "build/a.md").size == 3


def test_linked_files_and_folders_are_part_of_the_vault_and_loops_end(opened: MakeVault, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "far.md").write_text("far", encoding="utf-8")
    access = opened({"a.md": "x"})
    (access.location.root / "linked").symlink_to(tmp_path / "outside")
    (access.location.root / "loop").symlink_to(access.location.root)
    assert list_files(access).files == ("a.md", "linked/far.md")
