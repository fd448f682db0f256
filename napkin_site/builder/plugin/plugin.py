"""The MkDocs plugin: `plugins: [napkin]` for a project whose `docs_dir` is a vault.

MkDocs keeps its theme, navigation, search and other plugins. Which notes there are, where they stand, and all that
stands in a note's column comes from the same functions as in `napkin build`.
"""

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from mkdocs import plugins
from mkdocs.config.base import LegacyConfig, ValidationError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from napkin_site.builder.checks.link_problems import link_problems
from napkin_site.builder.data.keywords import site_keywords
from napkin_site.builder.gather import make_context
from napkin_site.builder.output.attachments import prepare_attachment
from napkin_site.builder.pages.redirect import redirect_pages
from napkin_site.builder.planning.dates import pinned_time
from napkin_site.builder.planning.path_lists import PathList
from napkin_site.builder.plugin.plugin_pages import NotePage, SiteFile, page_files, published_nav
from napkin_site.builder.questions.context import SiteContext
from napkin_site.builder.settings.mkdocs_file import read_mkdocs_file
from napkin_site.builder.settings.mkdocs_settings import project_settings
from napkin_site.builder.settings.project import Project, ProjectExtras
from napkin_site.builder.theme.assets import asset_addresses, note_assets
from napkin_site.core.problems import Problem, Severity
from napkin_site.errors import ConfigError, NapkinError
from napkin_site.index.snapshot import Snapshot, load_snapshot
from napkin_site.vault.config import check_site
from napkin_site.vault.locate import VaultLocation, find_vault
from napkin_site.vault.state import state_dir

_LEVELS = {Severity.ERROR: logging.ERROR, Severity.WARNING: logging.WARNING, Severity.INFO: logging.INFO}
_NOT_OURS = frozenset(
    {
        "missing-site-file",
        "mkdocs-theme",
        "mkdocs-setting",
        "nav-entry-left-out",
        "no-site-url",
        "remote-extra-file",
    }
)
"""Problems of `napkin build` that mean nothing here, or that MkDocs tells by itself."""

log = logging.getLogger("mkdocs.plugins.napkin")


