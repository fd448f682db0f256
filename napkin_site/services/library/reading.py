"""What the library can say of a vault, each verb a method."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from napkin_site.core.bookmarks import Bookmark
from napkin_site.core.graph import Graph
from napkin_site.core.model import Note
from napkin_site.errors import NotFoundError
from napkin_site.services import (
    bookmarks,
    canvases,
    graphs,
    linking,
    listing,
    properties,
    reading,
    settings,
    tagging,
    tasks,
    templating,
)
from napkin_site.services.canvases import CanvasText
from napkin_site.services.library.opening import OpenVault
from napkin_site.services.linking import OutgoingLinks, UnresolvedLinks
from napkin_site.services.listing import FileInfo, FolderInfo, VaultInfo
from napkin_site.services.properties import PropertyCounts, PropertyValue
from napkin_site.services.reading import NoteText, OutlineHeading, WordCount
from napkin_site.services.tagging import Alias, TagCounts, TagInfo
from napkin_site.services.tasks import TaskItem
from napkin_site.services.templating import TemplateText


class ReadingVerbs(OpenVault):
    """The verbs that change nothing."""

    # --- The vault and its files --------------------------------------------------------------------

    def info(self) -> VaultInfo:
        """Say where the vault is and how much it holds."""
        return listing.vault_info(self._open())

    def files(self, *, folder: str = "", extension: str = "") -> tuple[str, ...]:
        """List the files, or those of a folder or with an extension."""
        return listing.list_files(self._open(), folder=folder, extension=extension).files

    def folders(self, *, parent: str = "") -> tuple[str, ...]:
        """List the folders, or those inside a folder."""
        return listing.list_folders(self._open(), parent=parent).folders

    def file_info(self, file: str) -> FileInfo:
        """Say what is known of a file without reading it."""
        return listing.file_info(self._open(), file)

    def folder_info(self, folder: str) -> FolderInfo:
        """Count what a folder holds."""
        return listing.folder_info(self._open(), folder)

    # --- Notes --------------------------------------------------------------------------------------

    def notes(self) -> tuple[Note, ...]:
        """Give every note as it was parsed, in path order."""
        return tuple(self._open().snapshot.vault.notes.values())

    def note(self, note: str) -> Note:
        """Give one note as it was parsed: properties, tags, links, headings, tasks, with their places."""
        access = self._open()
        path, _ = access.find_note(note)
        found = access.snapshot.vault.notes.get(path)
        if found is None:
            raise NotFoundError(f"{path} is hidden by ignore rules, so it is no note of the vault", path=path)
        return found

    def read(
        self,
        file: str,
        *,
        section: str = "",
        block: str = "",
        lines: tuple[int, int] | None = None,
        page: int | None = None,
        budget: int | None = None,
    ) -> NoteText:
        """Read a note, or a part of it; see `napkin_site.services.reading.read_note`."""
        access = self._open()
        return reading.read_note(access, file, section=section, block=block, lines=lines, page=page, budget=budget)

    def outline(self, note: str) -> tuple[OutlineHeading, ...]:
        """List the headings of a note."""
        return reading.read_outline(self._open(), note).headings

    def word_count(self, note: str) -> WordCount:
        """Count the words and characters of a note."""
        return reading.count_words(self._open(), note)

    # --- Tags, properties, tasks --------------------------------------------------------------------

    def tags(self, *, note: str = "") -> TagCounts:
        """Count the notes that carry each tag, of the vault or of one note."""
        return tagging.list_tags(self._open(), reference=note)

    def tag_info(self, tag: str) -> TagInfo:
        """Say which notes carry a tag."""
        return tagging.tag_info(self._open(), tag)

    def aliases(self, *, note: str = "") -> tuple[Alias, ...]:
        """List the other names that notes give themselves."""
        return tagging.list_aliases(self._open(), reference=note).aliases

    def properties(self, *, note: str = "") -> PropertyCounts:
        """Count the notes that have each property, of the vault or of one note."""
        return properties.list_properties(self._open(), reference=note)

    def property(self, note: str, name: str) -> PropertyValue:
        """Read a property of a note."""
        return properties.read_property(self._open(), note, name)

    def tasks(
        self, *, note: str = "", done: bool = False, todo: bool = False, status: str = ""
    ) -> tuple[TaskItem, ...]:
        """List tasks, of the vault or of one note."""
        return tasks.list_tasks(self._open(), reference=note, done=done, todo=todo, status=status).tasks

    def task(self, note: str, line: int) -> TaskItem:
        """Give the task on a line, counted from 1."""
        return tasks.show_task(self._open(), note, line)

    # --- Links --------------------------------------------------------------------------------------

    def links_out(self, note: str) -> OutgoingLinks:
        """List the links of a note, with where they lead."""
        return linking.links_out(self._open(), note)

    def links_back(self, file: str) -> Mapping[str, int]:
        """Count the links to a file by the note they stand in."""
        return linking.links_back(self._open(), file).backlinks

    def unresolved_links(self) -> UnresolvedLinks:
        """List the links that lead nowhere, and those that could lead to several files."""
        return linking.unresolved_links(self._open())

    def orphans(self) -> tuple[str, ...]:
        """List the notes that no other note links to."""
        return linking.orphan_notes(self._open()).notes

    def dead_ends(self) -> tuple[str, ...]:
        """List the notes that link to no other file."""
        return linking.dead_end_notes(self._open()).notes

    def graph(self) -> Graph:
        """Give the graph of links between notes, templates left out."""
        return graphs.vault_graph(self._open())

    # --- Templates, daily notes, bookmarks, canvases, settings --------------------------------------

    def templates(self) -> tuple[str, ...]:
        """List the templates."""
        return templating.list_templates(self._open()).templates

    def template(
        self, name: str, *, resolve: bool = False, title: str = "", moment: datetime | None = None
    ) -> TemplateText:
        """Read a template, as it is or with its variables filled in."""
        return templating.read_template(self._open(), name, resolve=resolve, title=title, moment=moment)

    def daily_path(self, *, moment: datetime | None = None) -> str:
        """Say where the note of a day is, whether there is one or not; today's when no moment is given."""
        return templating.daily_path(self._open(), moment=moment).path

    def read_daily(self, *, moment: datetime | None = None) -> NoteText:
        """Read the note of a day; today's when no moment is given."""
        return templating.read_daily(self._open(), moment=moment)

    def bookmarks(self) -> tuple[Bookmark, ...]:
        """Give the tree of Obsidian's bookmarks."""
        return bookmarks.list_bookmarks(self._open()).bookmarks

    def canvases(self) -> tuple[str, ...]:
        """List the canvases."""
        return canvases.list_canvases(self._open()).canvases

    def canvas(self, file: str) -> CanvasText:
        """Read a canvas."""
        return canvases.read_canvas(self._open(), file)

    def setting(self, key: str) -> Any:
        """Give the value in force of a setting, by its dotted key.

        Raises:
            NotFoundError: there is no such setting.
        """
        found = settings.get_setting(self._open(), key)
        if not found.is_known:
            near = (found.near,) if found.near else ()
            raise NotFoundError(f"there is no setting `{key}`", suggestions=near)
        return found.value
