"""Attachments that nothing uses."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

from napkin_site.builder.checks.found import Found, finding
from napkin_site.builder.planning.reach import bare_target, cover_texts, extension_of
from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.model import Vault, VaultFile
from napkin_site.core.paths import VaultPath, file_name
from napkin_site.core.problems import Severity

_ATTACHMENTS = frozenset({"image", "audio", "video", "pdf"})
_NAMES_FILES = frozenset({"canvas", "base", "css", "htm", "html", "svg", "js", "json"})
"""Extensions of files that may name others."""
_MAX_BYTES = 4_000_000


def find_orphan_files(
    vault: Vault,
    resolver: LinkResolver,
    index: LinkIndex,
    read_file: Callable[[VaultPath], bytes],
    *,
    used: tuple[str, ...] = (),
) -> Iterator[Found]:
    """Find pictures, recordings and PDFs that no note, property, canvas, base or web file names, in path order.

    Args:
        vault: the snapshot.
        resolver: knows every file.
        index: the vault's links.
        read_file: a file's bytes; empty when it cannot be read.
        used: paths that the settings name.
    """
    reached = {*index.back, *(path for text in used if (path := resolver.exact(text.strip("/"))))}
    orphans = [file for path, file in vault.files.items() if path not in reached and _is_attachment(file)]
    if not orphans:
        return
    reached.update(_named_in_properties(vault, resolver))
    texts = [
        text
        for path, file in vault.files.items()
        if extension_of(path) in _NAMES_FILES and file.times.size <= _MAX_BYTES and (text := read_file(path))
    ]
    for file in orphans:
        if file.path not in reached and not _is_named(file_name(file.path), texts):
            yield finding(
                Severity.INFO,
                "orphan-attachment",
                "no note, canvas or base uses this file",
                path=file.path,
                hint="Embed it somewhere, or remove it.",
                about="file",
            )


def _is_attachment(file: VaultFile) -> bool:
    return file.kind in _ATTACHMENTS and not file_name(file.path).lower().startswith("favicon")


def _named_in_properties(vault: Vault, resolver: LinkResolver) -> Iterator[VaultPath]:
    """Yield the files that properties name as plain text, such as `banner: Pictures/hill.jpg`."""
    for path, note in vault.notes.items():
        texts = [*cover_texts(note), *(bare_target(text) for text in _strings(note.facts.properties))]
        for text in texts:
            target = resolver.resolve_path(text.strip("/"), path).path if "." in text else None
            if target is not None:
                yield target


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item)


def _is_named(name: str, texts: list[bytes]) -> bool:
    spellings = {name.encode(), quote(name).encode(), name.encode("ascii", "backslashreplace")}
    return any(spelling in text for text in texts for spelling in spellings)
