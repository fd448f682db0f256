"""What a walk over a vault saw, as one digest: where two are equal, no single file need be looked at."""

from collections.abc import Iterable
from hashlib import blake2b

from napkin_site.vault.config import Config
from napkin_site.vault.reader import FileWalk, FoundFile

RACY_NS = 20_000_000
"""Changed this shortly before the walk, a file may change again without its times telling (decision 8)."""


def digest_of_walk(walk: FileWalk, config: Config) -> bytes:
    """Hash what the index depends on: every file as the walk saw it, and the settings that a parse depends on.

    Returns:
        The digest; empty when a file changed so shortly before the walk that it may change again unseen.
    """
    if any(status.st_ctime_ns >= walk.began_ns - RACY_NS for _, status in walk.files):
        return b""
    return _digest(
        [f"{path}\0{at.st_size} {at.st_mtime_ns} {at.st_ctime_ns} {at.st_ino}" for path, at in walk.files], config
    )


def digest_of_files(files: Iterable[FoundFile], config: Config, now_ns: int) -> bytes:
    """Give the digest of the walk that found these files and began at `now_ns`."""
    lines = []
    for file in files:
        size, mtime_ns, ctime_ns, inode = file.fingerprint
        if ctime_ns >= now_ns - RACY_NS:
            return b""
        lines.append(f"{file.disk_path}\0{size} {mtime_ns} {ctime_ns} {inode}")
    return _digest(lines, config)


def _digest(lines: list[str], config: Config) -> bytes:
    lines.sort()
    settings = f"{config.obsidian.strict_line_breaks} {config.site.trusted_html}"
    return blake2b("\n".join([settings, *lines]).encode("utf-8", "surrogateescape"), digest_size=16).digest()
