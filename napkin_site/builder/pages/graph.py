"""The graph page: the place for the picture, and the most linked notes as a list for everyone."""

from napkin_site.builder.context import SiteContext
from napkin_site.builder.page_view import PageView
from napkin_site.builder.pages.head import alternates_of, meta_of
from napkin_site.builder.site_plan import PlannedPage
from napkin_site.core.paths import UrlPath, VaultPath

GRAPH_DATA = UrlPath("-/data/graph.json")
_MAX_LISTED = 50


def graph_page(context: SiteContext, page: PlannedPage) -> PageView:
    """Make the graph page."""
    counts, edges = _count_links(context)
    ranked = sorted(counts, key=lambda path: (-counts[path], path))[:_MAX_LISTED]
    nodes = sum(not context.vault.notes[path].is_excluded for path in context.plan.published)
    description = f"How {nodes} notes link to each other"
    return PageView(
        url=page.url,
        title=page.title,
        description=description,
        content=context.templates.fill(
            "graph.html",
            title=page.title,
            data_href=context.href(page, GRAPH_DATA),
            root_href=context.href(page, UrlPath("")),
            nodes=nodes,
            edges=edges,
            most_linked=[
                {
                    "href": context.href(page, context.plan.urls[path]),
                    "title": context.title(path),
                    "count": counts[path],
                }
                for path in ranked
            ],
        ),
        breadcrumbs=context.breadcrumbs(page),
        meta=meta_of(context, page, description, None),
        features=("graph",),
        alternates=alternates_of(context, page),
    )


def _count_links(context: SiteContext) -> tuple[dict[VaultPath, int], int]:
    """Count the notes that link to each note, and the pairs of notes linked; hidden ones on neither side."""
    notes = context.vault.notes
    shown = {path for path in context.plan.published if not notes[path].is_excluded}
    counts: dict[VaultPath, int] = {}
    for target in shown:
        sources = {found.source for found in context.link_index.back.get(target, ()) if found.source in shown}
        if sources:
            counts[target] = len(sources)
    return counts, sum(counts.values())
