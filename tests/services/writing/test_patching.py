from typing import Any

import pytest

from napkin_site.core.changes import digest_of
from napkin_site.errors import (
    AmbiguousError,
    EditError,
    NapkinError,
    NotFoundError,
    StalePreconditionError,
    UsageError,
)
from napkin_site.services.writing.patching import PartEdit, chosen_operation, patch_part
from tests.services.writing.conftest import Plant

NOTE = """\
---
tags: [a]
n: 1
---
# Top

Intro.

## Log

- one ^first

## Twice

x

# Other

## Twice

| a | b |
|---|---|
| 1 | 2 |
| 3 | 4 |
"""


@pytest.mark.parametrize(
    ("edit", "old", "new", "target"),
    [
        ({"op": "append", "heading": "Log", "content": "- two"}, "^first\n", "^first\n- two\n", "#Log"),
        ({"op": "append", "heading": "## log", "content": "- two"}, "^first\n", "^first\n- two\n", "#log"),
        ({"op": "prepend", "heading": "Top#Log", "content": "- zero"}, "- one", "- zero\n- one", "#Top#Log"),
        ({"op": "replace", "heading": "Log", "content": "gone"}, "- one ^first", "gone", "#Log"),
        ({"op": "append", "heading": "Top", "content": "x"}, "Intro.", "Intro.\nx", "#Top"),
        (
            {"op": "append", "heading": "Top", "content": "x", "reach": "with-children"},
            "x\n\n# O",
            "x\nx\n\n# O",
            "#Top",
        ),
        ({"op": "before", "heading": "Log", "content": "p"}, "## Log", "p\n\n## Log", "#Log"),
        ({"op": "after", "heading": "Log", "content": "p"}, "^first\n", "^first\n\np\n", "#Log"),
        ({"op": "delete", "heading": "Log"}, "## Log\n\n- one ^first\n\n", "", "#Log"),
        ({"op": "delete", "heading": "Twice", "nth": 1}, "## Twice\n\nx\n\n# O", "# O", "#Twice"),
        ({"op": "replace", "block": "^first", "content": "1st"}, "- one ^first", "- 1st ^first", "^first"),
        ({"op": "rename", "block": "first", "content": "new"}, "^first", "^new", "^first"),
        ({"op": "replace", "property": "n", "value": 2}, "n: 1", "n: 2", "property n"),
        ({"op": "replace", "property": "n", "content": "2"}, "n: 1", "n: 2", "property n"),
        ({"op": "replace", "property": "n", "content": ""}, "n: 1", "n:", "property n"),
        ({"op": "append", "property": "tags", "content": "#b"}, "[a]", "[a, b]", "property tags"),
        ({"op": "replace", "property": "n", "value": "2"}, "n: 1", 'n: "2"', "property n"),
        ({"op": "append", "property": "tags", "content": "b"}, "[a]", "[a, b]", "property tags"),
        ({"op": "rename", "property": "n", "content": "m"}, "n: 1", "m: 1", "property n"),
        ({"op": "replace", "row": 1, "content": "| 5 | 6 |"}, "| 1 | 2 |", "| 5 | 6 |", "row 1"),
        ({"op": "delete", "row": "3"}, "| 3 | 4 |\n", "", "row 3"),
        ({"op": "append", "table": 1, "content": "| 5 | 6 |"}, "| 3 | 4 |\n", "| 3 | 4 |\n| 5 | 6 |\n", "table 1"),
        ({"op": "after", "heading": "Other#Twice", "row": 1, "content": "x"}, "| 2 |\n", "| 2 |\n| x |\n", "row 1"),
    ],
)
def test_a_part_is_changed_and_nothing_else(
    plant: Plant, edit: dict[str, Any], old: str, new: str, target: str
) -> None:
    garden = plant({"n.md": NOTE})
    done = patch_part(garden.session(), "n", PartEdit(**edit))
    assert garden.text("n.md") == NOTE.replace(old, new, 1)
    assert (done.target, done.patched, done.etag) == (target, True, digest_of(garden.text("n.md").encode()))


def test_the_part_may_stand_in_the_reference(plant: Plant) -> None:
    garden = plant({"n.md": NOTE})
    patch_part(garden.session(), "n#Log", PartEdit(op="append", content="- two"))
    patch_part(garden.session(), "[[n#^first]]", PartEdit(op="replace", content="1st"))
    assert "- 1st ^first\n- two\n" in garden.text("n.md")


