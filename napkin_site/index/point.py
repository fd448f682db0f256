"""Questions about one file, answered by SQL from an index that is known to be up to date (decision 37).

Nothing is parsed and no facts are loaded, so that a command answers in little more than the time it takes to start.
"""

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from napkin_site.core.link_paths import LinkResolver, link_name
from napkin_site.core.paths import VaultPath
from napkin_site.index.store import open_reader, walk_of
from napkin_site.index.walks import digest_of_walk
from napkin_site.vault.config import Config
from napkin_site.vault.reader import FileWalk


def read_backlinks(
    state_dir: Path, path: VaultPath, walk: FileWalk, config: Config, *, is_current: bool = False
) -> dict[str, int] | None:
    """Count the links to a file by the note they stand in, if the index is up to date.

    Args:
        state_dir: where the index is.
        path: the file.
        walk: the vault as it is now.
        config: the settings, which must not let aliases resolve: those are not in the index.
        is_current: the index was brought up to date a moment ago, whatever the walk saw.

    Returns:
        Path of the note, sorted -> number of its links; None when the index is missing, damaged or behind.
    """
    try:
        connection = open_reader(state_dir)
        if connection is None:
            return None
        with contextlib.closing(connection):
            if not is_current:
                digest = digest_of_walk(walk, config)
                if not digest or digest != walk_of(connection):
                    return None
            return _backlinks(connection, path)
    except sqlite3.Error:
        return None


def _backlinks(connection: sqlite3.Connection, path: VaultPath) -> dict[str, int]:
    """Resolve the links that could mean a file, against the files that they could mean instead."""
    name = link_name(path)
    names = [name, name[:-3]] if name.endswith(".md") else [name]
    rivals = [
        row[0] for row in _named(connection, "SELECT path FROM file", "name", [*names, *(f"{n}.md" for n in names)])
    ]
    resolver = LinkResolver(map(VaultPath, rivals))
    counts: dict[str, int] = {}
    links = "SELECT note.path, link.path, link.count FROM link JOIN note ON note.key = link.key"
    for source, text, count in _named(connection, links, "link.name", names):
        if source != path and resolver.resolve_path(text, VaultPath(source)).path == path:
            counts[source] = counts.get(source, 0) + count
    return dict(sorted(counts.items()))


def _named(
    connection: sqlite3.Connection, query: str, column: str, names: Sequence[str]
) -> Sequence[tuple[str, str, int]]:
    unique = list(dict.fromkeys(names))
    marks = ", ".join("?" * len(unique))
    return connection.execute(f"{query} WHERE {column} IN ({marks})", unique).fetchall()
