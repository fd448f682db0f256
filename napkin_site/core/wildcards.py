"""How many wildcards a path pattern may have, whichever file it stands in.

A matcher tries every place for every `*`, so one more of them multiplies its time by the length of the name: with
seven, a name of sixty letters takes ten seconds. Sound patterns have two or three.
"""

import re

MOST_IN_A_NAME = 4
MOST_FOLDERS = 4
TOO_MANY_WILDCARDS = f"more than {MOST_IN_A_NAME} `*` in one name or more than {MOST_FOLDERS} `**`"
"""What is wrong with a pattern that is refused, as part of a sentence."""

_STARS = re.compile(r"\*+")


def has_too_many_wildcards(pattern: str) -> bool:
    """Tell whether matching a pattern could take very long."""
    names = pattern.split("/")
    folders = sum(len(stars) > 1 for name in names for stars in _STARS.findall(name))
    return folders > MOST_FOLDERS or any(len(_STARS.findall(name)) > MOST_IN_A_NAME for name in names)
