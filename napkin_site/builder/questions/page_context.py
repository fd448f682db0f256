"""What a page sees of the site: what all pages share, and the answers to questions, each of which is noted."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from napkin_site.builder.page_view import NavLink
from napkin_site.builder.planning.folder_tree import FolderEntry
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.context import SiteContext
from napkin_site.builder.questions.page_links import SiteLinks, Target
from napkin_site.builder.questions.queries import (
    Beside,
    GraphSummary,
    LinkedFrom,
    NavTarget,
    Queries,
    RecentNote,
    TagCount,
    TagNotes,
    key_of,
    link_name,
)
from napkin_site.core.model import Note
from napkin_site.core.page_links import Embed, NoteEmbed
from napkin_site.core.paths import FolderPath, RelUrl, UrlPath, VaultPath
from napkin_site.core.subpaths import target_of
from napkin_site.core.syntax.tree import Link, NoteBody

CHANGED_MEANWHILE = "changed"
"""A question no build answers: the page that noted it is made again next time."""
_Answer = TypeVar("_Answer")


class PageContext:
    """The site as one page sees it.

    Settings and templates are the same for all pages: when they change, every page is made again. All else is asked
    for, so that it is known what the page depends on.
    """

    def __init__(self, site: SiteContext, page: PlannedPage, reads: dict[str, bytes] | None = None) -> None:
        """Look at a site.

        Args:
            site: the site.
            page: the page that is going to be made.
            reads: is filled with each question and the digest of its answer; None where nobody wants to know.
        """
        self._site = site
        self._queries = Queries(site)
        self._reads = reads
        self._notes: dict[VaultPath, Note] = {}
        self._targets: dict[VaultPath, Mapping[tuple[str, str], Target]] = {}
        self.page = page
        self.settings = site.settings
        self.render_settings = site.render_settings
        self.templates = site.templates
        self.root_path = site.root_path
        self.href: Callable[[UrlPath], RelUrl] = site.targets.references.of(page.url)
        """Gives the reference from the page to a place on the site."""
        self._ask(self._queries.page, page.url)

    def note(self, path: VaultPath) -> Note:
        """Give a published note."""
        note = self._notes.get(path)
        if note is None:
            note = self._notes[path] = self._ask(self._queries.note, path)
        return note

    def body(self, path: VaultPath) -> NoteBody:
        """Load the parsed content of a note."""
        self.note(path)
        return self._site.snapshot.body(path)

    def source(self, path: VaultPath) -> bytes:
        """Read a note's bytes; empty when the file is no longer the one that was parsed."""
        note = self.note(path)
        source = self._site.snapshot.source(path)
        if not source and note.times.size and self._reads is not None:
            self._reads[key_of(CHANGED_MEANWHILE, path)] = b"?"
        return source

    def days(self, path: VaultPath) -> tuple[str, str]:
        """Tell the days on which a note was made and last changed; empty when not known."""
        return self._ask(self._queries.days, path)

    def title(self, path: VaultPath) -> str:
        """Give the title of the page that shows a published note."""
        return self._ask(self._queries.title, path).title

    def address(self, path: VaultPath) -> UrlPath | None:
        """Tell where a note or file is found on the site; None when it is not there."""
        return self._ask(self._queries.address, path)

    def copy(self, path: VaultPath) -> UrlPath | None:
        """Tell where a file is copied to; None when it is not."""
        return self._ask(self._queries.copy, path)

    def beside(self) -> Beside:
        """Tell what stands around the page in the navigation."""
        return self._ask(self._queries.beside, self.page.url)

    def folder(self, folder: FolderPath) -> FolderEntry:
        """Tell what a folder holds."""
        return self._ask(self._queries.folder, folder)

    def keywords(self, folder: FolderPath) -> tuple[str, ...]:
        """Give the keywords of a folder."""
        return self._ask(self._queries.keywords, folder)

    def recent(self, folder: FolderPath) -> tuple[RecentNote, ...]:
        """List the few notes at any depth of a folder that changed last."""
        return self._ask(self._queries.recent, folder)

    def has_tag(self, slug: str) -> bool:
        """Tell whether a tag has a page."""
        return self._ask(self._queries.has_tag, slug)

    def tag(self, slug: str) -> TagNotes:
        """Tell what has a tag; the empty slug is above all tags."""
        return self._ask(self._queries.tag, slug)

    def tag_count(self, slug: str) -> TagCount:
        """Count the notes that have a tag or one below it."""
        return self._ask(self._queries.tag_count, slug)

    def backlinks(self, path: VaultPath) -> tuple[LinkedFrom, ...]:
        """List the published notes that link to a page."""
        return self._ask(self._queries.backlinks, path)

    def backlinks_page(self, path: VaultPath) -> UrlPath | None:
        """Tell where all links to a page are listed; None when they fit on it."""
        return self._ask(self._queries.backlinks_page, path)

    def dead_links(self, path: VaultPath) -> list[Link]:
        """List the links of a note that lead nowhere, in their order."""
        targets = self.targets(path)
        return [link for link in self.note(path).facts.links if targets[target_of(link)].path is None]

    def targets(self, path: VaultPath) -> Mapping[tuple[str, str], Target]:
        """Tell what the links of a note mean: path and subpath that a link asks for -> what that is."""
        found = self._targets.get(path)
        if found is None:
            links = self.note(path).facts.links
            found = dict(zip(map(target_of, links), self._ask(self._queries.links, path), strict=True))
            self._targets[path] = found
        return found

    def target(self, source: VaultPath, link: Link) -> Target:
        """Tell what a link means that is not among those of its note, such as one in a property."""
        return self._ask(self._queries.link, link_name(source, link))

    def day(self, day: str) -> UrlPath | None:
        """Tell where the daily note of a date is found; None when there is none."""
        return self._ask(self._queries.day, day)

    def picture(self, path: VaultPath) -> tuple[str, UrlPath | None]:
        """Find a note's picture: its full address, or else its place on the site."""
        return self._ask(self._queries.picture, path)

    def graph(self) -> GraphSummary:
        """Count the notes that link to each other."""
        return self._ask(self._queries.graph, "")

    def links(self) -> SiteLinks:
        """Make what answers where links go, as seen from the page."""
        return _NotedLinks(self, self._site)

    def link_to(self, target: NavTarget | PlannedPage | None) -> NavLink | None:
        """Give a titled link from the page to another; None for None."""
        if target is None:
            return None
        if target.url is None:
            return NavLink(title=target.title, href=target.address)
        return NavLink(title=target.title, href=self.href(target.url))

    def links_to(self, *targets: NavTarget | PlannedPage) -> tuple[NavLink, ...]:
        """Give titled links from the page to others."""
        href = self.href
        return tuple(
            [
                NavLink(title=target.title, href=href(target.url) if target.url is not None else target.address)
                for target in targets
            ]
        )

    def breadcrumbs(self) -> tuple[NavLink, ...]:
        """Give the links to the folders around the page, home first, the page itself left out."""
        page = self.page
        if page.url == "":
            return ()
        pages = self._ask(self._queries.crumbs, page.folder)
        if page.kind == "folder":
            pages = pages[:-1]
        return (NavLink(title=self.settings.name, href=self.href(UrlPath(""))), *self.links_to(*pages))

    def absolute(self, url: UrlPath) -> str:
        """Give the full address of a place; its address from the site's root when the site's own is not known."""
        return self._site.absolute(url)

    def _ask(self, question: Callable[[str], _Answer], name: str) -> _Answer:
        answer = question(name)
        reads = self._reads
        if reads is not None:
            key = key_of(question.__name__, name)
            if key not in reads:
                reads[key] = self._queries.note_answer(key, answer)
        return answer


class _NotedLinks(SiteLinks):
    """Answers what rendering asks, and has it noted."""

    def __init__(self, context: PageContext, site: SiteContext) -> None:
        super().__init__(site.targets, context.page.url)
        self._context = context
        self._known: dict[VaultPath, Mapping[tuple[str, str], Target]] = {}

    def embed(self, source: VaultPath, link: Link) -> Embed:
        found = super().embed(source, link)
        if isinstance(found, NoteEmbed):
            self._context.note(found.path)
        return found

    def tag_href(self, name: str) -> str:
        if name not in self._tags:
            self._context.has_tag(name.lower())
        return super().tag_href(name)

    def _find(self, source: VaultPath, link: Link) -> Target:
        targets = self._known.get(source)
        if targets is None:
            targets = self._known[source] = self._context.targets(source)
        found = targets.get(target_of(link))
        return self._context.target(source, link) if found is None else found
