"""Adding a text at the beginning of a note, for which it must be known where the body begins."""

from napkin_site.core.edits.text import Join, fit_text, newline_of
from napkin_site.core.frontmatter import split_front_matter
from napkin_site.errors import EditError


def prepend_text(source: bytes, text: str, *, join: Join = "line") -> bytes:
    """Add a text at the beginning of a note's body; front matter and byte order mark stay as they are (repair 16).

    Raises:
        EditError: the front matter is never closed, so nobody can say where the body begins.
    """
    front = split_front_matter(source)
    if front.error and front.body_start < front.span[1]:
        raise EditError(f"the front matter cannot be read: {front.error}", line=front.error_line)
    start = front.body_start
    newline = newline_of(source)
    new = fit_text(text, newline)
    if join == "inline":
        return source[:start] + new + source[start:]
    lead = newline if start and source[start - 1 : start] not in (b"\n", b"") and front.span != (0, 0) else b""
    if start >= len(source):
        return source[:start] + lead + new
    new = new if new.endswith(b"\n") else new + newline
    if join == "block" and not source[start:].startswith((b"\n", b"\r\n")):
        new += newline
    return source[:start] + lead + new + source[start:]
