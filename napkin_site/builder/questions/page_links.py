"""Where links go and what embeds show, as seen from one page of the site.

`SiteTargets` is made once for a site (in each worker), `SiteLinks` once for a page.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from napkin_site.builder.planning.site_plan import SitePlan
from napkin_site.core.links import LinkResolver
from napkin_site.core.model import Vault
from napkin_site.core.page_links import Embed, FileEmbed, LinkDestination, MissingEmbed, NoteEmbed
from napkin_site.core.paths import References, UrlPath, VaultPath, name_of, quote_fragment, tag_url
from napkin_site.core.subpaths import SubpathIndex, default_display, target_of
from napkin_site.core.syntax.tree import Link, NoteBody, NoteFacts


class Target(NamedTuple):
    """What a link of a note means."""

    path: VaultPath | None
    """The note or file; None when there is none."""
    url: UrlPath | None
    """Where that is found on the site; None when it is not there."""
    anchor: str | None
    """What follows the `#`: an id of a note's page, or a file's own fragment such as `page=3`; empty for none, None
    when the note has no such part."""


_UNRESOLVED = LinkDestination(state="unresolved")
_HIDDEN = LinkDestination(state="hidden")
_KEPT_BODIES = 8
"""A page may embed many parts of one note, each of which would load it again."""
_NOWHERE = Target(None, None, "")


class Bodies(Protocol):
    """A snapshot, as far as links need one."""

    @property
    def vault(self) -> Vault:
        """The vault's files."""

    def body(self, path: VaultPath) -> NoteBody:
        """Load the parsed content of a note."""


class SiteTargets:
    """What all pages of a site share: the resolver, the plan, and the parts of notes that links name."""

    def __init__(
        self, snapshot: Bodies, resolver: LinkResolver, plan: SitePlan, *, highlight: Callable[[str, str], str]
    ) -> None:
        """Share these between pages.

        Args:
            snapshot: the vault and its notes' bodies.
            resolver: knows every file of the vault, published or not.
            plan: where what is published stands.
            highlight: code and language -> inner HTML of `<code>`.
        """
        self.snapshot = snapshot
        self.vault = snapshot.vault
        self.resolver = resolver
        self.plan = plan
        self.highlight = highlight
        self.references = References()
        self._parts: dict[VaultPath, SubpathIndex] = {}

    def find(self, source: VaultPath, link: Link) -> Target:
        """Find what a link, which stands in the note `source`, means."""
        path, subpath = target_of(link)
        return self.place(self.resolver.resolve_path(path, source).path, subpath)

    def place(self, found: VaultPath | None, subpath: str) -> Target:
        """Find where on the site a note or file is, and the part of it that `subpath` means."""
        if found is None:
            return _NOWHERE
        url = self.plan.urls.get(found)
        if not subpath or url is None:
            return Target(found, url, "")
        if found in self.vault.notes:
            return Target(found, url, self.anchor(found, subpath))
        return Target(found, url, "" if self.vault.files[found].kind in ("canvas", "base") else subpath)

    def anchor(self, note: VaultPath, subpath: str) -> str | None:
        """Find the id that a subpath means on a note's page; None when there is no such part."""
        parts = self._parts.get(note)
        if parts is None:
            parts = self._parts[note] = SubpathIndex(self.vault.notes[note].facts)
        return parts.anchor(subpath)


class SiteLinks:
    """Answers what rendering asks, for one page; implements `core.page_links.PageLinks`."""

    def __init__(self, targets: SiteTargets, page: UrlPath) -> None:
        self._targets = targets
        self._page = page
        self._reference = targets.references.of(page)
        self._tags: dict[str, str] = {}
        self._bodies: dict[VaultPath, NoteBody] = {}

    def link(self, source: VaultPath, link: Link) -> LinkDestination:
        """Resolve a link; its target counts as hidden when it is in the vault but not on the site (decision 20)."""
        return self._destination(self._find(source, link))

    def links_of(self, source: VaultPath, facts: NoteFacts) -> Sequence[LinkDestination]:
        """Resolve all links of a note, in their order."""
        return [self._destination(target) for target in self._find_all(source, facts.links)]

    def embed(self, source: VaultPath, link: Link) -> Embed:
        """Find what an embed shows; the named part of a note only, never the whole note in its stead."""
        targets = self._targets
        path, url, anchor = self._find(source, link)
        if path is None:
            return MissingEmbed(reason="unresolved", name=default_display(link))
        if url is None:
            return MissingEmbed(reason="hidden", name=default_display(link))
        subpath = target_of(link)[1]
        note = targets.vault.notes.get(path)
        if note is None:
            kind = targets.vault.files[path].kind
            known = "other" if kind == "note" else kind
            return FileEmbed(path=path, href=self._href(url), kind=known, fragment=subpath)
        if anchor is None:
            return MissingEmbed(reason="part", name=default_display(link), href=self._href(url))
        return NoteEmbed(
            path=path,
            href=self._href(url, anchor),
            title=default_display(link) or name_of(path),
            facts=note.facts,
            body=self._body(path),
            subpath=subpath,
        )

    def tag_href(self, name: str) -> str:
        """Give the relative URL of a tag's page; empty when the tag has none."""
        href = self._tags.get(name)
        if href is None:
            slug = name.lower()
            href = self._reference(tag_url(slug)) if self._has_tag(slug) else ""
            self._tags[name] = href
        return href

    def highlight(self, code: str, language: str) -> str:
        """Give the inner HTML of `<code>` for a code block."""
        return self._targets.highlight(code, language)

    def _body(self, note: VaultPath) -> NoteBody:
        """Load a note's content, unless it is one of the last that the page embedded."""
        body = self._bodies.pop(note, None) or self._targets.snapshot.body(note)
        self._bodies[note] = body
        if len(self._bodies) > _KEPT_BODIES:
            del self._bodies[next(iter(self._bodies))]
        return body

    def _find(self, source: VaultPath, link: Link) -> Target:
        return self._targets.find(source, link)

    def _find_all(self, source: VaultPath, links: Sequence[Link]) -> Sequence[Target]:
        return [self._targets.find(source, link) for link in links]

    def _has_tag(self, slug: str) -> bool:
        return slug in self._targets.plan.tags

    def _destination(self, target: Target) -> LinkDestination:
        path, url, anchor = target
        if path is None:
            return _UNRESOLVED
        if url is None:
            return _HIDDEN
        href = self._href(url, anchor) if anchor else self._reference(url)
        return LinkDestination(state="resolved", href=href, path=path)

    def _href(self, url: UrlPath, fragment: str = "") -> str:
        if not fragment:
            return self._reference(url)
        return ("" if url == self._page else self._reference(url)) + "#" + quote_fragment(fragment)
