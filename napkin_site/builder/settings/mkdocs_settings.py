"""All settings of a site in their order: the vault's own, then those of the `mkdocs.yml` that speaks of it.

A vault without such a file costs a look at a few folders, and MkDocs' loader is not even imported.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from napkin_site.builder.settings.project import Project
from napkin_site.builder.settings.site_settings import SiteSettings, site_settings
from napkin_site.core.problems import Problem, Severity
from napkin_site.errors import ConfigError
from napkin_site.vault.config import Config, load_config
from napkin_site.vault.locate import VaultLocation

_NAMES = ("mkdocs.yml", "mkdocs.yaml")
_LEVELS = 3
"""Folders above the vault that are looked at: `docs_dir` is rarely deeper than that."""


def read_settings(
    location: VaultLocation, *, environ: Mapping[str, str] | None = None
) -> tuple[Config, SiteSettings, tuple[Problem, ...]]:
    """Read and check everything a site is built with.

    Args:
        location: where the vault is.
        environ: the environment; None for the process's own.

    Returns:
        The vault's configuration with what `mkdocs.yml` adds, the site's settings, and what that file cannot have.

    Raises:
        ConfigError: a setting is wrong, or a file cannot be read.
    """
    project = find_mkdocs_file(location.root)
    config, settings, problems = project_settings(location, project, environ=environ)
    return config, settings, problems if project else (*problems, *_elsewhere(location.root))


def project_settings(
    location: VaultLocation, project: Project | None, *, environ: Mapping[str, str] | None = None
) -> tuple[Config, SiteSettings, tuple[Problem, ...]]:
    """Do the same with a `mkdocs.yml` that is known already, or with none."""
    if project is None:
        config = load_config(location, environ=environ)
        return config, site_settings(config, location.name), ()
    config = load_config(location, environ=environ, project=project.site, project_path=project.path)
    settings = msgspec.structs.replace(site_settings(config, location.name), project=project.extras)
    return config, settings, project.problems


def find_mkdocs_file(root: Path) -> Project | None:
    """Find the nearest `mkdocs.yml`, in a vault or above it, whose `docs_dir` is this vault; None when there is none.

    Raises:
        ConfigError: the file in the vault or right above it cannot be read; one further up is most likely another
            project's.
    """
    for path in _candidates(root):
        from napkin_site.builder.settings.mkdocs_file import read_mkdocs_file  # noqa: PLC0415 -- only who has the file pays

        try:
            found = read_mkdocs_file(path)
        except ConfigError:
            if path.parent in (root, root.parent):
                raise
            continue
        if Path(found.docs_dir) == root:
            return found
    return None


def _elsewhere(root: Path) -> Iterator[Problem]:
    """Warn of a project that was named in place of its notes: what its file holds back would be published."""
    for path in _candidates(root):
        if path.parent != root:
            return
        from napkin_site.builder.settings.mkdocs_file import read_mkdocs_file  # noqa: PLC0415 -- only who has the file pays

        docs_dir = Path(read_mkdocs_file(path).docs_dir)
        if docs_dir.is_dir() and docs_dir.is_relative_to(root):
            folder = docs_dir.relative_to(root).as_posix()
            yield Problem(
                severity=Severity.WARNING,
                code="mkdocs-elsewhere",
                message=f"{path.name} is about `{folder}` alone, and what it sets or holds back does not count here",
                hint=f"Build `{folder}` in place of the folder around it, or remove {path.name}.",
            )


def _candidates(root: Path) -> Iterator[Path]:
    """List the files that may speak of a vault, nearest first.

    A file above the vault that belongs to somebody else is passed over, as git does: its templates are code.
    """
    owners = {root.stat().st_uid, os.getuid(), 0} if hasattr(os, "getuid") else set()
    for folder in (root, *root.parents[:_LEVELS]):
        for path in (folder / name for name in _NAMES):
            if path.is_file() and (not owners or path.stat().st_uid in owners):
                yield path
