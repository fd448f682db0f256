"""The lunr index: equal to lunr.py's, and loved by stock lunr.js."""

import json
from typing import Any

import msgspec
import pytest

from napkin_site.bench.vaults import vault_files
from napkin_site.builder.data.lunr_index import LunrField, LunrIndex
from napkin_site.builder.data.search_tokens import STOP_WORDS, Analyser
from tests.builder.stock_lunr import ask_stock_lunr

FIELDS = (LunrField(name="title", boost=10), LunrField(name="body", stop_words=STOP_WORDS))
Documents = list[dict[str, str]]

MIXED: Documents = [
    {"title": "The days of gardening", "body": "Rye, barley and more rye. Array of arrays; buy always."},
    {"title": "東京都の庭", "body": "東京に庭があります。garden"},
    {"title": "Empty", "body": ""},
    {"title": "", "body": 'quotes " and \\ back, 한국어, café'},
    {"title": "Astral", "body": "\U00020000\U00020001 \ue000 \ufb01ne \ue000\U00020000"},
]


ONE_LENGTH: Documents = [
    {"title": "Rye", "body": "rye rye oat oat oat wheat"},
    {"title": "Oat", "body": "rye oat wheat wheat wheat wheat"},
    {"title": "Oat", "body": "barley barley oat spelt rye oat"},
    {"title": "Rye", "body": "the and of"},
]


def seeded() -> Documents:
    return [
        {"title": name.rpartition("/")[2].removesuffix(".md"), "body": data.decode()}
        for name, data in vault_files(notes=60)
        if name.endswith(".md")
    ]


def our_index(documents: Documents, *, language: str = "en") -> dict[str, Any]:
    analyser = Analyser(language)
    index = LunrIndex(FIELDS, term_of=analyser.term, pipeline=("stemmer",) if analyser.rules.stem else ())
    for number, document in enumerate(documents):
        index.add(str(number), {field: analyser.words(text) for field, text in document.items()})
    loaded: dict[str, Any] = json.loads(b"".join(index.chunks()))
    return loaded


def search(index: dict[str, Any], texts: list[str], *, language: str = "en") -> list[list[tuple[str, float]]]:
    rules = msgspec.to_builtins(Analyser(language).rules)
    answer: list[list[tuple[str, float]]] = ask_stock_lunr(index=index, rules=rules, texts=texts)
    return answer


def index_of_lunr_py(documents: Documents) -> Any:
    from lunr.builder import Builder
    from lunr.pipeline import Pipeline
    from lunr.stemmer import stemmer
    from lunr.stop_word_filter import stop_word_filter

    analyser = Analyser("en")

    def to_term(token: Any, number: int, tokens: Any) -> Any:
        return token.update(lambda word, _: analyser.term(word))

    Pipeline.register_function(to_term, "to_term")
    builder = Builder()
    builder.pipeline.add(stop_word_filter, to_term)
    builder.pipeline.skip(stop_word_filter, ["title"])
    builder.search_pipeline.add(stemmer)
    builder.ref("ref")
    for field in FIELDS:
        builder.field(field.name, boost=field.boost)
    for number, document in enumerate(documents):
        words = {name: analyser.words(text) for name, text in document.items()}
        builder.add({"ref": str(number), **words})
    return builder.build()


@pytest.mark.filterwarnings("ignore:Overwriting existing registered function")
@pytest.mark.parametrize(
    "documents", [MIXED, ONE_LENGTH, seeded()], ids=["mixed scripts", "one length", "seeded vault"]
)
def test_index_equals_that_of_lunr_py(documents: Documents) -> None:
    expected = json.loads(json.dumps(index_of_lunr_py(documents).serialize()))

    ours = our_index(documents)

    # JavaScript's order of terms differs from Python's beyond the Basic Multilingual Plane, and is the one that counts.
    ours["invertedIndex"].sort()
    assert ours["fieldVectors"] == expected["fieldVectors"]
    assert ours == expected


@pytest.mark.node
@pytest.mark.filterwarnings("ignore:Overwriting existing registered function")
def test_stock_lunr_answers_as_lunr_py_does() -> None:
    documents = MIXED + seeded()
    analyser = Analyser("en")
    texts = ["rye", "days", "array", "buy garden", "東京", "東京都", "한국", "cafe", "\U00020000\U00020001", "zzz"]
    texts += [document["title"] for document in documents[5:25]]

    browser = search(our_index(documents), texts)

    oracle = index_of_lunr_py(documents)
    for text, hits in zip(texts, browser, strict=True):
        query = oracle.create_query()
        for word in analyser.words(text):
            # lunr.py's own stemmer is not that of lunr.js, so it gets stems.
            query.term(analyser.term(word), use_pipeline=False)
        expected = {hit["ref"]: hit["score"] for hit in oracle.query(query)}
        assert {ref: pytest.approx(score, abs=2e-3) for ref, score in expected.items()} == dict(hits), text


@pytest.mark.node
def test_everyday_words_and_every_script_are_found_by_stock_lunr() -> None:
    hits = search(our_index(MIXED), ["day", "arrays", "always", "東京都", "庭", "한국어", "CAFÉ", "fine"])

    assert [sorted(ref for ref, _ in found) for found in hits] == [["0"], ["0"], ["0"], ["1"], [], ["3"], ["3"], ["4"]]


@pytest.mark.node
@pytest.mark.parametrize("documents", [[], [{"title": "", "body": ""}]], ids=["no documents", "no words"])
def test_an_empty_index_loads_and_finds_nothing(documents: Documents) -> None:
    assert search(our_index(documents), ["anything"]) == [[]]


@pytest.mark.node
def test_without_stemming_the_index_needs_no_pipeline() -> None:
    index = our_index([{"title": "Gärten", "body": ""}], language="de")

    assert index["pipeline"] == []
    assert [[ref for ref, _ in hits] for hits in search(index, ["GARTEN", "Gart"], language="de")] == [["0"], []]


def test_a_thousand_terms_a_chunk_or_one_more_make_valid_json() -> None:
    for count in (999, 1000, 1001, 2000):
        words = " ".join(f"w{number}" for number in range(count))

        assert len(our_index([{"title": "", "body": words}])["invertedIndex"]) == count
