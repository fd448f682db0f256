"""Takes away temporary files of ours that no record names (write-api C9, clean-up at start). Needs the vault's lock.

None should be there: a record is on the disk before them. But a folder may be moved away while a change is under
way, and come back when the change has long ended; or the state folder may be lost.
"""

import os
import re
import stat
from collections.abc import Collection

from napkin_site.core.path_rules import TEMPORARY_PREFIX
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.errors import NapkinError
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.containment import Ground

OLD_S = 3600
"""Younger ones may be those of a writer that has another state folder."""

_OURS = re.compile(re.escape(TEMPORARY_PREFIX) + r"[0-9a-f]{16}(?:-2)?\.tmp")


def sweep(ground: Ground, blobs: Blobs, in_use: Collection[str], *, now_s: float) -> int:
    """Take away old temporary files, what they hold being kept; give how many went.

    Args:
        ground: the vault.
        blobs: keeps what they hold: it may be a save of an editor that we displaced.
        in_use: names that a record still has a use for.
        now_s: the time, in seconds since 1970.
    """
    swept = 0
    pending = [FolderPath("")]
    while pending:
        above = pending.pop()
        try:
            names = ground.names(above)
        except (NapkinError, OSError):
            continue
        pending += [
            FolderPath(f"{above}/{name}" if above else name)
            for name, is_folder in names
            if is_folder and not name.startswith(".")
        ]
        for name, _ in names:
            if _OURS.fullmatch(name) and name.replace("-2.tmp", ".tmp") not in in_use:
                swept += _sweep_one(ground, blobs, above, name, now_s)
    return swept


def _sweep_one(ground: Ground, blobs: Blobs, folder: FolderPath, name: str, now_s: float) -> bool:
    with ground.place(VaultPath(f"{folder}/_" if folder else "_")) as place:
        if place is None:
            return False
        status = os.stat(name, dir_fd=place.folder, follow_symlinks=False)
        if not stat.S_ISREG(status.st_mode) or now_s - status.st_mtime < OLD_S or now_s - status.st_ctime < OLD_S:
            return False
        descriptor = place.open(name)
        if descriptor is not None:
            with open(descriptor, "rb") as file:  # noqa: PTH123  # only this opens a descriptor
                blobs.keep(file.read())
            blobs.flush()
            os.unlink(name, dir_fd=place.folder)
    return True
