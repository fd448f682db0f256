"""A search index in the serialised form of lunr.js 2.3.9, equal to what lunr.py's builder makes of the same terms.

lunr.py stems every occurrence of a word anew; counting with a memo per distinct word takes a twentieth of
the time. Source: the lunr index schema (https://github.com/olivernn/lunr-schema) and lunr.py's `builder.py`.
"""

import math
from array import array
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from napkin_site.core.values import Value

_LUNR_VERSION = "2.3.9"
_K1, _B = 1.2, 0.75
"""Lunr's defaults for term saturation and length normalisation (BM25)."""
_TERMS_A_CHUNK = 1000

_Vector = tuple["array[int]", "array[int]"]
"""Term ids of one field of one document, ascending, and how often each occurs; arrays, since there are millions."""

_encode = msgspec.json.encode


class LunrField(Value):
    """A field of the documents; a match in a field of higher boost counts more."""

    name: str
    boost: int = 1


class LunrIndex:
    """Collects documents as term counts, then writes the index."""

    def __init__(self, fields: Sequence[LunrField], *, pipeline: Sequence[str] = ()) -> None:
        """Start an empty index.

        Args:
            fields: in the order in which they are written.
            pipeline: names of stock lunr functions that the browser runs over query terms (`stemmer`).
        """
        self._fields = tuple(fields)
        self._pipeline = tuple(pipeline)
        self._refs: list[str] = []
        self._term_ids: dict[str, int] = {}
        self._vectors: list[list[_Vector]] = [[] for _ in fields]
        self._postings: list[dict[int, list[str]]] = [{} for _ in fields]
        """By field: term id -> references of the documents that hold the term there."""

    def add(self, reference: str, counts: Mapping[str, Mapping[str, int]]) -> None:
        """Add a document.

        Args:
            reference: its id; must be new and without quotes or backslashes.
            counts: field -> term -> how often it occurs; fields that are not named are empty.
        """
        self._refs.append(reference)
        ids = self._term_ids
        for field, vectors, postings in zip(self._fields, self._vectors, self._postings, strict=True):
            vector: dict[int, int] = {}
            for term, times in counts.get(field.name, {}).items():
                term_id = ids.setdefault(term, len(ids))
                vector[term_id] = times
                if term_id in postings:
                    postings[term_id].append(reference)
                else:
                    postings[term_id] = [reference]
            term_ids = sorted(vector)
            vectors.append((array("I", term_ids), array("I", map(vector.__getitem__, term_ids))))

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
        for postings in self._postings:
            for term_id, references in postings.items():
                frequencies[term_id] += len(references)
        return [math.log(1 + abs((total - count + 0.5) / (count + 0.5))) for count in frequencies]

    def _posting_chunks(self) -> Iterator[bytes]:
        labels = [f'"{field.name}":' for field in self._fields]
        separator = ""
        terms = _in_utf16_order(self._term_ids)
        for start in range(0, len(terms), _TERMS_A_CHUNK):
            parts = []
            for term in terms[start : start + _TERMS_A_CHUNK]:
                term_id = self._term_ids[term]
                fields = ",".join(
                    label + _posting(postings.get(term_id))
                    for label, postings in zip(labels, self._postings, strict=True)
                )
                parts.append(f'[{_encode(term).decode()},{{{fields},"_index":{term_id}}}]')
            yield (separator + ",".join(parts)).encode()
            separator = ","


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
        flat: list[float] = []
        for term_id, count in zip(term_ids, times, strict=True):
            flat += (term_id, idf[term_id] * (gain * count) / (norm + count) * boost)
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
