"""The overview page of a folder, the home page among them: its note's content, then what the folder holds."""

from markupsafe import Markup

from napkin_site.builder.page_view import PageView
from napkin_site.builder.pages.entries import page_rows
from napkin_site.builder.pages.head import (
    alternates_of,
    description_of,
    edit_url,
    meta_of,
)
from napkin_site.builder.pages.note import features_of, list_backlinks, note_values, table_of_contents
from napkin_site.builder.pages.parts import part_links
from napkin_site.builder.planning.parts import MAX_LISTED, part_of
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.context import MAX_RECENT
from napkin_site.builder.questions.page_context import PageContext
from napkin_site.builder.theme.templates import escape_all
from napkin_site.core.model import Note
from napkin_site.core.paths import FolderPath, RelUrl

_MAX_KEYWORDS = 12
_MAX_ABOUT = 300


def folder_page(context: PageContext, page: PlannedPage) -> PageView:
    """Make the overview page of a folder."""
    note = context.note(page.source) if page.source else None
    description = description_of(note) if note else ""
    beside = context.beside()
    if page.url == "":
        description = description or context.settings.description
    return PageView(
        url=page.url,
        title=page.title,
        description=description,
        content=_content(context, page, note),
        toc=table_of_contents(note, page.title) if note else (),
        breadcrumbs=context.breadcrumbs(),
        siblings=context.links_to(*beside.siblings),
        previous=context.link_to(beside.before),
        next=context.link_to(beside.after),
        nav_heading=context.link_to(beside.section),
        meta=meta_of(context, description, note),
        edit_url=edit_url(context, page.source),
        features=features_of(note) if note else (),
        alternates=alternates_of(context),
    )


def _content(context: PageContext, page: PlannedPage, note: Note | None) -> bytes:
    body = after = links = b""
    if note:
        values = note_values(context, note)
        after = context.templates.fill("after.html", **values)
        links = list_backlinks(context, note.path)
        values.update(tags=(), unresolved=(), more_unresolved=0)
        body = context.templates.fill("note.html", **values)
    entry = context.folder(page.folder)
    filled = context.templates.fill(
        "folder.html",
        title=page.title,
        description=context.settings.description if page.url == "" and not note else "",
        body=Markup(body.decode()),  # noqa: S704 -- a filled template
        after=Markup(after.decode()),  # noqa: S704 -- a filled template
        folders=[_child(context, folder) for folder in entry.folders],
        pages=page_rows(context, part_of(page, entry.pages, MAX_LISTED)),
        parts=part_links(context, page),
        recent=_recent(context, page),
        keywords=_keywords(context, page.folder),
    )
    return filled + links


def _child(context: PageContext, folder: FolderPath) -> tuple[RelUrl, str, int, str, Markup]:
    """Prepare a folder's entry: address, title, number of notes, what it is about, keywords."""
    entry = context.folder(folder)
    body = context.note(entry.page.source) if entry.page.source else None
    about = description_of(body) if body else ""
    return (
        context.href(entry.page.url),
        entry.page.title,
        entry.count,
        about if len(about) < _MAX_ABOUT else about[: _MAX_ABOUT - 1] + "…",
        _keywords(context, folder),
    )


def _keywords(context: PageContext, folder: FolderPath) -> Markup:
    """Write the keywords of a folder; empty when it has none."""
    words = escape_all(context.keywords(folder)[:_MAX_KEYWORDS])
    return Markup(" ".join([f"<span>{word}</span>" for word in words]))  # noqa: S704 -- the words are escaped


def _recent(context: PageContext, page: PlannedPage) -> list[tuple[str, str, RelUrl, str]]:
    """List the notes below the folder that changed last: date, twice, address and title; a single note is no news."""
    notes = [note for note in context.recent(page.folder) if note.path != page.source][:MAX_RECENT]
    found = [(note.date, note.date, context.href(note.url), note.title) for note in notes]
    return found if len(found) > 1 else []
