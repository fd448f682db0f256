"""What could not be ended, because somebody stood in the way: it stops nothing else, and is ended when it can be."""

import errno
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from napkin_site.core.changes import Change, ChangeSet, digest_of
from napkin_site.core.paths import VaultPath
from napkin_site.errors import NapkinError, PathRefusedError, StalePreconditionError, WriteError
from napkin_site.vault.writer import Writer
from tests.vault.files import write_files
from tests.vault.writers import ME, adding, start, tree, writing

A, B, OTHER = VaultPath("a/A.md"), VaultPath("b/B.md"), VaultPath("Other.md")
OLD = {"a/A.md": b"a", "b/B.md": b"b", "Gone.md": b"gone"}
NEW = {"a/A.md": b"a!", "b/B.md": b"b!", "a/New.md": b"new", ".trash/Gone.md": b"gone"}
PUBLISHED = 4


class KilledError(BaseException):
    """Ends a writer at once."""


def everything() -> ChangeSet:
    """Give a change set in several folders: two edits, a new file, and one that goes to the trash."""
    changes = (
        Change(path=A, before=digest_of(b"a"), after=b"a!"),
        Change(path=B, before=digest_of(b"b"), after=b"b!"),
        Change(path=VaultPath("a/New.md"), before=None, after=b"new"),
        Change(path=VaultPath("Gone.md"), before=digest_of(b"gone")),
    )
    return ChangeSet(op="batch", changes=changes)


def make(base: Path) -> Path:
    """Make the vault, and its state folder; give the vault."""
    (base / "state").mkdir()
    return write_files(base / "vault", OLD)


def crash(base: Path, *, published: int) -> None:
    """Let a writer be killed when so many steps are published."""
    seen: list[str] = []

    def fault(step: str) -> None:
        seen.append(step)
        if step == ("publish" if not published else "published") and seen.count(step) == max(published, 1):
            raise KilledError

    with Writer(base / "vault", base / "state", fault=fault) as writer, pytest.raises(KilledError):
        writer.apply(everything(), origin=ME)


def put_a_link(base: Path) -> None:
    """Put a link to a folder outside in the place of a folder."""
    outside = write_files(base / "outside", {"A.md": "canary"})
    (base / "vault" / "a").rename(base / "aside")
    (base / "vault" / "a").symlink_to(outside)


def put_it_back(base: Path) -> None:
    """Undo that."""
    (base / "vault" / "a").unlink()
    (base / "aside").rename(base / "vault" / "a")


def leftovers(base: Path) -> list[str]:
    """List what is on record, and the temporary files of ours."""
    return [path.name for path in base.rglob("*") if path.parent.name == "txn" or path.name.startswith(".nap-")]


@pytest.mark.parametrize("published", range(PUBLISHED + 1))
def test_a_folder_that_became_a_link_after_a_crash_stops_no_other_write(tmp_path: Path, published: int) -> None:
    root = make(tmp_path)
    crash(tmp_path, published=published)
    put_a_link(tmp_path)
    with Writer(root, tmp_path / "state") as writer:
        writer.run(writing(OTHER, b"1"), origin=ME)
        assert {one.path for one in writer.unfinished()} == {A, "a/New.md"}
        assert all("symbolic link" in one.why and one.id for one in writer.unfinished())
        assert (root / B).read_bytes() == b"b!"  # what can be reached is ended at once
        with pytest.raises(PathRefusedError):
            writer.run(adding(A, "x"), origin=ME)
    assert tree(tmp_path / "outside") == {"A.md": b"canary"}
    put_it_back(tmp_path)
    with Writer(root, tmp_path / "state") as writer:
        writer.run(writing(OTHER, b"2"), origin=ME)
        assert writer.unfinished() == ()
        assert writer.recovered == []
        assert tree(root) == NEW | {OTHER: b"2"}
        assert [entry.op for entry in writer.history.entries() if not entry.is_external] == ["batch", "create", "write"]
        writer.run(adding(A, "x"), origin=ME)
        assert not [entry for entry in writer.history.log(A, limit=1) if entry.is_external]
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("moment", ["publish", "published", "swapped"])
def test_a_folder_that_becomes_a_link_in_the_middle_is_as_before_in_the_end(tmp_path: Path, moment: str) -> None:
    root = make(tmp_path)
    seen: list[str] = []

    def fault(step: str) -> None:
        seen.append(step)
        if step == moment and seen.count(moment) == 1:
            put_a_link(tmp_path)

    with Writer(root, tmp_path / "state", fault=fault) as writer:
        with pytest.raises(NapkinError):
            writer.apply(everything(), origin=ME)
        writer.run(writing(OTHER, b"1"), origin=ME)
        assert (root / B).read_bytes() == b"b"
        assert tree(tmp_path / "outside") == {"A.md": b"canary"}
        put_it_back(tmp_path)
        writer.run(writing(OTHER, b"2"), origin=ME)
        assert tree(root) == OLD | {OTHER: b"2"}
        assert writer.unfinished() == ()
        assert [entry.op for entry in writer.history.entries() if not entry.is_external] == ["create", "write"]
    assert leftovers(tmp_path) == []


