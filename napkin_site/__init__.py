"""A folder of Markdown notes, written by people and software agents, as a website and a knowledge graph.

The public names are loaded when they are first used (PEP 562): `import napkin_site` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from napkin_site.builder.report import BuildReport
    from napkin_site.builder.settings.site_settings import SiteSettings
    from napkin_site.builder.site import build_site
    from napkin_site.core.model import Note
    from napkin_site.core.problems import Problem, Severity
    from napkin_site.errors import (
        AmbiguousError,
        ConfigError,
        EditError,
        ExistsError,
        LockedError,
        NapkinError,
        NotFoundError,
        OutputError,
        PathRefusedError,
        StalePreconditionError,
        ThemeError,
        UsageError,
        VaultNotFoundError,
        WriteError,
    )
    from napkin_site.services.library.vault import Vault
    from napkin_site.vault.locate import VaultLocation, find_vault

__all__ = [
    "AmbiguousError",
    "BuildReport",
    "ConfigError",
    "EditError",
    "ExistsError",
    "LockedError",
    "NapkinError",
    "NotFoundError",
    "Note",
    "OutputError",
    "PathRefusedError",
    "Problem",
    "Severity",
    "SiteSettings",
    "StalePreconditionError",
    "ThemeError",
    "UsageError",
    "Vault",
    "VaultLocation",
    "VaultNotFoundError",
    "WriteError",
    "__version__",
    "build_site",
    "find_vault",
]

__version__ = "0.1.0"

_HOMES = {
    "napkin_site.builder.report": ("BuildReport",),
    "napkin_site.builder.settings.site_settings": ("SiteSettings",),
    "napkin_site.builder.site": ("build_site",),
    "napkin_site.core.model": ("Note",),
    "napkin_site.core.problems": ("Problem", "Severity"),
    "napkin_site.errors": (
        "AmbiguousError",
        "ConfigError",
        "EditError",
        "ExistsError",
        "LockedError",
        "NapkinError",
        "NotFoundError",
        "OutputError",
        "PathRefusedError",
        "StalePreconditionError",
        "ThemeError",
        "UsageError",
        "VaultNotFoundError",
        "WriteError",
    ),
    "napkin_site.services.library.vault": ("Vault",),
    "napkin_site.vault.locate": ("VaultLocation", "find_vault"),
}
"""Module -> the public names that live there."""


def __getattr__(name: str) -> object:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
