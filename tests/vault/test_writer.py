import errno
import fcntl
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

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
from napkin_site.vault import atoms
from napkin_site.vault.disk import Disk
from napkin_site.vault.lock import VaultLock
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
        with pytest.raises(StalePreconditionError) as caught:
            writer.run(plan, origin=ME)
        assert caught.value.current == digest_of(b"new")
        assert "-old\n" in caught.value.diff
        (tmp_path / "vault" / "Note.md").unlink()
        with pytest.raises(StalePreconditionError, match="not there"):
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


@pytest.fixture
def case_blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk find a file under every letter case of its name, as those of macOS and Windows do."""
    stat_of, rename = os.stat, atoms._rename

    def spelt(name: str, folder: int) -> str:
        return next((entry for entry in os.listdir(folder) if entry.casefold() == name.casefold()), name)

    def stat(path: Any, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> os.stat_result:
        name = spelt(path, dir_fd) if dir_fd is not None and isinstance(path, str) else path
        return stat_of(name, dir_fd=dir_fd, follow_symlinks=follow_symlinks)

    def refusing(source_folder: int, source: str, folder: int, name: str, flags: int) -> int:
        if flags == atoms._NOREPLACE and spelt(name, folder) in os.listdir(folder):
            return errno.EEXIST
        return rename(source_folder, source, folder, name, flags)

    monkeypatch.setattr(os, "stat", stat)
    monkeypatch.setattr(atoms, "_rename", refusing)


@pytest.mark.usefixtures("case_blind")
def test_letter_case_changes_on_a_disk_that_is_blind_to_it(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"Note.md": "a", "Other.md": "b"})
    with open_writer(tmp_path) as writer:
        change = Change(path=NOTE, before=digest_of(b"a"), to=VaultPath("NOTE.md"))
        writer.apply(ChangeSet(op="move", changes=(change,)), origin=ME)
        assert tree(root) == {"NOTE.md": b"a", "Other.md": b"b"}
        for name in ("other.md", "Other.md"):
            change = Change(path=VaultPath("NOTE.md"), before=digest_of(b"a"), to=VaultPath(name))
            with pytest.raises(ExistsError):
                writer.apply(ChangeSet(op="move", changes=(change,)), origin=ME)
        writer.undo(origin=ME)
    assert tree(root) == {"Note.md": b"a", "Other.md": b"b"}


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


def test_a_state_folder_that_cannot_be_used_refuses_writes_and_lets_read(tmp_path: Path) -> None:
    write_files(tmp_path / "vault", {"Note.md": "a\n"})
    (tmp_path / "state").write_bytes(b"a file")
    with Writer(tmp_path / "vault", tmp_path / "state") as writer:
        with pytest.raises(WriteError, match="lock"):
            writer.run(adding(NOTE, "b\n"), origin=ME)
        assert writer.trash() == ()
    with Writer(tmp_path / "vault", None) as writer:
        assert "+b" in writer.preview(adding(NOTE, "b\n"))
        assert writer.history.log() == []
    assert tree(tmp_path / "vault") == {"Note.md": b"a\n"}


def test_threads_exclude_each_other_and_readers_share(tmp_path: Path) -> None:
    lock = VaultLock(tmp_path / "lock", deadline_s=0.05)
    with lock.hold(is_shared=True), lock.hold(is_shared=True), pytest.raises(LockedError), lock.hold():
        raise AssertionError
    with lock.hold():
        pass


def test_a_file_that_another_program_keeps_open_to_write_is_waited_for_and_then_left(tmp_path: Path) -> None:
    file = write_files(tmp_path / "vault", {"Note.md": "a"}) / "Note.md"
    with open_writer(tmp_path) as writer, file.open("ab") as stream:
        with pytest.raises(LockedError, match="goes on writing"):
            writer.run(adding(NOTE, "b"), origin=ME)
        stream.write(b"theirs")
    assert file.read_bytes() == b"atheirs"
    assert sorted(tree(tmp_path / "vault")) == ["Note.md"]


def test_an_editor_that_opened_the_file_before_our_swap_finds_its_bytes(tmp_path: Path) -> None:
    file = write_files(tmp_path / "vault", {"Note.md": "a"}) / "Note.md"
    open_streams: list[BinaryIO] = []

    def fault(step: str) -> None:
        if step == "publish" and not open_streams:
            open_streams.append(file.open("r+b", buffering=0))
        if step == "turn back":
            open_streams[0].write(b"theirs")
            open_streams[0].close()

    (tmp_path / "state").mkdir()
    with Writer(tmp_path / "vault", tmp_path / "state", fault=fault) as writer, pytest.raises(LockedError):
        writer.run(adding(NOTE, "b"), origin=ME)
    assert tree(tmp_path / "vault") == {"Note.md": b"theirs"}


def test_a_survey_records_what_others_did(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"a.md": "a", "gone.md": "g", ".hidden": "h"})
    (root / "link.md").symlink_to(root / "a.md")
    with open_writer(tmp_path) as writer:
        assert writer.survey() == "1"
        assert writer.survey() == ""
        write_files(root, {"a.md": "aa", "new.md": "n"})
        (root / "gone.md").unlink()
        assert writer.survey() == "2"
        entry = writer.history.entry("2")
        assert [(record.path, record.before is None, record.after is None) for record in entry.files] == [
            ("a.md", False, False),
            ("gone.md", False, True),
            ("new.md", True, False),
        ]
        writer.undo("2", origin=ME)
    (root / "link.md").unlink()
    assert tree(root) == {"a.md": b"a", "gone.md": b"g", ".hidden": b"h"}


def test_a_survey_of_an_empty_vault_knows_it_all(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        assert writer.survey() == "1"
        write_files(tmp_path / "vault", {"new.md": "n"})
        writer.run(adding(VaultPath("new.md"), "!"), origin=ME)
        writer.undo("3", origin=ME)
        writer.undo("2", origin=ME)
    assert tree(tmp_path / "vault") == {}


@pytest.mark.parametrize("has_sync", [True, False])
def test_many_files_are_written_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_sync: bool) -> None:
    if not has_sync:
        monkeypatch.setattr(atoms, "_syncfs", lambda: None)
    names = [VaultPath(f"{number % 60}/{number}.md") for number in range(120)]
    fresh = tuple(Change(path=name, before=None, after=name.encode()) for name in names)
    with open_writer(tmp_path) as writer:
        applied = writer.apply(ChangeSet(op="batch", changes=fresh), origin=ME)
        assert tree(tmp_path / "vault") == {name: name.encode() for name in names}
        assert all(writer.history.content(record.after) for record in applied.files)
        writer.undo(origin=ME)
    assert list((tmp_path / "vault").iterdir()) == []


@pytest.fixture
def without_swap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take from the system what only Linux has: swapping renames, and leases."""
    monkeypatch.setattr(atoms, "_renameat2", lambda: None)
    monkeypatch.delattr(fcntl, "F_SETLEASE")


