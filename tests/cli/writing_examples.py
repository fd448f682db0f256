"""The commands whose answers the reference of writing commands shows: each of them in a fresh example vault."""

import re
from typing import NamedTuple


class Example(NamedTuple):
    """What stands around a command that is shown."""

    before: tuple[str, ...] = ()
    """Commands that run first, in the same vault."""
    is_dated: bool = False
    """What it writes holds today's date, so that its etag is not shown."""
    entry: str = "id"
    """Where its answer has the entry of the history."""
    file: tuple[str, str] = ("", "")
    """Name and text of a file that the command is given."""
    is_change: bool = True
    """The command changes notes, and so takes `--dry-run`, `--reason` and `--actor`."""


_SOWN = 'append Leek "Sown today." --reason "log the sowing" --actor agent:gardener'
_CHANGES = """\
{"op": "create", "name": "Onion", "content": "# Onion"}
{"op": "append", "note": "Onion", "text": "Like [[Leek]]."}
{"op": "move", "file": "Onion", "to": "Beds/"}
"""

EXAMPLES: dict[str, Example] = {
    # Notes
    'create "Rye bread" "Knead it well." --path Recipes': Example(),
    'create Onion "Sets, not seed." --template Bed': Example(is_dated=True),
    'append Leek "Sown today."': Example(),
    'append Leek#Tasks "- [ ] Water"': Example(),
    'prepend Leek "> Sown late this year."': Example(),
    'patch Leek --heading Tasks --prepend "- [ ] Water"': Example(),
    'patch Leek --heading Tasks --rename "To do"': Example(),
    'patch Leek --block thin --replace "Thin to a hand apart" --expect "Thin the seedlings"': Example(),
    "patch Leek --property tags --append bulb": Example(),
    'replace Leek "Order seed" "Order new seed"': Example(),
    "daily today --date 2026-03-02": Example(),
    'daily append "- [ ] Sow [[Leek]]" --date 2026-03-01': Example(),
    'daily prepend "Rain." --date 2026-03-02': Example(),
    "template insert Bed March": Example(is_dated=True),
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
    "property set Leek priority 2": Example(),
    "property remove Leek sow": Example(),
    "property add Leek tags bulb hardy": Example(),
    "property remove-from Leek aliases Allium": Example(),
    "property rename Leek sow planted": Example(),
    "task show --ref Leek.md:12 --toggle": Example(),
    # History and batch
    "log --limit 2": Example(before=(_SOWN, "rename March Spring"), is_change=False),
    "log Leek": Example(before=(_SOWN,), is_change=False),
    "show 2": Example(before=(_SOWN,), is_change=False),
    "show 1 Leek": Example(before=(_SOWN,), is_change=False),
    "diff 2": Example(before=(_SOWN,), is_change=False),
    "undo 2": Example(before=(_SOWN,)),
    "history purge --keep-from 2": Example(before=(_SOWN,), is_change=False),
    "batch changes.jsonl": Example(file=("changes.jsonl", _CHANGES)),
    # Canvases, bookmarks, settings
    "canvas create Beds/Rotation": Example(),
    'canvas add-node Plan --text "Water" --color cyan --id 0d1e2f3a4b5c6d7e': Example(entry="entry"),
    "canvas add-node Plan --note-file Leek#Tasks --id 0d1e2f3a4b5c6d7e": Example(entry="entry"),
    'canvas add-edge Plan --from 5f2a --to a1b2 --label "needs" --id e2': Example(entry="entry"),
    "canvas update-node Plan --id a1b2 --x 400 --color 2": Example(entry="entry"),
    "canvas remove-node Plan --id a1b2": Example(entry="entry"),
    "canvas remove-edge Plan --id e1": Example(entry="entry"),
    "bookmark add --file Leek#Tasks --title Jobs": Example(is_dated=True, is_change=False),
    "config set search.limit 50": Example(),
    "init --template coding": Example(is_change=False),
}
"""Command, as typed behind `napkin` -> what it needs."""


def file_name(command: str) -> str:
    """Name the golden file of a command's answer."""
    return f"json/{re.sub(r'[^A-Za-z0-9]+', '-', command).strip('-')}.json"
