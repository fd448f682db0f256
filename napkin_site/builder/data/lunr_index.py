"""A search index in the serialised form of lunr.js 2.3.9, equal to what lunr.py's builder makes of the same terms.

lunr.py stems every occurrence of a word anew; counting with a memo per distinct word takes a twentieth of
the time. Source: the lunr index schema (https://github.com/olivernn/lunr-schema) and lunr.py's `builder.py`.
"""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

import msgspec

from napkin_site.core.values import Value

_LUNR_VERSION = "2.3.9"
_K1, _B = 1.2, 0.75
"""Lunr's defaults for term saturation and length normalisation (BM25)."""
_GAIN = _K1 + 1
_TERMS_A_CHUNK = 1000
_NO_TERM = -1

_Vector = tuple["array[int]", "array[int]"]
"""Term ids of one field of one document, ascending, and how often each occurs; arrays, since there are millions."""
_EMPTY: _Vector = (array("I"), array("I"))
_Postings = Mapping[int, Sequence[str]]
"""Term id -> references of the documents that hold it, in their order."""

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
        self._fields = tuple(fields)
        self._pipeline = tuple(pipeline)
        self._refs: list[str] = []
        self._term_ids: dict[str, int] = {}
        remembered = cache(term_of)
        memos = {field.stop_words: _TermIds(self._term_ids, remembered, field.stop_words) for field in fields}
        self._memos = [memos[field.stop_words] for field in fields]
        self._vectors: list[list[_Vector]] = [[] for _ in fields]

    def add(self, reference: str, words: Mapping[str, Iterable[str]]) -> None:
        """Add a document.

        Args:
            reference: its id; must be new and without quotes or backslashes.
            words: field -> its words in order; fields that are not named are empty.
        """
        self._refs.append(reference)
        for field, vectors, memo in zip(self._fields, self._vectors, self._memos, strict=True):
            found = words.get(field.name)
            if not found:
                vectors.append(_EMPTY)
                continue
            # Counted without a Python step a word: there are hundreds in every note.
            counts = Counter(map(memo.__getitem__, found))
            counts.pop(_NO_TERM, None)
            term_ids = sorted(counts)
            vectors.append((array("I", term_ids), array("I", map(counts.__getitem__, term_ids))))

    def chunks(self) -> Iterator[bytes]:
        """Write the index as JSON, piece by piece."""
        names = [field.name for field in self._fields]
        postings = [self._postings(vectors) for vectors in self._vectors]
        yield b'{"version":%s,"fields":%s,"fieldVectors":[' % (_encode(_LUNR_VERSION), _encode(names))
        yield from self._vector_chunks(self._inverse_frequencies(postings))
        yield b'],"invertedIndex":['
        yield from self._posting_chunks(postings)
        yield b'],"pipeline":%s}' % _encode(self._pipeline)

    def _vector_chunks(self, idf: list[float]) -> Iterator[bytes]:
        patterns = [f"{term_id},%.3f," for term_id in range(len(idf))]
        writers = [
            _VectorWriter(field, vectors, idf, patterns)
            for field, vectors in zip(self._fields, self._vectors, strict=True)
        ]
        separator = ""
        for number, reference in enumerate(self._refs):
            parts = [writer.write(reference, number) for writer in writers]
            yield (separator + ",".join(parts)).encode()
            separator = ","

    def _inverse_frequencies(self, postings: Sequence[_Postings]) -> list[float]:
        total = len(self._refs)
        frequencies = [0] * len(self._term_ids)
        for found in postings:
            for term_id, references in found.items():
                frequencies[term_id] += len(references)
        return [math.log(1 + abs((total - count + 0.5) / (count + 0.5))) for count in frequencies]

    def _posting_chunks(self, postings: Sequence[_Postings]) -> Iterator[bytes]:
        separator = ""
        terms = _in_utf16_order(self._term_ids)
        for start in range(0, len(terms), _TERMS_A_CHUNK):
            chunk = terms[start : start + _TERMS_A_CHUNK]
            ids = [self._term_ids[term] for term in chunk]
            columns = [
                _posting_column(field.name, found, ids) for field, found in zip(self._fields, postings, strict=True)
            ]
            rows = [
                f'[{_json(term)},{{{fields},"_index":{term_id}}}]'
                for term, term_id, fields in zip(chunk, ids, map(",".join, zip(*columns, strict=True)), strict=True)
            ]
            yield (separator + ",".join(rows)).encode()
            separator = ","

    def _postings(self, vectors: list[_Vector]) -> _Postings:
        """Map each term to the references of the documents that hold it in one field."""
        postings: defaultdict[int, list[str]] = defaultdict(list)
        for reference, (term_ids, _) in zip(self._refs, vectors, strict=True):
            for references in map(postings.__getitem__, term_ids):
                references.append(reference)
        return postings


