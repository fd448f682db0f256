"""What a page says of itself to machines: description, pictures for link previews, its Markdown, the feed."""

from urllib.parse import quote

from napkin_site.builder.questions.page_context import PageContext
from napkin_site.core.model import Note
from napkin_site.core.paths import UrlPath, VaultPath

_MAX_DESCRIPTION = 300


def description_of(note: Note) -> str:
    """Give a note's own description, or else its first words (obsidian-spec §13)."""
    for name, value in note.facts.properties.items():
        if name.casefold() == "description" and isinstance(value, str) and value.strip():
            return " ".join(value.split())[:_MAX_DESCRIPTION]
    return note.facts.excerpt[:_MAX_DESCRIPTION]


def meta_of(context: PageContext, description: str, note: Note | None) -> tuple[tuple[str, str], ...]:
    """Give the `<meta>` pairs that the shell does not write by itself."""
    meta = [("twitter:title", context.page.title)]
    if description:
        meta.append(("twitter:description", description))
    if note is not None and (image := _image(context, note)):
        meta += [("og:image", image), ("twitter:image", image)]
    if not context.settings.indexing or context.page.kind in {"missing", "backlinks", "entries"}:
        meta.append(("robots", "noindex"))
    return tuple(meta)


def alternates_of(context: PageContext) -> tuple[tuple[str, str], ...]:
    """Give the page's Markdown and the site's feed."""
    page = context.page
    found: list[tuple[str, str]] = []
    if context.settings.source_markdown and page.shows_note:
        found.append(("text/markdown", context.href(UrlPath(page.url + "index.md"))))
    if context.settings.feed:
        found.append(("application/rss+xml", context.href(UrlPath("rss.xml"))))
    return tuple(found)


def edit_url(context: PageContext, path: VaultPath) -> str:
    """Give the address where a note can be edited; empty when none is configured."""
    template = context.settings.edit_uri
    return template.replace("{path}", quote(path, errors="surrogateescape")) if template and path else ""


def _image(context: PageContext, note: Note) -> str:
    """Give the address of a note's picture; empty when it has none on the site."""
    about = context.about(note.path)
    if about.picture is None:
        return about.image
    return context.absolute(about.picture) if context.settings.url else context.href(about.picture)
