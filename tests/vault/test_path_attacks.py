"""Rows 1 to 15 of write-api C14, each against every way to write: one table, so that every verb inherits it.

What a transport decodes, it decodes once, and before the writer: a row's vectors stand here as they were sent, and as
they arrive. Row 16, scopes, is the server's; row 12's race is in `test_containment.py`.
"""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from napkin_site.core.changes import Change, ChangeSet, creation_of, digest_of
from napkin_site.core.paths import VaultPath
from napkin_site.errors import ExistsError, NapkinError, NotFoundError, PathRefusedError, StalePreconditionError
from napkin_site.vault.disk import Disk
from napkin_site.vault.writer import Writer
from tests.vault.files import write_files
from tests.vault.writers import ME, adding, open_writer, tree, writing

Way = Callable[[Writer, VaultPath], object]


def _create(writer: Writer, path: VaultPath) -> object:
    return writer.apply(creation_of("create", path, b"evil"), origin=ME)


def _move_to(writer: Writer, path: VaultPath) -> object:
    change = Change(path=VaultPath("Safe.md"), before=digest_of(b"safe"), to=path)
    return writer.apply(ChangeSet(op="move", changes=(change,)), origin=ME)


def _move_to_with_new_links(writer: Writer, path: VaultPath) -> object:
    change = Change(path=VaultPath("Safe.md"), before=digest_of(b"safe"), to=path, after=b"evil")
    return writer.apply(ChangeSet(op="move", changes=(change,)), origin=ME)


def _restore_to(writer: Writer, path: VaultPath) -> object:
    return writer.restore(".trash/Old.md", to=path, origin=ME)


def _create_in_a_batch(writer: Writer, path: VaultPath) -> object:
    changes = tuple(Change(path=name, before=None, after=b"x") for name in (VaultPath("First.md"), path))
    return writer.apply(ChangeSet(op="batch", changes=changes), origin=ME)


def _run(writer: Writer, path: VaultPath) -> object:
    return writer.run(writing(path, b"evil"), origin=ME)


def _change(writer: Writer, path: VaultPath) -> object:
    change = Change(path=path, before=digest_of(b"canary"), after=b"evil")
    return writer.apply(ChangeSet(op="write", changes=(change,)), origin=ME)


def _move_from(writer: Writer, path: VaultPath) -> object:
    change = Change(path=path, before=digest_of(b"canary"), to=VaultPath("Stolen.md"))
    return writer.apply(ChangeSet(op="move", changes=(change,)), origin=ME)


def _delete(writer: Writer, path: VaultPath) -> object:
    change = Change(path=path, before=digest_of(b"canary"))
    return writer.apply(ChangeSet(op="delete", changes=(change,)), origin=ME)


def _delete_for_good(writer: Writer, path: VaultPath) -> object:
    change = Change(path=path, before=digest_of(b"canary"), is_permanent=True)
    return writer.apply(ChangeSet(op="delete", changes=(change,)), origin=ME)


def _restore(writer: Writer, path: VaultPath) -> object:
    return writer.restore(path, origin=ME)


def _purge(writer: Writer, path: VaultPath) -> object:
    return writer.purge_trash([path], origin=ME)


def _undo(writer: Writer, path: VaultPath) -> object:
    return writer.undo(path, origin=ME)


def _read(writer: Writer, path: VaultPath) -> object:
    def plan(disk: Disk) -> ChangeSet:
        disk.need(path)
        return ChangeSet(op="none", changes=())

    return writer.run(plan, origin=ME)


def _preview(writer: Writer, path: VaultPath) -> object:
    return writer.preview(
        lambda disk: ChangeSet(op="x", changes=(Change(path=path, before=digest_of(disk.need(path))),))
    )


MAKING: list[Way] = [_create, _move_to, _move_to_with_new_links, _restore_to, _create_in_a_batch, _run]
"""Ways to make a file of a name."""

TOUCHING: list[Way] = [
    _change, _move_from, _delete, _delete_for_good, _restore, _purge, _undo, _read, _preview
]  # fmt: skip
"""Ways to name a file that is said to be there."""

