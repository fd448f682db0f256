"""A note's tags as readers of the site may see them."""

from napkin_site.core.model import Note
from napkin_site.core.properties import note_tags


def shown_tags(note: Note) -> tuple[str, ...]:
    """Give a note's tags without those that stand in comments alone.

    They count in the vault (obsidian-spec §4.6), but a comment is what the author keeps from readers.
    """
    if all(tag.place != "comment" for tag in note.facts.tags):
        return note.tags
    return note_tags(note.facts.properties, [tag.name for tag in note.facts.tags if tag.place != "comment"])
