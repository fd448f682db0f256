"""A note's front matter as text for readers."""

from napkin_site.core.model import Note
from napkin_site.core.yaml_comments import without_yaml_comments


def properties_text(source: bytes, note: Note) -> bytes:
    """Give a note's front matter with its fences and without its comments; byte for byte where it has none."""
    written = source[slice(*note.facts.properties_span)]
    if b"#" not in written:
        return written
    opening, _, rest = written.partition(b"\n")
    inside, fence, end = rest.rpartition(b"---")
    return opening + b"\n" + without_yaml_comments(inside.decode("utf-8", "replace")).encode() + fence + end
