"""Expectations about text, structure and blocks of the rendered note."""

from copy import copy

from bs4 import Tag

from tests.conformance.cases import Expectation
from tests.conformance.page_text import visible_text
from tests.conformance.view import PageOnDisk, attribute


def contains(page: PageOnDisk, expect: Expectation) -> str:
    return "" if expect["text"] in str(page.content) else f"no {expect['text']!r} in {page.content}"


def not_contains(page: PageOnDisk, expect: Expectation) -> str:
    return f"{expect['text']!r} is in {page.content}" if expect["text"] in str(page.content) else ""


def visible_text_contains(page: PageOnDisk, expect: Expectation) -> str:
    return "" if expect["text"] in page.text else f"no {expect['text']!r} in {page.text!r}"


def visible_text_not_contains(page: PageOnDisk, expect: Expectation) -> str:
    return f"{expect['text']!r} is in {page.text!r}" if expect["text"] in page.text else ""


def visible_text_equals(page: PageOnDisk, expect: Expectation) -> str:
    return "" if expect["text"] == page.text else f"text is {page.text!r}"


def selector_text(page: PageOnDisk, expect: Expectation) -> str:
    found = page.content.select(expect["selector"])
    nth = expect.get("nth", 0)
    if nth >= len(found):
        return f"{len(found)} matches of {expect['selector']!r}"
    text = visible_text(found[nth])
    return "" if text == expect["text"] else f"text is {text!r}"


def selector_count(page: PageOnDisk, expect: Expectation) -> str:
    found = len(page.content.select(expect["selector"]))
    return "" if found == expect["n"] else f"{found} matches of {expect['selector']!r}"


def heading(page: PageOnDisk, expect: Expectation) -> str:
    texts = [visible_text(found) for found in page.content.select(f"h{expect['level']}")]
    return "" if expect["text"] in texts else f"level {expect['level']} has {texts}"


def code_block(page: PageOnDisk, expect: Expectation) -> str:
    blocks = [(_language(code), code.get_text()) for code in page.content.select("pre > code")]
    wanted = [(expect["lang"], expect["text"] + ending) for ending in ("", "\n")]
    return "" if any(block in wanted for block in blocks) else f"blocks are {blocks}"


def mermaid(page: PageOnDisk, expect: Expectation) -> str:
    sources = [found.get_text().strip("\n") for found in page.content.select("pre.mermaid")]
    return "" if expect["text"].strip("\n") in sources else f"diagrams are {sources}"


def math(page: PageOnDisk, expect: Expectation) -> str:
    nodes = [
        (found.get_text().strip(), "math-display" in attribute(found, "class"))
        for found in page.content.select(".math")
    ]
    return "" if (expect["tex"].strip(), expect["display"]) in nodes else f"math is {nodes}"


def math_count(page: PageOnDisk, expect: Expectation) -> str:
    return _count(page, ".math", expect)


def footnote(page: PageOnDisk, expect: Expectation) -> str:
    notes = [(attribute(item, "value"), visible_text(item)) for item in page.content.select(".footnotes > ol > li")]
    return "" if (str(expect["n"]), expect["text"]) in notes else f"notes are {notes}"


def footnote_ref(page: PageOnDisk, expect: Expectation) -> str:
    shown = [visible_text(found) for found in page.content.select("sup.footnote-ref")]
    return "" if shown.count(str(expect["n"])) == expect["count"] else f"references show {shown}"


def footnote_count(page: PageOnDisk, expect: Expectation) -> str:
    return _count(page, ".footnotes > ol > li", expect)


def task(page: PageOnDisk, expect: Expectation) -> str:
    tasks = []
    for item in page.content.select("li.task-list-item"):
        box = item.select_one("input.task-list-item-checkbox")
        checked = box is not None and box.has_attr("checked")
        tasks.append((own_text(item), checked, item.get("data-task")))
    return "" if (expect["text"], expect["checked"], expect["char"]) in tasks else f"tasks are {tasks}"


def task_count(page: PageOnDisk, expect: Expectation) -> str:
    return _count(page, "li.task-list-item", expect)


def callout(page: PageOnDisk, expect: Expectation) -> str:
    seen = []
    for found in page.content.select(".callout"):
        facts = _callout_facts(found)
        body = str(facts["body"])
        is_same = all(facts[name] == expect[name] for name in _CALLOUT_FACTS if name in expect)
        if is_same and expect.get("body", "") in body and not ("not_body" in expect and expect["not_body"] in body):
            return ""
        seen.append(facts)
    return f"callouts are {seen}"


def callout_count(page: PageOnDisk, expect: Expectation) -> str:
    return _count(page, ".callout", expect)


def own_text(item: Tag) -> str:
    """Give a list item's own text, without the lists inside it."""
    own = copy(item)
    for inner in own.find_all(["ul", "ol"]):
        inner.decompose()
    return visible_text(own)


_CALLOUT_FACTS = ("type", "title", "folded", "style", "metadata", "depth")


def _callout_facts(found: Tag) -> dict[str, object]:
    title = found.select_one(":scope > .callout-title .callout-title-inner")
    body = found.select_one(":scope > .callout-content")
    return {
        "type": found.get("data-callout"),
        "title": visible_text(title) if title is not None else "",
        "folded": None if found.name != "details" else not found.has_attr("open"),
        "style": found.get("data-callout-style"),
        "metadata": found.get("data-callout-metadata"),
        "depth": 1 + len(found.find_parents(class_="callout")),
        "body": visible_text(body) if body is not None else "",
    }


def _language(code: Tag) -> str | None:
    names = [name for name in code.get_attribute_list("class") if name and name.startswith("language-")]
    return names[0].removeprefix("language-") if names else None


def _count(page: PageOnDisk, selector: str, expect: Expectation) -> str:
    found = len(page.content.select(selector))
    return "" if found == expect["n"] else f"there are {found}"
