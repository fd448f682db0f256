"""The page of a note: title, dates, properties, content, tags, what is not written yet, and who links here."""

from collections.abc import Callable
from typing import Any

from markupsafe import Markup

from napkin_site.builder.backlinks import Backlink, backlinks_to, passage_around
from napkin_site.builder.context import SiteContext
from napkin_site.builder.page_view import PageView, TocItem
from napkin_site.builder.pages.head import (
    alternates_of,
    around,
    description_of,
    edit_url,
    meta_of,
    nav_heading,
    siblings_of,
)
from napkin_site.builder.plan import MAX_BACKLINKS
from napkin_site.builder.property_panel import shown_properties
from napkin_site.builder.site_plan import PlannedPage
from napkin_site.core.html import content_region, render_note
from napkin_site.core.model import Note
from napkin_site.core.paths import VaultPath, folder_of, relative_url, tag_url
from napkin_site.core.subpaths import default_display
from napkin_site.core.syntax.tree import NoteBody

_MAX_UNRESOLVED = 30
_MAX_PASSAGES = 2
"""Passages of one note in the list on the page; the page of all links has every one."""
_FEATURES = frozenset({"code", "math", "mermaid"})


def note_page(context: SiteContext, page: PlannedPage) -> PageView:
    """Make the page of a note."""
    note = context.vault.notes[page.source]
    values = note_values(context, page, note)
    before, after = around(context, page)
    description = description_of(note)
    return PageView(
        url=page.url,
        title=page.title,
        description=description,
        content=context.templates.fill("note.html", **values),
        toc=table_of_contents(note, page.title),
        breadcrumbs=context.breadcrumbs(page),
        siblings=siblings_of(context, page),
        previous=before,
        next=after,
        nav_heading=nav_heading(context, page),
        meta=meta_of(context, page, description, note),
        edit_url=edit_url(context, note.path),
        features=features_of(note),
        alternates=alternates_of(context, page),
    )


def note_values(context: SiteContext, page: PlannedPage, note: Note) -> dict[str, Any]:
    """Prepare what the template `note.html` shows."""
    links = context.links(page)
    body = context.snapshot.body(note.path)
    html = render_note(note.path, note.facts, body, links, settings=context.render_settings)
    dates = context.dates[note.path]
    mode = context.settings.show_properties
    start, stop = note.facts.properties_span
    return {
        "title": page.title,
        "show_title": context.settings.show_inline_title and not _begins_with_title(note, body, page.title),
        "created": dates.created.date().isoformat() if dates.created else "",
        "modified": dates.modified.date().isoformat() if dates.modified else "",
        "properties_error": note.facts.properties_error,
        "properties_source": context.snapshot.source(note.path)[start:stop].decode("utf-8", "replace").strip()
        if mode == "source" and stop > start
        else "",
        "properties": shown_properties(note.path, note.properties, links, day_href=day_href(context, page))
        if mode == "visible" and note.properties
        else (),
        "content": Markup(content_region(note.path, css_classes(note), html)),  # noqa: S704 -- safe by construction
        **tag_values(context, page, note),
        **unresolved_values(context, note.path),
        **backlink_values(context, page, note.path),
    }


def tag_values(context: SiteContext, page: PlannedPage, note: Note) -> dict[str, Any]:
    """Prepare the row of tags."""
    tags = context.plan.tags
    return {
        "tags": [
            {"name": tag, "href": relative_url(page.url, tag_url(tag)) if tag.lower() in tags else ""}
            for tag in note.tags
        ]
    }


def unresolved_values(context: SiteContext, path: VaultPath) -> dict[str, Any]:
    """Prepare the list of links that lead nowhere; what stands in comments is not shown."""
    names = {
        default_display(found.link): None
        for found in context.link_index.out.get(path, ())
        if found.target is None and found.link.place != "comment"
    }
    shown = list(names)[:_MAX_UNRESOLVED]
    return {"unresolved": shown, "more_unresolved": len(names) - len(shown)}


def backlink_values(
    context: SiteContext, page: PlannedPage, target: VaultPath, *, is_full: bool = False
) -> dict[str, Any]:
    """Prepare the list of links to a page.

    Args:
        context: the site.
        page: the page the list stands on.
        target: the note the links lead to.
        is_full: True on the page of all links: nothing is cut.
    """
    found = backlinks_to(target, context.link_index, context.published)
    rest = context.plan.backlink_pages.get(target)
    shown = found if is_full else found[:MAX_BACKLINKS]
    return {
        "backlinks": [_shown_backlink(context, page, backlink, is_full=is_full) for backlink in shown],
        "backlink_count": len(found),
        "backlinks_href": relative_url(page.url, rest) if rest is not None and not is_full else "",
    }


def table_of_contents(note: Note, title: str) -> tuple[TocItem, ...]:
    """List the note's headings; a first heading that only repeats the title is left out."""
    headings = note.facts.headings
    first = 1 if headings and headings[0].level == 1 and _same(headings[0].text, title) else 0
    return tuple(
        TocItem(title=heading.text, anchor=heading.anchor, level=heading.level) for heading in headings[first:]
    )


def features_of(note: Note) -> tuple[str, ...]:
    """Say what a note's page must load extra."""
    return tuple(feature for feature in note.facts.features if feature in _FEATURES)


def css_classes(note: Note) -> tuple[str, ...]:
    """Give the classes the author put on the note's container (obsidian-spec §7.7)."""
    for name, value in note.facts.properties.items():
        if name.casefold() == "cssclasses":
            parts = value if isinstance(value, list | tuple) else (value,)
            return tuple(word for part in parts if isinstance(part, str) for word in part.split())
    return ()


def day_href(context: SiteContext, page: PlannedPage) -> Callable[[str], str] | None:
    """Make what finds the daily note of a date; None when the vault has none, or they are not named by date alone."""
    folder, form = context.settings.daily_folder, context.settings.daily_format
    if form != "YYYY-MM-DD":
        return None

    def find(day: str) -> str:
        path = context.resolver.exact(f"{folder.strip('/')}/{day}.md".lstrip("/"))
        url = context.plan.urls.get(path) if path is not None else None
        return relative_url(page.url, url) if url is not None else ""

    return find


def _begins_with_title(note: Note, body: NoteBody, title: str) -> bool:
    if not body.blocks or body.blocks[0].heading < 0:
        return False
    heading = note.facts.headings[body.blocks[0].heading]
    return heading.level == 1 and _same(heading.text, title)


def _same(heading: str, title: str) -> bool:
    return heading.strip().casefold() == title.strip().casefold()


def _shown_backlink(context: SiteContext, page: PlannedPage, backlink: Backlink, *, is_full: bool) -> dict[str, Any]:
    facts = context.vault.notes[backlink.source].facts
    links = backlink.links if is_full else backlink.links[:_MAX_PASSAGES]
    return {
        "href": relative_url(page.url, context.plan.urls[backlink.source]),
        "title": context.title(backlink.source),
        "folder": folder_of(backlink.source),
        "passages": [passage_around(facts, link) for link in links],
        "more": len(backlink.links) - len(links),
    }
