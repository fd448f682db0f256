"""Where machine-local state of a vault lives, outside of it (decision 4)."""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

from napkin_site.vault.locate import VaultLocation

RECORD = "vault.json"
"""Says which vault a state folder belongs to."""


def vault_id(root: Path) -> str:
    """Name a vault by its real path: 32 hex digits."""
    return hashlib.blake2b(os.fsencode(root.resolve()), digest_size=16).hexdigest()


def state_dir(location: VaultLocation, *, environ: Mapping[str, str] | None = None) -> Path | None:
    """Make the state folder of a vault and give it; None when there is none that can be written.

    It is `<vault-id>/` under `NAPKIN_STATE_DIR`, or under `$XDG_STATE_HOME/napkin`.
    """
    environ = os.environ if environ is None else environ
    base = state_base(environ)
    if base is None:
        return None
    folder = base / vault_id(location.root)
    record = folder / RECORD
    content = json.dumps({"path": os.fsencode(location.root).decode("utf-8", "replace")}, ensure_ascii=False) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not record.is_file() or record.read_bytes() != content.encode():
            record.write_text(content, encoding="utf-8")
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def state_base(environ: Mapping[str, str]) -> Path | None:
    """Give the folder that the state folders of all vaults lie in; None when the environment names none."""
    if text := environ.get("NAPKIN_STATE_DIR"):
        return Path(text).expanduser().absolute()
    if (text := environ.get("XDG_STATE_HOME")) and Path(text).is_absolute():
        return Path(text) / "napkin"
    if text := environ.get("HOME"):
        return Path(text) / ".local" / "state" / "napkin"
    return None


def cache_dir(environ: Mapping[str, str]) -> Path | None:
    """Give the folder for what belongs to no vault and can be made again; None when the environment names none.

    It is `$XDG_CACHE_HOME/napkin`, and need not exist.
    """
    if (text := environ.get("XDG_CACHE_HOME")) and Path(text).is_absolute():
        return Path(text) / "napkin"
    if text := environ.get("HOME"):
        return Path(text) / ".cache" / "napkin"
    return None
