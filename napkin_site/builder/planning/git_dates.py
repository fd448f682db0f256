"""Ask git when the files of a vault were first and last changed."""

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from napkin_site.builder.planning.dates import GitDates
from napkin_site.core.paths import VaultPath, vault_path

_TIMEOUT_S = 60
"""A history that takes longer than this to list is not worth the wait; file times do."""
_SAFE = ("-c", "core.quotePath=off", "-c", "log.showSignature=false", "-c", "core.fsmonitor=false")
_QUIET = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}


def git_revision(root: Path) -> str | None:
    """Name the commit that a vault stands at; None outside a repository, and when git is missing or fails."""
    found = _git(root, "rev-parse", "--is-shallow-repository", "HEAD")
    return None if found is None else found.decode("utf-8", "replace")


def read_git_dates(root: Path) -> GitDates | None:
    """Read the dates of all files under `root`; None outside a repository, and when git is missing or fails."""
    shallow = _git(root, "rev-parse", "--is-shallow-repository")
    if shallow is None:
        return None
    if shallow.strip() == b"true":
        return GitDates(created={}, modified={}, is_shallow=True)
    log = _git(root, "log", "--no-renames", "--name-only", "-z", "--format=%x01%at", "--relative", "--", ".")
    return None if log is None else _parse(log)


def _parse(log: bytes) -> GitDates:
    """Read `git log -z`: commits newest first, each a control character and its time, then the files it touched."""
    created: dict[VaultPath, datetime] = {}
    modified: dict[VaultPath, datetime] = {}
    moment = None
    for part in log.decode("utf-8", "surrogateescape").split("\0"):
        text = part.lstrip("\n")
        if text.startswith("\1"):
            stamp, _, text = text[1:].partition("\n")
            moment = _moment(stamp)
        if text and moment is not None:
            path = vault_path(text)
            created[path] = moment
            modified.setdefault(path, moment)
    return GitDates(created=created, modified=modified, is_shallow=False)


def _moment(stamp: str) -> datetime | None:
    try:
        return datetime.fromtimestamp(int(stamp), tz=UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _git(root: Path, *arguments: str) -> bytes | None:
    try:
        done = subprocess.run(
            ["git", *_SAFE, "-C", str(root), *arguments],
            capture_output=True,
            check=True,
            timeout=_TIMEOUT_S,
            env={**os.environ, **_QUIET},
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout
