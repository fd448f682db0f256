"""Changing one setting in the vault's `config.json`."""

import json
import os
from collections.abc import Mapping
from typing import Any

from napkin_site.core.changes import ChangeSet, creation_of, digest_of, edit_of
from napkin_site.core.edits.settings import EMPTY, set_setting
from napkin_site.errors import ConfigError, UsageError
from napkin_site.services.settings import settings_of
from napkin_site.services.writing.leads import internal_file
from napkin_site.services.writing.session import Draft, WriteSession, Written
from napkin_site.vault.config import Config, canonical_key, given_config, load_config, read_setting, variable_of
from napkin_site.vault.locate import VaultLocation, vault_layout

CONFIG_FILE = "config.json"


class SettingSet(Written, kw_only=True):
    """A setting that was given a value; `path` is the file of settings."""

    key: str
    """Dotted, by its present name."""
    value: Any
    """As it stands in the file, or would."""
    config: Mapping[str, Any]
    """Every setting with the value in force afterwards, by section; for a preview, with what it would be."""


def set_value(session: WriteSession, key: str, text: str) -> SettingSet:
    """Give a setting a value, checked as when it is read; nothing else in the file changes.

    Args:
        session: who asks, and how.
        key: dotted, in snake or camel case.
        text: the value as typed: texts as they are, numbers, lists and true or false as JSON.

    Raises:
        UsageError: the vault has no `.napkin` folder.
        ConfigError: there is no such setting, the value is wrong, or the file cannot be read.
        PathRefusedError: the file lies outside of the vault.
        NapkinError: what `WriteSession.commit` raises.
    """
    location = session.location
    if not location.config_dir.is_dir():
        raise UsageError(
            f"{location.name} has no settings folder yet",
            path=str(location.config_dir),
            hint="Make one: napkin init",
        )
    name, value = read_setting(key, text)
    place = internal_file(location, location.config_dir, CONFIG_FILE)

    def plan(draft: Draft) -> tuple[ChangeSet, Config]:
        draft.expect(place)
        before = draft.disk.read(place)
        after = set_setting(before or EMPTY, name, value, canonical=canonical_key)
        config = _checked(location, after, name)
        if before is None:
            return creation_of("config set", place, after), config
        draft.digests[place] = digest_of(before)
        return edit_of("config set", place, before, after), config

    done, planned = session.commit(plan)
    config = planned if session.is_dry_run else load_config(location)
    variable = variable_of(name)
    return SettingSet(
        **done.of(place),
        warnings=(f"{variable} is set in the environment, and wins",) if variable in os.environ else (),
        key=name,
        value=value,
        config=settings_of(config),
    )


def _checked(location: VaultLocation, source: bytes, key: str) -> Config:
    """Read settings as they would be.

    Raises:
        ConfigError: the value is wrong; a list or number that was typed as text is told how to be written.
    """
    data = json.loads(source.decode("utf-8-sig"))
    path = str(location.config_dir / CONFIG_FILE)
    try:
        if key.startswith("vault."):
            _see_that_it_stays(location, vault_layout(location.config_dir, data.get("vault", {})), key)
        return given_config(location, data, path=path)
    except ConfigError as error:
        if error.hint == "Correct the value.":
            error.hint = """Write it as JSON, such as 12, true, or '["a", "b"]'."""
        raise


def _see_that_it_stays(location: VaultLocation, new: VaultLocation, key: str) -> None:
    """Refuse a setting that makes another folder the vault: no command would find its history, nor this setting."""
    if not new.root.samefile(location.root):
        raise ConfigError(
            f"`{key}` would make {new.root} the vault, and leave the history of {location.root} behind",
            path=str(location.config_dir / CONFIG_FILE),
            hint="Edit that file itself.",
        )
