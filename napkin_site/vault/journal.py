"""The journal of a vault: JSON Lines, only ever appended to, on the disk before what they tell is done (decision 4).

An entry is written as an `intent`, and closed by a `done` or an `aborted`. What other programs changed is an
`external` line. Each line carries a hash over all lines before it, so that a change to the past is seen.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from napkin_site.core.changes import ActorKind, Digest
from napkin_site.core.values import Value

EXTERNAL = "external"
"""The verb, and the actor, of what the journal did not see happen."""

_STEP_BYTES = 1 << 20
_FEW_PATHS = 8
"""So many paths are searched for one by one from the end; for more, the journal is read once."""

LineKind = Literal["intent", "done", "aborted", "external", "checkpoint"]


class FileRecord(Value, omit_defaults=True):
    """What an entry did to one file."""

    path: str
    before: Digest | None = None
    """None when there was no file, or, with `is_first`, when nobody knows what there was."""
    after: Digest | None = None
    """None when the file is gone."""
    to: str = ""
    """Where the file was moved; empty when it stayed."""
    trash: str = ""
    """Where in the trash it went, or came from; empty when it did neither."""
    is_first: bool = False
    """The journal met this file here, and cannot say what was before."""

    @property
    def is_end(self) -> bool:
        """Tell whether the file went for good, not to the trash."""
        return self.after is None and not self.to and not self.trash


class Line(Value, omit_defaults=True):
    """One line of the journal; which fields are set depends on its kind."""

    t: LineKind
    id: str
    chain: str = ""
    at: str = ""
    op: str = ""
    actor: str = ""
    kind: ActorKind = "person"
    reason: str = ""
    source: str = ""
    request: str = ""
    undoes: str = ""
    """The id of the entry that this one takes back."""
    files: tuple[FileRecord, ...] = ()
    folders: tuple[str, ...] = ()
    """Folders that were made for it."""
    emptied: tuple[str, ...] = ()
    """Folders that were taken away after it, being empty."""
    is_whole: bool = False
    """From here on the journal knows every file of the vault: one that it never met was not there."""
    heads: dict[str, Digest] = {}
    """In a checkpoint: path -> digest of every file then known."""


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Line)
_STARTS = tuple(f'"t":"{kind}"'.encode() for kind in ("aborted", "checkpoint"))


class Journal:
    """The journal file. Appending needs the vault's lock; reading does not."""

    def __init__(self, file: Path) -> None:
        self._file = file

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
            end = _cut_torn_line(descriptor)
            chain = _chain_at(descriptor, end)
            block = b""
            for line in lines:
                body = _ENCODER.encode(msgspec.structs.replace(line, chain=""))
                chain = sha256(chain.encode() + body).hexdigest()[:16]
                block += _ENCODER.encode(msgspec.structs.replace(line, chain=chain)) + b"\n"
            try:
                _write_all(descriptor, block, end)
                os.fsync(descriptor)
            except OSError:
                os.ftruncate(descriptor, end)
                raise
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
        fresh.file.replace(self._file)

    def lines(self) -> Iterator[Line]:
        """Read the journal from its beginning; what is no line of ours, such as a torn one, is left out."""
        try:
            data = self._file.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return
        for raw in data.split(b"\n"):
            line = _decode(raw)
            if line is not None:
                yield line

    def lines_backwards(self, *needles: bytes) -> Iterator[Line]:
        """Read the journal from its end; with `needles`, only the lines that hold one of them."""
        try:
            file = self._file.open("rb")
        except (FileNotFoundError, NotADirectoryError):
            return
        with file:
            start = file.seek(0, os.SEEK_END)
            tail = b""
            while start:
                size = min(_STEP_BYTES, start)
                start -= size
                file.seek(start)
                data = file.read(size) + tail
                first = data.find(b"\n") + 1 if start else 0
                if start and not first:
                    tail = data
                    continue
                for raw in reversed(data[first:].split(b"\n")):
                    if needles and not any(needle in raw for needle in needles):
                        continue
                    if (line := _decode(raw)) is not None:
                        yield line
                tail = data[:first]

    def next_id(self) -> str:
        """Give the id of the next entry: they count from 1."""
        last = next(self.lines_backwards(), None)
        return str(int(last.id) + 1) if last is not None else "1"

    def outcome(self, entry_id: str) -> LineKind | None:
        """Tell how far an entry got: the kind of the last line about it; None when there is none."""
        number = int(entry_id)
        for line in self.lines_backwards():
            if line.id == entry_id:
                return line.t
            if int(line.id) < number:
                return None
        return None

    def heads(self, paths: Collection[str]) -> Mapping[str, Digest | None]:
        """Give the digest of each path as the journal last knew it (None: gone); a path it never met is left out."""
        if len(paths) > _FEW_PATHS:
            known = replay(self.lines())
            return {path: known[path] for path in paths if path in known}
        found = {}
        for path in paths:
            state = self._head(path)
            if state is not None:
                found[path] = state[0]
        return found

    def is_whole(self) -> bool:
        """Tell whether the journal knows every file that was there at some time, so that others are new."""
        return any(line.is_whole for line in self.lines_backwards(b'"is_whole":true'))

    def _head(self, path: str) -> tuple[Digest | None] | None:
        undone: set[str] = set()
        for line in self.lines_backwards(_ENCODER.encode(path), *_STARTS):
            if line.t == "aborted":
                undone.add(line.id)
            elif line.t == "checkpoint":
                return (line.heads[path],) if path in line.heads else None
            elif line.files and line.id not in undone and (states := states_after(line)) and path in states:
                return (states[path],)
        return None


def replay(lines: Iterator[Line]) -> dict[str, Digest | None]:
    """Give what the journal says of each path it knows: its digest, or None when it is gone."""
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


def states_after(line: Line) -> dict[str, Digest | None]:
    """Give what each path an entry touched holds after it."""
    states: dict[str, Digest | None] = {}
    for record in line.files:
        if record.to:
            states.setdefault(record.path, None)
            states[record.to] = record.after
        else:
            states[record.path] = record.after
    return states


def _decode(raw: bytes) -> Line | None:
    try:
        return _DECODER.decode(raw) if raw else None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _cut_torn_line(descriptor: int) -> int:
    """Cut off what stands behind the last line break, and give the length that remains."""
    end = os.lseek(descriptor, 0, os.SEEK_END)
    place = end
    while place:
        size = min(_STEP_BYTES, place)
        data = os.pread(descriptor, size, place - size)
        found = data.rfind(b"\n")
        if found >= 0:
            place += found + 1 - size
            break
        place -= size
    if place != end:
        os.ftruncate(descriptor, place)
    return place


def _chain_at(descriptor: int, end: int) -> str:
    """Give the chain value of the last line; empty when there is none."""
    start = end
    tail = b""
    while start:
        step = min(_STEP_BYTES, start)
        start -= step
        tail = os.pread(descriptor, step, start) + tail
        lines = tail.rstrip(b"\n").split(b"\n")
        if len(lines) > 1 or not start:
            last = _decode(lines[-1])
            return last.chain if last is not None else ""
    return ""


def _write_all(descriptor: int, data: bytes, offset: int) -> None:
    view = memoryview(data)
    while view:
        written = os.pwrite(descriptor, view, offset)
        view = view[written:]
        offset += written
