"""The page of all links to one note, for notes with more than fit on their own page."""

from napkin_site.builder.context import SiteContext
from napkin_site.builder.page_view import NavLink, PageView
from napkin_site.builder.pages.head import meta_of
from napkin_site.builder.pages.note import backlink_values
from napkin_site.builder.site_plan import PlannedPage
from napkin_site.core.paths import relative_url


def backlinks_page(context: SiteContext, page: PlannedPage) -> PageView:
    """Make the page of all links to a note."""
    note_page = context.page_of[page.target]
    back = relative_url(page.url, note_page.url)
    return PageView(
        url=page.url,
        title=page.title,
        description="",
        content=context.templates.fill(
            "backlinks_page.html",
            title=page.title,
            back_href=back,
            back_title=note_page.title,
            **backlink_values(context, page, page.target, is_full=True),
        ),
        breadcrumbs=(*context.breadcrumbs(page), NavLink(title=note_page.title, href=back)),
        meta=meta_of(context, page, "", None),
    )
