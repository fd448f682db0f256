from urllib.parse import unquote, urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napkin_site.core.paths import (
    FolderPath,
    References,
    UrlPath,
    VaultPath,
    ancestors_of,
    file_url,
    folder_of,
    folder_path,
    folder_url,
    is_page,
    name_of,
    note_url,
    permalink_url,
    quote_url,
    relative_url,
    tag_url,
    vault_path,
)


@pytest.mark.parametrize(
    ("path", "url"),
    [
        ("Company/About us.md", "Company/About+us/"),
        ("v1.2 plan.MD", "v1.2+plan/"),
        ("Boards/My board.canvas", "Boards/My+board.canvas/"),
        ("Größe.md", "Größe/"),
        ("100% & more?.md", "100%+&+more?/"),
    ],
)
def test_a_note_stands_at_its_path_without_extension_and_with_plus_for_spaces(path: str, url: str) -> None:
    assert note_url(VaultPath(path)) == url


def test_the_root_folder_is_the_home_page_and_others_end_in_a_slash() -> None:
    assert folder_url(FolderPath("")) == ""
    assert folder_url(FolderPath("My notes/Deep")) == "My+notes/Deep/"


def test_an_attachment_keeps_its_name() -> None:
    assert file_url(VaultPath("img/Figure 1.png")) == "img/Figure 1.png"


def test_a_tag_page_stands_under_the_reserved_folder_in_lower_case() -> None:
    assert tag_url("Area/Topic") == "-/tags/area/topic/"


@pytest.mark.parametrize(
    ("written", "url"),
    [("about", "about/"), ("/a b/c/", "a+b/c/"), ("/", ""), ("../../x", "x/"), ("a//./b", "a/b/"), ("  ", "")],
)
def test_a_permalink_is_brought_into_the_shape_of_an_address(written: str, url: str) -> None:
    assert permalink_url(written) == url


def test_vault_paths_are_composed_unicode() -> None:
    assert vault_path("/Cafe\u0301.md") == "Caf\u00e9.md"
    assert folder_path("./") == ""
    assert folder_path("Cafe\u0301/") == "Caf\u00e9"


def test_a_path_falls_into_folder_and_name() -> None:
    assert folder_of(VaultPath("a/b/c.md")) == "a/b"
    assert folder_of(VaultPath("c.md")) == ""
    assert name_of(VaultPath("a/v1.2 plan.md")) == "v1.2 plan"
    assert name_of(VaultPath("a/pic.png")) == "pic.png"
    assert ancestors_of(VaultPath("a/b/c.md")) == ("a/b", "a", "")


@pytest.mark.parametrize(
    ("page", "target", "fragment", "href"),
    [
        ("", "", "", "./"),
        ("", "a/", "", "a/"),
        ("a/", "", "", "../"),
        ("a/b/", "a/c/", "", "../c/"),
        ("a/b/", "a/", "", "../"),
        ("a/", "a/b/", "", "b/"),
        ("a/", "a/", "", "./"),
        ("a/", "a/", "top", "#top"),
        ("a/", "b/", "^id", "../b/#%5Eid"),
        ("a/", "x y.pdf", "page=3", "../x%20y.pdf#page=3"),
        ("404.html", "a/", "", "a/"),
        ("x/404.html", "404.html", "", "../404.html"),
        ("404.html", "404.html", "", "404.html"),
        ("", "a:b/", "", "a%3Ab/"),
        ("", "100%/", "", "100%25/"),
        ("", "a?b#c/", "", "a%3Fb%23c/"),
        ("", "q\"'&<>/", "", "q%22%27%26%3C%3E/"),
        ("", "A+B/", "", "A+B/"),
    ],
)
def test_references_are_relative_and_encoded(page: str, target: str, fragment: str, href: str) -> None:
    assert relative_url(UrlPath(page), UrlPath(target), fragment) == href


_PART = st.text(st.characters(exclude_characters="/", exclude_categories=["Cs"]), min_size=1, max_size=8).filter(
    lambda part: part.strip(".") != ""
)
_PAGE = st.lists(_PART, max_size=4).map(lambda parts: "".join(part + "/" for part in parts))
_FILE = st.tuples(_PAGE, _PART).map("".join)


@given(page=_PAGE, target=_PAGE | _FILE, fragment=st.text(st.characters(exclude_categories=["Cs"]), max_size=8))
def test_following_a_reference_from_its_page_leads_to_the_target(page: str, target: str, fragment: str) -> None:
    href = relative_url(UrlPath(page), UrlPath(target), fragment)

    whole, _, found = urljoin("https://example.org/" + quote_url(UrlPath(page)), href).partition("#")

    assert unquote(whole).removeprefix("https://example.org/") == target
    assert unquote(found) == fragment
    assert not set(href) & set("\"'<>& ")


_SMALL_PAGE = st.lists(st.sampled_from(["a", "b", "a b", "ä?"]), max_size=4).map(
    lambda parts: "".join(f"{p}/" for p in parts)
)
_SMALL_FILE = _SMALL_PAGE.map(lambda folder: folder + "404.html")


@given(pages=st.lists(_SMALL_PAGE | _SMALL_FILE, max_size=6), targets=st.lists(_SMALL_PAGE | _SMALL_FILE, max_size=6))
def test_references_that_pages_share_are_those_of_each_page(pages: list[str], targets: list[str]) -> None:
    references = References()

    for page in pages:
        reference = references.of(UrlPath(page))
        for target in map(UrlPath, targets):
            assert reference(target) == relative_url(UrlPath(page), target)


def test_pages_end_in_a_slash_and_files_do_not() -> None:
    assert is_page(UrlPath(""))
    assert is_page(UrlPath("a/"))
    assert not is_page(UrlPath("a.png"))