def test_what_could_not_be_taken_back_is_told_and_taken_back_later(tmp_path: Path) -> None:
    root = make(tmp_path)
    seen: list[str] = []

    def fault(step: str) -> None:
        seen.append(step)
        if step == "publish" and seen.count(step) == 2:
            put_a_link(tmp_path)
            (root / B).write_bytes(b"saved by an editor")

    with Writer(root, tmp_path / "state", fault=fault) as writer:
        with pytest.raises(WriteError, match="could not be put back") as caught:
            writer.apply(everything(), origin=ME)
        assert "symbolic link" in caught.value.message
        assert caught.value.path == A
        assert caught.value.hint
        put_it_back(tmp_path)
        with writer.hold():
            assert tree(root) == OLD | {"b/B.md": b"saved by an editor"}
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("step", ["roll forward", "unlink"])
def test_a_disk_that_refuses_in_a_recovery_stops_only_what_it_is_about(tmp_path: Path, step: str) -> None:
    root = make(tmp_path)
    crash(tmp_path, published=1)
    is_bad = [True]
    seen: list[str] = []

    def fault(name: str) -> None:
        seen.append(name)
        if is_bad[0] and name in (step, "rest") and (name == "rest" or seen.count(step) == 1):
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    with Writer(root, tmp_path / "state", fault=fault) as writer:
        writer.run(writing(OTHER, b"1"), origin=ME)
        assert leftovers(tmp_path)
        if step == "roll forward":
            assert [one.path for one in writer.unfinished()] == [A]
            with pytest.raises(WriteError, match="Input/output error") as caught:
                writer.run(adding(A, "x"), origin=ME)
            assert "not ended yet" in caught.value.message
            assert "ended first" in caught.value.hint
            assert writer.survey()
        else:
            assert writer.unfinished() == ()  # only a temporary file is left
            writer.run(adding(A, ""), origin=ME)
        is_bad[0] = False
        with writer.hold():
            assert tree(root) == NEW | {OTHER: b"1"}
        assert writer.unfinished() == ()
    assert leftovers(tmp_path) == []


def remove_the_folder(base: Path) -> None:
    """Take the folder away, with all that is in it."""
    for path in (base / "vault" / "a").iterdir():
        path.unlink()
    (base / "vault" / "a").rmdir()


def put_a_file_in_its_place(base: Path) -> None:
    """Make a file of the folder's name."""
    remove_the_folder(base)
    (base / "vault" / "a").write_bytes(b"a file")


def make_a_folder_of_the_note(base: Path) -> None:
    """Make a folder of the note's name."""
    (base / "vault" / A).unlink()
    write_files(base / "vault" / A, {"deep.md": "theirs"})


def make_a_link_of_the_note(base: Path) -> None:
    """Make a link of the note's name."""
    (base / "vault" / A).unlink()
    (base / "vault" / A).symlink_to(write_files(base / "outside", {"A.md": "canary"}) / "A.md")


