"""A vault with changes laid over it that are not on the disk yet, as verbs see it: names, texts, notes, links."""

from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napkin_site.core.changes import digest_of
from napkin_site.core.model import FileTimes, Note, Vault, VaultFile
from napkin_site.core.paths import FolderPath, VaultPath, name_of
from napkin_site.core.references import not_found
from napkin_site.services.access import FileSource, VaultAccess
from napkin_site.services.writing.draft_files import DraftFiles
from napkin_site.vault.reader import file_kind

if TYPE_CHECKING:
    from napkin_site.index.snapshot import Snapshot


class DraftAccess(VaultAccess):
    """The vault at one moment of a draft. Sizes and times of files are those on the disk."""

    def __init__(self, base: VaultAccess, files: DraftFiles, parsed: dict[tuple[VaultPath, str], Note]) -> None:
        """Open the vault as a draft has it now.

        Args:
            base: the vault as it is on the disk; what it loads, it loads once.
            files: what is laid over it.
            parsed: notes of the draft by path and digest, kept from one moment to the next.
        """
        super().__init__(base.location, config=base.config, state_dir=base.state_dir)
        self._base = base
        self._files = files
        self._parsed = parsed

    @cached_property
    def paths(self) -> dict[VaultPath, str]:
        """Every file of the vault, sorted -> the same as spelt on disk; of one that is not there yet, as it will be."""
        shown = self._base.paths
        names = {path: is_there for path, is_there in self._files.names.items() if is_there != (path in shown)}
        if not names:
            return shown
        found = {path: spelt for path, spelt in shown.items() if names.get(path, True)}
        found |= {path: path for path, is_there in names.items() if is_there and not _is_hidden(path)}
        return dict(sorted(found.items()))

    @cached_property
    def snapshot(self) -> "Snapshot":
        """The whole vault, parsed. Bodies of notes that the draft changed are those on the disk."""
        base = self._base.snapshot
        touched = {path: source for path, source in self._files.touched.items() if not _is_hidden(path)}
        if not touched:
            return base
        found = copy(base)
        found.vault = self._laid_over(base.vault, touched)
        return found

    def backlinks(self, path: VaultPath) -> dict[str, int]:
        """Count the links and embeds that lead to a file by the note they stand in, sorted; its own are left out."""
        if self._files.names:
            _ = self.snapshot  # the index on disk knows nothing of the draft
        return super().backlinks(path)

    def read(self, path: VaultPath) -> FileSource:
        """Read a file.

        Raises:
            NotFoundError: it is gone, or cannot be read.
        """
        if self._files.changes_at(path) is None:
            return self._base.read(path)
        source = self._files.read(path)
        if source is None:
            raise not_found(path, self.paths)
        return FileSource(path=path, source=source, modified_ns=self._base.walk.began_ns)

    def _is_hidden_file(self, text: str) -> bool:
        return self._files.changes_at(VaultPath(text)) is not False and super()._is_hidden_file(text)

    def _laid_over(self, vault: Vault, touched: dict[VaultPath, bytes | None]) -> Vault:
        notes = {path: note for path, note in vault.notes.items() if path not in touched}
        files = {path: file for path, file in vault.files.items() if path not in touched}
        for path, source in touched.items():
            if source is None:
                continue
            kind = file_kind(path)
            if kind == "note":
                notes[path] = self._note(path, source, vault)
            else:
                times = FileTimes(size=len(source), created_ns=0, modified_ns=self._base.walk.began_ns)
                files[path] = VaultFile(path=path, kind=kind, times=times)
        folders = {
            FolderPath("/".join(parts[:depth]))
            for path in (*notes, *files)
            for parts in [path.split("/")]
            for depth in range(1, len(parts))
        }
        return replace(
            vault,
            notes=dict(sorted(notes.items())),
            files=dict(sorted(files.items())),
            folders=tuple(sorted(folders)),
        )

    def _note(self, path: VaultPath, source: bytes, vault: Vault) -> Note:
        key = (path, digest_of(source))
        if key not in self._parsed:
            self._parsed[key] = self._parse(path, source, vault)
        return self._parsed[key]

    def _parse(self, path: VaultPath, source: bytes, vault: Vault) -> Note:
        from napkin_site.core.properties import note_aliases, note_tags, type_properties
        from napkin_site.core.syntax import parse_note
        from napkin_site.index.parsing import content_digest

        facts = parse_note(source).facts
        known = vault.notes.get(path)
        return Note(
            path=path,
            name=name_of(path),
            facts=facts,
            properties=type_properties(facts.properties, self.config.obsidian.property_types),
            tags=note_tags(facts.properties, [tag.name for tag in facts.tags]),
            aliases=note_aliases(facts.properties),
            times=FileTimes(size=len(source), created_ns=0, modified_ns=self._base.walk.began_ns),
            digest=content_digest(source).hex(),
            is_excluded=known is not None and known.is_excluded,
        )


def _is_hidden(path: str) -> bool:
    return any(part.startswith(".") for part in path.split("/"))
