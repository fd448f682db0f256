"""What a verb could not take into account, said beside its result: one bad note never stops the others (repair 15)."""

from collections.abc import Iterable

from napkin_site.core.model import Note


def skipped_notes(notes: Iterable[Note]) -> tuple[str, ...]:
    """Name the notes whose properties could not be read, with the reason."""
    return tuple(
        f"Skipping the properties of {note.path}: {note.facts.properties_error}"
        for note in notes
        if note.facts.properties_error
    )
