"""The page around a note: filled from pieces, and equal to the template run whole."""

import html
import re
from itertools import product
from pathlib import Path
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from napkin_site.builder.page_view import NavLink, PageView, TocItem
from napkin_site.builder.theme.assets import asset_addresses, copy_assets, list_assets
from napkin_site.builder.theme.shapes import Filler, escape_all, flat_toc, prepare
from napkin_site.builder.theme.shell import Shell, ShellSettings
from napkin_site.errors import ThemeError
from napkin_site.resources import theme_dir

HOSTILE = (
    "</title><script>alert(1)</script>",
    "{{ 7 * 7 }} {% raw %} {# no #}",
    '"><img src=x onerror=alert(1)>',
    "%s %d %(title)s %% {0} {title} \\1 \\g<0>",
    "a & b &amp; c &#39; 'single' \"double\"",
    "نص عربي 東京 🌱 \u202e",
    "]]> --> <!-- </textarea></style>",
    "t0z cz l0e0f0z",
    "a null \0 character \0",
    "",
)


@pytest.fixture(scope="module")
def shell() -> Shell:
    return Shell(
        ShellSettings(
            site_name="Gard<en> & Co", site_url="https://example.org/a+b", copyright="© <x>", accent="#345678"
        )
    )


def view(url: str = "A/B/", title: str = "Title", content: str = "<p>text</p>", **given: object) -> PageView:
    description = str(given.pop("description", ""))
    return PageView(url=url, title=title, description=description, content=content.encode(), **given)  # type: ignore[arg-type]


def parsed(page: str) -> BeautifulSoup:
    """Read a page as a browser does."""
    return BeautifulSoup(page, "lxml")


def full_view(text: str, url: str = "A/B/") -> PageView:
    """Put one text in every place of a page."""
    link = NavLink(title=text, href=text)
    return PageView(
        url=url,
        title=text,
        description=text,
        content=f"<p>{text}</p>".encode("utf-8", "replace"),
        toc=tuple(TocItem(title=text, anchor=text, level=level) for level in (2, 4, 4, 3)),
        breadcrumbs=(link, link, link),
        siblings=(link,) * 5,
        previous=link,
        next=link,
        meta=(("og:image", text), ("robots", text), (text, text)),
        edit_url=text,
        features=("code", "math"),
        alternates=((text, text),),
    )


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("url", ["", "A/", "A/B/C/", "404.html"])
def test_filled_page_equals_the_whole_template_whatever_the_text(shell: Shell, text: str, url: str) -> None:
    page = full_view(text, url)

    assert shell.render(page) == shell.render_full(page)


def test_filled_page_equals_the_whole_template_for_every_set_of_parts(shell: Shell) -> None:
    link = NavLink(title="x", href="../x/")
    toc = (TocItem(title="a", anchor="a", level=2), TocItem(title="b", anchor="b%", level=3))

    for number, parts in enumerate(product((False, True), repeat=7)):
        has_text, has_toc, has_path, has_siblings, has_previous, has_next, has_meta = parts
        page = view(
            f"n{number}/",
            description="d" if has_text else "",
            toc=toc if has_toc else (),
            breadcrumbs=(link,) if has_path else (),
            siblings=(link,) * (number % 4) if has_siblings else (),
            previous=link if has_previous else None,
            next=link if has_next else None,
            meta=(("og:image", "i"),) if has_meta else (),
        )
        assert shell.render(page) == shell.render_full(page)


_TEXT = st.text(max_size=30)
_LINK = st.builds(NavLink, title=_TEXT, href=_TEXT)
_TOC = st.builds(TocItem, title=_TEXT, anchor=_TEXT, level=st.integers(1, 6))
_PAIRS = st.lists(st.tuples(_TEXT, _TEXT), max_size=3).map(tuple)
_VIEW = st.builds(
    PageView,
    url=st.sampled_from(["", "a/", "a/b/", "404.html"]),
    title=_TEXT,
    description=_TEXT,
    content=_TEXT.map(lambda text: text.encode("utf-8", "replace")),
    toc=st.lists(_TOC, max_size=3).map(tuple),
    breadcrumbs=st.lists(_LINK, max_size=3).map(tuple),
    siblings=st.lists(_LINK, max_size=3).map(tuple),
    previous=st.none() | _LINK,
    next=st.none() | _LINK,
    meta=_PAIRS,
    edit_url=_TEXT,
    alternates=_PAIRS,
)


@settings(max_examples=200, deadline=None)
@given(page=_VIEW)
def test_filled_page_equals_the_whole_template_for_any_page(page: PageView) -> None:
    shell = _SHARED_SHELL

    assert shell.render(page) == shell.render_full(page)


_SHARED_SHELL = Shell(ShellSettings(site_name="S", site_url="https://example.org"))