REFUSED = [
    (1, "..", "leaves-vault"),
    (1, "../x.md", "leaves-vault"),
    (1, "a/../b.md", "leaves-vault"),
    (1, "../vault-sibling/canary.md", "leaves-vault"),
    (1, "a/../../outside/canary.md", "leaves-vault"),
    (1, "./a.md", "leaves-vault"),
    (2, "..%2f..%2fetc%2fpasswd.md", "reserved-path"),
    (2, "../../etc/passwd", "leaves-vault"),
    (2, "a%2Fb.md", "percent-escape"),
    (2, "..%5cx.md", "reserved-path"),
    (2, "..\\x.md", "leaves-vault"),
    (2, "a%5cb.md", "percent-escape"),
    (2, "a\\b.md", "separator"),
    (3, "%2e%2e/x.md", "percent-escape"),
    (3, ".%2e/x.md", "reserved-path"),
    (3, "%252e%252e/x.md", "percent-escape"),
    (4, "%FF.md", "percent-escape"),
    (4, "%C0%AE%C0%AE/x.md", "percent-escape"),
    (4, "\udcff.md", "bad-encoding"),
    (4, "a/\ud800.md", "bad-encoding"),
    (5, "\uff0e\uff0e/x.md", "leaves-vault"),
    (5, "\u2024\u2024/x.md", "leaves-vault"),
    (5, "a\uff0fb.md", "separator"),
    (5, "\uff0e\uff0e\uff0fx.md", "leaves-vault"),
    (6, "a\u202eb.md", "invisible-character"),
    (6, "a\u200bb.md", "invisible-character"),
    (6, "\ufeffa.md", "invisible-character"),
    (7, "a\0.md", "control-character"),
    (7, "a\n.md", "control-character"),
    (7, "a\x7f.md", "control-character"),
    (8, "/etc/passwd", "absolute-path"),
    (8, "//srv/share/x.md", "absolute-path"),
    (8, "\\\\srv\\share\\x.md", "absolute-path"),
    (8, "C:/x.md", "absolute-path"),
    (8, "C:\\x.md", "absolute-path"),
    (8, "a//b.md", "empty-segment"),
    (8, "", "empty-path"),
    (9, "CON.md", "unportable-name"),
    (9, "con.md", "unportable-name"),
    (9, "NUL.txt", "unportable-name"),
    (9, "aux .md", "unportable-name"),
    (9, "COM\u00b9.md", "unportable-name"),
    (9, "lpt1/x.md", "unportable-name"),
    (9, "a.md::$DATA", "unportable-name"),
    (9, "a.md.", "unportable-name"),
    (9, "a.md ", "unportable-name"),
    (9, " a.md", "unportable-name"),
    (9, 'a"b.md', "unportable-name"),
    (10, ".obsidian/app.json", "reserved-path"),
    (10, ".git/config", "reserved-path"),
    (10, ".trash/x.md", "reserved-path"),
    (10, ".nap-0123456789abcdef.tmp", "reserved-path"),
    (10, "x/.hidden.md", "reserved-path"),
    (10, ".napkin/other.json", "reserved-path"),
    (11, "x" * 253 + ".md", "too-long"),
    (11, "\u00e9" * 127 + ".md", "too-long"),
    (11, "/".join(["x" * 100] * 10) + "/" + "y" * 12 + ".md", "too-long"),
    (11, "/".join(["x"] * 32) + "/y.md", "too-long"),
    (12, "leaf.md", "is-symlink"),
    (12, "link/canary.md", "is-symlink"),
    (12, "deep/link/canary.md", "is-symlink"),
    (12, "dangling.md", "is-symlink"),
    (13, "link/new.md", "is-symlink"),
    (13, "link/new folder/new.md", "is-symlink"),
    (14, "fifo.md", "not-regular"),
    (14, "socket.md", "not-regular"),
    (14, "folder.md", "not-regular"),
]  # fmt: skip

TWINS = [
    "note.md", "NOTE.md", "FOLDER/x.md", "folder/x.md", "cafe\u0301.md", "Cafe\u0301.md", "CAF\u00c9.md", "Strasse.md",
    "STRASSE.md",
]  # fmt: skip

ALLOWED = [
    "a\u2215b.md",
    "\U0001f469\u200d\U0001f33e.md",
    "COM10.md",
    "a..md",
    "...a/b.md"[3:],
    "Ж/日本 語.md",
    "50%.md",
]


def make(base: Path) -> Path:
    """Make a vault with all that attacks need, and what must not be touched."""
    outside = write_files(base / "outside", {"canary.md": "canary"})
    write_files(base / "vault-sibling", {"canary.md": "canary"})
    files = {"Safe.md": "safe", ".trash/Old.md": "old", ".obsidian/app.json": "canary", ".git/config": "canary"}
    files |= {
        "Note.md": "n",
        "Folder/y.md": "",
        "Caf\u00e9.md": "",
        "Stra\u00dfe.md": "",
        "folder.md/x.md": "",
        "deep/": "",
    }
    root = write_files(base / "vault", files)
    (root / "link").symlink_to(outside)
    (root / "deep" / "link").symlink_to("../../outside")
    (root / "leaf.md").symlink_to(outside / "canary.md")
    (root / "dangling.md").symlink_to(base / "nowhere.md")
    os.mkfifo(root / "fifo.md")
    with socket.socket(socket.AF_UNIX) as server:
        here = os.open(root, os.O_RDONLY)
        server.bind(f"/proc/self/fd/{here}/socket.md")  # the path of a socket has little room
        os.close(here)
    return root


