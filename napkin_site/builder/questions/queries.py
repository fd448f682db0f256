"""What pages may ask of a site: a method for each question, which takes one text and answers in plain values.

Pages ask through `PageContext`, which notes each question with a digest of the very answer it got. A page whose
questions all have the same answers as last time need not be made again (decision 50), so whatever a page shows, beyond
what all pages share, has to come from here.
"""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec

from napkin_site.builder.planning.dates import NoteDates
from napkin_site.builder.planning.folder_tree import FolderEntry
from napkin_site.builder.planning.reach import bare_target
from napkin_site.builder.planning.site_nav import NavItem
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.backlinks import backlinks_to
from napkin_site.builder.questions.context import SiteContext
from napkin_site.builder.questions.page_links import Target
from napkin_site.core.model import Note
from napkin_site.core.paths import FolderPath, UrlPath, VaultPath, ancestors_of, folder_of
from napkin_site.core.subpaths import target_of
from napkin_site.core.syntax.tree import Link
from napkin_site.core.values import Value

MAX_SIBLINGS = 15
"""Pages of the same folder in a page's navigation; the full tree is fetched on demand."""
MAX_LINKED = 50
"""Notes that the graph page lists."""
_DIGEST_BYTES = 8
_SEPARATOR = "\0"
_NO_DATES = NoteDates(created=None, modified=None)
_encode = msgspec.msgpack.Encoder().encode


class NavTarget(Value, array_like=True):
    """An entry of the navigation as a page shows it."""

    title: str
    url: UrlPath | None
    """None for an address outside the site."""
    address: str = ""


class Beside(Value, array_like=True):
    """What stands around a page in the navigation."""

    before: NavTarget | None
    after: NavTarget | None
    siblings: tuple[NavTarget, ...]
    """The entries around it, itself among them; for a folder the first ones inside."""
    section: NavTarget | None = None
    """The section of the owner's navigation it stands in; None outside sections, and without such a navigation."""


class AboutNote(Value, array_like=True):
    """What a note's page says of it besides its text."""

    created: str
    modified: str
    """Days such as `2024-05-31`; empty when not known."""
    image: str
    """Full address of its picture; empty when it has none, or one on the site."""
    picture: UrlPath | None
    """Place of its picture on the site; None when it is not there."""
    backlinks_page: UrlPath | None
    """Where all links to it are listed; None when they fit on its own page."""


class LinkedFrom(Value, array_like=True):
    """A note that links to a page."""

    title: str
    url: UrlPath
    folder: FolderPath
    passages: tuple[tuple[str, tuple[int, int]], ...]
    """Text around each link, and where in it the link stands; empty when all stand in properties or comments."""


class NotePage(Value, array_like=True):
    """What the page of every note asks, in one answer: noting each by itself takes longer than finding most of them."""

    page: PlannedPage
    digest: str
    """The note's, for all that is in it."""
    is_excluded: bool
    about: AboutNote
    tags: tuple[str, ...]
    links: tuple[Target, ...]
    backlinks: tuple[LinkedFrom, ...]
    beside: Beside
    crumbs: tuple[PlannedPage, ...]


class RecentNote(Value, array_like=True):
    """A note that changed lately."""

    path: VaultPath
    title: str
    url: UrlPath
    date: str
    """Such as `2024-05-31`."""


class TagNotes(Value, array_like=True):
    """What has a tag."""

    name: str
    """As it is spelled."""
    notes: tuple[PlannedPage, ...]
    """Those with the tag or one below it, in natural order of their titles."""
    below: tuple[str, ...]
    """Slugs of the tags directly below it, in natural order."""


class TagCount(Value, array_like=True):
    """A tag in a list of tags."""

    name: str
    count: int


class GraphSummary(Value, array_like=True):
    """What the graph page says in words."""

    nodes: int
    edges: int
    most_linked: tuple[tuple[str, UrlPath, int], ...]
    """Title, address and number of notes that link there; the most linked first."""


