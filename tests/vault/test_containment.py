"""Path attacks that only a disk can make: rows 12 to 16 of write-api C14, on every kind of change."""

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from napkin_site.core.changes import Change, ChangeSet, creation_of, digest_of, edit_of
from napkin_site.core.paths import FolderPath, VaultPath
from napkin_site.errors import ExistsError, NapkinError, NotFoundError, PathRefusedError
from napkin_site.vault.atoms import swap
from napkin_site.vault.disk import Disk
from napkin_site.vault.writer import Writer
from tests.vault.files import write_files
from tests.vault.writers import ME, adding, open_writer, tree, writing

Attack = Callable[[Writer, str], object]


def _edit(writer: Writer, path: str) -> object:
    return writer.run(writing(VaultPath(path), b"evil"), origin=ME)


def _create(writer: Writer, path: str) -> object:
    return writer.apply(creation_of("create", VaultPath(path), b"evil"), origin=ME)


def _move_to(writer: Writer, path: str) -> object:
    change = Change(path=VaultPath("Safe.md"), before=digest_of(b"safe"), to=VaultPath(path))
    return writer.apply(ChangeSet(op="move", changes=(change,)), origin=ME)


def _move_from(writer: Writer, path: str) -> object:
    change = Change(path=VaultPath(path), before=digest_of(b"canary"), to=VaultPath("Stolen.md"))
    return writer.apply(ChangeSet(op="move", changes=(change,)), origin=ME)


def _delete(writer: Writer, path: str) -> object:
    change = Change(path=VaultPath(path), before=digest_of(b"canary"))
    return writer.apply(ChangeSet(op="delete", changes=(change,)), origin=ME)


def _restore_to(writer: Writer, path: str) -> object:
    return writer.restore(".trash/Old.md", to=VaultPath(path), origin=ME)


ATTACKS: list[Attack] = [_edit, _create, _move_to, _move_from, _delete, _restore_to]


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize(
    "path",
    [
        "../outside/canary.md", "a/../../outside/canary.md", "link/canary.md", "link/new.md", "leaf.md",
        "/etc/canary.md", "..\\outside\\canary.md", ".trash/Old.md", ".obsidian/app.json", ".git/config", "a\0.md",
        "．．/outside/canary.md", "x/.hidden.md", "%2e%2e/outside/canary.md", "../vault-sibling/canary.md",
    ],
)  # fmt: skip
def test_no_change_leaves_the_vault_or_touches_what_is_hidden(tmp_path: Path, attack: Attack, path: str) -> None:
    outside = write_files(tmp_path / "outside", {"canary.md": "canary"})
    write_files(tmp_path / "vault-sibling", {"canary.md": "canary"})
    root = write_files(tmp_path / "vault", {"Safe.md": "safe", ".trash/Old.md": "old", ".obsidian/app.json": "{}"})
    (root / "link").symlink_to(outside)
    (root / "leaf.md").symlink_to(outside / "canary.md")
    before = tree(tmp_path)
    with open_writer(tmp_path) as writer, pytest.raises(NapkinError):
        attack(writer, path)
    after = {name: content for name, content in tree(tmp_path).items() if not name.startswith("state/")}
    assert after == before


def test_a_plan_cannot_read_outside_or_in_the_trash(tmp_path: Path) -> None:
    write_files(tmp_path, {"outside/canary.md": "canary", "vault/.trash/Old.md": "old", "vault/a.md": ""})
    (tmp_path / "vault" / "link").symlink_to(tmp_path / "outside")
    seen = []

    def plan(disk: Disk) -> ChangeSet:
        for path in ("../outside/canary.md", ".trash/Old.md", "link/canary.md"):
            with pytest.raises(PathRefusedError) as caught:
                disk.read(VaultPath(path))
            seen.append(caught.value.reason)
        assert disk.files_below(FolderPath("")) == ("a.md", "link")
        return ChangeSet(op="none", changes=())

    with open_writer(tmp_path) as writer:
        writer.run(plan, origin=ME)
    assert seen == ["leaves-vault", "reserved-path", "is-symlink"]


