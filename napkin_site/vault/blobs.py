"""Contents by their digest, compressed, in the state folder: what history shows and undo brings back."""

import os
import secrets
import zlib
from collections.abc import Collection, Iterator
from pathlib import Path

from napkin_site.core.changes import Digest, digest_of

_LEVEL = 1
"""Notes shrink to a third at little cost; more effort saves little more."""


class Blobs:
    """A store of contents."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, content: bytes) -> Digest:
        """Store a content, durably, unless it is there; give its digest.

        Raises:
            OSError: it could not be stored.
        """
        digest = digest_of(content)
        file = self._file(digest)
        if file.exists():
            return digest
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary = file.with_name(f"{file.name}.{secrets.token_hex(4)}.tmp")
        try:
            with temporary.open("xb") as stream:
                stream.write(zlib.compress(content, _LEVEL))
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(file)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
        return digest

    def read(self, digest: Digest) -> bytes | None:
        """Give a content; None when it is not kept, or is damaged."""
        try:
            content = zlib.decompress(self._file(digest).read_bytes())
        except (OSError, zlib.error):
            return None
        return content if digest_of(content) == digest else None

    def drop(self, digest: Digest) -> None:
        """Forget a content."""
        self._file(digest).unlink(missing_ok=True)

    def digests(self) -> Iterator[Digest]:
        """Give all that is kept, in order."""
        for file in sorted(self._folder.glob("??/*")):
            if file.suffix != ".tmp":
                yield Digest(file.parent.name + file.name)

    def keep_only(self, digests: Collection[Digest]) -> int:
        """Forget every other content, and what a crash left half-written; give how many went."""
        dropped = 0
        for file in sorted(self._folder.glob("??/*")):
            if file.parent.name + file.name not in digests:
                file.unlink(missing_ok=True)
                dropped += 1
        return dropped

    def _file(self, digest: Digest) -> Path:
        return self._folder / digest[:2] / digest[2:]
