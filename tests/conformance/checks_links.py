"""Expectations about links, embeds and media: references are followed to the exported files."""

import re
from collections.abc import Iterable
from urllib.parse import unquote

from bs4 import Tag

from napkin_site.core.paths import VaultPath, name_of, vault_path
from tests.conformance.cases import Expectation
from tests.conformance.page_text import visible_text
from tests.conformance.view import PageOnDisk, attribute

_HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]


def link_target(page: PageOnDisk, expect: Expectation) -> str:
    wanted = [link for link in page.content.select("a") if visible_text(link) == expect["text"]]
    hrefs = [attribute(link, "href") for link in wanted]
    target = expect["target"]
    if target is None:
        if expect["text"] not in page.text:
            return f"no {expect['text']!r} in {page.text!r}"
        working = [href for href in hrefs if href and page.follow(href)[0] is not None]
        return f"leads to {working}" if working else ""
    if expect.get("external"):
        return "" if any(target in (href, unquote(href)) for href in hrefs) else f"leads to {hrefs}"
    for href in hrefs:
        if href and page.leads_to(href, target):
            why = _wrong_fragment(page, href, expect.get("fragment"))
            if not why:
                return ""
            hrefs.append(why)
    return f"leads to {hrefs}"


def link_count(page: PageOnDisk, expect: Expectation) -> str:
    found = sum(page.leads_to(link.get("href"), expect["target"]) for link in page.links())
    return "" if found == expect["n"] else f"there are {found}"


def embed(page: PageOnDisk, expect: Expectation) -> str:
    found = [element for element in page.content.select(".internal-embed") if _shows(page, element, expect["source"])]
    if "nth" in expect:
        found = found[expect["nth"] : expect["nth"] + 1]
    texts = [visible_text(element) for element in found]
    wanted, unwanted = expect.get("text", ""), expect.get("not_text")
    if any(wanted in text and (unwanted is None or unwanted not in text) for text in texts):
        return ""
    return f"embeds of it show {texts}"


def embed_missing(page: PageOnDisk, expect: Expectation) -> str:
    boxes = [visible_text(box) for box in page.content.select(".internal-embed.is-missing")]
    if not any(expect["name"] in text for text in boxes):
        return f"placeholders are {boxes}"
    shown = [attribute(element, "data-embed") for element in page.content.select("[data-embed]")]
    wrong = [path for path in shown if name_of(VaultPath(path)) == expect["name"]]
    return f"{wrong} is embedded" if wrong else ""


def image(page: PageOnDisk, expect: Expectation) -> str:
    seen = []
    for found in page.content.select("img"):
        source = attribute(found, "src")
        path, fragment = page.follow(source)
        facts = {
            "source": path or source,
            "width": _pixels(found, "width"),
            "height": _pixels(found, "height"),
            "alt": attribute(found, "alt"),
            "fragment": fragment,
        }
        if all(facts[name] == value for name, value in expect.items() if name in facts):
            return ""
        seen.append(facts)
    return f"images are {seen}"


def media(page: PageOnDisk, expect: Expectation) -> str:
    selector = "iframe.pdf-embed, object.pdf-embed" if expect["media"] == "pdf" else str(expect["media"])
    seen = []
    for found in page.content.select(selector):
        references = [attribute(part, name) for part in (found, *found.select("source")) for name in ("src", "data")]
        for reference in filter(None, references):
            path, fragment = page.follow(reference)
            number = re.search(r"(?:^|&)page=(\d+)", fragment)
            facts = {
                "source": path,
                "page": int(number[1]) if number else None,
                "height": _pixels(found, "height"),
            }
            if all(facts[name] == value for name, value in expect.items() if name in facts):
                return ""
            seen.append(facts)
    return f"players are {seen}"


def web_embed(page: PageOnDisk, expect: Expectation) -> str:
    boxes = page.content.select(f'.remote-embed[data-provider="{expect["provider"]}"]')
    addresses = [attribute(box, "data-src") for box in boxes]
    addresses += [attribute(link, "href") for box in boxes for link in box.select("a")]
    if any(expect["url_contains"] in address for address in addresses):
        return ""
    return f"boxes lead to {addresses}"


def _shows(page: PageOnDisk, element: Tag, source: str) -> bool:
    if attribute(element, "data-embed") == vault_path(source):
        return True
    parts: Iterable[Tag] = (element, *element.find_all("source", recursive=False))
    names = ("src", "data", "href") if element.name == "a" else ("src", "data")
    return any(page.leads_to(part.get(name), source) for part in parts for name in names)


def _wrong_fragment(page: PageOnDisk, href: str, fragment: str | None) -> str:
    """Say why a link's fragment is not the wanted one; empty when it is."""
    if fragment is None:
        return ""
    path, found = page.follow(href)
    if path is None or path not in page.site.vault.notes:
        return "" if found == fragment else f"fragment is {found!r}"
    target = page.site.page_of(path)
    place = target.content.find(id=found) if target is not None and found else None
    if not isinstance(place, Tag):
        return f"no id {found!r} on the page of {path}"
    if fragment.startswith("^"):
        return "" if found.lower() == fragment.lower() else f"id is {found!r}"
    # A heading's text may itself hold a `#`, so the whole is tried before it is cut into outer and inner.
    chain = _heading_chain(place)
    if chain and (chain[-1] == fragment or _lies_under(fragment.split("#"), chain)):
        return ""
    return f"id {found!r} stands at {chain}"


def _heading_chain(place: Tag) -> list[str]:
    """Give the texts of the headings a heading lies under, outermost first, and its own last."""
    if place.name not in _HEADINGS:
        return []
    chain = [visible_text(place)]
    level = int(place.name[1])
    for above in place.find_all_previous(_HEADINGS):
        if int(above.name[1]) < level:
            level = int(above.name[1])
            chain.append(visible_text(above))
    return chain[::-1]


def _lies_under(parts: list[str], chain: list[str]) -> bool:
    rest = iter(chain)
    return parts[-1] == chain[-1] and all(part in rest for part in parts)


def _pixels(element: Tag, name: str) -> int | None:
    value = attribute(element, name)
    if value.isdecimal():
        return int(value)
    styled = re.search(rf"(?:^|[;\s]){name}:\s*(\d+)px", attribute(element, "style"))
    return int(styled[1]) if styled else None
