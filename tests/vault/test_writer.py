import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from napkin_site.core.changes import Change, ChangeSet, Origin, creation_of, digest_of, edit_of
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.errors import (
    EditError,
    ExistsError,
    LockedError,
    NotFoundError,
    StalePreconditionError,
    WriteError,
)
from napkin_site.vault.disk import Disk
from napkin_site.vault.writer import Writer
from tests.vault.files import write_files
from tests.vault.writers import ME, NOTE, adding, open_writer, start, tree, writing


def test_a_new_file_has_its_bytes_and_usual_rights(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        applied = writer.run(writing(VaultPath("a/b/New.md"), b"text\r\n"), origin=ME)
    file = tmp_path / "vault" / "a" / "b" / "New.md"
    assert file.read_bytes() == b"text\r\n"
    mask = os.umask(0)
    os.umask(mask)
    assert file.stat().st_mode & 0o777 == 0o666 & ~mask
    assert applied.id == "1"
    assert applied.files[0].before is None


def test_an_edit_keeps_the_rights_of_the_file(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        file = tmp_path / "vault" / "Note.md"
        file.write_bytes(b"a")
        file.chmod(0o640)
        writer.run(adding(NOTE, "b"), origin=ME)
    assert file.read_bytes() == b"ab"
    assert file.stat().st_mode & 0o777 == 0o640


def test_equal_bytes_write_nothing(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"a"), origin=ME)
        before = (tmp_path / "vault" / "Note.md").stat()
        applied = writer.run(writing(NOTE, b"a"), origin=ME)
    assert applied.id == ""
    assert (tmp_path / "vault" / "Note.md").stat() == before


def test_a_change_set_made_of_older_bytes_is_stale(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"old"), origin=ME)
        changes = edit_of("write", NOTE, b"older", b"new")
        with pytest.raises(StalePreconditionError) as caught:
            writer.apply(changes, origin=ME)
    assert caught.value.current == digest_of(b"old")
    assert (tmp_path / "vault" / "Note.md").read_bytes() == b"old"


def test_a_file_is_not_made_where_there_is_one(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"old"), origin=ME)
        with pytest.raises(ExistsError):
            writer.apply(creation_of("create", NOTE, b"new"), origin=ME)
    assert tree(tmp_path / "vault") == {"Note.md": b"old"}


def test_a_plan_can_demand_the_bytes_that_its_caller_read(tmp_path: Path) -> None:
    def plan(disk: Disk) -> ChangeSet:
        disk.expect(NOTE, f'"{digest_of(b"old")}"')
        return edit_of("write", NOTE, disk.need(NOTE), b"new")

    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"old"), origin=ME)
        writer.run(plan, origin=ME)
        with pytest.raises(StalePreconditionError):
            writer.run(plan, origin=ME)


def test_a_plan_is_told_what_is_missing_and_what_is_no_text(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        (tmp_path / "vault" / "Latin.md").write_bytes(b"a\ncaf\xe9")
        with pytest.raises(NotFoundError, match="Gone"):
            writer.run(lambda disk: edit_of("x", NOTE, disk.need(VaultPath("Gone.md")), b""), origin=ME)
        with pytest.raises(EditError, match="UTF-8") as caught:
            writer.run(lambda disk: edit_of("x", NOTE, disk.need_text(VaultPath("Latin.md")), b""), origin=ME)
    assert caught.value.line == 2


def test_several_files_change_together_or_not_at_all(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"A.md": "a", "B.md": "b"})
    changes = ChangeSet(
        op="batch",
        changes=(
            Change(path=VaultPath("A.md"), before=digest_of(b"a"), after=b"aa"),
            Change(path=VaultPath("B.md"), before=digest_of(b"another"), after=b"bb"),
            Change(path=VaultPath("new/C.md"), before=None, after=b"c"),
        ),
    )
    with open_writer(tmp_path) as writer:
        with pytest.raises(StalePreconditionError):
            writer.apply(changes, origin=ME)
        assert tree(root) == {"A.md": b"a", "B.md": b"b"}
        assert not (root / "new").exists()


