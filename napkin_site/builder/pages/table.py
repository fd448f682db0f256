"""Which function writes which kind of page."""

from collections.abc import Callable, Mapping

from napkin_site.builder.context import SiteContext
from napkin_site.builder.page_view import PageView
from napkin_site.builder.pages.backlinks import backlinks_page
from napkin_site.builder.pages.drawing import drawing_page
from napkin_site.builder.pages.folder import folder_page
from napkin_site.builder.pages.graph import graph_page
from napkin_site.builder.pages.missing import missing_page
from napkin_site.builder.pages.note import note_page
from napkin_site.builder.pages.tag import tag_page
from napkin_site.builder.pages.tags import tags_page
from napkin_site.builder.site_plan import PageKind, PlannedPage

PAGES: Mapping[PageKind, Callable[[SiteContext, PlannedPage], PageView]] = {
    "note": note_page,
    "folder": folder_page,
    "tags": tags_page,
    "tag": tag_page,
    "graph": graph_page,
    "canvas": drawing_page,
    "base": drawing_page,
    "missing": missing_page,
    "backlinks": backlinks_page,
}


def view_page(context: SiteContext, page: PlannedPage) -> PageView:
    """Make one page, ready for the shell."""
    return PAGES[page.kind](context, page)
