"""Fill the page around a note from pieces, instead of running the template for every page.

Pages differ in little: how deep their URL is and which optional parts they have. That is a page's
shape. The template runs once a shape over a specimen whose values are markers; what comes out is
cut at the markers, and a page of that shape is those pieces joined with its own values. Nothing is
ever searched or replaced in a note's text. Lists are learnt from a specimen of two entries, so
every entry of a list must look alike (no `loop.first`): how the template writes them stays in the
template.
"""

import os
import re
from collections.abc import Callable, Sequence
from functools import cache

from napkin_site.builder.page_view import NavLink, PageView, TocItem
from napkin_site.core.paths import UrlPath, quote_url
from napkin_site.core.values import Value

Row = tuple[str, ...]
"""The values of one list entry, in the order of its fields."""

LIST_FIELDS: dict[str, tuple[str, ...]] = {
    "toc": ("level", "anchor", "title"),
    "breadcrumbs": ("href", "title"),
    "siblings": ("href", "title"),
    "names": ("key", "value"),
    "properties": ("key", "value"),
    "alternates": ("key", "value"),
}
"""The lists of a prepared page, each with the fields of its entries."""
TEXTS: tuple[str, ...] = (
    *("title", "description", "canonical", "edit_url", "parent_href", "parent_title"),
    *("previous_href", "previous_title", "next_href", "next_title"),
)
"""The single values of a prepared page, all escaped; an empty one leaves its part of the page out."""

ABSOLUTE_PAGE = "404.html"
"""The page shown at any address, whose URLs therefore start at the host's root."""


class PreparedPage(Value):
    """A `PageView` cut to what the template asks for: texts and lists of texts, all plain but the content."""

    url: str
    texts: tuple[str, ...]
    """In the order of `TEXTS`."""
    lists: tuple[tuple[Row, ...], ...]
    """In the order of `LIST_FIELDS`."""
    content: bytes
    features: tuple[str, ...]


class Shape(Value):
    """What two pages must share to be filled from the same pieces."""

    depth: int
    """How many folders deep the page is; -1 for the page whose URLs are absolute."""
    is_home: bool
    present: tuple[bool, ...]
    """Which texts, then which lists, are not empty."""
    features: tuple[str, ...]


def prepare(view: PageView, site_url: str) -> PreparedPage:
    """Turn a page view into the texts and lists the template shows.

    Args:
        view: the page.
        site_url: address of the site, ending in `/`; empty when it is not known, and then there is no canonical URL.
    """
    headings = flat_toc(view.toc)
    absolute = view.url == ABSOLUTE_PAGE
    texts = (
        view.title,
        view.description,
        site_url + quote_url(UrlPath(view.url)) if site_url and not absolute else "",
        view.edit_url,
        *_nav_heading(view),
        *_pair(view.previous),
        *_pair(view.next),
    )
    lists = (
        headings if len(headings) > 1 else (),
        tuple([(link.href, link.title) for link in view.breadcrumbs]),
        tuple([(link.href, link.title) for link in view.siblings]),
        tuple([pair for pair in view.meta if not _is_property(pair[0])]),
        tuple([pair for pair in view.meta if _is_property(pair[0])]),
        view.alternates,
    )
    return PreparedPage(url=view.url, texts=texts, lists=lists, content=view.content, features=view.features)


def shape_of(page: PreparedPage) -> Shape:
    """Say which pieces fit a page."""
    return Shape(
        depth=-1 if page.url == ABSOLUTE_PAGE else page.url.count("/"),
        is_home=page.url == "",
        present=(*map(bool, page.texts), *map(bool, page.lists)),
        features=page.features,
    )


def flat_toc(items: Sequence[TocItem]) -> tuple[Row, ...]:
    """List a table of contents as (level, anchor, title), the topmost level being 1."""
    above = min([item.level for item in items], default=1) - 1
    return tuple([(str(item.level - above), item.anchor.replace("%", "%25"), item.title) for item in items])


def _nav_heading(view: PageView) -> tuple[str, str]:
    """Say whose pages the local navigation lists: the folder's above, or the page's own when it is not among them."""
    if view.nav_heading is not None:
        return _pair(view.nav_heading)
    if not view.breadcrumbs:
        return ("", "")
    if view.siblings and all(link.href not in ("", "./") for link in view.siblings):
        return ("./", view.title)
    return _pair(view.breadcrumbs[-1])


def _pair(link: NavLink | None) -> tuple[str, str]:
    return (link.href, link.title) if link is not None else ("", "")


def _is_property(name: str) -> bool:
    return name.startswith(("og:", "article:", "profile:", "book:"))


