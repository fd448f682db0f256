"""A vault -> the plan of its site: what is published, which pages there are, and where everything stands.

Addresses are given out in one fixed order, so that the same vault always gets the same ones: folder pages, notes at
their own path, notes with a permalink, tag and list pages, attachments, and last the redirects, which take only what
is free.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping

from msgspec.structs import replace

from napkin_site.builder.planning.folder_bodies import folder_bodies, home_note
from napkin_site.builder.planning.parts import MAX_LINKED, MAX_LISTED, cut_page
from napkin_site.builder.planning.places import Places, clear_of_reserved, is_sound
from napkin_site.builder.planning.reach import reachable_files
from napkin_site.builder.planning.selection import select_notes
from napkin_site.builder.planning.shown_tags import shown_tags
from napkin_site.builder.planning.site_plan import PageKind, PlannedPage, SitePlan
from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.frontmatter import property_line
from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.model import Note, Vault
from napkin_site.core.paths import (
    RESERVED,
    FolderPath,
    UrlPath,
    VaultPath,
    ancestors_of,
    file_name,
    file_url,
    folder_of,
    folder_url,
    name_of,
    note_url,
    permalink_url,
    tag_url,
)
from napkin_site.core.problems import Problem, Severity

GRAPH_URL = UrlPath(RESERVED + "graph/")
TAGS_URL = UrlPath(RESERVED + "tags/")
MISSING_URL = UrlPath("404.html")
MAX_BACKLINKS = 50
"""Notes listed under one page; the rest have a page of their own (decision 27)."""

_MAX_TAG_PART = 200
"""Longest part of a tag, in bytes, that is sure to be a folder's name on any disk."""
_MAX_TAG = 1000
"""Longest tag, in bytes, whose page's path is sure to be one on any disk."""
_MAX_NEW_PAGES = 1000
"""Most tag pages, and most redirects, one note can bring: a megabyte of `#a1 #a2 …` would else be 200,000 pages."""


def plan_site(
    vault: Vault,
    resolver: LinkResolver,
    link_index: LinkIndex,
    settings: SiteSettings,
    *,
    read_source: Callable[[VaultPath], bytes],
) -> SitePlan:
    """Decide everything about a site before its first page is rendered.

    Args:
        vault: the snapshot.
        resolver: knows every file of the vault.
        link_index: the vault's links.
        settings: checked settings.
        read_source: a note's bytes, asked for only to tell what is wrong with it.
    """
    selection = select_notes(vault, settings, read_source)
    files, kept_back = reachable_files(vault, resolver, link_index, selection.published, settings)
    home, home_problem = home_note(settings, resolver, selection.published)
    draft = _Draft(vault, settings, selection.published, files, home, read_source)
    draft.place_folders()
    draft.place_notes()
    draft.place_drawings()
    draft.place_entries()
    draft.place_tags()
    draft.place_backlinks(link_index)
    draft.place_files()
    draft.place_redirects()
    draft.pages.append(PlannedPage(kind="graph", url=GRAPH_URL, title="Graph"))
    draft.pages.append(PlannedPage(kind="missing", url=MISSING_URL, title="Page not found"))
    problems = (*selection.problems, *kept_back, *((home_problem,) if home_problem else ()), *draft.problems)
    return SitePlan(
        pages=tuple(sorted(draft.pages, key=lambda page: page.url)),
        urls=dict(sorted(draft.urls.items())),
        attachments=files,
        copies=dict(sorted(draft.copies.items())),
        tags=dict(sorted(draft.tags.items())),
        redirects=dict(sorted(draft.redirects.items())),
        held_back=selection.held_back,
        problems=tuple(
            sorted(problems, key=lambda problem: (problem.path, problem.line, problem.code, problem.message))
        ),
        folders=dict(sorted(draft.folders.items())),
        backlink_pages=dict(sorted(draft.backlink_pages.items())),
        published=selection.published,
    )


def published_folders(paths: Collection[VaultPath]) -> tuple[FolderPath, ...]:
    """List the folders that hold, at any depth, one of `paths`; the root always."""
    found = {FolderPath("")}
    for path in paths:
        folder = folder_of(path)
        if folder not in found:
            found.add(folder)
            found.update(ancestors_of(folder))
    return tuple(sorted(found))


