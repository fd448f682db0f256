"""The page of a canvas or base: for now a box that links to its file, and who links here."""

from napkin_site.builder.page_view import PageView
from napkin_site.builder.pages.head import alternates_of, meta_of
from napkin_site.builder.pages.note import list_backlinks
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.page_context import PageContext
from napkin_site.core.paths import file_name


def drawing_page(context: PageContext, page: PlannedPage) -> PageView:
    """Make the page of a canvas or base."""
    copy = context.copy(page.source)
    beside = context.beside()
    return PageView(
        url=page.url,
        title=page.title,
        description="",
        content=context.templates.fill(
            "drawing.html",
            title=page.title,
            kind=page.kind,
            path=page.source,
            file_href=context.href(copy) if copy is not None else "",
            file_name=file_name(page.source),
        )
        + list_backlinks(context, page.source),
        breadcrumbs=context.breadcrumbs(),
        siblings=context.links_to(*beside.siblings),
        previous=context.link_to(beside.before),
        next=context.link_to(beside.after),
        nav_heading=context.link_to(beside.section),
        meta=meta_of(context, "", None),
        alternates=alternates_of(context),
    )