class Filler:
    """The pieces of one shape."""

    def __init__(self, template: Callable[[PreparedPage], str], page: PreparedPage) -> None:
        """Learn the pieces.

        Args:
            template: runs the template over a prepared page.
            page: any page of the shape.

        Raises:
            ValueError: the template does not write all entries of a list alike.
        """
        self._pieces: list[bytes] = []
        self._texts: list[tuple[int, int]] = []
        self._lists: list[tuple[int, _ListWriter]] = []
        self._contents: list[int] = []
        self._learn(template, page)

    def fill(self, page: PreparedPage) -> bytes:
        """Give the HTML of a page of this shape, as UTF-8: what is the same on all pages is encoded once."""
        pieces = self._pieces.copy()
        plain = list(page.texts)
        for _, writer in self._lists:
            plain += writer.values(page)
        texts = escape_all(plain)
        for place, index in self._texts:
            pieces[place] = texts[index]
        start = len(page.texts)
        for place, writer in self._lists:
            stop = start + len(page.lists[writer.which]) * len(writer.fields)
            pieces[place] = writer.write(texts[start:stop])
            start = stop
        for place in self._contents:
            pieces[place] = page.content
        return b"".join(pieces)

    def _learn(self, template: Callable[[PreparedPage], str], page: PreparedPage) -> None:
        key, marker = _markers()
        cut = marker.split(template(_specimen(page, key)))
        self._pieces.append(encode(cut[0]))
        place = 1
        while place < len(cut):
            name = cut[place]
            here = len(self._pieces)
            if name[0] == "l":
                writer, place = _learn_list(cut, place)
                self._lists.append((here, writer))
            elif name[0] == "t":
                self._texts.append((here, int(name[1:])))
                place += 2
            else:
                self._contents.append(here)
                place += 2
            self._pieces += [b"", encode(cut[place - 1])]


@cache
def _markers() -> tuple[str, re.Pattern[str]]:
    """Make up what every marker begins with, which no template or setting can hold, and the pattern of markers."""
    key = os.urandom(12).hex()
    return key, re.compile(f"{key}(t[0-9]+|c|l[0-9]+e[01]f[0-9]+)z")


def encode(html: str) -> bytes:
    """Encode HTML; halves of surrogate pairs, which YAML can spell, become question marks."""
    return html.encode("utf-8", "replace")


SHELL_QUOTES = (b"&quot;", b"&#x27;")
"""A double and a single quote as `html.escape` writes them."""
CONTENT_QUOTES = (b"&#34;", b"&#39;")
"""The same as Jinja writes them."""


def escape_all(texts: Sequence[str], quotes: tuple[bytes, bytes] = SHELL_QUOTES) -> Sequence[bytes]:
    """Escape each text and encode it: all in one go, since the calls themselves cost most."""
    escaped = _escape("\0".join(texts), quotes).split(b"\0")
    return escaped if len(escaped) == len(texts) else [_escape(text, quotes) for text in texts]


def _escape(text: str, quotes: tuple[bytes, bytes]) -> bytes:
    """Encode first: bytes are quicker to look through than text that is not ASCII."""
    html = encode(text).replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b">", b"&gt;")
    return html.replace(b'"', quotes[0]).replace(b"'", quotes[1])


class _ListWriter(Value):
    """How the template writes one list."""

    which: int
    """The list's place in `LIST_FIELDS`."""
    fields: tuple[int, ...]
    """The fields of an entry in the order they are written."""
    entry: bytes
    """An entry from its first field to its last, as a `%` format."""
    separator: bytes
    """From one entry's last field to the next one's first, as a `%` format."""

    def values(self, page: PreparedPage) -> list[str]:
        """List what stands in the entries of a page, in the order it is written."""
        fields = self.fields
        return [row[field] for row in page.lists[self.which] for field in fields]

    def write(self, values: Sequence[bytes]) -> bytes:
        """Give all entries, from the first field of the first to the last field of the last; `values` are escaped."""
        return self.separator.join([self.entry] * (len(values) // len(self.fields))) % tuple(values)


def _specimen(page: PreparedPage, key: str) -> PreparedPage:
    """Make the page that has a marker wherever `page` has a value, and two entries in each list it has."""
    texts = tuple(f"{key}t{index}z" if text else "" for index, text in enumerate(page.texts))
    lists = tuple(
        tuple(tuple(f"{key}l{index}e{entry}f{field}z" for field in range(len(fields))) for entry in range(2))
        if page.lists[index]
        else ()
        for index, fields in enumerate(LIST_FIELDS.values())
    )
    return PreparedPage(url=page.url, texts=texts, lists=lists, content=f"{key}cz".encode(), features=page.features)


def _learn_list(cut: Sequence[str], start: int) -> tuple[_ListWriter, int]:
    """Learn a list from its two specimen entries, the first field of which is the marker `cut[start]`.

    Returns:
        What writes the list, and the place in `cut` of the first marker after it.
    """
    which = _field(cut[start])[0]
    fields: list[list[int]] = [[], []]
    texts: list[list[str]] = [[], []]
    place = start
    while place < len(cut) and cut[place][0] == "l" and _field(cut[place])[0] == which:
        _, entry, field = _field(cut[place])
        if entry == 0 and fields[1]:
            break
        fields[entry].append(field)
        texts[entry].append(cut[place + 1])
        place += 2
    if fields[0] != fields[1] or texts[0][:-1] != texts[1][:-1]:
        raise ValueError(f"the template must write every entry of the list {list(LIST_FIELDS)[which]!r} alike")
    entry_format = "%s" + "".join(text.replace("%", "%%") + "%s" for text in texts[0][:-1])
    writer = _ListWriter(
        which=which,
        fields=tuple(fields[0]),
        entry=encode(entry_format),
        separator=encode(texts[0][-1].replace("%", "%%")),
    )
    return writer, place


def _field(marker: str) -> tuple[int, int, int]:
    """Read `l2e1f0`: list, entry, field."""
    which, _, rest = marker[1:].partition("e")
    entry, _, field = rest.partition("f")
    return int(which), int(entry), int(field)
