"""The page of a note: title, dates, properties, content, tags, what is not written yet, and who links here."""

from collections.abc import Callable
from typing import Any

from markupsafe import Markup

from napkin_site.builder.page_view import PageView, TocItem
from napkin_site.builder.pages.backlink_cards import backlinks_section
from napkin_site.builder.pages.head import (
    alternates_of,
    description_of,
    edit_url,
    meta_of,
)
from napkin_site.builder.planning.plan import MAX_BACKLINKS
from napkin_site.builder.planning.shown_tags import shown_tags
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.page_context import PageContext
from napkin_site.builder.questions.properties_text import properties_text
from napkin_site.builder.questions.property_panel import shown_properties
from napkin_site.core.html import content_region, render_note
from napkin_site.core.model import Note
from napkin_site.core.paths import VaultPath
from napkin_site.core.subpaths import default_display
from napkin_site.core.syntax.tree import NoteBody
from napkin_site.vault.reader import file_kind

_MAX_UNRESOLVED = 30
_MAX_PASSAGES = 2
"""Passages of one note in the list on the page."""
_FEATURES = frozenset({"code", "math", "mermaid"})
_NOTES = frozenset({"note", "other"})
"""Kinds of a path that may be a note's; names with dots, such as `v1.2 plan`, are `other`."""


def note_page(context: PageContext, page: PlannedPage) -> PageView:
    """Make the page of a note."""
    note = context.note(page.source)
    values = note_values(context, note)
    beside = context.beside()
    description = description_of(note)
    return PageView(
        url=page.url,
        title=page.title,
        description=description,
        content=context.templates.fill("note.html", **values) + list_backlinks(context, note.path),
        toc=table_of_contents(note, page.title),
        breadcrumbs=context.breadcrumbs(),
        siblings=context.links_to(*beside.siblings),
        previous=context.link_to(beside.before),
        next=context.link_to(beside.after),
        nav_heading=context.link_to(beside.section),
        meta=meta_of(context, description, note),
        edit_url=edit_url(context, note.path),
        features=features_of(note),
        alternates=alternates_of(context),
    )


def note_values(context: PageContext, note: Note) -> dict[str, Any]:
    """Prepare what the template `note.html` shows."""
    page = context.page
    links = context.links()
    body = context.body(note.path)
    html = render_note(note.path, note.facts, body, links, settings=context.render_settings)
    about = context.about(note.path)
    mode = context.settings.show_properties
    repeated = _repeated_title(note, body, page.title)
    start, stop = note.facts.properties_span
    return {
        "title": repeated or page.title,
        "is_title_repeated": bool(repeated),
        "show_title": context.settings.show_inline_title or bool(repeated),
        "created": about.created,
        "modified": about.modified,
        "properties_error": note.facts.properties_error,
        "properties_source": properties_text(context.source(note.path), note).decode("utf-8", "replace").strip()
        if mode == "source" and stop > start
        else "",
        "properties": [
            (shown.name, shown.type, shown.name, shown.html)
            for shown in shown_properties(note.path, note.properties, links, day_href=day_href(context))
        ]
        if mode == "visible" and note.properties
        else (),
        "content": Markup(content_region(note.path, css_classes(note), html)),  # noqa: S704 -- safe by construction
        "tags": [(href, tag) if (href := links.tag_href(tag)) else (tag,) for tag in shown_tags(note)],
        **unresolved_values(context, note.path),
    }


def unresolved_values(context: PageContext, path: VaultPath) -> dict[str, Any]:
    """Prepare the list of notes that links name and nobody wrote yet; what stands in comments is not shown.

    A picture or another file that is missing is no note to be written: its place in the text says so.
    """
    names = {
        default_display(link): None
        for link in context.dead_links(path)
        if link.place != "comment" and file_kind(link.path) in _NOTES
    }
    shown = list(names)[:_MAX_UNRESOLVED]
    return {"unresolved": shown, "more_unresolved": len(names) - len(shown)}


def list_backlinks(context: PageContext, target: VaultPath) -> bytes:
    """Write the list of links to a note, canvas or base, for its own page: a section, encoded; empty without links."""
    found = context.backlinks(target)
    rest = context.about(target).backlinks_page
    return backlinks_section(
        [(context.href(backlink.url), backlink) for backlink in found[:MAX_BACKLINKS]],
        count=len(found),
        all_href=context.href(rest) if rest is not None else "",
        most_passages=_MAX_PASSAGES,
    )


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


def day_href(context: PageContext) -> Callable[[str], str] | None:
    """Make what finds the daily note of a date; None when the vault has none, or they are not named by date alone."""
    if context.settings.daily_format != "YYYY-MM-DD":
        return None

    def find(day: str) -> str:
        url = context.day(day)
        return context.href(url) if url is not None else ""

    return find


def _repeated_title(note: Note, body: NoteBody, title: str) -> str:
    """Give the heading a note begins with, as its author spells it, when it only repeats the title; else nothing."""
    if not body.blocks or body.blocks[0].heading < 0:
        return ""
    heading = note.facts.headings[body.blocks[0].heading]
    return heading.text.strip() if heading.level == 1 and _same(heading.text, title) else ""


def _same(heading: str, title: str) -> bool:
    return heading.strip().casefold() == title.strip().casefold()
