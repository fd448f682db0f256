"""CommonMark's own examples through our writer, with our own constructs switched off."""

import re
from html import escape

from napkin_site.core.syntax import parse_note
from napkin_site.core.syntax.tree import CodeHole, SyntaxOptions
from tests.shared import shared_path

_EXAMPLE = re.compile(r"^`{32} example\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$", re.MULTILINE)
_BLOCK_TAG = re.compile(r"\s*(</?(?:p|ul|ol|li|blockquote|h[1-6]|hr|pre)\b[^>]*>)\s*")

# Example -> why ours differs. Empty at the time of writing; at most 15 may ever stand here.
_DIFFERENCES: dict[int, str] = {}


def test_the_specification_renders_as_it_says() -> None:
    examples = _EXAMPLE.findall(shared_path("data/commonmark/spec.txt").read_text("utf-8"))
    assert len(examples) == 655
    wrong = [
        number
        for number, (source, expected) in enumerate(examples, 1)
        if _normalise(_render(source.replace("→", "\t"))) != _normalise(expected.replace("→", "\t"))
    ]
    assert wrong == sorted(_DIFFERENCES)


def test_at_most_fifteen_examples_may_differ() -> None:
    assert len(_DIFFERENCES) <= 15


def _render(source: str) -> str:
    note = parse_note(source.encode(), SyntaxOptions(commonmark=True))
    pieces = [piece for block in note.body.blocks for piece in block.pieces]
    return "".join(piece if isinstance(piece, str) else _code(piece) for piece in pieces)


def _code(piece: object) -> str:
    assert isinstance(piece, CodeHole), piece
    language = f' class="language-{escape(piece.language)}"' if piece.language else ""
    text = f"{escape(piece.text)}\n" if piece.text else ""
    return f"<pre><code{language}>{text}</code></pre>\n"


def _normalise(html: str) -> str:
    """Drop what HTML does not tell apart: quotes as references, white space around block tags."""
    html = html.replace("&quot;", '"').replace("&#x27;", "'").replace("&#39;", "'")
    return _BLOCK_TAG.sub(r"\1", html).strip()
