"""The page of one tag: the tags below it, and the notes that have it or one of those."""

from napkin_site.builder.context import SiteContext
from napkin_site.builder.order import natural_key
from napkin_site.builder.page_view import NavLink, PageView
from napkin_site.builder.pages.head import alternates_of, meta_of
from napkin_site.builder.pages.tags import tag_entry
from napkin_site.builder.plan import TAGS_URL
from napkin_site.builder.site_plan import PlannedPage
from napkin_site.core.paths import folder_of, relative_url, tag_url


def tag_page(context: SiteContext, page: PlannedPage) -> PageView:
    """Make the page of a tag."""
    below = context.tags_below.get(page.tag, ())
    paths = sorted(context.tag_notes[page.tag], key=lambda path: (natural_key(context.title(path)), path))
    description = f"{len(paths)} {'note' if len(paths) == 1 else 'notes'} with the tag {page.title}"
    return PageView(
        url=page.url,
        title=page.title,
        description=description,
        content=context.templates.fill(
            "tag.html",
            title=page.title,
            children=[tag_entry(context, page, slug, context.plan.tags[slug]) for slug in below],
            pages=[
                {
                    "href": context.href(page, context.plan.urls[path]),
                    "title": context.title(path),
                    "folder": folder_of(path),
                }
                for path in paths
            ],
        ),
        breadcrumbs=_breadcrumbs(context, page),
        meta=meta_of(context, page, description, None),
        alternates=alternates_of(context, page),
    )


def _breadcrumbs(context: SiteContext, page: PlannedPage) -> tuple[NavLink, ...]:
    """Give home, the tag index, and the tags above."""
    above: list[NavLink] = []
    slug = page.tag.rpartition("/")[0]
    while slug:
        above.append(NavLink(title=f"#{context.plan.tags[slug]}", href=relative_url(page.url, tag_url(slug))))
        slug = slug.rpartition("/")[0]
    index = NavLink(title="Tags", href=relative_url(page.url, TAGS_URL))
    return (*context.breadcrumbs(page), index, *reversed(above))
