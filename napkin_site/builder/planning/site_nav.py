"""The navigation that a site's owner wrote (`nav` in mkdocs.yml), laid over the plan.

Pages that it does not name are on the site all the same: links, folder pages, search and tags lead to them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from napkin_site.builder.planning.site_plan import PlannedPage, SitePlan
from napkin_site.builder.settings.project import NavEntry
from napkin_site.core.paths import UrlPath, VaultPath, quote_url
from napkin_site.core.problems import Problem, Severity
from napkin_site.core.values import Value


class NavItem(Value):
    """A page, a section or an outside address in the navigation."""

    title: str
    url: UrlPath | None = None
    """Of a page; None for anything else."""
    address: str = ""
    """Where an outside entry leads, as its owner wrote it."""
    children: "tuple[NavItem, ...]" = ()
    """What a section holds, at least one entry."""


class NavPlace(Value):
    """Where a page stands in the navigation."""

    section: NavItem | None
    """The section around it; None at the top."""
    level: tuple[NavItem, ...]
    """The entries beside it, itself among them."""
    number: int
    """Its place among them, from 0."""
    before: NavItem | None
    after: NavItem | None
    """The pages before and after it in reading order, across sections."""


class SiteNav:
    """The owner's navigation, without what is not on the site."""

    def __init__(self, plan: SitePlan, entries: Sequence[NavEntry]) -> None:
        self._titles = {page.source: page.title for page in plan.pages if page.source}
        self._plan = plan
        self._held_back = frozenset(plan.held_back)
        problems: list[Problem] = []
        self.items = tuple(self._items(entries, problems))
        self.problems = tuple(problems)
        """Entries that were left out."""
        self._places = self._find_places()

    def place(self, page: PlannedPage) -> NavPlace | None:
        """Tell where a page stands; None when the navigation does not name it."""
        return self._places.get(page.url)

    def siblings(self, page: PlannedPage, limit: int) -> tuple[NavItem, ...]:
        """Give at most `limit` entries around a page in its section; for the home page, the top of the navigation."""
        place = self._places.get(page.url)
        if place is None:
            return self.items[:limit]
        first = max(0, min(place.number - limit // 2, len(place.level) - limit))
        return place.level[first : first + limit]

    def tree(self) -> list[Any]:
        """Give all of it for `nav.json`: `[title, url]`, or `[title, null, children]` for a section."""
        return [_branch(item) for item in self.items]

    def _items(self, entries: Sequence[NavEntry], problems: list[Problem]) -> Iterator[NavItem]:
        for entry in entries:
            if not entry.target:
                children = tuple(self._items(entry.children, problems))
                if children:
                    yield NavItem(title=entry.title, children=children)
                continue
            path = VaultPath(entry.target)
            if path in self._titles:
                yield NavItem(title=entry.title or self._titles[path], url=self._plan.urls[path])
            elif urlsplit(entry.target).scheme or entry.target.startswith("/"):
                yield NavItem(title=entry.title or entry.target, address=entry.target)
            else:
                problems.append(_left_out(entry.target, is_held_back=path in self._held_back))

    def _find_places(self) -> Mapping[UrlPath, NavPlace]:
        """Find each page's first place, in one walk."""
        rows = list(_walk(None, self.items))
        pages = [level[number] for _, level, number in rows]
        found: dict[UrlPath, NavPlace] = {}
        for index, (section, level, number) in enumerate(rows):
            url = level[number].url
            if url is not None and url not in found:
                found[url] = NavPlace(
                    section=section,
                    level=level,
                    number=number,
                    before=pages[index - 1] if index else None,
                    after=pages[index + 1] if index + 1 < len(pages) else None,
                )
        return found


def _walk(
    section: NavItem | None, level: tuple[NavItem, ...]
) -> Iterator[tuple[NavItem | None, tuple[NavItem, ...], int]]:
    """Walk the pages in reading order, outside addresses left out."""
    for number, item in enumerate(level):
        if item.children:
            yield from _walk(item, item.children)
        elif item.url is not None:
            yield section, level, number


def _branch(item: NavItem) -> list[Any]:
    if item.children:
        return [item.title, None, [_branch(child) for child in item.children]]
    return [item.title, quote_url(item.url) if item.url is not None else item.address]


def _left_out(target: str, *, is_held_back: bool) -> Problem:
    return Problem(
        severity=Severity.WARNING,
        code="nav-entry-left-out",
        message=f"`nav` names `{target}`, which is {'not published' if is_held_back else 'no note of the vault'}",
        hint="Correct the entry in mkdocs.yml, or take it out.",
    )
