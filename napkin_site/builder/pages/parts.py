"""The row of numbers below a list that is cut into parts."""

from napkin_site.builder.page_view import NavLink
from napkin_site.builder.planning.parts import parts_shown
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.page_context import PageContext
from napkin_site.core.paths import RelUrl


def part_links(context: PageContext, page: PlannedPage) -> list[tuple[int, RelUrl, bool, bool]]:
    """List number, address, whether it is the page itself, and whether numbers are left out before it."""
    found: list[tuple[int, RelUrl, bool, bool]] = []
    for number in parts_shown(page):
        url = page.parts[number - 1]
        is_gap = bool(found) and found[-1][0] != number - 1
        found.append((number, context.href(url), url == page.url, is_gap))
    return found


def part_beside(context: PageContext, page: PlannedPage, step: int) -> NavLink | None:
    """Give the link to the part `step` places on; None when there is none."""
    place = page.parts.index(page.url) + step if page.parts else -1
    if not 0 <= place < len(page.parts):
        return None
    return NavLink(title=f"Page {place + 1}", href=context.href(page.parts[place]))
