"""The page of all links to one note, for notes with more than fit on their own page."""

from markupsafe import Markup

from napkin_site.builder.page_view import NavLink, PageView
from napkin_site.builder.pages.backlink_cards import backlinks_section
from napkin_site.builder.pages.head import meta_of
from napkin_site.builder.pages.parts import part_beside, part_links
from napkin_site.builder.planning.parts import MAX_LINKED, part_of
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.page_context import PageContext
from napkin_site.core.paths import UrlPath

_MAX_PASSAGES = 20
"""Passages of one note."""


def backlinks_page(context: PageContext, page: PlannedPage) -> PageView:
    """Make the page of all links to a note."""
    back_title = context.title(page.target)
    found = context.backlinks(page.target)
    section = backlinks_section(
        [(context.href(backlink.url), backlink) for backlink in part_of(context.page, found, MAX_LINKED)],
        count=len(found),
        page=back_title,
        most_passages=_MAX_PASSAGES,
    )
    back = context.href(context.address(page.target) or UrlPath(""))
    return PageView(
        url=page.url,
        title=page.title,
        description="",
        content=context.templates.fill(
            "backlinks_page.html",
            title=page.title,
            back_href=back,
            back_title=back_title,
            backlinks=Markup(section.decode()),  # noqa: S704 -- safe by construction
            parts=part_links(context, page),
        ),
        breadcrumbs=(*context.breadcrumbs(), NavLink(title=back_title, href=back)),
        siblings=context.top(),
        nav_heading=context.home_link(),
        previous=part_beside(context, page, -1),
        next=part_beside(context, page, 1),
        meta=meta_of(context, "", None),
    )
