"""The theme as a site needs it: both sets of templates, and what the site's settings make of them."""

from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from jinja2 import Template

from napkin_site.builder.page_view import NavLink, PageView, TocItem
from napkin_site.builder.planning.reach import site_files
from napkin_site.builder.planning.site_plan import SitePlan
from napkin_site.builder.questions.context import SiteContext
from napkin_site.builder.theme.compiled import bytecode_cache
from napkin_site.builder.theme.shell import Shell, ShellSettings, load_page_template
from napkin_site.builder.theme.templates import Templates
from napkin_site.core.paths import UrlPath, quote_url, vault_path

_LINK = NavLink(title="x", href="x")
_SPECIMEN = PageView(
    url="a/b/",
    title="x",
    description="x",
    content=b"x",
    toc=(TocItem(title="x", anchor="x", level=1), TocItem(title="y", anchor="y", level=2)),
    breadcrumbs=(_LINK,),
    siblings=(_LINK,),
    previous=_LINK,
    next=_LINK,
    meta=(("x", "x"),),
    edit_url="x",
    alternates=(("x", "x"),),
)
"""A page with everything most pages have, so that making it compiles all templates they need."""


class Theme:
    """Templates, each loaded and compiled when it is first used, or all at once."""

    def __init__(self, overrides: str = "", *, cache: Path | None = None) -> None:
        """Find the theme.

        Args:
            overrides: folder of the owner's page templates; empty for none.
            cache: folder in which compiled templates are kept from run to run; None for nowhere.
        """
        self.overrides = overrides
        self._compiled = bytecode_cache(cache)
        self.templates = Templates(self._compiled)

    @cached_property
    def page_template(self) -> Template:
        """The template of a whole page.

        Raises:
            ThemeError: it is missing or broken.
        """
        return load_page_template(self.overrides, self._compiled)

    def warm_up(self) -> None:
        """Compile now what would otherwise be compiled with the first pages, in every process anew.

        Raises:
            ThemeError: a template is missing or broken.
        """
        Shell(ShellSettings(site_name="x"), template=self.page_template).render(_SPECIMEN)
        self.templates.compile_all()


def make_shell(context: SiteContext, theme: Theme | None = None) -> Shell:
    """Dress the theme as a site's settings say; without a theme, it is loaded."""
    settings = shell_settings(context)
    return Shell(settings, template=theme.page_template if theme is not None else None)


def shell_settings(context: SiteContext) -> ShellSettings:
    """Give what the theme needs to know of a site."""
    settings, plan = context.settings, context.plan
    places = {
        use: plan.copies[path] for use, path in site_files(context.vault, settings).items() if path in plan.copies
    }
    extras = settings.project
    own_css = (quote_url(places["css"]),) if "css" in places else ()
    extra_css = (address for path in extras.extra_css if (address := _extra_address(plan, path)))
    return ShellSettings(
        site_name=settings.name,
        site_url=settings.url,
        language=settings.language,
        logo=quote_url(places.get("logo", UrlPath(""))),
        favicon=quote_url(places.get("favicon", UrlPath(""))),
        copyright=settings.copyright,
        accent=settings.accent,
        extra_css=(*own_css, *extra_css),
        extra_scripts=tuple(
            msgspec.structs.replace(script, path=address)
            for script in extras.extra_javascript
            if (address := _extra_address(plan, script.path))
        ),
        overrides=extras.overrides,
        extra_json=extras.extra_json,
        scheme=extras.scheme,
        text_font=extras.text_font,
        code_font=extras.code_font,
    )


def _extra_address(plan: SitePlan, path: str) -> str:
    """Give the address of the owner's style sheet or script, from the site's root; empty when it is not on the site."""
    if path.startswith("//"):
        return f"https:{path}"
    if urlsplit(path).scheme:
        return path
    return quote_url(plan.copies.get(vault_path(path), UrlPath("")))
