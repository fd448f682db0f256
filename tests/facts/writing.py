"""What changing a vault must do, fact by fact: which test holds it, or what replaces it and why.

In the form of `reading.py`, which has the facts about reading; each verb has its section.
"""

from tests.facts.reading import Fact

_NOTES = "services/writing/test_notes.py::test_"
_CLI = "cli/test_writing.py::test_"
_JSON = f"{_CLI}answers_for_programs_are_as_documented"

# --- Notes: append, prepend, create, patch, replace, daily, template insert -----------------------------

_NOTE_FACTS: dict[str, Fact] = {}
_NOTE_REPAIRS: dict[int, tuple[str, ...]] = {}

# --- Files: move, rename, delete, restore, trash --------------------------------------------------------

_FILE_FACTS: dict[str, Fact] = {}
_FILE_REPAIRS: dict[int, tuple[str, ...]] = {}

# --- Properties and tasks -------------------------------------------------------------------------------

_PROPERTY_FACTS: dict[str, Fact] = {}
_PROPERTY_REPAIRS: dict[int, tuple[str, ...]] = {}

# --- History and batch ----------------------------------------------------------------------------------

_HISTORY_FACTS: dict[str, Fact] = {}
_HISTORY_REPAIRS: dict[int, tuple[str, ...]] = {}

# --- Canvases, bookmarks, templates of vaults, settings, state, update ----------------------------------

_OTHER_FACTS: dict[str, Fact] = {}
_OTHER_REPAIRS: dict[int, tuple[str, ...]] = {}

FACTS: dict[str, Fact] = {**_NOTE_FACTS, **_FILE_FACTS, **_PROPERTY_FACTS, **_HISTORY_FACTS, **_OTHER_FACTS}
"""Id -> the behaviour. An id may stand in `reading.py` too, where a fact is about both."""

REPAIRS: dict[int, tuple[str, ...]] = {
    **_NOTE_REPAIRS,
    **_FILE_REPAIRS,
    **_PROPERTY_REPAIRS,
    **_HISTORY_REPAIRS,
    **_OTHER_REPAIRS,
}
"""Number of a repair -> the tests that hold it."""
