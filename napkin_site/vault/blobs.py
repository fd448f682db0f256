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

    def keep(self, *contents: bytes) -> list[Digest]:
        """Store contents, durably, unless they are there; give their digests.

        All are written before the first is waited for: a disk then takes them together.

        Raises:
            OSError: they could not be stored.
        """
        digests = [digest_of(content) for content in contents]
        fresh: list[tuple[Path, Path]] = []
        try:
            for digest, content in zip(digests, contents, strict=True):
                file = self._file(digest)
                if file.exists():
                    continue
                file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                temporary = file.with_name(f"{file.name}.{secrets.token_hex(4)}.tmp")
                fresh.append((temporary, file))
                temporary.write_bytes(zlib.compress(content, _LEVEL))
            for temporary, _ in fresh:
                with temporary.open("rb") as stream:
                    os.fsync(stream.fileno())
            for temporary, file in fresh:
                temporary.replace(file)
        except OSError:
            for temporary, _ in fresh:
                temporary.unlink(missing_ok=True)
            raise
        return digests

    def read(self, digest: Digest) -> bytes | None:
        """Give a content; None when it is not kept, or is damaged."""
        try:
            content = zlib.decompress(self._file(digest).read_bytes())
        except (OSError, zlib.error):
            return None
        return content if digest_of(content) == digest else None

    def has(self, digest: Digest) -> bool:
        """Tell whether a content is kept."""
        return self._file(digest).exists()

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
