"""The small vault that the reference of reading commands shows answers from."""

import json
import os
from pathlib import Path

_LEEK = """\
---
tags: [vegetable]
aliases: [Allium]
sow: 2026-03-15
---
# Leek

Sow in [[March]], beside [[Carrot|carrots]]. #hardy

## Tasks

- [ ] Thin the seedlings ^thin
- [x] Order seed
"""
_PLAN = {
    "nodes": [
        {"id": "5f2a9c1e7b3d8046", "type": "file", "file": "Leek.md", "x": 0, "y": 0, "width": 300, "height": 150},
        {"id": "a1b2c3d4e5f60718", "type": "text", "text": "Dig\nfirst", "x": 350, "y": 0, "width": 300, "height": 150},
    ],
    "edges": [{"id": "e1", "fromNode": "a1b2c3d4e5f60718", "toNode": "5f2a9c1e7b3d8046", "label": "then"}],
}
_BOOKMARKS = {
    "items": [
        {"type": "group", "title": "Now", "items": [{"type": "file", "path": "Leek.md", "subpath": "#Tasks"}]},
        {"type": "search", "query": "tag:#hardy"},
    ]
}
FILES = {
    ".napkin/config.json": '{"vault": {"root": "..", "obsidian": "../.obsidian"}}\n',
    ".obsidian/bookmarks.json": json.dumps(_BOOKMARKS),
    "Beds/Carrot.md": "# Carrot\n\nHates [[Leek#Rust]] and [[Slugs]]. ^[inferred]\n",
    "Leek.md": _LEEK,
    "March.md": "# March\n\nSow [[Leek]].\n",
    "Plan.canvas": json.dumps(_PLAN),
    "Templates/Bed.md": "# {{title}}\n\nDug on {{date}}.\n",
    "daily/2026-03-01.md": "- [ ] Water [[Carrot]]\n",
}
_SAVED = 1_772_352_000
"""When every file was saved: 1 March 2026, 8 o'clock UTC, in seconds since the epoch."""


def write_example(root: Path) -> None:
    """Write the vault."""
    for name, content in FILES.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
        os.utime(file, (_SAVED, _SAVED))
