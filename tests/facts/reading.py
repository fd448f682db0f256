"""What reading a vault must do, fact by fact: which test holds it, or what replaces it and why.

The ids are those of the list of behaviours that the first `napkin` had (letter: subject, number: fact), so that
nothing of it is lost unseen; the words are ours. `writing.py` beside this has the facts about changes.
"""

from typing import NamedTuple


class Fact(NamedTuple):
    """One behaviour."""

    says: str
    held_by: tuple[str, ...]
    """Tests, as `path below tests::name`."""
    instead: str = ""
    """The decision or repair that replaces it, where we do something else; the tests hold that."""


_LOCATE = "vault/test_locate.py::test_"
_READER = "vault/test_reader.py::test_"
_IGNORE = "vault/test_ignore.py::test_"
_CONFIG = "vault/test_config.py::test_"
_REFERENCES = "core/test_references.py::test_"
_READ = "services/test_reading.py::test_"
_LIST = "services/test_listing.py::test_"
_META = "services/test_metadata.py::test_"
_LINK = "services/test_linking.py::test_"
_TEMPLATE = "services/test_templating.py::test_"
_VAULT = "services/library/test_vault.py::test_"
_CLI = "cli/test_reading.py::test_"
_PEOPLE = f"{_CLI}answers_for_people_are_plain_lines_where_nobody_watches"
_JSON = f"{_CLI}answers_for_programs_are_as_documented"
_ERRORS = f"{_CLI}errors_have_their_exit_code_in_words_and_as_json"

