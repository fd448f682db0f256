"""What programs read besides pages: sitemap, feed, robots file, `llms.txt`, notes' Markdown, the tree of pages."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from napkin_site.builder.data.xml_text import escape_xml
from napkin_site.builder.pages.head import description_of
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.context import SiteContext
from napkin_site.builder.questions.properties_text import properties_text
from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.model import Note
from napkin_site.core.paths import FolderPath, UrlPath, quote_url
from napkin_site.core.syntax.tree import Span
from napkin_site.core.utf8_text import utf8_text

NAV_DATA = UrlPath("-/data/nav.json")
NAV_VERSION = 1
_MAX_FEED = 30
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BOM = b"\xef\xbb\xbf"
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def feed_paths(settings: SiteSettings) -> tuple[str, ...]:
    """Give the output path of every file of this kind but the tree of pages and the notes' Markdown."""
    wanted = {"sitemap.xml": settings.indexing, "rss.xml": settings.feed, "llms.txt": settings.source_markdown}
    return tuple(path for path in _FEEDS if wanted.get(path, True))


def feed_file(path: str, context: SiteContext) -> bytes:
    """Make one of `feed_paths`."""
    return _FEEDS[path](context)


def markdown_copy(source: bytes, note: Note, *, with_properties: bool) -> bytes:
    """Give a note's Markdown without its comments (decision 13), and without front matter when that is not shown."""
    text = _without(source, note.facts.comments)
    start, stop = note.facts.properties_span
    if stop > start:
        text = text[:start] + (properties_text(source, note) if with_properties else b"") + text[stop:]
    return text.removeprefix(_BOM)


def nav_json(context: SiteContext) -> bytes:
    """Give the whole tree of pages below home: `{"tree": [[title, url, children], [title, url], …]}`.

    Addresses are from the site's root and percent-encoded; folders have children, even where they also are a note.
    A navigation that the owner wrote stands there instead: its sections have `null` for an address.
    """
    if context.nav is not None:
        return msgspec.json.encode({"version": NAV_VERSION, "tree": context.nav.tree()})
    return msgspec.json.encode({"version": NAV_VERSION, "tree": _branch(context, FolderPath(""))})


def _branch(context: SiteContext, folder: FolderPath) -> list[Any]:
    entries = context.tree.entries
    entry = entries[folder]
    return [
        *(
            (utf8_text(entries[child].page.title), quote_url(entries[child].page.url), _branch(context, child))
            for child in entry.folders
        ),
        *((utf8_text(page.title), quote_url(page.url)) for page in entry.pages),
    ]


def _without(source: bytes, spans: tuple[Span, ...]) -> bytes:
    kept: list[bytes] = []
    at = 0
    for start, stop in spans:
        kept.append(source[at : max(at, start)])
        at = max(at, stop)
    kept.append(source[at:])
    return b"".join(kept)


def _robots(context: SiteContext) -> bytes:
    if not context.settings.indexing:
        return b"User-agent: *\nDisallow: /\n"
    lines = ["User-agent: *", "Allow: /"]
    if context.settings.url:
        lines.append(f"Sitemap: {context.settings.url}sitemap.xml")
    return ("\n".join(lines) + "\n").encode()


def _sitemap(context: SiteContext) -> bytes:
    rows: list[str] = []
    for page in context.plan.pages:
        if page.kind in {"missing", "backlinks", "entries"}:
            continue
        dates = context.dates.get(page.source)
        changed = f"<lastmod>{dates.modified.date()}</lastmod>" if dates is not None and dates.modified else ""
        rows.append(f"<url><loc>{escape_xml(_address(context, page.url))}</loc>{changed}</url>\n")
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return (head + "".join(rows) + "</urlset>\n").encode()


def _rss(context: SiteContext) -> bytes:
    settings = context.settings
    newest = context.newest[:_MAX_FEED]
    items: list[str] = []
    for path in newest:
        latest = context.dates[path].latest
        address = escape_xml(_address(context, context.plan.urls[path]))
        assert latest is not None, "undated notes are not among the newest"
        items.append(
            f"<item><title>{_xml(context.title(path))}</title><link>{address}</link>"
            f'<guid isPermaLink="{"true" if settings.url else "false"}">{address}</guid>'
            f"<pubDate>{rss_date(latest)}</pubDate>"
            f"<description>{_xml(description_of(context.vault.notes[path]))}</description></item>\n"
        )
    latest = context.dates[newest[0]].latest if newest else None
    built = f"<lastBuildDate>{rss_date(latest)}</lastBuildDate>\n" if latest else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>\n'
        f"<title>{_xml(settings.name)}</title>\n<link>{escape_xml(_address(context, UrlPath('')))}</link>\n"
        f"<description>{_xml(settings.description or settings.name)}</description>\n"
        f"<language>{_xml(settings.language)}</language>\n{built}{''.join(items)}</channel></rss>\n"
    ).encode()


def _llms(context: SiteContext) -> bytes:
    """List every note with a line about it (https://llmstxt.org), by folder."""
    settings = context.settings
    lines = [f"# {_line(settings.name)}", ""]
    if settings.description:
        lines += [f"> {_line(settings.description)}", ""]
    for folder, entry in context.tree.entries.items():
        pages = [
            page
            for page in (entry.page, *entry.pages)
            if page.source in context.published and _is_listed(context, page)
        ]
        if pages:
            lines += [f"## {_line(folder) or 'Notes'}", ""]
            for page in pages:
                about = _line(description_of(context.vault.notes[page.source]))
                address = _address(context, UrlPath(page.url + "index.md"))
                lines.append(f"- [{_link_text(page.title)}]({address})" + (f": {about}" if about else ""))
            lines.append("")
    return "\n".join(lines).encode("utf-8", "replace")


def _is_listed(context: SiteContext, page: PlannedPage) -> bool:
    return not context.vault.notes[page.source].is_excluded


def _address(context: SiteContext, url: UrlPath) -> str:
    """Give a full address, or one from the host's root when the site's own is not known."""
    return context.absolute(url) if context.settings.url else "/" + quote_url(url)


def _line(text: str) -> str:
    return " ".join(text.split())


def _link_text(text: str) -> str:
    return _line(text).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")


def rss_date(moment: datetime) -> str:
    """Write a date as RSS has it (RFC 822, four digits of the year); what Python has for it loads a network stack."""
    at = moment.astimezone(UTC)
    day, month = _DAYS[at.weekday()], _MONTHS[at.month - 1]
    return f"{day}, {at.day:02} {month} {at.year:04} {at.hour:02}:{at.minute:02}:{at.second:02} GMT"


def _xml(text: str) -> str:
    return escape_xml(_NOT_XML.sub("", text))


_FEEDS: Mapping[str, Callable[[SiteContext], bytes]] = {
    "robots.txt": _robots,
    ".nojekyll": lambda _: b"",
    "sitemap.xml": _sitemap,
    "rss.xml": _rss,
    "llms.txt": _llms,
}
