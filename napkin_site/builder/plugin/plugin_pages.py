"""A planned site as MkDocs has it: pages whose content is finished, files with their places, a navigation."""

import json
import posixpath
from collections.abc import Iterator, Mapping
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from napkin_site.builder.page_view import PageView, TocItem
from napkin_site.builder.pages.head import description_of
from napkin_site.builder.pages.table import view_or_notice
from napkin_site.builder.planning.shown_tags import shown_tags
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.context import SiteContext
from napkin_site.builder.theme.assets import asset_addresses
from napkin_site.core.paths import UrlPath, VaultPath, quote_url, relative_url, vault_path
from napkin_site.core.problems import Problem

LEFT_TO_MKDOCS = frozenset({"graph", "missing"})
"""Kinds of page that the plugin does not make: the theme has its own 404 page, and no place for the graph."""
_SCRIPT_ASSETS = ("math.js", "katex/katex.css", "mermaid.js")


class SiteFile(File):
    """A file that is copied, whatever its name ends in."""

    def is_documentation_page(self) -> bool:
        """Say that it is no page: what is linked as a file stays one."""
        return False


class NotePage(Page):
    """A page that our engine renders; Python-Markdown never sees it."""

    def __init__(
        self, title: str, file: File, config: MkDocsConfig, context: SiteContext, planned: PlannedPage
    ) -> None:
        """Make the page, and make it the file's own.

        Args:
            title: as HTML, since themes print it as it is.
            file: the file it is written to.
            config: MkDocs' configuration.
            context: what all pages read.
            planned: which page it is.
        """
        super().__init__(title, file, config)
        self.context = context
        self.planned = planned
        self.problems: list[Problem] = []
        """What went wrong in rendering it."""
        dates = context.dates.get(planned.source)
        if dates is not None and dates.latest is not None:
            self.update_date = _day(dates.latest)

    def read_source(self, config: MkDocsConfig) -> None:
        """Give plugins and templates the properties; the Markdown stays with us, comments and all."""
        self.markdown = ""
        self.meta = _meta(self.context, self.planned, config)

    def render(self, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG002 -- the method it stands in for
        """Make content and table of contents."""
        view, problem = view_or_notice(self.context, self.planned)
        if problem is not None:
            self.problems.append(problem)
        self.content = view.content.decode() + _for_scripts(view)
        self.toc = TableOfContents(list(_nested(view.toc)))
        self.present_anchor_ids = {item.anchor for item in view.toc}


def page_files(context: SiteContext, config: MkDocsConfig) -> Iterator[File]:
    """Make the file and the page of everything planned, in the order of folders."""
    titles = nav_titles(config.nav)
    taken = {_source_of(context, page, config) for page in context.plan.pages if page.source}
    for page in _in_order(context):
        source = _source_of(context, page, config) if page.source else _unused(_stand_in(page), taken)
        taken.add(source)
        file = _file(context, page, source, config)
        title = titles.get(page.source) or escape(page.title)
        NotePage(title, file, config, context, page)
        yield file


def nav_titles(nav: Any) -> dict[VaultPath, str]:
    """Collect the titles that a navigation gives to notes; the first one counts."""
    found: dict[VaultPath, str] = {}
    for title, target in _targets(nav):
        if title:
            found.setdefault(vault_path(target), title)
    return found


def published_nav(nav: Any, context: SiteContext) -> tuple[Any, list[str]]:
    """Take the notes out of a navigation that are not published, with sections that are empty then.

    Returns:
        The navigation for MkDocs, and what was taken out.
    """
    removed: list[str] = []
    held_back = frozenset(context.plan.held_back)
    known = {*context.vault.notes, *context.vault.files}

    def kept(item: Any) -> Any:
        if isinstance(item, str):
            path = vault_path(item)
            is_here = not urlsplit(item).scheme and path in known
            if path in held_back or (is_here and path not in context.plan.urls):
                removed.append(item)
                return None
            return item
        if isinstance(item, dict):
            return {title: value for title, old in item.items() if (value := kept(old)) not in (None, [], {})} or None
        if isinstance(item, list):
            return [value for old in item if (value := kept(old)) is not None]
        return item

    return kept(nav), removed


def _targets(nav: Any, title: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(nav, str):
        yield title, nav
    elif isinstance(nav, dict):
        for name, value in nav.items():
            yield from _targets(value, str(name) if isinstance(value, str) else "")
    elif isinstance(nav, list):
        for item in nav:
            yield from _targets(item)


def _in_order(context: SiteContext) -> Iterator[PlannedPage]:
    """List the pages as a reader finds them: each folder's own, then its notes; last what is generated."""
    for entry in context.tree.entries.values():
        yield entry.page
        yield from entry.pages
    listed = {"folder", "note", "canvas", "base"}
    yield from (page for page in context.plan.pages if page.kind not in listed | LEFT_TO_MKDOCS)


def _source_of(context: SiteContext, page: PlannedPage, config: MkDocsConfig) -> str:
    """Give what MkDocs is to take for the page's source: the note's place on disk, with an ending it knows."""
    place = Path(context.snapshot.file(page.source)).relative_to(Path(config.docs_dir).resolve()).as_posix()
    if page.kind in {"canvas", "base"}:
        return place + ".md"
    return place[:-3] + ".md"  # `NOTE.MD` is a note, and no page to MkDocs


def _stand_in(page: PlannedPage) -> str:
    """Name a source for a page that has none; a folder's lies among its notes, so that a navigation puts it there."""
    place = f"{page.folder}/" if page.kind == "folder" and page.folder else page.url
    return f"{place}index.md"


def _unused(source: str, taken: set[str]) -> str:
    while source in taken:
        source = source[:-3] + "-.md"
    return source


def _file(context: SiteContext, page: PlannedPage, source: str, config: MkDocsConfig) -> File:
    is_note = page.source in context.vault.notes
    if is_note:
        file = File(source, config.docs_dir, config.site_dir, use_directory_urls=True)
        file.abs_src_path = context.snapshot.file(page.source)
        if not config.edit_uri_template:  # that one quotes by itself where it is asked to
            file.edit_uri = quote(source)
    else:
        file = File.generated(config, source, content="")
    file.dest_uri = page.url + "index.html"
    file.url = quote_url(page.url) or "./"
    if page.kind == "folder":
        file.name = "index"  # so that themes take it for its section's own page
    hidden = config.not_in_nav is not None and config.not_in_nav.match_file(source)
    is_listed = page.kind in {"folder", "note", "canvas", "base"} and not hidden
    file.inclusion = InclusionLevel.INCLUDED if is_listed else InclusionLevel.NOT_IN_NAV
    return file


def _meta(context: SiteContext, page: PlannedPage, config: MkDocsConfig) -> dict[str, Any]:
    """Give a note's properties to templates, which print them as HTML; those that would break a theme are left out."""
    note = context.vault.notes.get(page.source)
    if note is None:
        return {}
    meta = {str(name): _escaped(value) for name, value in note.facts.properties.items()}
    meta.pop("title", None)  # a note's title is its name, as in `napkin build`
    description = description_of(note)
    if description:
        meta["description"] = escape(description)
    tags = shown_tags(note)
    if tags or "tags" in meta:
        meta["tags"] = [escape(tag) for tag in tags]
    known: Mapping[str, str] = {"template": "{}", "icon": ".icons/{}.svg"}
    for name, place in known.items():
        if name in meta and not _in_theme(config, place, meta[name]):
            del meta[name]
    for name, kind in {"hide": list, "search": dict}.items():
        if name in meta and not isinstance(meta[name], kind):
            del meta[name]
    return meta


def _escaped(value: Any) -> Any:
    if isinstance(value, str):
        return escape(value)
    if isinstance(value, Mapping):
        return {str(name): _escaped(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_escaped(item) for item in value]
    return value


def _in_theme(config: MkDocsConfig, place: str, name: Any) -> bool:
    """Say whether the theme has the template or icon that a property names; other uses of the word are the author's."""
    if not isinstance(name, str) or not name or ".." in posixpath.normpath(name).split("/"):
        return False
    return any((Path(folder) / place.format(name)).is_file() for folder in config.theme.dirs)


def _nested(items: tuple[TocItem, ...]) -> Iterator[AnchorLink]:
    """Nest a flat list of headings by their levels."""
    open_links: list[AnchorLink] = []
    for item in items:
        link = AnchorLink(escape(item.title), item.anchor, item.level)
        while open_links and open_links[-1].level >= item.level:
            open_links.pop()
        if open_links:
            open_links[-1].children.append(link)
            open_links.append(link)
        else:
            open_links = [link]
            yield link


def _for_scripts(view: PageView) -> str:
    """Give what our script needs to know, after the content; diagrams' library comes before Material asks for one."""
    addresses = asset_addresses()
    root = relative_url(UrlPath(view.url), UrlPath(""))
    data = {"root": root, "features": view.features, "assets": {name: addresses[name] for name in _SCRIPT_ASSETS}}
    block = f'\n<div id="napkin-config" data-config="{escape(json.dumps(data))}" hidden></div>'
    if "mermaid" in view.features:
        block += (
            f'\n<script src="{root.removesuffix("./") if root == "./" else root}{addresses["mermaid.js"]}"></script>'
        )
    return block


def _day(moment: datetime) -> str:
    return moment.date().isoformat()
