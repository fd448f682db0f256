"""Pure edits: a note's bytes in, its new bytes out, and every byte that was not meant stays as it was.

`text.py` appends, prepends and replaces; `targets.py` finds the part of a note that a caller names and `patch.py`
changes it; `properties.py` edits front matter by the line; `tasks.py` sets marks. Moving files and renaming
headings, which touch other notes too, is `core.renames`.
"""

from napkin_site.core.edits.patch import Edit, patch_note
from napkin_site.core.edits.properties import (
    add_to_property,
    remove_from_property,
    remove_property,
    rename_property,
    set_property,
)
from napkin_site.core.edits.targets import (
    BlockTarget,
    HeadingTarget,
    PropertyTarget,
    RowTarget,
    Target,
    read_part,
)
from napkin_site.core.edits.tasks import set_task_mark
from napkin_site.core.edits.text import append_text, prepend_text, replace_text

__all__ = [
    "BlockTarget",
    "Edit",
    "HeadingTarget",
    "PropertyTarget",
    "RowTarget",
    "Target",
    "add_to_property",
    "append_text",
    "patch_note",
    "prepend_text",
    "read_part",
    "remove_from_property",
    "remove_property",
    "rename_property",
    "replace_text",
    "set_property",
    "set_task_mark",
]
