"""Reading HTML as a person does: the visible text of a part of a page."""

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PreformattedString

_HIDDEN = frozenset({"script", "style", "template"})
_BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "details", "dialog", "div", "fieldset", "figcaption"),
        *("figure", "footer", "form", "header", "hr", "html", "main", "nav", "p", "pre", "section", "summary"),
        *("dd", "dl", "dt", "li", "ol", "ul", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("table", "tbody", "td", "tfoot", "th", "thead", "tr"),
    }
)
"""Elements with white space at their edges."""
_CHROME = ".embed-source, .footnote-backref"
"""Things to click that stand inside the content region without being part of the note."""


def parse_page(html: str) -> BeautifulSoup:
    """Parse a page."""
    return BeautifulSoup(html, "lxml")


def content_region(page: BeautifulSoup) -> Tag | None:
    """Take the rendered note out of its page, by itself; None when the page shows no note."""
    region = page.select_one(".napkin-content")
    if region is None:
        return None
    region.extract()
    for chrome in region.select(_CHROME):
        chrome.decompose()
    return region


def visible_text(element: Tag) -> str:
    """Give the text a reader sees, white space collapsed; math source is left out."""
    parts: list[str] = []
    _collect(element, parts)
    return " ".join("".join(parts).split())


def _collect(element: Tag, parts: list[str]) -> None:
    for child in element.children:
        if isinstance(child, PreformattedString):
            continue  # comments and the like
        if isinstance(child, NavigableString):
            parts.append(str(child))
        elif isinstance(child, Tag) and child.name not in _HIDDEN and "math" not in child.get_attribute_list("class"):
            is_block = child.name in _BLOCKS
            if is_block or child.name == "br":
                parts.append(" ")
            _collect(child, parts)
            if is_block:
                parts.append(" ")
