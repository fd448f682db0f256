"""How pages look and are worked without a mouse: on the example site, and on a few notes made to be awkward."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from napkin_site.builder.site import build_site
from tests.browser.conftest import Reader, Site

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LONG = "a_name_without_any_space_that_goes_on_and_on_and_on_and_on_and_on_and_on"
SHOWN = (
    "",
    "Plants/Tomato/",
    "-/tags/",
    "-/graph/",
    "Syntax+tour/A+box+of+callouts/",
    "Syntax+tour/Code,+diagrams,+formulas/",
    "Syntax+tour/Lists,+jobs+and+tables/",
    "Syntax+tour/Ways+to+embed/",
)
"""Pages of the example that between them have nearly every kind of text."""
NOTES = {
    "Awkward.md": f"""# Awkward

| `napkin_site.builder.questions.page_links` | what it is | default |
|---|---|---|
| `site.show_properties` | a cell with enough prose in it to make the table want more room than there is | `visible` |

| one | two |
|---|---|
| 1 | 2 |

| three | four |
|---|---|
| 3 | 4 |

- [ ] job
- plain

1. [ ] first
2. [x] second

{LONG}

```diff
- gone
+ come
```

```mermaid
flowchart LR
  A[Direction] --> B[Nowhere] --> C[Direction]
  class A,B internal-link
```

```mermaid
no diagram at all
```
""",
    "Direction.md": "---\nrating: 3\n---\n# Direction\n\nنص عربي مع [[Awkward]].\n\n- عنصر\n- [ ] مهمة\n\nEnglish.\n",
    f"{LONG}.md": f"[[{LONG}]]\n",
}


@pytest.fixture(scope="module")
def awkward(site: Site, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Build the awkward notes beside the example, and give their address."""
    vault = tmp_path_factory.mktemp("awkward")
    for name, text in NOTES.items():
        (vault / name).write_text(text, encoding="utf-8")
    build_site(vault, site.folder.parent / "awkward", state_dir=tmp_path_factory.mktemp("state"))
    return site.address.rsplit("/", 2)[0] + "/awkward/"


def corners(element: Locator) -> tuple[float, float, float, float]:
    """Give left, top, right and bottom of an element, in CSS pixels."""
    box = element.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(read: Callable[..., Reader], site: Site, scheme: str) -> None:
    reader = read(color_scheme=scheme)
    program = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
    weak: dict[str, list[str]] = {}

    for url in SHOWN:
        page = reader.open(site.address + url)
        page.wait_for_load_state("networkidle")
        weak[url] = page.evaluate(program[program.index("() =>") :])

    assert weak == {url: [] for url in SHOWN}


def test_code_in_a_table_is_not_cut_within_a_word(read: Callable[..., Reader], awkward: str) -> None:
    page = read(base_url=awkward).open(awkward + "Awkward/")

    heights = page.locator(".napkin-content table code").evaluate_all(
        "(all) => all.map((one) => one.getClientRects().length)"
    )

    assert heights == [1] * len(heights)


def test_tables_stand_below_each_other(read: Callable[..., Reader], awkward: str) -> None:
    page = read(base_url=awkward).open(awkward + "Awkward/")
    tables = page.locator(".napkin-content table")

    assert corners(tables.nth(2))[1] > corners(tables.nth(1))[3]


def test_jobs_keep_their_number_and_plain_items_their_bullet(read: Callable[..., Reader], awkward: str) -> None:
    page = read(base_url=awkward).open(awkward + "Awkward/")
    signs = page.locator(".napkin-content li").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).listStyleType)"
    )

    assert signs == ["none", "disc", "decimal", "decimal"]


def test_lines_added_and_removed_have_colours_of_their_own(read: Callable[..., Reader], awkward: str) -> None:
    page = read(base_url=awkward).open(awkward + "Awkward/")
    colours = [
        page.locator(f".highlight .{kind}").first.evaluate("(one) => getComputedStyle(one).backgroundColor")
        for kind in ("gd", "gi")
    ]

    assert len({*colours, "rgba(0, 0, 0, 0)"}) == 3


def test_node_of_a_diagram_links_to_the_note_it_names(read: Callable[..., Reader], awkward: str) -> None:
    page = read(base_url=awkward).open(awkward + "Awkward/")
    links = page.locator("pre.mermaid a")
    expect(links).to_have_count(1)

    links.first.focus()
    page.keyboard.press("Enter")

    page.wait_for_url("**/Direction/")


def test_diagram_that_cannot_be_drawn_says_so_below_its_source(read: Callable[..., Reader], awkward: str) -> None:
    page = read(base_url=awkward).open(awkward + "Awkward/")

    expect(page.locator(".napkin-diagram-error")).to_contain_text("cannot be drawn")
    expect(page.locator("pre.mermaid").last).to_contain_text("no diagram at all")


