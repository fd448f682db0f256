"""Adding to Obsidian's bookmarks."""

from collections.abc import Mapping
from typing import Any

import msgspec

from napkin_site.core.changes import ChangeSet, creation_of, edit_of
from napkin_site.core.edits.bookmarks import add_bookmark as add_entry
from napkin_site.core.edits.bookmarks import new_bookmark
from napkin_site.core.paths import VaultPath
from napkin_site.services.bookmarks import BOOKMARKS_FILE
from napkin_site.services.writing.leads import internal_file, known_file, known_folder
from napkin_site.services.writing.session import Draft, WriteSession, Written


class BookmarkAdded(Written, kw_only=True):
    """A bookmark that was added; `path` is the file of bookmarks."""

    added: Mapping[str, Any]
    """As it stands in the file, or would."""


def add_bookmark(
    session: WriteSession,
    *,
    file: str = "",
    subpath: str = "",
    folder: str = "",
    search: str = "",
    url: str = "",
    title: str = "",
) -> BookmarkAdded:
    """Add a bookmark behind the others.

    Args:
        session: who asks, and how.
        file: a file, named as for reading, `#Heading` included; one that is not there yet is taken as a path, with a
            warning.
        subpath: a heading or block of that file.
        folder: a folder.
        search: a query.
        url: an address.
        title: what it is called; empty leaves that to Obsidian.

    Raises:
        UsageError: not exactly one of file, folder, search and url is given.
        AmbiguousError: the name fits several files.
        ConfigError: the file of bookmarks cannot be read, so nothing is added to it (repair 4).
        PathRefusedError: the file of bookmarks lies outside of the vault.
        NapkinError: what `WriteSession.commit` raises.
    """
    ctime = int(session.now().timestamp() * 1000)
    place = internal_file(session.location, session.location.obsidian_dir, BOOKMARKS_FILE)
    new_bookmark(ctime=ctime, file=file, subpath=subpath, folder=folder, search=search, url=url)

    def plan(draft: Draft) -> tuple[ChangeSet, tuple[Mapping[str, Any], tuple[str, ...]]]:
        target, part, warnings = known_file(draft.access, file) if file else (VaultPath(""), "", ())
        inside = folder
        if folder:
            inside, warnings = known_folder(draft.access, folder)
        made = new_bookmark(
            ctime=ctime, file=target, subpath=subpath or part, folder=inside, search=search, url=url, title=title
        )
        entry: Mapping[str, Any] = msgspec.to_builtins(made)
        before = draft.disk.read(place)
        draft.expect(place)
        after = add_entry(before, entry, path=place)
        changes = (
            creation_of("bookmark add", place, after)
            if before is None
            else edit_of("bookmark add", place, before, after)
        )
        return changes, (entry, warnings)

    done, (entry, warnings) = session.commit(plan)
    return BookmarkAdded(**done.of(place), warnings=warnings, added=entry)
