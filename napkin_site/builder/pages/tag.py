"""The page of one tag: the tags below it, and the notes that have it or one of those."""

from napkin_site.builder.page_view import NavLink, PageView
from napkin_site.builder.pages.head import alternates_of, meta_of
from napkin_site.builder.pages.parts import part_beside, part_links
from napkin_site.builder.pages.tags import tag_entry
from napkin_site.builder.planning.parts import MAX_LISTED, part_of
from napkin_site.builder.planning.plan import TAGS_URL
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.page_context import PageContext
from napkin_site.core.paths import folder_of, tag_url


def tag_page(context: PageContext, page: PlannedPage) -> PageView:
    """Make the page of a tag."""
    tag = context.tag(page.tag)
    count = len(tag.notes)
    description = f"{count} {'note' if count == 1 else 'notes'} with the tag {page.title}"
    return PageView(
        url=page.url,
        title=page.title,
        description=description,
        content=context.templates.fill(
            "tag.html",
            title=page.title,
            children=[tag_entry(context, slug) for slug in tag.below] if page.url == tag_url(page.tag) else (),
            pages=[_row(context, note) for note in part_of(page, tag.notes, MAX_LISTED)],
            parts=part_links(context, page),
        ),
        breadcrumbs=_breadcrumbs(context, page),
        siblings=context.top(),
        nav_heading=context.home_link(),
        previous=part_beside(context, page, -1),
        next=part_beside(context, page, 1),
        meta=meta_of(context, description, None),
        alternates=alternates_of(context),
    )


def _row(context: PageContext, page: PlannedPage) -> tuple[str, ...]:
    """Give address and title of a note, and its folder when it stands in one."""
    folder = folder_of(page.source)
    return (context.href(page.url), page.title, folder) if folder else (context.href(page.url), page.title)


def _breadcrumbs(context: PageContext, page: PlannedPage) -> tuple[NavLink, ...]:
    """Give home, the tag index, and the tags above."""
    above: list[NavLink] = []
    slug = page.tag.rpartition("/")[0]
    while slug:
        above.append(NavLink(title=f"#{context.tag_count(slug).name}", href=context.href(tag_url(slug))))
        slug = slug.rpartition("/")[0]
    index = NavLink(title="Tags", href=context.href(TAGS_URL))
    return (*context.breadcrumbs(), index, *reversed(above))
