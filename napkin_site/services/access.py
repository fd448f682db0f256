"""A vault, opened for one request: its settings, file names, one note, or the whole snapshot, loaded when asked for."""

import hashlib
import os
import stat
from collections.abc import Collection
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from napkin_site.core.paths import VaultPath, nfc
from napkin_site.core.references import check_inside, not_found, resolve_reference
from napkin_site.core.values import Value
from napkin_site.errors import NotFoundError, UsageError
from napkin_site.vault.config import Config, load_config
from napkin_site.vault.ignore import SKIPPED_FOLDERS, IgnoreRules, load_ignore_rules
from napkin_site.vault.locate import VaultLocation
from napkin_site.vault.reader import FileWalk, Scan, read_file, scan_vault, shown_paths, walk_files, walk_names

if TYPE_CHECKING:
    from napkin_site.core.links import LinkIndex, LinkResolver
    from napkin_site.core.syntax.tree import Link, NoteSyntax
    from napkin_site.index.parsing import Hands
    from napkin_site.index.snapshot import Look, Snapshot

_BOM = b"\xef\xbb\xbf"


class FileSource(Value):
    """A text file as it is on disk at this moment."""

    path: VaultPath
    source: bytes
    modified_ns: int
    """Nanoseconds since the epoch, UTC."""

    @property
    def etag(self) -> str:
        """Hex SHA-256 of the bytes: what a change may be made conditional on."""
        return hashlib.sha256(self.source).hexdigest()

    @property
    def text(self) -> str:
        """The text without a byte order mark; what is no UTF-8 is replaced."""
        return self.source.removeprefix(_BOM).decode("utf-8", "replace")


