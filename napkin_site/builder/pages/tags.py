"""The index of all tags, as a tree with counts."""

from typing import Any

from napkin_site.builder.context import SiteContext
from napkin_site.builder.page_view import PageView
from napkin_site.builder.pages.head import alternates_of, meta_of
from napkin_site.builder.site_plan import PlannedPage
from napkin_site.core.paths import relative_url, tag_url


def tags_page(context: SiteContext, page: PlannedPage) -> PageView:
    """Make the index of all tags."""
    description = f"All {len(context.plan.tags)} tags" if context.plan.tags else ""
    return PageView(
        url=page.url,
        title=page.title,
        description=description,
        content=context.templates.fill("tags.html", title=page.title, tags=_branch(context, page, "")),
        breadcrumbs=context.breadcrumbs(page),
        meta=meta_of(context, page, description, None),
        alternates=alternates_of(context, page),
    )


def tag_entry(context: SiteContext, page: PlannedPage, slug: str, name: str) -> dict[str, Any]:
    """Prepare one tag: name, address, and how many notes have it or one below it."""
    return {"name": name, "href": relative_url(page.url, tag_url(slug)), "count": len(context.tag_notes[slug])}


def _branch(context: SiteContext, page: PlannedPage, parent: str) -> list[dict[str, Any]]:
    return [
        {
            **tag_entry(context, page, slug, context.plan.tags[slug].rpartition("/")[2]),
            "children": _branch(context, page, slug),
        }
        for slug in context.tags_below.get(parent, ())
    ]
