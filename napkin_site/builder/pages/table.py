"""Which function writes which kind of page."""

from collections.abc import Callable, Mapping
from html import escape
from types import TracebackType

from napkin_site.builder.page_view import PageView
from napkin_site.builder.pages.backlinks import backlinks_page
from napkin_site.builder.pages.drawing import drawing_page
from napkin_site.builder.pages.entries import entries_page
from napkin_site.builder.pages.folder import folder_page
from napkin_site.builder.pages.graph import graph_page
from napkin_site.builder.pages.missing import missing_page
from napkin_site.builder.pages.note import note_page
from napkin_site.builder.pages.tag import tag_page
from napkin_site.builder.pages.tags import tags_page
from napkin_site.builder.planning.site_plan import PageKind, PlannedPage
from napkin_site.builder.questions.context import SiteContext
from napkin_site.builder.questions.page_context import PageContext
from napkin_site.builder.theme.shapes import encode
from napkin_site.core.problems import Problem, Severity
from napkin_site.errors import OutputError, ThemeError

PAGES: Mapping[PageKind, Callable[[PageContext, PlannedPage], PageView]] = {
    "note": note_page,
    "folder": folder_page,
    "tags": tags_page,
    "tag": tag_page,
    "graph": graph_page,
    "canvas": drawing_page,
    "base": drawing_page,
    "missing": missing_page,
    "backlinks": backlinks_page,
    "entries": entries_page,
}


def view_page(site: SiteContext, page: PlannedPage, reads: dict[str, bytes] | None = None) -> PageView:
    """Make one page, ready for the shell.

    Args:
        site: the site.
        page: which page.
        reads: is filled with what the page depends on; see `PageContext`.
    """
    return PAGES[page.kind](PageContext(site, page, reads), page)


def view_or_notice(
    site: SiteContext, page: PlannedPage, reads: dict[str, bytes] | None = None
) -> tuple[PageView, Problem | None]:
    """Make one page, or one that says it could not be made, with the problem; the arguments are those of `view_page`.

    Raises:
        ThemeError: the theme is damaged, which would be the fault of every page.
    """
    try:
        return view_page(site, page, reads), None
    except (OutputError, ThemeError):
        raise
    except Exception as error:  # noqa: BLE001 -- one broken note must not take the site along; the place is kept
        place = _place_of(error)
        problem = Problem(
            severity=Severity.ERROR,
            code="page-failed",
            message=f"the page `{page.url}` cannot be made: {type(error).__name__}: {error} ({place})",
            path=page.source,
            hint="Please report this with the note.",
        )
        content = f"<h1>{escape(page.title)}</h1>\n<p>This page could not be made.</p>"
        return PageView(url=page.url, title=page.title, description="", content=encode(content)), problem


def _place_of(error: Exception) -> str:
    """Name the file and the line that an error was raised at."""
    place = ""
    step: TracebackType | None = error.__traceback__
    while step is not None:
        place = f"{step.tb_frame.f_code.co_filename.rpartition('/')[2]}:{step.tb_lineno}"
        step = step.tb_next
    return place
