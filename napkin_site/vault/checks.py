"""What the writer sees to before it changes anything: preconditions, names, and that new places are free."""

import os
import stat
from collections.abc import Collection

from napkin_site.core.changes import Change, ChangeSet, Digest
from napkin_site.core.path_rules import is_internal, known_path, new_path, twin_key
from napkin_site.core.paths import FolderPath, VaultPath, folder_of, nfc
from napkin_site.errors import ExistsError, WriteError
from napkin_site.vault.containment import Ground, refuse_twin
from napkin_site.vault.disk import digest_at
from napkin_site.vault.history import PURGE, RESTORE, UNDO

_RETURNS = (UNDO, RESTORE, PURGE)
"""Verbs that bring back what was there, or end it: these may look into the trash."""


class StaleError(Exception):
    """A file is not what a change set says it replaces."""

    def __init__(self, path: VaultPath, current: Digest | None) -> None:
        super().__init__(path)
        self.path = path
        self.current = current


def check_changes(ground: Ground, changes: ChangeSet, *, attachments: frozenset[str]) -> None:
    """See that each file is what the change set says, that each new name is taken, and free."""
    siblings: dict[FolderPath, list[str]] = {}
    is_return = changes.op in _RETURNS
    vacated = {change.path for change in changes.changes if change.is_removal or change.to is not None}
    for change in changes.changes:
        if change.before is None:
            _check_name(change.path, was="", is_return=is_return, attachments=attachments)
            _check_free(ground, change.path, siblings, vacated, leaving="")
        else:
            _check_old(ground, change, is_return=is_return)
        if change.to is not None:
            leaving = change.path if folder_of(change.to) == folder_of(change.path) else ""
            _check_name(change.to, was=change.path, is_return=is_return, attachments=attachments)
            _check_free(ground, change.to, siblings, vacated, leaving=leaving)


def _check_old(ground: Ground, change: Change, *, is_return: bool) -> None:
    if not (is_return and is_internal(change.path)):
        known_path(change.path)
    with ground.place(change.path) as place:
        current = None if place is None else digest_at(place)
        if current != change.before:
            raise StaleError(change.path, current)
        assert place is not None
        status = os.stat(place.name, dir_fd=place.folder, follow_symlinks=False)
        if change.after is not None and not stat.S_IMODE(status.st_mode) & 0o222:
            raise WriteError(f"`{change.path}` is read-only", path=change.path, hint="Make it writable first.")


def _check_name(path: VaultPath, *, attachments: frozenset[str], was: str, is_return: bool) -> None:
    """See that a name may be made. What comes back had its name before, however odd."""
    if is_return:
        known_path(path)
    else:
        new_path(path, attachments=attachments, was=was)


def _check_free(
    ground: Ground,
    path: VaultPath,
    siblings: dict[FolderPath, list[str]],
    vacated: Collection[VaultPath],
    *,
    leaving: str,
) -> None:
    """See that a new place is free, or will be.

    Args:
        ground: the vault.
        path: the new place.
        siblings: folder -> the names in it, as far as they were asked for, and those to come.
        vacated: places that the same changes make free.
        leaving: the file that goes there, where it stays in its folder; it does not stand in its own way.
    """
    folder = folder_of(path)
    name = path.rpartition("/")[2]
    gone = leaving.rpartition("/")[2]
    with ground.place(path) as place:
        if folder not in siblings:
            siblings[folder] = os.listdir(place.folder) if place is not None else []  # noqa: PTH208  # a descriptor
        # A disk to which letter case is nothing finds the file itself under its new name.
        is_itself = bool(gone) and twin_key(gone) == twin_key(name) and name not in siblings[folder]
        if place is not None and place.exists() and path not in vacated and not is_itself:
            raise ExistsError(
                f"there is a file `{path}` already", existing=path, path=path, hint="Choose another name."
            )
    refuse_twin((entry for entry in siblings[folder] if nfc(entry) != gone), name, path)
    siblings[folder].append(name)
