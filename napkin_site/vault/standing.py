"""What a journal says as it stands: heads, entries under way, what is undone. Kept up by reading on from where one was.

A copy lies beside the journal, so that a new process reads its tail alone. The copy is derived: one that does not fit
the journal is not used, and one that is missing costs a full read.
"""

import contextlib
import os
from hashlib import sha256
from pathlib import Path

import msgspec

from napkin_site.core.changes import Digest
from napkin_site.vault.lines import Line, decode_line, states_after

_STEP_BYTES = 1 << 20
_LEAST_TAIL_BYTES = 1 << 16
"""A shorter tail is read anew by each process: that is quicker than to keep the copy up to date."""


class Standing(msgspec.Struct, kw_only=True):
    """What the lines of a journal add up to, so far as it was read. Not frozen: it grows with the journal."""

    version: int = 2
    """Of this shape, as it is kept."""
    offset: int = 0
    """So many bytes were read: whole lines."""
    last_start: int = 0
    """Where the last of these lines begins."""
    last_mark: str = ""
    """Tells that line from others."""
    chain: str = ""
    """The chain value of the last line."""
    last_id: int = 0
    is_whole: bool = False
    """The journal knows every file that was there at some time, so that others are new."""
    known: dict[str, Digest | None] = {}
    """Path -> digest as the journal last knew it, None for gone."""
    touched: dict[str, int] = {}
    """Path -> id of the last entry that changed what is there."""
    under_way: dict[str, Line] = {}
    """Id -> intent that has no end yet."""
    aborted: set[str] = set()
    """Ids of entries that were taken back before they took effect."""
    undoes: dict[str, str] = {}
    """Id of an entry -> the one it takes back."""
    undone: dict[str, int] = {}
    """Id of an entry -> how many entries that stand take it back."""

    def is_undone(self, entry_id: str) -> bool:
        """Tell whether a later entry took this one back, and was not taken back itself."""
        return self.undone.get(entry_id, 0) > 0

    def fits(self, descriptor: int) -> bool:
        """Tell whether an open journal still begins with what was read."""
        length = self.offset - self.last_start
        last = os.pread(descriptor, length, self.last_start)
        return len(last) == length and _mark(last) == self.last_mark if length else True

    def read_on(self, descriptor: int) -> None:
        """Read the lines that were added; one that is not finished waits."""
        tail = b""
        place = self.offset
        while data := os.pread(descriptor, _STEP_BYTES, place):
            place += len(data)
            *lines, tail = (tail + data).split(b"\n")
            for raw in lines:
                self.last_start = self.offset
                self.offset += len(raw) + 1
                line = decode_line(raw)
                if line is not None:
                    self._add(line)
            if lines:
                self.last_mark = _mark(lines[-1] + b"\n")

    def _add(self, line: Line) -> None:
        self.chain = line.chain
        self.last_id = max(self.last_id, int(line.id))
        self.is_whole = self.is_whole or line.is_whole
        if line.t == "checkpoint":
            self.known = dict(line.heads)
        elif line.t == "external":
            self._take_effect(line)
        elif line.t == "intent":
            self.under_way[line.id] = line
        elif line.t == "aborted":
            self.under_way.pop(line.id, None)
            self.aborted.add(line.id)
        elif (intent := self.under_way.pop(line.id, None)) is not None:
            self._take_effect(intent)
            if intent.undoes:
                self.undoes[intent.id] = intent.undoes
                self._count_undone(intent.undoes)

    def _take_effect(self, line: Line) -> None:
        states = states_after(line)
        self.known.update(states)
        self.touched.update(dict.fromkeys(states, int(line.id)))

    def _count_undone(self, entry_id: str) -> None:
        """Count that an entry is taken back once more; what it took back itself stands again, and so on down."""
        change = 1
        while True:
            was = self.undone.get(entry_id, 0)
            self.undone[entry_id] = was + change
            is_turned = (was > 0) != (was + change > 0)
            if not is_turned or entry_id not in self.undoes:
                return
            entry_id, change = self.undoes[entry_id], -change


_DECODER = msgspec.msgpack.Decoder(Standing)
_ENCODER = msgspec.msgpack.Encoder()


class StandingFile:
    """The copy of a standing."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._kept_offset = 0
        self._size = 0

    def load(self, descriptor: int) -> Standing:
        """Give what is kept, when it fits the open journal; else one that has read nothing."""
        standing = Standing()
        with contextlib.suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
            data = self._file.read_bytes()
            kept = _DECODER.decode(data)
            if kept.version == standing.version:
                standing = kept
                self._kept_offset, self._size = kept.offset, len(data)
        return standing if standing.fits(descriptor) else Standing()

    def keep(self, standing: Standing) -> None:
        """Keep a copy now and then: when the tail is longer than the copy is. Needs the vault's lock."""
        tail = standing.offset - self._kept_offset
        if 0 <= tail < max(_LEAST_TAIL_BYTES, self._size):
            return
        data = _ENCODER.encode(standing)
        temporary = self._file.with_name(f"{self._file.name}.{os.urandom(4).hex()}.tmp")
        try:
            temporary.write_bytes(data)
            temporary.replace(self._file)
        except OSError:  # it is only a copy
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        self._kept_offset, self._size = standing.offset, len(data)

    def drop(self) -> None:
        """Forget it."""
        self._kept_offset = self._size = 0
        self._file.unlink(missing_ok=True)


def _mark(raw: bytes) -> str:
    return sha256(raw).hexdigest()[:16]
