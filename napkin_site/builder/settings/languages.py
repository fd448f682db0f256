"""Languages the theme has words for."""

import re

_WITH_WORDS = {
    tag.lower(): tag
    for tag in (
        "af ar az be bg bn ca cs cy da de el en eo es et eu fa fi fr gl he hi hr hu hy id is it ja ka kn ko ku-IQ lb "
        "lt lv mk mn ms my nb nl nn pl pt pt-BR ro ru sa sh si sk sl sq sr sv ta te th tl tr uk ur uz vi zh zh-Hant "
        "zh-TW"
    ).split()
}
"""Tags of the languages of Material for MkDocs, by their lower-case form."""
_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")


def is_language(tag: str) -> bool:
    """Tell whether a text has the form of a language tag: `de`, `pt-BR`, `zh-Hant-TW` (BCP 47)."""
    return _TAG.fullmatch(tag) is not None


def theme_language(tag: str) -> str:
    """Give the nearest language the theme has words for, letter case aside; empty for none."""
    parts = tag.lower().split("-")
    shorter = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((_WITH_WORDS[name] for name in shorter if name in _WITH_WORDS), "nb" if parts[0] == "no" else "")


def meant_language(text: str) -> str:
    """Give the tag that was most likely meant, such as `pt-BR` for `pt_BR`, `en` for `english`; empty for none."""
    return theme_language(text.strip().replace("_", "-")) or _WITH_WORDS.get(text.strip().lower()[:2], "")
