"""A search index in the serialised form of lunr.js 2.3.9, equal to what lunr.py's builder makes of the same terms.

lunr.py stems every occurrence of a word anew; counting with a memo per distinct word takes a twentieth of
the time. Source: the lunr index schema (https://github.com/olivernn/lunr-schema) and lunr.py's `builder.py`.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import compress, groupby, islice
from operator import itemgetter
from typing import Any

import msgspec

from napkin_site.core.values import Value

_LUNR_VERSION = "2.3.9"
_K1, _B = 1.2, 0.75
"""Lunr's defaults for term saturation and length normalisation (BM25)."""
_GAIN = _K1 + 1
_ROWS_A_CHUNK = 1000
_NO_TERM = -1

_encode = msgspec.json.encode


class LunrField(Value):
    """A field of the documents."""

    name: str
    boost: int = 1
    """A match in a field of higher boost counts more."""
    stop_words: frozenset[str] = frozenset()
    """Words that are not indexed in this field."""


class LunrIndex:
    """Collects documents as words, then writes the index."""

    def __init__(
        self, fields: Sequence[LunrField], *, term_of: Callable[[str], str], pipeline: Sequence[str] = ()
    ) -> None:
        """Start an empty index.

        Args:
            fields: in the order in which they are written.
            term_of: gives the term of a word, empty when it is not to be indexed; asked once for each distinct word.
            pipeline: names of stock lunr functions that the browser runs over query terms (`stemmer`).
        """
        self._pipeline = tuple(pipeline)
        self._refs: list[str] = []
        self._term_ids: dict[str, int] = {}
        remembered = cache(term_of)
        memos = {field.stop_words: _TermIds(self._term_ids, remembered, field.stop_words) for field in fields}
        self._columns = [_Column(field, memos[field.stop_words]) for field in fields]

    def add(self, reference: str, words: Mapping[str, Collection[str]]) -> None:
        """Add a document.

        Args:
            reference: its id; must be new and without quotes or backslashes.
            words: field -> its words in order; fields that are not named are empty.
        """
        self._refs.append(reference)
        for column in self._columns:
            column.add(reference, words.get(column.name, ()))

    def chunks(self) -> Iterator[bytes]:
        """Write the index as JSON, piece by piece."""
        for column in self._columns:
            column.make_room(len(self._term_ids))
        yield b'{"version":%s,"fields":%s,"fieldVectors":[' % (
            _encode(_LUNR_VERSION),
            _encode([column.name for column in self._columns]),
        )
        yield from _joined(self._vector_rows())
        yield b'],"invertedIndex":['
        yield from _joined(self._posting_rows())
        yield b'],"pipeline":%s}' % _encode(self._pipeline)

    def _vector_rows(self) -> Iterator[str]:
        """Write the vectors of each document, one after the other."""
        total = len(self._refs)
        holders = [0] * len(self._term_ids)
        for column in self._columns:
            for term_id in column.terms():
                holders[term_id] += len(column.postings[term_id])
        distinct = sorted(set(holders))
        idf = [math.log(1 + abs((total - count + 0.5) / (count + 0.5))) for count in distinct]
        rank_of = {count: rank for rank, count in enumerate(distinct)}
        ranks = [rank_of[count] for count in holders]
        numbers = [f"{term_id}" for term_id in range(len(ranks))]
        columns = [column.written_vectors(self._refs, idf, ranks, numbers) for column in self._columns]
        return map(",".join, zip(*columns, strict=True))

    def _posting_rows(self) -> Iterator[str]:
        """Write who holds each term, term by term."""
        terms = _in_utf16_order(self._term_ids)
        for start in range(0, len(terms), _ROWS_A_CHUNK):
            chunk = terms[start : start + _ROWS_A_CHUNK]
            ids = [self._term_ids[term] for term in chunk]
            columns = [column.written_postings(ids) for column in self._columns]
            for term, term_id, fields in zip(chunk, ids, map(",".join, zip(*columns, strict=True)), strict=True):
                yield f'[{_json(term)},{{{fields},"_index":{term_id}}}]'


class _TermIds(dict[str, int]):
    """Word -> the id of its term, worked out when first asked for; `_NO_TERM` for words that are not indexed."""

    def __init__(self, term_ids: dict[str, int], term_of: Callable[[str], str], stop_words: frozenset[str]) -> None:
        super().__init__()
        self._ids, self._term_of, self._stop_words = term_ids, term_of, stop_words

    def __missing__(self, word: str) -> int:
        term = "" if word in self._stop_words else self._term_of(word)
        found = self[word] = self._ids.setdefault(term, len(self._ids)) if term else _NO_TERM
        return found


