"""What the settings of a vault say."""

import difflib
from collections.abc import Mapping
from typing import Any

import msgspec

from napkin_site.core.values import Value
from napkin_site.services.access import VaultAccess
from napkin_site.vault.config import Config, setting_names, snake_case

_NOT_SETTINGS = ("obsidian", "problems")


class Setting(Value, omit_defaults=True):
    """One setting, or a section of them."""

    key: str
    """Dotted, as asked for."""
    value: Any = msgspec.UNSET
    """Plain data; left out when there is no such setting."""
    near: str = ""
    """The setting whose name is most like it, when there is no such setting."""

    @property
    def is_known(self) -> bool:
        """Whether there is such a setting."""
        return self.value is not msgspec.UNSET


def show_settings(access: VaultAccess) -> Mapping[str, Any]:
    """Give every setting with its value in force, by section."""
    return settings_of(access.config)


def settings_of(config: Config) -> Mapping[str, Any]:
    """Give settings as plain data, by section."""
    data: dict[str, Any] = msgspec.to_builtins(config)
    return {key: value for key, value in data.items() if key not in _NOT_SETTINGS}


def get_setting(access: VaultAccess, key: str) -> Setting:
    """Give a setting by its dotted key, in snake or camel case; an unknown key has no value."""
    value: Any = show_settings(access)
    for part in snake_case(key).split("."):
        if not isinstance(value, Mapping) or part not in value:
            near = difflib.get_close_matches(snake_case(key), setting_names(), n=1)
            return Setting(key=key, near=near[0] if near else "")
        value = value[part]
    return Setting(key=key, value=value)
