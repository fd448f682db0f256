"""The base of every frozen value: a msgspec struct, so that creating, comparing and storing one is cheap."""

import msgspec


class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A frozen record: hashable where its fields are, encodable, made with keyword arguments only.

    Change one with `msgspec.structs.replace`. Fields hold tuples and mappings, never lists.
    """
