"""Where an added text goes: to an end of a note, or of the part that is named. The parser is loaded for a part only."""

from typing import Literal

from napkin_site.core.edits.text import Join, append_text
from napkin_site.core.paths import VaultPath
from napkin_site.errors import UsageError
from napkin_site.services.writing.session import about

End = Literal["append", "prepend"]


def add_text(source: bytes, path: VaultPath, text: str, *, end: End, part: str, join: Join) -> bytes:
    """Add a text at one end of a note, or of a part of it.

    Args:
        source: the note.
        path: where it lies, for errors.
        text: what is added.
        end: `append` for the end, `prepend` for the beginning, behind the properties.
        part: a heading, `Outer#Inner` or `^id`; empty for the note.
        join: what stands between old and new text.

    Raises:
        NotFoundError, AmbiguousError: there is no such part, or several.
        EditError: nobody can say where the body begins, since the front matter is never closed.
    """
    with about(path):
        if part:
            from napkin_site.services.writing.patching import add_to_part

            return add_to_part(source, part, text, op=end, join=join)
        if end == "append":
            return append_text(source, text, join=join)
        from napkin_site.core.edits.prepend import prepend_text  # loads the reader of front matter

        return prepend_text(source, text, join=join)


def one_part(reference: str, subpath: str, section: str) -> str:
    """Give the part that is meant: named behind `#` in the reference, or apart.

    Raises:
        UsageError: both are given.
    """
    if subpath and section:
        raise UsageError(f"`{reference}` names a part, and so does `{section}`", hint="Name one of them.")
    return section or subpath
