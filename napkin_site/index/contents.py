"""Where a snapshot gets the bodies and units of its notes: the store, memory, or the note's file itself."""

import contextlib
import os
import sqlite3
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from napkin_site.index.encoding import seal, unseal
from napkin_site.index.store import connect


class StoreReader:
    """Reads from an index file in whichever process and thread it finds itself; a damaged or lost file has nothing.

    It can be sent to another process, and lives on in a forked one: each process opens a connection of its own.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._process = 0
        self._has_memos: bool | None = None
        """None when it has to be looked up."""
        self._inherited: list[sqlite3.Connection | None] = []
        """Connections of a parent process: neither to be used nor to be closed here."""

    def __getstate__(self) -> Path | None:
        return self._path

    def __setstate__(self, path: Path | None) -> None:
        self.__init__(path)  # type: ignore[misc]  # a fresh start in the other process is what is meant

    def body(self, key: bytes) -> bytes | None:
        """Read an encoded body; None when it is not there."""
        return self._sealed("SELECT body FROM content WHERE key = ?", key)

    def units(self, key: bytes) -> bytes | None:
        """Read encoded units; None when they are not there."""
        return self._sealed("SELECT units FROM content WHERE key = ?", key)

    def memo(self, key: str) -> str | None:
        """Read a remembered text; None when it is not there."""
        if self._has_memos is None:
            self._has_memos = self._value("SELECT value FROM memo WHERE key > ? LIMIT 1", b"") is not None
        if not self._has_memos:  # as in every first build, which would ask in vain for each block of code
            return None
        data = self._sealed("SELECT value FROM memo WHERE key = ?", key.encode())
        return data.decode("utf-8", "surrogatepass") if data is not None else None

    def keep_memos(self, texts: Mapping[str, str]) -> None:
        """Remember texts, if that is possible; it never matters if it is not."""
        if self._path is None or not texts or not self._path.is_file():
            return
        self._has_memos = None
        rows = [(key.encode(), seal(text.encode("utf-8", "surrogatepass"))) for key, text in texts.items()]
        try:
            with contextlib.closing(connect(self._path, read_only=False)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany("INSERT OR REPLACE INTO memo VALUES(?, ?)", rows)
                connection.execute("COMMIT")
        except sqlite3.Error:
            pass  # locked, read-only, full: the texts are made again next time

    def close(self) -> None:
        """Close this process's connection; reading opens it again."""
        if self._connection is not None and self._process == os.getpid():
            self._connection.close()
        self._connection = None

    def _sealed(self, query: str, key: bytes) -> bytes | None:
        blob = self._value(query, key)
        return unseal(blob) if blob is not None else None

    def _value(self, query: str, key: bytes) -> bytes | None:
        try:
            connection = self._open()
            row: Any = connection.execute(query, (key,)).fetchone() if connection is not None else None
        except sqlite3.Error:
            return None
        return row[0] if row is not None and isinstance(row[0], bytes) else None

    def _open(self) -> sqlite3.Connection | None:
        if self._process != os.getpid():
            self._inherited.append(self._connection)
            self._connection = None
            self._process = os.getpid()
        if self._connection is None and self._path is not None and self._path.is_file():
            self._connection = connect(self._path, read_only=True)
            weakref.finalize(self, _close, self._connection, os.getpid()).atexit = False
        return self._connection


def _close(connection: sqlite3.Connection, process: int) -> None:
    if process == os.getpid():
        connection.close()
