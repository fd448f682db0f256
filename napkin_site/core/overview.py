"""Keywords of folders by tf-idf: what the notes of a folder speak of and other notes do not.

Tokens follow memory-spec §6.2 and Appendix B (noise such as addresses, identifiers and hashes is dropped), with one
deliberate difference: letters of any script with spaces between words count, so that `café` is not cut to `caf`.
"""

import heapq
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from napkin_site.core.paths import FolderPath, ancestors_of, folder_of
from napkin_site.core.values import Value

_STOP_WORD_TEXT = (
    "a about above after again ago all also an and any are as at be because been before being between both but by "
    "can could did do does down due during each etc even every few first for from get had has have he her here his "
    "how if in into is it its just like made make many may more most much my need new next no not now of off old on "
    "one only or other our out over own per same see she should so some still such tbd than that the their then "
    "there these they this those through to too two under up use used using very via vs want was way we well what "
    "when where which while who why will with work would yet you your"
)
STOP_WORDS = frozenset(_STOP_WORD_TEXT.split())
"""Memory-spec, Appendix B."""

_CHUNK = re.compile(r"[\w-]+")
_ASCII_CHUNKS = "".join([character if _CHUNK.match(character) else " " for character in map(chr, range(128))])
"""ASCII with blanks between chunks: cutting at blanks is faster than looking for chunks."""
_URL = re.compile(r"https?://[^\s)>\]]+")
_EMAIL = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}")
_TAG = re.compile(r"</?[A-Za-z][^>]*>")
_ENTITY = re.compile(r"&(?:[A-Za-z]+|#[0-9]+);")
# Inside one chunk, where nothing but the chunk's ends and hyphens bound a word. (Letters of any script: `\w` above.)
_IDENTIFIERS = re.compile(
    r"\b[0-9a-fA-F]{2,}(?:-[0-9a-fA-F]{2,})+\b"  # dashed hex groups
    r"|\b(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[A-Za-z0-9]{6,}\b"  # letters and digits mixed
    r"|\b[a-fA-F]{7,}\b"
    r"|\b[0-9a-f]{8,}\b"
)
# Scripts without spaces between words start at Thai; a run of theirs is a phrase, not a keyword.
_WORD = re.compile(r"(?:(?![^\u0000-\u0dff])[^\W\d_]){3,}")
_PLAIN_WORD = re.compile(r"(?![A-Fa-f]{7,}\Z)[A-Za-z][a-z]{2,}\Z")
"""Most words: the whole of a chunk, and nothing that could be an identifier."""
_HUMP = re.compile(r"[a-z][A-Z]")

_ONCE = math.log1p(1)
"""Weight of a term that stands once in the text of one note."""

_NAME_WEIGHT = 2
"""A word in a title or heading counts for two in the text."""
_PAIR_WEIGHT = 3
"""More than its words, so that `Rye loaf` is shown whole."""


class KeywordNote(Value):
    """What keywords are taken from."""

    folder: FolderPath
    name: str
    headings: tuple[str, ...]
    texts: tuple[str, ...]
    """Prose, without code."""


def folder_keywords(notes: Iterable[KeywordNote], *, limit: int = 8) -> Mapping[FolderPath, tuple[str, ...]]:
    """Choose the keywords of each folder that holds a note at any depth, the root included.

    A term's score is the sum, over the notes below the folder, of the logarithm of its weighted count, times its
    inverse document frequency in the vault: frequent in many notes here, rare elsewhere.

    Args:
        notes: in any order; taken one at a time.
        limit: most keywords a folder, at least 1.

    Returns:
        Folder, sorted -> keywords, best first, equal scores in alphabetical order.
    """
    tokens = _Tokens()
    weights: dict[FolderPath, dict[str, float]] = {FolderPath(""): {}}
    document_frequency: Counter[str] = Counter()
    total = 0
    for note in notes:
        total += 1
        counts = _term_counts(note, tokens)
        document_frequency.update(counts.keys())
        here = zip(counts, map(math.log1p, counts.values()), strict=True)
        folder = weights.get(note.folder)
        if folder:
            for term, weight in here:
                folder[term] = folder.get(term, 0.0) + weight
        else:
            weights[note.folder] = dict(here)
    _add_to_ancestors(weights)
    rarity = [math.log1p((total - df + 0.5) / (df + 0.5)) for df in range(total + 1)]
    idf = {term: rarity[df] for term, df in document_frequency.items()}
    return {folder: _choose(folder, weights[folder], idf, limit) for folder in sorted(weights)}