FACTS: dict[str, Fact] = {
    # Where the vault is
    "A1": Fact("notes may lie in the .napkin folder", (f"{_LOCATE}notes_inside_the_napkin_folder_make_it_the_vault",)),
    "A2": Fact(
        "a folder inside finds the vault around it", (f"{_LOCATE}the_nearest_folder_with_a_marker_is_the_vault",)
    ),
    "A3": Fact(
        "an empty folder becomes a vault by reading",
        (f"{_CLI}without_a_vault_nothing_is_made", f"{_VAULT}without_a_vault_nothing_is_made"),
        "repair 11: no vault is exit code 4, and nothing is made",
    ),
    "A4": Fact("a default vault can be configured", (f"{_LOCATE}the_configured_default_comes_last",)),
    "A5": Fact("a default that cannot be read counts as none", (f"{_LOCATE}an_unusable_default_counts_as_none",)),
    "A6": Fact(
        "an empty .napkin folder marks a vault", (f"{_LOCATE}a_config_without_layout_and_notes_means_the_parent",)
    ),
    "A7": Fact(
        "settings without a layout mean that notes lie beside them",
        (f"{_LOCATE}notes_inside_the_napkin_folder_make_it_the_vault",),
        "decision 2: only if notes do lie there",
    ),
    "A8": Fact("the usual layout has notes beside .napkin", (f"{_LOCATE}sibling_layout_points_at_the_parent",)),
    "A9": Fact("that layout is found from deep inside", (f"{_LOCATE}the_nearest_folder_with_a_marker_is_the_vault",)),
    "A10": Fact(".napkin may lie in .obsidian", (f"{_LOCATE}napkin_may_stand_inside_obsidians_folder",)),
    "A11": Fact("Obsidian's settings are read", ("vault/test_obsidian.py::test_the_settings_that_matter_are_read",)),
    "A12": Fact(
        "a missing file of Obsidian is nothing", ("vault/test_obsidian.py::test_without_files_defaults_apply",)
    ),
    "A13": Fact("no vault is an error of its own", (f"{_CLI}without_a_vault_nothing_is_made",)),
    "A14": Fact(
        "init below a vault is refused",
        ("cli/test_init.py::test_below_a_vault_the_vault_is_meant_and_a_named_folder_is_itself",),
        "below a vault that vault is meant, as for every other command; a folder that is named is made one",
    ),
    "A15": Fact(
        "the first init ever sets the default vault",
        ("cli/test_init.py::test_a_default_vault_elsewhere_is_not_meant",),
        "decision 1: init makes a vault and nothing else; a default is the user's to set",
    ),
    "A16": Fact("a default may be relative or start at home", (f"{_LOCATE}the_configured_default_comes_last",)),
    "A17": Fact("a default that is no vault is ignored", (f"{_LOCATE}an_unusable_default_counts_as_none",)),
    # Files and folders
    "B1": Fact("files are listed without Obsidian's", (f"{_LIST}files_are_listed_by_folder_and_extension",)),
    "B2": Fact("files are listed by extension", (f"{_LIST}files_are_listed_by_folder_and_extension",)),
    "B3": Fact("files are listed by folder", (f"{_LIST}files_are_listed_by_folder_and_extension",)),
    "B4": Fact("a folder that is not there holds no files", (f"{_LIST}files_are_listed_by_folder_and_extension",)),
    "B5": Fact("folders are listed", (f"{_LIST}folders_are_listed_with_those_above_and_without_the_one_asked_for",)),
    "B6": Fact(
        "folders inside a folder", (f"{_LIST}folders_are_listed_with_those_above_and_without_the_one_asked_for",)
    ),
    "B7": Fact("some folders are never part", (f"{_IGNORE}some_folders_are_never_part_of_a_vault",)),
    "B8": Fact("our own files are hidden", (f"{_IGNORE}napkins_own_files_are_hidden_only_beside_notes_in_its_folder",)),
    "B9": Fact("settings are no notes", (f"{_IGNORE}some_folders_are_never_part_of_a_vault", _JSON)),
    "B10": Fact("a file's name, extension, size", (f"{_LIST}a_file_is_known_by_name_extension_size_and_times",)),
    "B11": Fact("a file's times", (f"{_LIST}a_file_is_known_by_name_extension_size_and_times",)),
    "B12": Fact("the list on the command line", (_JSON,)),
    "B13": Fact("with an extension", (_PEOPLE,)),
    "B14": Fact("with a total", (_PEOPLE, _JSON)),
    "B15": Fact("folders on the command line", (_JSON,)),
    "B16": Fact("the vault at a glance", (_JSON, f"{_LIST}the_vault_is_counted_without_hidden_files_and_broken_links")),
    "B17": Fact(
        "links of the file system are followed, rings end, broken ones are skipped",
        (f"{_LIST}linked_files_and_folders_are_part_of_the_vault_and_loops_end",),
    ),
    # References
    "C1": Fact("a path is exact", (f"{_REFERENCES}a_name_is_found_anywhere_and_a_path_where_it_says",)),
    "C2": Fact("a name is found in any folder", (f"{_REFERENCES}a_name_is_found_anywhere_and_a_path_where_it_says",)),
    "C3": Fact("whatever its letter case", (f"{_REFERENCES}a_name_is_found_anywhere_and_a_path_where_it_says",)),
    "C4": Fact("a name of nothing", (f"{_REFERENCES}a_name_that_fits_nothing_comes_with_notes_like_it",)),
    "C5": Fact("a note is read by name", (f"{_READ}a_note_is_read_whole_with_what_a_change_may_be_conditional_on",)),
    "C6": Fact("a note is read by path", (f"{_READ}what_ignore_rules_hide_is_read_by_its_exact_path_only",)),
    "C7": Fact("reading what is not there", (f"{_READ}references_that_do_not_fit_one_note_are_errors",)),
    "C8": Fact(
        "a link that fits two notes still resolves", (f"{_LINK}unresolved_links_come_with_their_notes_parts_included",)
    ),
    "C9": Fact(
        "a name of two notes is ambiguous",
        (f"{_CLI}an_ambiguous_name_is_a_user_error_with_the_paths_it_fits",),
        "decision 35: exit code 2 instead of 1",
    ),
    # Settings
    "E1": Fact("a setting is got by its key", (f"{_TEMPLATE}settings_are_shown_with_their_defaults_and_got_by_key",)),
    "E3": Fact("given settings name the templates", (f"{_VAULT}injected_settings_replace_the_file_completely",)),
    "E4": Fact("given settings name the daily folder", (f"{_VAULT}injected_settings_replace_the_file_completely",)),
    "E17": Fact(
        "the defaults, given, are the settings",
        ("services/library/test_vault.py::test_the_defaults_given_by_a_program_are_the_settings_in_force",),
    ),
    "E8": Fact("given settings answer for a key", (f"{_VAULT}injected_settings_replace_the_file_completely",)),
    "E10": Fact("given settings decide about the layout", (f"{_VAULT}injected_settings_decide_about_the_layout",)),
    "E11": Fact("without a layout it is not the file's", (f"{_VAULT}injected_settings_decide_about_the_layout",)),
    "E12": Fact("without the file nothing changes", (f"{_VAULT}injected_settings_replace_the_file_completely",)),
    "E13": Fact("a change of the file is seen at once", (f"{_VAULT}settings_of_the_file_are_seen_at_once",)),
    "E14": Fact("given settings are frozen", (f"{_VAULT}injected_settings_replace_the_file_completely",)),
    "E15": Fact("they are copied", (f"{_VAULT}injected_settings_replace_the_file_completely",)),
    # Ignore rules
    **{
        f"F{number}": Fact("patterns as git has them", (f"{_IGNORE}napkinignore_speaks_gitignore",))
        for number in range(1, 8)
    },
    "F8": Fact(".gitignore counts", (f"{_IGNORE}gitignore_counts_by_setting",)),
    "F9": Fact("unless a setting says no", (f"{_IGNORE}gitignore_counts_by_setting",)),
    "F10": Fact("both count together", (f"{_IGNORE}sources_add_up_and_a_negation_stays_in_its_own",)),
    "F11": Fact("one cannot take back the other's", (f"{_IGNORE}sources_add_up_and_a_negation_stays_in_its_own",)),
    "F12": Fact("names with a dot are ignored", (f"{_IGNORE}names_with_a_dot_are_left_out_by_setting",)),
    "F13": Fact("unless a setting says no", (f"{_IGNORE}names_with_a_dot_are_left_out_by_setting",)),
    "F14": Fact(
        "changed rules make the index old",
        ("index/test_point.py::test_an_index_that_is_behind_gives_no_answer",),
        "the walk is fresh each time, so rules need no fingerprint",
    ),
    "F15": Fact("the same for .gitignore", (f"{_IGNORE}gitignore_counts_by_setting",), "rules are read on every walk"),
    "F16": Fact(
        "a rule taken back is as if it had never been",
        (f"{_IGNORE}gitignore_counts_by_setting",),
        "rules are read on every walk, so there is nothing to go back to",
    ),
    "F17": Fact(
        "what did not change is not loaded again",
        (f"{_VAULT}a_change_is_seen_by_the_next_call_and_nothing_else_is_read_again",),
    ),
    # Reading
    "G1": Fact("a note is read", (f"{_READ}a_note_is_read_whole_with_what_a_change_may_be_conditional_on",)),
    "G22": Fact("reading what is not there is not found", (_ERRORS,)),
    "G23": Fact(
        "the library prints nothing",
        (
            f"{_VAULT}every_verb_is_a_method_with_a_frozen_result",
            "test_layers.py::test_core_calls_nothing_that_reads_the_world",
        ),
    ),
    "H1": Fact("whole, without pages", (f"{_READ}a_note_is_read_whole_with_what_a_change_may_be_conditional_on",)),
    "H2": Fact("a section", (f"{_READ}a_section_holds_its_subsections_and_ends_before_its_equal",)),
    "H3": Fact("exactly", (f"{_READ}a_section_is_named_by_its_heading_or_by_the_way_to_it",)),
    "H4": Fact("a heading that is not there", (f"{_READ}a_heading_that_is_not_there_is_told_with_those_that_are",)),
    "H5": Fact(
        "a section in the reference", (f"{_READ}a_part_may_stand_in_the_reference_and_a_section_of_its_own_wins",)
    ),
    "H6": Fact("a section apart wins", (f"{_READ}a_part_may_stand_in_the_reference_and_a_section_of_its_own_wins",)),
    "H7": Fact(
        "pages", (f"{_READ}pages_fit_their_budget_and_together_are_the_note", f"{_CLI}a_page_says_how_to_go_on")
    ),
    "H8": Fact("the second page is another", (f"{_READ}pages_fit_their_budget_and_together_are_the_note",)),
    "H9": Fact("the last page does not go on", (f"{_CLI}a_page_says_how_to_go_on",)),
    "H10": Fact("a section in pages", (f"{_READ}what_fits_one_page_has_no_pages",)),
    "H11": Fact("a section on one page", (f"{_READ}what_fits_one_page_has_no_pages",)),
    "H12": Fact("a page that is not there", (f"{_READ}a_page_that_is_not_there_is_refused_with_the_pages_there_are",)),
    "H13": Fact("without the blank lines behind", (f"{_READ}a_section_is_named_by_its_heading_or_by_the_way_to_it",)),
    "H14": Fact(
        "the last section ends with the file", (f"{_READ}a_section_is_named_by_its_heading_or_by_the_way_to_it",)
    ),
    "H15": Fact(
        "a heading matches byte for byte",
        (f"{_READ}a_closed_heading_is_found_by_its_text",),
        "headings match as in links: markup characters and letter case do not matter",
    ),
    "H16": Fact("five headings, then dots", (f"{_READ}a_heading_that_is_not_there_is_told_with_those_that_are",)),
    "H17": Fact("a file without headings", (f"{_READ}a_heading_that_is_not_there_is_told_with_those_that_are",)),
    "H18": Fact("a closed heading", (f"{_READ}a_closed_heading_is_found_by_its_text",)),
    **{
        f"I{number}": Fact("the exit code of an error", (_ERRORS,))
        for number in (1, 7, 8, 9, 10, 11, 12, 15, 16, 17, 20, 21)
    },
    # Markdown
    "J1": Fact("headings with level and line", (f"{_READ}an_outline_has_the_headings_that_are_headings",)),
    "J2": Fact("an outline, and its total", (f"{_READ}an_outline_has_the_headings_that_are_headings", _PEOPLE)),
    "J3": Fact("no headings", (f"{_READ}an_outline_has_the_headings_that_are_headings",)),
    "J4": Fact(
        "tasks with their marks",
        (f"{_META}tasks_are_listed_by_note_and_line_and_every_mark_but_a_blank_is_done",),
        "decision 11: every mark but a blank is done",
    ),
    "J5": Fact("a task may be indented", ("core/syntax/test_facts.py::test_tasks_keep_their_mark_and_own_line",)),
    "J6": Fact("tags in text, nested ones too", ("core/syntax/test_constructs.py::test_a_construct_becomes",)),
    "J7": Fact(
        "a tag counts once for a note", (f"{_META}a_tag_counts_the_notes_that_carry_it_whatever_its_letter_case",)
    ),
    "J8": Fact("links with and without display", (f"{_LINK}the_links_of_a_note_are_listed_once_as_typed_and_counted",)),
    "J9": Fact("a link's fragment is apart", (f"{_LINK}the_links_of_a_note_are_listed_once_as_typed_and_counted",)),
    "J10": Fact(
        "addresses of the web are no links",
        (f"{_LINK}addresses_of_the_web_are_no_links_and_a_broken_escape_stops_nothing",),
    ),
    "J11": Fact("no links", (f"{_LINK}orphans_and_dead_ends",)),
    "J12": Fact("links in code count", (f"{_LINK}orphans_and_dead_ends",), "repair 24: they do not; embeds do"),
    "J13": Fact(
        "tags are ASCII",
        ("core/syntax/test_constructs.py::test_a_construct_becomes",),
        "tags of every script, as in Obsidian",
    ),
    "J14": Fact(
        "only - and * make tasks",
        (f"{_META}tasks_are_listed_by_note_and_line_and_every_mark_but_a_blank_is_done",),
        "every list item can be one, as in Obsidian",
    ),
    "J15": Fact("words without properties", (f"{_READ}words_and_characters_are_counted_without_properties",)),
    "J16": Fact("characters", (f"{_READ}words_and_characters_are_counted_without_properties",)),
    # Properties
    "K1": Fact("properties and body", ("core/test_frontmatter.py::test_the_block_ends_behind_its_closing_fence",)),
    "K2": Fact("a body alone", ("core/test_frontmatter.py::test_a_note_without_front_matter_begins_at_once",)),
    "K3": Fact("an empty block", ("core/test_frontmatter.py::test_an_empty_block_has_no_properties",)),
    "K4": Fact("a fault is found every time", ("core/test_frontmatter.py::test_the_same_fault_is_found_every_time",)),
    "K5": Fact("and stops no other note", (f"{_META}one_note_that_cannot_be_read_is_skipped_with_a_warning",)),
    "K12": Fact("a missing property is null", (f"{_META}a_property_is_read_with_its_type",)),
    "K14": Fact("names, counts, total", (f"{_META}properties_are_counted_by_name", _JSON, _PEOPLE)),
    "K15": Fact("a property on the command line", (_JSON, _PEOPLE)),
    # Tags and aliases
    "L1": Fact(
        "tags of properties and text", (f"{_META}a_tag_counts_the_notes_that_carry_it_whatever_its_letter_case",)
    ),
    "L2": Fact("with counts", (f"{_META}a_tag_counts_the_notes_that_carry_it_whatever_its_letter_case", _JSON)),
    "L3": Fact("of one note", (f"{_META}tags_of_one_note_are_its_own",)),
    "L4": Fact("a tag's count", (f"{_META}a_tag_is_found_with_its_notes", _JSON)),
    "L5": Fact("and its notes", (f"{_META}a_tag_is_found_with_its_notes", _JSON)),
    "L6": Fact("aliases, a list or one name", (f"{_META}aliases_are_listed_with_their_notes", _JSON)),
    "L7": Fact("the same in the library", (f"{_VAULT}every_verb_is_a_method_with_a_frozen_result",)),
    # Tasks
    "M1": Fact(
        "all tasks, and their total",
        (f"{_META}tasks_are_listed_by_note_and_line_and_every_mark_but_a_blank_is_done", _PEOPLE),
    ),
    "M2": Fact("open and done ones", (f"{_META}tasks_are_filtered",), "decision 11: every mark but a blank is done"),
    "M3": Fact("of one note", (f"{_META}tasks_are_filtered",)),
    "M4": Fact("of today", (f"{_CLI}todays_tasks_are_those_of_todays_note",)),
    "M5": Fact("with a mark", (f"{_META}tasks_are_filtered",)),
    "M6": Fact("one task", (f"{_META}a_task_is_shown_by_its_line",)),
    "M10": Fact("by path and line", (_JSON, f"{_META}a_reference_to_a_task_is_taken_apart")),
    "M11": Fact("no task, no line, no file", (f"{_META}a_task_is_shown_by_its_line",)),
    # Daily notes and templates
    "N1": Fact("the note of a day", (f"{_TEMPLATE}the_note_of_a_day_is_where_the_settings_say",)),
    "N2": Fact("today's on the command line", (f"{_CLI}todays_tasks_are_those_of_todays_note", _JSON)),
    "N3": Fact("it is read", (f"{_TEMPLATE}the_note_of_a_day_is_where_the_settings_say",)),
    "N4": Fact("or is not there", (f"{_TEMPLATE}the_note_of_a_day_is_where_the_settings_say", _ERRORS)),
    "N10": Fact("templates are listed", (f"{_TEMPLATE}templates_are_listed_by_name",)),
    "N11": Fact("a template as it is", (f"{_TEMPLATE}a_template_is_read_as_it_is_or_filled_in",)),
    "N12": Fact("a template filled in", (f"{_TEMPLATE}a_template_is_read_as_it_is_or_filled_in", _PEOPLE)),
    "N14": Fact("formats with folders", ("core/test_dates.py::test_the_note_of_a_day_lies_where_the_format_says",)),
    "N15": Fact("short and long tokens", ("core/test_dates.py::test_each_token_writes_what_moment_writes",)),
    # Links
    "O1": Fact("backlinks", (f"{_LINK}backlinks_count_links_and_embeds_of_both_syntaxes_by_note", _JSON, _PEOPLE)),
    "O2": Fact("links", (f"{_LINK}the_links_of_a_note_are_listed_once_as_typed_and_counted", _JSON)),
    "O3": Fact("links to nothing", (f"{_LINK}unresolved_links_come_with_their_notes_parts_included",)),
    "O4": Fact(
        "with notes, or counts",
        (f"{_LINK}unresolved_links_come_with_their_notes_parts_included", _JSON),
        "repair 10: the notes are there without asking",
    ),
    "O5": Fact("orphans", (f"{_LINK}orphans_and_dead_ends",)),
    "O6": Fact("dead ends", (f"{_LINK}orphans_and_dead_ends",)),
    # Bookmarks and canvases
    "S1": Fact("bookmarks are listed", (f"{_TEMPLATE}bookmarks_are_read_flat_or_as_a_tree", _JSON)),
    "S3": Fact("no file, no bookmarks", (f"{_TEMPLATE}no_bookmarks_are_none_and_unreadable_ones_an_error",)),
    "S5": Fact(
        "groups are opened", ("core/test_bookmarks.py::test_a_tree_is_read_with_its_groups_and_titles_are_made_up",)
    ),
    "T1": Fact("canvases are listed", (f"{_TEMPLATE}a_canvas_is_found_by_name_and_read", _JSON)),
    "T2": Fact("a canvas is read", (f"{_TEMPLATE}a_canvas_is_found_by_name_and_read", _JSON)),
    "T3": Fact("its nodes by type", (f"{_TEMPLATE}a_canvas_is_found_by_name_and_read", _JSON)),
}
"""Id -> the behaviour."""

