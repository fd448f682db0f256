"""The `mkdocs.yml` that speaks of a vault, if there is one; its settings come after the vault's own (decision 3)."""

from pathlib import Path

from napkin_site.builder.shell import MkDocsFile, read_mkdocs_file
from napkin_site.errors import ConfigError

_NAMES = ("mkdocs.yml", "mkdocs.yaml")
_LEVELS = 3
"""Folders above the vault that are looked at: `docs_dir` is rarely deeper than that."""


def find_mkdocs_file(root: Path) -> MkDocsFile | None:
    """Find the nearest file above a vault whose `docs_dir` is this vault; None when there is none.

    Raises:
        ConfigError: the file right above the vault cannot be read; one further up is most likely another project's.
    """
    for folder in root.parents[:_LEVELS]:
        for path in (folder / name for name in _NAMES):
            if not path.is_file():
                continue
            try:
                found = read_mkdocs_file(path)
            except ConfigError:
                if folder == root.parent:
                    raise
                continue
            if Path(found.docs_dir) == root:
                return found
    return None
