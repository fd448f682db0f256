"""The list of links to a page.

It is no template: a site has more of these entries than of all else, so they are written by one format and escaped in
one go.
"""

from collections.abc import Sequence

from markupsafe import Markup

from napkin_site.builder.questions.backlinks import cut_passage
from napkin_site.builder.questions.queries import LinkedFrom
from napkin_site.builder.theme.templates import escape_all
from napkin_site.core.paths import RelUrl

_LINK = '<li><a class="napkin-backlink" href="%s">%s</a>'
_FOLDER = ' <span class="napkin-folder">%s</span>'
_PASSAGE = '<p class="napkin-passage">%s<mark>%s</mark>%s</p>\n'
_NO_PASSAGE = '<p class="napkin-passage">named in its properties or in a comment</p>\n'
_MORE = '<p class="napkin-more">and %s more</p>'
_END = "</li>\n"


def backlink_cards(backlinks: Sequence[tuple[RelUrl, LinkedFrom]], *, most_passages: int | None) -> Markup:
    """Write the entries of the list.

    Args:
        backlinks: the notes that link to the page, each with its address as seen from there.
        most_passages: how many passages of one note are shown; None for all.
    """
    parts: list[str] = []
    texts: list[str] = []
    for href, note in backlinks:
        parts.append(_LINK)
        texts += (href, note.title)
        if note.folder:
            parts.append(_FOLDER)
            texts.append(note.folder)
        shown = note.passages[:most_passages]
        parts.append(_PASSAGE * len(shown) or _NO_PASSAGE)
        for text, link in shown:
            passage = cut_passage(text, link)
            texts += (passage.before, passage.link, passage.after)
        if len(shown) < len(note.passages):
            parts.append(_MORE)
            texts.append(str(len(note.passages) - len(shown)))
        parts.append(_END)
    return Markup("".join(parts) % escape_all(texts))  # noqa: S704 -- the texts are escaped
