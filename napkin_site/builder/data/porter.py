"""English stemming exactly as lunr.js does it, so that a word typed in the browser meets its own form in the index.

lunr.py's stemmer will not do: it turns `day` into `dai` and `array` into `arrai` where the browser looks for
`day` and `array`, so those words would never be found. Source: M. F. Porter, "An algorithm for suffix
stripping", 1980, as written down in lunr.js 2.3.9 (MIT License, Oliver Nightingale).
"""

import re

# C: consonants, V: vowels; `m` counts the VC pairs of a stem.
_C, _V = "[^aeiou][^aeiouy]*", "[aeiouy][aeiou]*"
_M_ABOVE_0 = re.compile(f"(?:{_C})?{_V}{_C}")
_M_IS_1 = re.compile(f"(?:{_C})?{_V}{_C}(?:{_V})?$")
_M_ABOVE_1 = re.compile(f"(?:{_C})?{_V}{_C}{_V}{_C}")
_HAS_VOWEL = re.compile(f"(?:{_C})?[aeiouy]")
_DOUBLE = re.compile(r"([^aeiouylsz])\1$")
_SHORT = re.compile(f"{_C}[aeiouy][^aeiouwxy]$")

_Groups = dict[str, tuple[tuple[str, int, str], ...]]
"""Last two letters -> the endings with them, longest first: each with the number of letters that go, and what comes in
their place."""

# The longest ending that fits decides, whether or not its condition then holds.
_STEP_2 = {
    "ational": "ate",
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "izer": "ize",
    "bli": "ble",
    "alli": "al",
    "entli": "ent",
    "eli": "e",
    "ousli": "ous",
    "ization": "ize",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "iveness": "ive",
    "fulness": "ful",
    "ousness": "ous",
    "aliti": "al",
    "iviti": "ive",
    "biliti": "ble",
    "logi": "log",
}
_STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
)  # fmt: skip


def _by_last_letters(endings: dict[str, str]) -> _Groups:
    """Group endings by their last two letters, longest first: most words need no further look."""
    groups: dict[str, list[tuple[str, int, str]]] = {}
    for ending, replacement in sorted(endings.items(), key=lambda pair: -len(pair[0])):
        groups.setdefault(ending[-2:], []).append((ending, len(ending), replacement))
    return {key: tuple(group) for key, group in groups.items()}


_STEPS = (
    (_by_last_letters(_STEP_2), _M_ABOVE_0),
    (_by_last_letters(_STEP_3), _M_ABOVE_0),
    # `ion` goes where an s or t stands before it, which stays.
    (_by_last_letters(dict.fromkeys(_STEP_4, "")) | {"on": (("sion", 3, ""), ("tion", 3, ""))}, _M_ABOVE_1),
)
_LAST_LETTERS = frozenset(letters for groups, _ in _STEPS for letters in groups)
"""Words that end otherwise have none of these endings."""


def stem(word: str) -> str:
    """Reduce a lower-case word to its stem; words of one or two characters stay as they are."""
    if len(word) < 3:
        return word
    first_is_y = word[0] == "y"
    if first_is_y:
        word = "Y" + word[1:]  # a leading y is a consonant
    if word[-1] == "s":
        word = _plural(word)
    if word[-1] in "dg":
        word = _past_and_participle(word)
    if word[-1] == "y" and len(word) > 2 and word[-2] not in "aeiou":
        word = word[:-1] + "i"
    if word[-2:] in _LAST_LETTERS:
        word = _without_suffixes(word)
    if word[-1] in "el":
        word = _final_e_and_ll(word)
    return "y" + word[1:] if first_is_y else word


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")) and word not in {"sses", "ies"}:
        return word[:-2]
    return word[:-1] if word[-2] != "s" else word


def _past_and_participle(word: str) -> str:
    if word.endswith("eed") and len(word) > 3:
        return word[:-1] if _M_ABOVE_0.match(word, 0, len(word) - 3) else word
    cut = 2 if word.endswith("ed") else 3 if word.endswith("ing") else 0
    if not cut or len(word) == cut or not _HAS_VOWEL.match(word, 0, len(word) - cut):
        return word
    word = word[:-cut]
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if _DOUBLE.search(word):
        return word[:-1]
    return word + "e" if _SHORT.match(word) else word


def _without_suffixes(word: str) -> str:
    for groups, condition in _STEPS:
        for ending, cut, replacement in groups.get(word[-2:], ()):
            if word.endswith(ending) and len(word) > len(ending):
                if condition.match(word, 0, len(word) - cut):
                    word = word[:-cut] + replacement
                break
    return word


def _final_e_and_ll(word: str) -> str:
    if word[-1] == "e" and len(word) > 1:
        stem = word[:-1]
        if _M_ABOVE_1.match(stem) or (_M_IS_1.match(stem) and not _SHORT.match(stem)):
            word = stem
    return word[:-1] if word.endswith("ll") and _M_ABOVE_1.match(word) else word
