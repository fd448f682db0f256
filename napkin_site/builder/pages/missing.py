"""The page shown where there is none (404); it may be shown at any address, so its links start at the host's root."""

from napkin_site.builder.page_view import PageView
from napkin_site.builder.pages.head import meta_of
from napkin_site.builder.planning.plan import TAGS_URL
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.page_context import PageContext
from napkin_site.core.paths import UrlPath


def missing_page(context: PageContext, page: PlannedPage) -> PageView:
    """Make the 404 page."""
    return PageView(
        url=page.url,
        title=page.title,
        description="",
        content=context.templates.fill(
            "missing.html",
            title=page.title,
            home_href=context.href(UrlPath("")),
            tags_href=context.href(TAGS_URL),
        ),
        siblings=context.top(),
        meta=meta_of(context, "", None),
    )
