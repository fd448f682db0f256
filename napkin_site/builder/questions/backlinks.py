"""Who links to a page, with the words around each link; published notes only."""

from collections.abc import Collection, Mapping

from napkin_site.core.links import LinkIndex
from napkin_site.core.paths import VaultPath
from napkin_site.core.syntax.tree import Link

BEFORE, AFTER = 80, 110
"""Characters of a passage kept on each side of the link; the rest becomes `…`."""
_WORD = 20
"""How far a cut may move to fall between words."""


def backlinks_to(
    target: VaultPath, link_index: LinkIndex, published: Collection[VaultPath]
) -> Mapping[VaultPath, Mapping[int, Link]]:
    """Find the published notes that link to `target`.

    Returns:
        Note, by path -> its passages in source order, each with the first link in it; none when all links stand in
        properties or comments.
    """
    found: dict[VaultPath, dict[int, Link]] = {}
    for resolved in link_index.back.get(target, ()):  # by source path
        source = resolved.source
        if source in published:
            link = resolved.link
            links = found.setdefault(source, {})
            if link.passage >= 0:
                links.setdefault(link.passage, link)
    return found


def cut_passage(text: str, link: tuple[int, int]) -> tuple[str, str, str]:
    """Cut the words around a link out of a text: those before it, its own and those after it.

    Args:
        text: what it stands in.
        link: where it stands there, in characters.
    """
    start, stop = link
    before, shown, after = text[:start], text[start:stop], text[stop:]
    if len(before) > BEFORE + _WORD:
        cut = len(before) - BEFORE
        blank = before.find(" ", cut, cut + _WORD)
        before = "…" + before[blank if blank > 0 else cut :]
    if len(after) > AFTER + _WORD:
        blank = after.rfind(" ", AFTER - _WORD, AFTER)
        after = after[: blank if blank > 0 else AFTER] + "…"
    if len(shown) > AFTER:
        shown = shown[:AFTER] + "…"
    return before, shown, after
