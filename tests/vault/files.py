"""Make small vaults on disk for tests."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from napkin_site.vault.locate import VaultLocation, find_vault


def write_files(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below `root`, folders included; a name that ends in `/` is an empty folder."""
    for name, content in files.items():
        path = root / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def located(root: Path, files: Mapping[str, str | bytes] | None = None, config: Any = None) -> VaultLocation:
    """Make a vault of these files, with a `config.json` where `config` is given, and locate it."""
    root.mkdir(parents=True, exist_ok=True)
    write_files(root, files or {})
    if config is not None:
        write_files(root, {".napkin/config.json": json.dumps(config)})
    return find_vault(None, named=root, environ={})
