"""A small vault with a history of its own, and sessions that change it at a moment that is always the same."""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest

from napkin_site.core.changes import Origin
from napkin_site.services.writing.session import WriteSession
from napkin_site.vault.history import Entry
from napkin_site.vault.locate import find_vault
from tests.vault.files import located

MOMENT = datetime(2026, 3, 1, 9, 30, tzinfo=ZoneInfo("Europe/Berlin"))
"""When every change is made."""


class Garden(NamedTuple):
    """A vault on disk, and where its history lies."""

    root: Path
    state: Path

    def session(self, *, actor: str = "gardener", reason: str = "", **how: Any) -> WriteSession:
        """Begin a change; the keywords are those of `WriteSession`."""
        how.setdefault("clock", lambda: MOMENT)
        origin = Origin(actor=actor, kind="agent", reason=reason, source="library")
        return WriteSession(find_vault(None, named=self.root), state_dir=self.state, origin=origin, **how)

    def text(self, path: str) -> str:
        """Give a file's text, line breaks as they are."""
        return (self.root / path).read_bytes().decode()

    def files(self) -> dict[str, str]:
        """Give the text of every file that is not hidden."""
        found = sorted(path for path in self.root.rglob("*") if path.is_file())
        names = [path.relative_to(self.root).as_posix() for path in found]
        return {name: self.text(name) for name in names if not any(part.startswith(".") for part in name.split("/"))}

    def history(self) -> list[Entry]:
        """Give the entries of the history, oldest first, without what other programs did."""
        with self.session().open_writer() as writer:
            return [entry for entry in writer.history.entries() if not entry.is_external]


Plant = Callable[..., Garden]
"""`plant({"Leek.md": "# Leek"}, config={…})`."""


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """Return a function that makes a vault of these files, with settings where they are given."""

    def make(files: Mapping[str, str | bytes] | None = None, *, config: Any = None) -> Garden:
        state = tmp_path / "state"
        state.mkdir(exist_ok=True)
        (tmp_path / "garden" / ".napkin").mkdir(parents=True, exist_ok=True)
        return Garden(located(tmp_path / "garden", files, config).root, state)

    return make
