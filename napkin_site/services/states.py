"""What is remembered of vaults outside of them, on this machine (decision 4)."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from napkin_site.core.values import Value
from napkin_site.vault.state import RECORD, state_base


class StateFolder(Value):
    """What is remembered of one vault."""

    id: str
    """Name of the folder: a hash of the vault's path."""
    vault: str
    """Where the vault was last seen; empty when that was not recorded."""
    exists: bool
    """Whether a folder is still there."""
    size: int
    """Bytes."""
    path: str
    """The folder of the state itself."""


class StateList(Value):
    """What is remembered of all vaults."""

    states: tuple[StateFolder, ...]
    """By path of the vault."""


def list_states(environ: Mapping[str, str] | None = None) -> StateList:
    """List what is remembered, of vaults that are gone too.

    Args:
        environ: the environment, which says where; None for the process's own.
    """
    base = state_base(os.environ if environ is None else environ)
    try:
        folders = sorted(folder for folder in base.iterdir() if folder.is_dir()) if base is not None else []
    except OSError:
        folders = []
    states = [_state(folder) for folder in folders]
    return StateList(states=tuple(sorted(states, key=lambda state: (state.vault, state.id))))


def _state(folder: Path) -> StateFolder:
    try:
        record = json.loads((folder / RECORD).read_bytes())
        vault = record.get("path", "") if isinstance(record, dict) else ""
    except (OSError, ValueError):
        vault = ""
    sizes = (file.lstat().st_size for file in folder.rglob("*") if file.is_file())
    return StateFolder(
        id=folder.name, vault=vault, exists=bool(vault) and Path(vault).is_dir(), size=sum(sizes), path=str(folder)
    )
