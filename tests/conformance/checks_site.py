"""Expectations about a note's properties and tags, its page's metadata, and the site around it."""

import re
from typing import Any

from napkin_site.core.model import Note
from napkin_site.core.paths import UrlPath, quote_url, vault_path
from tests.conformance.cases import Expectation
from tests.conformance.page_text import visible_text
from tests.conformance.view import Exported, PageOnDisk, attribute


def tag(page: PageOnDisk, expect: Expectation) -> str:
    shown = [visible_text(found) for found in page.content.select(".tag")]
    return "" if f"#{expect['name']}" in shown else f"tags are {shown}"


def tag_count(page: PageOnDisk, expect: Expectation) -> str:
    found = len(page.content.select(".tag"))
    return "" if found == expect["n"] else f"there are {found}"


def css_classes(page: PageOnDisk, expect: Expectation) -> str:
    given = page.content.get_attribute_list("class")
    return "" if set(expect["classes"]) <= set(given) else f"classes are {given}"


def page_meta(page: PageOnDisk, expect: Expectation) -> str:
    name, wanted = expect["name"], expect["content"]
    metas = [found for found in page.shell.select("meta") if name in (found.get("name"), found.get("property"))]
    given = [attribute(found, "content") for found in metas]
    place = page.site.plan.urls.get(vault_path(wanted))
    if wanted in given or (place and any(content.endswith(quote_url(place)) for content in given)):
        return ""
    return f"content is {given}"


def page_tags(note: Note, expect: Expectation) -> str:
    given = sorted(tag.lower() for tag in note.tags)
    return "" if given == sorted(expect["tags"]) else f"tags are {given}"


def note_property(note: Note, expect: Expectation) -> str:
    given = [(found.type, _plain(found.value)) for found in note.properties if found.name == expect["name"]]
    is_bool = isinstance(expect["value"], bool)  # to Python, true is 1
    if any(
        kind == expect["type"] and value == expect["value"] and isinstance(value, bool) == is_bool
        for kind, value in given
    ):
        return ""
    return f"property is {given}"


def no_property(note: Note, expect: Expectation) -> str:
    given = [found.name for found in note.properties]
    return f"properties are {given}" if expect["name"] in given else ""


def frontmatter_error(note: Note, _: Expectation) -> str:
    return "" if note.facts.properties_error else "no error was found"


def site_page(site: Exported, expect: Expectation) -> str:
    path = vault_path(expect["path"])
    is_there = site.page_of(path) is not None
    if expect["published"]:
        return "" if is_there else "it has no page"
    traces = [file for file in site.output.rglob("*.html") if f'data-path="{path}"' in file.read_text("utf-8")]
    return f"it is on the site: {traces}" if is_there or traces else ""


def site_url(site: Exported, expect: Expectation) -> str:
    url = site.plan.urls.get(vault_path(expect["path"]))
    if url is None or not site.file(url).is_file():
        return "it has no page"
    return "" if url.strip("/") == expect["url"].strip("/") else f"its address is {url!r}"


def site_redirect(site: Exported, expect: Expectation) -> str:
    url = UrlPath(expect["from"].strip("/") + "/")
    file = site.file(url)
    if not file.is_file():
        return "nothing stands there"
    page = PageOnDisk(site, url)
    refresh = page.shell.select_one('meta[http-equiv="refresh" i]')
    goal = re.search(r"url\s*=\s*['\"]?([^'\"]*)", attribute(refresh, "content"), re.IGNORECASE) if refresh else None
    if goal is None:
        return "that page does not redirect"
    target = page.follow(goal[1])[0]
    return "" if target == vault_path(expect["to"]) else f"it leads to {target}"


def site_file(site: Exported, expect: Expectation) -> str:
    """Check a file of the output by its path: whether it is there, and what its text holds or lacks."""
    file = site.output / expect["path"]
    if not expect.get("exists", True):
        return "it is there" if file.exists() else ""
    if not file.is_file():
        return "it is not there"
    text = file.read_text(encoding="utf-8", errors="replace")
    if expect.get("contains", "") not in text:
        return f"it holds {text[:500]!r}"
    unwanted = expect.get("not_contains")
    return "that is in it" if unwanted is not None and unwanted in text else ""


def backlinks(site: Exported, expect: Expectation) -> str:
    page = site.page_of(expect["page"])
    if page is None:
        return "it has no page"
    links = page.shell.select("a.napkin-backlink")
    found = {source for link in links if (source := page.follow(attribute(link, "href"))[0]) is not None}
    return "" if found == set(map(vault_path, expect["from"])) else f"linked from {sorted(found)}"


def _plain(value: Any) -> Any:
    """Turn frozen values back into what JSON has."""
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return value