class Queries:
    """Answers the questions of pages, from a `SiteContext`."""

    def __init__(self, site: SiteContext) -> None:
        self._site = site
        self._digests = site.digests

    def digest(self, key: str) -> bytes:
        """Give the digest of the answer to a question that was asked in an earlier build; empty when there is none."""
        known = self._digests.get(key)
        if known is not None:
            return known
        kind, _, name = key.partition(":")
        question: Callable[[str], object] | None = getattr(self, kind, None) if kind in QUESTIONS else None
        if question is None:
            return b""
        try:
            return self.note_answer(key, question(name))
        except (KeyError, ValueError, IndexError):
            return b""  # it is about something that is there no longer

    def note_answer(self, key: str, answer: object) -> bytes:
        """Give the digest of an answer, computed once for each question."""
        known = self._digests.get(key)
        if known is None:
            known = self._digests[key] = _digest_of(answer)
        return known

    def page(self, url: str) -> PlannedPage:
        """Give the plan of a page."""
        return self._site.page_at[UrlPath(url)]

    def note(self, path: str) -> Note:
        """Give a note."""
        return self._site.vault.notes[VaultPath(path)]

    def note_page(self, path: str) -> NotePage:
        """Give what the page of every note asks."""
        page, note = self._site.page_of[VaultPath(path)], self.note(path)
        return NotePage(
            page=page,
            digest=note.digest,
            is_excluded=note.is_excluded,
            about=self.about(path),
            tags=self.tags(path),
            links=self.links(path),
            backlinks=self.backlinks(path),
            beside=self.beside(page.url),
            crumbs=self.crumbs(page.folder),
        )

    def about(self, path: str) -> AboutNote:
        """Tell what the page of a note, canvas or base says besides its text; notes alone have days and a picture."""
        site, source = self._site, VaultPath(path)
        note, dates = site.vault.notes.get(source), site.dates.get(source, _NO_DATES)
        image, picture = self._picture(note) if note is not None and note.facts.properties else ("", None)
        return AboutNote(
            created=dates.created.date().isoformat() if dates.created else "",
            modified=dates.modified.date().isoformat() if dates.modified else "",
            image=image,
            picture=picture,
            backlinks_page=site.plan.backlink_pages.get(source),
        )

    def tags(self, path: str) -> tuple[str, ...]:
        """List the slugs of a note's tags that have a page."""
        tags = self._site.plan.tags
        return tuple([slug for tag in self.note(path).tags if (slug := tag.lower()) in tags])

    def address(self, path: str) -> UrlPath | None:
        """Tell where a note or file is found on the site; None when it is not there."""
        return self._site.plan.urls.get(VaultPath(path))

    def copy(self, path: str) -> UrlPath | None:
        """Tell where a file is copied to; None when it is not."""
        return self._site.plan.copies.get(VaultPath(path))

    def title(self, path: str) -> PlannedPage:
        """Give the plan of the page that shows a note."""
        return self._site.page_of[VaultPath(path)]

    def crumbs(self, folder: str) -> tuple[PlannedPage, ...]:
        """List the pages of a folder and of those above it, the root left out, the topmost first."""
        entries = self._site.tree.entries
        path = FolderPath(folder)
        return tuple([entries[above].page for above in (*ancestors_of(path)[::-1], path) if above])

    def beside(self, url: str) -> Beside:
        """Tell what stands around a page in the navigation: the owner's own, or else that of the folders."""
        site = self._site
        page = site.page_at[UrlPath(url)]
        place = site.nav.place(page) if site.nav is not None else None
        inside = site.tree.inside(page.folder, MAX_SIBLINGS) if page.kind == "folder" else ()
        if site.nav is not None and (place is not None or url == ""):
            return Beside(
                before=_nav_target(place.before) if place is not None and place.before is not None else None,
                after=_nav_target(place.after) if place is not None and place.after is not None else None,
                siblings=tuple(map(_nav_target, site.nav.siblings(page, MAX_SIBLINGS))),
                section=_nav_target(place.section) if place is not None and place.section is not None else None,
            )
        if page.kind == "folder":
            return Beside(before=None, after=None, siblings=tuple(map(_page_target, inside)))
        before, after = site.tree.around(page) if site.nav is None else (None, None)
        return Beside(
            before=_page_target(before) if before else None,
            after=_page_target(after) if after else None,
            siblings=tuple(map(_page_target, site.tree.neighbours(page, MAX_SIBLINGS))),
        )

    def top(self, _: str) -> tuple[NavTarget, ...]:
        """List the first entries of the owner's navigation, or else the first folders of the site."""
        site = self._site
        home = site.page_at[UrlPath("")]
        if site.nav is not None:
            return tuple(map(_nav_target, site.nav.siblings(home, MAX_SIBLINGS)))
        inside = site.tree.inside(home.folder, MAX_SIBLINGS)
        return tuple([_page_target(page) for page in inside if page.kind == "folder"])

    def folder(self, folder: str) -> FolderEntry:
        """Tell what a folder holds."""
        return self._site.tree.entries[FolderPath(folder)]

    def keywords(self, folder: str) -> tuple[str, ...]:
        """Give the keywords of a folder."""
        return tuple(self._site.keywords.get(FolderPath(folder), ()))

    def recent(self, folder: str) -> tuple[RecentNote, ...]:
        """List the few notes at any depth of a folder that changed last."""
        site = self._site
        return tuple(
            [
                RecentNote(path=path, title=site.title(path), url=site.plan.urls[path], date=latest.date().isoformat())
                for path in site.recent.get(FolderPath(folder), ())
                if (latest := site.dates[path].latest) is not None
            ]
        )

    def has_tag(self, slug: str) -> bool:
        """Tell whether a tag has a page."""
        return slug in self._site.plan.tags

    def tag_count(self, slug: str) -> TagCount:
        """Count the notes that have a tag or one below it."""
        return TagCount(name=self._site.plan.tags[slug], count=len(self._site.tag_notes[slug]))

    def tag(self, slug: str) -> TagNotes:
        """Tell what has a tag."""
        site = self._site
        paths = sorted(site.tag_notes[slug], key=site.rank.__getitem__)
        return TagNotes(
            name=site.plan.tags[slug],
            notes=tuple([site.page_of[path] for path in paths]),
            below=site.tags_below.get(slug, ()),
        )

    def tags_below(self, slug: str) -> tuple[str, ...]:
        """List the slugs of the tags directly below one, in natural order; the empty slug is above all tags."""
        return self._site.tags_below.get(slug, ())

    def backlinks(self, path: str) -> tuple[LinkedFrom, ...]:
        """List the published notes that link to a page, by path."""
        site = self._site
        notes, page_of = site.vault.notes, site.page_of
        found: list[LinkedFrom] = []
        for source, links in backlinks_to(VaultPath(path), site.link_index, site.published).items():
            passages, page = notes[source].facts.passages, page_of[source]
            found.append(
                LinkedFrom(
                    title=page.title,
                    url=page.url,
                    folder=folder_of(source),
                    passages=tuple([(passages[number], link.passage_range) for number, link in links.items()]),
                )
            )
        return tuple(found)

    def links(self, path: str) -> tuple[Target, ...]:
        """Tell what each link of a note means, in their order."""
        place = self._site.targets.place
        return tuple(
            [place(found.target, target_of(found.link)[1]) for found in self._site.link_index.out[VaultPath(path)]]
        )

    def link(self, name: str) -> Target:
        """Tell what some other link means, such as one in a property; see `link_name`."""
        source, path, subpath, syntax = name.split(_SEPARATOR)
        return self._site.targets.find(VaultPath(source), _bare_link(path, subpath, is_wiki=syntax == "wikilink"))

    def day(self, day: str) -> UrlPath | None:
        """Tell where the daily note of a date is found; None when there is none."""
        folder = self._site.settings.daily_folder.strip("/")
        path = self._site.resolver.exact(f"{folder}/{day}.md".lstrip("/"))
        return self._site.plan.urls.get(path) if path is not None else None

    def _picture(self, note: Note) -> tuple[str, UrlPath | None]:
        """Find the picture that `image` or else `cover` names: its full address, or its place on the site."""
        site = self._site
        named = {name.casefold(): value for name, value in note.facts.properties.items()}
        for key in ("image", "cover"):
            value = named.get(key)
            for text in value if isinstance(value, list | tuple) else (value,):
                bare = bare_target(text) if isinstance(text, str) else ""
                if bare.startswith(("http://", "https://")):
                    return bare, None
                target = site.resolver.resolve_path(bare, note.path).path if bare else None
                if target is not None and target in site.plan.urls and target in site.vault.files:
                    return "", site.plan.urls[target]
        return "", None

    def graph(self, _: str) -> GraphSummary:
        """Count the notes that link to each other; hidden ones are on neither side."""
        site = self._site
        notes = site.vault.notes
        shown = {path for path in site.plan.published if not notes[path].is_excluded}
        counts: dict[VaultPath, int] = {}
        for target in shown:
            sources = {found.source for found in site.link_index.back.get(target, ()) if found.source in shown}
            if sources:
                counts[target] = len(sources)
        ranked = sorted(counts, key=lambda path: (-counts[path], path))[:MAX_LINKED]
        return GraphSummary(
            nodes=len(shown),
            edges=sum(counts.values()),
            most_linked=tuple([(site.page_of[path].title, site.plan.urls[path], counts[path]) for path in ranked]),
        )


