"""The commands whose answers the reference of writing commands shows: each of them in a fresh example vault."""

import re
from typing import NamedTuple


class Example(NamedTuple):
    """What stands around a command that is shown."""

    before: tuple[str, ...] = ()
    """Commands that run first, in the same vault."""
    is_change: bool = True
    """The command changes notes, and so takes `--dry-run`, `--reason` and `--actor`."""


EXAMPLES: dict[str, Example] = {
    # Notes
    'append Leek "Sown today."': Example(),
    # Files: move, rename, delete, restore, trash
    "move Leek Beds": Example(),
    "move Leek March Archive": Example(),
    "rename Leek Porree": Example(),
    "delete Leek": Example(),
    "restore Leek": Example(before=("delete Leek",)),
    "trash list": Example(before=("delete Leek", "delete Beds --recursive"), is_change=False),
    "trash restore Beds": Example(before=("delete Beds --recursive",)),
    "trash purge Leek": Example(before=("delete Leek",)),
    # Properties and tasks
    # History and batch
    # Canvases, bookmarks, settings
}
"""Command, as typed behind `napkin` -> what it needs."""


def file_name(command: str) -> str:
    """Name the golden file of a command's answer."""
    return f"json/{re.sub(r'[^A-Za-z0-9]+', '-', command).strip('-')}.json"
