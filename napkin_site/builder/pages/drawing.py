"""The page of a canvas or base: for now a box that links to its file, and who links here."""

from napkin_site.builder.context import SiteContext
from napkin_site.builder.page_view import PageView
from napkin_site.builder.pages.head import alternates_of, around, meta_of, nav_heading, siblings_of
from napkin_site.builder.pages.note import backlink_values
from napkin_site.builder.site_plan import PlannedPage
from napkin_site.core.paths import file_name, relative_url


def drawing_page(context: SiteContext, page: PlannedPage) -> PageView:
    """Make the page of a canvas or base."""
    copy = context.plan.copies.get(page.source)
    before, after = around(context, page)
    return PageView(
        url=page.url,
        title=page.title,
        description="",
        content=context.templates.fill(
            "drawing.html",
            title=page.title,
            kind=page.kind,
            path=page.source,
            file_href=relative_url(page.url, copy) if copy is not None else "",
            file_name=file_name(page.source),
            **backlink_values(context, page, page.source),
        ),
        breadcrumbs=context.breadcrumbs(page),
        siblings=siblings_of(context, page),
        previous=before,
        next=after,
        nav_heading=nav_heading(context, page),
        meta=meta_of(context, page, "", None),
        alternates=alternates_of(context, page),
    )