def all_of(base: Path) -> dict[str, bytes]:
    """Give all files but those of the state folder."""
    return {name: content for name, content in tree(base).items() if not name.startswith("state/")}


@pytest.mark.parametrize(("row", "path", "reason"), REFUSED, ids=lambda value: ascii(value)[:30])
def test_an_attack_on_a_path_is_refused_by_every_way_to_write(tmp_path: Path, row: int, path: str, reason: str) -> None:
    make(tmp_path)
    before = all_of(tmp_path)
    with open_writer(tmp_path) as writer:
        for way in MAKING:
            with pytest.raises((PathRefusedError, ExistsError)) as caught:
                way(writer, VaultPath(path))
            error = caught.value
            assert isinstance(error, PathRefusedError) or row in (12, 14), way  # there is such a file: that is told too
            assert not isinstance(error, PathRefusedError) or error.reason == reason, way
        for way in TOUCHING:
            with pytest.raises((PathRefusedError, NotFoundError, StalePreconditionError)):
                way(writer, VaultPath(path))
        assert all_of(tmp_path) == before
        assert writer.history.entries() == []
    assert not (tmp_path / "nowhere.md").exists()


@pytest.mark.parametrize("path", TWINS, ids=ascii)
def test_a_twin_of_a_name_is_refused_by_every_way_to_make_a_file(tmp_path: Path, path: str) -> None:
    make(tmp_path)
    before = all_of(tmp_path)
    with open_writer(tmp_path) as writer:
        for way in MAKING:
            if way is _run and path == "Cafe\u0301.md":
                continue  # the same name in another form: it is the file, and is edited
            with pytest.raises(ExistsError) as caught:
                way(writer, VaultPath(path))
            assert caught.value.existing
    assert all_of(tmp_path) == before


@pytest.mark.parametrize("path", ALLOWED, ids=ascii)
def test_a_name_that_is_only_odd_is_taken(tmp_path: Path, path: str) -> None:
    root = make(tmp_path)
    with open_writer(tmp_path) as writer:
        for way in (_create, _delete_made):
            way(writer, VaultPath(path))
            assert (root / path).exists() == (way is _create)


def _delete_made(writer: Writer, path: VaultPath) -> object:
    change = Change(path=path, before=digest_of(b"evil"))
    return writer.apply(ChangeSet(op="delete", changes=(change,)), origin=ME)


@pytest.mark.parametrize("path", ["page.html", "script.js", "style.css", "picture.svg", "program", "x.exe"])
def test_a_file_that_a_browser_would_run_is_not_made(tmp_path: Path, path: str) -> None:
    make(tmp_path)
    with open_writer(tmp_path) as writer:
        for way in MAKING:
            with pytest.raises(PathRefusedError) as caught:
                way(writer, VaultPath(path))
            assert caught.value.reason == "extension"


@pytest.mark.parametrize("name", ["a\nb.md", "CON.md", "a\u202eb.md", "x%2fy.md", "trailing .md", "50: 1?.md"])
def test_a_file_that_has_an_odd_name_is_edited_moved_and_deleted(tmp_path: Path, name: str) -> None:
    root = write_files(tmp_path / "vault", {name: "a"})
    path = VaultPath(name)
    with open_writer(tmp_path) as writer:
        writer.run(adding(path, "b"), origin=ME)
        assert (root / name).read_bytes() == b"ab"
        change = Change(path=path, before=digest_of(b"ab"))
        deleted = writer.apply(ChangeSet(op="delete", changes=(change,)), origin=ME)
        writer.undo(deleted.id, origin=ME)
        moved = Change(path=path, before=digest_of(b"ab"), to=VaultPath("Plain.md"))
        writer.apply(ChangeSet(op="move", changes=(moved,)), origin=ME)
    assert tree(root) == {"Plain.md": b"ab"}


def test_an_error_shows_no_raw_control_character(tmp_path: Path) -> None:
    make(tmp_path)
    with open_writer(tmp_path) as writer, pytest.raises(NapkinError) as caught:
        _create(writer, VaultPath("a\x1b[31m\n.md"))
    assert caught.value.message.isprintable()
    assert caught.value.path.isprintable()
