"""Changing the text of a note: append, prepend, replace."""

from napkin_site.core.changes import ChangeSet, edit_of
from napkin_site.core.edits.text import Join, count_text, replace_text
from napkin_site.core.paths import VaultPath
from napkin_site.services.writing.adding import End, add_text, one_part
from napkin_site.services.writing.session import Draft, Outcome, WriteSession, Written, about


class Appended(Written, kw_only=True):
    """A note that a text was added to."""

    appended: bool
    """False for a preview."""
    created: bool = False
    """The note was not there, and was made: a note of a day."""


class Replaced(Written, kw_only=True):
    """A note in which a text was replaced."""

    replaced: int
    """How often; for a preview, how often it would be."""


class Prepended(Written, kw_only=True):
    """A note that a text was added to, in front."""

    prepended: bool
    """False for a preview."""
    created: bool = False
    """The note was not there, and was made: a note of a day."""


def append_to_note(
    session: WriteSession, reference: str, text: str, *, section: str = "", join: Join = "line"
) -> Appended:
    """Add a text at the end of a note, or of a part of it.

    Args:
        session: who asks, and how.
        reference: the note, as for reading; a heading or block behind `#` is the part.
        text: what is added.
        section: the part, where the reference names none: a heading, or `Outer#Inner`.
        join: what stands between old and new text: a line break, an empty line, or nothing.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one note, or one part of it.
        NapkinError: what `WriteSession.commit` raises.
    """
    done, path = _add(session, "append", reference, text, section, join)
    return Appended(**done.of(path), appended=not session.is_dry_run)


def prepend_to_note(
    session: WriteSession, reference: str, text: str, *, section: str = "", join: Join = "line"
) -> Prepended:
    """Add a text at the beginning of a note, behind its properties, or of a part of it; otherwise as `append_to_note`.

    Raises:
        EditError: the front matter is never closed, so that nobody can say where the body begins.
    """
    done, path = _add(session, "prepend", reference, text, section, join)
    return Prepended(**done.of(path), prepended=not session.is_dry_run)


def replace_in_note(session: WriteSession, reference: str, find: str, new: str, *, count: int | None = 1) -> Replaced:
    """Replace a text of a note, front matter included, literally.

    Args:
        session: who asks, and how.
        reference: the note, as for reading.
        find: the text; line breaks of any kind are alike.
        new: what takes its place.
        count: how often it must occur, or nothing is changed; None for any number but none.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one note.
        StalePreconditionError: the text occurs another number of times.
        NapkinError: what `WriteSession.commit` raises.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, tuple[VaultPath, int]]:
        path = draft.whole_note(reference)
        before = draft.text(path)
        times = max(count_text(before, find), 1) if count is None else count
        with about(path):
            return edit_of("replace", path, before, replace_text(before, find, new, count=times)), (path, times)

    done, (path, times) = session.commit(plan)
    return Replaced(**done.of(path), replaced=times)


def _add(
    session: WriteSession, end: End, reference: str, text: str, section: str, join: Join
) -> tuple[Outcome, VaultPath]:
    def plan(draft: Draft) -> tuple[ChangeSet, VaultPath]:
        path, subpath = draft.access.find_note(reference)
        part = one_part(reference, subpath, section)
        before = draft.text(path)
        return edit_of(end, path, before, add_text(before, path, text, end=end, part=part, join=join)), path

    return session.commit(plan)
