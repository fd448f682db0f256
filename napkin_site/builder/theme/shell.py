"""The theme around a page's content: MkDocs' template environment, Material's templates, our overrides.

`Shell.write` fills a page of a known shape from pieces (`shell_shapes`); `Shell.render_full` runs the
whole template and must give the same. What a page shows arrives as a `PageView`.
"""

import json
from html import escape
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from jinja2 import BytecodeCache, Environment, FileSystemLoader, Template, TemplateError, pass_context
from jinja2.runtime import Context

from napkin_site.builder.page_view import PageView
from napkin_site.builder.settings.languages import theme_language
from napkin_site.builder.settings.project import ExtraScript
from napkin_site.builder.theme.accent import accent_style, font_style, scheme_style
from napkin_site.builder.theme.assets import asset_addresses, copy_assets, list_assets, material_templates
from napkin_site.builder.theme.shapes import (
    ABSOLUTE_PAGE,
    LIST_FIELDS,
    TEXTS,
    Filler,
    PreparedPage,
    Shape,
    encode,
    prepare,
    shape_of,
)
from napkin_site.core.values import Value
from napkin_site.errors import ThemeError
from napkin_site.resources import theme_dir

__all__ = ["Shell", "ShellSettings", "copy_assets", "list_assets"]

_NOT_FOR_SCRIPTS = frozenset({"material.css", "napkin.css", "napkin.js", "favicon.svg", "notes.css", "notes.js"})
"""Assets that the template names itself, or that only our plugin uses; scripts load the others."""


class ShellSettings(Value):
    """What is the same on every page of a site."""

    site_name: str
    site_url: str = ""
    """Full address of the site; empty when it is not known."""
    language: str = "en"
    """A language tag; a language Material has no words for gets English ones."""
    logo: str = ""
    """Address of a picture, from the site's root, percent-encoded; empty for our own mark."""
    favicon: str = ""
    """Like `logo`; empty for our own."""
    copyright: str = ""
    accent: str = ""
    """A CSS colour or a colour name of Material; empty for the theme's own."""
    extra_css: tuple[str, ...] = ()
    """Style sheets of the vault's owner: from the site's root and percent-encoded, or addresses of other hosts."""
    extra_scripts: tuple[ExtraScript, ...] = ()
    """Scripts of the owner, with paths like those of `extra_css`."""
    scheme: str = ""
    """`light` or `dark` for readers who have not chosen; empty: as their system is."""
    text_font: str = ""
    code_font: str = ""
    """Font families that come before the theme's own; empty for none. No font is fetched from another host."""
    extra_json: str = "{}"
    """What templates in `overrides` find in `config.extra`."""
    search: bool = True
    graph: bool = True
    tags: bool = True
    """Whether the site has a search, a graph page, a tag index to link to."""
    overrides: str = ""
    """A folder with templates that win over ours; pages are then rendered by the full template."""


class Shell:
    """Writes whole pages.

    shell = Shell(ShellSettings(site_name="Garden"))
    html = shell.render(view)
    """

    def __init__(self, settings: ShellSettings, *, template: Template | None = None) -> None:
        """Load the theme.

        Args:
            settings: what is the same on every page.
            template: what `load_page_template` gave; None loads it now.

        Raises:
            ThemeError: a template or a theme file is missing or broken, or a setting is not fit for a page.
        """
        self._settings = settings
        self._site_url = settings.site_url.rstrip("/") + "/" if settings.site_url else ""
        self._root_path = urlsplit(self._site_url).path or "/"
        self._template = template or load_page_template(settings.overrides)
        self._shared = _shared_context(settings)
        self._fillers: dict[Shape, Filler] = {}

    def render(self, view: PageView) -> str:
        """Give the HTML of a page; `write` says what may fail."""
        return self.write(view).decode()

    def write(self, view: PageView) -> bytes:
        """Give the HTML of a page as UTF-8.

        Raises:
            ThemeError: a template fails.
        """
        page = prepare(view, self._site_url)
        if self._settings.overrides:
            return encode(self._run(page))
        shape = shape_of(page)
        filler = self._fillers.get(shape)
        if filler is None:
            try:
                filler = self._fillers[shape] = Filler(self._run, page)
            except ValueError as error:
                raise ThemeError(str(error)) from error
        return filler.fill(page)

    def render_full(self, view: PageView) -> str:
        """Give the same as `render` by running the whole template, some hundred times slower."""
        return self._run(prepare(view, self._site_url))

    def _run(self, page: PreparedPage) -> str:
        root = self._root_path if page.url == ABSOLUTE_PAGE else "../" * page.url.count("/") or "./"
        view = _template_view(page)
        browser = {
            "root": root,
            "language": self._settings.language,
            "features": list(page.features),
            "assets": {name: url for name, url in self._shared["assets"].items() if name not in _NOT_FOR_SCRIPTS},
        }
        try:
            return self._template.render(
                **self._shared, view=view, root=root, base_url=root.rstrip("/") or ".", browser=browser
            )
        except TemplateError as error:
            raise ThemeError(f"the page template fails: {error}") from error


