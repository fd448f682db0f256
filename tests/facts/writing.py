"""What changing a vault must do, fact by fact: which test holds it, or what replaces it and why.

In the form of `reading.py`, which has the facts about reading; each verb has its section.
"""

from tests.facts.reading import Fact

_NOTES = "services/writing/test_notes.py::test_"
_CLI = "cli/test_writing.py::test_"
_JSON = f"{_CLI}answers_for_programs_are_as_documented"

# --- Notes: append, prepend, create, patch, replace, daily, template insert -----------------------------

_CREATE = "services/writing/test_creating.py::test_"
_DAILY = "services/writing/test_dailies.py::test_"
_INSERT = "services/writing/test_templates.py::test_"
_NOTE_CLI = "cli/test_note_changes.py::test_"
_DONE = f"{_NOTE_CLI}a_note_is_as_it_was_asked_for"
_NOTE_ERRORS = f"{_NOTE_CLI}errors_have_their_exit_code_in_words_and_as_json_and_change_nothing"

_NOTE_FACTS: dict[str, Fact] = {
    "G2": Fact("a note of a name is made", (f"{_CREATE}a_note_is_made_where_name_and_path_say",)),
    "G3": Fact(
        "a template is copied as it is",
        (f"{_CREATE}a_template_is_filled_in_and_the_text_comes_behind_it",),
        "repair 2: its variables are filled in",
    ),
    "G4": Fact("a note of a path is made", (f"{_CREATE}a_note_is_made_where_name_and_path_say",)),
    "G5": Fact("an empty note on the command line", (_DONE,)),
    "G6": Fact("with its text", (_DONE,)),
    "G7": Fact("with options", (_DONE,)),
    "G8": Fact(
        "a note that is there is not made again",
        (f"{_CREATE}a_note_is_replaced_when_asked_for_and_the_history_has_what_it_held", _NOTE_ERRORS),
    ),
    "G9": Fact("a template that is not there", (f"{_CREATE}a_template_that_is_not_there_is_told_with_those_that_are",)),
    "G10": Fact("a text on a line of its own", (f"{_NOTES}a_text_is_added_on_a_line_of_its_own",)),
    "G11": Fact("a text on the same line", (f"{_NOTES}a_text_is_added_on_a_line_of_its_own",)),
    "G12": Fact("a text from stdin", (f"{_NOTE_CLI}what_is_piped_in_is_the_text",)),
    "G13": Fact("an argument wins over stdin", (f"{_NOTE_CLI}what_is_piped_in_is_the_text",)),
    "G14": Fact("options win over arguments", (_DONE,)),
    "G15": Fact(
        "a text in front stands behind the properties",
        (f"{_NOTES}a_text_is_added_in_front_of_the_body_and_no_byte_of_the_properties_changes",),
    ),
    "G16": Fact("the same on the command line", (_DONE, f"{_NOTE_CLI}what_is_piped_in_is_the_text")),
    "G22": Fact("adding to what is not there", (f"{_NOTES}what_cannot_be_changed_is_an_error_and_stays_as_it_is",)),
    "I2": Fact("the exit code of an error", (_NOTE_ERRORS,)),
    "I3": Fact("the exit code of an error", (_NOTE_ERRORS,)),
    "I18": Fact("the exit code of an error", (_NOTE_ERRORS,)),
    "I19": Fact("the exit code of an error", (_NOTE_ERRORS,)),
    "N5": Fact("a task is added to today's note", (_DONE,)),
    "N6": Fact(
        "which is made for it", (f"{_DAILY}a_text_for_a_day_that_is_not_there_makes_its_note_in_the_same_change",)
    ),
    "N7": Fact("a text comes first", (f"{_DAILY}a_text_comes_first_on_a_day",)),
    "N8": Fact("a day's note is made once", (f"{_DAILY}the_note_of_a_day_is_made_once_from_its_template",)),
    "N9": Fact("the same on the command line", (_JSON, f"{_NOTE_CLI}a_person_is_told_what_was_done")),
    "N13": Fact(
        "a template is put into a note",
        (f"{_INSERT}a_template_comes_behind_the_text_with_its_variables_filled_in", _JSON),
        "an empty line stands between, and properties are joined",
    ),
}
_NOTE_REPAIRS: dict[int, tuple[str, ...]] = {
    1: (f"{_CREATE}a_note_is_made_where_name_and_path_say",),
    2: (
        f"{_CREATE}a_template_is_filled_in_and_the_text_comes_behind_it",
        f"{_CREATE}a_text_stands_where_the_template_wants_it",
    ),
    12: (
        f"{_CREATE}a_name_that_is_taken_or_does_not_work_everywhere_makes_nothing",
        f"{_NOTES}what_cannot_be_changed_is_an_error_and_stays_as_it_is",
    ),
    16: (f"{_NOTES}a_text_is_added_in_front_of_the_body_and_no_byte_of_the_properties_changes",),
    28: (
        f"{_NOTE_CLI}no_text_at_all_is_an_error_at_once",
        f"{_NOTE_CLI}a_pipe_that_stays_silent_does_not_hang",
    ),
    42: (
        f"{_DAILY}a_text_for_a_day_that_is_not_there_makes_its_note_in_the_same_change",
        f"{_DAILY}without_a_template_a_day_begins_empty_and_a_text_with_no_line_break",
    ),
}

