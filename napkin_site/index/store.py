"""One SQLite file per vault: what was parsed, by content, and which file has which content.

Everything in it can be made again. A file that is damaged, foreign or of another version is replaced; the
callers (`refresh.py`, `contents.py`) catch `sqlite3.Error` and go on without.
"""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from napkin_site.core.paths import VaultPath
from napkin_site.index.encoding import seal
from napkin_site.index.identity import code_digest
from napkin_site.vault.reader import Fingerprint

FILE_NAME = "index.sqlite"

SCHEMA_VERSION = 2
_APPLICATION_ID = 0x6E61706B  # "napk"
_BUSY_MS = 2_000
"""How long another process may hold the write lock before this one goes on without writing."""
_KEEP_UNUSED_NS = 600 * 1_000_000_000
"""How long content nobody refers to is kept for readers of an older snapshot."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta(name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS note(
  path TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, is_racy INTEGER NOT NULL, key BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS note_key ON note(key);
CREATE TABLE IF NOT EXISTS parsed(key BLOB PRIMARY KEY, facts BLOB NOT NULL, unused_ns INTEGER);
CREATE INDEX IF NOT EXISTS parsed_unused ON parsed(unused_ns) WHERE unused_ns IS NOT NULL;
CREATE TABLE IF NOT EXISTS content(key BLOB PRIMARY KEY, body BLOB NOT NULL, units BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS file(path TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS file_name ON file(name);
CREATE TABLE IF NOT EXISTS link(
  key BLOB NOT NULL, path TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY(key, path)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS link_name ON link(name);
CREATE TABLE IF NOT EXISTS memo(key BLOB PRIMARY KEY, value BLOB NOT NULL);
"""
_OUT_OF_REACH = frozenset({
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
})  # fmt: skip
# What a parse depends on besides the note and its options.
_PARSERS = ("pyromark", "nh3", "msgspec", "pyyaml", "python_frontmatter")


class KnownNote(NamedTuple):
    """What the store knows of a note's file."""

    fingerprint: str
    is_racy: bool
    """It changed so shortly before it was read that it may have changed again unseen (decision 8)."""
    key: bytes
    """Under which its parse is kept."""


class NoteRow(NamedTuple):
    """A note's file, to be remembered."""

    path: VaultPath
    fingerprint: str
    is_racy: bool
    key: bytes


class ParsedRow(NamedTuple):
    """A parse, to be kept."""

    key: bytes
    facts: bytes
    body: bytes
    units: bytes
    links: Sequence[tuple[str, str, int]] = ()
    """Target as typed, the name it is found by, and how often the note names it."""


def fingerprint_text(fingerprint: Fingerprint) -> str:
    """Write a fingerprint down; as text, since its numbers may exceed what SQLite can hold."""
    return "{} {} {} {}".format(*fingerprint)


class Store:
    """An open index file. Every method may raise `sqlite3.Error`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._run = connection.execute
        self._run_each = connection.executemany

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def notes(self) -> dict[VaultPath, KnownNote]:
        """Read what is known of every note whose parse is there."""
        rows = self._run("SELECT path, fingerprint, is_racy, note.key FROM note JOIN parsed ON parsed.key = note.key")
        return {VaultPath(path): KnownNote(fingerprint, bool(racy), key) for path, fingerprint, racy, key in rows}

    def unused(self) -> frozenset[bytes]:
        """List the keys of parses that no file has now, but some file had lately."""
        return frozenset(key for (key,) in self._run("SELECT key FROM parsed WHERE unused_ns IS NOT NULL"))

    def facts(self) -> Iterator[tuple[bytes, bytes]]:
        """Read the encoded facts of every parse, sealed, with their keys."""
        return self._run("SELECT key, facts FROM parsed")

    def begin(self) -> None:
        """Take the write lock, waiting a few seconds for another process."""
        self._run("BEGIN IMMEDIATE")

    def add(self, rows: Sequence[ParsedRow]) -> None:
        """Keep parses."""
        self._run_each(
            "INSERT INTO parsed VALUES(?, ?, NULL) "
            "ON CONFLICT(key) DO UPDATE SET facts = excluded.facts, unused_ns = NULL",
            [(row.key, seal(row.facts)) for row in rows],
        )
        content = [(row.key, seal(row.body), seal(row.units)) for row in rows]
        self._run_each("INSERT OR REPLACE INTO content VALUES(?, ?, ?)", content)
        links = [(row.key, *link) for row in rows for link in row.links]
        self._run_each("INSERT OR REPLACE INTO link VALUES(?, ?, ?, ?)", links)

    def remember(self, rows: Sequence[NoteRow]) -> None:
        """Note which content files have."""
        self._run_each("INSERT OR REPLACE INTO note VALUES(?, ?, ?, ?)", rows)
        self._run_each(
            "UPDATE parsed SET unused_ns = NULL WHERE key = ? AND unused_ns IS NOT NULL", [(row.key,) for row in rows]
        )

    def forget(self, path: VaultPath) -> None:
        """Drop a file that is gone."""
        self._run("DELETE FROM note WHERE path = ?", (path,))

    def walk(self) -> bytes:
        """Read the digest of the walk that this file reflects; empty when it may have changed unseen since."""
        return walk_of(self._connection)

    def remember_walk(self, digest: bytes) -> None:
        """Note which walk this file reflects; empty for none."""
        self._run("INSERT OR REPLACE INTO meta VALUES('walk', ?)", (digest,))

    def keep_files(self, files: Mapping[str, str]) -> None:
        """Note every file of the vault: path -> the name that links find it by."""
        known = {path for (path,) in self._run("SELECT path FROM file")}
        self._run_each("DELETE FROM file WHERE path = ?", [(path,) for path in known - files.keys()])
        new = [(path, name) for path, name in files.items() if path not in known]
        self._run_each("INSERT INTO file VALUES(?, ?)", new)

    def commit(self, released: Iterable[bytes], now_ns: int) -> None:
        """Finish the transaction.

        Args:
            released: keys that files had before. Those no file has now are kept for a while, for readers of an
                older snapshot and for files that come back.
            now_ns: the time, in nanoseconds since the epoch.
        """
        for key in released:
            self._run(
                "UPDATE parsed SET unused_ns = ? WHERE key = ? AND NOT EXISTS (SELECT 1 FROM note WHERE note.key = ?)",
                (now_ns, key, key),
            )
        old = [
            (key,)
            for (key,) in self._run(
                "SELECT key FROM parsed WHERE unused_ns IS NOT NULL AND (unused_ns < ? OR unused_ns > ?)",
                (now_ns - _KEEP_UNUSED_NS, now_ns),
            )
        ]
        self._run_each("DELETE FROM content WHERE key = ?", old)
        self._run_each("DELETE FROM link WHERE key = ?", old)
        self._run_each("DELETE FROM parsed WHERE key = ?", old)
        self._run("COMMIT")

    def purge(self) -> None:
        """Drop all that no file has now, and texts whose note is not known, so that no byte of them is left."""
        self.begin()
        old = [(key,) for key in self.unused()]
        for table in ("content", "link", "parsed"):
            self._run_each(f"DELETE FROM {table} WHERE key = ?", old)  # noqa: S608  # names of ours
        self._run("DELETE FROM memo")
        self._run("COMMIT")
        self._run("PRAGMA wal_checkpoint(TRUNCATE)")

    def roll_back(self) -> None:
        """Undo the transaction, if one is open."""
        if self._connection.in_transaction:
            self._run("ROLLBACK")


def open_store(folder: Path) -> Store:
    """Open the index file in a state folder; one that is damaged, foreign or of another version is replaced.

    Raises:
        sqlite3.Error: there can be no such file here.
    """
    path = folder / FILE_NAME
    try:
        return Store(path, _opened(path))
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
    remove_store(folder)
    return Store(path, _opened(path))


def is_damage(error: sqlite3.Error) -> bool:
    """Tell a file that is no good from one that is out of reach for now: locked, read-only, on a full disk."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or (code & 0xFF) not in _OUT_OF_REACH