class _TermIds(dict[str, int]):
    """Word -> the id of its term, worked out when first asked for; `_NO_TERM` for words that are not indexed."""

    def __init__(self, term_ids: dict[str, int], term_of: Callable[[str], str], stop_words: frozenset[str]) -> None:
        super().__init__()
        self._ids, self._term_of, self._stop_words = term_ids, term_of, stop_words

    def __missing__(self, word: str) -> int:
        term = "" if word in self._stop_words else self._term_of(word)
        found = self[word] = self._ids.setdefault(term, len(self._ids)) if term else _NO_TERM
        return found


class _VectorWriter:
    """Writes the vectors of one field, with what they share computed once."""

    def __init__(self, field: LunrField, vectors: list[_Vector], idf: list[float], patterns: list[str]) -> None:
        """Prepare a field.

        Args:
            field: its name and boost.
            vectors: what its documents hold.
            idf: term id -> inverse document frequency.
            patterns: term id -> what is written of it, with a place for its score.
        """
        self._prefix = f'["{field.name}/'
        self._boost = field.boost
        self._vectors = vectors
        self._idf = idf
        self._once = [frequency * _GAIN for frequency in idf]
        self._pattern_of = patterns.__getitem__
        self._lengths = [sum(times) for _, times in vectors]
        self._average = sum(self._lengths) / len(vectors) if vectors else 0.0

    def write(self, reference: str, number: int) -> str:
        term_ids, times = self._vectors[number]
        if not term_ids:
            return f'{self._prefix}{reference}",[]]'
        # The order of the operations is lunr.py's, so that rounding falls the same way.
        norm = _K1 * (1 - _B + _B * (self._lengths[number] / self._average))
        idf, once, boost, norm_of_once = self._idf, self._once, self._boost, norm + 1
        scores = [
            once[term_id] / norm_of_once * boost
            if count == 1
            else idf[term_id] * (_GAIN * count) / (norm + count) * boost
            for term_id, count in zip(term_ids, times, strict=True)
        ]
        # One formatting call a vector; `%.3f` rounds as `round(score, 3)` does.
        numbers = "".join(map(self._pattern_of, term_ids))[:-1] % tuple(scores)
        return f'{self._prefix}{reference}",[{numbers}]]'


def _posting_column(name: str, postings: _Postings, ids: Iterable[int]) -> list[str]:
    """Write what one field holds of each term."""
    nothing, start, separator, end = f'"{name}":{{}}', f'"{name}":{{"', '":{},"', '":{}}'
    return [
        start + separator.join(references) + end if (references := postings.get(term_id)) else nothing
        for term_id in ids
    ]


def _json(term: str) -> str:
    # Letters and digits stand for themselves.
    return f'"{term}"' if term.isalnum() else _encode(term).decode()


def _in_utf16_order(terms: Mapping[str, int]) -> list[str]:
    """Sort as JavaScript compares strings: lunr.js refuses an index whose terms are in another order."""
    if any(not term.isascii() and max(term) > "\uffff" for term in terms):
        return sorted(terms, key=lambda term: term.encode("utf-16-be", "surrogatepass"))
    return sorted(terms)
