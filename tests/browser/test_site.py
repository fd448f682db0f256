"""The example site as a reader meets it, in Chromium; the `read` fixture fails on any complaint or foreign request."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Reader, Site

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_wikilink_leads_to_its_note_and_a_backlink_leads_back(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address + "Plants/Tomato/")

    page.locator(".napkin-content a.internal-link", has_text="Greenhouse").first.click()
    expect(page.locator("h1").first).to_have_text("Greenhouse")
    page.locator("a.napkin-backlink", has_text="Tomato").first.click()

    expect(page.locator("h1").first).to_have_text("Tomato")


def test_search_opens_by_key_and_leads_to_the_marked_hit(read: Callable[..., Reader], site: Site) -> None:
    reader = read()
    page = reader.open(site.address)
    page.wait_for_load_state("networkidle")
    assert not [url for url in reader.requests if "/-/data/" in url or "search" in url], "nothing before first use"

    page.keyboard.press("/")
    page.keyboard.type("blight wet")
    expect(page.locator(".napkin-result-title").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    chosen = page.locator('.napkin-search [aria-selected="true"]')
    expect(chosen).to_have_class(re.compile("napkin-result-section"))
    expect(chosen.locator("mark").first).to_be_visible()
    page.keyboard.press("Enter")

    hit = page.locator("mark.napkin-hit").first
    expect(hit).to_be_visible()
    expect(page.locator("mark.napkin-hit").first).to_have_text(re.compile("blight|wet", re.IGNORECASE))
    assert "h=" not in page.url


def test_search_finds_a_word_of_a_script_without_spaces(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address)

    page.keyboard.press("Control+k")
    expect(page.locator(".napkin-search-input")).to_be_focused()
    page.keyboard.type("大根")

    expect(page.locator(".napkin-result-title").first).to_contain_text("大根")


def test_search_closes_with_escape_and_says_when_nothing_is_found(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address)

    page.locator(".napkin-search-button").click()
    page.keyboard.type("zzzzzzqqqq")
    expect(page.locator(".napkin-search-status")).to_have_text("Nothing found")
    page.keyboard.press("Escape")

    expect(page.locator(".napkin-search")).to_be_hidden()


def test_hostile_query_is_only_text(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address)

    page.keyboard.press("/")
    page.keyboard.type('title:x ~9 ^^ +"open <img src=x onerror=alert(1)> *')

    expect(page.locator(".napkin-search-status")).to_have_text(re.compile(r"Nothing found|\d+ notes?"))
    assert page.locator(".napkin-search img").count() == 0


def test_callout_unfolds_and_folds(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address + "Syntax+tour/A+box+of+callouts/")
    callout = page.locator('details.callout[data-callout-fold="-"]').first
    expect(callout.locator(".callout-content").first).to_be_hidden()

    callout.locator("summary").first.click()
    expect(callout.locator(".callout-content").first).to_be_visible()
    callout.locator("summary").first.click()

    expect(callout.locator(".callout-content").first).to_be_hidden()


def test_click_on_a_node_of_the_graph_opens_its_note(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address + "-/graph/")
    page.locator(".napkin-graph[data-state=still]").wait_for()
    title, x, y = page.evaluate(
        """() => {
          const { graph, renderer, canvas } = document.querySelector(".napkin-graph").napkinPicture;
          const notes = graph.filterNodes((name, data) => !data.unresolved);
          const node = notes.sort((a, b) => graph.degree(b) - graph.degree(a))[0];
          const place = renderer.graphToViewport(graph.getNodeAttributes(node));
          const box = canvas.getBoundingClientRect();
          return [graph.getNodeAttribute(node, "label"), box.left + place.x, box.top + place.y];
        }"""
    )

    page.mouse.move(x, y)
    page.mouse.click(x, y)

    page.wait_for_url(lambda url: "/-/graph/" not in url)
    expect(page.locator("h1").first).to_have_text(title)


def test_graph_finds_a_note_by_name_and_colours_by_tag(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address + "-/graph/")
    page.locator(".napkin-graph[data-state=still]").wait_for()

    page.locator(".napkin-graph-panel select").select_option("tag")
    expect(page.locator(".napkin-graph-legend li").first).to_contain_text("#")
    page.locator(".napkin-graph-panel input[type=search]").fill("quince")
    page.keyboard.press("Enter")

    expect(page.locator("h1").first).to_have_text("Quince")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "Plants/",
        "Plants/Tomato/",
        "-/tags/",
        "-/graph/",
        "Syntax+tour/Ways+to+embed/",
        "Syntax+tour/Lists,+jobs+and+tables/",
        "Syntax+tour/Code,+diagrams,+formulas/",
        "Syntax+tour/Text+and+breaks/",
    ],
)
def test_no_page_is_wider_than_a_phone(read: Callable[..., Reader], site: Site, url: str) -> None:
    page = read(**PHONE).open(site.address + url)
    page.wait_for_load_state("networkidle")

    widest = page.evaluate("document.documentElement.scrollWidth")

    assert widest <= 390


def test_drawer_on_a_phone_shows_the_tree_of_all_notes(read: Callable[..., Reader], site: Site) -> None:
    page = read(**PHONE).open(site.address + "Plants/Tomato/")

    page.locator("label.napkin-menu").click()
    page.locator("[data-napkin-tree]").click()
    current = page.locator(".napkin-tree [aria-current=page]")
    expect(current).to_have_text("Tomato")
    page.locator(".napkin-tree input").fill("green")
    page.locator(".napkin-tree a", has_text="Greenhouse").first.click()

    expect(page.locator("h1").first).to_have_text("Greenhouse")


def brightness(page_colour: str) -> float:
    """Give the mean of the red, green and blue of a computed colour, from 0 to 255."""
    return sum(float(value) for value in re.findall(r"[\d.]+", page_colour)[:3]) / 3


BACKGROUND = "getComputedStyle(document.body).backgroundColor"


def test_page_is_dark_where_the_system_is(read: Callable[..., Reader], site: Site) -> None:
    light = read(color_scheme="light").open(site.address).evaluate(BACKGROUND)
    dark = read(color_scheme="dark").open(site.address).evaluate(BACKGROUND)

    assert brightness(dark) < 60
    assert brightness(light) > 200


def test_chosen_colours_stay_on_the_next_page(read: Callable[..., Reader], site: Site) -> None:
    page = read(color_scheme="light").open(site.address)
    for _ in range(2):
        page.locator("[data-napkin-scheme]").click()
    assert brightness(page.evaluate(BACKGROUND)) < 60

    page.goto(site.address + "Plants/Tomato/")

    assert brightness(page.evaluate(BACKGROUND)) < 60
    expect(page.locator("[data-napkin-scheme]")).to_have_attribute("title", "Colours: dark")


def test_formulas_and_diagrams_are_drawn(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address + "Syntax+tour/Code,+diagrams,+formulas/")

    expect(page.locator(".math.is-rendered .katex").first).to_be_visible()
    expect(page.locator("pre.mermaid.is-rendered svg").first).to_be_visible()


def test_pages_without_formulas_load_no_heavy_script(read: Callable[..., Reader], site: Site) -> None:
    reader = read()
    page = reader.open(site.address + "People/J%C3%BCrgen+M%C3%B6ller/")
    page.wait_for_load_state("networkidle")

    scripts = {url.rpartition("/")[2].partition("?")[0] for url in reader.requests if ".js" in url}

    assert scripts == {"napkin.js"}


def test_code_is_copied_by_its_button(read: Callable[..., Reader], site: Site) -> None:
    page = read(permissions=["clipboard-read", "clipboard-write"]).open(
        site.address + "Syntax+tour/Code,+diagrams,+formulas/"
    )
    block = page.locator(".highlight").first

    block.hover()
    block.locator(".napkin-copy").click()

    expect(block.locator(".napkin-copy")).to_have_class(re.compile("is-done"))
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == block.locator("pre").inner_text().strip()


def test_preview_shows_the_target_of_a_link_the_pointer_rests_on(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address + "Plants/Tomato/")

    page.locator(".napkin-content a.internal-link", has_text="Greenhouse").first.hover()

    expect(page.locator(".napkin-preview-title")).to_have_text("Greenhouse")


def test_page_is_readable_without_scripts(read: Callable[..., Reader], site: Site) -> None:
    page = read(java_script_enabled=False).open(site.address + "Plants/Tomato/")

    expect(page.locator(".napkin-content")).to_be_visible()
    expect(page.locator("a.napkin-backlink").first).to_be_visible()


def test_site_is_readable_from_disk(read: Callable[..., Reader], site: Site) -> None:
    page = read(base_url="file://").open((site.folder / "index.html").as_uri())

    page.locator(".napkin-content a.internal-link", has_text="Greenhouse").first.click()

    page.wait_for_url("**/index.html")
    expect(page.locator("h1").first).to_have_text("Greenhouse")


def test_missing_page_is_dressed_at_any_depth(read: Callable[..., Reader], site: Site) -> None:
    text = (site.folder / "404.html").read_text(encoding="utf-8")

    assert not re.findall(r'(?:href|src)="\.\.?/', text), "relative addresses lead nowhere from an unknown place"


def test_first_view_weighs_little(read: Callable[..., Reader], site: Site) -> None:
    reader = read()
    page = reader.open(site.address + "Plants/Tomato/")
    page.wait_for_load_state("networkidle")

    theme = [url for url in reader.requests if "/-/assets/" in url]
    weight = sum((site.folder / url.removeprefix(site.address).partition("?")[0]).stat().st_size for url in theme)

    assert weight < 350_000
