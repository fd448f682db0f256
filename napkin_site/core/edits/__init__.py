"""Pure edits: a note's bytes in, its new bytes out, and every byte that was not meant stays as it was.

`text.py` appends and replaces, `prepend.py` prepends; `targets.py` finds the part of a note that a caller names and
`patch.py` changes it; `properties.py` edits front matter by the line; `tasks.py` sets marks. Moving files and
renaming headings, which touch other notes too, is `core.renames`.

Nothing is exported here, so that a command that only appends loads no parser.
"""
