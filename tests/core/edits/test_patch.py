from typing import Any

import pytest

from napkin_site.core.changes import digest_of
from napkin_site.core.edits.patch import Edit, patch_note, row_text
from napkin_site.core.edits.targets import BlockTarget, HeadingTarget, PropertyTarget, RowTarget, Target, read_part
from napkin_site.core.syntax.parse import MAX_BYTES
from napkin_site.errors import AmbiguousError, EditError, NotFoundError, StalePreconditionError

NOTE = """\
---
tags: [a]
---
Intro.

# Top

Top text.

## Sub one

- item one
- [ ] two ^i2
  - child
- three

## Sub two ##

```
# not a heading
```

Text `## x` here. ^p1

# Other

| k | v |
|---|---|
| a | 1 |
| b \\| c | 2 |

Under
=====
last
"""


def heading(*path: str, occurrence: int = 0) -> HeadingTarget:
    """Name a section."""
    return HeadingTarget(path=path, occurrence=occurrence)


def patched(target: Target, op: Any, content: str = "", *, note: str = NOTE, **more: Any) -> str:
    """Make one edit."""
    return patch_note(note.encode(), [Edit(target=target, op=op, content=content, **more)]).decode()


def replaced(old: str, new: str) -> str:
    """Give the note with one text replaced by another."""
    assert NOTE.count(old) == 1
    return NOTE.replace(old, new)


def test_replace_takes_the_children_of_a_section_too_unless_only_its_own_text_is_meant() -> None:
    inner = NOTE[NOTE.index("Top text.") : NOTE.index("\n\n# Other")]
    assert patched(heading("Top"), "replace", "new\n") == replaced(inner, "new")
    assert patched(heading("Top"), "replace", "new", reach="own") == replaced("Top text.", "new")


def test_append_goes_behind_a_sections_own_text_or_behind_its_children() -> None:
    assert patched(heading("Top"), "append", "more") == replaced("Top text.", "Top text.\nmore")
    assert patched(heading("Top"), "append", "more", join="block") == replaced("Top text.", "Top text.\n\nmore")
    assert patched(heading("Top"), "append", "!", join="inline") == replaced("Top text.", "Top text.!")
    assert patched(heading("Top"), "append", "more", reach="with-children") == replaced("^p1", "^p1\nmore")
    assert patched(heading("Sub one"), "append", "- four") == replaced("- three", "- three\n- four")


def test_prepend_goes_behind_the_heading() -> None:
    assert patched(heading("Top", "Sub one"), "prepend", "- zero") == replaced("- item one", "- zero\n- item one")


def test_delete_takes_heading_and_content() -> None:
    section = NOTE[NOTE.index("## Sub one") : NOTE.index("## Sub two")]
    assert patched(heading("Sub one"), "delete") == replaced(section, "")
    assert patched(heading("Under"), "delete") == replaced("\nUnder\n=====\nlast\n", "")
    assert patched(heading("A"), "delete", note="# A\nx\n") == ""


def test_insert_before_and_after_keep_an_empty_line_between() -> None:
    assert patched(heading("Sub two"), "insert_before", "## New\ntext") == replaced(
        "## Sub two", "## New\ntext\n\n## Sub two"
    )
    assert patched(heading("Top"), "insert_after", "# New") == replaced("^p1\n", "^p1\n\n# New\n")
    assert patched(heading("A"), "insert_after", "# New", note="# A\n# B\n") == "# A\n\n# New\n\n# B\n"
    assert patched(heading("Under"), "insert_after", "# New") == NOTE + "\n# New\n"


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("# A\n# B\n", "# A\nnew\n\n# B\n"),
        ("# A\n\n# B\n", "# A\nnew\n\n# B\n"),
        ("# A", "# A\nnew"),
        ("# A\n", "# A\nnew\n"),
        ("# A\r\n# B\r\n", "# A\r\nnew\r\n\r\n# B\r\n"),
    ],
)
@pytest.mark.parametrize("op", ["replace", "append", "prepend"])
def test_an_empty_section_is_filled(note: str, expected: str, op: str) -> None:
    assert patched(heading("A"), op, "new", note=note) == expected


def test_rename_keeps_level_closing_hashes_ids_and_underlines() -> None:
    assert patched(heading("Sub two"), "rename", "Sub 2") == replaced("## Sub two ##", "## Sub 2 ##")
    assert patched(heading("Under"), "rename", "Over") == replaced("Under\n=====", "Over\n=====")
    assert patched(heading("A"), "rename", "B", note="# A ^id\nx") == "# B ^id\nx"
    assert patched(heading("A"), "rename", "B", note="A\r\n---\r\nx") == "B\r\n---\r\nx"
    assert patched(heading("A"), "rename", "C# ", note="#  A\n") == "# C#\n"
    for text in ("", "a\nb"):
        with pytest.raises(EditError):
            patched(heading("Top"), "rename", text)