class _Draft:
    """A plan being made; each step gives out places and remembers them."""

    def __init__(
        self,
        vault: Vault,
        settings: SiteSettings,
        published: tuple[VaultPath, ...],
        files: tuple[VaultPath, ...],
        home: VaultPath | None,
        read_source: Callable[[VaultPath], bytes],
    ) -> None:
        self.vault, self.settings, self.published, self.files = vault, settings, published, files
        self.read_source = read_source
        self.drawings = tuple(path for path in files if vault.files[path].kind in {"canvas", "base"})
        self.shown_folders = published_folders((*published, *self.drawings))
        self.home = home
        self.bodies = folder_bodies(published, self.shown_folders, home)
        self.permalinks = self._read_permalinks()
        self.places = Places()
        self.pages: list[PlannedPage] = []
        self.urls: dict[VaultPath, UrlPath] = {}
        self.folders: dict[FolderPath, UrlPath] = {}
        self.copies: dict[VaultPath, UrlPath] = {}
        self.tags: dict[str, str] = {}
        self.redirects: dict[UrlPath, UrlPath] = {}
        self.backlink_pages: dict[VaultPath, UrlPath] = {}
        self.old_places: list[tuple[VaultPath, UrlPath, UrlPath]] = []
        self.problems: list[Problem] = getattr(self, "problems", [])

    def place_folders(self) -> None:
        """Give each folder its page, with its body; the home page first."""
        for folder in self.shown_folders:
            body = self.bodies.get(folder)
            permalink = self.permalinks.get(body) if body is not None else None
            natural = folder_url(folder)
            if permalink is not None and folder and self.places.take(permalink):
                url = permalink
                self.old_places.append((body or VaultPath(""), natural, url))
            else:
                url = self._near(natural, body or VaultPath(folder))
                if permalink is not None and body is not None:
                    self.old_places.append((body, permalink, url))
            self.folders[folder] = url
            if body is not None:
                self.urls[body] = url
                if (own := note_url(body)) != url:
                    self.old_places.append((body, own, url))
            self.pages.append(
                PlannedPage(
                    kind="folder",
                    url=url,
                    title=self._folder_title(folder),
                    source=body or VaultPath(""),
                    folder=folder,
                )
            )

    def place_notes(self) -> None:
        """Give each other note its page: first those at their own path, then those that ask for another."""
        rest = [path for path in self.published if path not in self.urls]
        for path in sorted(rest, key=lambda path: (path in self.permalinks, path)):
            natural = note_url(path)
            permalink = self.permalinks.get(path)
            if permalink is None:
                url = self._near(natural, path)
            elif self.places.take(permalink):
                url = permalink
                if natural != url:
                    self.old_places.append((path, natural, url))
            else:
                message = f"the permalink `{permalink}` is another page's"
                self._report(path, "permalink-taken", message, "Choose another.", property_name="permalink")
                url = self._near(natural, path)
            self.urls[path] = url
            self.pages.append(
                PlannedPage(kind="note", url=url, title=name_of(path), source=path, folder=folder_of(path))
            )

    def place_drawings(self) -> None:
        """Give each canvas and base its page."""
        for path in self.drawings:
            url = self._near(note_url(path), path)
            self.urls[path] = url
            kind: PageKind = "canvas" if self.vault.files[path].kind == "canvas" else "base"
            self.pages.append(
                PlannedPage(
                    kind=kind, url=url, title=file_name(path).rpartition(".")[0], source=path, folder=folder_of(path)
                )
            )

    def place_entries(self) -> None:
        """Cut the list of a folder that holds very many notes itself."""
        held = Counter(page.folder for page in self.pages if page.kind != "folder")
        for place, page in enumerate(self.pages):
            if page.kind == "folder" and held[page.folder] > MAX_LISTED:
                first, *rest = cut_page(page, held[page.folder], MAX_LISTED, self.places.take_near)
                self.pages[place] = first
                self.pages += [replace(part, kind="entries", source=VaultPath("")) for part in rest]

    def place_tags(self) -> None:
        """Give each tag of a published note its page, and each parent of such a tag."""
        counts: Counter[str] = Counter()
        slugs_of: dict[str, tuple[str, ...]] = {}
        for path in self.published:
            note = self.vault.notes[path]
            before = len(self.tags)
            slugs: set[str] = set()
            for tag in () if note.is_excluded else shown_tags(note):
                if len(self.tags) - before >= _MAX_NEW_PAGES:
                    message = f"the note has more than {_MAX_NEW_PAGES:,} tags that no other has; not all have a page"
                    self._report(path, "tag-without-page", message, "Use fewer.")
                    break
                found = slugs_of.get(tag)
                if found is None:
                    if not _is_sound_tag(tag):
                        self._report(path, "tag-without-page", f"the tag `#{tag[:60]}` can have no page", "Shorten it.")
                        continue
                    found = slugs_of[tag] = self._place_tag(tag)
                slugs.update(found)
            counts.update(slugs)
        self.pages.append(PlannedPage(kind="tags", url=TAGS_URL, title="Tags"))
        for slug, spelling in self.tags.items():
            page = PlannedPage(kind="tag", url=tag_url(slug), title=f"#{spelling}", tag=slug)
            self.pages += cut_page(page, counts[slug], MAX_LISTED, lambda url: url)  # no tag has a dot

    def _place_tag(self, tag: str) -> tuple[str, ...]:
        """Take a tag and its parents among those that have a page, and give them all in lower case."""
        parts = tag.split("/")
        slugs = []
        for depth in range(1, len(parts) + 1):
            spelling = "/".join(parts[:depth])
            slugs.append(spelling.lower())
            self.tags.setdefault(slugs[-1], spelling)
        return tuple(slugs)

    def place_backlinks(self, link_index: LinkIndex) -> None:
        """Give a page to each list of backlinks that is too long for its note's page."""
        shown = set(self.published)
        for path, url in sorted(self.urls.items()):
            if path not in shown:
                continue
            sources = {found.source for found in link_index.back.get(path, ()) if found.source in shown}
            if len(sources) > MAX_BACKLINKS:
                place = self.places.take_near(UrlPath(url + "backlinks/"))
                self.backlink_pages[path] = place
                page = PlannedPage(
                    kind="backlinks",
                    url=place,
                    title=f"Links to {name_of(path)}",
                    target=path,
                    folder=folder_of(path),
                )
                self.pages += cut_page(page, len(sources), MAX_LINKED, self.places.take_near)

    def place_files(self) -> None:
        """Give each file that comes along its address."""
        for path in self.files:
            page = self.urls.get(path)  # a canvas or base: its file stands below its page, where nothing is in its way
            place = self.places.take_near(UrlPath(page + file_name(path))) if page else self._near(file_url(path), path)
            self.copies[path] = place
            self.urls.setdefault(path, place)

    def place_redirects(self) -> None:
        """Let old places lead to new ones, where nothing else stands."""
        asked = [(path, old, new, False) for path, old, new in self.old_places]
        for path in self.published:
            old_paths = [alias for alias in self.vault.notes[path].aliases if "/" in alias and "://" not in alias]
            if len(old_paths) > _MAX_NEW_PAGES:
                message = f"only the first {_MAX_NEW_PAGES:,} old paths in `aliases` lead to the note"
                self._report(path, "redirect-taken", message, "Drop the others.", property_name="aliases")
            for alias in old_paths[:_MAX_NEW_PAGES]:
                bare = alias[:-3] if alias[-3:].lower() == ".md" else alias
                asked.append((path, permalink_url(bare), self.urls[path], True))
        for path, old, new, is_alias in asked:
            if old == new or self.redirects.get(old) == new:
                continue
            if is_sound(old) and self.places.take(old):
                self.redirects[old] = new
            elif is_alias:
                message = f"the old path `{old}` is another page's"
                self._report(path, "redirect-taken", message, "Drop that alias.", property_name="aliases")

    def _read_permalinks(self) -> Mapping[VaultPath, UrlPath]:
        self.problems = []
        found: dict[VaultPath, UrlPath] = {}
        for path in self.published:
            text = _permalink_text(self.vault.notes[path])
            if not text:
                continue
            url = permalink_url(text)
            if is_sound(url):
                found[path] = url
            else:
                message = f"`{text[:80]}` cannot be a page's address"
                self._report(path, "permalink-bad", message, "Choose another.", property_name="permalink")
        return found

    def _folder_title(self, folder: FolderPath) -> str:
        if not folder:
            return name_of(self.home) if self.home is not None else self.settings.name
        return file_name(folder)

    def _near(self, url: UrlPath, path: VaultPath) -> UrlPath:
        place = self.places.take_near(url)
        if place != url:
            reason = "is reserved" if clear_of_reserved(url) != url else "is another page's, letter case aside"
            self._report(path, "url-collision", f"the address `{url}` {reason}; it is `{place}` instead", "Rename it.")
        return place

    def _report(self, path: VaultPath, code: str, message: str, hint: str, *, property_name: str = "") -> None:
        """Add a problem; one about a property has the line it stands on."""
        line = self._line_of(path, property_name) if property_name else 0
        problem = Problem(severity=Severity.WARNING, code=code, message=message, path=path, line=line, hint=hint)
        self.problems.append(problem)

    def _line_of(self, path: VaultPath, property_name: str) -> int:
        facts = self.vault.notes[path].facts
        written = next((name for name in facts.properties if name.casefold() == property_name), property_name)
        return property_line(self.read_source(path), facts.properties_span, written)


def _is_sound_tag(tag: str) -> bool:
    sizes = [len(part.encode("utf-8", "replace")) for part in tag.split("/")]
    return all(sizes) and max(sizes) <= _MAX_TAG_PART and sum(sizes) + len(sizes) <= _MAX_TAG


def _permalink_text(note: Note) -> str:
    for name, value in note.facts.properties.items():
        if name.casefold() == "permalink" and isinstance(value, str | int) and not isinstance(value, bool):
            return str(value).strip()
    return ""