def load_page_template(overrides: str, cache: BytecodeCache | None = None) -> Template:
    """Load the page template in MkDocs' theme environment; ours come before Material's, the owner's before both.

    Material is named by its folder: looking it up as a plugin costs time and prints its notice.
    """
    environment = _owners_environment(overrides) if overrides else _environment()
    environment.bytecode_cache = cache
    environment.trim_blocks = True
    environment.lstrip_blocks = True
    environment.filters["e"] = escape  # as the pieces are escaped, and faster than Jinja's own
    try:
        return environment.get_template("main.html")
    except TemplateError as error:
        raise ThemeError(f"the page template cannot be loaded: {error}") from error


def _environment() -> Environment:
    """Make MkDocs' template environment without its translations.

    No template of Material's or ours uses them, and loading them (Babel) takes longer than compiling all of those.
    """
    environment = Environment(  # noqa: S701 -- as MkDocs has it: these templates escape by themselves
        loader=FileSystemLoader([str(theme_dir()), str(material_templates())]), auto_reload=False
    )
    environment.filters["url"] = _url
    environment.filters["script_tag"] = _script_tag
    return environment


# MkDocs' filters. What it needs for them takes a while to load, and our pages ask for places on themselves alone.


@pass_context
def _url(context: Context, address: str) -> str:
    if address.startswith("#"):
        return address
    from mkdocs.utils.templates import url_filter  # noqa: PLC0415

    return url_filter(context, address)  # type: ignore[arg-type]  # what MkDocs calls a template's context


@pass_context
def _script_tag(context: Context, script: Any) -> str:
    from mkdocs.utils.templates import script_tag_filter  # noqa: PLC0415

    return script_tag_filter(context, script)  # type: ignore[arg-type]  # as above


def _owners_environment(overrides: str) -> Environment:
    """Make MkDocs' template environment, with all that templates of an owner may use."""
    from mkdocs.theme import Theme  # noqa: PLC0415 -- only who has such templates waits for it

    theme = Theme(name=None, custom_dir=overrides)
    theme.dirs[1:1] = [str(theme_dir()), str(material_templates())]
    return theme.get_env()


def _shared_context(settings: ShellSettings) -> dict[str, Any]:
    """Make what the templates of Material and ours read on every page."""
    return {
        "site": settings,
        "assets": asset_addresses(),
        "accent": accent_style(settings.accent)
        + scheme_style(settings.scheme)
        + font_style(settings.text_font, settings.code_font),
        "nav": None,
        "features": [],
        "page": SimpleNamespace(
            url="", title="", meta={}, toc=[SimpleNamespace(url="#napkin-main")], is_homepage=False, canonical_url=""
        ),
        "config": {
            "site_name": settings.site_name,
            "theme": {
                "language": theme_language(settings.language) or "en",
                "features": [],
                "palette": None,
                "font": False,
            },
            "extra": json.loads(settings.extra_json) if settings.overrides else {},
            "plugins": {},
        },
    }


def _template_view(page: PreparedPage) -> SimpleNamespace:
    """Name the values of a page for the templates."""
    texts = dict(zip(TEXTS, page.texts, strict=True))
    links = {
        name: SimpleNamespace(href=texts[f"{name}_href"], title=texts[f"{name}_title"])
        if texts[f"{name}_title"]
        else None
        for name in ("parent", "previous", "next")
    }
    lists = {
        name: [SimpleNamespace(**dict(zip(fields, row, strict=True))) for row in rows]
        for (name, fields), rows in zip(LIST_FIELDS.items(), page.lists, strict=True)
    }
    return SimpleNamespace(
        url=page.url,
        is_home=page.url == "",
        content=page.content.decode(),
        features=page.features,
        **texts,
        **links,
        **lists,
    )
