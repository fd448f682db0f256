"""Several changes as one: each sees the earlier ones, all are published at once, and one `undo` takes them back."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from napkin_site.core.changes import ChangeSet, creation_of
from napkin_site.core.paths import VaultPath
from napkin_site.errors import (
    AmbiguousError,
    ExistsError,
    NapkinError,
    NotFoundError,
    StalePreconditionError,
    UsageError,
)
from napkin_site.services.writing.batch import Batch, Operation, run_batch
from napkin_site.services.writing.creating import create_note
from napkin_site.services.writing.deleting import Deleted, delete_file
from napkin_site.services.writing.moving import Moved, move_files, rename_file
from napkin_site.services.writing.notes import append_to_note
from napkin_site.services.writing.session import Draft, WriteSession, Written
from napkin_site.services.writing.undoing import undo_entry
from tests.services.writing.conftest import Garden, Plant

VERBS: dict[str, Callable[..., Written]] = {
    "append": append_to_note,
    "create": create_note,
    "delete": delete_file,
    "move": move_files,
    "rename": rename_file,
}
FILES = {"Leek.md": "# Leek\n", "March.md": "Sow [[Leek]].\n", "Beds/Carrot.md": "Beside [[Leek|leeks]].\n"}


def run(session: WriteSession, *operations: tuple[Any, ...], if_match: str = "") -> Batch:
    """Carry out operations that are written as `(verb, argument, …)`."""

    def perform(session: WriteSession, operation: Operation) -> Written:
        return VERBS[operation.name](session, **operation.arguments)

    return run_batch(session, tuple(_operations(operations, if_match)), perform)


def _operations(written: Iterable[tuple[Any, ...]], if_match: str) -> Iterable[Operation]:
    names = {
        "append": ("reference", "text"),
        "create": ("name", "content"),
        "delete": ("reference",),
        "move": ("references", "to"),
        "rename": ("reference", "name"),
    }
    for number, (verb, *arguments) in enumerate(written, start=1):
        keywords = dict(zip(names[verb], arguments, strict=False))
        yield Operation(name=verb, arguments=keywords, if_match=if_match, place=f"line {number}")


def test_later_operations_see_what_earlier_ones_did(plant: Plant) -> None:
    garden = plant(FILES)
    done = run(
        garden.session(reason="spring"),
        ("create", "Pea", "# Pea"),
        ("append", "Pea", "See [[Leek]]."),
        ("move", ["Pea"], "Beds/"),
        ("rename", "Leek", "Onion"),
        ("append", "Onion", "Once a leek."),
        ("append", "Pea", "Twice."),
    )
    assert garden.files() == {
        "Beds/Carrot.md": "Beside [[Onion|leeks]].\n",
        "Beds/Pea.md": "# Pea\nSee [[Onion]].\nTwice.",
        "March.md": "Sow [[Onion]].\n",
        "Onion.md": "# Leek\nOnce a leek.\n",
    }
    (entry,) = garden.history()
    assert (entry.op, entry.origin.reason, done.id) == ("batch", "spring", entry.id)
    assert {result.id for result in done.results} == {entry.id}
    renamed = done.results[3]
    assert isinstance(renamed, Moved)
    assert {file.path: file.count for file in renamed.rewritten} == {
        "Beds/Carrot.md": 1,
        "Beds/Pea.md": 1,
        "March.md": 1,
    }


def test_one_undo_takes_all_of_it_back(plant: Plant) -> None:
    garden = plant(FILES)
    run(
        garden.session(),
        ("append", "Leek", "x"),
        ("rename", "Leek", "Onion"),
        ("create", "Leek", "a new one"),
        ("delete", "Carrot"),
        ("create", "Beds/Pea", "p"),
    )
    assert garden.text("Leek.md") == "a new one"
    undo_entry(garden.session())
    assert garden.files() == FILES


def test_the_links_to_what_is_deleted_are_those_of_the_moment(plant: Plant) -> None:
    garden = plant(FILES)
    done = run(garden.session(), ("create", "New", "[[Leek]] and [[Leek]]"), ("delete", "March"), ("delete", "Leek"))
    deleted = done.results[2]
    assert isinstance(deleted, Deleted)
    assert dict(deleted.linking) == {"Beds/Carrot.md": 1, "New.md": 2}
    assert deleted.trash == ".trash/Leek.md"


def test_warnings_say_which_operation_they_are_about(plant: Plant) -> None:
    garden = plant(FILES)
    done = run(garden.session(), ("append", "Leek", "x"), ("rename", "March", "May #1"))
    (warning,) = done.warnings
    assert warning.startswith("line 2: `#` in a name")


def test_the_first_error_stops_all_of_it_and_says_where(plant: Plant) -> None:
    garden = plant(FILES)
    cases: list[tuple[type[NapkinError], tuple[Any, ...]]] = [
        (NotFoundError, ("append", "Nowhere", "x")),
        (ExistsError, ("create", "March", "x")),
        (NotFoundError, ("append", "Leek", "x")),
    ]
    for kind, operation in cases:
        with pytest.raises(kind, match=rf"^line 3 \({operation[0]}\): "):
            run(garden.session(), ("append", "March", "x"), ("rename", "Leek", "Onion"), operation)
    assert garden.files() == FILES
    assert garden.history() == []


def test_a_name_that_only_the_disk_refuses_is_told_with_its_line(plant: Plant) -> None:
    garden = plant(FILES)
    with pytest.raises(ExistsError, match=r"^line 2 \(create\): .*letter case"):
        run(garden.session(), ("append", "March", "x"), ("create", "leek", "x"))
    assert garden.files() == FILES


def test_what_only_the_writer_finds_is_told_with_its_line(plant: Plant) -> None:
    garden = plant(FILES)

    def perform(session: WriteSession, operation: Operation) -> Written:
        path = VaultPath(operation.name)

        def plan(_: Draft) -> tuple[ChangeSet, None]:
            return creation_of("make", path, b""), None

        done, _ = session.commit(plan)
        return Written(path=path, id=done.id)

    operations = (Operation(name="New.md", place="line 1"), Operation(name="LEEK.md", place="line 2"))
    with pytest.raises(ExistsError, match=r"^line 2 \(LEEK\.md\): .*letter case"):
        run_batch(garden.session(), operations, perform)
    assert garden.files() == FILES


def test_a_name_may_become_ambiguous_on_the_way(plant: Plant) -> None:
    garden = plant(FILES)
    with pytest.raises(AmbiguousError, match=r"^line 2 \(append\)"):
        run(garden.session(), ("create", "Beds/Leek", "x"), ("append", "Leek", "x"))


def test_a_preview_is_one_diff_and_changes_nothing(plant: Plant) -> None:
    garden = plant(FILES)
    done = run(
        garden.session(dry_run=True), ("append", "Leek", "x"), ("append", "Leek", "y"), ("rename", "March", "May")
    )
    assert done.diff == (
        "--- a/Leek.md\n+++ b/Leek.md\n@@ -1 +1,3 @@\n # Leek\n+x\n+y\nrename from March.md\nrename to May.md\n"
    )
    assert done.id == ""
    assert [(result.id, result.etag, result.diff) for result in done.results] == [("", "", "")] * 3
    assert garden.files() == FILES
    assert garden.history() == []


def test_each_etag_is_of_the_file_as_it_is_in_the_end(plant: Plant) -> None:
    garden = plant(FILES)
    done = run(
        garden.session(), ("append", "Leek", "x"), ("append", "Leek", "y"), ("create", "Pea", "p"), ("delete", "Pea")
    )
    first, second, *gone = done.results
    assert first.etag == second.etag == garden.session().access.read(second.path).etag
    assert [result.etag for result in gone] == ["", ""]


def test_an_etag_that_was_read_before_holds_for_every_operation_on_the_file(plant: Plant) -> None:
    garden = plant(FILES)
    file, _ = garden.session().access.find_note("Leek")
    etag = garden.session().access.read(file).etag
    run(garden.session(), ("append", "Leek", "x"), ("append", "Leek", "y"), if_match=etag)
    assert garden.text("Leek.md") == "# Leek\nx\ny\n"
    with pytest.raises(StalePreconditionError, match=r"^line 1 \(append\)"):
        run(garden.session(), ("append", "Leek", "z"), if_match=etag)


def test_operations_that_come_to_nothing_make_no_entry(plant: Plant) -> None:
    garden = plant(FILES)
    done = run(garden.session(), ("create", "Pea", "p"), ("delete", "Pea"))
    assert done.id == ""
    assert garden.history() == []
    assert run(garden.session()).results == ()


def test_an_editor_that_saves_meanwhile_is_seen(plant: Plant) -> None:
    garden = plant(FILES)
    saved: list[bool] = []

    def perform(session: WriteSession, operation: Operation) -> Written:
        result = append_to_note(session, "Leek", operation.place)
        if not saved:
            saved.append(True)
            (garden.root / "Leek.md").write_text("# Leek\nsaved\n", encoding="utf-8")
        return result

    run_batch(garden.session(), (Operation(name="append", place="1"), Operation(name="append", place="2")), perform)
    assert garden.text("Leek.md") == "# Leek\nsaved\n1\n2\n"


def test_what_needs_the_writer_itself_is_refused(plant: Plant) -> None:
    garden = plant(FILES)

    def perform(session: WriteSession, _: Operation) -> Written:
        session.open_writer()
        raise AssertionError

    with pytest.raises(UsageError, match="cannot be part of a batch"):
        run_batch(garden.session(), (Operation(name="x"),), perform)


def test_a_folder_moves_with_what_was_just_put_in_it(plant: Plant) -> None:
    garden: Garden = plant(FILES)
    done = run(
        garden.session(), ("create", "Beds/Pea", "p"), ("rename", "Beds/", "Plots"), ("append", "Plots/Pea", "q")
    )
    assert done.warnings == ()
    assert sorted(garden.files()) == ["Leek.md", "March.md", "Plots/Carrot.md", "Plots/Pea.md"]
    assert not (garden.root / "Beds").exists()
