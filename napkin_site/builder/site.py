"""Build a whole site: read the vault, plan, make pages, write what changed, report.

Read `build_site` as the table of contents of this room.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from napkin_site.builder.attachments import copy_attachments
from napkin_site.builder.context import SiteContext
from napkin_site.builder.dates import note_dates, pinned_time
from napkin_site.builder.feeds import NAV_DATA, feed_files, nav_json
from napkin_site.builder.git_dates import read_git_dates
from napkin_site.builder.graph_data import GRAPH_JSON, GRAPHML, graph_json, site_graph
from napkin_site.builder.highlight import Highlighter
from napkin_site.builder.keywords import site_keywords
from napkin_site.builder.link_problems import link_problems
from napkin_site.builder.mkdocs_settings import read_settings
from napkin_site.builder.page_links import SiteTargets
from napkin_site.builder.page_writer import Batch, PageWriter, SearchBatch, page_crew
from napkin_site.builder.pages.redirect import redirect_pages
from napkin_site.builder.plan import plan_site
from napkin_site.builder.reach import site_files
from napkin_site.builder.reading import parser_crew, resolve_links
from napkin_site.builder.report import BuildReport
from napkin_site.builder.search_data import MANIFEST, manifest_json
from napkin_site.builder.settings import SiteSettings, check_settings
from napkin_site.builder.shell import Shell, ShellSettings, list_assets
from napkin_site.builder.site_plan import SitePlan
from napkin_site.builder.write import OutputFolder, Written
from napkin_site.core.paths import UrlPath, quote_url, vault_path
from napkin_site.core.problems import Problem, Severity
from napkin_site.index.snapshot import Snapshot, load_snapshot
from napkin_site.vault.config import Config
from napkin_site.vault.locate import VaultLocation, find_vault
from napkin_site.vault.state import state_dir as usual_state_dir

Progress = Callable[[str, int, int], None]
"""Called with a stage, how much of it is done, and how much there is (0 when not known)."""


class _Usual:
    """Stands for "the usual state folder", since None means "none"."""


USUAL = _Usual()


def build_site(
    vault: VaultLocation | Path | str,
    output: Path | str,
    *,
    settings: SiteSettings | None = None,
    state_dir: Path | _Usual | None = USUAL,
    workers: int | None = None,
    clean: bool = False,
    now: datetime | None = None,
    environ: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> BuildReport:
    """Build the website of a vault.

    Args:
        vault: where it is; any folder will do.
        output: a new or empty folder, or one built earlier.
        settings: None reads them from the vault's configuration.
        state_dir: where the index is kept; None keeps it in memory.
        workers: processes; None for one a core.
        clean: remove what earlier builds wrote first.
        now: stands for the time of every file without a date of its own, so that output can be reproduced; None
            takes `SOURCE_DATE_EPOCH`, and without that the files' own times.
        environ: the environment; None for the process's own.
        progress: told how far the build is.

    Raises:
        VaultNotFoundError: there is no such folder.
        ConfigError: a setting is wrong.
        OutputError: the output cannot be written.
        ThemeError: the theme is damaged.
    """
    environ = os.environ if environ is None else environ
    clock = _Stages(progress)
    location = vault if isinstance(vault, VaultLocation) else find_vault(None, named=Path(vault), environ=environ)
    workers = workers or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else workers or 1
    folder = OutputFolder(Path(output))
    with clock.stage("read"):
        config, found_settings, setting_problems = read_settings(location, environ=environ)
        settings = check_settings(settings) if settings is not None else found_settings
        folder.open(location.root)
        state = usual_state_dir(location, environ=environ) if isinstance(state_dir, _Usual) else state_dir
        with parser_crew(workers) as executor:
            snapshot = load_snapshot(
                location, config, state_dir=state, executor=executor, prune=(folder.root.resolve(),)
            )
    with clock.stage("plan"):
        context, problems = make_context(snapshot, config, settings, pinned=now or pinned_time(environ))
    with clock.stage("theme"):
        shell = make_shell(context)
        if clean:
            folder.clean()
        writer = PageWriter(context, shell, folder)
        written = _write_fixed(writer)
    batch, search, data = _write_pages(writer, workers, clock)
    with clock.stage("files"):
        copied, copy_problems = copy_attachments(context, folder)
        files = [*written, *batch.files, *search.files, *data, *copied]
        removed, stale_problems = folder.finish({file.path: file.digest for file in files})
    snapshot.close()
    all_problems = (
        *context.vault.problems,
        *setting_problems,
        *problems,
        *batch.problems,
        *copy_problems,
        *stale_problems,
    )
    if search.compressed > _LARGE_INDEX:
        all_problems = (*all_problems, _LARGE)
    return _report(context, str(output), files, search, clock.seconds, workers, removed, all_problems)


def make_context(
    snapshot: Snapshot, config: Config, settings: SiteSettings, *, pinned: datetime | None
) -> tuple[SiteContext, tuple[Problem, ...]]:
    """Plan a site over a snapshot, and gather what its pages read.

    Args:
        snapshot: the vault at one moment.
        config: the vault's configuration.
        settings: checked settings.
        pinned: stands for every file time; None for the files' own.
    """
    vault = snapshot.vault
    resolver, index = resolve_links(vault, config)
    plan = plan_site(vault, resolver, index, settings, read_source=snapshot.source)
    git = None if pinned is not None else read_git_dates(snapshot.root)
    problems = [*plan.problems, *link_problems(vault, index, plan)]
    if git is not None and git.is_shallow:
        problems.append(_SHALLOW)
    if not settings.url:
        problems.append(_NO_URL)
    if settings.keywords == "proven":
        problems.append(_NOT_PROVEN)
    context = SiteContext(
        snapshot=snapshot,
        settings=settings,
        plan=plan,
        resolver=resolver,
        link_index=index,
        targets=SiteTargets(snapshot, resolver, plan, highlight=Highlighter(snapshot.memo)),
        dates=note_dates(vault, git, pinned=pinned),
        keywords={},
    )
    return context, (*problems, *(context.nav.problems if context.nav is not None else ()))


def make_shell(context: SiteContext) -> Shell:
    """Load the theme for a site."""
    settings, plan = context.settings, context.plan
    places = {
        use: plan.copies[path] for use, path in site_files(context.vault, settings).items() if path in plan.copies
    }
    extras = settings.project
    own_css = (quote_url(places["css"]),) if "css" in places else ()
    extra_css = (address for path in extras.extra_css if (address := _extra_address(plan, path)))
    return Shell(
        ShellSettings(
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
    )


def _extra_address(plan: SitePlan, path: str) -> str:
    """Give the address of the owner's style sheet or script, from the site's root; empty when it is not on the site."""
    if path.startswith("//"):
        return f"https:{path}"
    if urlsplit(path).scheme:
        return path
    return quote_url(plan.copies.get(vault_path(path), UrlPath("")))


def _write_fixed(writer: PageWriter) -> list[Written]:
    """Announce what is going to be written, then write what no page depends on: theme, redirects, feeds."""
    context = writer.context
    features = {"graph"} | {
        feature for path in context.plan.published for feature in context.vault.notes[path].facts.features
    }
    assets = list_assets(features)
    fixed = {**feed_files(context), **redirect_pages(context)}
    pages = [page.url if page.kind == "missing" else page.url + "index.html" for page in context.plan.pages]
    copies = [page.url + "index.md" for page in context.plan.pages if page.source in context.published]
    data = [GRAPH_JSON, GRAPHML, MANIFEST, NAV_DATA]
    writer.output.expect(
        [*fixed, *data, *pages, *copies, *context.plan.copies.values(), *(asset.url for asset in assets)]
    )
    return [
        *(writer.write(asset.url, asset.read()) for asset in assets),
        *(writer.write(path, data) for path, data in sorted(fixed.items())),
    ]


def _write_pages(writer: PageWriter, workers: int, clock: "_Stages") -> tuple[Batch, SearchBatch, list[Written]]:
    """Write pages, search and graph, side by side where processes can be had."""
    context = writer.context
    data: dict[str, bytes] = {}

    def meanwhile() -> None:
        context.keywords = site_keywords(context.vault, context.plan, context.snapshot.units)
        from napkin_site.core.graph_exports import graphml  # noqa: PLC0415 -- networkx loads while others make pages

        found = site_graph(context.vault, context.plan, context.link_index)
        data[GRAPH_JSON] = graph_json(found)
        data[GRAPHML] = graphml(found)

    with clock.stage("pages"), page_crew(writer, workers) as crew:
        batch, search = crew.write_all(meanwhile=meanwhile, progress=clock.tell)
    with clock.stage("data"):
        data[NAV_DATA] = nav_json(context)
        named = {"graph": data[GRAPH_JSON], "nav": data[NAV_DATA]}
        data[MANIFEST] = manifest_json(search.manifest, named)
        return batch, search, [writer.write(path, data) for path, data in sorted(data.items())]


class _Stages:
    """Measures how long each stage takes, and tells how far the build is."""

    def __init__(self, progress: Progress | None) -> None:
        self.seconds: dict[str, float] = {}
        self._progress = progress
        self._name = ""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure one stage."""
        self._name = name
        self.tell(0, 0)
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = round(time.perf_counter() - start, 4)

    def tell(self, done: int, total: int) -> None:
        """Say how far the stage is."""
        if self._progress is not None:
            self._progress(self._name, done, total)