# --- Files: move, rename, delete, restore, trash --------------------------------------------------------

_MOVE = "services/writing/test_moving.py::test_"
_DELETE = "services/writing/test_deleting.py::test_"
_TRASH = "services/writing/test_trashing.py::test_"
_FILE_CLI = "cli/test_moving.py::test_"
_FILE_SAYS = f"{_FILE_CLI}a_person_is_told_what_happened"
_FILE_ERRORS = f"{_FILE_CLI}what_cannot_be_done_is_told_with_its_exit_code"

_FILE_FACTS: dict[str, Fact] = {
    "G17": Fact(
        "a move into a folder keeps the name, and gives from and to",
        (f"{_MOVE}a_destination_is_a_folder_unless_it_ends_as_the_file_does", _JSON),
    ),
    "G18": Fact("the command does, too", (_FILE_SAYS,)),
    "G19": Fact(
        "a rename stays in the folder, and `.md` may be left out",
        (f"{_MOVE}repair_8_links_follow_with_their_aliases_and_fragments", f"{_MOVE}a_new_name_keeps_the_extension"),
    ),
    "G20": Fact(
        "what is deleted goes to the trash",
        (f"{_DELETE}repair_8_a_deleted_note_goes_to_the_trash_and_tells_who_links_to_it", _JSON),
    ),
    "G21": Fact(
        "what is deleted for good is not in the trash",
        (
            f"{_DELETE}an_attachment_is_deleted_like_a_note",
            f"{_DELETE}what_is_deleted_for_good_is_forgotten_under_all_its_names",
        ),
    ),
    "I4": Fact("the exit code of an error", (_FILE_ERRORS,)),
    "I5": Fact("the exit code of an error", (_FILE_ERRORS,)),
    "I6": Fact("the exit code of an error", (_FILE_ERRORS,)),
}
_FILE_REPAIRS: dict[int, tuple[str, ...]] = {
    5: (
        f"{_DELETE}repair_5_what_is_in_the_trash_is_not_read",
        f"{_TRASH}a_file_comes_back_by_any_of_its_names",
    ),
    8: (
        f"{_MOVE}repair_8_links_follow_with_their_aliases_and_fragments",
        f"{_MOVE}everything_that_names_a_file_follows_in_one_entry",
        f"{_DELETE}repair_8_a_deleted_note_goes_to_the_trash_and_tells_who_links_to_it",
        f"{_FILE_CLI}the_most_linked_note_of_a_large_vault_is_renamed_and_taken_back",
    ),
    13: (f"{_MOVE}repair_13_what_is_in_the_way_is_not_overwritten_unless_asked", _FILE_ERRORS),
    14: (
        f"{_DELETE}repair_14_files_of_one_name_do_not_overwrite_each_other_in_the_trash",
        f"{_TRASH}of_files_that_were_at_one_place_one_must_be_named",
    ),
}

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