def test_a_folder_that_is_swapped_for_a_link_is_never_followed(tmp_path: Path) -> None:
    outside = write_files(tmp_path / "outside", {"canary.md": "canary"})
    root = write_files(tmp_path / "vault", {"a/Note.md": "x"})
    (root / "b").symlink_to(outside)
    stop = threading.Event()

    def swap_again_and_again() -> None:
        folder = os.open(root, os.O_RDONLY)
        while not stop.is_set():
            swap(folder, "a", "b")
        os.close(folder)

    thread = threading.Thread(target=swap_again_and_again)
    thread.start()
    with open_writer(tmp_path) as writer:
        try:
            for number in range(150):
                with suppress(NapkinError):  # refused whenever the link stands there at the wrong moment
                    writer.run(writing(VaultPath(f"a/New {number}.md"), b"evil"), origin=ME)
        finally:
            stop.set()
            thread.join()
        assert tree(outside) == {"canary.md": b"canary"}

        writer.run(writing(VaultPath("Calm.md"), b"kept"), origin=ME)  # whatever stands there now
        if (root / "a").is_symlink():
            folder = os.open(root, os.O_RDONLY)
            swap(folder, "a", "b")
            os.close(folder)
        writer.run(writing(VaultPath("a/Calm.md"), b"kept"), origin=ME)
        assert writer.unfinished() == ()
    assert (root / "a/Calm.md").read_bytes() == b"kept"
    assert list(root.rglob(".nap-*")) == []


def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    os.mkfifo(tmp_path / "vault" / "a.md")
    with open_writer(tmp_path) as writer, pytest.raises(PathRefusedError) as caught:
        writer.run(adding(VaultPath("a.md"), "x"), origin=ME)
    assert caught.value.reason == "not-regular"


def test_a_folder_is_no_file_and_a_file_no_folder(tmp_path: Path) -> None:
    write_files(tmp_path / "vault", {"a.md/b.md": "", "c.md": ""})
    with open_writer(tmp_path) as writer:
        with pytest.raises(PathRefusedError):
            writer.run(adding(VaultPath("a.md"), "x"), origin=ME)
        with pytest.raises(ExistsError):
            writer.run(adding(VaultPath("c.md/d.md"), "x"), origin=ME)


def test_a_hard_link_elsewhere_keeps_its_bytes(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"a.md": "old"})
    os.link(root / "a.md", tmp_path / "twin.md")
    with open_writer(tmp_path) as writer:
        writer.run(writing(VaultPath("a.md"), b"new"), origin=ME)
    assert (tmp_path / "twin.md").read_bytes() == b"old"
    assert (root / "a.md").read_bytes() == b"new"


def test_a_file_whose_name_is_decomposed_on_disk_is_edited_in_place(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"Ordner\u0308/Cafe\u0301.md": "a"})
    folder = "Ordner\u0308"
    with open_writer(tmp_path) as writer:
        writer.run(adding(VaultPath(f"{folder}/Caf\u00e9.md"), "b"), origin=ME)
        for twin in (f"{folder.upper()}/x.md", f"{folder}/CAF\u00c9.md"):
            with pytest.raises(ExistsError):
                writer.apply(creation_of("create", VaultPath(twin), b""), origin=ME)
    assert tree(root) == {f"{folder}/Cafe\u0301.md": b"ab"}


def test_a_root_that_is_gone_is_told(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    with Writer(tmp_path / "nowhere", tmp_path / "state") as writer, pytest.raises(NapkinError):
        writer.run(adding(VaultPath("a.md"), "x"), origin=ME)


def test_the_real_files_of_hidden_folders_that_are_named_can_be_written(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {".obsidian/bookmarks.json": "{}"})
    with open_writer(tmp_path) as writer:
        bookmarks = VaultPath(".obsidian/bookmarks.json")
        writer.run(lambda disk: edit_of("bookmark", bookmarks, disk.need(bookmarks), b"[]"), origin=ME)
        writer.apply(creation_of("config", VaultPath(".napkin/config.json"), b"{}"), origin=ME)
        with pytest.raises(NotFoundError):
            writer.restore("Nothing.md", origin=ME)
    assert tree(root) == {".obsidian/bookmarks.json": b"[]", ".napkin/config.json": b"{}"}
