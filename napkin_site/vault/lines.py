"""The lines of a vault's journal, and what each says of files."""

from typing import Literal

import msgspec

from napkin_site.core.changes import ActorKind, Digest
from napkin_site.core.values import Value

EXTERNAL = "external"
"""The verb, and the actor, of what the journal did not see happen."""

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


def states_after(line: Line) -> dict[str, Digest | None]:
    """Give what each path an entry touched holds after it."""
    states: dict[str, Digest | None] = {record.path: None for record in line.files}
    for record in line.files:  # what goes away makes room for what comes
        if record.after is not None:
            states[record.to or record.path] = record.after
    return states


def decode_line(raw: bytes) -> Line | None:
    """Read a line; None for what is no line of ours, such as one that a crash tore."""
    try:
        return _DECODER.decode(raw) if raw else None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def encode_line(line: Line) -> bytes:
    """Write a line, without its line break."""
    return _ENCODER.encode(line)


def encoded_name(path: str) -> bytes:
    """Give a path as it stands in a line, to look for it."""
    return _ENCODER.encode(path)
