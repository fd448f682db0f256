"""English stems, equal to those of lunr.js."""

import itertools

import pytest

from napkin_site.builder.data.porter import stem
from tests.builder.stock_lunr import ask_stock_lunr


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("day", "day"),  # lunr.py says `dai`, and the browser would never find it
        ("arrays", "array"),
        ("try", "tri"),
        ("yes", "ye"),
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("agreed", "agre"),
        ("plastered", "plaster"),
        ("hopping", "hop"),
        ("hoping", "hope"),
        ("relational", "relat"),
        ("formative", "form"),
        ("adoption", "adopt"),
        ("controlling", "control"),
        ("rate", "rate"),
        ("is", "is"),
        ("größen", "größen"),
        ("日本", "日本"),
    ],
)
def test_word_becomes_its_stem(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.node
def test_stems_equal_those_of_stock_lunr_for_every_ending_on_every_kind_of_beginning() -> None:
    endings = (
        "s es ies sses ed eed ing ational tional enci anci izer bli alli entli eli ousli ization ation ator alism "
        "iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence er ic able "
        "ible ant ement ment ent ou ism ate iti ous ive ize sion tion ion e ll lle y ly edly ings"
    )
    beginnings = ["".join(letters) for length in range(5) for letters in itertools.product("abelsy", repeat=length)]
    words = [beginning + ending for beginning in beginnings for ending in ["", *endings.split()]]
    words = [word for word in words if word]

    expected = ask_stock_lunr(stem=words)

    assert [(word, stem(word)) for word in words] == list(zip(words, expected, strict=True))
