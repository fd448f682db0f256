"""Contents by their digest, compressed, in the state folder: what history shows and undo brings back."""

import contextlib
import os
import secrets
import zlib
from collections.abc import Collection, Iterator
from pathlib import Path

from napkin_site.core.changes import Digest, digest_of
from napkin_site.vault.atoms import MANY_FILES, sync_disk

_LEVEL = 1
"""Notes shrink to a third at little cost; more effort saves little more."""


class Blobs:
    """A store of contents."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fresh: list[Path] = []
        """Contents that were stored and may not be on the disk yet."""

    def keep(self, *contents: bytes) -> list[Digest]:
        """Store contents unless they are there, and give their digests; `flush` has them on the disk.

        Raises:
            OSError: they could not be stored.
        """
        digests = []
        for content in contents:
            digest = digest_of(content)
            digests.append(digest)
            file = self._file(digest)
            if not file.exists():
                self._store(file, content)
        return digests

    def flush(self) -> None:
        """Have on the disk all that was stored since the last time. Waiting once for many is far quicker.

        Raises:
            OSError: the disk does not take it.
        """
        if len(self._fresh) >= MANY_FILES:
            descriptor = os.open(self._folder, os.O_RDONLY | os.O_CLOEXEC)
            try:
                if sync_disk(descriptor):
                    self._fresh.clear()
            finally:
                os.close(descriptor)
        while self._fresh:
            with contextlib.suppress(FileNotFoundError), self._fresh[-1].open("rb") as stream:
                os.fsync(stream.fileno())
            self._fresh.pop()

    def mend(self, content: bytes) -> None:
        """Store a content anew if a crash damaged it, durably."""
        file = self._file(digest_of(content))
        if self.read(digest_of(content)) is None:
            self._store(file, content)
            self.flush()

    def _store(self, file: Path, content: bytes) -> None:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary = file.with_name(f"{file.name}.{secrets.token_hex(4)}.tmp")
        try:
            temporary.write_bytes(zlib.compress(content, _LEVEL))
            temporary.replace(file)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
        self._fresh.append(file)

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
