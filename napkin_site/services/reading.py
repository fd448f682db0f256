"""Read a note: whole, or a section, a block, a range of lines, a page of it; and what it is made of."""

from datetime import UTC, datetime

import msgspec

from napkin_site.core.changes import ActorKind
from napkin_site.core.paging import estimate_tokens, line_span, split_pages
from napkin_site.core.paths import VaultPath
from napkin_site.core.values import Value
from napkin_site.errors import UsageError
from napkin_site.services.access import FileSource, VaultAccess
from napkin_site.vault.journal import EXTERNAL, open_journal

DEFAULT_BUDGET = 2_000
"""Tokens a page has when a page is asked for and no budget is given."""
_INFERRED = "^[inferred]"


class NoteText(Value, omit_defaults=True):
    """What was read of a file."""

    path: str
    content: str
    """The text as it is on disk, without a byte order mark; what is no UTF-8 is replaced."""
    etag: str
    """Hex SHA-256 of the whole file, for a change that must not meet another one (`--if-match`)."""
    modified: str
    """When the file last changed: ISO 8601, UTC."""
    tokens: int
    """An estimate of how many tokens `content` is: a quarter of its bytes."""
    section: str = ""
    """The heading or block that was asked for; left out when the whole note was."""
    start_line: int = 0
    """Line of the file that `content` begins on, counted from 1; left out when the whole file was read."""
    inferred: int = 0
    """How often `content` marks something as `^[inferred]`; left out when never."""
    last_actor: str = ""
    """Who changed the file last: `external` for another program; left out where the history does not know it."""
    last_kind: ActorKind | None = None
    """Whether that is a person, an agent or a tool; left out where that is not known."""
    total_pages: int = msgspec.field(name="totalPages", default=0)
    """Left out when there is one page only."""
    current_page: int = msgspec.field(name="currentPage", default=0)
    """Counted from 1; left out when there is one page only."""


class OutlineHeading(Value):
    """A heading of a note."""

    level: int
    text: str
    line: int
    """Counted from 1."""


class Outline(Value):
    """The headings of a note, in order."""

    headings: tuple[OutlineHeading, ...]


class WordCount(Value):
    """How long a note is, without its properties."""

    words: int
    """As obsidian-spec §14 counts: letters of Chinese, Japanese and Korean one by one."""
    characters: int
    """UTF-16 units of the body, blanks at its ends left out."""


def read_note(
    access: VaultAccess,
    reference: str,
    *,
    section: str = "",
    block: str = "",
    lines: tuple[int, int] | None = None,
    page: int | None = None,
    budget: int | None = None,
) -> NoteText:
    """Read a note, or any other text file, or a part of it.

    Args:
        access: the vault.
        reference: the file; a heading or block behind `#` counts as `section` or `block` where none is given.
        section: a heading by its text, or by its path `Outer#Inner`.
        block: a block id, with or without `^`.
        lines: first and last line, counted from 1, both included.
        page: which page, counted from 1; None for the first, or for the whole when there is no budget.
        budget: most tokens of a page, estimated as a quarter of the bytes; None for no limit.

    Raises:
        UsageError: several parts are asked for, the file is no text, or there is no such page.
        NotFoundError: there is no such file, heading or block.
        AmbiguousError: the reference fits several files.
    """
    if sum((bool(section), bool(block), lines is not None)) > 1:
        raise UsageError("a section, a block and lines exclude each other", hint="Ask for one of them.")
    if budget is not None and budget < 1:
        raise UsageError(f"a budget of {budget} tokens is none", hint="Give at least 1.")
    path, subpath = access.find(reference)
    part = section or (f"^{block.removeprefix('^')}" if block else "")
    if not part and lines is None:
        part = subpath
    file, content, start_line = _read_part(access, path, part, lines)
    pages: tuple[str, ...] = (content,)
    if page is not None or budget is not None:
        pages = split_pages(content, budget or DEFAULT_BUDGET)
    number = 1 if page is None else page
    if not 1 <= number <= len(pages):
        raise UsageError(f"Invalid page: {number}. Valid range: 1-{len(pages)}")
    shown = pages[number - 1]
    if start_line or len(pages) > 1:
        start_line = max(start_line, 1) + sum(text.count("\n") for text in pages[: number - 1])
    actor, kind = _last_actor(access, path, file.etag)
    return NoteText(
        path=path,
        content=shown,
        etag=file.etag,
        modified=iso_time(file.modified_ns),
        tokens=estimate_tokens(shown),
        section=part,
        start_line=start_line,
        inferred=shown.count(_INFERRED),
        last_actor=actor,
        last_kind=kind,
        total_pages=len(pages) if len(pages) > 1 else 0,
        current_page=number if len(pages) > 1 else 0,
    )


def read_outline(access: VaultAccess, reference: str) -> Outline:
    """List the headings of a note; those in code, comments and raw HTML are none.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one note.
    """
    path, _ = access.find_note(reference)
    _, note = access.parse(path)
    headings = (
        OutlineHeading(level=heading.level, text=heading.text, line=heading.line) for heading in note.facts.headings
    )
    return Outline(headings=tuple(headings))


def count_words(access: VaultAccess, reference: str) -> WordCount:
    """Count the words and characters of a note.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one note.
    """
    path, _ = access.find_note(reference)
    file, note = access.parse(path)
    body = file.source[note.facts.body_start :].decode("utf-8", "replace").strip()
    return WordCount(words=note.facts.words, characters=len(body.encode("utf-16-le")) // 2)


def iso_time(moment_ns: int) -> str:
    """Write a moment, in nanoseconds since the epoch, as ISO 8601 in UTC, to the second."""
    return datetime.fromtimestamp(moment_ns // 1_000_000_000, UTC).isoformat().replace("+00:00", "Z")


def _last_actor(access: VaultAccess, path: VaultPath, etag: str) -> tuple[str, ActorKind | None]:
    """Tell who changed a file last; a file that is not as the history left it was changed by another program."""
    if access.state_dir is None:
        return "", None
    try:
        found = open_journal(access.state_dir).last_change(path)
    except OSError:  # reading a note needs no history
        found = None
    if found is None:
        return "", None
    line, digest = found
    if digest != etag or line.actor == EXTERNAL:
        return EXTERNAL, None
    return line.actor, line.kind


def _read_part(
    access: VaultAccess, path: VaultPath, part: str, lines: tuple[int, int] | None
) -> tuple[FileSource, str, int]:
    """Read a file or a part of it: the file, the text, and the line it begins on; 0 for the whole file."""
    if part:
        if path[-3:].lower() != ".md":
            raise UsageError(f"{path} is not a note, so it has no part `{part}`", path=path)
        from napkin_site.core.excerpts import part_span

        file, note = access.parse(path)
        start, end = part_span(file.source, note, part, path=path)
        text = _whole_lines(file.source[start:end])
        return file, text, file.source.count(b"\n", 0, start) + 1
    file = access.read(path)
    if b"\0" in file.source[:8_000]:
        raise UsageError(f"{path} is not a text", path=path, hint=f"See what it is: napkin file info '{path}'")
    if lines is None:
        return file, file.text, 0
    start, end = line_span(file.source, *lines)
    return file, file.source[start:end].removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace"), lines[0]


def _whole_lines(source: bytes) -> str:
    """Decode a section, with one line end behind its last line that is not blank."""
    text = source.decode("utf-8", "replace")
    bare = text.rstrip()
    end = text[len(bare) :]
    return bare + ("\r\n" if end.lstrip(" \t").startswith("\r\n") else "\n" if "\n" in end else "")
