"""What the library can change in a vault, each verb a method.

Every method takes the keywords of `How` besides its own: `reason`, `dry_run`, `if_match`, `request`.
"""

from typing import Unpack

from napkin_site.core.edits.text import Join
from napkin_site.services.vault_opening import How, OpenVault
from napkin_site.services.writing import notes
from napkin_site.services.writing.notes import Appended


class WritingVerbs(OpenVault):
    """The verbs that change something."""

    # --- Notes --------------------------------------------------------------------------------------

    def append(self, note: str, text: str, *, join: Join = "line", **how: Unpack[How]) -> Appended:
        """Add a text at the end of a note."""
        return notes.append_to_note(self._session(how), note, text, join=join)
