"""Make a folder a vault: write what it lacks, and touch nothing that is there already (memory-spec §1.7)."""

import json
import os
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from napkin_site.core.path_rules import twin_key
from napkin_site.core.paths import FolderPath, VaultPath, nfc
from napkin_site.errors import OutputError, UsageError, VaultNotFoundError
from napkin_site.vault.config import load_config
from napkin_site.vault.containment import Ground
from napkin_site.vault.locate import NAPKIN_FOLDER, OBSIDIAN_FOLDER, VaultLocation, find_vault

DAILY_TEMPLATE = "Daily Note"
"""The note template that a day's note is made from, where there is one."""


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


def missing_settings(location: VaultLocation, *, note_templates: Collection[str] = ()) -> dict[Path, str]:
    """Say which files of settings a vault lacks, and what would stand in them (memory-spec §1.7, decision 3).

    Args:
        location: the vault, of which nothing need exist.
        note_templates: names of note templates that it will have besides those that are there.

    Returns:
        File -> its text. Obsidian's files say what the settings in force say.

    Raises:
        ConfigError: the settings cannot be read.
    """
    layout = _implied_layout(location)
    config = load_config(location)
    folder = config.templates.folder
    daily: dict[str, Any] = {"folder": config.daily.folder, "format": config.daily.format}
    if DAILY_TEMPLATE in note_templates or (location.root / folder / f"{DAILY_TEMPLATE}.md").is_file():
        daily["template"] = f"{folder}/{DAILY_TEMPLATE}" if folder else DAILY_TEMPLATE
    wanted = {
        location.config_dir / "config.json": layout,
        location.obsidian_dir / "app.json": {"alwaysUpdateLinks": True},
        location.obsidian_dir / "daily-notes.json": daily,
        location.obsidian_dir / "templates.json": {"folder": folder},
    }
    return {path: json.dumps(data, indent=2) + "\n" for path, data in wanted.items() if not path.exists()}


def write_settings(files: Mapping[Path, str]) -> None:
    """Write files that a vault lacks, and the folders they lie in.

    Raises:
        OutputError: a file has come into the place of one, or a link that leads nowhere is there.
        OSError: a folder cannot be written.
    """
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_new(path, text)


def make_folders(root: Path, folders: Iterable[FolderPath]) -> None:
    """Make the folders of a vault that are missing; never through a link.

    Raises:
        PathRefusedError: one leads through a link.
        ExistsError: a file stands in the place of one, or one differs from it only by letter case.
    """
    ground = Ground(root)
    try:
        for folder in folders:
            with ground.place(VaultPath(f"{folder}/_"), make=lambda _: None):
                pass
    finally:
        ground.close()


def spelt_as_there(root: Path, path: str) -> str:
    """Give a path with the spelling of those of its folders, and the file, that are there, letter case aside."""
    done = ""
    for part in path.split("/"):
        folder = root / done
        names = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
        same = [name for name in names if twin_key(name) == twin_key(part)]
        chosen = part if part in same or not same else nfc(same[0])
        done = f"{done}/{chosen}" if done else chosen
    return done


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
