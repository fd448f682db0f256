"""The order in which readers see names: as people count, `2` before `10`."""

import re

_DIGITS = re.compile(r"(\d+)")


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Give a sort key under which numbers compare by value and letters without case.

    Names that differ only by case compare equal here: sort by `(natural_key(name), path)` for a total order.
    """
    return tuple(
        (0, int(part), "") if part.isdecimal() and part.isascii() else (1, 0, part.casefold())
        for part in _DIGITS.split(name)
        if part
    )
