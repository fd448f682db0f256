"""A template put into a note, or made into one: its text, and its properties joined to the note's."""

from typing import Any

from napkin_site.core.edits.properties import set_property
from napkin_site.core.edits.text import append_text, fit_text, newline_of
from napkin_site.core.frontmatter import FrontMatter, split_front_matter
from napkin_site.core.templates import merge_properties
from napkin_site.errors import EditError

_BOM = b"\xef\xbb\xbf"
_MISSING = object()


def split_content(content: str) -> tuple[bytes, str]:
    """Part a text that is to become a note into its front matter, fences included, and its body.

    Raises:
        EditError: the front matter cannot be read.
    """
    source = fit_text(content, b"\n")
    front = _front(source, "the text's")
    return source[front.span[0] : front.span[1]], source[front.body_start :].decode()


def make_note(template: str, front: bytes, body: str, *, has_content: bool) -> bytes:
    """Make a note of a template whose variables are filled in.

    Args:
        template: the template's text.
        front: the front matter that the note brings, fences included; empty for none.
        body: the text that the note brings.
        has_content: that text stands in the template already; otherwise it comes behind it.

    Raises:
        EditError: one of the front matters cannot be read, and the other is not empty.
    """
    source = fit_text(template, b"\n")
    if front:
        ours = _front(source, "the template's")
        source = _joined(front, ours) + source[ours.body_start :]
    if has_content or not body:
        return source
    return append_text(source, body, join="block")


def insert_template(note: bytes, template: str) -> bytes:
    """Put a template, its variables filled in, at the end of a note, and its properties to the note's.

    Raises:
        EditError: one of the front matters cannot be read.
    """
    source = fit_text(template, newline_of(note))
    ours = _front(source, "the template's")
    if ours.data:
        theirs = _front(note, "the note's")
        lead = note[: theirs.span[1]] if theirs.span[1] else b""
        start = _BOM if note.startswith(_BOM) else b""
        block = _joined(lead.removeprefix(_BOM), ours) if lead else source[slice(*ours.span)]
        note = start + block + note[theirs.body_start :]
    body = source[ours.body_start :].decode().lstrip("\r\n")
    return append_text(note, body, join="block") if body.strip() else note


def _joined(block: bytes, template: FrontMatter) -> bytes:
    """Give a front matter with what the template's has and it has not; only lines that must be are written anew."""
    held: dict[str, Any] = split_front_matter(block).data
    for name, value in merge_properties(held, template.data).items():
        if held.get(name, _MISSING) != value:
            block = set_property(block, name, value)
    return block


def _front(source: bytes, whose: str) -> FrontMatter:
    front = split_front_matter(source)
    if front.error:
        raise EditError(
            f"{whose} properties cannot be read: {front.error}",
            line=front.error_line,
            hint="Correct the text between the `---` lines.",
        )
    return front