def test_a_file_moves_with_or_without_new_content(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"A.md": "a", "pic.svg": b"<svg/>", "old/deep/C.md": "c"})
    changes = ChangeSet(
        op="move",
        changes=(
            Change(path=VaultPath("A.md"), before=digest_of(b"a"), after=b"aa", to=VaultPath("sub/B.md")),
            Change(path=VaultPath("pic.svg"), before=digest_of(b"<svg/>"), to=VaultPath("sub/pic 2.svg")),
            Change(path=VaultPath("old/deep/C.md"), before=digest_of(b"c"), to=VaultPath("new/C.md")),
        ),
        emptied=(FolderPath("old/deep"), FolderPath("old")),
    )
    with open_writer(tmp_path) as writer:
        applied = writer.apply(changes, origin=ME)
        assert tree(root) == {"sub/B.md": b"aa", "sub/pic 2.svg": b"<svg/>", "new/C.md": b"c"}
        assert not (root / "old").exists()
        writer.undo(applied.id, origin=ME)
    assert tree(root) == {"A.md": b"a", "pic.svg": b"<svg/>", "old/deep/C.md": b"c"}
    assert not (root / "sub").exists()


def test_what_is_removed_goes_to_the_trash_under_a_free_name(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"a/X.md": "1", "b/X.md": "2", ".trash/a/X.md": "0"})
    with open_writer(tmp_path) as writer:
        for name, content in (("a/X.md", b"1"), ("b/X.md", b"2")):
            change = Change(path=VaultPath(name), before=digest_of(content))
            writer.apply(ChangeSet(op="delete", changes=(change,)), origin=ME)
        assert tree(root) == {".trash/a/X.md": b"0", ".trash/a/X 2.md": b"1", ".trash/b/X.md": b"2"}
        writer.undo(origin=ME)
        writer.undo(origin=ME)
    assert tree(root) == {".trash/a/X.md": b"0", ".trash/a/X 2.md": b"1", ".trash/b/X.md": b"2"} | {
        "a/X.md": b"1",
        "b/X.md": b"2",
    } or tree(root) == {".trash/a/X.md": b"0", "a/X.md": b"1", "b/X.md": b"2"}


def test_a_name_that_differs_only_in_case_is_refused_unless_the_file_itself_takes_it(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"Note.md": "a", "Folder/x.md": "x"})
    with open_writer(tmp_path) as writer:
        for name in ("note.md", "folder/y.md"):
            with pytest.raises(ExistsError):
                writer.apply(creation_of("create", VaultPath(name), b"b"), origin=ME)
        change = Change(path=NOTE, before=digest_of(b"a"), to=VaultPath("note.md"))
        writer.apply(ChangeSet(op="move", changes=(change,)), origin=ME)
    assert sorted(tree(root)) == ["Folder/x.md", "note.md"]


def test_every_entry_says_who_when_and_why(tmp_path: Path) -> None:
    clock = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    origin = Origin(actor="scribe", kind="agent", reason="tidy", source="mcp", request="r-1")
    (tmp_path / "vault").mkdir()
    (tmp_path / "state").mkdir()
    with Writer(tmp_path / "vault", tmp_path / "state", clock=lambda: clock) as writer:
        writer.run(adding(NOTE, "a"), origin=origin)
        entry = writer.history.entry("1")
    assert (entry.at, entry.op, entry.origin) == ("2026-03-01T12:00:00.000Z", "create", origin)


def test_what_others_wrote_is_recorded_before_it_is_changed(tmp_path: Path) -> None:
    file = tmp_path / "vault" / "Note.md"
    with open_writer(tmp_path) as writer:
        file.write_bytes(b"theirs")
        writer.run(adding(NOTE, " ours"), origin=ME)
        file.write_bytes(b"theirs again")
        writer.run(adding(NOTE, " ours"), origin=ME)
        entries = writer.history.entries()
        assert [entry.op for entry in entries] == ["external", "append", "external", "append"]
        assert [writer.history.content(entry.files[0].after) for entry in entries] == [
            b"theirs", b"theirs ours", b"theirs again", b"theirs again ours",
        ]  # fmt: skip
        assert "-theirs ours\n" in writer.history.diff(entries[2])
        assert writer.history.states() == {"Note.md": digest_of(b"theirs again ours")}


def test_without_a_state_folder_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    with Writer(tmp_path / "vault", None) as writer, pytest.raises(WriteError, match="state folder"):
        writer.run(adding(NOTE, "a"), origin=ME)
    assert tree(tmp_path / "vault") == {}


def test_a_read_only_file_is_left_alone(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"Note.md": "a"})
    (root / "Note.md").chmod(0o444)
    with open_writer(tmp_path) as writer, pytest.raises(WriteError, match="read-only"):
        writer.run(adding(NOTE, "b"), origin=ME)
    assert tree(root) == {"Note.md": b"a"}


