"""How a link's path is written, and written anew when its file moves: shortest where it was short, encoded in kind.

Rules: obsidian-spec §2.1, §2.2, §2.4; a name alone where it is unique, else the path from the root, as Obsidian does.
"""

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from napkin_site.core.link_paths import LinkResolver, join_path
from napkin_site.core.model import LinkFormat
from napkin_site.core.paths import FolderPath, VaultPath, file_name, folder_of, nfc
from napkin_site.core.syntax.tree import Link

Kind = Literal["wikilink", "markdown", "angle", "html"]

_HASH = re.compile(rb"#|%23")
_HIGH_ESCAPE = re.compile(rb"%[89A-Fa-f][0-9A-Fa-f]")
_NOT_IN_WIKILINK = re.compile(r"[#|\n\r]|\[\[|\]\]|%%")


class Names:
    """The files of a vault, to write links to them."""

    def __init__(self, paths: Iterable[VaultPath]) -> None:
        files = tuple(paths)
        self.resolver = LinkResolver(files)
        self._counts = Counter(file_name(path).lower() for path in files)

    def path_text(
        self,
        old: str,
        target: VaultPath,
        source: VaultPath,
        *,
        link_format: LinkFormat = "shortest",
        is_formatted: bool = False,
    ) -> str | None:
        """Write a path that leads from `source` to `target`, in the style of the old one.

        Args:
            old: the path text as it was, decoded.
            target: where it is to lead.
            source: where it stands.
            link_format: how the vault's links are written where the old path does not tell.
            is_formatted: the old path was written in that way (`is_in_format`), and the new one is to be.

        Returns:
            The text, or None when no text leads there.
        """
        whole = shown_path(target, has_extension=old[-3:].lower() == ".md")
        if is_formatted and link_format == "relative":
            candidates = [*_relatives(folder_of(source), whole), f"/{whole}"]
        elif is_formatted and link_format == "absolute":
            candidates = [whole, target, f"/{whole}"]
        else:
            candidates = [*self._candidates(old, target, source, whole, link_format)]
        doubtful = None
        for text in candidates:
            found = self.resolver.resolve_path(text, source)
            if found.path == target:
                if not found.others:
                    return text
                doubtful = doubtful or text
        return doubtful

    def _candidates(
        self, old: str, target: VaultPath, source: VaultPath, whole: str, link_format: LinkFormat
    ) -> Iterator[str]:
        if old.startswith(("./", "../")):
            yield _relative(folder_of(source), whole)
        elif not old.startswith("/"):
            parts = whole.split("/")
            if "/" not in old:
                if self._counts[file_name(target).lower()] == 1:
                    yield parts[-1]
                if link_format == "relative":
                    yield from _relatives(folder_of(source), whole)
            else:
                # As many parts as before, or as many more as it takes; the whole path comes last anyway.
                for count in range(min(old.count("/") + 1, len(parts)), len(parts)):
                    yield "/".join(parts[-count:])
            yield whole
            yield str(target)
        yield f"/{whole}"
        yield f"/{target}"


def is_in_format(text: str, target: VaultPath, source: VaultPath, link_format: LinkFormat) -> bool:
    """Tell whether a path is what a vault's format makes of a link, and not a name or the end of a path alone.

    With `shortest` that is never so: any text that leads there is as good.

    Args:
        text: the path text, decoded.
        target: where it leads.
        source: where it stands.
        link_format: the vault's.
    """
    if link_format == "shortest":
        return False
    path = join_path(folder_of(source) if link_format == "relative" else FolderPath(""), nfc(text))
    return path is not None and path.lower() in (target.lower(), shown_path(target, has_extension=False).lower())


def shown_path(target: VaultPath, *, has_extension: bool) -> str:
    """Give a path as links have it: notes without `.md`, unless the link had it."""
    return target if has_extension or target[-3:].lower() != ".md" else target[:-3]


def link_kind(source: bytes, link: Link) -> Kind:
    """Tell in which way a link's target is written."""
    if link.syntax == "markdown":
        return "angle" if source[link.target_span[0] - 1 : link.target_span[0]] == b"<" else "markdown"
    return link.syntax


def split_raw(raw: bytes, kind: Kind) -> tuple[bytes, bytes]:
    """Split a target as written into path and fragment, the mark between them with the fragment."""
    match = _HASH.search(raw) if kind != "wikilink" else re.search(rb"#", raw)
    place = match.start() if match is not None else len(raw)
    return raw[:place], raw[place:]


def write_path(text: str, old: bytes, kind: Kind) -> bytes | None:
    """Write a path, or a fragment, as a link of that kind has it; None when a wikilink cannot hold it.

    Args:
        text: plain text.
        old: what stood there, as written: escapes are used where it used them.
        kind: the way of writing.
    """
    if kind == "wikilink":
        if _NOT_IN_WIKILINK.search(text):
            return None
        kept = old.decode("utf-8", "replace")
        lead = kept[: len(kept) - len(kept.lstrip())]
        tail = kept[len(kept.rstrip()) :] if kept.strip() else ""
        return f"{lead}{text}{tail}".encode()
    encodes_high = _HIGH_ESCAPE.search(old) is not None
    encodes_blank = kind != "angle" or b"%20" in old
    has_even_brackets = _is_balanced(text)
    written = "".join(
        _escape(character)
        if character in '%<>\\"#'
        or (character == " " and encodes_blank)
        or (character in "()" and kind == "markdown" and not has_even_brackets)
        or (not character.isascii() and encodes_high)
        or not character.isprintable()
        else character
        for character in text
    )
    return (html.escape(written) if kind == "html" else written).encode()


def _escape(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())


def _is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


def _relatives(folder: str, target: str) -> Iterator[str]:
    """Write a path from a folder as Obsidian does, without `./`; with it should the first lead elsewhere."""
    dotted = _relative(folder, target)
    yield dotted.removeprefix("./")
    yield dotted


def _relative(folder: str, target: str) -> str:
    here = folder.split("/") if folder else []
    there = target.split("/")
    common = 0
    while common < min(len(here), len(there) - 1) and here[common] == there[common]:
        common += 1
    up = "../" * (len(here) - common)
    down = "/".join(there[common:])
    return up + down if up else f"./{down}"
