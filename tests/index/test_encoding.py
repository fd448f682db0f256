"""What the store keeps comes back equal, or not at all."""

import sqlite3

import msgspec
import pytest

from napkin_site.core.syntax.tree import NoteFacts, SyntaxOptions
from napkin_site.index.encoding import decode, decode_sealed, encode, seal, unseal
from tests.index.small_parse import small_parse

FACTS = msgspec.msgpack.Decoder(NoteFacts)


def test_facts_come_back_equal() -> None:
    facts = small_parse(b"---\na: [1, {b: 2.5}]\nc: 18446744073709551615\n---\nODD\n", SyntaxOptions()).facts

    assert decode_sealed(seal(encode(facts)), FACTS) == facts


def test_any_damaged_byte_is_seen() -> None:
    blob = seal(encode(small_parse(b"text", SyntaxOptions()).facts))

    for place in range(len(blob)):
        damaged = blob[:place] + bytes((blob[place] ^ 1,)) + blob[place + 1 :]
        with pytest.raises(sqlite3.DatabaseError):
            decode_sealed(damaged, FACTS)


@pytest.mark.parametrize("value", [{"words": 1}, [1, 2], None])
def test_another_shape_is_refused(value: object) -> None:
    with pytest.raises(sqlite3.DatabaseError, match="another version"):
        decode(encode(value), FACTS)


def test_a_seal_fits_only_its_bytes() -> None:
    assert unseal(seal(b"")) == b""
    assert unseal(seal(b"abc")) == b"abc"
    assert unseal(seal(b"abc") + b"d") is None
    assert unseal(b"") is None