def _report(
    context: SiteContext,
    output: str,
    files: Sequence[Written],
    search: SearchBatch,
    seconds: Mapping[str, float],
    workers: int,
    removed: tuple[str, ...],
    problems: Sequence[Problem],
) -> BuildReport:
    plan: SitePlan = context.plan
    changed = sum(file.is_changed for file in files)
    return BuildReport(
        output=output,
        counts={
            "notes": len(plan.published),
            "pages": len(plan.pages),
            "folders": len(plan.folders),
            "tags": len(plan.tags),
            "attachments": len(plan.attachments),
            "redirects": len(plan.redirects),
            "held_back": len(plan.held_back),
            "written": changed,
            "unchanged": len(files) - changed,
            "removed": len(removed),
        },
        sizes={
            "output": sum(file.size for file in files),
            "search_index": sum(file.size for file in search.files if file.path in search.manifest.index),
            "search_index_compressed": search.compressed,
        },
        seconds=dict(seconds),
        search_seconds=search.seconds,
        workers=workers,
        held_back=plan.held_back,
        removed=removed,
        problems=tuple(sorted(problems, key=lambda found: (found.path, found.line, found.code, found.message))),
    )


_LARGE_INDEX = 5_000_000
"""Bytes, compressed, above which a reader waits for the first search (decision 29)."""
_LARGE = Problem(
    severity=Severity.INFO,
    code="large-search-index",
    message="the search index is above 5 MB compressed, which readers on slow lines will notice",
    hint="Leave out what nobody searches for: `site.exclude`, or Obsidian's excluded files.",
)
_NOT_PROVEN = Problem(
    severity=Severity.WARNING,
    code="keywords-not-proven",
    message="`site.keywords: proven` is not built yet; keywords are chosen by tf-idf",
    hint="Set `site.keywords` to `tfidf` until then.",
)
_SHALLOW = Problem(
    severity=Severity.WARNING,
    code="shallow-clone",
    message="this clone lacks the history, so notes without a date in their properties have none",
    hint="Fetch the whole history: git fetch --unshallow (in a workflow: fetch-depth: 0).",
)
_NO_URL = Problem(
    severity=Severity.INFO,
    code="no-site-url",
    message="the site's address is not known, so sitemap and feed name pages without a host",
    hint="Set `site.url`.",
)
