"""Parse the notes that changed, in chunks that may run in other processes, into bytes the store can keep."""

import contextlib
import gc
import hashlib
import html
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec.structs import replace

from napkin_site.core.frontmatter import FrontMatter, property_line, split_front_matter
from napkin_site.core.link_paths import link_name
from napkin_site.core.paths import VaultPath
from napkin_site.core.properties import property_faults
from napkin_site.core.subpaths import target_of
from napkin_site.core.syntax.tree import (
    Block,
    Finding,
    Link,
    NoteBody,
    NoteFacts,
    NoteSyntax,
    Span,
    SyntaxOptions,
)
from napkin_site.index.crew import Afterwork, Crew, can_fork
from napkin_site.index.encoding import encode
from napkin_site.vault.reader import read_file

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Parse = Callable[[bytes, SyntaxOptions], NoteSyntax]
"""Reads one note; `core.syntax.parse_note`, or what stands for it in a test."""

PARSE_FAILED = "parse-failed"
UNREADABLE_FRONT_MATTER = "unreadable-front-matter"
INVALID_ENCODING = "invalid-utf8"

DIGEST_BYTES = 16
_CHUNK_NOTES = 10
_CHUNK_BYTES = 100_000
_INLINE_BYTES = 100_000
"""Less than this is parsed sooner here than in another process."""
_OPTIONS = tuple(
    SyntaxOptions(strict_line_breaks=strict, trusted_html=trusted, commonmark=commonmark)
    for commonmark in (False, True)
    for trusted in (False, True)
    for strict in (False, True)
)
"""All there are; the last byte of a key is an index into them."""
_COMMENT = re.compile(rb"%%.*?(?:%%|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL)


class Job(NamedTuple):
    """A note to read."""

    path: VaultPath
    file: str
    """Where it lies, absolute."""
    size: int
    options: SyntaxOptions
    known_key: bytes
    """Under which its last parse is kept; empty when there is none."""


class Outcome(NamedTuple):
    """What became of a note: parsed, known already (no facts), or unreadable (an error)."""

    path: VaultPath
    key: bytes
    """Under which its parse is to be kept, or is kept; empty when the file could not be read."""
    facts: bytes
    body: bytes
    units: bytes
    error: str
    links: "tuple[LinkCount, ...]" = ()
    """What the note links to; empty where there are no facts."""
    found: NoteFacts | None = None
    """The facts as they are, where this very process found them: sending them takes longer than decoding."""


class LinkCount(NamedTuple):
    """How often a note names a target."""

    path: str
    """As typed."""
    name: str
    """What `link_name` makes of it."""
    times: int


class Companion(Protocol):
    """What else can be done while many notes are parsed; nothing of it happens where one process parses them."""

    @property
    def afterwork(self) -> Afterwork[Any]:
        """What other processes go on with when all is parsed; whoever gives it has to finish it."""

    def begin(self) -> None:
        """Do what this process does first, once the others have begun."""

    def see(self, body: NoteBody) -> None:
        """See the body of a note that was parsed in whichever process this is."""


class Hands(NamedTuple):
    """Who parses, where there are many notes."""

    workers: int = 1
    """How many processes, this one counted."""
    executor: "Executor | None" = None
    """Does it in place of processes of our own; its workers import `parse`, and find the notes where they lie here."""
    companion: Companion | None = None
    """What is done besides; None for nothing."""


ALONE = Hands()
"""This process."""


class Chunk(NamedTuple):
    """Work for one process at a time."""

    parse: Parse
    kept: frozenset[bytes]
    jobs: tuple[Job, ...]
    companion: Companion | None = None
    """Sees what is parsed."""
    process: int = 0
    """Who wants to have it done."""


def content_digest(source: bytes) -> bytes:
    """Hash a file's content."""
    return hashlib.blake2b(source, digest_size=DIGEST_BYTES).digest()


def parse_key(digest: bytes, options: SyntaxOptions) -> bytes:
    """Name the parse of a content with these options."""
    return digest + bytes((_OPTIONS.index(options),))


def key_options(key: bytes) -> SyntaxOptions:
    """Give the options a parse was made with."""
    return _OPTIONS[key[DIGEST_BYTES]]


def parse_jobs(
    jobs: Sequence[Job],
    parse: Parse,
    *,
    kept: frozenset[bytes] = frozenset(),
    hands: Hands = ALONE,
) -> Iterator[Outcome]:
    """Read and parse notes; one broken note never stops the others.

    Args:
        jobs: what to read.
        parse: reads one note.
        kept: keys of parses that are there and need not be made again.
        hands: who shares the work, when there is enough of it.

    Yields:
        What became of each note; in the order of `jobs` with one process, else in any order.
    """
    parts = [*_parts(jobs)]
    is_much = len(parts) > 1 and sum(job.size for job in jobs) > _INLINE_BYTES
    workers, executor, companion = hands
    if is_much and executor is not None:
        yield from _parse_in(executor, [Chunk(parse, kept, part) for part in parts], companion)
        return
    if not is_much or workers < 2 or not can_fork():
        for part in parts:
            yield from parse_chunk(Chunk(parse, kept, part, process=os.getpid()))
        return
    tasks = [partial(parse_chunk, Chunk(parse, kept, part, companion, os.getpid())) for part in parts]
    with Crew(tasks, workers, afterwork=companion.afterwork if companion is not None else None) as crew:
        if companion is not None:
            companion.begin()
        for outcomes in crew.results():
            yield from outcomes


def _parse_in(executor: "Executor", chunks: Sequence[Chunk], companion: Companion | None) -> Iterator[Outcome]:
    """Parse chunks in an executor; one that it could not do is done here, where errors belong.

    Raises:
        RuntimeError: the executor was shut down before.
    """
    from concurrent.futures import BrokenExecutor, as_completed  # noqa: PLC0415 -- only who brings one pays for it

    futures: dict[Future[list[Outcome]], Chunk] = {}
    lost: list[Chunk] = []
    for chunk in chunks:
        try:
            futures[executor.submit(parse_chunk, chunk)] = chunk
        except BrokenExecutor:  # a process that ends breaks it at any time, also before all is handed over
            lost.append(chunk)
    if companion is not None:
        companion.begin()
    for chunk in lost:
        yield from parse_chunk(chunk)
    for future in as_completed(futures):
        is_done = not future.cancelled() and future.exception() is None
        yield from future.result() if is_done else parse_chunk(futures[future])


def parse_chunk(chunk: Chunk) -> list[Outcome]:
    """Read and parse the notes of one chunk."""
    with paused_gc():
        return [_parse_job(job, chunk) for job in chunk.jobs]


@contextlib.contextmanager
def paused_gc() -> Iterator[None]:
    """Keep the garbage collector from walking, again and again, over values that are all kept."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def fallback_syntax(source: bytes, reason: str) -> NoteSyntax:
    """Stand in for a note whose parse failed: its properties, and its text as it is, comments left out.

    The properties are read all the same, since they may say that the note is private.
    """
    try:
        front = split_front_matter(source)
    except Exception as error:  # noqa: BLE001  # it may be this very part that failed
        message = f"{type(error).__name__}: {error}"
        front = FrontMatter(data={}, span=(0, len(source)), body_start=len(source), error=message, error_line=1)
    start = front.body_start
    comments: tuple[Span, ...] = tuple(found.span() for found in _COMMENT.finditer(source, start))
    shown = _COMMENT.sub(b"", source[start:]).decode("utf-8", "replace").strip()
    pieces = (f"<pre>{html.escape(shown)}</pre>",) if shown else ()
    finding = Finding(
        code=PARSE_FAILED,
        message=f"the note could not be read as Markdown and is shown as plain text: {reason}",
        line=1,
        hint="Please report this as a bug, with the note.",
    )
    facts = NoteFacts(
        properties=front.data,
        properties_span=front.span,
        properties_error=front.error_with_line,
        body_start=start,
        links=(),
        tags=(),
        headings=(),
        tasks=(),
        block_ids=(),
        passages=(),
        excerpt="",
        comments=comments,
        words=len(shown.split()),
        features=(),
        findings=(finding,),
    )
    block = Block(kind="html", heading=-1, span=(start, len(source)), pieces=pieces)
    return NoteSyntax(facts=facts, body=NoteBody(blocks=(block,) if shown else (), footnotes=()), units=())


def _parts(jobs: Sequence[Job]) -> Iterator[tuple[Job, ...]]:
    part: list[Job] = []
    size = 0
    for job in jobs:
        if part and (len(part) >= _CHUNK_NOTES or size + job.size > _CHUNK_BYTES):
            yield tuple(part)
            part, size = [], 0
        part.append(job)
        size += job.size
    if part:
        yield tuple(part)


def _parse_job(job: Job, chunk: Chunk) -> Outcome:
    try:
        source = read_file(job.file)
    except OSError as error:
        return Outcome(job.path, b"", b"", b"", b"", error.strerror or str(error))
    key = parse_key(content_digest(source), job.options)
    if key == job.known_key or key in chunk.kept:
        return Outcome(job.path, key, b"", b"", b"", "")
    try:
        syntax = _parsed(source, chunk.parse(source, job.options))
        if chunk.companion is not None:
            chunk.companion.see(syntax.body)
        return _encoded(job.path, key, syntax, keeps_facts=chunk.process == os.getpid())
    except Exception as error:  # the outermost edge for one note: the other notes go on
        import logging  # noqa: PLC0415 -- it takes longer to load than notes to be read, and hardly one ever fails

        logging.getLogger(__name__).info("parsing %s failed", job.path, exc_info=True)
        return _encoded(job.path, key, fallback_syntax(source, f"{type(error).__name__}: {error}"))


def _encoded(path: VaultPath, key: bytes, syntax: NoteSyntax, *, keeps_facts: bool = False) -> Outcome:
    facts = syntax.facts
    return Outcome(
        path,
        key,
        encode(facts),
        encode(syntax.body),
        encode(syntax.units),
        "",
        link_counts(facts.links),
        facts if keeps_facts else None,
    )


def link_counts(links: Iterable[Link]) -> tuple[LinkCount, ...]:
    """Count a note's links by target, those to itself left out; sorted."""
    counts: dict[str, int] = {}
    for link in links:
        path = target_of(link)[0]
        if path:
            counts[path] = counts.get(path, 0) + 1
    return tuple([LinkCount(path, link_name(path), counts[path]) for path in sorted(counts)])


def _parsed(source: bytes, syntax: NoteSyntax) -> NoteSyntax:
    """Add what is wrong with the file and its properties to what is wrong with its Markdown."""
    found = list(_file_findings(source, syntax.facts))
    if not found:
        return syntax
    known = {finding.code for finding in syntax.facts.findings}
    found = [finding for finding in found if finding.code not in known]
    return replace(syntax, facts=replace(syntax.facts, findings=(*found, *syntax.facts.findings)))


def _file_findings(source: bytes, facts: NoteFacts) -> Iterator[Finding]:
    if facts.properties_error:
        front = split_front_matter(source)
        yield Finding(
            code=UNREADABLE_FRONT_MATTER,
            message=f"the properties cannot be read: {front.error}",
            line=front.error_line,
            hint="Correct the text between the `---` lines.",
        )
    for fault in property_faults(facts.properties):
        line = property_line(source, facts.properties_span, fault.name)
        yield Finding(code=fault.code, message=fault.message, line=line, hint=fault.hint)
    try:
        source.decode()
    except UnicodeDecodeError as error:
        yield Finding(
            code=INVALID_ENCODING,
            message="the file is not UTF-8 text; what cannot be read is shown as \N{REPLACEMENT CHARACTER}",
            line=source.count(b"\n", 0, error.start) + 1,
            hint="Save it as UTF-8.",
        )