def test_a_disk_that_knows_no_leases_does_not_look_busy_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = fcntl.fcntl

    def refusing(descriptor: int, command: int, argument: int = 0) -> int:
        if command == fcntl.F_SETLEASE:
            raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return int(real(descriptor, command, argument))

    monkeypatch.setattr(fcntl, "fcntl", refusing)
    root = write_files(tmp_path / "vault", {"Note.md": "a"})
    with open_writer(tmp_path) as writer:
        writer.run(adding(NOTE, "b"), origin=ME)
    assert tree(root) == {"Note.md": b"ab"}


@pytest.mark.usefixtures("without_swap")
def test_a_system_without_swaps_writes_moves_and_takes_back_too(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"A.md": "a", "B.md": "b", "C.md": "c"})
    changes = ChangeSet(
        op="batch",
        changes=(
            Change(path=VaultPath("A.md"), before=digest_of(b"a"), after=b"aa"),
            Change(path=VaultPath("B.md"), before=digest_of(b"b"), to=VaultPath("x/B.md")),
            Change(path=VaultPath("C.md"), before=digest_of(b"c")),
            Change(path=VaultPath("D.md"), before=None, after=b"d"),
        ),
    )
    with open_writer(tmp_path) as writer:
        writer.apply(changes, origin=ME)
        assert tree(root) == {"A.md": b"aa", "x/B.md": b"b", ".trash/C.md": b"c", "D.md": b"d"}
        writer.undo(origin=ME)
    assert tree(root) == {"A.md": b"a", "B.md": b"b", "C.md": b"c"}