def test_blocks_read_in_the_direction_of_their_first_letter(read: Callable[..., Reader], awkward: str) -> None:
    page = read(base_url=awkward).open(awkward + "Direction/")
    blocks = page.locator(".napkin-content > :is(p, ul)")

    directions = blocks.evaluate_all("(all) => all.map((one) => getComputedStyle(one).direction)")

    assert directions == ["rtl", "rtl", "ltr"]
    box, item = page.locator(".task-list-item-checkbox"), page.locator(".task-list-item")
    assert corners(box)[0] > (corners(item)[0] + corners(item)[2]) / 2


def test_title_that_the_note_repeats_is_seen_once_above_its_properties(
    read: Callable[..., Reader], awkward: str
) -> None:
    page = read(base_url=awkward).open(awkward + "Direction/")
    title, repeated = page.locator(".napkin-title"), page.locator(".napkin-content > h1")

    expect(title).to_be_visible()
    assert corners(title)[3] < corners(page.locator(".napkin-properties"))[1]
    assert corners(repeated)[2] - corners(repeated)[0] <= 1
    expect(page.locator("h1")).to_have_count(1)


@pytest.mark.parametrize("url", ["Awkward/", "Direction/", f"{LONG}/", ""])
def test_awkward_page_is_no_wider_than_a_phone(read: Callable[..., Reader], awkward: str, url: str) -> None:
    page = read(base_url=awkward, **PHONE).open(awkward + url)
    page.wait_for_load_state("networkidle")

    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_preview_stays_as_it_is_while_the_pointer_moves_over_the_link(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address + "Plants/Tomato/")
    link = page.locator(".napkin-content a.internal-link", has_text="Greenhouse").first
    link.hover()
    page.locator(".napkin-preview").evaluate("(box) => { box.id = 'first'; }")
    left, top, _, bottom = corners(link)

    for step in range(6):
        page.mouse.move(left + 3 + step * 4, (top + bottom) / 2)
        page.wait_for_timeout(120)

    expect(page.locator("#first")).to_be_visible()
    expect(page.locator(".napkin-preview")).to_have_count(1)


def test_first_key_offers_to_skip_to_the_content(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address + "Plants/Tomato/")

    page.keyboard.press("Tab")
    expect(page.locator(".md-skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")

    assert page.evaluate("document.activeElement.closest('article') !== null")


def test_keyboard_stays_in_the_search_dialog_until_it_closes(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address)
    page.keyboard.press("/")
    expect(page.locator(".napkin-search-input")).to_be_focused()

    for _ in range(5):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || document.activeElement.closest('dialog') !== null"
        )


def test_drawer_takes_the_keyboard_and_closes_when_it_leaves(read: Callable[..., Reader], site: Site) -> None:
    page = read(**PHONE).open(site.address + "Plants/Tomato/")
    menu, drawer = page.locator("label.napkin-menu"), page.locator(".md-sidebar--primary")

    menu.focus()
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("aria-expanded", "true")
    assert drawer.evaluate("(one) => one.contains(document.activeElement)")
    page.locator(".md-content a").first.focus()

    expect(menu).to_have_attribute("aria-expanded", "false")


def test_nothing_moves_for_readers_who_want_it_still(read: Callable[..., Reader], site: Site) -> None:
    page = read(reduced_motion="reduce").open(site.address + "Plants/Tomato/")

    moving = page.evaluate(
        """() => [...document.querySelectorAll("*")].filter((one) => {
          const style = getComputedStyle(one);
          return style.transitionDuration.split(", ").some((time) => time !== "0s") || style.animationName !== "none";
        }).map((one) => one.className)"""
    )

    assert moving == []


def test_long_index_of_tags_can_be_filtered(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address + "-/tags/")

    page.locator(".napkin-filter").fill("#fungus")

    expect(page.locator(".napkin-tag-tree .tag:visible")).to_have_text(["#pest", "#fungus"])


def test_search_in_the_graph_lists_notes_as_links(read: Callable[..., Reader], site: Site) -> None:
    page = read().open(site.address + "-/graph/")
    page.locator(".napkin-graph[data-state=still]").wait_for()

    page.locator(".napkin-graph-panel input[type=search]").fill("broad bean")
    found = page.locator(".napkin-graph-found a")
    expect(found.first).to_contain_text("Broad bean")
    page.keyboard.press("Tab")
    expect(found.first).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator("h1").first).to_have_text("Broad bean")


def test_missing_page_offers_search(site: Site) -> None:
    assert 'class="napkin-button" data-napkin-search' in (site.folder / "404.html").read_text(encoding="utf-8")
