"""Near misses: which file or heading an author may have meant by a name that is not there."""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches

from napkin_site.core.model import Vault
from napkin_site.core.paths import VaultPath, file_name, name_of, nfc
from napkin_site.core.subpaths import is_block_subpath, segments_of
from napkin_site.core.syntax.headings import normalise_heading
from napkin_site.core.syntax.tree import NoteFacts
from napkin_site.vault.reader import file_kind

_LEAST = 0.88
"""Least likeness of two names, from 0 to 1: below it, most guesses on real vaults were silly, as `Obsidian You` for
`Obsidian Hub`."""
_LEAST_SWAPPED = 0.75
"""The same where both have the same letters, as `Onoin` and `Onion`."""
_LEAST_PART = 0.8
"""Headings are longer, and one note has few of them."""
_MOST_ASKED = 500
"""Names looked up in one run; a vault with more broken links than this needs no guesses first."""
_COMPARED = 12
"""Names compared letter by letter: those that share the most groups of three letters."""
_MOST_PARTS = 300
_SHORTEST = 5
_DIGITS = re.compile(r"\d+")
_SEPARATORS = re.compile(r"[-_\s]+")


class Suggestions:
    """Finds what a name that is not there may have meant. Cheap until asked."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._paths: dict[str, list[VaultPath]] = {}
        self._groups: dict[str, list[str]] = {}
        self._known: dict[str, VaultPath | None] = {}

    def file(self, text: str) -> VaultPath | None:
        """Find the file that a link's path, as typed, may have meant: one of that name elsewhere, or one like it."""
        if text in self._known:
            return self._known[text]
        if len(self._known) >= _MOST_ASKED or ":" in text:
            return None
        self._prepare()
        found = self._look_up(_key(file_name(VaultPath(text))))
        if found is not None and file_kind(text) not in {"other", file_kind(found)}:
            found = None  # a note is never a slip for a picture
        self._known[text] = found
        return found

    def link_text(self, path: VaultPath) -> str:
        """Give the shortest text that surely means a file in a wikilink: its name, or its path where that is shared."""
        self._prepare()
        name = name_of(path)
        if len(self._paths.get(name.casefold(), ())) == 1:
            return name
        return path[:-3] if path[-3:].lower() == ".md" else path

    def part(self, facts: NoteFacts, subpath: str) -> str:
        """Find the heading or block of a note that a subpath may have meant; empty when none is like it."""
        segments = segments_of(subpath)
        if not segments:
            return ""
        if is_block_subpath(subpath):
            ids = [block.name for block in facts.block_ids[:_MOST_PARTS]]
            return "".join(f"^{name}" for name in get_close_matches(segments[-1][1:], ids, n=1, cutoff=_LEAST_PART))
        texts = {heading.key: heading.text for heading in reversed(facts.headings[:_MOST_PARTS]) if heading.key}
        near = get_close_matches(normalise_heading(segments[-1]), texts, n=1, cutoff=_LEAST_PART)
        return texts[near[0]] if near else ""

    def _prepare(self) -> None:
        if self._paths:
            return
        for path in (*self._vault.notes, *self._vault.files):
            self._paths.setdefault(name_of(path).casefold(), []).append(path)
        for name in self._paths:
            for group in _groups_of(name):
                self._groups.setdefault(group, []).append(name)

    def _look_up(self, wanted: str) -> VaultPath | None:
        if same := self._paths.get(wanted):
            return min(same, key=lambda path: (len(path), path))
        if len(wanted) < _SHORTEST:
            return None
        shared = Counter(name for group in _groups_of(wanted) for name in self._groups.get(group, ()))
        first = sorted(shared, key=lambda name: (-shared[name], abs(len(name) - len(wanted)), name))[:_COMPARED]
        name = _nearest(wanted, first)
        return min(self._paths[name], key=lambda path: (len(path), path)) if name else None


def _key(name: str) -> str:
    folded = nfc(name).casefold().strip()
    return folded.removesuffix(".md")


def _groups_of(name: str) -> set[str]:
    padded = f" {name} "
    return {padded[start : start + 3] for start in range(len(padded) - 2)}


def _nearest(wanted: str, names: Sequence[str]) -> str:
    """Take the name most like the wanted one. Numbers must agree: one date or part is never a slip for another."""
    digits = _DIGITS.findall(wanted)
    best, name = 0.0, ""
    for candidate in names:
        if _DIGITS.findall(candidate) != digits:
            continue
        one, other = _SEPARATORS.sub(" ", wanted), _SEPARATORS.sub(" ", candidate)
        likeness = SequenceMatcher(None, one, other, autojunk=False).ratio()
        least = _LEAST_SWAPPED if sorted(one) == sorted(other) else _LEAST
        if likeness >= least and likeness > best:
            best, name = likeness, candidate
    return name
