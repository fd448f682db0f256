"""What is left when the writer is killed, or the disk refuses, at each step of its protocol."""

import contextlib
import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from napkin_site.core.changes import Change, ChangeSet, digest_of
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.errors import EditError, NapkinError, WriteError
from napkin_site.vault.writer import Writer
from tests.vault.files import write_files
from tests.vault.writers import ME, NOTE, adding, start, tree

BEFORE = {"A.md": b"a\n", "B.md": b"b\n", "old/C.md": b"c\n", "pic.png": b"png", "Gone.md": b"gone", "Dead.md": b"dead"}
AFTER = {"A.md": b"a!\n", "B.md": b"b!\n", "new/C.md": b"c!\n", "new/pic.png": b"png", "New.md": b"n"}
AFTER[".trash/Gone.md"] = b"gone"
# One file takes the place of another, once of one that holds the same.
BEFORE |= {"Mover.md": b"mover", "Taken.md": b"taken", "Twin.md": b"same", "Same.md": b"same"}
AFTER |= {"Taken.md": b"mover", ".trash/Taken.md": b"taken", "Same.md": b"same", ".trash/Same.md": b"same"}
MOST_STEPS = 65


def everything() -> ChangeSet:
    """Give a change set that holds every kind of step."""

    def before(name: str) -> object:
        return digest_of(BEFORE[name])

    changes = [
        Change(path=VaultPath("A.md"), before=digest_of(BEFORE["A.md"]), after=b"a!\n"),
        Change(path=VaultPath("B.md"), before=digest_of(BEFORE["B.md"]), after=b"b!\n"),
        Change(
            path=VaultPath("old/C.md"), before=digest_of(BEFORE["old/C.md"]), after=b"c!\n", to=VaultPath("new/C.md")
        ),
        Change(path=VaultPath("pic.png"), before=digest_of(BEFORE["pic.png"]), to=VaultPath("new/pic.png")),
        Change(path=VaultPath("New.md"), before=None, after=b"n"),
        Change(path=VaultPath("Gone.md"), before=digest_of(BEFORE["Gone.md"])),
        Change(path=VaultPath("Dead.md"), before=digest_of(BEFORE["Dead.md"]), is_permanent=True),
        Change(path=VaultPath("Taken.md"), before=digest_of(b"taken")),
        Change(path=VaultPath("Mover.md"), before=digest_of(b"mover"), to=VaultPath("Taken.md")),
        Change(path=VaultPath("Twin.md"), before=digest_of(b"same"), to=VaultPath("Same.md")),
        Change(path=VaultPath("Same.md"), before=digest_of(b"same")),
    ]
    return ChangeSet(op="batch", changes=tuple(changes), emptied=(FolderPath("old"),))


class KilledError(BaseException):
    """Ends a writer at once: nothing of it cleans up, as when the process is killed."""


def killing(at: int, *, watches: str = "") -> Callable[[str], None]:
    """Give a fault that kills at the n-th step, counted from the first `watches` on."""
    left = [at]
    is_on = [not watches]

    def fault(step: str) -> None:
        is_on[0] = is_on[0] or step == watches
        left[0] -= is_on[0]
        if left[0] == 0:
            left[0] = -1
            raise KilledError

    return fault


def make(root: Path) -> None:
    """Make the vault and its state folder."""
    write_files(root / "vault", BEFORE)
    (root / "state").mkdir()


# Forks a child a step, which ends itself there; prints, a line each, whether it died. Forking is for a program
# without threads, which a test runner is not.
_KILLER = """
import os, sys
from pathlib import Path
from napkin_site.vault.writer import Writer
from tests.vault.test_writer_crash import ME, everything, make
base = Path(sys.argv[1])
for number in range(1, int(sys.argv[2])):
    root = base / str(number)
    root.mkdir()
    make(root)
    child = os.fork()
    if child == 0:
        left = [number]
        def fault(step):
            left[0] -= 1
            if not left[0]:
                os.kill(os.getpid(), 9)
        Writer(root / "vault", root / "state", fault=fault).apply(everything(), origin=ME)
        os._exit(0)
    print(os.waitpid(child, 0)[1], flush=True)
"""


