"""Who links to a page, with the words around each link; published notes only."""

from collections.abc import Collection, Mapping

from napkin_site.core.links import LinkIndex
from napkin_site.core.model import Note
from napkin_site.core.paths import VaultPath
from napkin_site.core.syntax.tree import Link, NoteFacts
from napkin_site.core.values import Value

BEFORE, AFTER = 100, 140
"""Characters of a passage kept on each side of the link; the rest becomes `…`."""
_WORD = 20
"""How far a cut may move to fall between words."""


class Passage(Value):
    """Words around a link, as plain text."""

    before: str
    link: str
    """The link's own visible text; empty when it shows none."""
    after: str


class Backlink(Value):
    """A note that links to the page."""

    source: VaultPath
    passages: tuple[Passage, ...]
    """In source order, one for each place; empty when the links stand in properties or comments."""


def backlinks_to(
    target: VaultPath, link_index: LinkIndex, notes: Mapping[VaultPath, Note], published: Collection[VaultPath]
) -> tuple[Backlink, ...]:
    """List the published notes that link to `target`, by path."""
    found: dict[VaultPath, dict[int, Passage]] = {}
    for resolved in link_index.back.get(target, ()):
        if resolved.source not in published or resolved.source == target:
            continue
        passages = found.setdefault(resolved.source, {})
        link = resolved.link
        if link.passage >= 0 and link.passage not in passages:
            passages[link.passage] = passage_around(notes[resolved.source].facts, link)
    return tuple(
        Backlink(source=source, passages=tuple([p for p in found[source].values() if p.before or p.link or p.after]))
        for source in sorted(found)
    )


def passage_around(facts: NoteFacts, link: Link) -> Passage:
    """Cut the words around a link out of the passage it stands in."""
    text = facts.passages[link.passage]
    start, stop = link.passage_range
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
    return Passage(before=before, link=shown, after=after)
