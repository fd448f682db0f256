"""Values <-> MessagePack, which the store keeps behind a checksum, so that damage is seen, not shown."""

import sqlite3
import zlib
from typing import Any, TypeVar

import msgspec

_T = TypeVar("_T")
_CHECKSUM_BYTES = 4
_ENCODER = msgspec.msgpack.Encoder()


def encode(value: Any) -> bytes:
    """Encode a value."""
    return _ENCODER.encode(value)


def decode_sealed(blob: bytes, decoder: msgspec.msgpack.Decoder[_T]) -> _T:
    """Decode a value that the store kept.

    Raises:
        sqlite3.DatabaseError: the bytes are damaged, or were written by another version.
    """
    data = unseal(blob)
    if data is None:
        raise sqlite3.DatabaseError("a stored value is damaged")
    return decode(data, decoder)


def decode(data: bytes, decoder: msgspec.msgpack.Decoder[_T]) -> _T:
    """Decode a value.

    Raises:
        sqlite3.DatabaseError: the bytes were written by another version.
    """
    try:
        return decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise sqlite3.DatabaseError("a stored value is of another version") from error


def seal(data: bytes) -> bytes:
    """Put a checksum before some bytes."""
    return zlib.crc32(data).to_bytes(_CHECKSUM_BYTES, "big") + data


def unseal(blob: bytes) -> bytes | None:
    """Take the checksum off; None when it does not fit."""
    data = blob[_CHECKSUM_BYTES:]
    return data if zlib.crc32(data).to_bytes(_CHECKSUM_BYTES, "big") == blob[:_CHECKSUM_BYTES] else None
