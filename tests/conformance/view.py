"""An exported page as the checks see it: its content region, and where its links lead."""

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import BeautifulSoup, Tag

from napkin_site.builder.planning.site_plan import SitePlan
from napkin_site.core.model import Vault
from napkin_site.core.paths import UrlPath, VaultPath, is_page, vault_path
from tests.conformance.page_text import content_region, parse_page, visible_text

_ORIGIN = "https://site.invalid/"


class Exported:
    """A finished site on disk, with the vault and plan it was made from."""

    def __init__(self, output: Path, vault: Vault, plan: SitePlan) -> None:
        self.output = output
        self.vault = vault
        self.plan = plan
        self._pages: dict[UrlPath, PageOnDisk] = {}
        self._sources: dict[UrlPath, VaultPath] = {url: path for path, url in plan.copies.items()}
        self._sources.update({url: path for path, url in plan.urls.items()})

    def file(self, url: UrlPath) -> Path:
        """Give the output file that a web server would send for an address."""
        return self.output / (url + "index.html" if is_page(url) else url)

    def source_of(self, url: UrlPath) -> VaultPath | None:
        """Give the vault file that stands at an address; None for generated pages and empty places."""
        path = self._sources.get(url)
        return path if path is not None and self.file(url).is_file() else None

    def page(self, url: UrlPath) -> "PageOnDisk":
        """Read a page."""
        found = self._pages.get(url)
        if found is None:
            found = self._pages[url] = PageOnDisk(self, url)
        return found

    def page_of(self, path: str) -> "PageOnDisk | None":
        """Read the page of a note; None when it has none."""
        url = self.plan.urls.get(vault_path(path))
        return None if url is None or not self.file(url).is_file() else self.page(url)


class PageOnDisk:
    """One page of the output."""

    def __init__(self, site: Exported, url: UrlPath) -> None:
        self.site = site
        self.url = url
        self.html = site.file(url).read_text(encoding="utf-8")
        self.shell: BeautifulSoup = parse_page(self.html)
        """The page around the note; the note itself is taken out."""
        self.content: Tag = content_region(self.shell) or Tag(name="div")
        """The rendered note alone."""

    @property
    def content_html(self) -> str:
        """The rendered note as it was written, before any parser mended it; empty when the page shows none."""
        start = self.html.find('<div class="napkin-content')
        stop = self.html.find("</article>", start)
        return _first_element(self.html[start:stop]) if start >= 0 else ""

    @cached_property
    def text(self) -> str:
        """The note's visible text."""
        return visible_text(self.content)

    def links(self) -> Iterator[Tag]:
        """Yield the note's links; cards and boxes that stand for an embedded file are not links."""
        for link in self.content.select("a"):
            is_card = "file-embed" in link.get_attribute_list("class")
            if not is_card and link.find_parent(class_="napkin-placeholder") is None:
                yield link

    def follow(self, reference: str | None) -> tuple[VaultPath | None, str]:
        """Say which vault file a reference on this page leads to, and with what fragment, decoded."""
        if reference is None:
            return None, ""
        whole = urlsplit(urljoin(_ORIGIN + self.url, reference))
        if f"{whole.scheme}://{whole.netloc}/" != _ORIGIN:
            return None, ""
        # A page's address is kept as it stands on the disk, where `+` is a plus sign.
        url = UrlPath(unquote(whole.path, errors="surrogateescape").lstrip("/"))
        return self.site.source_of(url), unquote(whole.fragment)

    def leads_to(self, reference: object, target: str) -> bool:
        """Say whether a reference leads to that vault file."""
        return isinstance(reference, str) and self.follow(reference)[0] == vault_path(target)


def attribute(element: Tag, name: str) -> str:
    """Give an attribute as text, empty when absent."""
    value = element.get(name)
    return " ".join(value) if isinstance(value, list) else value or ""


def _first_element(html: str) -> str:
    """Cut a `<div>` out of the text that begins with it."""
    depth = 0
    for tag in re.finditer(r"<(/?)div\b[^>]*>", html):
        depth += -1 if tag[1] else 1
        if not depth:
            return html[: tag.end()]
    return html
