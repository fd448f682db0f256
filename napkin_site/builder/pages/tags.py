"""The index of all tags, as a tree with counts."""

from typing import Any

from napkin_site.builder.page_view import PageView
from napkin_site.builder.pages.head import alternates_of, meta_of
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.page_context import PageContext
from napkin_site.core.paths import tag_url


def tags_page(context: PageContext, page: PlannedPage) -> PageView:
    """Make the index of all tags."""
    tags = _branch(context, "")
    total = sum(map(_size, tags))
    description = f"All {total} tags" if total else ""
    return PageView(
        url=page.url,
        title=page.title,
        description=description,
        content=context.templates.fill("tags.html", title=page.title, tags=tags),
        breadcrumbs=context.breadcrumbs(),
        siblings=context.top(),
        nav_heading=context.home_link(),
        meta=meta_of(context, description, None),
        alternates=alternates_of(context),
    )


def tag_entry(context: PageContext, slug: str) -> dict[str, Any]:
    """Prepare one tag: name, address, and how many notes have it or one below it."""
    tag = context.tag_count(slug)
    return {"name": tag.name, "href": context.href(tag_url(slug)), "count": tag.count}


def _branch(context: PageContext, parent: str) -> list[dict[str, Any]]:
    branch = []
    for slug in context.tags_below(parent):
        entry = tag_entry(context, slug)
        branch.append({**entry, "name": entry["name"].rpartition("/")[2], "children": _branch(context, slug)})
    return branch


def _size(tag: dict[str, Any]) -> int:
    return 1 + sum(map(_size, tag["children"]))
