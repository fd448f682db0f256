"""Which code is at work, as a digest: what was remembered by other code is not to be trusted.

Our own files count by their content and libraries by their version, never by times on disk, so that what one machine
remembers (a run of CI, say) is good on the next one.
"""

import os
import sys
from collections.abc import Collection, Iterable
from hashlib import blake2b
from pathlib import Path

import napkin_site

_ROOT = Path(napkin_site.__file__).parent
_INFO = ".dist-info"


def code_digest(*rooms: str, files: Iterable[Path] = (), libraries: Collection[str]) -> bytes:
    """Hash what a result depends on besides its input.

    Args:
        rooms: folders and modules of this package, such as `core` or `index/parsing.py`.
        files: further files, such as templates.
        libraries: names of distributions, in lower case with `_`; those that are not installed count as such.
    """
    sha = blake2b(digest_size=16)
    for file in [*(file for room in rooms for file in _modules(_ROOT / room)), *files]:
        try:
            data = file.read_bytes()
        except OSError:  # inside an archive, say
            continue
        sha.update(f"{file.name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
        sha.update(data)
    sha.update("\n".join([sys.implementation.cache_tag or "", *_versions(libraries)]).encode("utf-8", "replace"))
    return sha.digest()


def _modules(room: Path) -> list[Path]:
    return sorted(room.rglob("*.py")) if room.is_dir() else [room]


def _versions(libraries: Collection[str]) -> list[str]:
    """Find `name-version` of each library: asking `importlib.metadata` takes longer than all else at start-up."""
    found: dict[str, str] = {}
    for place in sys.path:
        try:
            names = os.listdir(place or ".")  # noqa: PTH208 -- nothing but the names
        except OSError:
            continue
        for name in names:
            if name.endswith(_INFO):
                library = name.partition("-")[0].lower()
                if library in libraries:
                    found.setdefault(library, name.removesuffix(_INFO))
    return sorted(found.values())
