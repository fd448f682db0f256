"""The journal of a vault: JSON Lines, only ever appended to, on the disk before what they tell is done (decision 4).

An entry is written as an `intent`, and closed by a `done` or an `aborted`. What other programs changed is an
`external` line. Each line carries a hash over all lines before it, so that a change to the past is seen.
"""

import contextlib
import os
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from napkin_site.core.changes import Digest
from napkin_site.vault.lines import (
    EXTERNAL,
    FileRecord,
    Line,
    LineKind,
    decode_line,
    encode_line,
    encoded_name,
    states_after,
)
from napkin_site.vault.standing import Standing, StandingFile

__all__ = ["EXTERNAL", "FileRecord", "Journal", "Line", "LineKind", "encoded_name", "open_journal", "replay"]

_NAME = "journal.jsonl"
_STEP_BYTES = 1 << 20
_NEAR_BYTES = 1 << 16
"""A stretch that is not worth halving once more."""


class Journal:
    """The journal file. Appending needs the vault's lock; reading does not.

    What was read is remembered: a journal that is kept open reads no line twice.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._copy = StandingFile(file.with_suffix(".standing"))
        self._standing: Standing | None = None
        self._turn = threading.RLock()

    @property
    def file(self) -> Path:
        """Where the journal lies."""
        return self._file

    def append(self, *lines: Line) -> None:
        """Add lines and have them on the disk before returning; a line torn by a crash is cut off first.

        Raises:
            OSError: they could not be written; nothing of them remains.
        """
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            with self._turn:
                standing = self._read_on(descriptor)
                end, chain = standing.offset, standing.chain
                os.ftruncate(descriptor, end)
                block = b""
                for line in lines:
                    body = encode_line(msgspec.structs.replace(line, chain=""))
                    chain = sha256(chain.encode() + body).hexdigest()[:16]
                    block += encode_line(msgspec.structs.replace(line, chain=chain)) + b"\n"
                try:
                    _write_all(descriptor, block, end)
                    os.fsync(descriptor)
                except OSError:
                    os.ftruncate(descriptor, end)
                    raise
                standing.read_on(descriptor)
                self._copy.keep(standing)
        finally:
            os.close(descriptor)

    def rewrite(self, lines: Iterable[Line]) -> None:
        """Put other lines in the place of all, in one step.

        Raises:
            OSError: they could not be written; the old ones stay.
        """
        fresh = Journal(self._file.with_suffix(".new"))
        fresh.file.unlink(missing_ok=True)
        fresh.append(*lines)
        fresh._copy.drop()
        self._copy.drop()
        fresh.file.replace(self._file)

    def lines(self) -> Iterator[Line]:
        """Read the journal from its beginning; what is no line of ours, such as a torn one, is left out."""
        with self._opened() as descriptor:
            for raw in _raw_lines(descriptor, 0):
                line = decode_line(raw)
                if line is not None:
                    yield line

    def lines_backwards(self, *needles: bytes, wanted: Sequence[bytes] | None = None) -> Iterator[Line]:
        """Read the journal from its end, no more of it than is asked for.

        Args:
            needles: with these, only the lines that hold one of them.
            wanted: the same, looked at anew for every line, so that the caller may change it on the way.
        """
        searched = needles if wanted is None else wanted
        with self._opened() as descriptor:
            start = os.fstat(descriptor).st_size if descriptor >= 0 else 0
            tail = b""
            while start:
                size = min(_STEP_BYTES, start)
                start -= size
                data = os.pread(descriptor, size, start) + tail
                first = data.find(b"\n") + 1 if start else 0
                if start and not first:
                    tail = data
                    continue
                tail = data[:first]
                if searched and not any(needle in data for needle in searched):
                    continue  # most of a long journal is passed over without looking at its lines
                for raw in reversed(data[first:].split(b"\n")):
                    if searched and not any(needle in raw for needle in searched):
                        continue
                    if (line := decode_line(raw)) is not None:
                        yield line

    def find(self, entry_id: str) -> Line | None:
        """Give the line that tells of an entry, finished or not; None when there is none.

        Entries are in order of their ids, so few lines are read.
        """
        if not entry_id.isdecimal():
            return None
        number = int(entry_id)
        with self._opened() as descriptor:
            low, high = 0, os.fstat(descriptor).st_size if descriptor >= 0 else 0
            while high - low > _NEAR_BYTES:
                middle = (low + high) // 2
                first = next(_entries(descriptor, middle), None)
                if first is not None and int(first.id) <= number:
                    low = middle
                else:
                    high = middle
            for line in _entries(descriptor, low):
                if int(line.id) >= number:
                    return line if line.id == entry_id else None
        return None

    def next_id(self) -> str:
        """Give the id of the next entry: they count from 1."""
        with self._stand() as standing:
            return str(standing.last_id + 1)

    def outcome(self, entry_id: str) -> LineKind | None:
        """Tell how far an entry got: the kind of the last line about it; None when there is none."""
        with self._stand() as standing:
            if entry_id in standing.under_way:
                return "intent"
            if entry_id in standing.aborted:
                return "aborted"
        line = self.find(entry_id)
        return None if line is None else "external" if line.t == "external" else "done"

    def is_finished(self, entry_id: str) -> bool:
        """Tell whether an entry that is in the journal took effect."""
        with self._stand() as standing:
            return entry_id not in standing.under_way and entry_id not in standing.aborted

    def is_undone(self, entry_id: str) -> bool:
        """Tell whether a later entry took this one back, and was not taken back itself."""
        with self._stand() as standing:
            return standing.is_undone(entry_id)

    def heads(self, paths: Collection[str]) -> Mapping[str, Digest | None]:
        """Give the digest of each path as the journal last knew it (None: gone); a path it never met is left out."""
        with self._stand() as standing:
            return {path: standing.known[path] for path in paths if path in standing.known}

    def last_change(self, path: str) -> tuple[Line, Digest | None] | None:
        """Give the line of the last entry that changed a file, and what the file held then; None for one never met.

        Few lines are read, however long the journal is.
        """
        with self._stand() as standing:
            number, digest = standing.touched.get(path), standing.known.get(path)
        line = None if number is None else self.find(str(number))
        return None if line is None else (line, digest)

    def states(self) -> dict[str, Digest | None]:
        """Give the digest of every path that the journal knows, None for gone."""
        with self._stand() as standing:
            return dict(standing.known)

    def is_whole(self) -> bool:
        """Tell whether the journal knows every file that was there at some time, so that others are new."""
        with self._stand() as standing:
            return standing.is_whole

    def broken_line(self) -> int | None:
        """Give the first line, counted from 1, whose hash does not follow from those before it; None when all do.

        After entries were purged, the chain begins anew.
        """
        chain = ""
        with self._opened() as descriptor:
            for number, raw in enumerate(_raw_lines(descriptor, 0), 1):
                line = decode_line(raw)
                if line is not None:
                    body = encode_line(msgspec.structs.replace(line, chain=""))
                    chain = sha256(chain.encode() + body).hexdigest()[:16]
                if line is None or line.chain != chain:
                    return number
        return None

    @contextlib.contextmanager
    def _opened(self) -> Iterator[int]:
        """Open the file to read; -1 when there is none."""
        try:
            descriptor = os.open(self._file, os.O_RDONLY | os.O_CLOEXEC)
        except (FileNotFoundError, NotADirectoryError):
            yield -1
            return
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    @contextlib.contextmanager
    def _stand(self) -> Iterator[Standing]:
        """Give what the journal says now. It is not to be kept."""
        with self._turn, self._opened() as descriptor:
            yield self._read_on(descriptor) if descriptor >= 0 else Standing()

    def _read_on(self, descriptor: int) -> Standing:
        standing = self._standing
        if standing is None or not standing.fits(descriptor):
            standing = self._copy.load(descriptor)
        self._standing = None  # should reading fail, what is half read is not used
        standing.read_on(descriptor)
        self._standing = standing
        return standing


def open_journal(state: Path) -> Journal:
    """Open the journal of a vault; one that was never written is empty.

    Args:
        state: the vault's state folder.
    """
    return Journal(state / _NAME)


def replay(lines: Iterable[Line]) -> dict[str, Digest | None]:
    """Give what lines say of each path they tell of: its digest, or None when it is gone."""
    known: dict[str, Digest | None] = {}
    pending: Line | None = None
    for line in lines:
        if line.t == "checkpoint":
            known = dict(line.heads)
        elif line.t == "external":
            known.update(states_after(line))
        elif line.t == "intent":
            pending = line
        elif line.t == "done" and pending is not None and pending.id == line.id:
            known.update(states_after(pending))
    return known


def _raw_lines(descriptor: int, place: int, step: int = _STEP_BYTES) -> Iterator[bytes]:
    """Give the lines from a place on, the last of which may be torn; so many bytes are read at a time."""
    tail = b""
    while descriptor >= 0 and (data := os.pread(descriptor, step, place)):
        place += len(data)
        *lines, tail = (tail + data).split(b"\n")
        yield from lines
    if tail:
        yield tail


def _entries(descriptor: int, place: int) -> Iterator[Line]:
    """Give the lines that begin an entry, from the first line on that begins at a place or behind it."""
    lines = _raw_lines(descriptor, max(place - 1, 0), _NEAR_BYTES)
    if place:
        next(lines, None)  # the end of the line before
    for raw in lines:
        line = decode_line(raw)
        if line is not None and line.t in ("intent", "external"):
            yield line


def _write_all(descriptor: int, data: bytes, offset: int) -> None:
    view = memoryview(data)
    while view:
        written = os.pwrite(descriptor, view, offset)
        view = view[written:]
        offset += written
