"""Changing the text of a note without knowing its parts: append, replace."""

from napkin_site.core.changes import ChangeSet, edit_of
from napkin_site.core.edits.text import Join, append_text, count_text, replace_text
from napkin_site.core.paths import VaultPath
from napkin_site.services.writing.session import Draft, WriteSession, Written, about


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


def append_to_note(session: WriteSession, reference: str, text: str, *, join: Join = "line") -> Appended:
    """Add a text at the end of a note, or of the part that the reference names.

    Args:
        session: who asks, and how.
        reference: the note, as for reading; a heading or block behind `#` is what the text is added to.
        text: what is added.
        join: what stands between old and new text: a line break, an empty line, or nothing.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one note, or one part of it.
        NapkinError: what `WriteSession.commit` raises.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, VaultPath]:
        path, part = draft.access.find_note(reference)
        before = draft.text(path)
        if part:
            from napkin_site.services.writing.patching import add_to_part  # loads the parser

            with about(path):
                return edit_of("append", path, before, add_to_part(before, part, text, op="append", join=join)), path
        return edit_of("append", path, before, append_text(before, text, join=join)), path

    done, path = session.commit(plan)
    return Appended(
        path=path, id=done.id, etag=done.etags.get(path, ""), diff=done.diff, appended=not session.is_dry_run
    )


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
    return Replaced(path=path, id=done.id, etag=done.etags.get(path, ""), diff=done.diff, replaced=times)