class VaultAccess:
    """One vault at one moment. Make a new one for each request: what was loaded stays as it was."""

    def __init__(
        self,
        location: VaultLocation,
        *,
        config: Config | None = None,
        state_dir: Path | None = None,
        earlier: "VaultAccess | None" = None,
        workers: int = 1,
    ) -> None:
        """Open a vault; nothing is read yet but its settings.

        Args:
            location: where it is.
            config: its settings; None reads them.
            state_dir: where the index is kept; None keeps it in memory.
            earlier: what an earlier request loaded, to be used again as far as nothing changed since.
            workers: how many processes parse, where many notes are to be parsed; 0 is one for each core.
        """
        self.location = location
        self.config = load_config(location) if config is None else config
        self.state_dir = state_dir
        self.workers = workers
        self._earlier = earlier

    @cached_property
    def walk(self) -> FileWalk:
        """Every file with its size and times, as a walk has just seen it."""
        return walk_files(self.location, self._rules, prune=self._prune)

    @cached_property
    def paths(self) -> dict[VaultPath, str]:
        """Every file of the vault, sorted -> the same as spelt on disk, relative to the root."""
        if "walk" in self.__dict__:
            return shown_paths(path for path, _ in self.walk.files)
        return shown_paths(walk_names(self.location, self._rules, prune=self._prune))

    @cached_property
    def scan(self) -> Scan:
        """Every file with its kind, size and times, and the folders."""
        if "look" in self.__dict__:
            return self.look.scan
        return scan_vault(self.location, self._rules, self.config.obsidian, prune=self._prune)

    @cached_property
    def look(self) -> "Look":
        """The same, as the index needs it."""
        from napkin_site.index.snapshot import look_at

        return look_at(self.location, self.config, state_dir=self.state_dir)

    @cached_property
    def snapshot(self) -> "Snapshot":
        """The whole vault, parsed."""
        from napkin_site.index.snapshot import load_snapshot

        earlier, self._earlier = self._earlier, None
        if earlier is not None and "snapshot" in earlier.__dict__ and earlier.is_like(self):
            if "links" in earlier.__dict__:
                self.__dict__["links"] = earlier.links
            return earlier.snapshot
        return load_snapshot(self.location, self.config, state_dir=self.state_dir, hands=self._hands, look=self.look)

    def read_ahead(self) -> None:
        """Bring the index up to date, so that `snapshot` of a later request is loaded soon."""
        if self.state_dir is not None:
            from napkin_site.index.snapshot import refresh_index

            refresh_index(self.location, self.config, state_dir=self.state_dir, hands=self._hands)

    def forget_gone(self) -> None:
        """Let the index, where there is one, hold nothing more of files that are gone; at worst it is made anew."""
        if self.state_dir is None:
            return
        from napkin_site.index.store import FILE_NAME, purge_store

        if (self.state_dir / FILE_NAME).is_file():
            self.read_ahead()
            purge_store(self.state_dir)

    @property
    def _hands(self) -> "Hands":
        from napkin_site.index.parsing import Hands

        return Hands(self.workers or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1))

    @cached_property
    def links(self) -> "tuple[LinkResolver, LinkIndex]":
        """Every link of the vault, resolved."""
        from napkin_site.core.links import LinkIndex, LinkResolver

        vault = self.snapshot.vault
        aliases: dict[str, VaultPath] = {}
        if self.config.links.resolve_aliases:
            for path, note in vault.notes.items():
                for alias in note.aliases:
                    aliases.setdefault(alias, path)
        resolver = LinkResolver([*vault.notes, *vault.files], aliases=aliases or None)
        notes = {path: note.facts for path, note in vault.notes.items()}
        return resolver, LinkIndex(resolver, notes, others=self.canvas_links().items())

    def canvas_links(self) -> "dict[VaultPath, tuple[Link, ...]]":
        """Give the links of each canvas that has some, read anew at each call; most vaults have few canvases."""
        found = {}
        for path in self.paths:
            if path[-7:].lower() == ".canvas" and (links := self._links_of_canvas(path)):
                found[path] = links
        return found

    def _links_of_canvas(self, path: VaultPath) -> "tuple[Link, ...]":
        from napkin_site.core.canvas_links import canvas_links

        def parse(text: bytes) -> "tuple[Link, ...]":
            from napkin_site.core.syntax import parse_note

            return parse_note(text).facts.links

        try:
            return canvas_links(self.read(path).source, parse)
        except (NotFoundError, OSError):
            return ()

    def backlinks(self, path: VaultPath) -> dict[str, int]:
        """Count the links and embeds that lead to a file by the note or canvas they stand in, sorted.

        A file's own links are left out.
        """
        if self.state_dir is not None and "snapshot" not in self.__dict__ and not self.config.links.resolve_aliases:
            from napkin_site.index.point import read_backlinks

            counts = read_backlinks(self.state_dir, path, self.walk, self.config)
            if counts is None:
                from napkin_site.index.snapshot import refresh_index

                if refresh_index(self.location, self.config, state_dir=self.state_dir, hands=self._hands):
                    counts = read_backlinks(self.state_dir, path, self.walk, self.config, is_current=True)
            if counts is not None:
                return self._with_canvases(counts, path)
        found: dict[str, int] = {}
        for link in self.links[1].back.get(path, ()):
            found[link.source] = found.get(link.source, 0) + 1
        return found

    def _with_canvases(self, counts: dict[str, int], target: VaultPath) -> dict[str, int]:
        """Add the links of canvases, which the index does not have."""
        canvases = self.canvas_links()
        if not canvases:
            return counts
        from napkin_site.core.link_paths import LinkResolver

        resolver = LinkResolver(self.paths)
        for path, links in canvases.items():
            count = sum(resolver.resolve_path(link.path, path).path == target for link in links if link.path)
            if count and path != target:
                counts[path] = count
        return dict(sorted(counts.items()))

    def see(self) -> None:
        """Walk the vault once for all: names, sizes and times. Without it, names are looked for alone, and sooner."""
        _ = self.walk

    def is_like(self, later: "VaultAccess") -> bool:
        """Tell whether what this one loaded is still so for a later one."""
        return (
            self.config == later.config
            and self.look.scan.files == later.look.scan.files
            # A file that changed this shortly before it was read may have changed again unseen (decision 8).
            and all(file.fingerprint.ctime_ns < self.look.now_ns - 20_000_000 for file in self.look.scan.files)
        )

    def find(self, reference: str, *, extension: str = ".md") -> tuple[VaultPath, str]:
        """Find the file, and the part of it, that a reference as typed means.

        A file that ignore rules hide is found by its exact path; what lies in hidden folders is not there (repair 5).

        Raises:
            UsageError: the reference names nothing, or leaves the vault.
            NotFoundError: there is no such file.
            AmbiguousError: several files fit.
        """
        try:
            return resolve_reference(reference, self.paths, extension=extension)
        except NotFoundError:
            for spelling in (reference + extension, reference):
                if self._is_hidden_file(spelling):
                    return VaultPath(nfc(spelling)), ""
            raise

    def find_note(self, reference: str) -> tuple[VaultPath, str]:
        """Find the note that a reference means, as `find` does.

        Raises:
            UsageError: it is another kind of file; and as `find`.
        """
        path, subpath = self.find(reference)
        if path[-3:].lower() != ".md":
            raise UsageError(f"{path} is not a note", path=path, hint="Name a Markdown file.")
        return path, subpath

    def find_folder(self, folder: str) -> str:
        """Find a folder by its path, letter case aside where no folder is spelt so; the root is empty.

        Raises:
            UsageError: the path leaves the vault.
            NotFoundError: there is no such folder.
        """
        check_inside(folder)
        wanted = nfc(folder).removeprefix("./").strip("/")
        wanted = "" if wanted == "." else wanted
        if not wanted:
            return ""
        folders = {
            "/".join(parts[:depth])
            for path in self.paths
            for parts in [path.split("/")]
            for depth in range(1, len(parts))
        }
        if wanted in folders:
            return wanted
        alike = sorted(name for name in folders if name.lower() == wanted.lower())
        if alike:
            return alike[0]
        near = tuple(sorted(name for name in folders if wanted.lower() in name.lower()))[:3]
        raise NotFoundError(
            f"Folder not found: {folder}",
            path=folder,
            hint="" if near else "List what there is: napkin file folders",
            suggestions=near,
        )

    def file(self, path: VaultPath) -> str:
        """Give the place of a file on disk, absolute."""
        return os.path.join(self.location.root, self.paths.get(path, path))  # noqa: PTH118  # spelt as on disk

    def read(self, path: VaultPath) -> FileSource:
        """Read a file.

        Raises:
            NotFoundError: it is gone, or cannot be read.
        """
        place = self.file(path)
        try:
            modified_ns = os.stat(place).st_mtime_ns  # noqa: PTH116  # a text, spelt as on disk
            source = read_file(place)
        except FileNotFoundError:
            raise not_found(path, self.paths) from None
        return FileSource(path=path, source=source, modified_ns=modified_ns)

    def parse(self, path: VaultPath) -> "tuple[FileSource, NoteSyntax]":
        """Read and parse one note."""
        from napkin_site.core.syntax import parse_note

        file = self.read(path)
        return file, parse_note(file.source)

    def is_ignored(self, path: VaultPath) -> bool:
        """Tell whether ignore rules hide a file, be it one that is not there yet."""
        *folders, name = path.split("/")
        above = [("/".join(folders[: depth + 1]), folder) for depth, folder in enumerate(folders)]
        return any(self._rules.is_folder_ignored(*folder) for folder in above) or self._rules.is_file_ignored(
            path, name
        )

    @cached_property
    def _rules(self) -> IgnoreRules:
        return load_ignore_rules(self.location, self.config.ignore)[0]

    @property
    def _prune(self) -> Collection[Path]:
        return [self.state_dir] if self.state_dir is not None else ()

    def _is_hidden_file(self, text: str) -> bool:
        """Tell whether an exact path names a file that only ignore rules keep from the list; no link leads out."""
        parts = text.removeprefix("./").split("/")
        if any(part in SKIPPED_FOLDERS or part.startswith(".") or not part for part in parts):
            return False
        root = os.path.realpath(self.location.root)
        try:
            place = os.path.realpath(os.path.join(root, *parts))  # noqa: PTH118  # a text, spelt as on disk
            is_file = stat.S_ISREG(os.lstat(place).st_mode)
        except (OSError, ValueError):
            return False
        return is_file and place.startswith(root.rstrip(os.sep) + os.sep)
