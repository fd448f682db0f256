"""Who gets which address: no two outputs share a file, not even on a disk that ignores letter case."""

from typing import Literal

from napkin_site.core.paths import UrlPath, is_page
from napkin_site.vault.reader import OUTPUT_MARKER

ROOT_FILES = ("404.html", "index.html", "index.md", "llms.txt", "robots.txt", "rss.xml", "sitemap.xml", ".nojekyll")
"""Files we write at the root of a site; no note or attachment can have them."""
MAX_PART_BYTES = 240
"""Longest part of an address we make up; file systems stop at 255 bytes, and a suffix must fit."""

_RESERVED_PARTS = frozenset({"-", OUTPUT_MARKER, *ROOT_FILES})

Trouble = Literal["file", "above"]
"""`file`: the very place is taken; `above`: a part of the path is a file."""


class Places:
    """The files and folders of a site that are already given away."""

    def __init__(self) -> None:
        self._files: set[str] = set(ROOT_FILES) - {"index.html", "index.md"} | {OUTPUT_MARKER}
        self._folders: set[str] = set()
        self._next: dict[str, int] = {}

    def is_free(self, url: UrlPath) -> bool:
        """Say whether a page or file can have this address."""
        return self._trouble(url) is None

    def take(self, url: UrlPath) -> bool:
        """Give the address away if it is free; say whether it was."""
        if self._trouble(url):
            return False
        files = _files_of(url)
        self._files.update(files)
        above = files[0].rpartition("/")[0]
        while above and above not in self._folders:
            self._folders.add(above)
            above = above.rpartition("/")[0]
        return True

    def take_near(self, url: UrlPath) -> UrlPath:
        """Give the address away, or the nearest free one: `-2`, `-3` … after its last part."""
        wanted = clear_of_reserved(url)
        while (trouble := self._trouble(wanted)) is not None:
            if trouble == "above":
                first, slash, rest = wanted.partition("/")
                wanted = UrlPath(first + "-2" + slash + rest)
                continue
            number = self._next.get(wanted.casefold(), 1) + 1
            self._next[wanted.casefold()] = number
            other = _numbered(wanted, number)
            if self._trouble(other) is None:
                wanted = other
        self.take(wanted)
        return wanted

    def _trouble(self, url: UrlPath) -> Trouble | None:
        for path in _files_of(url):
            if path in self._files or path in self._folders:
                return "file"
        above = _files_of(url)[0].rpartition("/")[0]
        if is_page(url) and above in self._files:
            return "file"  # a page `x/` beside a file `x`: another last part will do
        while above and above not in self._folders:
            if above in self._files:
                return "above"
            above = above.rpartition("/")[0]
        return None


def clear_of_reserved(url: UrlPath) -> UrlPath:
    """Give an address whose first part is not one of ours: `-/a/` becomes `--2/a/`."""
    first, slash, rest = url.partition("/")
    if first.casefold() in _RESERVED_PARTS and (slash or not is_page(url)):
        stem, dot, extension = first.rpartition(".") if "." in first.strip(".") and not slash else (first, "", "")
        return UrlPath(f"{stem}-2{dot}{extension}{slash}{rest}")
    return url


def is_sound(url: UrlPath) -> bool:
    """Say whether an address an author made up can be a place on a disk and on the site."""
    parts = url.strip("/").split("/")
    return (
        bool(parts[0])
        and parts[0].casefold() not in _RESERVED_PARTS
        and all(
            part not in {"", ".", ".."} and len(part.encode("utf-8", "replace")) <= MAX_PART_BYTES for part in parts
        )
        and not any(letter < " " or letter == "\\" for letter in url)
        and len(url) < 1000  # whole paths end at 4,096 bytes
    )


def _files_of(url: UrlPath) -> tuple[str, ...]:
    """Give the output files an address stands for, case folded."""
    folded = url.casefold()
    return (folded + "index.html", folded + "index.md") if is_page(url) else (folded,)


def _numbered(url: UrlPath, number: int) -> UrlPath:
    if is_page(url):
        return UrlPath(f"{url[:-1]}-{number}/")
    folder, slash, name = url.rpartition("/")
    stem, dot, extension = name.rpartition(".")
    return UrlPath(f"{folder}{slash}{stem}-{number}{dot}{extension}" if stem else f"{url}-{number}")