@pytest.mark.slow
def test_killed_at_any_step_leaves_all_old_or_all_new_after_the_next_start(tmp_path: Path) -> None:
    out, err = start(_KILLER, tmp_path, str(MOST_STEPS)).communicate(timeout=100)
    assert err == b""
    statuses = [int(line) for line in out.split()]
    assert statuses.count(9) > 30  # there are as many steps
    assert statuses[-1] == 0  # and all of them were met
    outcomes = set()
    for number in range(1, MOST_STEPS):
        root = tmp_path / str(number)
        for path, content in tree(root / "vault").items():
            assert content in {*BEFORE.values(), *AFTER.values()}, path
        outcomes.add(recovered(root))
    assert outcomes == {"old", "new"}


def recovered(root: Path) -> str:
    """Start again; tell which state the vault is in, having checked that it is one."""
    with Writer(root / "vault", root / "state") as writer:
        with writer.hold():
            pass
        found = tree(root / "vault")
        assert found in (BEFORE, AFTER)
        assert list((root / "state" / "txn").glob("*")) == []
        assert writer.recovered == []
        is_new = found == AFTER
        assert (root / "vault" / "old").exists() != is_new
        assert (root / "vault" / "new").exists() == is_new
        ours = [entry.op for entry in writer.history.entries() if not entry.is_external]
        assert ours == (["batch"] if is_new else [])
        writer.run(adding(NOTE, "next"), origin=ME)
        if is_new:
            with pytest.raises(EditError, match="not kept"):  # of what was deleted for good
                writer.undo(last_batch(writer), origin=ME)
    return "new" if is_new else "old"


def last_batch(writer: Writer) -> str:
    """Give the id of the batch."""
    return next(entry.id for entry in writer.history.entries() if entry.op == "batch")


def attempt(writer: Writer) -> str:
    """Apply everything; give the message of the error, empty when there was none."""
    try:
        writer.apply(everything(), origin=ME)
    except WriteError as error:
        return error.message
    return ""


def test_a_disk_that_refuses_at_any_step_loses_nothing(tmp_path: Path) -> None:
    steps = set()
    outcomes = set()
    for number in range(1, MOST_STEPS):
        root = tmp_path / str(number)
        root.mkdir()
        make(root)
        left = [number]

        def fault(step: str, left: list[int] = left) -> None:
            left[0] -= 1
            if not left[0]:
                steps.add(step)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        with Writer(root / "vault", root / "state", fault=fault) as writer:
            message = attempt(writer)
        is_new = not message
        assert is_new or "No space left" in message
        if is_new:
            shown = {path: content for path, content in tree(root / "vault").items() if "/.nap-" not in f"/{path}"}
            assert shown == AFTER
        assert recovered(root) == ("new" if is_new else "old")
        outcomes.add(is_new)
    assert outcomes == {True, False}
    assert {"blob", "temporary", "intent", "publish", "published", "done line", "unlink", "close"} <= steps


def test_a_disk_that_refuses_while_a_change_is_taken_back_is_mended_later(tmp_path: Path) -> None:
    for number in range(1, 30):
        root = tmp_path / str(number)
        root.mkdir()
        make(root)
        left = [number]

        def fault(step: str, root: Path = root, left: list[int] = left) -> None:
            if step == "published" and not (root / "state" / "seen").exists():
                (root / "state" / "seen").touch()
                return
            if (root / "state" / "seen").exists():
                if step == "publish":
                    raise OSError(errno.EIO, os.strerror(errno.EIO))
                left[0] -= 1
                if not left[0]:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        with Writer(root / "vault", root / "state", fault=fault) as writer, pytest.raises(WriteError):
            writer.apply(everything(), origin=ME)
        assert recovered(root) == "old"


def test_a_torn_line_at_the_end_of_the_journal_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    make(tmp_path)
    journal = tmp_path / "state" / "journal.jsonl"
    with Writer(tmp_path / "vault", tmp_path / "state") as writer:
        writer.run(adding(NOTE, "1"), origin=ME)
        whole = journal.read_bytes()
        journal.write_bytes(whole + b'{"t":"intent","id":"2","fil')
        assert [entry.id for entry in writer.history.entries()] == ["1"]
        writer.run(adding(NOTE, "2"), origin=ME)
    assert journal.read_bytes().startswith(whole)
    assert [json.loads(line)["id"] for line in journal.read_bytes().splitlines()] == ["1", "1", "2", "2"]


