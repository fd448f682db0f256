"""A vault on disk -> a `Snapshot`: every note's facts at hand, bodies on demand, all of one moment.

`load_snapshot` walks the vault, parses what changed, and keeps the parses in the store. Whatever is wrong with
the store (damaged, locked, read-only, none at all), the snapshot is the same; it only takes longer.
"""

import os
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from napkin_site.core.model import Note, Vault, VaultFile
from napkin_site.core.paths import VaultPath, folder_path, name_of
from napkin_site.core.problems import Problem, Severity
from napkin_site.core.properties import note_aliases, note_tags, type_properties
from napkin_site.core.syntax.parse import parse_note
from napkin_site.core.syntax.tree import NoteBody, SyntaxOptions, Unit
from napkin_site.index.contents import StoreReader
from napkin_site.index.encoding import decode
from napkin_site.index.memo import TextMemo
from napkin_site.index.parsing import (
    ALONE,
    DIGEST_BYTES,
    INVALID_ENCODING,
    PARSE_FAILED,
    UNREADABLE_FRONT_MATTER,
    Hands,
    Job,
    Parse,
    content_digest,
    key_options,
    parse_jobs,
    paused_gc,
)
from napkin_site.index.refresh import Parses, Walked, load_parses, refresh_store
from napkin_site.index.walks import digest_of_files
from napkin_site.vault.config import Config
from napkin_site.vault.ignore import load_ignore_rules
from napkin_site.vault.locate import VaultLocation
from napkin_site.vault.reader import FoundFile, Scan, read_file, scan_vault

_BODY = msgspec.msgpack.Decoder(NoteBody)
_UNITS = msgspec.msgpack.Decoder(tuple[Unit, ...])
_EMPTY_BODY = NoteBody(blocks=(), footnotes=())
_SEVERITIES = {
    PARSE_FAILED: Severity.ERROR,
    UNREADABLE_FRONT_MATTER: Severity.ERROR,
    INVALID_ENCODING: Severity.WARNING,
}
"""Of findings; all others are warnings."""


class Snapshot:
    """A vault at one moment. It may be sent to other processes, and used from any thread."""

    def __init__(
        self, vault: Vault, parses: Parses, *, root: Path, disk_paths: Mapping[VaultPath, str], parse: Parse
    ) -> None:
        self.vault = vault
        """Every note with its facts, every file, every folder, and what is wrong with them."""
        self._reader = StoreReader(parses.store)
        self.memo = TextMemo(self._reader)
        """Texts remembered from run to run, such as highlighted code."""
        self.root = root
        """The vault's folder."""
        self._root = str(root)
        self._disk_paths = disk_paths
        self._keys = parses.keys
        self._memory = parses.memory
        self._parse = parse

    def body(self, path: VaultPath) -> NoteBody:
        """Load a note's body.

        Raises:
            KeyError: the vault has no such note.
        """
        key = self._keys[path]
        row = self._memory.get(key)
        blob = row.body if row else self._reader.body(key)
        try:
            if blob is not None:
                return decode(blob, _BODY)
        except sqlite3.DatabaseError:
            pass
        return self._parse_again(path)[0]

    def units(self, path: VaultPath) -> tuple[Unit, ...]:
        """Load a note's pieces of text for search.

        Raises:
            KeyError: the vault has no such note.
        """
        key = self._keys[path]
        row = self._memory.get(key)
        blob = row.units if row else self._reader.units(key)
        try:
            if blob is not None:
                return decode(blob, _UNITS)
        except sqlite3.DatabaseError:
            pass
        return self._parse_again(path)[1]

    def source(self, path: VaultPath) -> bytes:
        """Read a note's file.

        Empty when the file is gone or is no longer the one that was parsed: the note's spans would cut it wrongly.

        Raises:
            KeyError: the vault has no such note.
        """
        key = self._keys[path]
        try:
            source = read_file(self.file(path))
        except OSError:
            return b""
        return source if content_digest(source) == key[:DIGEST_BYTES] else b""

    def file(self, path: VaultPath) -> str:
        """Give the place on disk of a note or file, absolute, spelt as it is there."""
        return os.path.join(self._root, self._disk_paths.get(path, path))  # noqa: PTH118  # called per file

    def close(self) -> None:
        """Let go of the store; the next use opens it again."""
        self._reader.close()

    def _parse_again(self, path: VaultPath) -> tuple[NoteBody, tuple[Unit, ...]]:
        """Stand in for a store that was lost since the snapshot was made."""
        key = self._keys[path]
        job = Job(path, self.file(path), 0, key_options(key), b"")
        for outcome in parse_jobs([job], self._parse):
            if outcome.key == key:
                return decode(outcome.body, _BODY), decode(outcome.units, _UNITS)
        return _EMPTY_BODY, ()


class Look(NamedTuple):
    """A walk over a vault: names, sizes and times, and nothing read yet."""

    scan: Scan
    problems: tuple[Problem, ...]
    """What is wrong with the files of ignore rules."""
    now_ns: int
    """When it began, in nanoseconds since the epoch."""


