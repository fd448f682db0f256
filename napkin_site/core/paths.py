"""The kinds of path, and the only place that converts between them.

A vault path names a file in the vault, a URL path names a page or file of the site, a relative
URL stands in an `href`, an anchor is an element's `id`. They never mix.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NewType, cast
from urllib.parse import quote

VaultPath = NewType("VaultPath", str)
"""A file in the vault: `/` between parts, no leading slash, NFC, letter case as on disk."""

FolderPath = NewType("FolderPath", str)
"""A folder in the vault, like a `VaultPath`; the empty string is the vault's root."""

UrlPath = NewType("UrlPath", str)
"""A place on the site, from its root, not percent-encoded, no leading slash.

A page ends in `/` (`Company/About+us/`; the home page is the empty string), a file does not.
"""

RelUrl = NewType("RelUrl", str)
"""A percent-encoded reference from one page to another place on the site, fit for an `href`.

It holds no quote, ampersand or angle bracket, so it needs no further escaping in an attribute.
"""

Anchor = NewType("Anchor", str)
"""The `id` of an element on a page, without the `#`, not percent-encoded."""

RESERVED = "-/"
"""Under this URL path stand generated pages and data, never a note (decision 23)."""

_PATH_SAFE = "/+@,;=~!$()*"
_FRAGMENT_SAFE = "/?:@,;=~!$()*+"
_ALL_SAFE = re.compile(r"[A-Za-z0-9_.~/+@,;=!$()*-]*", re.ASCII)
"""What needs no percent-encoding anywhere; nearly every address is so, and matching costs a tenth of encoding."""


def vault_path(text: str) -> VaultPath:
    """Make a vault path from text in any Unicode form; slashes at its ends are dropped."""
    return VaultPath(nfc(text).strip("/"))


def folder_path(text: str) -> FolderPath:
    """Make a folder path from text in any Unicode form; slashes at its ends and a lone `.` are dropped."""
    folder = nfc(text).strip("/")
    return FolderPath("" if folder == "." else folder)


def folder_of(path: VaultPath | FolderPath) -> FolderPath:
    """Give the folder a file or folder stands in; the root's own is the root."""
    return FolderPath(path.rpartition("/")[0])


def file_name(path: VaultPath | FolderPath) -> str:
    """Give the last part of a path, extension included."""
    return path.rpartition("/")[2]


def name_of(path: VaultPath) -> str:
    """Give a note's name: its file name without `.md` (obsidian-spec §1.7); other files keep their extension."""
    name = file_name(path)
    return name[:-3] if name[-3:].lower() == ".md" else name


def ancestors_of(path: VaultPath | FolderPath) -> tuple[FolderPath, ...]:
    """List every folder above a path, nearest first, the root last."""
    found: list[FolderPath] = []
    rest = str(path)
    while rest:
        rest = rest.rpartition("/")[0]
        found.append(FolderPath(rest))
    return tuple(found)


def note_url(path: VaultPath) -> UrlPath:
    """Give the page address of a note, base or canvas, in the style of Obsidian Publish.

    The vault path without `.md`, spaces as `+`, letter case kept (obsidian-spec §13).
    """
    stem = path[:-3] if path[-3:].lower() == ".md" else path
    return UrlPath(stem.replace(" ", "+") + "/")


def folder_url(folder: FolderPath) -> UrlPath:
    """Give the page address of a folder; the root's is the home page."""
    return UrlPath(folder.replace(" ", "+") + "/" if folder else "")


def file_url(path: VaultPath) -> UrlPath:
    """Give the address of an attachment: its vault path, so that a saved copy keeps its name."""
    return UrlPath(path)


def tag_url(slug: str) -> UrlPath:
    """Give the page address of a tag, from its lower-case slug such as `area/topic`."""
    return UrlPath(f"{RESERVED}tags/{slug.lower()}/")


def permalink_url(text: str) -> UrlPath:
    """Make a page address from a `permalink` or an old path: spaces as `+`, no outer slashes, no `.` or `..`."""
    clean = "/".join(part for part in nfc(text).strip().replace(" ", "+").split("/") if part not in ("", ".", ".."))
    return UrlPath(clean + "/" if clean else "")


def is_page(url: UrlPath) -> bool:
    """Tell whether an address is a page's rather than a file's."""
    return not url or url.endswith("/")


def quote_url(url: UrlPath) -> str:
    """Percent-encode an address, without making it relative."""
    if _ALL_SAFE.fullmatch(url):
        return url
    return quote(url, safe=_PATH_SAFE, errors="surrogateescape")


def quote_fragment(fragment: str) -> str:
    """Percent-encode what follows the `#` of a reference."""
    if _ALL_SAFE.fullmatch(fragment):
        return fragment
    return quote(fragment, safe=_FRAGMENT_SAFE, errors="surrogateescape")


def relative_url(page: UrlPath, target: UrlPath, fragment: str = "") -> RelUrl:
    """Give the reference that leads from a page to a place on the site.

    Args:
        page: where the reference stands.
        target: where it leads; the page itself gives `#fragment`, or `./` without one.
        fragment: an anchor or such as `page=3`, not yet encoded; empty for none.
    """
    tail = "#" + quote_fragment(fragment) if fragment else ""
    if page == target:
        if tail:
            return RelUrl(tail)
        return RelUrl(quote_url(UrlPath(target.rpartition("/")[2])) or "./")
    folder = page[: page.rfind("/") + 1]
    up = ""
    while not target.startswith(folder):
        folder = folder[: folder.rfind("/", 0, -1) + 1]
        up += "../"
    down = quote_url(UrlPath(target[len(folder) :]))
    return RelUrl((up + down or "./") + tail)


class References:
    """Gives references from pages to places on the site, as `relative_url` does.

    An address is percent-encoded once for all pages: what the end of it is encoded to is the end of what all of it is.
    """

    def __init__(self) -> None:
        self._encoded: dict[UrlPath, str] = {}
        self._ways: dict[str, tuple[tuple[str, int, str], ...]] = {}

    def of(self, page: UrlPath) -> Callable[[UrlPath], RelUrl]:
        """Give what finds the reference from a page to a place."""
        own = page[: page.rfind("/") + 1]
        above = own[: own.rfind("/", 0, -1) + 1]
        ways = self._ways.get(above)
        if ways is None:
            ways = self._ways[above] = tuple(_ways_up(above))
        top = own[: own.find("/") + 1]
        width, to_root = len(top), "../" * own.count("/")
        encoded = self._encoded

        def reference(target: UrlPath) -> str:
            whole = encoded.get(target)
            if whole is None:
                whole = encoded[target] = quote_url(target)
            if target[:width] != top:  # most are: a slice takes half the time of `startswith`
                return to_root + whole
            if target.startswith(own):  # the page itself, or inside it
                return relative_url(page, target)
            for folder, length, up in ways:
                if target.startswith(folder):
                    return up + whole[length:]
            raise AssertionError("every address starts with the empty one")

        return cast("Callable[[UrlPath], RelUrl]", reference)  # once, not for every reference


def _ways_up(folder: str) -> Iterator[tuple[str, int, str]]:
    """List a folder's address and those above it, each with its encoded length and the way there from a page in it."""
    up = "../"
    while folder:
        yield folder, len(quote_url(UrlPath(folder))), up
        folder = folder[: folder.rfind("/", 0, -1) + 1]
        up += "../"
    yield "", 0, up


def nfc(text: str) -> str:
    """Compose a text as Unicode NFC, the form in which paths and link texts are compared (obsidian-spec §1.5)."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)
