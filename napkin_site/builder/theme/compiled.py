"""Where compiled templates are kept from run to run, for all vaults together, as Python keeps its own modules."""

import contextlib
import shutil
import time
from pathlib import Path

from jinja2 import BytecodeCache, FileSystemBytecodeCache
from jinja2.bccache import Bucket

from napkin_site.index.identity import code_digest

_LIBRARIES = frozenset({"jinja2", "markupsafe"})

_KEPT_S = 30 * 86400
"""So long the templates of other code are left: another release may be in use beside this one, at this very moment."""


class _Cache(FileSystemBytecodeCache):
    """Jinja's cache, which costs time only when the disk is full or somebody clears it while it is in use."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, where that can be done."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def bytecode_cache(folder: Path | None) -> BytecodeCache | None:
    """Open the cache in a folder, which is made if need be.

    Jinja itself tells by a template's source whether it is as it was. What other code made of the same source, another
    release of Jinja or of ours, lies in a folder of its own, and is removed a month after it was made.

    Args:
        folder: where; None for nowhere.

    Returns:
        None when there can be none.
    """
    if folder is None:
        return None
    templates = folder / "templates"
    ours = templates / code_digest("builder/theme", libraries=_LIBRARIES).hex()
    try:
        if not ours.is_dir():
            ours.mkdir(parents=True, exist_ok=True, mode=0o700)
            for other in templates.iterdir():
                if other.stat().st_mtime < time.time() - _KEPT_S:
                    shutil.rmtree(other, ignore_errors=True)
    except OSError:
        return None
    return _Cache(str(ours))
