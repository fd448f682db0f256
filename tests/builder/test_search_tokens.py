"""Text -> terms, in Python as in a browser."""

import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from napkin_site.builder.search_tokens import MAX_WORD, STOP_WORDS, Analyser
from tests.builder.stock_lunr import ask_stock_lunr


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Plain words, here.", ["plain", "words", "here"]),
        ("snake_case a/b.md #tag kebab-case", ["snake", "case", "a", "b", "md", "tag", "kebab", "case"]),
        ("don't Anna’s 'quoted'", ["dont", "annas", "quoted"]),
        ("東京都へ行く", ["東京", "京都", "都へ", "へ行", "行く"]),
        ("x東y 漢", ["x", "東", "y", "漢"]),
        ("ｆｕｌｌ　ｗｉｄｔｈ「括弧」", ["full", "width", "括弧"]),
        ("한국어 검색", ["한국", "국어", "검색"]),
        ("ภาษา", ["ภา", "าษ", "ษา"]),
        ("🌱seedling→tree…", ["seedling", "tree"]),
        ("हिन्दी", ["हिन्दी"]),
        ("nai\u0308ve", ["na\u00efve"]),
        ("", []),
    ],
)
def test_text_is_cut_into_words_and_pairs(text: str, expected: list[str]) -> None:
    assert Analyser("en").words(text) == expected


def test_accents_do_not_matter() -> None:
    analyser = Analyser("fr")

    assert analyser.counts("café Café cafe\u0301 cafe") == {"cafe": 4}
    assert analyser.counts("l'été") == {"l": 1, "ete": 1}
    assert analyser.counts("ガギグ") == {"ガギ": 1, "ギグ": 1}


def test_english_is_stemmed_and_loses_its_stop_words() -> None:
    assert Analyser("en-GB").counts("The gardens, the gardening of a garden") == {"garden": 3}


def test_titles_keep_their_stop_words() -> None:
    assert Analyser("en").counts("The Who", keeps_stop_words=True) == {"the": 1, "who": 1}


def test_other_languages_are_indexed_as_written() -> None:
    assert Analyser("de").counts("Die Gärten, die") == {"die": 2, "garten": 1}


def test_encoded_data_is_not_indexed() -> None:
    assert Analyser("en").counts("a" * (MAX_WORD + 1) + " word") == {"word": 1}


def test_terms_come_in_order_of_first_appearance() -> None:
    assert list(Analyser("en").counts("zebra apple zebras mango")) == ["zebra", "appl", "mango"]


def test_stop_words_are_those_of_lunr() -> None:
    from lunr.stop_word_filter import WORDS

    assert STOP_WORDS == WORDS


def test_rules_survive_json() -> None:
    rules = Analyser("en").rules

    assert msgspec.json.decode(msgspec.json.encode(rules), type=type(rules)) == rules


@pytest.mark.node
@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_a_browser_cuts_text_the_same_way(language: str) -> None:
    analyser = Analyser(language)
    texts = [
        "Don't café_au 東京都へ行く x東y 漢 snake_case a/b.md #tag",
        "İstanbul ΣΊΣΥΦΟΣ ﬁne ½ ² Straße l’été",
        "\U00020000\U00020001 \U0001f331seed \ue000icon",
        "a" * 64 + " " + "b" * 65,
        "".join(chr(code) + "x" for code in range(1, 0x500)),
        *("".join(chr(code) for code in range(start, start + 0x100)) for start in range(0x500, 0xD700, 0x100)),
    ]

    browser = ask_stock_lunr(rules=msgspec.to_builtins(analyser.rules), cut=texts)

    for text, terms in zip(texts, browser, strict=True):
        counts = Analyser(language).counts(text, keeps_stop_words=True)
        stems = ask_order(analyser, terms)
        assert list(counts) == list(dict.fromkeys(stems)), text


def ask_order(analyser: Analyser, terms: list[str]) -> list[str]:
    return [stem for term in terms for stem in analyser.counts(term, keeps_stop_words=True)]


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_no_term_holds_a_separator(text: str) -> None:
    analyser = Analyser("en")
    separator = re.compile(f"[{analyser.rules.separators}]")

    for word in analyser.words(text):
        assert word
        assert not separator.search(word)