def purge_store(folder: Path) -> None:
    """Leave no byte in the index file of what no file has now; where that cannot be, the index is deleted."""
    try:
        with contextlib.closing(open_store(folder)) as store:
            store.purge()
    except sqlite3.Error:
        with contextlib.suppress(sqlite3.Error):
            remove_store(folder)


def remove_store(folder: Path) -> None:
    """Delete the index file; only time is lost.

    Raises:
        sqlite3.Error: it cannot be deleted.
    """
    for suffix in ("", "-wal", "-shm", "-journal"):
        try:
            (folder / f"{FILE_NAME}{suffix}").unlink(missing_ok=True)
        except OSError as error:
            raise sqlite3.OperationalError(f"cannot delete the index: {error}") from error


def connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """Connect to an index file, usable from every thread."""
    connection = sqlite3.connect(path, timeout=_BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
    if read_only:
        connection.execute("PRAGMA query_only = 1")
    return connection


def code_key() -> bytes:
    """Hash what a parse depends on besides its input: this package's core, and the libraries under it."""
    return code_digest("core", "index/parsing.py", libraries=_PARSERS)


def _opened(path: Path) -> sqlite3.Connection:
    connection = connect(path, read_only=False)
    try:
        _prepare(connection, code_key())
    except BaseException:
        connection.close()
        raise
    return connection


def open_reader(folder: Path) -> sqlite3.Connection | None:
    """Open the index file in a state folder for reading, as it is; None when there is none of this version.

    Raises:
        sqlite3.Error: it is damaged or out of reach.
    """
    path = folder / FILE_NAME
    if not path.is_file():
        return None
    connection = connect(path, read_only=True)
    try:
        if _is_ours(connection) and _code_of(connection) == code_key():
            return connection
    except BaseException:
        connection.close()
        raise
    connection.close()
    return None


def walk_of(connection: sqlite3.Connection) -> bytes:
    """Read the digest of the walk that an index reflects; empty when a file may have changed unseen since."""
    row = connection.execute("SELECT value FROM meta WHERE name = 'walk'").fetchone()
    return row[0] if row is not None else b""


def _prepare(connection: sqlite3.Connection, code: bytes) -> None:
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA secure_delete = 1")  # what was deleted for good is not to be read here
    if _versions(connection) == (0, 0) and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        connection.execute("PRAGMA page_size = 8192")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(
            f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA application_id = {_APPLICATION_ID};"
            f"PRAGMA user_version = {SCHEMA_VERSION};"
            f"INSERT OR REPLACE INTO meta VALUES('code', x'{code.hex()}'); COMMIT;"
        )
    elif not _is_ours(connection):
        raise sqlite3.DatabaseError("not our index, or one of another version")
    if _code_of(connection) != code:
        raise sqlite3.DatabaseError("an index made by other code")


def _is_ours(connection: sqlite3.Connection) -> bool:
    return _versions(connection) == (_APPLICATION_ID, SCHEMA_VERSION)


def _versions(connection: sqlite3.Connection) -> tuple[int, int]:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return application, version


def _code_of(connection: sqlite3.Connection) -> bytes | None:
    row = connection.execute("SELECT value FROM meta WHERE name = 'code'").fetchone()
    return row[0] if row is not None else None