def make_a_pipe_of_the_note(base: Path) -> None:
    """Make a pipe of the note's name."""
    (base / "vault" / A).unlink()
    os.mkfifo(base / "vault" / A)


CHANGES = [remove_the_folder, put_a_file_in_its_place, make_a_folder_of_the_note]
CHANGES += [make_a_link_of_the_note, make_a_pipe_of_the_note]


@pytest.mark.parametrize("published", range(PUBLISHED + 1))
@pytest.mark.parametrize("change", CHANGES)
def test_what_somebody_did_after_a_crash_stays_and_all_else_is_ended(
    tmp_path: Path, change: Callable[[Path], None], published: int
) -> None:
    root = make(tmp_path)
    crash(tmp_path, published=published)
    change(tmp_path)
    with Writer(root, tmp_path / "state") as writer:
        writer.run(writing(OTHER, b"1"), origin=ME)
        assert (root / B).read_bytes() == b"b!"
        assert (root / OTHER).read_bytes() == b"1"
        assert not (root / "Gone.md").exists()
        assert writer.unfinished() == ()
    if change is make_a_folder_of_the_note:
        assert (root / A / "deep.md").read_bytes() == b"theirs"
    if change is put_a_file_in_its_place:
        assert (root / "a").read_bytes() == b"a file"
    if change is make_a_link_of_the_note:
        assert (root / A).is_symlink()
        assert tree(tmp_path / "outside") == {"A.md": b"canary"}
    if change is make_a_pipe_of_the_note:
        assert (root / A).is_fifo()
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("kind", ["link", "folder"])
def test_what_stands_in_the_place_of_a_note_while_we_write_stays(tmp_path: Path, kind: str) -> None:
    root = make(tmp_path)

    def fault(step: str) -> None:
        if step == "publish" and (root / A).is_file() and not (root / A).is_symlink():
            (make_a_link_of_the_note if kind == "link" else make_a_folder_of_the_note)(tmp_path)

    with Writer(root, tmp_path / "state", fault=fault) as writer:
        with pytest.raises((PathRefusedError, StalePreconditionError)):
            writer.apply(everything(), origin=ME)
        assert (root / A).is_symlink() if kind == "link" else (root / A / "deep.md").is_file()
        assert (root / B).read_bytes() == b"b"
        assert (root / "Gone.md").exists()
        assert writer.unfinished() == ()
    assert leftovers(tmp_path) == []


# As root nothing is forbidden, so root becomes nobody first. All that is imported was so before.
_FORBIDDEN = """
import os, sys
from pathlib import Path
from napkin_site.errors import NapkinError, WriteError
from tests.vault.test_recovery import *
base = Path(sys.argv[1])
user = os.geteuid()
if user == 0:
    os.seteuid(65534)
root = make(base)
crash(base, published=2)
(root / "a").chmod(0o555)
with Writer(root, base / "state") as writer:
    writer.run(writing(OTHER, b"1"), origin=ME)
    assert (root / B).read_bytes() == b"b!"
    assert [one.path for one in writer.unfinished()] == ["a/New.md"], writer.unfinished()
    assert "Permission denied" in writer.unfinished()[0].why
    with pytest.raises(WriteError, match="Permission denied") as caught:
        writer.run(writing(VaultPath("a/New.md"), b"another"), origin=ME)
    assert caught.value.hint
    (root / "a").chmod(0o755)
    with writer.hold():
        assert tree(root) == NEW | {OTHER: b"1"}, tree(root)
assert leftovers(base) == []

(root / "b").chmod(0o555)
with Writer(root, base / "state") as writer:
    before = tree(root)
    with pytest.raises(WriteError, match="Permission denied"):
        writer.run(adding(B, "x"), origin=ME)
    with pytest.raises(WriteError, match="Permission denied"):
        writer.apply(ChangeSet(op="delete", changes=(Change(path=B, before=digest_of(b"b!")),)), origin=ME)
    assert tree(root) == before
(root / "b").chmod(0o755)
(root / B).chmod(0)
with Writer(root, base / "state") as writer, pytest.raises(WriteError, match="Permission denied"):
    writer.run(adding(B, "x"), origin=ME)
(base / "state" / "txn").chmod(0)
with Writer(root, base / "state") as writer, pytest.raises(WriteError, match="Permission denied"):
    writer.run(adding(OTHER, "x"), origin=ME)
(base / "state" / "txn").chmod(0o700)
assert leftovers(base) == []
os.seteuid(user)  # whoever measures coverage writes at the end
"""


