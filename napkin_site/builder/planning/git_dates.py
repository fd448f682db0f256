"""Ask git when the files of a vault were first and last changed."""

from datetime import UTC, datetime
from pathlib import Path

from napkin_site.builder.planning.dates import GitDates
from napkin_site.core.paths import VaultPath, vault_path
from napkin_site.vault.git import run_git


def git_revision(root: Path) -> str | None:
    """Name the commit that a vault stands at; None outside a repository, and when git is missing or fails."""
    found = run_git(root, "rev-parse", "--is-shallow-repository", "HEAD", may_fetch=False)
    return None if found is None else found.decode("utf-8", "replace")


def read_git_dates(root: Path) -> GitDates | None:
    """Read the dates of all files under `root`; None outside a repository, and when git is missing or fails."""
    shallow = run_git(root, "rev-parse", "--is-shallow-repository", may_fetch=False)
    if shallow is None:
        return None
    if shallow.strip() == b"true":
        return GitDates(created={}, modified={}, is_shallow=True)
    log = run_git(
        root, "log", "--no-renames", "--name-only", "-z", "--format=%x01%at", "--relative", "--", ".", may_fetch=False
    )
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