class _Column:
    """What the documents hold in one field."""

    def __init__(self, field: LunrField, memo: _TermIds) -> None:
        self.name = field.name
        self.postings: list[list[str]] = []
        """Term id -> references of the documents that hold it, in their order."""
        self._boost = field.boost
        self._id_of = memo.__getitem__
        self._picks: list[Callable[[Sequence[Any]], Sequence[Any]]] = []
        """For each document: takes out of a list by term id what is there of its terms, by ascending id."""
        self._repeated: list[Sequence[tuple[int, int]]] = []
        """For each document: which of its terms occur more than once, by their place there, and how often."""
        self._lengths: list[int] = []
        """For each document: its words."""

    def add(self, reference: str, words: Collection[str]) -> None:
        """Add a document."""
        if not words:  # most have no aliases, and many no tags
            self._picks.append(_NOTHING)
            self._repeated.append(())
            self._lengths.append(0)
            return
        # Counted without a Python step a word: there are hundreds in every note.
        counts = Counter(map(self._id_of, words))
        length = len(words) - counts.pop(_NO_TERM, 0)
        ids = sorted(counts)
        pick = _picker(ids)
        self._picks.append(pick)
        self._repeated.append(
            [(bisect_left(ids, key), count) for key, count in counts.items() if count > 1] if len(ids) < length else ()
        )
        self._lengths.append(length)
        self.make_room(ids[-1] + 1 if ids else 0)
        for references in pick(self.postings):
            references.append(reference)

    def make_room(self, terms: int) -> None:
        """Have a place for the postings of that many terms."""
        self.postings += [[] for _ in range(len(self.postings), terms)]

    def terms(self) -> Iterator[int]:
        """Give the ids of the terms that stand in this field."""
        return compress(range(len(self.postings)), self.postings)

    def written_vectors(
        self, refs: Sequence[str], idf: Sequence[float], ranks: Sequence[int], numbers: Sequence[str]
    ) -> list[str]:
        """Write a vector for each document.

        Args:
            refs: the documents.
            idf: rank of a term -> its inverse document frequency.
            ranks: term id -> its rank: terms that are in equally many documents have the same.
            numbers: term id -> how it is written.
        """
        average = sum(self._lengths) / len(refs) if refs else 0.0
        written = [f'["{self.name}/{ref}",[]]' for ref in refs]
        # Writing a number takes long, and in fields of one length most scores occur many times.
        length_of = self._lengths.__getitem__
        for length, documents in groupby(sorted(range(len(refs)), key=length_of), key=length_of):
            if not length:
                continue
            write_score = _score_writer(idf, length / average, self._boost)
            remembered = cache(write_score)
            once: list[str | None] = [None] * len(idf)
            """Rank -> the score of a term that occurs once, as most do."""
            for document in documents:
                pick = self._picks[document]
                ranks_here = pick(ranks)
                pick_scores = _picker(ranks_here)
                scores = pick_scores(once)
                if None in scores:
                    for rank in ranks_here:
                        if once[rank] is None:
                            once[rank] = write_score(rank, 1)
                    scores = pick_scores(once)
                parts = [""] * (2 * len(ranks_here))
                parts[::2] = pick(numbers)
                parts[1::2] = scores
                for place, count in self._repeated[document]:
                    parts[2 * place + 1] = remembered(ranks_here[place], count)
                written[document] = f'["{self.name}/{refs[document]}",[{",".join(parts)}]]'
        return written

    def written_postings(self, ids: Sequence[int]) -> list[str]:
        """Write what this field holds of each term."""
        nothing, start, separator, end = f'"{self.name}":{{}}', f'"{self.name}":{{"', '":{},"', '":{}}'
        found = _picker(ids)(self.postings)
        written = [nothing] * len(found)
        for place in compress(range(len(found)), found):
            written[place] = f"{start}{separator.join(found[place])}{end}"
        return written


def _score_writer(idf: Sequence[float], relative_length: float, boost: int) -> Callable[[int, int], str]:
    """Give a function of a term's rank and count that writes the term's score, for fields of one length."""
    norm = _K1 * (1 - _B + _B * relative_length)

    def write(rank: int, count: int) -> str:
        # The order of the operations is lunr.py's, so that rounding falls the same way.
        score = idf[rank] * (_GAIN * count) / (norm + count) * boost
        return "%.3f" % score  # noqa: UP031 -- rounds as `round(score, 3)` does

    return write


def _picker(places: Sequence[int]) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """Give a function that takes what is at some places of a list; faster than one look-up after the other."""
    if len(places) > 1:
        return itemgetter(*places)
    first = places[0] if places else 0
    return itemgetter(slice(first, first + len(places)))  # with one place it would give what is there, in no sequence


_NOTHING = _picker(())


def _joined(rows: Iterable[str]) -> Iterator[bytes]:
    """Put commas between rows, many at a time."""
    rest = iter(rows)
    separator = ""
    while chunk := ",".join(islice(rest, _ROWS_A_CHUNK)):
        yield (separator + chunk).encode()
        separator = ","


def _json(term: str) -> str:
    # Letters and digits stand for themselves.
    return f'"{term}"' if term.isalnum() else _encode(term).decode()


def _in_utf16_order(terms: Mapping[str, int]) -> list[str]:
    """Sort as JavaScript compares strings: lunr.js refuses an index whose terms are in another order."""
    letters = "".join(terms)
    if not letters.isascii() and max(letters) > "\uffff":
        return sorted(terms, key=lambda term: term.encode("utf-16-be", "surrogatepass"))
    return sorted(terms)
