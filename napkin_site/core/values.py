"""The base of every frozen value: a msgspec struct, so that creating, comparing and storing one is cheap."""

from typing import dataclass_transform

import msgspec


# Subclasses are frozen too, and are made with keywords by convention; the decorator has type checkers hold both.
@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A frozen record: hashable where its fields are, encodable, made with keyword arguments only.

    Change one with `msgspec.structs.replace`. Fields hold tuples and mappings, never lists.
    """