class _Tokens(dict[str, tuple[str, ...]]):
    """Cuts text into tokens, remembering what each distinct chunk comes to."""

    def cut(self, text: str) -> Iterator[str]:
        """Give the tokens of a text in order."""
        text = _without_noise(text)
        chunks = text.translate(_ASCII_CHUNKS).split() if text.isascii() else _CHUNK.findall(text)
        return itertools.chain.from_iterable(map(self.__getitem__, chunks))

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        if _PLAIN_WORD.match(chunk):
            token = chunk.lower()
            found = () if token in STOP_WORDS else (token,)
        else:
            # Two humps make a camel: an identifier, not a word.
            words = [word for word in _WORD.findall(_IDENTIFIERS.sub(" ", chunk)) if len(_HUMP.findall(word)) < 2]
            found = tuple([token for word in words if (token := word.lower()) not in STOP_WORDS])
        self[chunk] = found
        return found


def _without_noise(text: str) -> str:
    if "://" in text:
        text = _URL.sub("", text)
    if "@" in text:
        text = _EMAIL.sub("", text)
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "&" in text:
        text = _ENTITY.sub(" ", text)
    return text


def _term_counts(note: KeywordNote, tokens: _Tokens) -> dict[str, int]:
    """Count single words everywhere, and pairs of neighbours where names are made: in the title and the headings."""
    counts = Counter(tokens.cut("\n".join(note.texts)))
    for name in (note.name, *note.headings):
        words = [*tokens.cut(name)]
        for word in words:
            counts[word] = counts.get(word, 0) + _NAME_WEIGHT
        for pair in itertools.pairwise(words):
            term = " ".join(pair)
            counts[term] = counts.get(term, 0) + _PAIR_WEIGHT
    return counts


def _add_to_ancestors(weights: dict[FolderPath, dict[str, float]]) -> None:
    """Add what each folder has to the folder above it, deepest first."""
    for folder in list(weights):
        for ancestor in ancestors_of(folder):
            weights.setdefault(ancestor, {})
    for folder in sorted(weights, key=lambda path: (-path.count("/"), path)):
        if folder:
            parent = folder_of(folder)
            above = weights[parent]
            if above:
                for term, weight in weights[folder].items():
                    above[term] = above.get(term, 0.0) + weight
            else:
                weights[parent] = weights[folder].copy()


def _choose(folder: FolderPath, weights: Mapping[str, float], idf: Mapping[str, float], limit: int) -> tuple[str, ...]:
    """Take the best terms that repeat neither the folder's own name nor one another."""
    used = {_singular(word) for word in re.findall(r"[^\W\d_]+", folder.lower())}
    # Most of the best survive the choice, so a few times the limit are enough to look at; where so many terms stand
    # in two places, those that stand in one need not be looked at.
    enough = limit * 8
    scores = {term: weight * idf[term] for term, weight in weights.items() if weight > _ONCE}
    if len(scores) < enough:
        scores = {term: weight * idf[term] for term, weight in weights.items()}
    least = sorted(scores.values())[-enough:][0] if scores else 0.0
    best = [(-score, term) for term, score in scores.items() if score >= least]
    heapq.heapify(best)  # few of them will be asked for
    chosen: list[str] = []
    for _ in range(min(enough, len(best))):
        term = heapq.heappop(best)[1]
        words = {_singular(word) for word in term.split()}
        if words.isdisjoint(used):
            chosen.append(term)
            used |= words
            if len(chosen) == limit:
                break
    return tuple(chosen)


def _singular(word: str) -> str:
    return word.removesuffix("s")
