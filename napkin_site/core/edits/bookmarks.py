"""Adds to Obsidian's bookmarks (obsidian-spec §12); every byte that is there stays as it was."""

import json
from collections.abc import Mapping
from typing import Any, Literal

from napkin_site.core.bookmarks import parse_bookmarks
from napkin_site.core.edits.json_text import add_item, indent_of, members, newline_of, read_json, to_bytes
from napkin_site.core.values import Value
from napkin_site.errors import ConfigError, EditError, UsageError


class NewBookmark(Value, omit_defaults=True):
    """A bookmark that is to be added; its fields stand in the file in this order."""

    type: Literal["file", "folder", "search", "url"]
    ctime: int
    """When it was made, in milliseconds since the epoch."""
    path: str = ""
    """Of a file or folder, from the vault's root."""
    subpath: str = ""
    """Heading or block of the file, with `#` before it."""
    query: str = ""
    url: str = ""
    title: str = ""
    """Empty: Obsidian makes one up."""


def new_bookmark(
    *,
    ctime: int,
    file: str = "",
    subpath: str = "",
    folder: str = "",
    search: str = "",
    url: str = "",
    title: str = "",
) -> NewBookmark:
    """Make a bookmark of what a caller says; `#` is put before the subpath where it is missing.

    Raises:
        UsageError: nothing is said that it leads to, or more than one thing; or a subpath without a file.
    """
    given = {
        name: value for name, value in (("file", file), ("folder", folder), ("search", search), ("url", url)) if value
    }
    if len(given) != 1:
        what = (
            "nothing is said that the bookmark leads to"
            if not given
            else f"a bookmark is no {' and '.join(given)} at once"
        )
        raise UsageError(what, hint="Give one of file, folder, search and url.")
    if subpath and not file:
        raise UsageError("a subpath is a part of a file, and no file is named", hint="Name the file, too.")
    part = f"#{subpath.removeprefix('#')}" if subpath else ""
    if file:
        return NewBookmark(type="file", ctime=ctime, path=file, subpath=part, title=title)
    if folder:
        return NewBookmark(type="folder", ctime=ctime, path=folder, title=title)
    if search:
        return NewBookmark(type="search", ctime=ctime, query=search, title=title)
    return NewBookmark(type="url", ctime=ctime, url=url, title=title)


def add_bookmark(source: bytes | None, entry: Mapping[str, Any], *, path: str = "bookmarks.json") -> bytes:
    """Add an entry behind the others.

    Args:
        source: the file; None where there is none. `{"items": […]}` and a bare list are both read, and the first is
            written (repair 9).
        entry: its keys, as they are to stand in the file.
        path: the file's name for messages.

    Raises:
        ConfigError: the file cannot be read, so nothing can be added to it (repair 4).
        EditError: the entry is no valid Unicode.
    """
    if source is None or not source.removeprefix(b"\xef\xbb\xbf").strip():
        return to_bytes(json.dumps({"items": [entry]}, ensure_ascii=False, indent=2) + "\n")
    parse_bookmarks(source, path=path)
    try:
        read = read_json(source, "the bookmarks file")
    except EditError as error:
        raise ConfigError(error.message, path=path, line=error.line, hint=error.hint) from None
    text, root = read.text, read.root
    if isinstance(read.data, list):
        text = _as_items(text, root)
    there = [member.value.start for member in members(text, root) if member.name == "items"]
    return to_bytes(add_item(text, there[-1], entry, depth=1))


def _as_items(text: str, root: int) -> str:
    """Write a bare list as the `items` of an object, each item as it is."""
    end = len(text.rstrip())
    listed, tail = text[root:end], text[end:]
    if "\n" not in listed:
        return f'{text[:root]}{{"items": {listed}}}{tail}'
    unit, newline = indent_of(text), newline_of(text)
    moved_in = listed.replace("\n", "\n" + unit)  # no text in JSON holds a line break as it is
    return f'{text[:root]}{{{newline}{unit}"items": {moved_in}{newline}}}{tail}'