QUESTIONS = frozenset(name for name in vars(Queries) if not name.startswith("_")) - {"digest", "note_answer"}
"""The names of all questions."""


def key_of(question: str, name: str) -> str:
    """Name a question with its argument."""
    return f"{question}:{name}"


def link_name(source: VaultPath, link: Link) -> str:
    """Name a link for `Queries.link`."""
    return _SEPARATOR.join((source, link.path, link.subpath, link.syntax))


def _digest_of(answer: Any) -> bytes:
    """Hash an answer, by an encoding in which different answers differ.

    A note is told by the digest of its content: all else in it follows from that and from the settings.
    """
    if isinstance(answer, Note):
        answer = (answer.digest, answer.is_excluded)
    try:
        data = _encode(answer)
    except UnicodeEncodeError:  # half of a surrogate pair, which YAML can spell
        data = repr(answer).encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=_DIGEST_BYTES).digest()


def _page_target(page: PlannedPage) -> NavTarget:
    return NavTarget(title=page.title, url=page.url)


def _nav_target(item: NavItem) -> NavTarget:
    """Flatten an entry; a section leads to its first page."""
    target = item
    while target.children:
        target = target.children[0]
    return NavTarget(title=item.title, url=target.url, address=target.address)


def _bare_link(path: str, subpath: str, *, is_wiki: bool) -> Link:
    return Link(
        syntax="wikilink" if is_wiki else "markdown",
        is_embed=False,
        path=path,
        subpath=subpath,
        display=None,
        place="property",
        span=(0, 0),
        target_span=(0, 0),
        line=0,
    )
