"""Make pages and put them on disk, here or in worker processes that inherit everything by forking."""

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager

from napkin_site.builder.context import SiteContext
from napkin_site.builder.feeds import markdown_copy
from napkin_site.builder.pages.table import view_or_notice
from napkin_site.builder.reading import can_fork
from napkin_site.builder.search_data import SearchManifest, build_search, search_entries
from napkin_site.builder.shell import Shell
from napkin_site.builder.site_plan import PlannedPage
from napkin_site.builder.write import OutputFolder, Written
from napkin_site.core.problems import Problem
from napkin_site.core.values import Value

_BATCHES_EACH = 8
"""Portions of work for each process: enough to even out long pages, few enough to cost nothing."""
_ENOUGH_TO_SHARE = 64
"""Pages below which starting processes costs more than it saves."""


class Batch(Value):
    """What came of a portion of work."""

    files: tuple[Written, ...]
    problems: tuple[Problem, ...] = ()


class SearchBatch(Value):
    """What came of building the search."""

    files: tuple[Written, ...]
    manifest: SearchManifest
    compressed: int
    """Bytes of the index as a web server would send it."""
    seconds: float


class PageWriter:
    """Writes the pages of one site."""

    def __init__(self, context: SiteContext, shell: Shell, output: OutputFolder) -> None:
        self.context = context
        self.shell = shell
        self.output = output
        self.shared = tuple(page for page in context.plan.pages if page.kind != "folder")
        """Pages that need no keywords, so that workers can begin before those are chosen."""
        self.overviews = tuple(page for page in context.plan.pages if page.kind == "folder")

    def write_shared(self, start: int, stop: int) -> Batch:
        """Write a run of `shared`."""
        return self.write_pages(self.shared[start:stop])

    def write_pages(self, pages: Sequence[PlannedPage]) -> Batch:
        """Write pages, each with its note's Markdown beside it."""
        files: list[Written] = []
        problems: list[Problem] = []
        for page in pages:
            html, problem = self._render(page)
            if problem is not None:
                problems.append(problem)
            path = page.url if page.kind == "missing" else page.url + "index.html"
            files.append(self.write(path, html.encode("utf-8", "replace")))
            if self.context.settings.source_markdown and page.source in self.context.published:
                files.append(self.write(page.url + "index.md", self._markdown(page)))
        self.context.snapshot.memo.flush()
        return Batch(files=tuple(files), problems=tuple(problems))

    def write_search(self) -> SearchBatch:
        """Build the search and write its files."""
        start = time.perf_counter()
        context = self.context
        entries = search_entries(context.vault, context.plan, context.snapshot.units)
        data = build_search(entries, language=context.settings.language)
        self.output.expect_more(data.files)
        return SearchBatch(
            files=tuple(self.write(path, content) for path, content in sorted(data.files.items())),
            manifest=data.manifest,
            compressed=data.compressed_index_size(),
            seconds=round(time.perf_counter() - start, 4),
        )

    def write(self, path: str, data: bytes) -> Written:
        """Write one file."""
        return self.output.write(path, data)

    def _render(self, page: PlannedPage) -> tuple[str, Problem | None]:
        """Make a page's HTML; a page that cannot be made says so, and the others are made all the same."""
        view, problem = view_or_notice(self.context, page)
        return self.shell.render(view), problem

    def _markdown(self, page: PlannedPage) -> bytes:
        context = self.context
        return markdown_copy(
            context.snapshot.source(page.source),
            context.vault.notes[page.source],
            with_properties=context.settings.show_properties != "hidden",
        )


class Crew:
    """The processes that write, or this one alone."""

    def __init__(self, writer: PageWriter, executor: Executor | None, workers: int) -> None:
        self.writer = writer
        self.workers = workers if executor is not None else 1
        self._executor = executor

    def write_all(
        self, *, meanwhile: Callable[[], None], progress: Callable[[int, int], None]
    ) -> tuple[Batch, SearchBatch]:
        """Write every page and the search; `meanwhile`, and then the overviews, are this process's part of the work."""
        total = len(self.writer.shared)
        runs = list(_runs(total, self.workers * _BATCHES_EACH if self._executor else max(1, total // 50)))
        batches: dict[int, Batch] = {}
        done = 0
        if self._executor is None:
            search = self.writer.write_search()
            for start, stop in runs:
                batches[start] = self.writer.write_shared(start, stop)
                progress(stop, total)
            meanwhile()
            batches[total] = self.writer.write_pages(self.writer.overviews)
            return _joined(batches), search
        searching = self._executor.submit(_write_search)
        jobs: dict[Future[Batch], tuple[int, int]] = {self._executor.submit(_write_shared, *run): run for run in runs}
        try:
            meanwhile()
            batches[total] = self.writer.write_pages(self.writer.overviews)
            for job in as_completed(jobs):
                start, stop = jobs[job]
                batches[start] = job.result()
                done += stop - start
                progress(done, total)
            return _joined(batches), searching.result()
        except BaseException:
            for job in jobs:
                job.cancel()
            raise


@contextmanager
def page_crew(writer: PageWriter, workers: int) -> Iterator[Crew]:
    """Gather `workers` processes that inherit `writer`; for few pages, or where forking fails, this one works alone."""
    if workers < 2 or len(writer.context.plan.pages) < _ENOUGH_TO_SHARE or not can_fork():
        yield Crew(writer, None, 1)
        return
    with ProcessPoolExecutor(
        max_workers=workers,
        mp_context=multiprocessing.get_context("fork"),
        initializer=_inherit,
        initargs=(writer,),
    ) as executor:
        yield Crew(writer, executor, workers)


_inherited: list[PageWriter] = []
"""In a worker process, the writer it was forked with: the one way to hand it over without pickling the vault."""


def _inherit(writer: PageWriter) -> None:
    _inherited[:] = [writer]


def _write_shared(start: int, stop: int) -> Batch:
    return _inherited[0].write_shared(start, stop)


def _write_search() -> SearchBatch:
    return _inherited[0].write_search()


def _runs(total: int, count: int) -> Iterator[tuple[int, int]]:
    """Cut `total` pages into about `count` runs."""
    size = max(1, -(-total // max(1, count)))
    for start in range(0, total, size):
        yield start, min(start + size, total)


def _joined(batches: dict[int, Batch]) -> Batch:
    """Put batches into the order of the plan."""
    ordered: Sequence[Batch] = [batches[start] for start in sorted(batches)]
    return Batch(
        files=tuple(file for batch in ordered for file in batch.files),
        problems=tuple(problem for batch in ordered for problem in batch.problems),
    )
