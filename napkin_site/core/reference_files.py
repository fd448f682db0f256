"""References to files in what is not a note: canvases, bases and Obsidian's bookmarks. Only the references change."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

import yaml

from napkin_site.core.paths import FolderPath, VaultPath, vault_path

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BASE_CALL = re.compile(r"""\b(link|file|hasLink|inFolder)\(\s*(["'])((?:(?!\2)[^\n\\])*)\2""")
_BASE_PATH = re.compile(r"""\bfile\.(path|folder)\s*(?:==|!=)\s*(["'])((?:(?!\2)[^\n\\])*)\2""")
_WIKILINK = re.compile(r"\[\[([^\[\]|#\n]+)")

NewText = Callable[[str], str | None]
"""Gives the new form of a text, or None when it stays."""


class MovedPaths:
    """Where files and folders go."""

    def __init__(self, files: Mapping[VaultPath, VaultPath], folders: Mapping[FolderPath, FolderPath]) -> None:
        self._files = {path.lower(): to for path, to in files.items()}
        self._folders = {folder.lower(): to for folder, to in folders.items()}

    def path(self, text: str) -> str | None:
        """Give the new path of a file or folder named by its whole path; None when it stays."""
        found = self._files.get(vault_path(text).lower())
        return found if found is not None else self.folder(text)

    def folder(self, text: str) -> str | None:
        """Give the new path of a folder, or of what lies in one that moves; None when it stays."""
        path = vault_path(text)
        folded = path.lower()
        for above, to in self._folders.items():
            if folded == above:
                return to
            if folded.startswith(f"{above}/"):
                return to + path[len(above) :]
        return None


def is_json(source: bytes) -> bool:
    """Tell whether a file is JSON, perhaps behind a byte order mark."""
    try:
        json.loads(source.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return True


def rewrite_json(
    source: bytes, keys: Iterable[str], *, path: NewText, text: NewText | None = None
) -> tuple[bytes, int]:
    """Rewrite paths in a JSON file, every other byte untouched; what is not JSON is left as it is.

    Args:
        source: the file.
        keys: names whose values are paths.
        path: gives the new form of such a value.
        text: gives the new form of the value of a name `text`, which is Markdown; None leaves them alone.

    Returns:
        The new bytes, and how many references changed.
    """
    if not is_json(source):
        return source, 0
    shown = source.decode()
    names = frozenset(keys)
    tokens = list(_STRING.finditer(shown))
    edits: list[tuple[int, int, str]] = []
    for name, value in pairwise(tokens):
        if shown[name.end() : value.start()].strip() != ":":
            continue
        key = json.loads(name[0])
        change = path if key in names else text if key == "text" else None
        if change is None:
            continue
        new = change(json.loads(value[0]))
        if new is not None:
            edits.append((value.start(), value.end(), json.dumps(new, ensure_ascii="\\u" in value[0])))
    for start, end, new in reversed(edits):
        shown = shown[:start] + new + shown[end:]
    return shown.encode(), len(edits)


def rewrite_base(
    source: bytes, *, link: NewText, moved: MovedPaths, left: Callable[[str], None] | None = None
) -> tuple[bytes, int]:
    """Rewrite paths in the expressions of a base: in `link("…")` and its like, in comparisons, in `[[links]]`.

    Args:
        source: the file.
        link: gives the new form of a link's path.
        moved: where files and folders go.
        left: is told each reference that its quotes do not let be written anew.

    Returns:
        The new bytes, and how many references changed.
    """
    try:
        shown = source.decode()
    except UnicodeDecodeError:
        return source, 0
    edits: dict[tuple[int, int], str] = {}
    for match in _BASE_CALL.finditer(shown):
        new = moved.folder(match[3]) if match[1] == "inFolder" else link(match[3])
        if new is not None:
            edits[match.span(3)] = new
    for match in _BASE_PATH.finditer(shown):
        new = moved.folder(match[3]) if match[1] == "folder" else moved.path(match[3])
        if new is not None:
            edits[match.span(3)] = new
    for match in _WIKILINK.finditer(shown):
        new = link(match[1])
        if new is not None and not any(start <= match.start(1) < end for start, end in edits):
            edits[match.span(1)] = new
    quoted = _single_quoted(shown)
    count = 0
    for (start, end), new in sorted(edits.items(), reverse=True):
        holder = next((span for span in quoted if span[0] < start < span[1]), None)
        if "'" in new and shown[start - 1] == "'" and (holder is None or start - 1 != holder[0]):
            if left is not None:
                left(shown[start:end])
            continue
        count += 1
        shown = shown[:start] + (new if holder is None else new.replace("'", "''")) + shown[end:]
    return shown.encode(), count


def _single_quoted(text: str) -> list[tuple[int, int]]:
    """Give where values in single quotes stand in YAML; nowhere when it cannot be read."""
    if "'" not in text:
        return []
    try:
        tokens = list(yaml.scan(text, Loader=yaml.CSafeLoader))
    except yaml.YAMLError:
        return []
    return [
        (token.start_mark.index, token.end_mark.index)
        for token in tokens
        if isinstance(token, yaml.ScalarToken) and token.style == "'"
    ]
