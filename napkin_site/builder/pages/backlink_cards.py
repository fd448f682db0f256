"""The list of links to a page.

It is no template: a site has more of these entries than of all else, so they are written by one format, and escaped and
encoded in one go.
"""

from collections.abc import Sequence

from napkin_site.builder.questions.backlinks import cut_passage
from napkin_site.builder.questions.queries import LinkedFrom
from napkin_site.builder.theme.shapes import CONTENT_QUOTES, escape_all
from napkin_site.core.paths import RelUrl

_START = (
    b'<section class="napkin-backlinks" data-search-exclude aria-labelledby="napkin-backlinks">\n'
    b'<h2 id="napkin-backlinks">%s to %s</h2>\n<ul>\n'
)
_LINK = b'<li><a class="napkin-backlink" href="%s">%s</a>'
_FOLDER = b' <span class="napkin-folder">%s</span>'
_PASSAGE = b'<p class="napkin-passage">%s<mark>%s</mark>%s</p>\n'
_NO_PASSAGE = b'<p class="napkin-passage">named in its properties or in a comment</p>\n'
_MORE = b'<p class="napkin-more">and %s more</p>'
_END = b"</li>\n"
_ALL = b'<p class="napkin-more"><a href="%s">All %s to this page</a></p>'


def backlinks_section(
    backlinks: Sequence[tuple[RelUrl, LinkedFrom]],
    *,
    count: int,
    page: str = "this page",
    all_href: str = "",
    most_passages: int | None,
) -> bytes:
    """Write the list, with its heading; nothing when it is empty.

    Args:
        backlinks: the notes shown, each with its address as seen from the page.
        count: how many notes link to the page.
        page: what the heading calls it.
        all_href: where the whole list stands; empty when it is this one.
        most_passages: how many passages of one note are shown; None for all.
    """
    if not backlinks:
        return b""
    counted = f"{count} link" if count == 1 else f"{count} links"
    parts = [_START]
    texts = [counted, page]
    for href, note in backlinks:
        parts.append(_LINK)
        texts += (href, note.title)
        if note.folder:
            parts.append(_FOLDER)
            texts.append(note.folder)
        shown = note.passages[:most_passages]
        parts.append(_PASSAGE * len(shown) or _NO_PASSAGE)
        for text, link in shown:
            texts += cut_passage(text, link)
        if len(shown) < len(note.passages):
            parts.append(_MORE)
            texts.append(str(len(note.passages) - len(shown)))
        parts.append(_END)
    parts.append(b"</ul>\n")
    if all_href:
        parts.append(_ALL)
        texts += (all_href, counted)
    parts.append(b"</section>\n")
    return b"".join(parts) % tuple(escape_all(texts, CONTENT_QUOTES))