@pytest.mark.skipif(sys.platform == "win32", reason="rights are other things there")
def test_a_permission_that_is_missing_refuses_and_loses_nothing() -> None:
    with tempfile.TemporaryDirectory() as folder:  # nobody may not enter a test's own folder
        Path(folder).chmod(0o777)
        out, err = start(_FORBIDDEN, folder).communicate(timeout=60)
    assert (out, err) == (b"", b"")


def test_a_record_whose_rest_was_kept_before_a_crash_is_not_ended_twice(tmp_path: Path) -> None:
    root = make(tmp_path)
    crash(tmp_path, published=1)
    put_a_link(tmp_path)

    for last in ("done line", "close"):  # before, and after, the journal is told

        def fault(step: str, last: str = last) -> None:
            if step == last:
                raise KilledError

        with Writer(root, tmp_path / "state", fault=fault) as writer, pytest.raises(KilledError), writer.hold():
            pass
    with Writer(root, tmp_path / "state") as writer, writer.hold():
        assert len([name for name in leftovers(tmp_path) if not name.startswith(".nap-")]) == 1
    put_it_back(tmp_path)
    with Writer(root, tmp_path / "state") as writer, writer.hold():
        assert tree(root) == NEW
        assert [entry.op for entry in writer.history.entries() if not entry.is_external] == ["batch"]
    assert leftovers(tmp_path) == []


def test_a_vault_that_was_put_in_the_place_of_another_is_the_one_that_is_written(tmp_path: Path) -> None:
    root = make(tmp_path)
    with Writer(root, tmp_path / "state") as writer:
        writer.run(adding(A, "1"), origin=ME)
        root.rename(tmp_path / "older")
        write_files(root, {A: "restored "})
        writer.run(adding(A, "2"), origin=ME)
    assert (root / A).read_bytes() == b"restored 2"
    assert (tmp_path / "older" / A).read_bytes() == b"a1"


_SMALL_DISKS = """
set -e
for name in vault state; do mkdir "$1/$name"; mount -t tmpfs -o size=256k none "$1/$name"; done
exec "$2" -c "$3" "$1"
"""

# Kills a writer, fills one disk up to the last byte, and starts again.
_FILLED = """
import shutil, sys
from pathlib import Path
from napkin_site.errors import WriteError
from tests.vault.test_recovery import *
base = Path(sys.argv[1])
root, state = base / "vault", base / "state"

def empty(folder):
    for path in list(folder.iterdir()):
        shutil.rmtree(path) if path.is_dir() else path.unlink()

def fill(folder):
    with (folder / ".filler").open("wb", buffering=0) as stream:
        try:
            while stream.write(b"x" * 512):
                pass
        except OSError:
            pass

seen = []
for full in (root, state):
    for published in range(PUBLISHED + 1):
        empty(root)
        empty(state)
        write_files(root, OLD)
        crash(base, published=published)
        fill(full)
        with Writer(root, state) as writer:
            try:
                writer.run(adding(B, "x" * 50_000), origin=ME)
            except WriteError as error:
                assert "No space left" in error.message, error
                seen.append(full.name)
            assert (root / B).read_bytes().rstrip(b"x") in (b"b", b"b!"), (root / B).read_bytes()
        (full / ".filler").unlink()
        with Writer(root, state) as writer, writer.hold():
            found = tree(root)
            found[B] = found[B].rstrip(b"x")
            assert found == NEW, found
            assert writer.unfinished() == ()
        assert leftovers(base) == []
print(*sorted(set(seen)))
"""