REPAIRS: dict[int, tuple[str, ...]] = {
    5: (f"{_READ}what_lies_in_hidden_places_is_not_there",),
    6: (f"{_LINK}unresolved_links_come_with_their_notes_parts_included",),
    7: ("index/test_point.py::test_an_edit_that_keeps_size_and_time_is_seen",),
    10: (f"{_LINK}unresolved_links_come_with_their_notes_parts_included", _JSON),
    11: (f"{_CLI}without_a_vault_nothing_is_made",),
    12: (
        f"{_READ}what_leaves_the_vault_is_refused_before_anything_is_read",
        f"{_REFERENCES}a_path_that_leaves_the_vault_is_refused",
    ),
    15: (f"{_META}one_note_that_cannot_be_read_is_skipped_with_a_warning",),
    18: ("core/test_dates.py::test_what_stands_in_brackets_is_literal_and_what_is_no_token_stays",),
    19: (f"{_CLI}quiet_prints_nothing_and_the_exit_code_is_the_answer",),
    20: (_ERRORS,),
    23: (f"{_READ}line_ends_of_windows_are_kept_and_hide_no_heading",),
    24: (f"{_READ}an_outline_has_the_headings_that_are_headings", f"{_LINK}orphans_and_dead_ends"),
    25: (f"{_LINK}addresses_of_the_web_are_no_links_and_a_broken_escape_stops_nothing",),
    26: (f"{_LINK}addresses_of_the_web_are_no_links_and_a_broken_escape_stops_nothing",),
    27: (f"{_LINK}backlinks_count_links_and_embeds_of_both_syntaxes_by_note",),
    29: ("cli/test_clipboard.py::test_without_a_clipboard_there_is_a_warning_and_the_answer_stands",),
    31: (_ERRORS,),
    32: (f"{_META}a_note_that_is_not_there_is_an_error_and_not_an_empty_list", _ERRORS),
    34: (f"{_LINK}the_graph_has_no_templates_and_can_be_a_neighbourhood",),
    35: ("services/test_graph_page.py::test_the_page_is_one_file_that_asks_no_other_for_anything",),
    43: (f"{_IGNORE}napkinignore_speaks_gitignore",),
    44: (_JSON,),
    45: (
        f"{_LINK}the_links_of_a_note_are_listed_once_as_typed_and_counted",
        f"{_LINK}backlinks_count_links_and_embeds_of_both_syntaxes_by_note",
    ),
    46: (f"{_LIST}the_vault_is_counted_without_hidden_files_and_broken_links",),
    48: (_ERRORS,),
}
"""Number of a repair -> the tests that hold it."""

LATER = {
    "E2": "search with given settings",
    "E5": "overview rows with given settings",
    "E6": "overview rows and the folder of templates",
    "E7": "search and overview with limits of their own",
    "E9": "overview at several depths, side by side",
}
"""Facts of these sections about what is not built yet: they move into `FACTS` with `search` and `overview`."""
