"""What the library can change in a vault, each verb a method.

Every method takes the keywords of `How` besides its own: `reason`, `dry_run`, `if_match`, `request`.
"""

from datetime import datetime
from typing import Any, Unpack

from napkin_site.core.edits.targets import Reach
from napkin_site.core.edits.text import Join
from napkin_site.services.library.opening import How, OpenVault
from napkin_site.services.writing import creating, dailies, notes, patching, templates
from napkin_site.services.writing.creating import Created
from napkin_site.services.writing.dailies import DailyNote
from napkin_site.services.writing.notes import Appended, Prepended, Replaced
from napkin_site.services.writing.patching import Patched
from napkin_site.services.writing.templates import Inserted


class WritingVerbs(OpenVault):
    """The verbs that change something."""

    # --- Notes --------------------------------------------------------------------------------------

    def append(self, note: str, text: str, *, section: str = "", join: Join = "line", **how: Unpack[How]) -> Appended:
        """Add a text at the end of a note, or of a part of it: a `section`, or one in `Note#Heading`, `Note#^id`."""
        return notes.append_to_note(self._session(how), note, text, section=section, join=join)

    def prepend(self, note: str, text: str, *, section: str = "", join: Join = "line", **how: Unpack[How]) -> Prepended:
        """Add a text at the beginning of a note, behind its properties, or of a part of it."""
        return notes.prepend_to_note(self._session(how), note, text, section=section, join=join)

    def create(
        self,
        name: str = "",
        content: str = "",
        *,
        path: str = "",
        template: str = "",
        overwrite: bool = False,
        **how: Unpack[How],
    ) -> Created:
        """Make a note, from a template if one is named, and the folders it lies in."""
        return creating.create_note(
            self._session(how), name, content, path=path, template=template, overwrite=overwrite
        )

    def replace(self, note: str, find: str, new: str, *, count: int | None = 1, **how: Unpack[How]) -> Replaced:
        """Replace a text that occurs exactly so often; None is any number but none."""
        return notes.replace_in_note(self._session(how), note, find, new, count=count)

    def patch(
        self,
        note: str,
        *,
        heading: str = "",
        nth: int = 0,
        block: str = "",
        property: str = "",  # noqa: A002  # the word that options and operations have for it
        row: int | str | None = None,
        table: int = 0,
        replace: Any = None,
        append: Any = None,
        prepend: str | None = None,
        before: str | None = None,
        after: str | None = None,
        rename: str | None = None,
        delete: bool = False,
        expect: str | None = None,
        part_etag: str = "",
        reach: Reach | None = None,
        join: Join = "line",
        **how: Unpack[How],
    ) -> Patched:
        """Change a part of a note: name one part, and say one thing to do with it.

        Args:
            note: the note; a part behind `#` is the part.
            heading: the section of a heading, or of `Outer#Inner`; `nth` says which of several equal ones, from 1.
            nth: as above; 0 demands that there is but one.
            block: the id of a block.
            property: a property; a text for `replace` and `append` is taken as on the command line, all else as it is.
            row: a row of a table, by its number from 1 below the head, or by its first cell.
            table: which table, from 1, of the note or of the section of `heading`.
            replace: the new text of the part; a heading stays.
            append: what is added at its end.
            prepend: what is added at its beginning.
            before: what is added before it.
            after: what is added behind it.
            rename: its new name; links to a heading or block follow.
            delete: takes the part out.
            expect: what it must hold now, white space around it aside.
            part_etag: hex SHA-256 that its bytes must have now.
            reach: how much of a section is meant: `own` text, or `with-children`; None is as fits the operation.
            join: what stands between old and new text for `append` and `prepend`.
            how: as for every change.
        """
        given = {
            "replace": replace,
            "append": append,
            "prepend": prepend,
            "before": before,
            "after": after,
            "delete": delete,
            "rename": rename,
        }
        op = patching.chosen_operation(given)
        content = "" if op == "delete" else given[op]
        edit = patching.PartEdit(
            op=op,
            content=content if isinstance(content, str) else "",
            value=None if isinstance(content, str) else content,
            heading=heading,
            nth=nth,
            block=block,
            property=property,
            row=row,
            table=table,
            expect=expect,
            part_etag=part_etag,
            reach=reach,
            join=join,
        )
        return patching.patch_part(self._session(how), note, edit)

    def daily(self, *, moment: datetime | None = None, **how: Unpack[How]) -> DailyNote:
        """Make the note of a day, today's by default, from its template, if it is not there."""
        return dailies.ensure_daily(self._session(how), moment=moment)

    def append_daily(
        self,
        text: str,
        *,
        moment: datetime | None = None,
        section: str = "",
        join: Join = "line",
        **how: Unpack[How],
    ) -> Appended:
        """Add a text at the end of the note of a day, or of a section of it; the note is made if need be."""
        return dailies.append_to_daily(self._session(how), text, moment=moment, section=section, join=join)

    def prepend_daily(
        self,
        text: str,
        *,
        moment: datetime | None = None,
        section: str = "",
        join: Join = "line",
        **how: Unpack[How],
    ) -> Prepended:
        """Add a text at the beginning of the note of a day, or of a section of it; it is made if need be."""
        return dailies.prepend_to_daily(self._session(how), text, moment=moment, section=section, join=join)

    def insert_template(self, template: str, note: str, **how: Unpack[How]) -> Inserted:
        """Put a template, filled in, at the end of a note, and its properties to the note's."""
        return templates.insert_into_note(self._session(how), template, note)
