"""How the library holds a vault: found once, and opened anew for each call."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict

from msgspec.structs import replace

from napkin_site.core.changes import ActorKind, Origin
from napkin_site.services.access import VaultAccess
from napkin_site.services.writing.session import WriteSession
from napkin_site.vault.config import Config, given_config
from napkin_site.vault.locate import VaultLocation, find_vault, vault_layout
from napkin_site.vault.state import state_dir as usual_state_dir

USUAL = Path()
"""Stands for "where state usually is", since None means "nowhere"."""


class How(TypedDict, total=False):
    """How a change is made; every method that changes something takes these as keywords."""

    reason: str
    """Why, for the history."""
    dry_run: bool
    """True changes nothing; the result's `diff` shows what would change."""
    if_match: str
    """The etag that the file must have, or nothing is changed."""
    request: str
    """An id of the caller's own, for the history."""


class OpenVault:
    """A vault on disk, found."""

    def __init__(
        self,
        path: str | Path | None = None,
        *,
        config: Mapping[str, Any] | None = None,
        state_dir: Path | None = USUAL,
        actor: str = "unknown",
        kind: ActorKind = "tool",
    ) -> None:
        """Find a vault; nothing is created or read yet but its settings.

        Args:
            path: its folder, or one inside it; None for the vault around the current folder.
            config: settings in the shape of `config.json` that replace that file completely, the vault's layout
                included: it is neither read nor written then. They are copied.
            state_dir: where index and history are kept; None keeps the index in memory, and refuses changes. Left out,
                it is where commands keep it.
            actor: who changes notes, for the history.
            kind: whether that is a person, an agent or a tool.

        Raises:
            VaultNotFoundError: there is no vault.
            ConfigError: the settings are wrong.
        """
        location = find_vault(None, named=None if path is None else Path(path))
        self._given: Config | None = None
        if config is not None:
            if location.config_dir.is_dir():
                location = vault_layout(location.config_dir, config.get("vault", {}))
            self._given = given_config(location, config)
        self._location = location
        self._state_dir = usual_state_dir(location) if state_dir is USUAL else state_dir
        self._origin = Origin(actor=actor, kind=kind, source="library")
        self._latest: VaultAccess | None = None
        self._open()

    @property
    def location(self) -> VaultLocation:
        """Where the vault and its settings lie."""
        return self._location

    @property
    def config(self) -> Config:
        """The settings in force."""
        return self._open().config

    def _open(self) -> VaultAccess:
        """Open the vault for one call, with what earlier ones loaded as far as it is still so."""
        self._latest = VaultAccess(self._location, config=self._given, state_dir=self._state_dir, earlier=self._latest)
        return self._latest

    def _session(self, how: How) -> WriteSession:
        """Begin a change."""
        origin = replace(self._origin, reason=how.get("reason", ""), request=how.get("request", ""))
        return WriteSession(
            self._location,
            state_dir=self._state_dir,
            config=self._given,
            origin=origin,
            dry_run=how.get("dry_run", False),
            if_match=how.get("if_match", ""),
        )
