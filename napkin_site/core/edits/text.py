"""Edits that need to know nothing of a note: append, replace exactly; and how texts are joined."""

from collections.abc import Mapping
from typing import Literal

from napkin_site.errors import EditError, StalePreconditionError

Join = Literal["line", "block", "inline"]
"""What stands between old and new text: a line break, an empty line, or nothing."""


def append_text(source: bytes, text: str, *, join: Join = "line") -> bytes:
    """Add a text at the end of a note; a last line break is kept, and never doubled (memory-spec §7.2)."""
    return insert_after(source, len(source), text, join=join)


def replace_text(source: bytes, find: str, new: str, *, count: int = 1) -> bytes:
    """Replace a text, literally, that occurs exactly `count` times; line breaks of any kind are alike.

    Raises:
        EditError: `find` is empty.
        StalePreconditionError: it occurs another number of times; nothing is changed.
    """
    if not find:
        raise EditError("the text to find is empty")
    newline = newline_of(source)
    wanted = fit_text(find, newline)
    found = count_text(source, find)
    if found != count:
        if not found:
            raise StalePreconditionError("the text does not occur", hint="Read the note again; each letter counts.")
        raise StalePreconditionError(
            f"the text occurs {found} times, not {count}", hint="Give more of the text, or the count that is right."
        )
    return source.replace(wanted, fit_text(new, newline))


def count_text(source: bytes, find: str) -> int:
    """Count how often a text occurs, as `replace_text` does; none where it is empty."""
    return source.count(fit_text(find, newline_of(source))) if find else 0


def newline_of(source: bytes) -> bytes:
    """Give the line break that most lines of a note end in; a line feed where there is none."""
    crlf = source.count(b"\r\n")
    return b"\r\n" if crlf > source.count(b"\n") - crlf else b"\n"


def fit_text(text: str, newline: bytes) -> bytes:
    """Encode a text with the line breaks of the note it goes into.

    Raises:
        EditError: it holds half a surrogate pair or a NUL, which no note can.
    """
    try:
        encoded = text.replace("\r\n", "\n").encode()
    except UnicodeEncodeError:
        raise EditError("the text is not valid Unicode") from None
    if b"\0" in encoded:
        raise EditError("the text holds a NUL character")
    return encoded if newline == b"\n" else encoded.replace(b"\n", newline)


def insert_after(source: bytes, place: int, text: str, *, join: Join = "line") -> bytes:
    """Insert a text behind what ends at `place`, which is the end of a line or of the note."""
    newline = newline_of(source)
    new = fit_text(text, newline)
    before, behind = source[:place], source[place:]
    if join == "inline":
        return before + new + behind
    if not before or before == b"\xef\xbb\xbf":
        return before + new + behind
    ends_open = not before.endswith(b"\n")
    if ends_open:
        return before + (newline * 2 if join == "block" else newline) + new.removesuffix(newline) + behind
    if join == "block" and not before.endswith((b"\n\n", b"\n\r\n")):
        before += newline
    return before + (new if new.endswith(b"\n") else new + newline) + behind


def apply_edits(source: bytes, edits: Mapping[tuple[int, int], bytes]) -> bytes:
    """Replace spans, which do not overlap, by new bytes."""
    parts = []
    place = 0
    for (start, end), new in sorted(edits.items()):
        parts += [source[place:start], new]
        place = end
    return b"".join([*parts, source[place:]])
