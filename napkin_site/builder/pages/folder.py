"""The overview page of a folder, the home page among them: its note's content, then what the folder holds."""

from typing import Any

from markupsafe import Markup

from napkin_site.builder.context import MAX_RECENT, SiteContext
from napkin_site.builder.page_view import NavLink, PageView
from napkin_site.builder.pages.head import (
    MAX_SIBLINGS,
    alternates_of,
    around,
    description_of,
    edit_url,
    meta_of,
    nav_heading,
    siblings_of,
)
from napkin_site.builder.pages.note import features_of, note_values, table_of_contents
from napkin_site.builder.site_plan import PlannedPage
from napkin_site.core.model import Note
from napkin_site.core.paths import FolderPath

_MAX_KEYWORDS = 12
_MAX_ABOUT = 300


def folder_page(context: SiteContext, page: PlannedPage) -> PageView:
    """Make the overview page of a folder."""
    note = context.vault.notes[page.source] if page.source else None
    description = description_of(note) if note else ""
    before, after = around(context, page)
    if page.url == "":
        description = description or context.settings.description
    return PageView(
        url=page.url,
        title=page.title,
        description=description,
        content=_content(context, page, note),
        toc=table_of_contents(note, page.title) if note else (),
        breadcrumbs=context.breadcrumbs(page),
        siblings=_inside(context, page),
        previous=before,
        next=after,
        nav_heading=nav_heading(context, page),
        meta=meta_of(context, page, description, note),
        edit_url=edit_url(context, page.source),
        features=features_of(note) if note else (),
        alternates=alternates_of(context, page),
    )


def _content(context: SiteContext, page: PlannedPage, note: Note | None) -> str:
    body = after = ""
    if note:
        values = note_values(context, page, note)
        after = context.templates.fill("after.html", **values)
        values.update(tags=(), unresolved=(), more_unresolved=0, backlinks=(), backlink_count=0, backlinks_href="")
        body = context.templates.fill("note.html", **values)
    entry = context.tree.entries[page.folder]
    return context.templates.fill(
        "folder.html",
        title=page.title,
        description=context.settings.description if page.url == "" and not note else "",
        body=Markup(body),  # noqa: S704 -- a filled template
        after=Markup(after),  # noqa: S704 -- a filled template
        folders=[_child(context, page, folder) for folder in entry.folders],
        pages=[
            {"href": context.href(page, child.url), "title": child.title, "kind": child.kind} for child in entry.pages
        ],
        recent=_recent(context, page),
        keywords=context.keywords.get(page.folder, ())[:_MAX_KEYWORDS],
    )


def _child(context: SiteContext, page: PlannedPage, folder: FolderPath) -> dict[str, Any]:
    entry = context.tree.entries[folder]
    body = context.vault.notes[entry.page.source] if entry.page.source else None
    about = description_of(body) if body else ""
    return {
        "href": context.href(page, entry.page.url),
        "title": entry.page.title,
        "count": entry.count,
        "about": about if len(about) < _MAX_ABOUT else about[: _MAX_ABOUT - 1] + "…",
        "keywords": context.keywords.get(folder, ())[:_MAX_KEYWORDS],
    }


def _recent(context: SiteContext, page: PlannedPage) -> list[dict[str, str]]:
    """List the notes below the folder that changed last; a single note is no news."""
    paths = [path for path in context.recent.get(page.folder, ()) if path != page.source][:MAX_RECENT]
    found: list[dict[str, str]] = []
    for path in paths:
        latest = context.dates[path].latest
        assert latest is not None, "undated notes are not among the newest"
        found.append(
            {
                "date": latest.date().isoformat(),
                "href": context.href(page, context.plan.urls[path]),
                "title": context.title(path),
            }
        )
    return found if len(found) > 1 else []


def _inside(context: SiteContext, page: PlannedPage) -> tuple[NavLink, ...]:
    """Give the first folders and pages inside, for the navigation; the owner's own navigation comes before that."""
    if context.nav is not None and (page.url == "" or context.nav.place(page) is not None):
        return siblings_of(context, page)
    entry = context.tree.entries[page.folder]
    inside = [
        *(context.tree.entries[folder].page for folder in entry.folders[:MAX_SIBLINGS]),
        *entry.pages[:MAX_SIBLINGS],
    ]
    return tuple(context.link_to(page, other) for other in inside[:MAX_SIBLINGS])
