"""Passages: the visible text around links, kept in the facts so that backlinks need no bodies."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from napkin_site.core.syntax.links import LinkDraft

_SPACES = re.compile(r"\s+")

LinkRange = tuple[int, int, int]
"""Index of a link, and where its text lies in the passage, in characters."""


class Passages:
    """Collects the passages of a note."""

    __slots__ = ("texts",)

    def __init__(self) -> None:
        self.texts: list[str] = []

    def add(self, text: str, links: Iterable[LinkRange], drafts: list[LinkDraft]) -> None:
        """Keep a passage and tell its links."""
        index = len(self.texts)
        self.texts.append(text)
        for link, start, end in links:
            drafts[link].passage = index
            drafts[link].passage_range = (start, end)

    @staticmethod
    def tidy(text: str, links: Sequence[LinkRange]) -> tuple[str, Sequence[LinkRange]]:
        """Trim a text and make one space of every run of white space; the ranges follow."""
        if "  " not in text and "\n" not in text and "\t" not in text and text == text.strip():
            return text, links
        parts: list[str] = []
        cuts = [0]  # where characters were dropped, and how many up to there
        dropped = [0]
        done = total = 0
        for match in _SPACES.finditer(text):
            is_edge = match.start() == 0 or match.end() == len(text)
            parts.append(text[done : match.start()])
            if not is_edge:
                parts.append(" ")
            done = match.end()
            total += len(match[0]) - (not is_edge)
            cuts.append(match.end())
            dropped.append(total)
        parts.append(text[done:])
        tidied = "".join(parts)

        def moved(place: int) -> int:
            return min(max(place - dropped[bisect_right(cuts, place) - 1], 0), len(tidied))

        return tidied, [(link, moved(start), moved(end)) for link, start, end in links]
