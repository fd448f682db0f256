"""Make a site from a snapshot: plan, keep what is as it was, make the rest, write what changed, report.

Read `make_site` as the table of contents of this room. It is imported only when there is something to make: templates,
highlighting and search take a while to load.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

import msgspec

from napkin_site.builder.checks.link_problems import link_problems
from napkin_site.builder.data.feeds import NAV_DATA, feed_file, feed_paths, nav_json
from napkin_site.builder.data.graph_data import GRAPH_JSON, GRAPHML, graph_json, site_graph
from napkin_site.builder.data.keywords import site_keywords
from napkin_site.builder.data.search_data import MANIFEST, SearchManifest, manifest_json
from napkin_site.builder.gather import make_context
from napkin_site.builder.output.attachments import copy_attachments
from napkin_site.builder.output.build_state import (
    BUILD_FORMAT,
    BuildMemory,
    BuildState,
    PartRecord,
    Reuse,
    page_records,
)
from napkin_site.builder.output.digests import digest_of, graph_digest, notes_digest
from napkin_site.builder.output.page_writer import Batch, MadePage, PageWriter, SearchBatch, html_file, markdown_file
from napkin_site.builder.output.write import OutputFolder, Written
from napkin_site.builder.pages.redirect import redirect_file, redirect_pages
from napkin_site.builder.planning.selection import is_template
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.context import SiteContext
from napkin_site.builder.questions.queries import Queries
from napkin_site.builder.report import BuildReport
from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.builder.site_theme import Theme, make_shell, shell_settings
from napkin_site.builder.stages import Stages
from napkin_site.builder.theme.assets import AssetFile, list_assets
from napkin_site.core.graph_exports import graphml
from napkin_site.core.paths import FolderPath
from napkin_site.core.problems import Problem, Severity
from napkin_site.core.values import Value
from napkin_site.index.crew import Crew
from napkin_site.index.snapshot import Snapshot
from napkin_site.vault.config import Config

_RUNS_EACH = 40
"""Portions of work for each process: enough to even out long pages, few enough to cost nothing."""
_ENOUGH_TO_SHARE = 64
"""Pages below which starting processes costs more than it saves."""
_ENOUGH_TO_SEARCH = 400
"""Notes below which the same is true of building the search in another process."""


class Order(Value):
    """What is to be made."""

    snapshot: Snapshot
    config: Config
    settings: SiteSettings
    output: OutputFolder
    shown_output: str
    """The output folder as the user named it."""
    pinned: datetime | None
    """Stands for every file time; None for the files' own."""
    has_history: bool
    """The vault stands at a commit of git; not asked when file times are pinned."""
    workers: int
    memory: BuildMemory
    last: BuildState | None
    """The build before this one; None when there is nothing to be kept."""
    whole: bytes
    """Digest of everything the build depends on; empty when it may have changed unseen."""
    shared: bytes
    """Digest of what all pages share, before the plan."""
    problems: tuple[Problem, ...]
    """What was found so far."""
    clean: bool
    """Remove what earlier builds wrote."""
    theme: Theme | None
    """The theme, when it is loaded already."""
    cache: Path | None
    """Where compiled templates are kept; None for nowhere."""
    highlighted: Callable[[], Mapping[str, str]]
    """Gives the code that is highlighted already, for the memo of texts."""


class _Kept(Value, array_like=True):
    """What is remembered of the search besides its files."""

    manifest: SearchManifest
    compressed: int


def make_site(order: Order, clock: Stages) -> BuildReport:
    """Make a site.

    Args:
        order: what is to be made.
        clock: measures the stages.
    """
    output = order.output
    with clock.stage("plan"):
        context, problems = make_context(
            order.snapshot, order.config, order.settings, pinned=order.pinned, has_history=order.has_history
        )
        base = digest_of([order.shared, shell_settings(context)])
        reuse = Reuse(order.last, base, order.memory)
        site = _Making(context, reuse, order)
        site.compare()
    with clock.stage("theme"):
        if order.clean:
            output.clean()
        site.announce()
        site.learn(order.highlighted())
    with clock.stage("pages"):
        site.write_pages(clock)
    with clock.stage("data"):
        others = (*site.fixed, *site.write_data())
    with clock.stage("files"):
        files = site.files(others)
        removed, stale_problems = output.finish({file.path: file.checksum for file in files})
    order.snapshot.close()
    lasting = (*context.vault.problems, *order.problems, *problems, *site.problems, *site.advice())
    report = _report(site, order, files, removed, (*lasting, *stale_problems), clock)
    with clock.stage("files"):
        is_repeatable = order.whole if site.is_lasting else b""
        order.memory.save(site.state(is_repeatable, base, others, _without_times(report, lasting)))
    return msgspec.structs.replace(report, seconds=dict(clock.seconds))


