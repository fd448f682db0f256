"""The folders of a site as a reader sees them: published things only, in natural order."""

from collections.abc import Mapping

from napkin_site.builder.planning.order import natural_key
from napkin_site.builder.planning.site_plan import PlannedPage, SitePlan
from napkin_site.core.paths import FolderPath, VaultPath, ancestors_of, folder_of
from napkin_site.core.values import Value


class FolderEntry(Value):
    """One folder with what it shows."""

    page: PlannedPage
    """Its overview page."""
    pages: tuple[PlannedPage, ...]
    """Notes, canvases and bases directly in it, its own body left out, in natural order."""
    folders: tuple[FolderPath, ...]
    """Folders directly in it that have a page, in natural order."""
    count: int
    """Notes, canvases and bases in it at any depth."""


class FolderTree:
    """All folders of a site, and the neighbours of each page."""

    def __init__(self, plan: SitePlan) -> None:
        own: dict[FolderPath, list[PlannedPage]] = {folder: [] for folder in plan.folders}
        overview: dict[FolderPath, PlannedPage] = {}
        for page in plan.pages:
            if page.kind == "folder":
                overview[page.folder] = page
            elif page.kind in {"note", "canvas", "base"}:
                own[page.folder].append(page)
        below: dict[FolderPath, list[FolderPath]] = {folder: [] for folder in plan.folders}
        counts = {folder: len(pages) for folder, pages in own.items()}
        for folder in plan.folders:
            if folder:
                below[folder_of(folder)].append(folder)
                for above in ancestors_of(folder):
                    counts[above] += len(own[folder])
        self.entries: Mapping[FolderPath, FolderEntry] = {
            folder: FolderEntry(
                page=overview[folder],
                pages=tuple(sorted(own[folder], key=_page_key)),
                folders=tuple(sorted(below[folder], key=lambda path: (natural_key(path.rpartition("/")[2]), path))),
                count=counts[folder],
            )
            for folder in plan.folders
        }
        self._place: dict[VaultPath, int] = {
            page.source: number for entry in self.entries.values() for number, page in enumerate(entry.pages)
        }

    def around(self, page: PlannedPage) -> tuple[PlannedPage | None, PlannedPage | None]:
        """Give the pages before and after one in its folder."""
        pages = self.entries[page.folder].pages
        number = self._place[page.source]
        before = pages[number - 1] if number else None
        return before, pages[number + 1] if number + 1 < len(pages) else None

    def inside(self, folder: FolderPath, limit: int) -> tuple[PlannedPage, ...]:
        """Give the pages of the first folders in a folder, then its first pages, at most `limit` together."""
        entry = self.entries[folder]
        folders = [self.entries[below].page for below in entry.folders[:limit]]
        return (*folders, *entry.pages[: limit - len(folders)])

    def neighbours(self, page: PlannedPage, limit: int) -> tuple[PlannedPage, ...]:
        """Give at most `limit` pages of a page's folder, itself among them and as near the middle as it can be."""
        pages = self.entries[page.folder].pages
        first = max(0, min(self._place[page.source] - limit // 2, len(pages) - limit))
        return pages[first : first + limit]


def _page_key(page: PlannedPage) -> tuple[object, str]:
    return natural_key(page.title), page.source
