"""The folder and glob lists of the settings `include` and `exclude`.

An entry without a wildcard names a folder or a file by its path from the vault's root; an entry with one is a glob,
from the root when it has a `/` inside, else of the file's name at any depth. Letter case does not count, as nowhere
in a vault (obsidian-spec §1.5).
"""

import re
import unicodedata
from collections.abc import Iterable

_WILD = re.compile(r"[*?\[]")
_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?|\[!?[^\]/]+\]|[^*?\[]+|\[")


class PathList:
    """Entries of one list, ready to be asked about paths."""

    def __init__(self, entries: Iterable[str]) -> None:
        self.entries = tuple(entries)
        self._places: dict[str, str] = {}
        self._globs: list[tuple[str, re.Pattern[str]]] = []
        for entry in self.entries:
            text = _fold(entry).strip().removeprefix("./").lstrip("/")
            bare = _folder_text(text)
            if bare:
                self._places.setdefault(bare, entry)
            elif _WILD.search(text):
                self._globs.append((entry, _glob(text)))

    def __bool__(self) -> bool:
        return bool(self._places or self._globs)

    def folder_of(self, path: str) -> str | None:
        """Give the entry that names a folder around `path`; None when none does."""
        text = _fold(path)
        end = text.rfind("/")
        while end > 0:
            entry = self._places.get(text[:end])
            if entry is not None:
                return entry
            end = text.rfind("/", 0, end)
        return None

    def file_of(self, path: str) -> str | None:
        """Give the entry that names `path` itself, by its path or by a glob; None when none does."""
        text = _fold(path)
        entry = self._places.get(text) or self._places.get(text.removesuffix(".md"))
        if entry is not None:
            return entry
        return next((entry for entry, glob in self._globs if glob.fullmatch(text)), None)

    def match(self, path: str) -> str | None:
        """Give an entry that covers `path`; None when none does."""
        return self.file_of(path) or self.folder_of(path) if self else None


def _fold(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _folder_text(text: str) -> str:
    """Give the folder or file an entry names without a wildcard (`A/**` names `A`); empty when it is a true glob."""
    bare = re.sub(r"(/\*\*?)+$", "", text).rstrip("/")
    return "" if _WILD.search(bare) else bare


def _glob(text: str) -> re.Pattern[str]:
    pattern = "" if "/" in text.rstrip("/") else "(?:.*/)?"
    for token in _TOKEN.findall(text):
        if token == "**/":  # noqa: S105 -- a piece of a glob
            pattern += "(?:.*/)?"
        elif token == "**":  # noqa: S105 -- a piece of a glob
            pattern += ".*"
        elif token == "*":  # noqa: S105 -- a piece of a glob
            pattern += "[^/]*"
        elif token == "?":  # noqa: S105 -- a piece of a glob
            pattern += "[^/]"
        elif token.startswith("[") and len(token) > 1:
            inside = token[1:-1].replace("\\", "\\\\").replace("[", "\\[")
            pattern += "[^" + inside[1:] + "]" if inside.startswith("!") else "[" + inside.replace("^", "\\^") + "]"
        else:
            pattern += re.escape(token)
    try:
        return re.compile(pattern.rstrip("/") + "(?:/.*)?", re.DOTALL)
    except re.error:
        return re.compile(re.escape(text), re.DOTALL)
