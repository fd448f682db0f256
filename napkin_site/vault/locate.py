"""Which folder is the vault (decisions 1 and 2)."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from napkin_site.core.values import Value
from napkin_site.errors import ConfigError, VaultNotFoundError
from napkin_site.vault.config_file import read_config_file

NAPKIN_FOLDER = ".napkin"
OBSIDIAN_FOLDER = ".obsidian"


class VaultLocation(Value):
    """Where a vault and its settings lie; only `root` need exist."""

    root: Path
    """The folder of the notes, absolute, symlinks resolved."""
    config_dir: Path
    """The `.napkin` folder, with `config.json`."""
    obsidian_dir: Path
    """Obsidian's settings folder."""
    name: str
    """For display: the name of the folder."""


def find_vault(start: Path | None, *, named: Path | None, environ: Mapping[str, str] | None = None) -> VaultLocation:
    """Find the vault a command is about. Nothing is created.

    Order: the named folder, `NAPKIN_VAULT`, the nearest folder upward from `start` that holds `.napkin/` or
    `.obsidian/`, the configured default (`vault` in `$XDG_CONFIG_HOME/napkin/config.json`).

    Args:
        start: where to look upward from; None for the current folder.
        named: any folder is a vault when named.
        environ: the environment; None for the process's own.

    Raises:
        VaultNotFoundError: the named folder does not exist, or there is no vault.
        ConfigError: the vault's `config.json` cannot be read, or its `vault` section is wrong.
    """
    environ = os.environ if environ is None else environ
    if named is None and environ.get("NAPKIN_VAULT"):
        named = Path(environ["NAPKIN_VAULT"]).expanduser()
    if named is not None:
        return _named_vault(named)
    folder = (start or Path.cwd()).resolve()
    for candidate in (folder, *folder.parents):
        if found := _vault_in(candidate):
            return found
    default = _default_vault(environ)
    if default is not None and (found := _vault_in(default)):
        return found
    raise VaultNotFoundError(
        f"no vault here: neither {folder} nor a folder above it holds `{NAPKIN_FOLDER}/` or `{OBSIDIAN_FOLDER}/`",
        path=str(folder),
        hint="Name the vault's folder, or run `napkin init` to make one.",
    )


def _named_vault(named: Path) -> VaultLocation:
    root = named.resolve()
    if not root.is_dir():
        what = "is not a folder" if root.exists() else "does not exist"
        raise VaultNotFoundError(f"the vault {named} {what}", path=str(named), hint="Name an existing folder.")
    if root.name == NAPKIN_FOLDER:
        return _layout(root)
    return _vault_in(root) or _plain_vault(root)


def _vault_in(folder: Path) -> VaultLocation | None:
    """Read the layout of the vault that `folder` marks as one; None when it holds no marker."""
    for config_dir in (folder / NAPKIN_FOLDER, folder / OBSIDIAN_FOLDER / NAPKIN_FOLDER):
        if config_dir.is_dir():
            return _layout(config_dir)
    return _plain_vault(folder) if (folder / OBSIDIAN_FOLDER).is_dir() else None


def _plain_vault(root: Path) -> VaultLocation:
    return VaultLocation(
        root=root, config_dir=root / NAPKIN_FOLDER, obsidian_dir=root / OBSIDIAN_FOLDER, name=_display_name(root)
    )


def _display_name(folder: Path) -> str:
    """Give a folder's name as text that can be shown, whatever bytes it is made of."""
    return os.fsencode(folder.name).decode("utf-8", "replace") or "vault"


def _layout(config_dir: Path) -> VaultLocation:
    """Work out the vault that a `.napkin` folder describes in its file."""
    return vault_layout(config_dir, read_config_file(config_dir / "config.json").get("vault", {}))


def vault_layout(config_dir: Path, layout: object) -> VaultLocation:
    """Work out the vault that a `.napkin` folder describes.

    Args:
        config_dir: that folder, absolute.
        layout: the section `vault` of the settings: `root` and `obsidian`, relative to that folder.

    Raises:
        ConfigError: the section is wrong.

    Source: memory-spec §1.3, with decision 2: the notes lie in `.napkin/` itself ("embedded") only if it holds any.
    """
    project = config_dir.parent
    is_nested = project.name == OBSIDIAN_FOLDER
    if not isinstance(layout, dict):
        raise ConfigError("`vault` must hold `root` and `obsidian`", path=str(config_dir / "config.json"))
    root_text = _folder_setting(layout, "root", config_dir)
    obsidian_text = _folder_setting(layout, "obsidian", config_dir)
    name = ""
    if root_text:
        root = (config_dir / root_text).resolve()
    elif is_nested:
        root = project.parent
    elif any(entry.suffix.lower() == ".md" for entry in config_dir.iterdir()):
        root, name = config_dir, _display_name(project)
    else:
        root = project
    if not root.is_dir():
        raise ConfigError(
            f"`vault.root` names {root}, which is not a folder",
            path=str(config_dir / "config.json"),
            hint="Give it relative to the folder of config.json.",
        )
    obsidian_dir = (config_dir / obsidian_text).resolve() if obsidian_text else root / OBSIDIAN_FOLDER
    return VaultLocation(root=root, config_dir=config_dir, obsidian_dir=obsidian_dir, name=name or _display_name(root))


def _folder_setting(layout: Mapping[str, Any], key: str, config_dir: Path) -> str:
    value = layout.get(key, "")
    if not isinstance(value, str):
        raise ConfigError(f"`vault.{key}` must be text", path=str(config_dir / "config.json"))
    return value


def _default_vault(environ: Mapping[str, str]) -> Path | None:
    """Read the user's default vault; None when there is none or its file cannot be read (memory-spec §1.2)."""
    home = environ.get("HOME", "")
    base = environ.get("XDG_CONFIG_HOME") or (f"{home}/.config" if home else "")
    if not base:
        return None
    folder = Path(base) / "napkin"
    try:
        settings = json.loads((folder / "config.json").read_bytes())
    except (OSError, ValueError):
        return None
    text = settings.get("vault") if isinstance(settings, dict) else None
    if not isinstance(text, str) or not text:
        return None
    if text == "~" or text.startswith("~/"):
        text = home + text[1:]
    return (folder / text).resolve()
