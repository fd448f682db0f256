"""What the library can change around the notes: bookmarks and settings, each verb a method."""

import json
from typing import Any, Unpack

from napkin_site.errors import UsageError
from napkin_site.services.vault_opening import How, OpenVault
from napkin_site.services.writing import bookmarks, settings
from napkin_site.services.writing.bookmarks import BookmarkAdded
from napkin_site.services.writing.settings import SettingSet


class SetupVerbs(OpenVault):
    """The verbs that change what lies around the notes."""

    def add_bookmark(
        self,
        *,
        file: str = "",
        subpath: str = "",
        folder: str = "",
        search: str = "",
        url: str = "",
        title: str = "",
        **how: Unpack[How],
    ) -> BookmarkAdded:
        """Add a bookmark of one file, folder, search or address behind Obsidian's others."""
        return bookmarks.add_bookmark(
            self._session(how), file=file, subpath=subpath, folder=folder, search=search, url=url, title=title
        )

    def set_setting(self, key: str, value: Any, **how: Unpack[How]) -> SettingSet:
        """Give a setting a value in `config.json`; a text is taken as on the command line, all else as it is.

        Raises:
            UsageError: the vault was opened with settings of the program's own.
        """
        if self._given is not None:
            raise UsageError("config is injected in code; edit the source, not the vault")
        text = value if isinstance(value, str) else json.dumps(value)
        return settings.set_value(self._session(how), key, text)
