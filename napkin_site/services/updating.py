"""Updating this program, with the installer that put it there.

Which one that was is read from what installers leave behind, never guessed. Where a command would be wrong or would
touch what others manage, it is only told.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from napkin_site.core.values import Value

TARGET = "napkin-site"

Installer = Literal["pipx", "uv tool", "pip", "uv", "source", "unknown"]


class Installation(Value):
    """How this program came to be here."""

    installer: Installer
    command: tuple[str, ...]
    """What updates it, word by word; empty where that cannot be said."""
    is_safe: bool
    """Whether running that touches nothing but this program."""
    advice: str = ""
    """What to do, or to mind, where the command is not run."""


class Updated(Value, omit_defaults=True):
    """What became of an update."""

    updated: bool
    target: str
    """The package."""
    installer: Installer
    command: tuple[str, ...] = ()
    before: str = ""
    """The version before."""
    after: str = ""
    """The version now; empty when nothing was done."""
    error: str = ""
    """Why nothing was done."""


def find_installation(
    *,
    prefix: Path | None = None,
    package: Distribution | None = None,
) -> Installation:
    """Find out how this program was installed, and what updates it.

    Args:
        prefix: the environment it runs in; None for the process's own.
        package: what is installed; None for ourselves.
    """
    prefix = Path(sys.prefix) if prefix is None else prefix
    try:
        package = distribution(TARGET) if package is None else package
    except PackageNotFoundError:
        return Installation(installer="unknown", command=(), is_safe=False, advice="This copy was not installed.")
    if (prefix / "pipx_metadata.json").is_file():
        return Installation(installer="pipx", command=("pipx", "upgrade", TARGET), is_safe=True)
    if (prefix / "uv-receipt.toml").is_file():
        return Installation(installer="uv tool", command=("uv", "tool", "upgrade", TARGET), is_safe=True)
    if source := _source(package):
        return Installation(
            installer="source",
            command=(),
            is_safe=False,
            advice=f"It comes from {source}, not from a package index: update it there.",
        )
    return _in_environment(prefix, (package.read_text("INSTALLER") or "").strip())


def plan_update(installation: Installation) -> Updated:
    """Say what would be run, and run nothing."""
    return Updated(
        updated=False,
        target=TARGET,
        installer=installation.installer,
        command=installation.command,
        before=_version(),
    )


def update_program(installation: Installation, *, silent: bool) -> Updated:
    """Run what updates this program, where that is safe.

    Args:
        installation: how it was installed.
        silent: keep what the installer prints to ourselves.
    """
    told = plan_update(installation)
    if not installation.command or not installation.is_safe:
        return replace(told, error=f"napkin does not update itself here. {installation.advice}".strip())
    name = Path(installation.command[0]).name
    stream = subprocess.DEVNULL if silent else None
    program = shutil.which(installation.command[0])
    try:
        if program is None:
            raise FileNotFoundError("not found")
        done = subprocess.run([program, *installation.command[1:]], check=False, stdout=stream, stderr=stream)
    except OSError as error:
        return replace(told, error=f"Could not run {name}: {error.strerror or error}")
    if done.returncode:
        return replace(told, error=f"{shown(installation.command)} exited with status {done.returncode}")
    return replace(told, updated=True, after=_version())


def shown(command: Sequence[str]) -> str:
    """Write a command as one would type it."""
    return shlex.join(command)


def _in_environment(prefix: Path, installer: str) -> Installation:
    """Say what updates a package of an environment that may hold others."""
    is_virtual = (prefix / "pyvenv.cfg").is_file()
    is_conda = (prefix / "conda-meta").is_dir()
    pip = (str(_python(prefix)), "-m", "pip", "install", "--upgrade", TARGET)
    if installer == "uv":
        return Installation(
            installer="uv",
            command=("uv", "pip", "install", "--python", str(_python(prefix)), "--upgrade", TARGET),
            is_safe=False,
            advice="In a project of uv, run: uv lock --upgrade-package napkin-site && uv sync.",
        )
    if installer == "pip" and is_virtual and not is_conda and os.name != "nt":
        return Installation(installer="pip", command=pip, is_safe=True)
    if installer == "pip":
        where = "conda's environment" if is_conda else "an environment that other programs use, too"
        advice = f"It is in {where}." if is_conda or not is_virtual else "A running program cannot be replaced here."
        return Installation(installer="pip", command=pip, is_safe=False, advice=advice)
    return Installation(
        installer="unknown",
        command=(),
        is_safe=False,
        advice="Update it with what it was installed with, such as the package manager of your system.",
    )


def _python(prefix: Path) -> Path:
    return prefix / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _source(package: Distribution) -> str:
    """Say which folder or address a package comes from that was not taken from an index; empty where it was."""
    try:
        origin = json.loads(package.read_text("direct_url.json") or "{}")
    except ValueError:
        return ""
    url = origin.get("url", "") if isinstance(origin, dict) else ""
    return str(url).removeprefix("file://")


def _version() -> str:
    try:
        return distribution(TARGET).version
    except PackageNotFoundError:
        return ""
