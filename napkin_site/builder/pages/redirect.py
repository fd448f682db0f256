"""Small pages at old addresses that lead to the new ones."""

from napkin_site.builder.questions.context import SiteContext
from napkin_site.core.paths import UrlPath, relative_url


def redirect_file(old: UrlPath) -> str:
    """Give the output path of the page at an old place."""
    return old + "index.html"


def redirect_pages(context: SiteContext) -> dict[str, bytes]:
    """Make every redirect of the plan: output path -> bytes."""
    titles = {page.url: page.title for page in context.plan.pages}
    files: dict[str, bytes] = {}
    for old, new in context.plan.redirects.items():
        href = relative_url(old, new)
        files[redirect_file(old)] = context.templates.fill(
            "redirect.html",
            language=context.settings.language,
            href=href,
            canonical=context.absolute(new) if context.settings.url else href,
            title=titles.get(new, new),
        )
    return files
