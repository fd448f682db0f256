"""What is wrong inside one note, links aside."""

from collections.abc import Collection, Iterator

from napkin_site.builder.checks.found import Found, finding
from napkin_site.core.model import Note, Vault
from napkin_site.core.paths import VaultPath
from napkin_site.core.problems import Severity

MAX_NAPKIN_WORDS = 200
"""NAPKIN.md is read whole at the start of every conversation (decision 36)."""


def find_in_notes(vault: Vault, paths: Collection[VaultPath]) -> Iterator[Found]:
    """Look into these notes, in their order."""
    for path in paths:
        note = vault.notes[path]
        yield from _repeated_block_ids(note)
        if note.name == "NAPKIN" and note.facts.words > MAX_NAPKIN_WORDS:
            yield finding(
                Severity.INFO,
                "napkin-too-long",
                f"the note has {note.facts.words} words; agents read it at every start: {MAX_NAPKIN_WORDS} are enough",
                path=path,
                hint="Move details into notes of their own, and link to them.",
                about="words",
            )


def _repeated_block_ids(note: Note) -> Iterator[Found]:
    """Find ids that an earlier block of the note has: links reach the first only (obsidian-spec §2.5)."""
    first: dict[str, int] = {}
    for block in note.facts.block_ids:
        line = first.setdefault(block.name.lower(), block.line)
        if line != block.line:
            yield finding(
                Severity.WARNING,
                "duplicate-block-id",
                f"`^{block.name}` marks the block at line {line} already; links reach that one only",
                path=note.path,
                line=block.line,
                hint="Rename one of them.",
                about=f"^{block.name}",
            )
