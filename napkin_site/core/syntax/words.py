"""Counting words (obsidian-spec §14): CJK text has no spaces, so each of its characters counts."""

import re
from collections.abc import Iterable

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+(?:['’.,_-][^\W{_CJK}]+)*")
_ASCII_WORD = re.compile(r"\w+(?:['.,_-]\w+)*", re.ASCII)


def count_words(texts: Iterable[str]) -> int:
    """Count the words of some texts."""
    text = " ".join(texts)
    return len((_ASCII_WORD if text.isascii() else _WORD).findall(text))
