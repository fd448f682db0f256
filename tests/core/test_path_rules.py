import pytest

from napkin_site.core.path_rules import ATTACHMENTS, known_path, new_folder, new_path, twin_key, unlinkable
from napkin_site.errors import PathRefusedError


def reason(text: str) -> str:
    """Give why a new path is refused; empty when it is not."""
    try:
        new_path(text)
    except PathRefusedError as error:
        return error.reason
    return ""


# The numbers are the rows of write-api C14.
@pytest.mark.parametrize(
    ("row", "path", "expected"),
    [
        (1, "..", "leaves-vault"),
        (1, "../x.md", "leaves-vault"),
        (1, "a/../b.md", "leaves-vault"),
        (1, "./x.md", "leaves-vault"),
        (1, "a//b.md", "empty-segment"),
        (1, "", "empty-path"),
        (2, "..%2f..%2fetc%2fpasswd", "reserved-path"),
        (2, "a%2Fb.md", "percent-escape"),
        (2, "..%5cx.md", "reserved-path"),
        (2, "a\\b.md", "separator"),
        (3, "%2e%2e/x.md", "percent-escape"),
        (3, "%252e%252e/x.md", "percent-escape"),
        (4, "\udcff.md", "bad-encoding"),
        (5, "\uff0e\uff0e/x.md", "leaves-vault"),
        (5, "a\uff0fb.md", "separator"),
        (5, "\u2024\u2024/x.md", "leaves-vault"),
        (5, "a\u2215b.md", ""),
        (6, "a\u202eb.md", "invisible-character"),
        (6, "a\u200bb.md", "invisible-character"),
        (6, "👩\u200d🌾 garden.md", ""),
        (6, "🏳\ufe0f\u200d🌈.md", ""),
        (6, "a\u200d.md", "invisible-character"),
        (7, "a\0.md", "control-character"),
        (7, "a\n.md", "control-character"),
        (7, "a\x7f.md", "control-character"),
        (8, "/etc/passwd", "absolute-path"),
        (8, "//srv/share/x", "absolute-path"),
        (8, "C:/x.md", "absolute-path"),
        (8, "C:\\x.md", "absolute-path"),
        (9, "CON", "unportable-name"),
        (9, "con.md", "unportable-name"),
        (9, "NUL.txt", "unportable-name"),
        (9, "aux .md", "unportable-name"),
        (9, "COM\u00b9.md", "unportable-name"),
        (9, "COM10.md", ""),
        (9, "a.md::$DATA", "unportable-name"),
        (9, "a.md.", "unportable-name"),
        (9, "a.md ", "unportable-name"),
        (9, " a.md", "unportable-name"),
        (9, "a?.md", "unportable-name"),
        (10, ".obsidian/app.json", "reserved-path"),
        (10, ".git/config", "reserved-path"),
        (10, ".trash/x.md", "reserved-path"),
        (10, ".nap-0123456789abcdef.tmp", "reserved-path"),
        (10, "x/.hidden.md", "reserved-path"),
        (11, "a" * 253 + ".md", "too-long"),
        (11, "a" * 252 + ".md", ""),
        (11, "/".join(["a" * 200] * 6) + ".md", "too-long"),
        (11, "a/" * 32 + "b.md", "too-long"),
        (11, "a/" * 31 + "b.md", ""),
        (0, "run.js", "extension"),
        (0, "pic.svg", "extension"),
        (0, "page.html", "extension"),
        (0, "README", "extension"),
        (0, "100% sure.md", ""),
        (0, ".obsidian/bookmarks.json", ""),
        (0, "Straße/Ünïcode – наметка.md", ""),
    ],
)
def test_new_paths_are_refused_or_taken(row: int, path: str, expected: str) -> None:
    assert reason(path) == expected, row


@pytest.mark.parametrize("path", ["a?.md", "con.md", "run.js", "a:b.md", "tail .md ", "%2e.md", "a\\b.md"])
def test_odd_names_that_exist_are_taken(path: str) -> None:
    assert known_path(path) == path


@pytest.mark.parametrize("path", ["../x.md", "/x.md", ".trash/x.md", "a/..\\x.md", "a\0b.md", "\ud800.md", " ../x.md"])
def test_what_leads_out_or_is_hidden_is_refused_even_if_it_exists(path: str) -> None:
    with pytest.raises(PathRefusedError):
        known_path(path)


def test_a_new_path_is_composed() -> None:
    assert new_path("Cafe\u0301.md") == "Café.md"


def test_a_moved_file_keeps_its_extension_whatever_it_is() -> None:
    assert new_path("pic 2.svg", was="pic.svg") == "pic 2.svg"
    with pytest.raises(PathRefusedError):
        new_path("note.svg", was="note.md")


def test_what_a_moved_file_is_called_already_may_be_odd() -> None:
    assert new_path("new/a: b?.md", was="old/a: b?.md") == "new/a: b?.md"
    assert new_folder("a:b/new", was="a:b") == "a:b/new"
    for path, was in (("new:/a: b?.md", "old/a: b?.md"), ("../a: b?.md", "../a: b?.md"), ("new/c?.md", "a: b?.md")):
        with pytest.raises(PathRefusedError):
            new_path(path, was=was)


def test_names_that_links_cannot_hold_are_known() -> None:
    assert unlinkable("a/C# [draft].md") == "#[]"
    assert unlinkable("a/b.md") == ""


def test_the_vault_may_allow_more_attachments() -> None:
    assert new_path("a.zip", attachments=ATTACHMENTS | {"zip"}) == "a.zip"


def test_folders_follow_the_same_rules() -> None:
    assert new_folder("") == new_folder("/") == new_folder(".") == ""
    assert new_folder("a/b/") == "a/b"
    with pytest.raises(PathRefusedError):
        new_folder("a/con")


def test_twins_differ_only_by_case_or_form() -> None:
    assert twin_key("NOTE.md") == twin_key("note.md")
    assert twin_key("Cafe\u0301") == twin_key("CAFÉ")
    assert twin_key("a") != twin_key("b")


def test_a_refusal_shows_the_path_without_its_control_characters() -> None:
    with pytest.raises(PathRefusedError) as caught:
        new_path("a\x1b[31m.md")
    assert "\x1b" not in caught.value.message
