"""The note of a day: made from its template when it is first needed (repair 42)."""

from datetime import datetime

from msgspec.structs import replace

from napkin_site.core.changes import ChangeSet, creation_of, edit_of
from napkin_site.core.edits.text import Join
from napkin_site.core.path_rules import new_path
from napkin_site.core.paths import VaultPath, name_of
from napkin_site.core.values import Value
from napkin_site.errors import NotFoundError
from napkin_site.services.templating import daily_path, find_template, list_templates
from napkin_site.services.writing.adding import add_text
from napkin_site.services.writing.notes import Appended, Prepended
from napkin_site.services.writing.session import Draft, WriteSession, Written
from napkin_site.services.writing.templates import from_template

_USUAL_TEMPLATE = "daily note"
"""In the templates folder, letter case aside, where Obsidian's settings name no template."""


class DailyNote(Written, kw_only=True):
    """The note of a day, which is there now."""

    created: bool
    """False when it was there before, and for a preview."""


class _Day(Value):
    """The note of a day before a change."""

    path: VaultPath
    before: bytes | None
    """What it holds; None when it is not there."""
    text: bytes
    """What it holds, or would when it was made."""
    warnings: tuple[str, ...] = ()


def ensure_daily(session: WriteSession, *, moment: datetime | None = None) -> DailyNote:
    """Make the note of a day from its template, if it is not there.

    Args:
        session: who asks, and how.
        moment: the day; today when None. `{{date}}` in the template is that day, `{{time}}` the time of now.

    Raises:
        NapkinError: what `WriteSession.commit` raises.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, DailyNote]:
        day = _find_day(session, draft, moment)
        created = day.before is None and not session.is_dry_run
        return _change("create", day, day.text), DailyNote(path=day.path, created=created, warnings=day.warnings)

    done, told = session.commit(plan)
    return replace(told, **done.of(told.path))


def append_to_daily(
    session: WriteSession, text: str, *, moment: datetime | None = None, section: str = "", join: Join = "line"
) -> Appended:
    """Add a text at the end of the note of a day, or of a section of it; the note is made first if need be.

    Args:
        session: who asks, and how.
        text: what is added.
        moment: the day; today when None.
        section: a heading, or `Outer#Inner`; empty for the note.
        join: what stands between old and new text.

    Raises:
        NotFoundError, AmbiguousError: there is no such section, or several.
        NapkinError: what `WriteSession.commit` raises.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, Appended]:
        day = _find_day(session, draft, moment)
        made = not session.is_dry_run
        told = Appended(path=day.path, appended=made, created=made and day.before is None, warnings=day.warnings)
        after = add_text(day.text, day.path, text, end="append", part=section, join=join)
        return _change("append", day, after), told

    done, told = session.commit(plan)
    return replace(told, **done.of(told.path))


def prepend_to_daily(
    session: WriteSession, text: str, *, moment: datetime | None = None, section: str = "", join: Join = "line"
) -> Prepended:
    """Add a text at the beginning of the note of a day, or of a section of it; otherwise as `append_to_daily`."""

    def plan(draft: Draft) -> tuple[ChangeSet, Prepended]:
        day = _find_day(session, draft, moment)
        made = not session.is_dry_run
        told = Prepended(path=day.path, prepended=made, created=made and day.before is None, warnings=day.warnings)
        after = add_text(day.text, day.path, text, end="prepend", part=section, join=join)
        return _change("prepend", day, after), told

    done, told = session.commit(plan)
    return replace(told, **done.of(told.path))


def _find_day(session: WriteSession, draft: Draft, moment: datetime | None) -> _Day:
    now = session.now()
    when = now if moment is None else moment.replace(hour=now.hour, minute=now.minute, second=now.second)
    path = VaultPath(daily_path(draft.access, moment=moment or now).path)
    draft.expect(path)
    if draft.disk.read(path) is not None:
        before = draft.text(path)
        return _Day(path=path, before=before, text=before)
    new_path(path)
    # A note of its own beside the one that Obsidian makes is worse than a mended file.
    unread = tuple(problem.message for problem in draft.access.config.problems)
    name, warnings = _template(draft)
    warnings = (*unread, *warnings)
    if not name:
        return _Day(path=path, before=None, text=b"", warnings=warnings)
    filled = from_template(draft, name, title=name_of(path), moment=when)
    return _Day(path=path, before=None, text=filled.note, warnings=filled.warnings)


def _template(draft: Draft) -> tuple[str, tuple[str, ...]]:
    """Give the name or path of the template for notes of a day, empty when there is none; and what is wrong with it."""
    named = draft.access.config.obsidian.daily_template
    if not named:
        known = list_templates(draft.access).templates
        return next((name for name in known if name.lower() == _USUAL_TEMPLATE), ""), ()
    try:
        return find_template(draft.access, named)[1], ()
    except NotFoundError:
        return "", (f"the template of daily notes is not there: {named}",)


def _change(op: str, day: _Day, after: bytes) -> ChangeSet:
    return creation_of(op, day.path, after) if day.before is None else edit_of(op, day.path, day.before, after)