@pytest.mark.parametrize(
    ("edit", "error", "said"),
    [
        ({"op": "delete"}, UsageError, "no part"),
        ({"op": "delete", "heading": "Log", "block": "first"}, UsageError, "heading and block"),
        ({"op": "delete", "block": "first", "row": 1}, UsageError, "more than one part"),
        ({"op": "append", "heading": "n#Log", "table": 1, "block": "first"}, UsageError, "more than one part"),
        ({"op": "delete", "heading": "Nope"}, NotFoundError, "no heading `Nope`"),
        ({"op": "delete", "heading": "Twice"}, AmbiguousError, "2 headings"),
        ({"op": "delete", "heading": "Twice", "nth": 3}, NotFoundError, "2 headings"),
        ({"op": "delete", "block": "nope"}, NotFoundError, "no block"),
        ({"op": "delete", "row": 9}, NotFoundError, "no row 9"),
        ({"op": "append", "table": 2}, NotFoundError, "no table 2"),
        ({"op": "before", "property": "n", "content": "x"}, EditError, "knows no `insert_before`"),
        ({"op": "rename", "row": 1, "content": "x"}, EditError, "knows no `rename`"),
        ({"op": "replace", "heading": "Log", "value": 3}, UsageError, "is text"),
        ({"op": "replace", "heading": "Log", "content": "x", "expect": "y"}, StalePreconditionError, "holds"),
        ({"op": "delete", "block": "first", "part_etag": "0" * 64}, StalePreconditionError, "changed since"),
        ({"op": "rename", "heading": "Log", "content": "a\nb"}, EditError, "one line"),
        ({"op": "rename", "block": "first", "content": "a b"}, EditError, "no block id"),
    ],
)
def test_what_is_not_clear_or_not_so_changes_nothing(
    plant: Plant, edit: dict[str, Any], error: type[NapkinError], said: str
) -> None:
    garden = plant({"n.md": NOTE})
    with pytest.raises(error, match=said):
        patch_part(garden.session(), "n", PartEdit(**edit))
    assert garden.files() == {"n.md": NOTE}


def test_an_expectation_that_holds_lets_the_change_through(plant: Plant) -> None:
    garden = plant({"n.md": NOTE})
    patch_part(garden.session(), "n", PartEdit(op="delete", heading="Log", expect="- one ^first"))
    assert "Log" not in garden.text("n.md")


def test_links_in_all_files_follow_a_renamed_heading_as_one_change(plant: Plant) -> None:
    files = {
        "n.md": "[[#Log]]\n\n# Log\n",
        "Sub/m.md": "![[n#Log|x]] [y](../n.md#log) [[n]]\n",
        "p.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "n.md", "subpath": "#Log"}]}',
    }
    garden = plant(files)
    done = patch_part(garden.session(), "n", PartEdit(op="rename", heading="Log", content="Day book"))
    assert (done.links, done.rewritten) == (4, ("Sub/m.md", "p.canvas"))
    assert garden.files() == {
        "n.md": "[[#Day book]]\n\n# Day book\n",
        "Sub/m.md": "![[n#Day book|x]] [y](../n.md#Day%20book) [[n]]\n",
        "p.canvas": files["p.canvas"].replace("#Log", "#Day book"),
    }
    (entry,) = garden.history()
    with garden.session().open_writer() as writer:
        writer.undo(entry.id, origin=garden.session().origin)
    assert garden.files() == files


def test_links_follow_a_renamed_block_and_one_in_a_file_that_cannot_be_edited_is_told_of(plant: Plant) -> None:
    garden = plant({"n.md": "text ^old\n", "m.md": "[[n#^old]]\n", "bad.md": b"[[n#^old]] \xe9\n"})
    done = patch_part(garden.session(), "n", PartEdit(op="rename", block="old", content="new"))
    assert (done.links, done.rewritten) == (1, ("m.md",))
    assert "bad.md:1: the link to `n#^old` was not written anew" in done.warnings[0]
    assert garden.text("m.md") == "[[n#^new]]\n"


def test_a_part_that_is_named_twice_is_refused(plant: Plant) -> None:
    garden = plant({"n.md": NOTE})
    with pytest.raises(UsageError, match="heading and #Top"):
        patch_part(garden.session(), "n#Top", PartEdit(op="delete", heading="Log"))
    with pytest.raises(UsageError, match="more than one part"):
        patch_part(garden.session(), "n#Top", PartEdit(op="delete", heading="Other", row=1))
    patch_part(garden.session(), "n#Other", PartEdit(op="delete", row=1))
    assert "| 1 | 2 |" not in garden.text("n.md")


def test_a_rename_checks_what_is_expected_first(plant: Plant) -> None:
    garden = plant({"n.md": "# Log\n"})
    with pytest.raises(StalePreconditionError):
        patch_part(garden.session(), "n", PartEdit(op="rename", heading="Log", content="X", expect="# Other"))
    patch_part(garden.session(), "n", PartEdit(op="rename", heading="Log", content="X", expect="# Log"))
    patch_part(garden.session(), "n", PartEdit(op="rename", heading="X", content="Y", expect="X"))
    assert garden.text("n.md") == "# Y\n"


def test_one_thing_is_done_at_a_time() -> None:
    assert chosen_operation({"append": "", "delete": False, "replace": None}) == "append"
    with pytest.raises(UsageError, match="nothing is to be done"):
        chosen_operation({"append": None})
    with pytest.raises(UsageError, match="replace and delete"):
        chosen_operation({"delete": True, "replace": "x"})
