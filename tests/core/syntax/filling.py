"""Fill a parsed note's holes with something short, so that tests can read the whole body."""

from html import escape

from napkin_site.core.syntax.tree import (
    AttributeHole,
    CodeHole,
    EmbedHole,
    FootnoteHole,
    FragmentEnd,
    FragmentStart,
    IdHole,
    LinkHole,
    NoteSyntax,
    Piece,
    RemoteHole,
    TagHole,
)


def fill(note: NoteSyntax) -> str:
    """Show a body: `<a to="Path#sub">`, `<embed …>`, `<tag>`, ids as they are, and `{^id … ^id}` around fragments."""
    body = "".join(fill_pieces(note, block.pieces) for block in note.body.blocks)
    notes = "".join(
        f"[{footnote.number} x{footnote.references}] {fill_pieces(note, footnote.pieces).strip()}\n"
        for footnote in note.body.footnotes
    )
    return body + notes


def fill_pieces(note: NoteSyntax, pieces: tuple[Piece, ...]) -> str:
    return "".join(piece if isinstance(piece, str) else _fill(note, piece) for piece in pieces)


def _fill(note: NoteSyntax, hole: Piece) -> str:
    match hole:
        case LinkHole():
            return f'<a to="{_target(note, hole.link)}">{fill_pieces(note, hole.children)}</a>'
        case EmbedHole():
            size = "".join(f" {value}" for value in (hole.width, hole.height) if value is not None)
            name = "block-embed" if hole.is_block else "embed"
            return f'<{name} of="{_target(note, hole.link)}"{size}>{escape(hole.alt)}</{name}>'
        case RemoteHole():
            size = "".join(f" {value}" for value in (hole.width, hole.height) if value is not None)
            return f'<remote-{hole.kind} of="{escape(hole.url)}"{size}>{escape(hole.alt)}</remote-{hole.kind}>'
        case AttributeHole():
            return f"to:{_target(note, hole.link)}"
        case TagHole():
            return f"<tag>{escape(hole.name)}</tag>"
        case IdHole():
            return f' id="{escape(hole.anchor)}"'
        case CodeHole():
            return f'<code-block language="{escape(hole.language)}">{escape(hole.text, quote=False)}</code-block>\n'
        case FootnoteHole():
            return f"<note>{hole.number}.{hole.occurrence}</note>"
        case FragmentStart():
            return f"{{^{hole.name}{hole.open}"
        case FragmentEnd():
            return f"^{hole.name}}}"
        case str():
            return hole


def _target(note: NoteSyntax, index: int) -> str:
    link = note.facts.links[index]
    return escape(f"{link.path}#{link.subpath}" if link.subpath else link.path)
