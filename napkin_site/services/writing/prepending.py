"""Adding a text at the beginning of a note."""

from napkin_site.core.changes import ChangeSet, edit_of
from napkin_site.core.edits.prepend import prepend_text
from napkin_site.core.edits.text import Join
from napkin_site.core.paths import VaultPath
from napkin_site.services.writing.session import Draft, WriteSession, Written, about


class Prepended(Written, kw_only=True):
    """A note that a text was added to, in front."""

    prepended: bool
    """False for a preview."""
    created: bool = False
    """The note was not there, and was made: a note of a day."""


def prepend_to_note(session: WriteSession, reference: str, text: str, *, join: Join = "line") -> Prepended:
    """Add a text at the beginning of a note, behind its properties, or of the part that the reference names.

    Args and errors are those of `append_to_note`; a note whose front matter is never closed is an EditError.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, VaultPath]:
        path, part = draft.access.find_note(reference)
        before = draft.text(path)
        if part:
            from napkin_site.services.writing.patching import add_to_part  # loads the parser

            with about(path):
                return edit_of("prepend", path, before, add_to_part(before, part, text, op="prepend", join=join)), path
        with about(path):
            return edit_of("prepend", path, before, prepend_text(before, text, join=join)), path

    done, path = session.commit(plan)
    return Prepended(
        path=path, id=done.id, etag=done.etags.get(path, ""), diff=done.diff, prepended=not session.is_dry_run
    )
