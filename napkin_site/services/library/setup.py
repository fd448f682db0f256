"""What the library can do around the notes: make a vault, add bookmarks, change settings; each verb a method."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

from napkin_site.core.changes import ActorKind, Origin
from napkin_site.errors import UsageError
from napkin_site.services.library.opening import USUAL, How, OpenVault
from napkin_site.services.writing import bookmarks, settings
from napkin_site.services.writing.bookmarks import BookmarkAdded
from napkin_site.services.writing.making import VaultMade, add_templates, make_vault
from napkin_site.services.writing.session import WriteSession
from napkin_site.services.writing.settings import SettingSet
from napkin_site.vault.scaffold import vault_to_scaffold
from napkin_site.vault.state import state_dir as usual_state_dir
from napkin_site.vault.vault_templates import TemplateSummary, find_template, list_templates, template_homes


class SetupVerbs(OpenVault):
    """The verbs that make a vault, and change what lies around its notes."""

    @staticmethod
    def init(
        path: str | Path,
        *,
        templates: Sequence[str] = (),
        templates_from: Path | None = None,
        state_dir: Path | None = USUAL,
        actor: str = "unknown",
        kind: ActorKind = "tool",
        reason: str = "",
        dry_run: bool = False,
    ) -> VaultMade:
        """Make a folder a vault, and give it what templates hold; only what is missing is written.

        Args:
            path: the folder of the notes, which need not exist.
            templates: names of templates, or, with a slash in them, their folders.
            templates_from: a folder of templates that is looked in first.
            state_dir: where the history lies; left out, it is where commands keep it.
            actor: who makes it, for the history.
            kind: whether that is a person, an agent or a tool.
            reason: why, for the history.
            dry_run: True writes nothing; the result says what would be written.

        Raises:
            UsageError: there is no such template, or the path is a file; nothing was written (repair 30).
            NapkinError: what `napkin_site.services.writing.making.make_vault` raises.
        """
        homes = template_homes(templates_from)
        chosen = [find_template(name, homes) for name in templates]
        location = vault_to_scaffold(Path(path))
        session = WriteSession(
            location,
            state_dir=usual_state_dir(location) if state_dir is USUAL else state_dir,
            origin=Origin(actor=actor, kind=kind, reason=reason, source="library"),
            dry_run=dry_run,
        )
        return make_vault(session, chosen)

    @staticmethod
    def vault_templates(*, templates_from: Path | None = None) -> tuple[TemplateSummary, ...]:
        """List what a vault can begin with: templates of a folder, of one's own, and ours."""
        return list_templates(template_homes(templates_from))

    def add_template(self, name: str, *, templates_from: Path | None = None, **how: Unpack[How]) -> VaultMade:
        """Give the vault what a template holds and it lacks."""
        template = find_template(name, template_homes(templates_from))
        return add_templates(self._session(how), [template])

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