@pytest.mark.parametrize("text", HOSTILE[:8])
def test_text_of_a_page_stays_text(shell: Shell, text: str) -> None:
    page = full_view(text)

    tree = parsed(shell.render(view(title=text, toc=page.toc, siblings=page.siblings)))

    assert tree.select("title")[0].text == f"{text} - Gard<en> & Co"
    assert [link.get_text() for link in tree.select(".napkin-nav-list a")] == [text] * 5
    assert not tree.select("img")


@given(texts=st.lists(st.text(alphabet='a<&"\0')))
def test_escaping_together_equals_escaping_one_by_one(texts: list[str]) -> None:
    assert list(escape_all(texts)) == [html.escape(text).encode("utf-8", "replace") for text in texts]


def test_content_goes_in_untouched(shell: Shell) -> None:
    content = "<p>{{ x }} %s </p>\n<pre>  a\r\n\tb</pre>"

    assert content in shell.render(view(content=content))


def test_no_address_of_another_host_stands_in_a_page() -> None:
    page = Shell(ShellSettings(site_name="S")).render(view(content=""))

    assert re.findall(r"https?://[^\s\"']+", page) == []


@pytest.mark.parametrize(("url", "up"), [("", "./"), ("A/", "../"), ("A/B/C/", "../../../")])
def test_theme_files_are_found_from_every_depth(shell: Shell, url: str, up: str) -> None:
    tree = parsed(shell.render(view(url)))

    style = tree.select("link[rel=stylesheet]")[0].get("href")

    assert str(style).startswith(f"{up}-/assets/material.css?h=")
    assert urljoin(f"https://example.org/sub/{url}", str(style)).startswith("https://example.org/sub/-/assets/")


def test_missing_page_names_everything_from_the_root_of_the_host(shell: Shell) -> None:
    tree = parsed(shell.render(view("404.html")))

    addresses = [str(link.get("href")) for link in tree.select("link[href], header a[href]")]

    assert all(address.startswith("/a+b/") for address in addresses)
    assert not tree.select("link[rel=canonical]")


def test_canonical_address_is_percent_encoded(shell: Shell) -> None:
    tree = parsed(shell.render(view("Ä b/C+d/")))

    assert tree.select("link[rel=canonical]")[0].get("href") == "https://example.org/a+b/%C3%84%20b/C+d/"


def test_site_without_address_has_no_canonical_link() -> None:
    page = Shell(ShellSettings(site_name="S")).render(view())

    assert "canonical" not in page


def test_home_page_is_titled_by_the_site_alone(shell: Shell) -> None:
    tree = parsed(shell.render(view("", title="Welcome")))

    assert tree.select("title")[0].text == "Gard<en> & Co"


def test_open_graph_names_are_properties_and_others_are_names(shell: Shell) -> None:
    tree = parsed(shell.render(view(meta=(("og:image", "i.png"), ("robots", "noindex")))))

    assert tree.select("meta[property='og:image']")[0].get("content") == "i.png"
    assert tree.select("meta[name=robots]")[0].get("content") == "noindex"


def test_contents_are_listed_from_level_one() -> None:
    titles = (("B", "b", 2), ("C", "c", 4), ("D", "d%20", 3))
    items = tuple(TocItem(title=title, anchor=anchor, level=level) for title, anchor, level in titles)

    assert flat_toc(()) == ()
    assert flat_toc(items) == (("1", "b", "B"), ("3", "c", "C"), ("2", "d%2520", "D"))


def test_contents_of_a_single_heading_are_not_shown(shell: Shell) -> None:
    page = shell.render(view(toc=(TocItem(title="Only", anchor="only", level=2),)))

    assert "napkin-toc" not in page


def test_local_navigation_is_headed_by_the_folder_whose_pages_it_lists(shell: Shell) -> None:
    home, here, other = (
        NavLink(title=text, href=href) for text, href in (("Home", "../"), ("Me", "./"), ("You", "../you/"))
    )

    beside = parsed(shell.render(view(title="Me", breadcrumbs=(home,), siblings=(here, other))))
    below = parsed(shell.render(view(title="Me", breadcrumbs=(home,), siblings=(other,))))

    assert beside.select(".napkin-nav-parent a")[0].text == "Home"
    assert below.select(".napkin-nav-parent a")[0].text == "Me"


def test_search_graph_and_tags_are_linked_only_where_they_exist() -> None:
    page = Shell(ShellSettings(site_name="S", search=False, graph=False, tags=False)).render(view())

    assert "data-napkin-search" not in page
    assert "-/graph/" not in page
    assert "-/tags/" not in page


@pytest.mark.parametrize(
    ("language", "expected", "direction"),
    [("de", "de", "ltr"), ("de-AT", "de", "ltr"), ("ar", "ar", "rtl"), ("xx", "en", "ltr"), ("../../x", "en", "ltr")],
)
def test_language_falls_back_to_what_material_speaks(language: str, expected: str, direction: str) -> None:
    tree = parsed(Shell(ShellSettings(site_name="S", language=language)).render(view()))

    assert tree.select("html")[0].get("lang") == expected
    assert tree.select("body")[0].get("dir") == direction


