"""Changing the text of a note: append."""

from napkin_site.core.changes import ChangeSet, edit_of
from napkin_site.core.edits.text import Join, append_text
from napkin_site.core.paths import VaultPath
from napkin_site.services.writing.session import Draft, WriteSession, Written


class Appended(Written, kw_only=True):
    """A note that a text was added to."""

    appended: bool
    """False for a preview."""


def append_to_note(session: WriteSession, reference: str, text: str, *, join: Join = "line") -> Appended:
    """Add a text at the end of a note.

    Args:
        session: who asks, and how.
        reference: the note, as for reading.
        text: what is added.
        join: what stands between old and new text: a line break, an empty line, or nothing.

    Raises:
        NotFoundError, AmbiguousError, UsageError: the reference does not fit one note.
        NapkinError: what `WriteSession.commit` raises.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, VaultPath]:
        path, _ = draft.access.find_note(reference)
        before = draft.text(path)
        return edit_of("append", path, before, append_text(before, text, join=join)), path

    done, path = session.commit(plan)
    return Appended(
        path=path, id=done.id, etag=done.etags.get(path, ""), diff=done.diff, appended=not session.is_dry_run
    )