def test_an_editors_save_that_a_crash_left_displaced_is_put_back(tmp_path: Path) -> None:
    make(tmp_path)

    def fault(step: str) -> None:
        if step == "publish":
            (tmp_path / "vault" / "A.md").write_bytes(b"saved by an editor")
        if step == "swapped":
            raise KilledError

    change = Change(path=VaultPath("A.md"), before=digest_of(b"a\n"), after=b"ours")
    with Writer(tmp_path / "vault", tmp_path / "state", fault=fault) as writer, pytest.raises(KilledError):
        writer.apply(ChangeSet(op="write", changes=(change,)), origin=ME)
    assert (tmp_path / "vault" / "A.md").read_bytes() == b"ours"
    with Writer(tmp_path / "vault", tmp_path / "state") as writer:
        with writer.hold():
            assert writer.recovered == ["A.md"]
        assert tree(tmp_path / "vault")["A.md"] == b"saved by an editor"
        assert [entry.op for entry in writer.history.entries()] == ["external"]
        assert writer.history.content(digest_of(b"ours")) == b"ours"
    assert [name for name in tree(tmp_path / "vault") if ".nap-" in name] == []


@pytest.mark.parametrize("step", ["publish", "swapped", "published"])
def test_an_editor_that_saves_in_the_middle_of_several_files_keeps_its_save(tmp_path: Path, step: str) -> None:
    make(tmp_path)
    saves = {"B.md": b"saved by an editor"}
    seen = []

    def fault(name: str) -> None:
        seen.append(name)
        if name == step and seen.count(step) == 1:
            other = tmp_path / "saver"
            other.write_bytes(saves["B.md"])
            other.replace(tmp_path / "vault" / "B.md")

    with Writer(tmp_path / "vault", tmp_path / "state", fault=fault) as writer:
        with pytest.raises(NapkinError):
            writer.apply(everything(), origin=ME)
        assert tree(tmp_path / "vault") == BEFORE | saves
        assert writer.recovered == []


def test_a_recovery_that_is_killed_too_is_ended_by_the_next(tmp_path: Path) -> None:
    outcomes = set()
    for first in range(9, 39, 3):
        for second in range(1, 14, 3):
            root = tmp_path / f"{first}-{second}"
            root.mkdir()
            make(root)
            with Writer(root / "vault", root / "state", fault=killing(first)) as writer, pytest.raises(KilledError):
                writer.apply(everything(), origin=ME)
            again = Writer(root / "vault", root / "state", fault=killing(second))
            with contextlib.suppress(KilledError), again.hold():
                pass
            again.close()
            outcomes.add(recovered(root))
    assert outcomes == {"new"}


def test_a_change_that_is_killed_while_it_is_taken_back_is_taken_back_by_the_next(tmp_path: Path) -> None:
    save = b"saved by an editor"
    for number in range(1, 20):
        root = tmp_path / str(number)
        root.mkdir()
        make(root)
        kill = killing(number, watches="turn back")
        seen: list[str] = []

        def fault(step: str, root: Path = root, kill: Callable[[str], None] = kill, seen: list[str] = seen) -> None:
            seen.append(step)
            if step == "publish" and seen.count(step) == 6:
                (root / "vault" / "Gone.md").write_bytes(save)
            kill(step)

        writer = Writer(root / "vault", root / "state", fault=fault)
        with pytest.raises((KilledError, NapkinError)):
            writer.apply(everything(), origin=ME)
        writer.close()
        with Writer(root / "vault", root / "state") as writer, writer.hold():
            found = tree(root / "vault")
        # Killed before it was noted that it is taken back, it is taken forward, and the save goes where ours would.
        assert found in (BEFORE | {"Gone.md": save}, AFTER | {".trash/Gone.md": save})
        assert (found == BEFORE | {"Gone.md": save}) == (number > 1)
        assert not list((root / "state" / "txn").glob("*"))