def test_a_section_is_named_by_its_leaf_when_that_is_unique_and_by_number_when_not() -> None:
    note = "# A\n## X\n1\n# B\n## X\n2\n## X\n3\n"
    with pytest.raises(AmbiguousError) as caught:
        patched(heading("X"), "replace", "new", note=note)
    assert caught.value.suggestions == ("A#X", "B#X")
    assert "in lines 2, 5, 7" in caught.value.message
    assert patched(heading("A", "X"), "replace", "new", note=note) == note.replace("1", "new")
    assert patched(heading("B", "X", occurrence=2), "replace", "new", note=note) == note.replace("3", "new")
    with pytest.raises(NotFoundError):
        patched(heading("B", "X", occurrence=3), "replace", "new", note=note)
    with pytest.raises(NotFoundError) as missing:
        patched(heading("Nope"), "replace", "new", note=note)
    assert missing.value.suggestions[0] == "A"
    with pytest.raises(NotFoundError):
        patched(heading("not a heading"), "replace", "x")


@pytest.mark.parametrize("path", [("C", "notes"), ("A", "C", "notes"), ("C# notes",), ("A", "C notes")])
def test_a_heading_that_holds_a_hash_can_be_named_as_it_is(path: tuple[str, ...]) -> None:
    note = "# A\n## \n## C# notes\n1\n"
    assert patched(heading(*path), "replace", "new", note=note) == note.replace("1", "new")
    with pytest.raises(NotFoundError) as missing:
        patched(heading("notes"), "delete", note=note)
    assert missing.value.suggestions == ("A", "A#C notes")


def test_a_heading_of_one_more_level_is_meant_where_both_readings_fit() -> None:
    note = "# C\n## notes\n1\n# C# notes\n2\n"
    assert patched(heading("C", "notes"), "replace", "new", note=note) == note.replace("1", "new")


def test_hashes_before_the_new_name_of_a_heading_are_left_out() -> None:
    assert patched(heading("A"), "rename", "## B", note="### A\nx") == "### B\nx"
    assert patched(heading("A"), "rename", "#B", note="# A\nx") == "# #B\nx"
    assert patched(heading("A"), "rename", "# B", note="A\n===\nx") == "B\n===\nx"
    for note, text in (("# A\n", "##"), ("A\n===\nx", "- B"), ("A\n===\nx", "> B"), ("A\n===\nx", "```")):
        with pytest.raises(EditError):
            patched(heading("A"), "rename", text, note=note)


@pytest.mark.parametrize(
    ("note", "op", "expected"),
    [
        ("> q\n\n^t\n", "append", "> q\n> x\n>\n> y\n\n^t\n"),
        ("> q\r\n\r\n^t\r\n", "append", "> q\r\n> x\r\n>\r\n> y\r\n\r\n^t\r\n"),
        ("> q\n\n^t\n", "prepend", "> x\n>\n> y\n> q\n\n^t\n"),
        ("> [!tip] T\n> q\n^t\n", "prepend", "> [!tip] T\n> x\n>\n> y\n> q\n^t\n"),
        ("> [!tip] T\n> q\n\n^t\n", "append", "> [!tip] T\n> q\n> x\n>\n> y\n\n^t\n"),
        ("- a\n- b\n\n^t\n", "append", "- a\n- b\nx\n\ny\n\n^t\n"),
    ],
)
def test_what_is_added_to_quotes_and_lists_becomes_a_part_of_them(note: str, op: str, expected: str) -> None:
    assert patched(BlockTarget(name="t"), op, "x\n\ny", note=note) == expected


@pytest.mark.parametrize("block", ["```\ncode\n```", "$$\nx\n$$", "| a |\n|---|\n| 1 |", "<div>\nx\n</div>"])
def test_nothing_is_added_inside_a_block_that_it_would_break(block: str) -> None:
    for op in ("append", "prepend"):
        with pytest.raises(EditError, match="no text"):
            patched(BlockTarget(name="t"), op, "x", note=f"{block}\n\n^t\n")