def test_who_waits_too_long_for_the_lock_is_told(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer, writer.hold():
        hasty = Writer(tmp_path / "vault", tmp_path / "state", lock_deadline_s=0.05)
        with pytest.raises(LockedError, match="another process"):
            hasty.run(adding(NOTE, "b"), origin=ME)
    assert tree(tmp_path / "vault") == {}


def test_a_preview_shows_the_change_and_makes_none(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"Note.md": "a\n"})
    with open_writer(tmp_path) as writer:
        shown = writer.preview(adding(NOTE, "b\n"))
    assert shown == "--- a/Note.md\n+++ b/Note.md\n@@ -1 +1,2 @@\n a\n+b\n"
    assert tree(root) == {"Note.md": b"a\n"}
    assert list((tmp_path / "state").iterdir()) == []


def test_a_plan_sees_the_files_of_a_folder(tmp_path: Path) -> None:
    write_files(tmp_path / "vault", {"a/1.md": "", "a/b/2.md": "", "a/.hidden": "", "c.md": ""})
    seen: list[object] = []

    def plan(disk: Disk) -> ChangeSet:
        seen.extend([disk.files_below(FolderPath("a")), disk.folders_below(FolderPath("a"))])
        return ChangeSet(op="none", changes=())

    with open_writer(tmp_path) as writer:
        writer.run(plan, origin=ME)
    assert seen == [("a/1.md", "a/b/2.md"), ("a/b", "a")]


_APPENDER = """
import sys
from pathlib import Path
from tests.vault.writers import ME, NOTE, adding
from napkin_site.vault.writer import Writer
root = Path(sys.argv[1])
with Writer(root / "vault", root / "state", lock_deadline_s=60) as writer:
    for number in range(int(sys.argv[3])):
        writer.run(adding(NOTE, f"{sys.argv[2]}-{number}\\n"), origin=ME)
"""


@pytest.mark.slow
def test_four_processes_append_fifty_lines_each_and_none_is_lost(tmp_path: Path) -> None:
    open_writer(tmp_path).close()
    writers = [start(_APPENDER, tmp_path, name, "50") for name in "abcd"]
    for process in writers:
        assert process.communicate(timeout=100)[1] == b""
    lines = (tmp_path / "vault" / "Note.md").read_text().split("\n")[:-1]
    assert sorted(lines) == sorted(f"{name}-{number}" for name in "abcd" for number in range(50))
    assert [name for name in tree(tmp_path / "vault") if name != "Note.md"] == []


# Writes the whole file over and over, never looking at what is there: by rename, or by truncating.
_SAVER = """
import os, sys, time
from pathlib import Path
file, way, stop = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
number = 0
while not stop.exists():
    number += 1
    text = f"save-{number}\\n".encode() + b"x" * 200_000 + b"\\nend\\n"
    if way == "rename":
        other = file.with_name(".saver.swp")
        other.write_bytes(text)
        other.replace(file)
    else:
        with file.open("r+b") as stream:
            stream.truncate(0)
            for place in range(0, len(text), 50_000):
                stream.write(text[place : place + 50_000])
                stream.flush()
    print(number, file=sys.stderr)
    time.sleep(0.003)
"""


@pytest.mark.slow
@pytest.mark.parametrize("way", ["rename", "truncate"])
def test_an_editor_that_saves_beside_us_loses_nothing_and_neither_do_we(tmp_path: Path, way: str) -> None:
    file = tmp_path / "vault" / "Note.md"
    stop = tmp_path / "stop"
    acknowledged = []
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"start\nend\n"), origin=ME)
        saver = start(_SAVER, file, way, stop)
        give_up = time.monotonic() + 5
        number = 0
        while time.monotonic() < give_up:
            number += 1
            try:
                acknowledged.append(writer.run(adding(NOTE, f"ours-{number}\n"), origin=ME))
            except (StalePreconditionError, LockedError):
                continue
        stop.touch()
        saves = int(saver.communicate(timeout=20)[1].split()[-1])
        history = writer.history
        states = [history.content(applied.files[0].after) for applied in acknowledged]
        externals = [history.content(entry.files[0].after) for entry in history.entries() if entry.is_external]
        # What we acknowledged is in the history, whole, and stands on a whole save of the editor.
        assert acknowledged
        assert all(state is not None and b"end\nours-" in state for state in states)
        assert all(content is None or content.endswith(b"end\n") or b"end\nours-" in content for content in externals)
        # The editor's last save is there, whatever we did at that moment: it is the file, or the file begins with it.
        last = f"save-{saves}\n".encode() + b"x" * 200_000 + b"\nend\n"
        assert file.read_bytes().startswith(last)
        assert [path.name for path in (tmp_path / "vault").iterdir() if path.name.startswith(".nap-")] == []
        assert writer.recovered == []
