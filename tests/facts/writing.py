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

_PROPERTY = "services/writing/test_properties.py::test_"
_TASK = "services/writing/test_tasks.py::test_"
_METADATA_CLI = "cli/test_property_edit.py::test_"
_METADATA_ERRORS = f"{_METADATA_CLI}what_cannot_be_done_is_told_with_its_exit_code"
_NEW_PROPERTY = f"{_PROPERTY}a_new_property_goes_behind_the_others_typed_by_its_look"
_BLOCK = f"{_PROPERTY}a_note_without_properties_gets_a_block_and_loses_it_with_the_last_one"
_LINES = f"{_PROPERTY}only_the_lines_of_the_property_change"
_LIBRARY = "services/library/test_metadata.py::test_"

_PROPERTY_FACTS: dict[str, Fact] = {
    "G22": Fact(
        "a property of what is not there",
        (f"{_PROPERTY}a_preview_and_an_etag_hold_for_properties_too", _METADATA_ERRORS),
    ),
    "I13": Fact("the exit code of an error", (_METADATA_ERRORS,)),
    "I14": Fact("the exit code of an error", (_METADATA_ERRORS,)),
    "K6": Fact("a second property, the body kept", (_NEW_PROPERTY,)),
    "K7": Fact("a block where there was none", (_BLOCK,)),
    "K8": Fact("a value is replaced", (_LINES,)),
    "K9": Fact("one of two is removed", (f"{_METADATA_CLI}a_person_is_told_what_was_done", _JSON)),
    "K10": Fact("the last one takes the block along", (_BLOCK,)),
    "K11": Fact("texts that look like truth values and numbers", (_NEW_PROPERTY,)),
    "K13": Fact("what is removed is told, and gone", (_BLOCK,)),
    "K16": Fact("a value on the command line", (f"{_METADATA_CLI}options_stand_for_arguments",)),
    "K17": Fact("removing on the command line", (_JSON,)),
    "K18": Fact("the library does, too", (f"{_LIBRARY}a_property_is_set_read_and_removed",)),
    "M7": Fact("a blank becomes an x", (f"{_TASK}one_character_changes", _JSON)),
    "M8": Fact("done", (f"{_TASK}one_character_changes", f"{_METADATA_CLI}a_task_of_today_is_done")),
    "M9": Fact("to do", (f"{_TASK}one_character_changes", f"{_METADATA_CLI}a_person_is_told_what_was_done")),
    "M11": Fact("no task, no line, no file", (f"{_TASK}what_is_no_task_is_refused",)),
    "M12": Fact("a mark by the library", (f"{_LIBRARY}a_task_is_marked_and_toggled",)),
}
_PROPERTY_REPAIRS: dict[int, tuple[str, ...]] = {
    17: (
        _LINES,
        f"{_PROPERTY}bytes_of_other_lines_stay_whatever_they_are",
        "core/edits/test_properties.py::test_only_the_lines_of_the_property_change",
    ),
    23: (f"{_TASK}one_character_changes",),
    31: (_METADATA_ERRORS,),
}

# --- History and batch ----------------------------------------------------------------------------------

_HISTORY_CLI = "cli/test_history.py::test_"

# The first napkin had no history: what holds here stands in decisions 4, 5, 38 and 39.
_HISTORY_FACTS: dict[str, Fact] = {}
_HISTORY_REPAIRS: dict[int, tuple[str, ...]] = {
    # errors are JSON with suggestions
    20: (
        f"{_HISTORY_CLI}undo_that_meets_later_changes_shows_them_and_is_a_conflict",
        f"{_HISTORY_CLI}an_error_in_a_batch_says_its_line_and_nothing_is_changed",
    ),
}

# --- Canvases, bookmarks, templates of vaults, settings, state, update ----------------------------------

_MAKING = "services/writing/test_making.py::test_"
_INIT = "cli/test_init.py::test_"
_SETUP = "services/library/test_setup.py::test_"
_SETTING = "services/writing/test_settings.py::test_"
_BOOKMARK = "services/writing/test_bookmarks.py::test_"
_CANVAS = "services/writing/test_canvases.py::test_"
_UPDATE = "cli/test_update.py::test_"

