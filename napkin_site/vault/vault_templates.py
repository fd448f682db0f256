"""Templates of vaults: folders of files that a new vault begins with. Ours ship with the package; anyone can have more.

A folder of templates holds one folder for each. `templates.json` beside them may say what they are, and their order:
`{"coding": "Knowledge base of a software project"}`. Names that begin with a dot are left out.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from napkin_site.core.path_rules import new_folder, new_path
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.core.values import Value
from napkin_site.errors import PathRefusedError, UsageError
from napkin_site.resources import templates_dir

NOTE_TEMPLATES = "Templates"
"""The folder of a template whose files go where the vault has its note templates."""

DAILY_NOTES = "daily"
"""The folder of a template that stands for the vault's folder of daily notes."""

_INDEX = "templates.json"


class TemplateSummary(Value):
    """What is told of a template."""

    name: str
    description: str
    """Empty when nothing is said."""
    dirs: tuple[str, ...]
    """The folders that notes go into, sorted."""


class VaultTemplate(Value):
    """What a new vault can begin with."""

    name: str
    folders: tuple[FolderPath, ...]
    """Every folder, sorted; those that hold nothing too."""
    files: Mapping[VaultPath, bytes]
    """Path -> content, sorted."""


def template_homes(named: Path | None = None, *, environ: Mapping[str, str] | None = None) -> tuple[Path, ...]:
    """List the folders that templates are looked for in: the one named, the user's own, ours.

    Args:
        named: a folder of templates; None for none.
        environ: the environment, which says where the user's own are; None for the process's own.

    Raises:
        UsageError: what was named is no folder.
    """
    environ = os.environ if environ is None else environ
    if named is not None and not named.is_dir():
        raise UsageError(f"{named} is not a folder", path=str(named), hint="Name a folder that holds templates.")
    base = environ.get("XDG_CONFIG_HOME") or (f"{environ['HOME']}/.config" if environ.get("HOME") else "")
    own = Path(base) / "napkin" / "templates" if base else None
    homes = [] if named is None else [named.resolve()]
    if own is not None and own.is_dir():
        homes.append(own)
    return (*homes, templates_dir() / "vaults")


def list_templates(homes: Sequence[Path]) -> tuple[TemplateSummary, ...]:
    """List the templates of some folders; of two with one name, the first one counts."""
    return tuple(
        TemplateSummary(name=folder.name, description=description, dirs=_note_folders(folder))
        for folder, description in _template_folders(homes)
    )


def find_template(name: str, homes: Sequence[Path]) -> VaultTemplate:
    """Find a template by its name, or by the path of its folder, which has a slash in it.

    Raises:
        UsageError: there is none, or it holds nothing.
        PathRefusedError: a file in it has a name that no vault takes.
    """
    if "/" in name or os.sep in name:
        folder = Path(name).expanduser()
        if not folder.is_dir():
            raise UsageError(
                f"Unknown template: {name} is not a folder", path=name, hint="Name a folder, or a template."
            )
        return read_template(folder.resolve())
    known = {folder.name: folder for folder, _ in _template_folders(homes)}
    if name in known:
        return read_template(known[name])
    near = tuple(get_close_matches(name, known, n=1))
    raise UsageError(
        f"Unknown template: {name}. Available: {', '.join(known)}",
        suggestions=near,
        hint="" if near else "See what they are: napkin init --list",
    )


def read_template(folder: Path) -> VaultTemplate:
    """Read a template.

    Raises:
        UsageError: it holds nothing.
        PathRefusedError: a file or folder in it has a name that no vault takes.
    """
    folders: list[FolderPath] = []
    files: dict[VaultPath, bytes] = {}
    try:
        for path, is_folder in _below(folder, ""):
            if is_folder:
                folders.append(new_folder(path))
            else:
                files[new_path(path)] = (folder / path).read_bytes()
    except PathRefusedError as error:
        error.hint = f"Rename it in the template {folder}."
        raise
    if not files and not folders:
        raise UsageError(f"the template {folder.name} holds nothing", path=str(folder))
    return VaultTemplate(name=folder.name, folders=tuple(sorted(folders)), files=dict(sorted(files.items())))


def _template_folders(homes: Sequence[Path]) -> list[tuple[Path, str]]:
    """List the folders of templates, each with what is said of it."""
    found: dict[str, tuple[Path, str]] = {}
    for home in homes:
        said = _said(home)
        order = {name: number for number, name in enumerate(said)}
        folders = [entry for entry in home.iterdir() if entry.is_dir() and not entry.name.startswith(".")]
        for folder in sorted(folders, key=lambda folder: (order.get(folder.name, len(order)), folder.name)):
            found.setdefault(folder.name, (folder, said.get(folder.name, "")))
    return list(found.values())


def _note_folders(folder: Path) -> tuple[str, ...]:
    names = (path for path, is_folder in _below(folder, "") if is_folder)
    return tuple(name for name in names if "/" not in name and name != NOTE_TEMPLATES)


def _below(folder: Path, prefix: str) -> Iterator[tuple[str, bool]]:
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith("."):
            continue
        path = f"{prefix}{entry.name}"
        if entry.is_dir() and not entry.is_symlink():
            yield path, True
            yield from _below(entry, f"{path}/")
        elif entry.is_file():
            yield path, False


def _said(home: Path) -> Mapping[str, str]:
    """Read what is said of the templates of a folder; nothing where that cannot be read."""
    try:
        said = json.loads((home / _INDEX).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return {name: text for name, text in said.items() if isinstance(text, str)} if isinstance(said, dict) else {}
