"""Tags, properties and tasks, over whole vaults and of single notes."""

import pytest

from napkin_site.errors import NotFoundError, UsageError
from napkin_site.services.properties import list_properties, read_property
from napkin_site.services.tagging import list_aliases, list_tags, tag_info
from napkin_site.services.tasks import list_tasks, parse_task_reference, show_task
from tests.services.conftest import MakeVault

NOTES = {
    "note1.md": "---\ntags: [project]\naliases: [Alpha, A1]\ntitle: Alpha\nstatus: active\n---\nSome #urgent work.\n",
    "note2.md": "---\naliases: Beta\nTitle: Beta\n---\n#project and #urgent and #Project\n",
    "note3.md": "nothing\n",
}
BROKEN = "---\ntags: [#malformed, #x]\n---\n#project\n"
TASKS = {
    "note.md": "# Note\n- [ ] Buy groceries\n- [x] Ship feature\n- [-] Cancelled\n\ntext\n",
    "other.md": "+ [ ] open\n1. [/] half\n",
}


def test_a_tag_counts_the_notes_that_carry_it_whatever_its_letter_case(opened: MakeVault) -> None:
    assert list_tags(opened(NOTES)).tags == {"project": 2, "urgent": 2}
    assert list(list_tags(opened(NOTES)).tags) == ["project", "urgent"]


def test_tags_of_one_note_are_its_own(opened: MakeVault) -> None:
    access = opened(NOTES)
    assert list_tags(access, reference="note3").tags == {}
    assert list_tags(access, reference="note1").tags == {"project": 1, "urgent": 1}


@pytest.mark.parametrize("tag", ["urgent", "#urgent", "URGENT/"])
def test_a_tag_is_found_with_its_notes(opened: MakeVault, tag: str) -> None:
    info = tag_info(opened(NOTES), tag)
    assert (info.tag, info.count, info.files) == ("urgent", 2, ("note1.md", "note2.md"))


def test_a_tag_of_no_note_has_none(opened: MakeVault) -> None:
    info = tag_info(opened(NOTES), "#nope")
    assert (info.tag, info.count, info.files) == ("nope", 0, ())


def test_aliases_are_listed_with_their_notes(opened: MakeVault) -> None:
    access = opened(NOTES)
    found = [(alias.alias, alias.file) for alias in list_aliases(access).aliases]
    assert found == [("Alpha", "note1.md"), ("A1", "note1.md"), ("Beta", "note2.md")]
    assert len(list_aliases(access, reference="note2").aliases) == 1


def test_properties_are_counted_by_name(opened: MakeVault) -> None:
    access = opened(NOTES)
    assert list_properties(access).properties == {"aliases": 2, "status": 1, "tags": 1, "title": 2}
    assert list_properties(access, reference="note3").properties == {}


def test_one_note_that_cannot_be_read_is_skipped_with_a_warning(opened: MakeVault) -> None:
    access = opened({**NOTES, "bad.md": BROKEN})
    assert list_tags(access).tags == {"project": 3, "urgent": 2}
    for warnings in (
        list_tags(access).warnings,
        tag_info(access, "project").warnings,
        list_aliases(access).warnings,
        list_properties(access).warnings,
    ):
        assert len(warnings) == 1
        assert "bad.md" in warnings[0]


def test_excluded_files_are_left_out_of_lists(opened: MakeVault) -> None:
    access = opened({**NOTES, ".obsidian/app.json": '{"userIgnoreFilters": ["note2"]}'})
    assert list_tags(access).tags == {"project": 1, "urgent": 1}
    assert list_tags(access, reference="note2").tags == {"project": 1, "urgent": 1}


@pytest.mark.parametrize("verb", [list_tags, list_aliases, list_properties, list_tasks])
def test_a_note_that_is_not_there_is_an_error_and_not_an_empty_list(opened: MakeVault, verb: object) -> None:
    with pytest.raises(NotFoundError, match="File not found: zz"):
        verb(opened(NOTES), reference="zz")  # type: ignore[operator]  # each takes a vault and a reference


@pytest.mark.parametrize(
    ("note", "name", "value", "kind"),
    [
        ("note1", "title", "Alpha", "text"),
        ("note2", "title", "Beta", "text"),
        ("note1", "tags", ("project",), "tags"),
        ("note1", "nope", None, None),
        ("note3", "title", None, None),
    ],
)
def test_a_property_is_read_with_its_type(
    opened: MakeVault, note: str, name: str, value: object, kind: str | None
) -> None:
    found = read_property(opened(NOTES), note, name)
    assert (found.path, found.value, found.type) == (f"{note}.md", value, kind)


def test_a_property_of_unreadable_front_matter_is_an_error(opened: MakeVault) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_property(opened({"bad.md": BROKEN}), "bad", "tags")


def test_tasks_are_listed_by_note_and_line_and_every_mark_but_a_blank_is_done(opened: MakeVault) -> None:
    tasks = list_tasks(opened(TASKS)).tasks
    assert [(task.file, task.line, task.status, task.text, task.done) for task in tasks] == [
        ("note.md", 2, " ", "Buy groceries", False),
        ("note.md", 3, "x", "Ship feature", True),
        ("note.md", 4, "-", "Cancelled", True),
        ("other.md", 1, " ", "open", False),
        ("other.md", 2, "/", "half", True),
    ]


def test_tasks_are_filtered(opened: MakeVault) -> None:
    access = opened(TASKS)
    assert len(list_tasks(access, reference="note").tasks) == 3
    assert [task.text for task in list_tasks(access, todo=True).tasks] == ["Buy groceries", "open"]
    assert len(list_tasks(access, done=True).tasks) == 3
    assert [task.text for task in list_tasks(access, status="-").tasks] == ["Cancelled"]
    with pytest.raises(UsageError, match="exclude each other"):
        list_tasks(access, done=True, todo=True)
    with pytest.raises(UsageError, match="one character"):
        list_tasks(access, status="xx")


def test_a_task_is_shown_by_its_line(opened: MakeVault) -> None:
    access = opened(TASKS)
    task = show_task(access, "note", 2)
    assert (task.status, task.text, task.done) == (" ", "Buy groceries", False)
    with pytest.raises(UsageError, match="Line 1 is not a task"):
        show_task(access, "note", 1)
    for line in (5, 0, 999):
        with pytest.raises(NotFoundError, match=f"Line {line} not found in note.md"):
            show_task(access, "note", line)
    with pytest.raises(NotFoundError, match="File not found"):
        show_task(access, "nope.md", 1)


def test_a_reference_to_a_task_is_taken_apart() -> None:
    assert parse_task_reference("a/b: c.md:12") == ("a/b: c.md", 12)
    for text in ("a.md", "a.md:", ":3", "a.md:x", "a.md:²"):
        with pytest.raises(UsageError, match="Invalid ref format"):
            parse_task_reference(text)
