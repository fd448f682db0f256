"""Where compiled templates are kept from run to run, for all vaults together, as Python keeps its own modules."""

import shutil
from pathlib import Path

from jinja2 import BytecodeCache, FileSystemBytecodeCache

from napkin_site.index.identity import code_digest

_LIBRARIES = frozenset({"jinja2", "markupsafe"})


def bytecode_cache(folder: Path | None) -> BytecodeCache | None:
    """Open the cache in a folder, which is made if need be.

    Jinja itself tells by a template's source whether it is as it was. What other code made of the same source, another
    release of Jinja or of ours, lies in a folder of its own, and is removed.

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
            shutil.rmtree(templates, ignore_errors=True)
            ours.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    return FileSystemBytecodeCache(str(ours))
