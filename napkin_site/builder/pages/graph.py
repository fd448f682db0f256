"""The graph page: the place for the picture, and the most linked notes as a list for everyone."""

from napkin_site.builder.page_view import PageView
from napkin_site.builder.pages.head import alternates_of, meta_of
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.page_context import PageContext
from napkin_site.core.paths import UrlPath

GRAPH_DATA = UrlPath("-/data/graph.json")


def graph_page(context: PageContext, page: PlannedPage) -> PageView:
    """Make the graph page."""
    graph = context.graph()
    description = f"How {graph.nodes} notes link to each other"
    return PageView(
        url=page.url,
        title=page.title,
        description=description,
        content=context.templates.fill(
            "graph.html",
            title=page.title,
            data_href=context.href(GRAPH_DATA),
            root_href=context.href(UrlPath("")),
            nodes=graph.nodes,
            edges=graph.edges,
            most_linked=[
                {"href": context.href(url), "title": title, "count": count} for title, url, count in graph.most_linked
            ],
        ),
        breadcrumbs=context.breadcrumbs(),
        siblings=context.top(),
        nav_heading=context.home_link(),
        meta=meta_of(context, description, None),
        features=("graph",),
        alternates=alternates_of(context),
    )
