"""Make a folder a vault: write what it lacks, and touch nothing that is there already (memory-spec §1.7)."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from napkin_site.core.values import Value
from napkin_site.errors import OutputError, UsageError, VaultNotFoundError
from napkin_site.vault.locate import NAPKIN_FOLDER, OBSIDIAN_FOLDER, VaultLocation, find_vault


class Scaffold(Value):
    """What became of a folder that was made a vault."""

    location: VaultLocation
    created: bool
    """True: the vault's `.napkin` folder was not there before."""
    files: tuple[str, ...]
    """What was written, relative to the folder of the notes, with `/`, sorted."""


def vault_to_scaffold(named: Path | None, *, environ: Mapping[str, str] | None = None) -> VaultLocation:
    """Say which vault is meant: the folder named, the vault around the current folder, or the current folder.

    The user's default vault does not count: who stands in a folder of notes means these.

    Args:
        named: the folder, which need not exist; None when none was named.
        environ: the environment; None for the process's own. Only `NAPKIN_VAULT` is read.

    Raises:
        UsageError: what was named is a file.
        ConfigError: the `config.json` of a vault that is there already cannot be read.
    """
    environ = os.environ if environ is None else environ
    if named is None and environ.get("NAPKIN_VAULT"):
        named = Path(environ["NAPKIN_VAULT"]).expanduser()
    if named is None:
        try:
            return find_vault(None, named=None, environ={})
        except VaultNotFoundError:
            named = Path.cwd()
    if named.is_dir():
        return find_vault(None, named=named, environ={})
    if named.exists():
        raise UsageError(f"{named} is a file, not a folder", path=str(named), hint="Name the folder of the notes.")
    root = named.resolve()
    return VaultLocation(
        root=root, config_dir=root / NAPKIN_FOLDER, obsidian_dir=root / OBSIDIAN_FOLDER, name=root.name or "vault"
    )


def scaffold_vault(location: VaultLocation) -> Scaffold:
    """Make a folder a vault; only what is missing is written.

    Args:
        location: the vault, of which nothing need exist.

    Raises:
        OutputError: a link that leads nowhere is in the place of a file.
        OSError: the folder cannot be written.
    """
    created = not location.config_dir.is_dir()
    location.config_dir.mkdir(parents=True, exist_ok=True)
    config = location.config_dir / "config.json"
    written = []
    if not config.exists():
        _write_new(config, json.dumps(_implied_layout(location), indent=2) + "\n")
        written.append(Path(os.path.relpath(config, location.root)).as_posix())
    return Scaffold(location=location, created=created, files=tuple(sorted(written)))


def _implied_layout(location: VaultLocation) -> dict[str, dict[str, str]]:
    """Say where a vault without a `config.json` lies, as its `.napkin` folder implies it (memory-spec §1.3).

    All other settings are left to their defaults: what stands in the file wins over `mkdocs.yml` and `.obsidian`.
    """
    if location.config_dir == location.root:  # "embedded": naming the root would change the vault's name
        return {}
    if location.config_dir.parent.name == OBSIDIAN_FOLDER:
        return {"vault": {"root": "../..", "obsidian": ".."}}
    return {"vault": {"root": "..", "obsidian": f"../{OBSIDIAN_FOLDER}"}}


def _write_new(path: Path, text: str) -> None:
    """Write a file where there is none.

    Raises:
        OutputError: one has come into its place, or a link that leads nowhere is there.
    """
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise OutputError(f"{path} is there already", path=str(path), hint="run it again") from None
