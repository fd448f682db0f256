"""Putting templates into notes: into one that is there, or as the beginning of a new one."""

from datetime import datetime

from msgspec.structs import replace

from napkin_site.core.changes import ChangeSet, edit_of
from napkin_site.core.edits.templates import insert_template, make_note, split_content
from napkin_site.core.frontmatter import split_front_matter
from napkin_site.core.paths import VaultPath, name_of
from napkin_site.core.templates import expand_template
from napkin_site.core.values import Value
from napkin_site.services.templating import find_template, formats_of
from napkin_site.services.writing.session import Draft, WriteSession, Written, about


class Inserted(Written, kw_only=True):
    """A note that a template was put into."""

    file: str
    """The note, as `path` has it."""
    template: str
    """The template's name."""
    inserted: bool
    """False for a preview."""


class Filled(Value):
    """A note made from a template."""

    name: str
    """The template's name."""
    note: bytes
    warnings: tuple[str, ...] = ()


def insert_into_note(session: WriteSession, template: str, reference: str) -> Inserted:
    """Put a template at the end of a note, and its properties to the note's, whose own stay.

    `{{title}}` is the note's name; `{{content}}` has nothing to stand for.

    Args:
        session: who asks, and how.
        template: its name in the templates folder, or any note.
        reference: the note, as for reading.

    Raises:
        NotFoundError, AmbiguousError, UsageError: there is no such template or note, or several.
        EditError: the properties of one of them cannot be read.
        NapkinError: what `WriteSession.commit` raises.
    """

    def plan(draft: Draft) -> tuple[ChangeSet, Inserted]:
        name, source = find_template(draft.access, template)
        path = draft.whole_note(reference)
        before = draft.text(path)
        text = _text(draft, source)
        formats = formats_of(draft.access)
        filled = expand_template(text, title=name_of(path), moment=session.now(), formats=formats, content="").text
        told = Inserted(path=path, file=path, template=name, inserted=not session.is_dry_run)
        with about(path):
            return edit_of("insert-template", path, before, insert_template(before, filled)), told

    done, told = session.commit(plan)
    return replace(told, **done.of(told.path))


def from_template(draft: Draft, template: str, *, title: str, moment: datetime, content: str = "") -> Filled:
    """Make the bytes of a new note from a template.

    Args:
        draft: the vault.
        template: its name in the templates folder, or any note.
        title: the note's name.
        moment: what `{{date}}` and `{{time}}` are of.
        content: what stands for `{{content}}`, or else behind the template; properties of both are joined.

    Raises:
        NotFoundError, AmbiguousError, UsageError: there is no such template, or several.
        EditError: the properties of one of them cannot be read.
    """
    name, source = find_template(draft.access, template)
    front, body = split_content(content)
    formats = formats_of(draft.access)
    filled = expand_template(_text(draft, source), title=title, moment=moment, formats=formats, content=body)
    note = make_note(filled.text, front, body, has_content=filled.has_content)
    error = split_front_matter(note).error_with_line
    warnings = (f"the properties that template `{name}` makes cannot be read: {error}",) if error else ()
    return Filled(name=name, note=note, warnings=warnings)


def _text(draft: Draft, template: VaultPath) -> str:
    return draft.disk.need_text(template).decode("utf-8-sig")
