"""Lists that are too long for one page: parts that together hold every entry once, each of bounded weight."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from napkin_site.builder.planning.parts import MAX_LINKED, MAX_LISTED, cut_page, part_of, parts_shown
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.core.paths import UrlPath
from tests.builder.crawl import broken_references
from tests.builder.sites import build

COUNT = 1100
_MANY_LINKS = "".join(f"\n\n{number} [[Hub]]" for number in range(30))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files: dict[str, str | bytes] = {
        f"Many/N{number}.md": f"#big and #big/part [[Hub]] {_MANY_LINKS if number == 7 else ''}\n"
        for number in range(COUNT)
    }
    files["Hub.md"] = "#small\n"
    return build(tmp_path_factory.mktemp("long"), files)[0]


def page(site: Path, url: str) -> BeautifulSoup:
    return BeautifulSoup((site / url / "index.html").read_bytes(), "lxml")


def titles(site: Path, url: str, selector: str) -> list[str]:
    return [found.get_text() for found in page(site, url).select(selector)]


@pytest.mark.parametrize("place", ["-/tags/big", "-/tags/big/part", "Many"])
def test_notes_of_a_tag_or_folder_are_cut_into_parts(site: Path, place: str) -> None:
    listed = [titles(site, url, ".napkin-note-list a") for url in (place, f"{place}/page.2", f"{place}/page.3")]

    assert [len(part) for part in listed] == [MAX_LISTED, MAX_LISTED, COUNT - 2 * MAX_LISTED]
    assert [title for part in listed for title in part] == [f"N{number}" for number in range(COUNT)]
    assert not (site / place / "page.4").exists()


def test_all_links_to_a_note_are_cut_into_parts(site: Path) -> None:
    parts = [*sorted(path.name for path in (site / "Hub/backlinks").glob("page.*"))]
    urls = ["Hub/backlinks", *(f"Hub/backlinks/{part}" for part in parts)]
    listed = [titles(site, url, ".napkin-backlink") for url in urls]

    assert len(urls) == 6
    assert max(map(len, listed)) == MAX_LINKED
    assert sorted([title for part in listed for title in part]) == sorted(f"N{number}" for number in range(COUNT))
    assert "1100 links to Hub" in page(site, "Hub/backlinks/page.3").get_text()
    assert any("and 11 more" in page(site, url).get_text() for url in urls), (
        "31 links of one note, of which 20 are shown"
    )


def test_each_part_leads_to_the_others(site: Path) -> None:
    second = page(site, "-/tags/big/page.2")

    assert [found.get_text() for found in second.select(".napkin-parts > *")] == ["1", "2", "3"]
    assert [found["href"] for found in second.select(".napkin-parts a")] == ["../", "../page.3/"]
    assert second.select_one(".napkin-parts [aria-current]") is not None
    assert [found["href"] for found in second.select(".napkin-pager a")] == ["../", "../page.3/"]
    assert not page(site, "-/tags/small").select(".napkin-parts")


def test_every_link_of_a_site_with_parts_leads_somewhere(site: Path) -> None:
    assert broken_references(site) == []


def test_no_page_is_heavy(site: Path) -> None:
    sizes = {path: path.stat().st_size for path in site.rglob("*.html")}
    assert max(sizes.values()) < 150_000, max(sizes, key=lambda path: sizes[path])


def test_a_note_in_the_way_of_a_part_keeps_its_address(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {f"Many/N{number}.md": "" for number in range(MAX_LISTED)}
    output, _ = build(tmp_path, {**files, "Many/page.2.md": "A note of that name.\n"})

    assert "A note of that name." in page(output, "Many/page.2").get_text()
    (link,) = page(output, "Many").select(".napkin-parts a")
    assert len(titles(output, f"Many/{link['href']}", ".napkin-note-list a")) == 1


def test_a_list_that_just_fits_is_one_page() -> None:
    whole = PlannedPage(kind="tag", url=UrlPath("t/"), title="T")
    assert cut_page(whole, 10, 10, lambda url: url) == (whole,)
    assert [cut.title for cut in cut_page(whole, 11, 10, lambda url: url)] == ["T", "T, page 2"]


def test_the_last_part_holds_what_is_left() -> None:
    last = cut_page(PlannedPage(kind="tag", url=UrlPath("t/"), title="T"), 20, 10, lambda url: url)[-1]
    assert part_of(last, range(25), 10) == range(10, 25)


def test_of_many_parts_the_ends_and_the_neighbours_are_named() -> None:
    parts = cut_page(PlannedPage(kind="tag", url=UrlPath("t/"), title="T"), 100, 5, lambda url: url)
    assert list(parts_shown(parts[9])) == [1, 8, 9, 10, 11, 12, 20]
    assert list(parts_shown(parts[0])) == [1, 2, 3, 20]