@pytest.mark.parametrize("accent", ["red;}body{display:none", "url(https://x)", "#12", "</style>"])
def test_accent_that_is_not_a_colour_is_refused(accent: str) -> None:
    with pytest.raises(ThemeError, match="is not a colour"):
        Shell(ShellSettings(site_name="S", accent=accent))


@pytest.mark.parametrize("accent", ["#357", "Deep-Purple", "rebeccapurple", "oklch(60% 0.1 150)", "rgb(1, 2, 3)"])
def test_accent_may_be_any_colour_or_a_name_of_material(accent: str) -> None:
    page = Shell(ShellSettings(site_name="S", accent=accent)).render(view())

    assert "--napkin-accent-light:" in page


def test_page_around_a_note_stays_small_with_capped_navigation() -> None:
    title = "A rather long title of a note, as people write them" * 2
    page = view(
        breadcrumbs=(NavLink(title=title, href="../" * 5),) * 6,
        siblings=(NavLink(title=title, href="../x/"),) * 40,
        content="",
    )

    assert len(_SHARED_SHELL.render(page).encode()) < 25_000


def test_overrides_win_over_the_theme_and_over_pieces(tmp_path: Path) -> None:
    (tmp_path / "partials").mkdir()
    (tmp_path / "partials" / "footer.html").write_text(
        "<footer>{% for item in view.toc %}{{ loop.index }}:{{ item.title | e }} {% endfor %}</footer>"
    )
    toc = (TocItem(title="a<b", anchor="a", level=2), TocItem(title="c", anchor="c", level=2))

    page = Shell(ShellSettings(site_name="S", overrides=str(tmp_path))).render(view(toc=toc))

    assert "<footer>1:a&lt;b 2:c </footer>" in page


def test_broken_override_is_reported_as_a_theme_error(tmp_path: Path) -> None:
    (tmp_path / "main.html").write_text("{% extends 'nowhere.html' %}{% block %}")

    with pytest.raises(ThemeError, match="cannot be loaded"):
        Shell(ShellSettings(site_name="S", overrides=str(tmp_path)))


def test_template_that_writes_list_entries_unlike_each_other_is_refused() -> None:
    page = prepare(view(siblings=(NavLink(title="a", href="a"), NavLink(title="b", href="b"))), "")

    def template(specimen: object) -> str:
        first, second = specimen.lists[2]  # type: ignore[attr-defined]
        return f"<b>{first[0]} {first[1]}</b><i>{second[1]} {second[0]}</i>"

    with pytest.raises(ValueError, match="alike"):
        Filler(template, page)


def test_theme_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    Shell(ShellSettings(site_name="S")).render(view())

    assert capfd.readouterr() == ("", "")


def test_every_named_asset_is_among_the_files_of_the_site() -> None:
    files = {asset.url for asset in list_assets()}

    assert {address.partition("?")[0] for address in asset_addresses().values()} <= files


def test_assets_only_other_features_need_are_left_out() -> None:
    plain = {asset.url for asset in list_assets(features=())}
    with_math = {asset.url for asset in list_assets(features=("math",))}

    assert "-/assets/mermaid.js" not in with_math
    assert {url.split("/")[2] for url in with_math - plain} == {"katex", "math.js"}


def test_sources_of_the_theme_are_not_on_the_site() -> None:
    assert not [asset.url for asset in list_assets() if "/src/" in asset.url or asset.url.endswith("versions.json")]


def test_copying_assets_again_leaves_equal_files_alone(tmp_path: Path) -> None:
    urls = copy_assets(tmp_path)
    before = {url: (tmp_path / url).stat().st_mtime_ns for url in urls}
    (tmp_path / "-/assets/napkin.js").write_text("stale")

    copy_assets(tmp_path)

    after = {url: (tmp_path / url).stat().st_mtime_ns for url in urls}
    assert [url for url in urls if before[url] != after[url]] == ["-/assets/napkin.js"]
    assert (tmp_path / "-/assets/napkin.js").read_bytes() == (theme_dir() / "assets/napkin.js").read_bytes()


def test_material_styles_are_a_layer_below_ours() -> None:
    sheet = next(asset for asset in list_assets() if asset.url == "-/assets/material.css").read()

    assert sheet.startswith(b'@charset "UTF-8";@layer material{')
    assert sheet.endswith(b"}\n")
    assert b"sourceMappingURL" not in sheet


def test_styles_and_scripts_of_the_theme_name_no_other_host() -> None:
    ours = [theme_dir() / "assets" / name for name in ("napkin.css", "napkin.js", "search.js", "katex/katex.css")]

    for source in ours:
        text = source.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert not re.search(r"(?:url\(|@import|src=|fetch\()[\"']?(?:https?:)?//", text), source.name
