"""What a page says of itself to machines: description, pictures for link previews, its Markdown, the feed."""

from urllib.parse import quote

from napkin_site.builder.context import SiteContext
from napkin_site.builder.page_view import NavLink
from napkin_site.builder.reach import bare_target
from napkin_site.builder.site_nav import link_from
from napkin_site.builder.site_plan import PlannedPage
from napkin_site.core.model import Note
from napkin_site.core.paths import UrlPath, VaultPath, relative_url

MAX_SIBLINGS = 15
"""Pages of the same folder in a page's navigation; the full tree is fetched on demand."""
_MAX_DESCRIPTION = 300


def description_of(note: Note) -> str:
    """Give a note's own description, or else its first words (obsidian-spec §13)."""
    for name, value in note.facts.properties.items():
        if name.casefold() == "description" and isinstance(value, str) and value.strip():
            return " ".join(value.split())[:_MAX_DESCRIPTION]
    return note.facts.excerpt[:_MAX_DESCRIPTION]


def meta_of(
    context: SiteContext, page: PlannedPage, description: str, note: Note | None
) -> tuple[tuple[str, str], ...]:
    """Give the `<meta>` pairs that the shell does not write by itself."""
    meta = [("twitter:title", page.title)]
    if description:
        meta.append(("twitter:description", description))
    if note is not None and (image := _image(context, page, note)):
        meta += [("og:image", image), ("twitter:image", image)]
    if not context.settings.indexing or page.kind in {"missing", "backlinks"}:
        meta.append(("robots", "noindex"))
    return tuple(meta)


def alternates_of(context: SiteContext, page: PlannedPage) -> tuple[tuple[str, str], ...]:
    """Give the page's Markdown and the site's feed."""
    found: list[tuple[str, str]] = []
    if context.settings.source_markdown and page.source in context.published and page.kind in {"note", "folder"}:
        found.append(("text/markdown", relative_url(page.url, UrlPath(page.url + "index.md"))))
    if context.settings.feed:
        found.append(("application/rss+xml", relative_url(page.url, UrlPath("rss.xml"))))
    return tuple(found)


def edit_url(context: SiteContext, path: VaultPath) -> str:
    """Give the address where a note can be edited; empty when none is configured."""
    template = context.settings.edit_uri
    return template.replace("{path}", quote(path, errors="surrogateescape")) if template and path else ""


def around(context: SiteContext, page: PlannedPage) -> tuple[NavLink | None, NavLink | None]:
    """Give the links to the pages before and after one: in the owner's navigation, or in its folder."""
    if context.nav is not None:
        place = context.nav.place(page)
        if place is None:
            return None, None
        return (
            link_from(page, place.before) if place.before else None,
            link_from(page, place.after) if place.after else None,
        )
    if page.kind == "folder":
        return None, None
    before, after = context.tree.around(page)
    return context.link_to(page, before) if before else None, context.link_to(page, after) if after else None


def nav_heading(context: SiteContext, page: PlannedPage) -> NavLink | None:
    """Give the section of the owner's navigation around a page; None outside sections, and without a navigation."""
    place = context.nav.place(page) if context.nav is not None else None
    return link_from(page, place.section) if place is not None and place.section is not None else None


def siblings_of(context: SiteContext, page: PlannedPage) -> tuple[NavLink, ...]:
    """Give the entries around a page in the owner's navigation, or the nearest pages of its folder."""
    if context.nav is not None and (page.url == "" or context.nav.place(page) is not None):
        return context.nav.siblings(page, MAX_SIBLINGS)
    return tuple(context.link_to(page, other) for other in context.tree.neighbours(page, MAX_SIBLINGS))


def _image(context: SiteContext, page: PlannedPage, note: Note) -> str:
    """Give the address of the picture that `image` or else `cover` names; empty when it is not on the site."""
    named = {name.casefold(): value for name, value in note.facts.properties.items()}
    for key in ("image", "cover"):
        value = named.get(key)
        texts = value if isinstance(value, list | tuple) else (value,)
        for text in texts:
            bare = bare_target(text) if isinstance(text, str) else ""
            if bare.startswith(("http://", "https://")):
                return bare
            target = context.resolver.resolve_path(bare, note.path).path if bare else None
            if target is not None and target in context.plan.urls and target in context.vault.files:
                url = context.plan.urls[target]
                return context.absolute(url) if context.settings.url else relative_url(page.url, url)
    return ""