def test_a_disk_that_is_full_at_the_next_start_loses_nothing(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-rm", "true"], capture_output=True, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here")
    checkout = Path(__file__).resolve().parent.parent.parent
    done = subprocess.run(
        [unshare, "-rm", "sh", "-c", _SMALL_DISKS, "sh", tmp_path, sys.executable, _FILLED],
        env={**os.environ, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("state vault\n", "")


def test_a_temporary_file_of_a_folder_that_was_away_is_swept_when_it_is_old(tmp_path: Path) -> None:
    root = make(tmp_path)
    crash(tmp_path, published=1)
    (root / "a").rename(tmp_path / "aside")
    with Writer(root, tmp_path / "state") as writer:
        writer.survey()
    (tmp_path / "aside").rename(root / "a")
    (root / "b" / ".nap-notes.md").write_bytes(b"not one of ours")
    with Writer(root, tmp_path / "state") as writer:
        writer.survey()
        assert len(leftovers(tmp_path)) == 3  # it may be at work
    later = datetime.now(UTC) + timedelta(hours=2)
    with Writer(root, tmp_path / "state", clock=lambda: later) as writer:
        writer.survey()
        assert leftovers(tmp_path) == [".nap-notes.md"]
        assert writer.history.content(digest_of(b"a")) == b"a"
        assert writer.history.content(digest_of(b"new")) == b"new"


def test_a_temporary_file_that_is_still_of_use_is_not_swept(tmp_path: Path) -> None:
    root = make(tmp_path)
    crash(tmp_path, published=1)

    def fault(step: str) -> None:
        if step in ("roll forward", "rest"):
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    later = datetime.now(UTC) + timedelta(hours=2)
    with Writer(root, tmp_path / "state", fault=fault, clock=lambda: later) as writer:
        writer.survey()
        assert len([name for name in leftovers(tmp_path) if name.startswith(".nap-")]) == 3
    with Writer(root, tmp_path / "state") as writer, writer.hold():
        assert tree(root) == NEW


def saving_twice(root: Path, second: bytes | None) -> Callable[[str], None]:
    """Give a fault: an editor saves a note while we publish, and saves or deletes it again while we take ours back."""
    seen: list[str] = []

    def fault(step: str) -> None:
        seen.append(step)
        if step == "publish" and seen.count(step) == 1:
            (root / A).write_bytes(b"first save")
        if step == "turn back" and second is None:
            (root / A).unlink()
        elif step == "turn back":
            other = root / ".swp"
            other.write_bytes(second or b"")
            other.replace(root / A)

    return fault


@pytest.mark.parametrize("second", [b"second save", None])
def test_an_editor_that_goes_on_while_we_take_ours_back_has_its_way_and_loses_nothing(
    tmp_path: Path, second: bytes | None
) -> None:
    root = make(tmp_path)
    with Writer(root, tmp_path / "state", fault=saving_twice(root, second)) as writer:
        with pytest.raises(StalePreconditionError):
            writer.apply(everything(), origin=ME)
        found = tree(root)
        assert found.pop(A, None) == second
        assert found == {name: content for name, content in OLD.items() if name != A}
        writer.survey()
        saves = [one for entry in writer.history.entries() for one in entry.files if one.path == A]
        assert [writer.history.content(one.after) for one in saves] == [b"a", b"first save", second]
    assert leftovers(tmp_path) == []


def test_a_file_that_came_anew_while_its_deletion_is_taken_back_stays(tmp_path: Path) -> None:
    root = make(tmp_path)
    seen: list[str] = []

    def fault(step: str) -> None:
        seen.append(step)
        if step == "moved":  # the note is away, and so the editor makes it anew
            (root / A).write_bytes(b"made anew")
        if step == "publish" and seen.count(step) == 2:
            (root / B).write_bytes(b"saved by an editor")

    changes = (
        Change(path=A, before=digest_of(b"a"), is_permanent=True),
        Change(path=B, before=digest_of(b"b"), is_permanent=True),
    )
    with Writer(root, tmp_path / "state", fault=fault) as writer, pytest.raises(StalePreconditionError):
        writer.apply(ChangeSet(op="delete", changes=changes), origin=ME)
    assert tree(root) == OLD | {A: b"made anew", B: b"saved by an editor"}
    assert leftovers(tmp_path) == []