def test_no_part_of_a_note_that_is_too_large_is_known() -> None:
    note = "# A\n\ntext ^b\n\n| a |\n|---|\n| 1 |\n" + "word " * (MAX_BYTES // 5)
    for target in (heading("A"), BlockTarget(name="b"), RowTarget(row=1)):
        with pytest.raises(EditError, match="too large"):
            patched(target, "delete", note=note)


def test_a_heading_in_a_list_is_no_section() -> None:
    with pytest.raises(NotFoundError):
        patched(heading("In"), "delete", note="- # In\n")


def test_expect_and_if_match_guard_an_edit() -> None:
    assert "new" in patched(heading("Under"), "replace", "new", expect=" last\r\n")
    with pytest.raises(StalePreconditionError, match="last"):
        patched(heading("Under"), "replace", "new", expect="else")
    tag = digest_of(read_part(NOTE.encode(), heading("Under")))
    assert "new" in patched(heading("Under"), "replace", "new", if_match=tag)
    with pytest.raises(StalePreconditionError):
        patched(heading("Under"), "replace", "new", note=NOTE.replace("last", "lost"), if_match=tag)
    assert "K" in patched(RowTarget(row="a"), "replace", "| K | 1 |", expect="| a | 1 |")
    with pytest.raises(StalePreconditionError):
        patched(BlockTarget(name="p1"), "replace", "new", expect="else")


@pytest.mark.parametrize(
    ("op", "content", "old", "new"),
    [
        ("replace", "zwei", "[ ] two ^i2", "[ ] zwei ^i2"),
        ("append", "more", "two ^i2", "two more ^i2"),
        ("prepend", "now", "[ ] two", "[ ] now two"),
        ("insert_before", "- one and a half", "- [ ] two", "- one and a half\n- [ ] two"),
        ("insert_after", "- two and a half", "  - child\n", "  - child\n- two and a half\n"),
        ("delete", "", "- [ ] two ^i2\n  - child\n", ""),
        ("rename", "^new", "^i2", "^new"),
    ],
)
def test_an_item_with_an_id_changes_without_its_marker_and_box(op: str, content: str, old: str, new: str) -> None:
    assert patched(BlockTarget(name="I2"), op, content) == replaced(old, new)


@pytest.mark.parametrize(
    ("op", "content", "old", "new"),
    [
        ("replace", "New\ntext.", "Text `## x` here. ^p1", "New\ntext. ^p1"),
        ("replace", "New ^P1", "Text `## x` here. ^p1", "New ^P1"),
        ("append", "More.", "here. ^p1", "here.\nMore. ^p1"),
        ("prepend", "First.", "Text `##", "First.\nText `##"),
        ("insert_before", "Before.", "Text `##", "Before.\n\nText `##"),
        ("insert_after", "After.", "^p1\n", "^p1\n\nAfter.\n"),
        ("delete", "", "Text `## x` here. ^p1\n\n", ""),
    ],
)
def test_a_paragraph_with_an_id_changes(op: str, content: str, old: str, new: str) -> None:
    join = "block" if op in ("append", "prepend") else "line"
    assert patched(BlockTarget(name="p1"), op, content, join=join) == replaced(old, new)


@pytest.mark.parametrize(
    ("note", "op", "content", "expected"),
    [
        ("| a |\n|--|\n| x |\n\n^t\n\nEnd\n", "replace", "| b |\n|--|", "| b |\n|--|\n\n^t\n\nEnd\n"),
        ("| a |\n|--|\n| x |\n\n^t\n\nEnd\n", "delete", "", "End\n"),
        ("> q ^t\n\nEnd\n", "replace", "> new", "> new\n\n^t\n\nEnd\n"),
        ("> q\n\n^t\nEnd\n", "insert_after", "More", None),
        ("P ^t\nQ\n", "insert_after", "More", None),
        ("P ^t", "insert_after", "More", "P ^t\n\nMore"),
    ],
)
def test_whole_blocks_with_an_id_change(note: str, op: str, content: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(NotFoundError):
            patched(BlockTarget(name="gone"), op, content, note=note)
    else:
        assert patched(BlockTarget(name="t"), op, content, note=note) == expected


def test_a_block_needs_text_and_an_id() -> None:
    with pytest.raises(EditError):
        patched(BlockTarget(name="p1"), "replace", " ")
    with pytest.raises(EditError):
        patched(BlockTarget(name="p1"), "rename", "no id")
    with pytest.raises(NotFoundError) as caught:
        patched(BlockTarget(name="nope"), "delete")
    assert caught.value.suggestions == ("^i2", "^p1")
    assert read_part(NOTE.encode(), BlockTarget(name="p1")) == b"Text `## x` here. ^p1\n"


ROWS = "| a | 1 |\n| b \\| c | 2 |\n"


@pytest.mark.parametrize(
    ("row", "op", "content", "expected"),
    [
        (1, "replace", "| z | 9 |", "| z | 9 |\n| b \\| c | 2 |\n"),
        ("b | c", "replace", "| z | 9 |", "| a | 1 |\n| z | 9 |\n"),
        (1, "delete", "", "| b \\| c | 2 |\n"),
        (2, "insert_before", "| z | 9 |", "| a | 1 |\n| z | 9 |\n| b \\| c | 2 |\n"),
        (1, "insert_after", "| z | 9 |", "| a | 1 |\n| z | 9 |\n| b \\| c | 2 |\n"),
        (None, "append", "| z | 9 |", "| a | 1 |\n| b \\| c | 2 |\n| z | 9 |\n"),
        (None, "prepend", "z", "| z |\n| a | 1 |\n| b \\| c | 2 |\n"),
        (1, "replace", "y | z", "| y | z |\n| b \\| c | 2 |\n"),
        (1, "replace", "y \\| z", "| y \\| z |\n| b \\| c | 2 |\n"),
    ],
)
def test_rows_change(row: int | str | None, op: str, content: str, expected: str) -> None:
    assert patched(RowTarget(row=row), op, content) == replaced(ROWS, expected)


def test_tables_are_counted_in_a_section() -> None:
    assert patched(RowTarget(row=1, heading=("Other",)), "delete") == replaced("| a | 1 |\n", "")
    assert read_part(NOTE.encode(), RowTarget(row=1)) == b"| a | 1 |\n"
    assert read_part(NOTE.encode(), RowTarget()) == ROWS.encode()
    assert read_part(b"| a |\n|--|", RowTarget()) == b""
    assert patched(RowTarget(), "append", "| x |", note="| a |\n|--|") == "| a |\n|--|\n| x |"
    for target in (RowTarget(table=2), RowTarget(heading=("Top",)), RowTarget(row=3), RowTarget(row="zz")):
        with pytest.raises(NotFoundError):
            patched(target, "delete")
    with pytest.raises(AmbiguousError):
        patched(RowTarget(row="x"), "delete", note="| a |\n|--|\n| x |\n| x |\n")
    for op, content in (("replace", "| a |"), ("append", "a\nb"), ("append", ""), ("append", "| a | b | c |")):
        with pytest.raises(EditError):
            patched(RowTarget(), op, content)


def test_cells_are_written_with_their_bars_escaped() -> None:
    assert row_text(["a|b", "c \\| d", "two\nlines"]) == "| a\\|b | c \\| d | two lines |"


def test_properties_are_patched_too() -> None:
    assert patched(PropertyTarget(name="x"), "replace", "1") == replaced("tags: [a]\n", 'tags: [a]\nx: "1"\n')
    assert patched(PropertyTarget(name="x"), "replace", value=1) == replaced("tags: [a]\n", "tags: [a]\nx: 1\n")
    assert patched(PropertyTarget(name="tags"), "append", "b") == replaced("[a]", "[a, b]")
    assert patched(PropertyTarget(name="tags"), "append", value=["b", "c"]) == replaced("[a]", "[a, b, c]")
    assert patched(PropertyTarget(name="tags"), "rename", "labels") == replaced("tags:", "labels:")
    assert patched(PropertyTarget(name="tags"), "delete") == NOTE.partition("---\n")[2].partition("---\n")[2]
    assert patched(PropertyTarget(name="b"), "delete", note="---\nb: true\n---\n", expect="true") == ""
    with pytest.raises(StalePreconditionError):
        patched(PropertyTarget(name="tags"), "delete", expect="else")
    with pytest.raises(EditError, match="insert_before"):
        patched(PropertyTarget(name="tags"), "insert_before", "x")


def test_several_edits_are_made_one_after_another_or_none() -> None:
    edits = [
        Edit(target=heading("Top"), op="rename", content="First"),
        Edit(target=heading("First"), op="append", content="more"),
    ]
    assert "# First\n\nTop text.\nmore\n" in patch_note(NOTE.encode(), edits).decode()
    with pytest.raises(NotFoundError):
        patch_note(NOTE.encode(), [*edits, Edit(target=heading("Top"), op="delete")])


def test_line_breaks_and_mark_of_the_note_are_kept() -> None:
    note = "\ufeff# A\r\n\r\ntext\r\n\r\n# B\r\n"
    assert patched(heading("A"), "append", "x\ny", note=note) == "\ufeff# A\r\n\r\ntext\r\nx\r\ny\r\n\r\n# B\r\n"
    assert patched(heading("A"), "delete", note=note) == "\ufeff# B\r\n"