def look_at(location: VaultLocation, config: Config, *, state_dir: Path | None, prune: Collection[Path] = ()) -> Look:
    """Walk a vault, as `load_snapshot` does first of all; the arguments are its."""
    rules, problems = load_ignore_rules(location, config.ignore)
    now_ns = time.time_ns()
    pruned = [*prune, state_dir] if state_dir is not None else [*prune]
    return Look(scan_vault(location, rules, config.obsidian, prune=pruned), tuple(problems), now_ns)


def load_snapshot(
    location: VaultLocation,
    config: Config,
    *,
    state_dir: Path | None,
    hands: Hands = ALONE,
    prune: Collection[Path] = (),
    look: Look | None = None,
    parse: Parse = parse_note,
) -> Snapshot:
    """Read a vault, parsing only what changed since the store last saw it.

    Args:
        location: where the vault is.
        config: its settings.
        state_dir: where the store lives; None keeps everything in memory.
        hands: who parses when many notes are to be parsed.
        prune: folders that are no part of the vault, such as the output of a build.
        look: what `look_at` found; None looks now.
        parse: reads one note; another process must be able to import it.
    """
    scan, problems, now_ns = look or look_at(location, config, state_dir=state_dir, prune=prune)
    with paused_gc():
        walked = _walked(location, config, scan, now_ns, parse, hands)
        found = walked.notes
        parses = load_parses(walked, state_dir)
        types = config.obsidian.property_types
        notes = {file.path: _note(file, parses, types) for file in found if file.path in parses.keys}
        files = {file.path: _file(file) for file in scan.files if file.kind != "note"}
    vault = Vault(
        name=location.name,
        settings=config.obsidian,
        notes=notes,
        files=files,
        folders=scan.folders,
        problems=(*config.problems, *problems, *scan.problems, *_problems(parses, notes)),
    )
    disk_paths = {file.path: file.disk_path for file in scan.files if file.path != file.disk_path}
    return Snapshot(vault, parses, root=location.root, disk_paths=disk_paths, parse=parse)


def refresh_index(
    location: VaultLocation, config: Config, *, state_dir: Path, hands: Hands = ALONE, parse: Parse = parse_note
) -> bool:
    """Bring the index up to date without loading it; the arguments are those of `load_snapshot`.

    Returns:
        False when the index cannot be written.
    """
    scan, _, now_ns = look_at(location, config, state_dir=state_dir)
    with paused_gc():
        return refresh_store(_walked(location, config, scan, now_ns, parse, hands), state_dir)


def _walked(
    location: VaultLocation,
    config: Config,
    scan: Scan,
    now_ns: int,
    parse: Parse,
    hands: Hands,
) -> Walked:
    notes = [file for file in scan.files if file.kind == "note"]
    digest = digest_of_files(scan.files, config, now_ns)
    options = _options(config, notes)
    return Walked(location.root, notes, scan.files, digest, options, now_ns, parse, hands)


def _options(config: Config, notes: Iterable[FoundFile]) -> dict[VaultPath, SyntaxOptions]:
    """Give each note the options of its parse."""
    strict = config.obsidian.strict_line_breaks
    usual = SyntaxOptions(strict_line_breaks=strict)
    trusted = SyntaxOptions(strict_line_breaks=strict, trusted_html=True)
    folders = tuple(f"{folder}/" if folder else "" for folder in map(folder_path, config.site.trusted_html))
    return {note.path: trusted if note.path.startswith(folders) else usual for note in notes}


def _note(file: FoundFile, parses: Parses, types: Mapping[str, str]) -> Note:
    key = parses.keys[file.path]
    facts = parses.facts[key]
    data = facts.properties
    return Note(
        path=file.path,
        name=name_of(file.path),
        facts=facts,
        properties=type_properties(data, types) if data else (),
        tags=note_tags(data, [tag.name for tag in facts.tags]),
        aliases=note_aliases(data) if data else (),
        times=file.times,
        digest=key[:DIGEST_BYTES].hex(),
        is_excluded=file.is_excluded,
    )


def _file(file: FoundFile) -> VaultFile:
    return VaultFile(path=file.path, kind=file.kind, times=file.times, is_excluded=file.is_excluded)


def _problems(parses: Parses, notes: Mapping[VaultPath, Note]) -> Iterator[Problem]:
    """Tell what is wrong inside notes, in path order."""
    for path, reason in sorted(parses.unreadable.items()):
        yield Problem(
            severity=Severity.ERROR, code="unreadable-file", message=f"the note cannot be read: {reason}", path=path
        )
    for path, note in notes.items():
        for finding in note.facts.findings:
            yield Problem(
                severity=_SEVERITIES.get(finding.code, Severity.WARNING),
                code=finding.code,
                message=finding.message,
                path=path,
                line=finding.line,
                hint=finding.hint,
            )