_OTHER_FACTS: dict[str, Fact] = {
    "D1": Fact(
        "init writes its settings and those of Obsidian",
        (
            f"{_MAKING}an_empty_folder_gets_its_settings_and_those_of_obsidian",
            f"{_INIT}an_empty_folder_becomes_a_vault",
        ),
    ),
    "D2": Fact("the second time nothing is made", (f"{_INIT}the_second_time_nothing_is_written",)),
    "D3": Fact("an empty .napkin folder gets its file", (f"{_INIT}an_empty_settings_folder_gets_its_file",)),
    "D4": Fact(
        "a template goes beside .napkin, not into it",
        (f"{_MAKING}a_template_gives_folders_files_and_first_page", _JSON),
    ),
    "D5": Fact(
        "a template can come later", (f"{_MAKING}templates_are_composed", f"{_INIT}templates_are_added_and_told")
    ),
    "D6": Fact("each of the five makes a vault", (f"{_MAKING}each_of_our_templates_makes_a_vault",)),
    "D7": Fact(
        "what stands in Obsidian's app.json is kept, and a key added",
        (f"{_MAKING}what_obsidian_has_is_left_as_it_is",),
        "decision 3: files of Obsidian are written only where there is none",
    ),
    "D8": Fact(
        "a template that is not there is exit code 1",
        (f"{_INIT}repair_30_what_cannot_be_done_is_found_out_before_anything_is_written",),
        "decision 35: what the user got wrong is exit code 2",
    ),
    "D9": Fact("a template added to a plain vault", (f"{_MAKING}what_a_template_added_can_be_undone",)),
    "D10": Fact("templates are composed", (f"{_MAKING}templates_are_composed",)),
    "D11": Fact(
        "no template before the vault is made", (f"{_MAKING}a_template_is_added_only_to_what_was_made_a_vault",)
    ),
    "D12": Fact("no template that is not there", (f"{_MAKING}a_template_is_added_only_to_what_was_made_a_vault",)),
    "D13": Fact("a path is needed", (f"{_MAKING}a_path_is_needed",)),
    "D14": Fact(
        "the result says that the vault is new",
        (f"{_MAKING}programs_make_vaults_too",),
        "one shape for command and library: path, created, template, files",
    ),
    "D15": Fact("or that it was there", (f"{_MAKING}programs_make_vaults_too",), "as D14"),
    "D16": Fact("making it twice", (f"{_MAKING}programs_make_vaults_too",)),
    "D17": Fact("with a template", (f"{_MAKING}programs_make_vaults_too",)),
    "D18": Fact(
        "the templates are listed",
        (
            "vault/test_vault_templates.py::test_ours_are_listed_in_their_order_with_what_they_are",
            f"{_INIT}the_templates_are_listed",
        ),
    ),
    "E1": Fact("a setting is set, as a number", (f"{_SETTING}only_the_setting_that_is_set_changes", _JSON)),
    "C10": Fact(
        "a note that moved is found where it is now",
        ("services/library/test_files.py::test_a_note_that_moved_is_read_where_it_is_now",),
    ),
    "E16": Fact("settings given by a program are not set", (f"{_SETUP}settings_given_by_the_program_are_not_set",)),
    "S2": Fact("a bookmark is added behind the others", (f"{_BOOKMARK}each_kind_is_added_behind_the_others", _JSON)),
    "S4": Fact("the first one, by the library", (f"{_SETUP}a_bookmark_is_added_to_none",)),
    "T4": Fact("an empty canvas", (f"{_CANVAS}an_empty_canvas_is_made", _JSON)),
    "T5": Fact("a text node", (f"{_CANVAS}a_node_is_added_and_can_be_undone", _JSON)),
    "T6": Fact(
        "file and link nodes",
        (
            f"{_CANVAS}a_file_node_names_its_file_as_reading_does",
            "core/edits/test_canvas.py::test_each_type_of_node_has_its_fields",
        ),
    ),
    "T7": Fact("a node stands right of all others", (f"{_CANVAS}a_node_is_added_and_can_be_undone",)),
    "T8": Fact("an edge between the beginnings of ids", (f"{_CANVAS}an_edge_is_added_and_removed", _JSON)),
    "T9": Fact(
        "whole ids are told and stored",
        ("core/edits/test_canvas.py::test_an_edge_joins_nodes_named_by_the_beginning_of_their_ids",),
    ),
    "T10": Fact("a node goes with its edges", (f"{_CANVAS}a_node_is_changed_and_removed", _JSON)),
    "T11": Fact("by the library", ("services/library/test_canvases.py::test_programs_make_and_fill_canvases",)),
    "W1": Fact("the installer runs, and is heard", (f"{_UPDATE}the_installer_is_run_and_heard",)),
    "W2": Fact("one line of JSON", (f"{_UPDATE}as_json_there_is_one_line_and_the_installer_is_silent",)),
    "W3": Fact("or nothing", (f"{_UPDATE}quiet_says_nothing",)),
    "W4": Fact("a failure has its status", (f"{_UPDATE}a_failure_is_told_with_its_status",)),
    "W5": Fact("as JSON, too", (f"{_UPDATE}a_failure_as_json_is_one_line_too",)),
    "W6": Fact("an installer that is not there", (f"{_UPDATE}an_installer_that_is_not_there_is_told",)),
}
_OTHER_REPAIRS: dict[int, tuple[str, ...]] = {
    4: (
        "core/edits/test_bookmarks.py::test_repair_4_what_cannot_be_read_is_refused",
        f"{_BOOKMARK}repair_4_a_file_that_cannot_be_read_is_an_error_and_left_as_it_is",
    ),
    9: (
        "core/edits/test_bookmarks.py::test_repair_9_a_bare_list_and_items_are_read_and_items_are_written",
        f"{_BOOKMARK}repair_9_a_real_file_of_obsidians_keeps_its_other_keys",
    ),
    30: (
        f"{_INIT}repair_30_what_cannot_be_done_is_found_out_before_anything_is_written",
        f"{_MAKING}repair_30_a_template_that_is_not_there_makes_nothing",
    ),
}

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
