"""Where compiled templates are kept: beside the theme, as Python keeps its own modules, or else in the state folder.

Templates belong to the installation and not to a vault, so that they are compiled once for all vaults. An installation
that cannot be written (or a Python that was told to write nothing beside its sources) keeps them for each vault.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from napkin_site.resources import theme_dir

_TAG = sys.implementation.cache_tag


class CompiledTemplates(BytecodeCache):
    """Finds compiled templates in one of several folders; those that are out of date count for nothing."""

    def __init__(self, *, state: Path | None, is_shared: bool = True, may_write: bool | None = None) -> None:
        """Name the folders.

        Args:
            state: folder for them in the vault's state; None when there is none.
            is_shared: False for templates of a vault's owner, which are no part of the installation.
            may_write: whether files may appear beside the theme; None: as Python does with its own.
        """
        beside = [theme_dir() / "__pycache__"] if is_shared else []
        own = [state] if state is not None else []
        writes = not sys.dont_write_bytecode and sys.pycache_prefix is None if may_write is None else may_write
        self._folders = (*beside, *own)
        self._writable = self._folders if writes else (*own,)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a template from the first folder that has it as it is now."""
        for folder in self._folders:
            with suppress(OSError), (folder / _name(bucket)).open("rb") as file:
                bucket.load_bytecode(file)
            if bucket.code is not None:
                return

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template in the first folder that can be written; in none, it is compiled again next time."""
        for folder in self._writable:
            place = folder / _name(bucket)
            beside = place.with_suffix(f".tmp-{os.getpid()}")
            try:
                folder.mkdir(exist_ok=True)
                beside.write_bytes(bucket.bytecode_to_string())
                beside.replace(place)
            except OSError:
                with suppress(OSError):
                    beside.unlink()
                continue
            return


def _name(bucket: Bucket) -> str:
    return f"{bucket.key}.{_TAG}"
