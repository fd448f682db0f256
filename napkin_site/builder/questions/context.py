"""What every page of a site may read: one value, made once, inherited by worker processes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Protocol
from urllib.parse import urlsplit

from napkin_site.builder.planning.dates import NoteDates
from napkin_site.builder.planning.folder_tree import FolderTree
from napkin_site.builder.planning.order import natural_key
from napkin_site.builder.planning.shown_tags import shown_tags
from napkin_site.builder.planning.site_nav import SiteNav
from napkin_site.builder.planning.site_plan import PlannedPage, SitePlan
from napkin_site.builder.questions.page_links import SiteTargets
from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.builder.theme.templates import Templates
from napkin_site.core.html import RenderSettings
from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.model import Vault
from napkin_site.core.paths import FolderPath, UrlPath, VaultPath, ancestors_of, quote_url
from napkin_site.core.syntax.tree import NoteBody, Unit
from napkin_site.index.memo import TextMemo

MAX_RECENT = 10
"""Notes listed under recent changes."""


class Source(Protocol):
    """A snapshot, as far as pages need one."""

    @property
    def vault(self) -> Vault:
        """The vault's files."""

    @property
    def memo(self) -> TextMemo:
        """Texts remembered from run to run."""

    def body(self, path: VaultPath) -> NoteBody:
        """Load the parsed content of a note."""

    def units(self, path: VaultPath) -> tuple[Unit, ...]:
        """Load a note's pieces of text for search."""

    def source(self, path: VaultPath) -> bytes:
        """Read a note's bytes; empty when the file is no longer the one that was parsed."""

    def file(self, path: VaultPath) -> str:
        """Give the place of a note or file on disk."""


class SiteContext:
    """The snapshot, the plan, and what is looked up from both; pages are pure functions of it."""

    def __init__(
        self,
        *,
        snapshot: Source,
        settings: SiteSettings,
        plan: SitePlan,
        resolver: LinkResolver,
        link_index: LinkIndex,
        targets: SiteTargets,
        dates: Mapping[VaultPath, NoteDates],
        keywords: Mapping[FolderPath, Sequence[str]],
    ) -> None:
        self.snapshot = snapshot
        self.vault = snapshot.vault
        self.settings = settings
        self.plan = plan
        self.resolver = resolver
        self.link_index = link_index
        self.targets = targets
        self.dates = dates
        self.keywords = keywords
        self.published = frozenset(plan.published)
        self.tree = FolderTree(plan)
        nav = settings.project.nav
        self.nav = None if nav is None else SiteNav(plan, nav)
        """The navigation the owner wrote; None: it follows the folders."""
        self.page_at: Mapping[UrlPath, PlannedPage] = {page.url: page for page in plan.pages}
        self.page_of: Mapping[VaultPath, PlannedPage] = {page.source: page for page in plan.pages if page.source}
        self.digests: dict[str, bytes] = {}
        """Question of a page -> digest of its answer, as far as this process has come upon it; see `queries`."""
        self.render_settings = RenderSettings(remote_images=settings.remote_images)

    @cached_property
    def templates(self) -> Templates:
        """The templates, loaded in each process that needs them."""
        return Templates()

    @cached_property
    def tag_notes(self) -> Mapping[str, tuple[VaultPath, ...]]:
        """Slug of each tag that has a page -> notes with it or a tag below it, sorted by path."""
        found: dict[str, list[VaultPath]] = {slug: [] for slug in self.plan.tags}
        for path in self.plan.published:
            note = self.vault.notes[path]
            slugs: set[str] = set()
            for tag in () if note.is_excluded else shown_tags(note):
                slug = tag.lower()
                while slug:
                    slugs.add(slug)
                    slug = slug.rpartition("/")[0]
            for slug in slugs:
                if slug in found:
                    found[slug].append(path)
        return {slug: tuple(paths) for slug, paths in found.items()}

    @cached_property
    def rank(self) -> Mapping[VaultPath, int]:
        """Note, canvas or base -> its place among all of them in the natural order of their titles."""
        ordered = sorted(self.page_of.values(), key=lambda page: (natural_key(page.title), page.source))
        return {page.source: number for number, page in enumerate(ordered)}

    @cached_property
    def tags_below(self) -> Mapping[str, tuple[str, ...]]:
        """Slug -> slugs of the tags directly below it, in natural order; the empty slug is above all."""
        found: dict[str, list[str]] = {}
        for slug in sorted(self.plan.tags, key=lambda slug: (natural_key(slug), slug)):
            found.setdefault(slug.rpartition("/")[0], []).append(slug)
        return {slug: tuple(below) for slug, below in found.items()}

    @cached_property
    def recent(self) -> Mapping[FolderPath, tuple[VaultPath, ...]]:
        """Folder -> the few notes at any depth of it that changed last."""
        found: dict[FolderPath, list[VaultPath]] = {}
        for path in self.newest:
            for folder in ancestors_of(path):
                kept = found.setdefault(folder, [])
                if len(kept) <= MAX_RECENT:  # one more, for a folder whose own note is among them
                    kept.append(path)
        return {folder: tuple(paths) for folder, paths in found.items()}

    @cached_property
    def newest(self) -> tuple[VaultPath, ...]:
        """Published notes that are not hidden from lists, last changed first; undated ones are left out."""
        dated: list[tuple[datetime, VaultPath]] = []
        for path in self.plan.published:
            latest = self.dates[path].latest
            if latest is not None and not self.vault.notes[path].is_excluded:
                dated.append((latest, path))
        dated.sort(key=lambda item: (-item[0].timestamp(), item[1]))
        return tuple([path for _, path in dated])

    def title(self, path: VaultPath) -> str:
        """Give the title of the page that shows a published note."""
        return self.page_of[path].title

    def absolute(self, url: UrlPath) -> str:
        """Give the full address of a place; its address from the site's root when the site's own is not known."""
        return self.settings.url + quote_url(url)

    @cached_property
    def root_path(self) -> str:
        """Where the site starts on its host: `/`, or the path of its address."""
        return urlsplit(self.settings.url).path or "/"