class _Making:
    """A site being made: what is kept, and what came of the rest."""

    def __init__(self, context: SiteContext, reuse: Reuse, order: Order) -> None:
        self.context = context
        self.problems: tuple[Problem, ...] = ()
        """What went wrong with pages and files."""
        self.fixed: tuple[Written, ...] = ()
        """Files that no page depends on."""
        self.is_lasting = True
        """False when a page has to be made again next time, whatever happens."""
        self._reuse = reuse
        self._order = order
        self._output = order.output
        self._pages: dict[str, MadePage] = {}
        self._parts: dict[str, PartRecord] = {}
        self._queue: tuple[PlannedPage, ...] = ()
        self._search: SearchBatch | None = None
        self._assets: tuple[AssetFile, ...] = ()
        self._memos: dict[str, str] = {}
        self._answer = Queries(context).digest
        self._inputs: dict[str, bytes] = {}
        self._theme = order.theme or Theme(order.settings.project.overrides, cache=order.cache)
        context.templates = self._theme.templates

    def compare(self) -> None:
        """Find what can be kept, except for overviews: they wait for their keywords."""
        plan = self.context.plan
        notes = notes_digest(self.context)
        self._inputs = {"search": notes, "keywords": notes, "graph": graph_digest(self.context, notes)}
        for name, inputs in self._inputs.items():
            record = self._reuse.part(name, inputs)
            if record is not None:
                self._parts[name] = record
        self._queue = self._keep(page for page in plan.pages if page.kind != "folder")

    def announce(self) -> None:
        """Note what is going to be written, before the first file is."""
        plan = self.context.plan
        features = {feature for path in plan.published for feature in self.context.vault.notes[path].facts.features}
        self._assets = list_assets({"graph"} | features)
        pages = (*self._queue, *(page for page in plan.pages if page.kind == "folder"))
        self._output.expect(
            [
                *feed_paths(self.context.settings),
                *map(redirect_file, plan.redirects),
                *(GRAPH_JSON, GRAPHML, MANIFEST, NAV_DATA),
                *map(html_file, pages),
                *(markdown_file(page) for page in pages if page.shows_note),
                *plan.copies.values(),
                *(asset.url for asset in self._assets),
            ]
        )

    def learn(self, texts: Mapping[str, str]) -> None:
        """Know texts that pages will ask for, in this process and those it will fork."""
        memo = self.context.snapshot.memo
        memo.update(texts)
        self._memos.update(memo.take_new())

    def write_pages(self, clock: Stages) -> None:
        """Write pages, search and graph, side by side where processes can be had."""
        order, context = self._order, self.context
        is_much = len(self._queue) >= _ENOUGH_TO_SHARE or (
            "search" not in self._parts and len(context.plan.published) >= _ENOUGH_TO_SEARCH
        )
        writer = PageWriter(context, lambda: make_shell(context, self._theme), self._output)
        if is_much and self._queue:
            _ = writer.shell  # before the others are forked, who inherit it
        tasks = self._tasks(writer)
        with Crew(tasks, order.workers if is_much else 1) as crew:
            self._write_fixed()
            self.problems = (*self.problems, *link_problems(context.vault, context.link_index, context.plan))
            self._make_keywords()
            self._make_graph()
            self._take(writer.write_pages(self._keep(page for page in context.plan.pages if page.kind == "folder")))
            for done, made in enumerate(crew.results(), 1):
                if isinstance(made, Batch):
                    self._take(made)
                else:
                    self._take_search(made)
                clock.tell(done, len(tasks))
        if self._search is None:
            self._keep_search()
        context.snapshot.memo.put_many(self._memos)

    def write_data(self) -> list[Written]:
        """Write the tree of pages and the manifest."""
        assert self._search is not None, "pages come first"
        nav = nav_json(self.context)
        named = {"graph": self._output.read(GRAPH_JSON), "nav": nav}
        manifest = manifest_json(self._search.manifest, named)
        return [self._output.write(NAV_DATA, nav), self._output.write(MANIFEST, manifest)]

    def advice(self) -> Iterable[Problem]:
        """Say what could be better."""
        if self.search.compressed > _LARGE_INDEX:
            yield _LARGE

    @property
    def search(self) -> SearchBatch:
        """What came of the search."""
        assert self._search is not None, "pages come first"
        return self._search

    def files(self, others: Iterable[Written]) -> list[Written]:
        """List every file of the site."""
        pages = [file for page in self._pages.values() for file in page.files]
        return [*pages, *(file for part in self._parts.values() for file in part.files), *others]

    def state(self, whole: bytes, base: bytes, others: tuple[Written, ...], report: BuildReport) -> BuildState:
        """Give what the next build needs to know."""
        questions, answers, records = page_records(
            {page.url: (page.files, page.reads) for page in self._pages.values() if page.reads is not None}
        )
        return BuildState(
            format=BUILD_FORMAT,
            whole=whole,
            base=base,
            questions=questions,
            answers=answers,
            pages=records,
            parts=self._parts,
            others=others,
            report=report,
        )

    def _write_fixed(self) -> None:
        """Write what no page depends on: theme, redirects, feeds, attachments."""
        copied, problems = copy_attachments(self.context, self._output)
        self.problems = (*self.problems, *problems)
        self.is_lasting = self.is_lasting and not problems
        self.fixed = (
            *(self._output.write(asset.url, asset.read()) for asset in self._assets),
            *(self._output.write(path, data) for path, data in redirect_pages(self.context).items()),
            *(self._output.write(path, feed_file(path, self.context)) for path in feed_paths(self.context.settings)),
            *copied,
        )

    def _keep(self, pages: Iterable[PlannedPage]) -> tuple[PlannedPage, ...]:
        """Keep those pages that can be kept; give the others."""
        planned = tuple(pages)
        kept = self._reuse.pages([page.url for page in planned], self._answer)
        for url, files in kept.items():
            self._pages[url] = MadePage(url=url, files=files, reads=self._reuse.reads(url))
        return tuple([page for page in planned if page.url not in kept])

    def _tasks(self, writer: PageWriter) -> list[Callable[[], Batch | SearchBatch]]:
        """Divide the work that any process can do: the search first, since it takes longest."""
        total = len(self._queue)
        size = max(1, -(-total // (self._order.workers * _RUNS_EACH)))
        runs = [partial(writer.write_pages, self._queue[start : start + size]) for start in range(0, total, size)]
        return [*runs] if "search" in self._parts else [writer.write_search, *runs]

    def _make_keywords(self) -> None:
        context = self.context
        record = self._parts.get("keywords")
        if record is None:
            context.keywords = site_keywords(context.vault, context.plan, context.snapshot.units)
            value = msgspec.msgpack.encode(context.keywords)
            self._parts["keywords"] = PartRecord(inputs=self._inputs["keywords"], value=value)
        else:
            context.keywords = msgspec.msgpack.decode(record.value, type=dict[FolderPath, tuple[str, ...]])

    def _make_graph(self) -> None:
        if "graph" not in self._parts:
            graph = site_graph(self.context.vault, self.context.plan, self.context.link_index)
            files = (
                self._output.write(GRAPH_JSON, graph_json(graph)),
                self._output.write(GRAPHML, graphml(graph)),
            )
            self._parts["graph"] = PartRecord(inputs=self._inputs["graph"], files=files)

    def _take(self, batch: Batch) -> None:
        self.problems = (*self.problems, *batch.problems)
        self._memos.update(batch.memos)
        for page in batch.pages:
            self._pages[page.url] = page
            self.is_lasting = self.is_lasting and page.reads is not None

    def _take_search(self, built: SearchBatch) -> None:
        kept = _Kept(manifest=built.manifest, compressed=built.compressed)
        self._parts["search"] = PartRecord(
            inputs=self._inputs["search"], files=built.files, value=msgspec.msgpack.encode(kept)
        )
        self._search = built

    def _keep_search(self) -> None:
        record = self._parts["search"]
        kept = msgspec.msgpack.decode(record.value, type=_Kept)
        self._search = SearchBatch(files=record.files, manifest=kept.manifest, compressed=kept.compressed, seconds=0.0)


def _report(
    site: _Making,
    order: Order,
    files: Sequence[Written],
    removed: tuple[str, ...],
    problems: Iterable[Problem],
    clock: Stages,
) -> BuildReport:
    plan, search = site.context.plan, site.search
    changed = sum(file.is_changed for file in files)
    held_back = tuple([path for path in plan.held_back if not is_template(path, order.settings)])
    return BuildReport(
        output=order.shown_output,
        counts={
            "notes": len(plan.published),
            "pages": len(plan.pages),
            "folders": len(plan.folders),
            "tags": len(plan.tags),
            "attachments": len(plan.attachments),
            "redirects": len(plan.redirects),
            "held_back": len(held_back),
            "written": changed,
            "unchanged": len(files) - changed,
            "removed": len(removed),
        },
        sizes={
            "output": sum(file.size for file in files),
            "search_index": sum(file.size for file in search.files if file.path in search.manifest.index),
            "search_index_compressed": search.compressed,
        },
        seconds=dict(clock.seconds),
        search_seconds=search.seconds,
        workers=order.workers,
        held_back=held_back,
        removed=removed,
        problems=_sorted(problems),
    )


def _without_times(report: BuildReport, lasting: Iterable[Problem]) -> BuildReport:
    """Give what is true of the site as it now stands, not of this one build."""
    return msgspec.structs.replace(report, seconds={}, search_seconds=0.0, removed=(), problems=_sorted(lasting))


def _sorted(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda found: (found.path, found.line, found.code, found.message)))


_LARGE_INDEX = 5_000_000
"""Bytes, compressed, above which a reader waits for the first search (decision 29)."""
_LARGE = Problem(
    severity=Severity.INFO,
    code="large-search-index",
    message="the search index is above 5 MB compressed, which readers on slow lines will notice",
    hint="Leave out what nobody searches for: `site.exclude`, or Obsidian's excluded files.",
)
