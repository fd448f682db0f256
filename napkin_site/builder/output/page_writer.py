"""Make pages and the search, and put them on disk; whichever process it is in."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from napkin_site.builder.data.feeds import markdown_copy
from napkin_site.builder.data.search_data import SearchManifest, build_search, search_entries
from napkin_site.builder.output.write import OutputFolder, Written
from napkin_site.builder.pages.table import view_or_notice
from napkin_site.builder.planning.site_plan import PlannedPage
from napkin_site.builder.questions.context import SiteContext
from napkin_site.builder.theme.shell import Shell
from napkin_site.core.problems import Problem
from napkin_site.core.values import Value


class MadePage(Value, array_like=True):
    """A page that was made."""

    url: str
    files: tuple[Written, ...]
    reads: Mapping[str, bytes] | None
    """What it depends on: question -> digest of the answer; None for one that is to be made again next time."""


class Batch(Value):
    """What came of a portion of work."""

    pages: tuple[MadePage, ...]
    problems: tuple[Problem, ...] = ()
    memos: Mapping[str, str] = {}
    """Texts to be remembered; they are stored all at once, since processes would wait for one another."""


class SearchBatch(Value):
    """What came of building the search."""

    files: tuple[Written, ...]
    manifest: SearchManifest
    compressed: int
    """Bytes of the index as a web server would send it."""
    seconds: float
    """What building it took; 0 when it was there already."""


class PageWriter:
    """Writes the pages of one site."""

    def __init__(self, context: SiteContext, make_shell: Callable[[], Shell], output: OutputFolder) -> None:
        """Write pages.

        Args:
            context: the site.
            make_shell: dresses the theme; not called before there is a page to be written.
            output: where they go.
        """
        self.context = context
        self.output = output
        self._make_shell = make_shell

    @cached_property
    def shell(self) -> Shell:
        """The theme around the pages."""
        return self._make_shell()

    def write_pages(self, pages: Sequence[PlannedPage]) -> Batch:
        """Write pages, each with its note's Markdown beside it."""
        made: list[MadePage] = []
        problems: list[Problem] = []
        for page in pages:
            reads: dict[str, bytes] = {}
            view, problem = view_or_notice(self.context, page, reads)
            is_lasting = problem is None  # and no file changed since it was parsed
            if problem is not None:
                problems.append(problem)
            files = [self.output.write(html_file(page), self.shell.write(view))]
            if self.context.settings.source_markdown and page.shows_note:
                source = self.context.snapshot.source(page.source)
                files.append(self.output.write(markdown_file(page), self._markdown(page, source)))
                is_lasting = is_lasting and bool(source or not self.context.vault.notes[page.source].times.size)
            made.append(MadePage(url=page.url, files=tuple(files), reads=reads if is_lasting else None))
        return Batch(pages=tuple(made), problems=tuple(problems), memos=self.context.snapshot.memo.take_new())

    def write_search(self) -> SearchBatch:
        """Build the search and write its files."""
        start = time.perf_counter()
        context = self.context
        entries = search_entries(context.vault, context.plan, context.snapshot.units)
        data = build_search(entries, language=context.settings.language)
        self.output.expect_more(data.files)
        return SearchBatch(
            files=tuple(self.output.write(path, content) for path, content in sorted(data.files.items())),
            manifest=data.manifest,
            compressed=data.compressed_index_size(),
            seconds=round(time.perf_counter() - start, 4),
        )

    def _markdown(self, page: PlannedPage, source: bytes) -> bytes:
        context = self.context
        return markdown_copy(
            source,
            context.vault.notes[page.source],
            with_properties=context.settings.show_properties != "hidden",
        )


def html_file(page: PlannedPage) -> str:
    """Give the output path of a page."""
    return page.url if page.kind == "missing" else page.url + "index.html"


def markdown_file(page: PlannedPage) -> str:
    """Give the output path of the Markdown beside a page that shows a note."""
    return page.url + "index.md"
