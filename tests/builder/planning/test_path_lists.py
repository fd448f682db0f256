import pytest

from napkin_site.builder.planning.path_lists import PathList


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        ("Private", "Private/a.md"),
        ("private/", "Private/deep/a.md"),
        ("./Private", "Private/a.md"),
        ("Private/**", "Private/a.md"),
        ("Private/*", "Private/a.md"),
        ("Notes/a", "Notes/a.md"),
        ("a.md", "a.md"),
        ("*.secret.md", "x/y/n.secret.md"),
        ("**/drafts/**", "x/drafts/n.md"),
        ("**/drafts", "x/drafts/n.md"),
        ("Notes/*/b.md", "Notes/x/b.md"),
        ("n?.md", "x/n1.md"),
        ("n[12].md", "n2.md"),
        ("n[!12].md", "n3.md"),
        ("u\u0308", "ü/a.md"),
    ],
)
def test_entry_covers(entry: str, path: str) -> None:
    assert PathList([entry]).match(path) == entry


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        ("Private", "Privates/a.md"),
        ("Private", "x/Private/a.md"),
        ("Notes/*.md", "Notes/deep/a.md"),
        ("n[!12].md", "n2.md"),
        ("a+b*", "aab"),
        ("", "a.md"),
        ("/", "a.md"),
        ("[", "a.md"),
    ],
)
def test_entry_does_not_cover(entry: str, path: str) -> None:
    assert PathList([entry]).match(path) is None


def test_folders_and_files_are_told_apart() -> None:
    entries = PathList(["A", "B/n.md"])
    assert (entries.folder_of("A/x.md"), entries.file_of("A/x.md")) == ("A", None)
    assert (entries.folder_of("B/n.md"), entries.file_of("B/n.md")) == (None, "B/n.md")
