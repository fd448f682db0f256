"""Making a folder a vault, and giving a vault what a template holds; only what is missing is written."""

import os
from collections.abc import Sequence
from pathlib import Path

from napkin_site.core.changes import ABSENT, Change, ChangeSet
from napkin_site.core.paths import FolderPath, VaultPath, file_name, name_of
from napkin_site.core.values import Value
from napkin_site.errors import UsageError, WriteError
from napkin_site.services.writing.session import Draft, WriteSession
from napkin_site.vault.config import load_config
from napkin_site.vault.locate import VaultLocation
from napkin_site.vault.scaffold import make_folders, missing_settings, spelt_as_there, write_settings
from napkin_site.vault.vault_templates import DAILY_NOTES, NOTE_TEMPLATES, VaultTemplate


class VaultMade(Value, omit_defaults=True):
    """What became of a folder that was made a vault."""

    path: str
    """Its `.napkin` folder, absolute."""
    created: bool
    """Whether that was not there before; for a preview, whether it would be made."""
    template: str
    """Names of the templates, with commas between them; empty for none."""
    files: tuple[str, ...]
    """What was written, or would be, from the folder of the notes, sorted; folders end in `/`."""
    id: str = ""
    """The entry of the history; empty when no template added anything, and for a preview."""
    diff: str = ""
    """For a preview of an existing vault: what templates would add, as a unified diff."""
    warnings: tuple[str, ...] = ()


def make_vault(session: WriteSession, templates: Sequence[VaultTemplate] = ()) -> VaultMade:
    """Make a folder a vault, and give it what templates hold.

    Note templates go where the vault has its own, and `daily` is its folder of daily notes, whatever they are called.
    Of two templates that have a file of one name, the first one gives it.

    Args:
        session: who asks, and how; its vault need not exist.
        templates: what it begins with.

    Raises:
        WriteError: there are templates, and nothing could be recorded of what they add.
        OutputError: a link that leads nowhere is in the place of a file.
        NapkinError: what `WriteSession.commit` raises.
    """
    location = session.location
    if templates and session.state_dir is None and not session.is_dry_run:
        raise WriteError(
            "there is no state folder that can be written, so what templates add could not be undone",
            hint="Name a writable folder in `NAPKIN_STATE_DIR`.",
        )
    placed = _Placed(location, templates)
    notes = [name_of(path) for path in placed.files if path.startswith(f"{placed.note_templates}/")]
    settings = missing_settings(location, note_templates=[file_name(VaultPath(name)) for name in notes])
    created = not location.config_dir.is_dir()
    files = [_shown(location, path) for path in settings]
    diff, entry = "", ""
    if session.is_dry_run and not location.root.is_dir():
        files += [*placed.files, *(f"{folder}/" for folder in placed.folders)]
    else:
        location.root.mkdir(parents=True, exist_ok=True)
        if templates:  # first, since most can go wrong with these
            done, added = session.commit(placed.plan)
            diff, entry = done.diff, done.id
            files += added
    if not session.is_dry_run:
        make_folders(location.root, placed.folders)
        location.config_dir.mkdir(parents=True, exist_ok=True)
        write_settings(settings)
    return VaultMade(
        path=str(location.config_dir),
        created=created,
        template=", ".join(template.name for template in templates),
        files=tuple(sorted(files)),
        id=entry,
        diff=diff,
    )


def add_templates(session: WriteSession, templates: Sequence[VaultTemplate]) -> VaultMade:
    """Give a vault what templates hold, as `make_vault` does.

    Raises:
        UsageError: it has no settings folder yet, so it was never made a vault of ours.
    """
    if not (session.location.config_dir / "config.json").is_file():
        raise UsageError("Vault not initialized", path=str(session.location.root), hint="Run `napkin init` first.")
    return make_vault(session, templates)


class _Placed:
    """Files and folders of templates, at their places in a vault."""

    def __init__(self, location: VaultLocation, templates: Sequence[VaultTemplate]) -> None:
        config = load_config(location)
        self.note_templates = config.templates.folder.strip("/")
        self._daily = config.daily.folder.strip("/")
        self.files: dict[VaultPath, bytes] = {}
        folders: dict[FolderPath, None] = {}
        for template in templates:
            for path, content in template.files.items():
                self.files.setdefault(VaultPath(spelt_as_there(location.root, self._place(path))), content)
            for folder in template.folders:
                if place := self._place(folder):
                    folders[FolderPath(spelt_as_there(location.root, place))] = None
        self.folders = tuple(sorted({above for folder in folders for above in _with_those_above(folder)}))

    def plan(self, draft: Draft) -> tuple[ChangeSet, list[str]]:
        """Give what the vault lacks, and its list."""
        missing = {path: content for path, content in self.files.items() if not draft.disk.exists(path)}
        changes = tuple(Change(path=path, before=ABSENT, after=content) for path, content in missing.items())
        folders = [f"{folder}/" for folder in self.folders if not draft.disk.is_folder(folder)]
        return ChangeSet(op="init", changes=changes), [*missing, *folders]

    def _place(self, path: str) -> str:
        first, _, rest = path.partition("/")
        above = {NOTE_TEMPLATES: self.note_templates, DAILY_NOTES: self._daily}.get(first)
        if above is None:
            return path
        return f"{above}/{rest}" if above and rest else above or rest


def _with_those_above(folder: str) -> list[FolderPath]:
    parts = folder.split("/")
    return [FolderPath("/".join(parts[:count])) for count in range(1, len(parts) + 1)]


def _shown(location: VaultLocation, path: Path) -> str:
    return Path(os.path.relpath(path, location.root)).as_posix()
