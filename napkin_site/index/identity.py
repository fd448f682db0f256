"""Which code is at work, as a digest: what was remembered by other code is not to be trusted.

Our own files count by their content and libraries by their version, never by times on disk, so that what one machine
remembers (a run of CI, say) is good on the next one.
"""

import os
import sys
from collections.abc import Collection, Iterable
from functools import cache
from hashlib import blake2b

import napkin_site

_ROOT = os.path.dirname(napkin_site.__file__)  # noqa: PTH120 -- `Path` takes longer than reading, file by file
_INFO = ".dist-info"


def code_digest(*rooms: str, files: Iterable[str] = (), libraries: Collection[str]) -> bytes:
    """Hash what a result depends on besides its input.

    Args:
        rooms: folders and modules of this package, such as `core` or `index/parsing.py`.
        files: further files, such as templates.
        libraries: names of distributions, in lower case with `_`; those that are not installed count as such.
    """
    digests = [*map(_room_digest, rooms), _files_digest(files)]
    versions = "\n".join([sys.implementation.cache_tag or "", *_versions(libraries)])
    return blake2b(b"".join([*digests, versions.encode("utf-8", "replace")]), digest_size=16).digest()


def files_below(folder: str) -> list[str]:
    """List the files in a folder and in those below it, sorted, with `/`; what Python compiled is left out."""
    found: list[str] = []
    for place, folders, names in os.walk(folder):
        if "__pycache__" in folders:
            folders.remove("__pycache__")
        above = place.replace(os.sep, "/")
        found += [f"{above}/{name}" for name in names]
    return sorted(found)


@cache  # the code at work does not change, and several digests are made of the same rooms
def _room_digest(room: str) -> bytes:
    place = f"{_ROOT}/{room}"
    return _files_digest([file for file in files_below(place) if file.endswith(".py")] or [place])


def _files_digest(files: Iterable[str]) -> bytes:
    sha = blake2b(digest_size=16)
    for file in files:
        try:
            with open(file, "rb", buffering=0) as reading:  # noqa: PTH123
                data = reading.read()
        except OSError:  # inside an archive, say
            continue
        sha.update(f"{os.path.basename(file)}\0{len(data)}\0".encode("utf-8", "surrogateescape"))  # noqa: PTH119
        sha.update(data)
    return sha.digest()


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