class NapkinPlugin(plugins.BasePlugin[LegacyConfig]):  # type: ignore[no-untyped-call]  # as in mkdocs_file.py
    """Takes over every note and file of `docs_dir`; its options are the keys of `site` in `.napkin/config.json`."""

    def __init__(self) -> None:
        self._options: Mapping[str, object] = {}
        self._context: SiteContext | None = None
        self._snapshot: Snapshot | None = None
        self._ours: frozenset[str] = frozenset()

    def load_config(
        self, options: Mapping[str, Any], config_file_path: str | None = None
    ) -> tuple[list[tuple[str, Exception]], list[tuple[str, str]]]:
        """Check the options as settings of the vault are checked."""
        self._options = dict(options)
        self.config = LegacyConfig((), config_file_path=config_file_path)
        try:
            check_site(self._options, config_file_path or "mkdocs.yml")
        except ConfigError as error:
            return [("napkin", ValidationError(f"{error.message}. {error.hint}".strip()))], []
        return [], []

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Add our styles and script, before those of the project so that its own win."""
        addresses = asset_addresses()
        config.extra_css.insert(0, f"{addresses['notes.css']}")
        config.extra_javascript.insert(0, f"{addresses['notes.js']}")
        return config

    def on_serve(
        self, server: LiveReloadServer, /, *, config: MkDocsConfig, builder: Callable[..., Any]
    ) -> LiveReloadServer:
        """Watch the vault's settings where they lie outside of it."""
        location = _vault_of(config)
        for folder in (location.config_dir, location.obsidian_dir):
            if folder.is_dir() and not folder.is_relative_to(location.root):
                server.watch(str(folder))
        return server

    @plugins.event_priority(100)
    def _take_over(self, files: Files, config: MkDocsConfig) -> Files:
        """Put the planned site in the place of what MkDocs found, before other plugins look."""
        self._close()
        context = self._plan(files, config)
        for file in [file for file in files if _is_in_vault(file, config)]:
            files.remove(file)
        config.nav, removed = published_nav(config.nav, context)
        for target in removed:
            log.warning("`nav` names `%s`, which is not published; it is left out", target)
        made = [*page_files(context, config), *_other_files(context, config)]
        for file in made:
            if (old := files.get_file_from_path(file.src_uri)) is not None:
                files.remove(old)
            files.append(file)
        self._ours = frozenset(file.src_uri for file in made)
        return files

    @plugins.event_priority(-100)
    def _guard(self, files: Files, config: MkDocsConfig) -> Files:
        """Take out again what a later plugin added from the vault: it may be held back."""
        for file in [file for file in files if _is_in_vault(file, config) and file.src_uri not in self._ours]:
            log.warning("%s was added by another plugin, and is not published; it is left out", file.src_uri)
            files.remove(file)
        return files

    on_files = plugins.CombinedEvent(_take_over, _guard)

    def on_page_content(self, html: str, /, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Tell what went wrong in rendering a page."""
        if isinstance(page, NotePage):
            _report(page.problems)
        return html

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Let go of the index."""
        self._close()

    def on_build_error(self, *, error: Exception) -> None:
        """Do the same when the build fails."""
        self._close()

    def _plan(self, files: Files, config: MkDocsConfig) -> SiteContext:
        """Read the vault and plan its site, once a build."""
        try:
            location = _vault_of(config)
            project = self._project(files, config)
            settled, settings, found = project_settings(location, project)
            self._snapshot = load_snapshot(
                location, settled, state_dir=state_dir(location), prune=(Path(config.site_dir).resolve(),)
            )
            context, problems = make_context(self._snapshot, settled, settings, pinned=pinned_time(os.environ))
        except NapkinError as error:
            raise PluginError(f"napkin: {error.message}. {error.hint}".rstrip()) from error
        context.keywords = site_keywords(context.vault, context.plan, context.snapshot.units)
        links = link_problems(context.vault, context.link_index, context.plan)
        _report((*context.vault.problems, *found, *problems, *links))
        return context

    def _project(self, files: Files, config: MkDocsConfig) -> Project:
        """Read the file as `napkin build` does; where there is none, take what MkDocs has made of its options."""
        path = Path(config.config_file_path) if config.config_file_path else None
        if path is not None and path.is_file():
            return read_mkdocs_file(path)
        excluded = [file.src_uri for file in files if file.inclusion in _KEPT_OFF and _is_in_vault(file, config)]
        return Project(
            path="mkdocs.yml",
            docs_dir=config.docs_dir,
            site={"name": config.site_name} | dict(self._options),
            extras=ProjectExtras(exclude_docs=tuple(f"/{_literal(path)}" for path in excluded)),
        )

    def _close(self) -> None:
        if self._snapshot is not None:
            self._snapshot.memo.flush()
            self._snapshot.close()
            self._snapshot = None


_KEPT_OFF = (InclusionLevel.EXCLUDED, InclusionLevel.DRAFT)


def _vault_of(config: MkDocsConfig) -> VaultLocation:
    """Find the vault that `docs_dir` is.

    Raises:
        ConfigError: that folder's own settings name another one.
    """
    location = find_vault(None, named=Path(config.docs_dir))
    if location.root != Path(config.docs_dir).resolve():
        raise ConfigError(
            f"`docs_dir` is {config.docs_dir}, whose vault lies in {location.root}",
            path=config.config_file_path,
            hint="Make that folder the `docs_dir`.",
        )
    return location


def _is_in_vault(file: File, config: MkDocsConfig) -> bool:
    """Say whether a file comes from `docs_dir`, by whichever name."""
    source = file.abs_src_path
    if source is None:
        return False
    root = Path(config.docs_dir)
    return Path(source).is_relative_to(root) or Path(source).resolve().is_relative_to(root.resolve())


def _other_files(context: SiteContext, config: MkDocsConfig) -> Iterable[File]:
    """Make the files besides pages: attachments, redirects, our styles and scripts."""
    trusted = PathList(context.settings.trusted_html)
    for path, place in context.plan.copies.items():
        data = prepare_attachment(context, path, trusted)
        if isinstance(data, Problem):
            _report([data])
            continue
        file = SiteFile(place, config.docs_dir, config.site_dir, use_directory_urls=True, dest_uri=place)
        if data is None:
            file.abs_src_path = context.snapshot.file(path)
        else:
            file.content_bytes = data
        file.inclusion = InclusionLevel.INCLUDED
        yield file
    features = {feature for path in context.plan.published for feature in context.vault.notes[path].facts.features}
    generated = {asset.url: asset.read() for asset in note_assets(features)} | redirect_pages(context)
    for url, data in sorted(generated.items()):
        file = SiteFile(url, None, config.site_dir, use_directory_urls=True, dest_uri=url)
        file.content_bytes = data
        file.inclusion = InclusionLevel.INCLUDED
        yield file


def _literal(path: str) -> str:
    """Write a path as a pattern of `.gitignore` that matches it alone."""
    return "".join("\\" + letter if letter in "\\*?[!# " else letter for letter in path)


def _report(problems: Iterable[Problem]) -> None:
    """Tell MkDocs what is wrong; `--strict` counts warnings and errors."""
    for problem in problems:
        if problem.code not in _NOT_OURS:
            place = f"{problem.path}:{problem.line}: " if problem.line else f"{problem.path}: " if problem.path else ""
            hint = f" {problem.hint}" if problem.hint else ""
            log.log(_LEVELS[problem.severity], "%s%s.%s", place, problem.message, hint)
