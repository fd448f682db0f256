"""What a page sees of the site: what all pages share, and the answers to questions, each of which is noted."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from napkin_site.builder.page_view import NavLink
from napkin_site.builder.planning.folder_tree import FolderEntry
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.context import SiteContext
from napkin_site.builder.questions.page_links import SiteLinks, Target
from napkin_site.builder.questions.queries import (
    AboutNote,
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
from napkin_site.core.paths import FolderPath, RelUrl, UrlPath, VaultPath, quote_url
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
        self._answers: dict[tuple[str, str], Any] = {}
        """Question and its argument -> answer."""
        self._own_tags: Mapping[str, bool] | None = None
        self.page = page
        self.settings = site.settings
        self.render_settings = site.render_settings
        self.templates = site.templates
        self.root_path = site.root_path
        self.href: Callable[[UrlPath], RelUrl] = (
            site.targets.references.of(page.url) if page.kind != "missing" else self._from_root
        )
        """Gives the reference from the page to a place on the site."""
        if page.kind == "note":
            self._ask_for_note(page)
        else:
            self._ask(self._queries.page, page.url)

    def note(self, path: VaultPath) -> Note:
        """Give a published note."""
        return self._ask(self._queries.note, path)

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

    def about(self, path: VaultPath) -> AboutNote:
        """Tell what a note's page says of it besides its text."""
        return self._ask(self._queries.about, path)

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

    def top(self) -> tuple[NavLink, ...]:
        """Give links to the first folders of the site, for a page that stands in none."""
        return self.links_to(*self._ask(self._queries.top, ""))

    def home_link(self) -> NavLink:
        """Give the link to the home page."""
        return NavLink(title=self.settings.name, href=self.href(UrlPath("")))

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
        """Tell whether a tag has a page; those of the page's own note are asked for together."""
        own = self._own_tags
        if own is None:
            own = self._own_tags = self._find_own_tags()
        found = own.get(slug)
        return self._ask(self._queries.has_tag, slug) if found is None else found

    def tag(self, slug: str) -> TagNotes:
        """Tell what has a tag."""
        return self._ask(self._queries.tag, slug)

    def tags_below(self, slug: str) -> tuple[str, ...]:
        """List the slugs of the tags directly below one; the empty slug is above all tags."""
        return self._ask(self._queries.tags_below, slug)

    def tag_count(self, slug: str) -> TagCount:
        """Count the notes that have a tag or one below it."""
        return self._ask(self._queries.tag_count, slug)

    def backlinks(self, path: VaultPath) -> tuple[LinkedFrom, ...]:
        """List the published notes that link to a page."""
        return self._ask(self._queries.backlinks, path)

    def dead_links(self, path: VaultPath) -> list[Link]:
        """List the links of a note that lead nowhere, in their order."""
        links = self.note(path).facts.links
        return [link for link, target in zip(links, self.targets(path), strict=True) if target.path is None]

    def targets(self, path: VaultPath) -> tuple[Target, ...]:
        """Tell what each link of a note means, in their order."""
        return self._ask(self._queries.links, path)

    def target(self, source: VaultPath, link: Link) -> Target:
        """Tell what a link means that is not among those of its note, such as one in a property."""
        return self._ask(self._queries.link, link_name(source, link))

    def day(self, day: str) -> UrlPath | None:
        """Tell where the daily note of a date is found; None when there is none."""
        return self._ask(self._queries.day, day)

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
        return (self.home_link(), *self.links_to(*pages))

    def absolute(self, url: UrlPath) -> str:
        """Give the full address of a place; its address from the site's root when the site's own is not known."""
        return self._site.absolute(url)

    def _from_root(self, url: UrlPath) -> RelUrl:
        """Give the reference from any address of the host."""
        return RelUrl(self.root_path + quote_url(url))

    def _ask_for_note(self, page: PlannedPage) -> None:
        """Ask at once what the page of a note asks in any case."""
        path, url, ask = page.source, page.url, self._queries
        found = self._ask(ask.note_page, path)
        self._answers |= {
            ("page", url): found.page,
            ("note", path): ask.note(path),
            ("about", path): found.about,
            ("tags", path): found.tags,
            ("links", path): found.links,
            ("backlinks", path): found.backlinks,
            ("beside", url): found.beside,
            ("crumbs", page.folder): found.crumbs,
        }

    def _find_own_tags(self) -> dict[str, bool]:
        """Tell of each tag of the page's own note whether it has a page."""
        note = self.note(self.page.source) if self.page.shows_note else None
        if note is None or not note.tags:
            return {}
        known = self._ask(self._queries.tags, note.path)
        return {slug: slug in known for slug in map(str.lower, note.tags)}

    def _ask(self, question: Callable[[str], _Answer], name: str) -> _Answer:
        """Answer a question, once for the page, and note it."""
        asked = question.__name__, name
        answers = self._answers
        if asked in answers:
            known: _Answer = answers[asked]
            return known
        answer = answers[asked] = question(name)
        if self._reads is not None:
            key = key_of(*asked)
            self._reads[key] = self._queries.note_answer(key, answer)
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

    def _has_tag(self, slug: str) -> bool:
        return self._context.has_tag(slug)

    def _find_all(self, source: VaultPath, links: Sequence[Link]) -> Sequence[Target]:  # noqa: ARG002 -- the note's own
        return self._context.targets(source)

    def _find(self, source: VaultPath, link: Link) -> Target:
        targets = self._known.get(source)
        if targets is None:
            links = self._context.note(source).facts.links
            targets = dict(zip(map(target_of, links), self._context.targets(source), strict=True))
            self._known[source] = targets
        found = targets.get(target_of(link))
        return self._context.target(source, link) if found is None else found
