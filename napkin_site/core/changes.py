"""What is to change in a vault, as a value: pure edits make it, the one writer applies it (write-api C6)."""

import difflib
import hashlib
from typing import Literal, NewType

from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.core.values import Value

Digest = NewType("Digest", str)
"""SHA-256 of a file's raw bytes, 64 lower-case hex digits: the `etag` of the API."""

ActorKind = Literal["person", "agent", "tool"]

ABSENT: Digest | None = None
"""The digest of a file that is not there."""


class Origin(Value):
    """Who changes something, and why; every entry of the history records it (decision 38)."""

    actor: str = "unknown"
    kind: ActorKind = "person"
    reason: str = ""
    source: str = ""
    """Through which door: `cli`, `http`, `mcp`, `library`."""
    request: str = ""
    """An id the caller gave the request; empty for none."""


class Change(Value):
    """What becomes of one file."""

    path: VaultPath
    before: Digest | None
    """What must be there for the change to be right; None when nothing may be."""
    after: bytes | None = None
    """The new content; None keeps the content of a moved file, and removes one that is not moved."""
    to: VaultPath | None = None
    """Where the file is moved; None when it stays. Without `after` the bytes are moved as they are."""
    is_permanent: bool = False
    """For a removal: the file does not go to the trash."""

    @property
    def is_removal(self) -> bool:
        """Tell whether the file goes away."""
        return self.after is None and self.to is None


class ChangeSet(Value):
    """Changes that are made together or not at all. No path stands in it twice."""

    op: str
    """The verb that asked for it, such as `append`."""
    changes: tuple[Change, ...]
    emptied: tuple[FolderPath, ...] = ()
    """Folders to take away afterwards if nothing is left in them, deepest first."""

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing would change."""
        return not self.changes


def digest_of(content: bytes) -> Digest:
    """Give the digest of a file's raw bytes."""
    return Digest(hashlib.sha256(content).hexdigest())


def edit_of(op: str, path: VaultPath, before: bytes, after: bytes) -> ChangeSet:
    """Give the change set of an edit of one file; an empty one where the bytes are equal."""
    if before == after:
        return ChangeSet(op=op, changes=())
    return ChangeSet(op=op, changes=(Change(path=path, before=digest_of(before), after=after),))


def creation_of(op: str, path: VaultPath, content: bytes) -> ChangeSet:
    """Give the change set that makes a new file."""
    return ChangeSet(op=op, changes=(Change(path=path, before=ABSENT, after=content),))


def diff_text(before: bytes | None, after: bytes | None, *, old_name: str, new_name: str) -> str:
    """Show a change of one file as a unified diff; empty when nothing differs.

    Args:
        before: the old bytes; None when there was no file.
        after: the new bytes; None when there will be none.
        old_name: how the old file is called in the heading.
        new_name: how the new one is.
    """
    if before == after and old_name == new_name:
        return ""
    old = "/dev/null" if before is None else f"a/{old_name}"
    new = "/dev/null" if after is None else f"b/{new_name}"
    if before == after and before is not None:
        return f"rename from {old_name}\nrename to {new_name}\n"
    if b"\0" in (before or b"") or b"\0" in (after or b""):
        return f"Binary files {old} and {new} differ\n"
    lines = list(difflib.unified_diff(_lines(before), _lines(after), old, new)) or [f"--- {old}\n", f"+++ {new}\n"]
    shown = (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
    return "".join(shown)


def _lines(content: bytes | None) -> list[str]:
    """Split at line feeds alone, so that every other byte shows."""
    text = (content or b"").decode("utf-8", "replace")
    lines = text.split("\n")
    tail = lines.pop()
    return [f"{line}\n" for line in lines] + ([tail] if tail else [])