@pytest.mark.usefixtures("without_swap")
def test_a_system_without_swaps_takes_back_what_it_replaced(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"A.md": "a", "B.md": "b"})
    seen = []

    def fault(step: str) -> None:
        seen.append(step)
        if step == "publish" and seen.count(step) == 2:
            (root / "B.md").write_bytes(b"saved by an editor")

    changes = tuple(
        Change(path=VaultPath(f"{name}.md"), before=digest_of(name.lower().encode()), after=b"new") for name in "AB"
    )
    (tmp_path / "state").mkdir()
    with Writer(root, tmp_path / "state", fault=fault) as writer, pytest.raises(StalePreconditionError):
        writer.apply(ChangeSet(op="batch", changes=changes), origin=ME)
    assert tree(root) == {"A.md": b"a", "B.md": b"saved by an editor"}


_FULL_DISK = """
set -e
mount -t tmpfs -o size=128k none "$1"
mkdir "$1/vault" "$1/state"
head -c 20000 /dev/zero | tr '\\0' a > "$1/vault/Note.md"
exec "$2" -c "$3" "$1"
"""

_FILLER = """
import sys
from pathlib import Path
from napkin_site.errors import WriteError
from napkin_site.vault.writer import Writer
from tests.vault.writers import ME, NOTE, adding, tree, writing
import random
root = Path(sys.argv[1])
refused = written = 0
with Writer(root / "vault", root / "state") as writer:
    for number in range(40):
        before = tree(root / "vault")
        text = random.Random(number).randbytes(6000).hex().encode()
        try:
            writer.run(writing(NOTE, text), origin=ME)
            written += 1
            assert tree(root / "vault") == {"Note.md": text}
        except WriteError as error:
            refused += 1
            assert "No space left" in error.message, error.message
            assert tree(root / "vault") == before
print(written, refused)
"""


def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-rm", "true"], capture_output=True, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here")
    checkout = Path(__file__).resolve().parent.parent.parent
    done = subprocess.run(
        [unshare, "-rm", "sh", "-c", _FULL_DISK, "sh", tmp_path, sys.executable, _FILLER],
        env={**os.environ, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    written, refused = map(int, done.stdout.split())
    assert written
    assert refused


def test_a_folder_that_cannot_be_written_refuses_and_loses_nothing(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"a/Note.md": "a"})
    note = VaultPath("a/Note.md")

    def fault(step: str) -> None:
        if step == "temporary":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "a")

    (tmp_path / "state").mkdir()
    with (
        Writer(root, tmp_path / "state", fault=fault) as writer,
        pytest.raises(WriteError, match="Permission") as caught,
    ):
        writer.run(adding(note, "b"), origin=ME)
    assert "permissions" in caught.value.hint
    assert tree(root) == {"a/Note.md": b"a"}


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


def test_threads_may_share_a_writer(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer, ThreadPoolExecutor(4) as pool:
        names = [f"{number}\n" for number in range(40)]
        list(pool.map(lambda name: writer.run(adding(NOTE, name), origin=ME), names))
        lines = (tmp_path / "vault" / "Note.md").read_text().splitlines(keepends=True)
        assert sorted(lines) == sorted(names)
        assert len(writer.history.entries()) == 40


def test_a_thread_that_waits_too_long_for_another_is_told(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "state").mkdir()
    with (
        Writer(tmp_path / "vault", tmp_path / "state", lock_deadline_s=0.05) as writer,
        ThreadPoolExecutor(1) as pool,
        writer.hold(),
        pytest.raises(LockedError, match="another thread"),
    ):
        pool.submit(writer.run, adding(NOTE, "x"), origin=ME).result()
