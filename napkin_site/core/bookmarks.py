"""Obsidian's bookmarks: a tree of files, folders, searches, addresses and groups (obsidian-spec §12)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, cast, get_args

from napkin_site.core.paths import VaultPath, file_name, name_of
from napkin_site.core.values import Value
from napkin_site.errors import ConfigError

BookmarkType = Literal["file", "folder", "search", "graph", "url", "group"]

_MOST_DEPTH = 50


class Bookmark(Value, omit_defaults=True):
    """A bookmark, or a group of them."""

    type: BookmarkType
    title: str
    """As chosen, else made of what it leads to."""
    target: str = ""
    """Vault path with `#subpath`, folder, query or address; empty for groups and graphs."""
    items: "tuple[Bookmark, ...]" = ()
    """What a group holds."""


def parse_bookmarks(source: bytes, *, path: str = "bookmarks.json") -> tuple[Bookmark, ...]:
    """Read `bookmarks.json`: `{"items": […]}`, or a bare list (repair 9). Unknown types and keys are left out.

    Raises:
        ConfigError: it cannot be read, so it must not be taken for empty (repair 4).
    """
    try:
        data = json.loads(source.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise _unreadable(f"it is not JSON: {error}", path) from error
    items = data.get("items") if isinstance(data, dict) else data
    if not isinstance(items, list):
        raise _unreadable("it holds no list of `items`", path)
    return tuple(_bookmarks(items, _MOST_DEPTH))


def flatten(bookmarks: Sequence[Bookmark]) -> tuple[Bookmark, ...]:
    """List every bookmark that is no group, in the order of the tree."""
    found: list[Bookmark] = []
    for bookmark in bookmarks:
        found.extend(flatten(bookmark.items) if bookmark.type == "group" else (bookmark,))
    return tuple(found)


def _bookmarks(items: Sequence[Any], depth: int) -> Iterator[Bookmark]:
    for item in items:
        if isinstance(item, dict) and item.get("type") in get_args(BookmarkType):
            kind = cast("BookmarkType", item["type"])
            target = _target(kind, item)
            inner = item.get("items") if kind == "group" and depth else None
            yield Bookmark(
                type=kind,
                title=_text(item, "title") or _title(kind, item),
                target=target,
                items=tuple(_bookmarks(inner, depth - 1)) if isinstance(inner, list) else (),
            )


def _target(kind: BookmarkType, item: Mapping[str, Any]) -> str:
    if kind == "file":
        subpath = _text(item, "subpath")
        return _text(item, "path") + (f"#{subpath.removeprefix('#')}" if subpath else "")
    return _text(item, {"folder": "path", "search": "query", "url": "url"}.get(kind, ""))


def _title(kind: BookmarkType, item: Mapping[str, Any]) -> str:
    """Make up a title: file name, `name > heading`, folder name, query, address (obsidian-spec §12)."""
    if kind == "file":
        parts = (part.strip() for part in _text(item, "subpath").split("#"))
        return " > ".join((name_of(VaultPath(_text(item, "path"))), *filter(None, parts)))
    if kind == "folder":
        return file_name(VaultPath(_text(item, "path").rstrip("/"))) or "/"
    return _target(kind, item) or kind.capitalize()


def _text(item: Mapping[str, Any], key: str) -> str:
    value = item.get(key)
    return value if isinstance(value, str) else ""


def _unreadable(reason: str, path: str) -> ConfigError:
    return ConfigError(f"the bookmarks cannot be read: {reason}", path=path, hint="Mend the file, or move it away.")
