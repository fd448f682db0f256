"""A search index in the serialised form of lunr.js 2.3.9, equal to what lunr.py's builder makes of the same terms.

lunr.py stems every occurrence of a word anew; counting with a memo per distinct word takes a twentieth of
the time. Source: the lunr index schema (https://github.com/olivernn/lunr-schema) and lunr.py's `builder.py`.
"""

import math
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

import msgspec

from napkin_site.core.values import Value

_LUNR_VERSION = "2.3.9"
_K1, _B = 1.2, 0.75
"""Lunr's defaults for term saturation and length normalisation (BM25)."""
_TERMS_A_CHUNK = 1000
_NO_TERM = -1

_Vector = tuple["array[int]", "array[int]"]
"""Term ids of one field of one document, ascending, and how often each occurs; arrays, since there are millions."""

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
            # Counted without a Python step a word: there are hundreds in every note.
            counts = Counter(map(memo.__getitem__, words.get(field.name, ())))
            counts.pop(_NO_TERM, None)
            term_ids = sorted(counts)
            vectors.append((array("I", term_ids), array("I", map(counts.__getitem__, term_ids))))

    def chunks(self) -> Iterator[bytes]:
        """Write the index as JSON, piece by piece."""
        names = [field.name for field in self._fields]
        yield b'{"version":%s,"fields":%s,"fieldVectors":[' % (_encode(_LUNR_VERSION), _encode(names))
        yield from self._vector_chunks()
        yield b'],"invertedIndex":['
        yield from self._posting_chunks()
        yield b'],"pipeline":%s}' % _encode(self._pipeline)

    def _vector_chunks(self) -> Iterator[bytes]:
        idf = self._inverse_frequencies()
        writers = [
            _VectorWriter(field, vectors, idf) for field, vectors in zip(self._fields, self._vectors, strict=True)
        ]
        separator = ""
        for number, reference in enumerate(self._refs):
            parts = [writer.write(reference, number) for writer in writers]
            yield (separator + ",".join(parts)).encode()
            separator = ","

    def _inverse_frequencies(self) -> list[float]:
        total = len(self._refs)
        frequencies = [0] * len(self._term_ids)
        for vectors in self._vectors:
            for term_ids, _ in vectors:
                for term_id in term_ids:
                    frequencies[term_id] += 1
        return [math.log(1 + abs((total - count + 0.5) / (count + 0.5))) for count in frequencies]

    def _posting_chunks(self) -> Iterator[bytes]:
        labels = [f'"{field.name}":' for field in self._fields]
        by_field = [self._postings(vectors) for vectors in self._vectors]
        separator = ""
        terms = _in_utf16_order(self._term_ids)
        for start in range(0, len(terms), _TERMS_A_CHUNK):
            parts = []
            for term in terms[start : start + _TERMS_A_CHUNK]:
                term_id = self._term_ids[term]
                fields = ",".join(
                    [label + _posting(postings.get(term_id)) for label, postings in zip(labels, by_field, strict=True)]
                )
                parts.append(f'[{_encode(term).decode()},{{{fields},"_index":{term_id}}}]')
            yield (separator + ",".join(parts)).encode()
            separator = ","

    def _postings(self, vectors: list[_Vector]) -> dict[int, list[str]]:
        """Map each term to the references of the documents that hold it in one field."""
        postings: dict[int, list[str]] = {}
        for reference, (term_ids, _) in zip(self._refs, vectors, strict=True):
            for term_id in term_ids:
                found = postings.get(term_id)
                if found is None:
                    postings[term_id] = [reference]
                else:
                    found.append(reference)
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

    def __init__(self, field: LunrField, vectors: list[_Vector], idf: list[float]) -> None:
        self._prefix = f'["{field.name}/'
        self._boost = field.boost
        self._vectors = vectors
        self._idf = idf
        self._lengths = [sum(times) for _, times in vectors]
        self._average = sum(self._lengths) / len(vectors) if vectors else 0.0

    def write(self, reference: str, number: int) -> str:
        term_ids, times = self._vectors[number]
        if not term_ids:
            return f'{self._prefix}{reference}",[]]'
        # The order of the operations is lunr.py's, so that rounding falls the same way.
        norm = _K1 * (1 - _B + _B * (self._lengths[number] / self._average))
        idf, boost, gain = self._idf, self._boost, _K1 + 1
        flat: list[float] = [0.0] * (2 * len(term_ids))
        flat[::2] = term_ids
        flat[1::2] = [
            idf[term_id] * (gain * count) / (norm + count) * boost
            for term_id, count in zip(term_ids, times, strict=True)
        ]
        # One formatting call a vector; `%.3f` rounds as `round(score, 3)` does.
        numbers = ("%d,%.3f," * len(term_ids))[:-1] % tuple(flat)
        return f'{self._prefix}{reference}",[{numbers}]]'


def _posting(references: list[str] | None) -> str:
    return '{"' + '":{},"'.join(references) + '":{}}' if references else "{}"


def _in_utf16_order(terms: Mapping[str, int]) -> list[str]:
    """Sort as JavaScript compares strings: lunr.js refuses an index whose terms are in another order."""
    if any(not term.isascii() and max(term) > "\uffff" for term in terms):
        return sorted(terms, key=lambda term: term.encode("utf-16-be", "surrogatepass"))
    return sorted(terms)
