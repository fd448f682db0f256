"""A further page of the notes of a folder that holds very many."""

from collections.abc import Iterable

from napkin_site.builder.page_view import PageView
from napkin_site.builder.pages.head import meta_of
from napkin_site.builder.pages.parts import part_beside, part_links
from napkin_site.builder.planning.parts import MAX_LISTED, part_of
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.page_context import PageContext


def entries_page(context: PageContext, page: PlannedPage) -> PageView:
    """Make the page."""
    shown = part_of(page, context.folder(page.folder).pages, MAX_LISTED)
    breadcrumbs = context.breadcrumbs()
    return PageView(
        url=page.url,
        title=page.title,
        description="",
        content=context.templates.fill(
            "entries.html",
            title=page.title,
            pages=page_rows(context, shown),
            parts=part_links(context, page),
        ),
        breadcrumbs=breadcrumbs,
        siblings=context.top(),
        nav_heading=context.home_link(),
        previous=part_beside(context, page, -1),
        next=part_beside(context, page, 1),
        meta=meta_of(context, "", None),
    )


def page_rows(context: PageContext, pages: Iterable[PlannedPage]) -> list[tuple[str, ...]]:
    """List address and title of pages, and of those that show no note what they show."""
    return [
        (context.href(page.url), page.title) if page.kind == "note" else (context.href(page.url), page.title, page.kind)
        for page in pages
    ]
