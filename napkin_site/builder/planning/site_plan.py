"""The plan of a site: which pages and files it has, where they go, and what was left out."""

from collections.abc import Mapping
from typing import Literal

from napkin_site.core.paths import FolderPath, UrlPath, VaultPath
from napkin_site.core.problems import Problem
from napkin_site.core.values import Value

PageKind = Literal["note", "folder", "tags", "tag", "graph", "canvas", "base", "missing", "backlinks", "entries"]
"""`tags` is the index of all tags, `missing` the 404 page, `folder` an overview page (the home page too),
`backlinks` the rest of a long list of backlinks, `entries` that of a folder's notes."""


class PlannedPage(Value, array_like=True):
    """One HTML page of the site."""

    kind: PageKind
    url: UrlPath
    title: str
    source: VaultPath = VaultPath("")
    """The note, canvas or base it shows; for a folder, the note that is its body; empty when there is none."""
    folder: FolderPath = FolderPath("")
    """The folder it stands in, or is about."""
    tag: str = ""
    """The slug of the tag it is about."""
    target: VaultPath = VaultPath("")
    """The note whose backlinks it lists."""
    parts: tuple[UrlPath, ...] = ()
    """Addresses of the pages its list is cut into, its own among them; empty when the list fits on one."""

    @property
    def shows_note(self) -> bool:
        """True when it shows a note, alone or as the body of a folder's page."""
        return bool(self.source) and self.kind in ("note", "folder")


class SitePlan(Value):
    """Everything decided before the first page is rendered."""

    pages: tuple[PlannedPage, ...]
    """Sorted by URL."""
    urls: Mapping[VaultPath, UrlPath]
    """Where each published note, canvas, base and attachment is found on the site."""
    attachments: tuple[VaultPath, ...]
    """Files to copy: those reachable from published notes, sorted."""
    tags: Mapping[str, str]
    """Slug (`a/b`, lower case) of each tag that has a page -> its spelling, parents included."""
    redirects: Mapping[UrlPath, UrlPath]
    """Old place -> new place."""
    held_back: tuple[VaultPath, ...]
    """Notes that are not published, sorted."""
    problems: tuple[Problem, ...]
    copies: Mapping[VaultPath, UrlPath] = {}
    """Where each of `attachments` is copied to; a canvas or base has its page in `urls` and its file here."""
    folders: Mapping[FolderPath, UrlPath] = {}
    """Where each folder's overview page is found, the root's too; only folders that hold something published."""
    backlink_pages: Mapping[VaultPath, UrlPath] = {}
    """Where the rest of a note's backlinks is found, for notes with more than fit on their page."""
    published: tuple[VaultPath, ...] = ()
    """Notes that are published, sorted."""
