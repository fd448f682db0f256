"""The vault as frozen values: what every reader (builder, index, command line) works on."""

from collections.abc import Mapping
from typing import Literal

from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.core.problems import Problem
from napkin_site.core.properties import Property
from napkin_site.core.syntax.tree import NoteFacts
from napkin_site.core.values import Value

LinkFormat = Literal["shortest", "relative", "absolute"]
"""How Obsidian writes the path of a new link: a name where it is unique, from the note's folder, or from the root."""

FileKind = Literal["note", "base", "canvas", "image", "audio", "video", "pdf", "other"]


class FileTimes(Value):
    """Times and size of a file, pinned by the caller where output must be reproducible."""

    size: int
    """Bytes."""
    created_ns: int
    """Nanoseconds since the epoch, UTC."""
    modified_ns: int


class VaultFile(Value):
    """A file of the vault that is not a note."""

    path: VaultPath
    kind: FileKind
    times: FileTimes
    is_excluded: bool = False
    """True under `userIgnoreFilters`: linkable, but not in search, graph, tags or bases (obsidian-spec §1.11)."""


class Note(Value):
    """A Markdown file, without its body."""

    path: VaultPath
    name: str
    """File name without `.md`."""
    facts: NoteFacts
    properties: tuple[Property, ...]
    """Typed by `types.json` and inference, in file order."""
    tags: tuple[str, ...]
    """Front matter and body tags together, without `#`, one spelling each, in order of first appearance."""
    aliases: tuple[str, ...]
    times: FileTimes
    digest: str
    """Hex content hash of the file's bytes."""
    is_excluded: bool = False


class ObsidianSettings(Value):
    """What the `.obsidian` folder says that matters to a reader (obsidian-spec §1.10)."""

    strict_line_breaks: bool = False
    show_inline_title: bool = True
    readable_line_length: bool = True
    properties_in_document: Literal["visible", "hidden", "source"] = "visible"
    show_unsupported_files: bool = False
    ignore_filters: tuple[str, ...] = ()
    link_format: LinkFormat = "shortest"
    """For links that are written; every format is read."""
    property_types: dict[str, str] = {}
    daily_folder: str = ""
    daily_format: str = "YYYY-MM-DD"
    daily_template: str = ""
    """The note that new daily notes begin as, as Obsidian names it; empty when none is chosen."""
    has_daily_notes: bool = False
    templates_folder: str = ""
    template_date_format: str = "YYYY-MM-DD"
    """What `{{date}}` in a template means."""
    template_time_format: str = "HH:mm"


class Vault(Value):
    """A snapshot of a vault: frozen, complete, and enough to plan a site from."""

    name: str
    settings: ObsidianSettings
    notes: Mapping[VaultPath, Note]
    """By path, in path order."""
    files: Mapping[VaultPath, VaultFile]
    """Everything that is not a note, by path, in path order."""
    folders: tuple[FolderPath, ...]
    """Every folder that holds something, ancestors included, sorted; the root is not listed."""
    problems: tuple[Problem, ...] = ()
    """What reading found: bad encodings, unreadable front matter, special files, symlink loops."""
