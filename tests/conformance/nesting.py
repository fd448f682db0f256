"""Whether HTML nests as browsers keep it: no block inside a paragraph, no link inside a link, every tag closed."""

from html.parser import HTMLParser

_BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "details", "div", "dl", "fieldset", "figure", "footer", "form"),
        *(
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "header",
            "hr",
            "main",
            "nav",
            "ol",
            "p",
            "pre",
            "section",
            "table",
            "ul",
        ),
    }
)
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)


def nesting_faults(html: str) -> list[str]:
    """List what a browser would rearrange, with line and column."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.faults + [f"<{name}> is never closed" for name in reader.open_tags]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open_tags: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS and "p" in self.open_tags:
            self.faults.append(f"<{tag}> inside <p> at {self.getpos()}")
        if tag == "a" and "a" in self.open_tags:
            self.faults.append(f"<a> inside <a> at {self.getpos()}")
        if tag not in _VOID:
            self.open_tags.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        if self.open_tags and self.open_tags[-1] == tag:
            self.open_tags.pop()
        else:
            self.faults.append(f"</{tag}> closes {self.open_tags[-1:]} at {self.getpos()}")
