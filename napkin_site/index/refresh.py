"""Bring the store and a walk over the vault together: parse what changed, load the facts of all."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from napkin_site.core.link_paths import link_name
from napkin_site.core.paths import VaultPath
from napkin_site.core.syntax.tree import NoteFacts, SyntaxOptions
from napkin_site.index.encoding import decode, decode_sealed
from napkin_site.index.parsing import Hands, Job, Outcome, Parse, key_options, parse_jobs
from napkin_site.index.store import (
    KnownNote,
    NoteRow,
    ParsedRow,
    Store,
    fingerprint_text,
    is_damage,
    open_store,
    remove_store,
)
from napkin_site.index.walks import RACY_NS
from napkin_site.vault.reader import FoundFile

_T = TypeVar("_T")
_FACTS = msgspec.msgpack.Decoder(NoteFacts)
_KEPT_BYTES = 24_000_000
"""Of what was just stored: a few thousand notes, and little beside the facts of all."""
_STORED_TOGETHER = 100
"""Notes: enough to spare the database most calls, few enough to hold in memory beside the rest."""


class Walked(NamedTuple):
    """The notes a walk found, and how to parse them."""

    root: Path
    notes: Sequence[FoundFile]
    files: Sequence[FoundFile]
    """Every file, notes included."""
    digest: bytes
    """Of the walk; empty when a file may have changed unseen since."""
    options: Mapping[VaultPath, SyntaxOptions]
    now_ns: int
    """When the walk began, in nanoseconds since the epoch."""
    parse: Parse
    hands: Hands


class Content(NamedTuple):
    """What is not loaded for every note, encoded."""

    body: bytes
    units: bytes


class Parses:
    """The parses of all notes: facts at hand, the rest in the store or in memory."""

    def __init__(self, store: Path | None) -> None:
        self.store = store
        """The index file; None when there is none."""
        self.keys: dict[VaultPath, bytes] = {}
        """Each readable note -> key of its parse."""
        self.facts: dict[bytes, NoteFacts] = {}
        self.memory: dict[bytes, Content] = {}
        """What could not be stored, or was stored so lately that it is still at hand, by key."""
        self._kept_bytes = 0
        self.unreadable: dict[VaultPath, str] = {}
        """Note -> why its file cannot be read."""

    def keep(self, outcome: Outcome) -> None:
        """Keep what was stored, as far as it takes little memory: whoever renders the note need not read it back."""
        self._kept_bytes += len(outcome.body) + len(outcome.units)
        if outcome.facts and self._kept_bytes <= _KEPT_BYTES:
            self.memory[outcome.key] = Content(outcome.body, outcome.units)


def load_parses(walked: Walked, state_dir: Path | None) -> Parses:
    """Get the parse of every note, from the store where it has it.

    A damaged store is made anew. One that cannot be written (locked, read-only, disk full) is read, and what is new
    stays in memory; without a folder, everything does.
    """
    parses = _with_store(state_dir, lambda store: _refresh_or_read(store, walked))
    return parses if parses is not None else _read(None, walked)


def refresh_store(walked: Walked, state_dir: Path) -> bool:
    """Bring the store up to date and load nothing; False when that cannot be done."""
    return bool(_with_store(state_dir, lambda store: _write(store, walked) is not None))


def _with_store(state_dir: Path | None, use: Callable[[Store], _T]) -> _T | None:
    """Open the store and use it, if need be a second time with a new one; None when there can be none."""
    for _ in range(2 if state_dir is not None else 0):
        assert state_dir is not None
        try:
            with contextlib.closing(open_store(state_dir)) as store:
                return use(store)
        except sqlite3.Error as error:
            if not is_damage(error):
                break
            try:
                remove_store(state_dir)
            except sqlite3.Error:
                break
    return None


def _refresh_or_read(store: Store, walked: Walked) -> Parses:
    try:
        return _refresh(store, walked)
    except sqlite3.Error as error:
        if is_damage(error):
            raise
    return _read(store, walked)


def _refresh(store: Store, walked: Walked) -> Parses:
    """Write what is new into the store, and load all."""
    parses, known = _write(store, walked)
    _complete(parses, store, walked, known)
    return parses


def _write(store: Store, walked: Walked) -> tuple[Parses, Mapping[VaultPath, KnownNote]]:
    """Write what is new into the store, in one transaction.

    Returns:
        The parses that were written, and what the store knew before.
    """
    known = store.notes()
    parses = Parses(store.path)
    jobs = _jobs(walked, known)
    gone = sorted(known.keys() - {note.path for note in walked.notes})
    if jobs or gone or walked.digest != store.walk():
        files = {note.path: note for note in walked.notes}
        store.begin()
        try:
            for outcomes in _portions(_outcomes(jobs, walked, known, gone, store)):
                store.add([_parsed_row(outcome) for outcome in outcomes if outcome.facts])
                store.remember([_note_row(outcome, files, walked.now_ns) for outcome in outcomes if outcome.key])
                for outcome in outcomes:
                    _note_outcome(parses, outcome)
                    parses.keep(outcome)
            gone += sorted(parses.unreadable.keys() & known.keys())
            for path in gone:
                store.forget(path)
            released = {known[path].key for path in gone}
            released.update(row.key for path, row in known.items() if parses.keys.get(path, row.key) != row.key)
            store.keep_files({file.path: link_name(file.path) for file in walked.files})
            store.remember_walk(b"" if parses.unreadable else walked.digest)
            store.commit(sorted(released), walked.now_ns)
        except BaseException:
            store.roll_back()
            raise
    return parses, known


def _read(store: Store | None, walked: Walked) -> Parses:
    """Take what is known from the store, and keep what is new in memory."""
    known = store.notes() if store is not None else {}
    parses = Parses(store.path if store is not None else None)
    gone = sorted(known.keys() - {note.path for note in walked.notes})
    for outcome in _outcomes(_jobs(walked, known), walked, known, gone, store):
        _note_outcome(parses, outcome)
        if outcome.facts:
            parses.memory[outcome.key] = Content(outcome.body, outcome.units)
    _complete(parses, store, walked, known)
    return parses


def _jobs(walked: Walked, known: Mapping[VaultPath, KnownNote]) -> list[Job]:
    """List the notes that must be read: new, changed, perhaps changed, or parsed with other options."""
    jobs = []
    for note in walked.notes:
        row = known.get(note.path)
        options = walked.options[note.path]
        if row is not None and key_options(row.key) == options:
            if not row.is_racy and row.fingerprint == fingerprint_text(note.fingerprint):
                continue
            key = row.key
        else:
            key = b""
        jobs.append(Job(note.path, f"{walked.root}/{note.disk_path}", note.fingerprint.size, options, key))
    return jobs


def _outcomes(
    jobs: list[Job],
    walked: Walked,
    known: Mapping[VaultPath, KnownNote],
    gone: Sequence[VaultPath],
    store: Store | None,
) -> Iterator[Outcome]:
    kept = store.unused() | {known[path].key for path in gone} if store is not None and jobs else frozenset()
    return parse_jobs(jobs, walked.parse, kept=kept, hands=walked.hands)


def _portions(outcomes: Iterator[Outcome]) -> Iterator[list[Outcome]]:
    """Take outcomes together that are stored in one go."""
    while portion := list(islice(outcomes, _STORED_TOGETHER)):
        yield portion


def _parsed_row(outcome: Outcome) -> ParsedRow:
    return ParsedRow(outcome.key, outcome.facts, outcome.body, outcome.units, outcome.links)


def _note_row(outcome: Outcome, files: Mapping[VaultPath, FoundFile], now_ns: int) -> NoteRow:
    fingerprint = files[outcome.path].fingerprint
    is_racy = fingerprint.ctime_ns >= now_ns - RACY_NS
    return NoteRow(outcome.path, fingerprint_text(fingerprint), is_racy, outcome.key)


def _note_outcome(parses: Parses, outcome: Outcome) -> None:
    """Take note of an outcome; facts of other processes are decoded now, while those parse."""
    if not outcome.key:
        parses.unreadable[outcome.path] = outcome.error
        return
    parses.keys[outcome.path] = outcome.key
    if outcome.facts:
        parses.facts[outcome.key] = outcome.found or decode(outcome.facts, _FACTS)


def _complete(parses: Parses, store: Store | None, walked: Walked, known: Mapping[VaultPath, KnownNote]) -> None:
    """Add the notes that did not change, with their facts.

    Raises:
        sqlite3.DatabaseError: the store lacks a parse, or one is damaged.
    """
    for note in walked.notes:
        if note.path not in parses.keys and note.path not in parses.unreadable:
            parses.keys[note.path] = known[note.path].key
    wanted = set(parses.keys.values()) - parses.facts.keys()
    for key, facts in store.facts() if store is not None and wanted else ():
        if key in wanted:
            parses.facts[key] = decode_sealed(facts, _FACTS)
    if not wanted <= parses.facts.keys():
        raise sqlite3.DatabaseError("the index lacks a note it should have")
