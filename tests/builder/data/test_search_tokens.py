"""Text -> terms, in Python as in a browser."""

import re
import sys

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from napkin_site.builder.data.search_tokens import _MAY_BE_UNSPACED, MAX_WORD, STOP_WORDS, Analyser
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


def terms_of(language: str, text: str) -> list[str]:
    analyser = Analyser(language)
    return [analyser.term(word) for word in analyser.words(text)]


def test_no_unspaced_script_is_overlooked() -> None:
    analyser = Analyser("en")
    unspaced = [char for char in map(chr, range(sys.maxunicode + 1)) if analyser._unspaced.match(char)]
    assert len(unspaced) > 100_000
    assert all(map(_MAY_BE_UNSPACED.match, unspaced))


def test_accents_do_not_matter() -> None:
    assert terms_of("fr", "café Café cafe\u0301 cafe") == ["cafe"] * 4
    assert terms_of("fr", "l'été") == ["l", "ete"]
    assert terms_of("ja", "ガギグ") == ["ガギ", "ギグ"]


def test_english_is_stemmed() -> None:
    assert terms_of("en-GB", "gardens gardening gardened") == ["garden"] * 3


def test_other_languages_are_indexed_as_written() -> None:
    assert terms_of("de", "Die Gärten") == ["die", "garten"]
    assert Analyser("de").stop_words == frozenset()


def test_encoded_data_is_not_indexed() -> None:
    assert terms_of("en", "a" * (MAX_WORD + 1) + " word") == ["", "word"]


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
        stems = [analyser.term(term) for term in terms if term]
        assert stems == [term for word in analyser.words(text) if (term := analyser.term(word))], text


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_no_term_holds_a_separator(text: str) -> None:
    analyser = Analyser("en")
    separator = re.compile(f"[{analyser.rules.separators}]")

    for word in analyser.words(text):
        assert word
        assert not separator.search(word)


@pytest.mark.parametrize("language", ["en", "de"])
def test_ascii_text_is_cut_as_it_is_beside_other_letters(language: str) -> None:
    analyser = Analyser(language)
    text = " ".join(f"Ab{character}Cd" for character in map(chr, range(128)))

    assert [*analyser.words(text), "é"] == analyser.words(f"{text} é")
