"""When a note was made and last changed: front matter, then git, then the file's time (decision 25)."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from napkin_site.core.model import Note, Vault
from napkin_site.core.paths import VaultPath
from napkin_site.core.values import Value
from napkin_site.errors import UsageError

_CREATED = ("created", "date created", "created_at", "date")
_MODIFIED = ("modified", "updated", "date modified", "updated_at", "lastmod", "last_modified")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?")


class NoteDates(Value):
    """The two dates of a note, in UTC; None when not known."""

    created: datetime | None
    modified: datetime | None

    @property
    def latest(self) -> datetime | None:
        """The date to sort by: the last change, or else the making."""
        return self.modified or self.created


class GitDates(Value):
    """What git knows of a vault's files."""

    created: Mapping[VaultPath, datetime]
    """Author date of the first commit of each file."""
    modified: Mapping[VaultPath, datetime]
    """Author date of the last."""
    is_shallow: bool
    """The clone lacks history: dates would be wrong, and none are given."""


def note_dates(vault: Vault, git: GitDates | None, *, pinned: datetime | None) -> Mapping[VaultPath, NoteDates]:
    """Date every note.

    Args:
        vault: the snapshot.
        git: None outside a repository.
        pinned: stands for every file time where output must be reproducible (`SOURCE_DATE_EPOCH`).
    """
    return {path: _dates(note, git, pinned) for path, note in vault.notes.items()}


def read_date(value: object) -> datetime | None:
    """Read a date or time as notes have them (obsidian-spec §7.5); without a zone it is taken for UTC."""
    if not isinstance(value, str):
        return None
    match = _DATE.fullmatch(value.strip())
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    try:
        moment = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
        zone = (match[7] or "Z").replace(":", "")
        if zone != "Z":
            offset = timedelta(hours=int(zone[1:3]), minutes=int(zone[3:5]))
            moment = moment - offset if zone[0] == "+" else moment + offset
    except (ValueError, OverflowError):
        return None
    return moment


def _dates(note: Note, git: GitDates | None, pinned: datetime | None) -> NoteDates:
    stated = {name.casefold(): value for name, value in note.facts.properties.items()} if note.facts.properties else {}
    created = _first(stated, _CREATED)
    modified = _first(stated, _MODIFIED)
    if git is not None:
        created = created or git.created.get(note.path)
        modified = modified or git.modified.get(note.path)
    if modified is None and not (git is not None and git.is_shallow):
        modified = pinned or _from_ns(note.times.modified_ns)
    return NoteDates(created=created, modified=modified)


def _first(stated: Mapping[str, object], names: tuple[str, ...]) -> datetime | None:
    for name in names:
        if name in stated and (moment := read_date(stated[name])):
            return moment
    return None


def _from_ns(nanoseconds: int) -> datetime | None:
    try:
        return datetime.fromtimestamp(nanoseconds // 1_000_000_000, tz=UTC)
    except (ValueError, OverflowError, OSError):
        return None


def pinned_time(environ: Mapping[str, str]) -> datetime | None:
    """Read `SOURCE_DATE_EPOCH` (https://reproducible-builds.org/specs/source-date-epoch/); None when it is not set.

    Raises:
        UsageError: it is no number of seconds.
    """
    text = environ.get("SOURCE_DATE_EPOCH", "").strip()
    if not text:
        return None
    try:
        return datetime.fromtimestamp(int(text), tz=UTC)
    except (ValueError, OverflowError, OSError):
        raise UsageError(
            f"SOURCE_DATE_EPOCH is `{text}`, not a number of seconds", hint="Unset it or correct it."
        ) from None
