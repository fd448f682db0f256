"""The output folder: what is ours, what changed, what goes."""

import errno
import hashlib
import json
import os
from pathlib import Path

import pytest

from napkin_site.builder.output.write import OutputFolder, is_output_folder
from napkin_site.errors import OutputError


def write_site(root: Path, files: dict[str, str]) -> tuple[dict[str, bool], tuple[str, ...]]:
    """Write a whole site; give what changed, and what was removed."""
    folder = OutputFolder(root)
    folder.open(root.parent / "vault")
    folder.expect(list(files))
    written = {path: folder.write(path, text.encode()) for path, text in files.items()}
    removed, problems = folder.finish({path: file.checksum for path, file in written.items()})
    assert problems == ()
    return {path: file.is_changed for path, file in written.items()}, removed


def contents(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.name != ".napkin-site"
    }


def test_the_marker_stands_before_anything_else(tmp_path: Path) -> None:
    root = tmp_path / "site"
    OutputFolder(root).open(tmp_path / "vault")
    assert is_output_folder(root)
    assert [path.name for path in root.iterdir()] == [".napkin-site"]


def test_a_folder_of_others_is_refused_and_left_alone(tmp_path: Path) -> None:
    root = tmp_path / "site"
    root.mkdir()
    (root / "mine.txt").write_text("x")
    with pytest.raises(OutputError, match="not empty"):
        OutputFolder(root).open(tmp_path / "vault")
    assert [path.name for path in root.iterdir()] == ["mine.txt"]


def test_the_vault_is_no_output(tmp_path: Path) -> None:
    vault = tmp_path / "a" / "vault"
    vault.mkdir(parents=True)
    for place in (vault, vault.parent):
        with pytest.raises(OutputError, match="holds the vault"):
            OutputFolder(place).open(vault)


def test_equal_bytes_are_left_untouched(tmp_path: Path) -> None:
    root = tmp_path / "site"
    write_site(root, {"a/index.html": "A", "b/index.html": "B"})
    before = (root / "a/index.html").stat()
    changed, _ = write_site(root, {"a/index.html": "A", "b/index.html": "C"})
    assert changed == {"a/index.html": False, "b/index.html": True}
    after = (root / "a/index.html").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_a_page_that_someone_changed_is_written_again(tmp_path: Path) -> None:
    root = tmp_path / "site"
    write_site(root, {"a/index.html": "A"})
    (root / "a/index.html").write_text("X")
    write_site(root, {"a/index.html": "A"})
    assert contents(root) == {"a/index.html": "A"}


def test_stale_files_of_ours_go_with_their_empty_folders_and_those_of_others_stay(tmp_path: Path) -> None:
    root = tmp_path / "site"
    write_site(root, {"old/deep/index.html": "O", "both/index.html": "B", "keep/index.html": "K"})
    (root / "both/CNAME").write_text("mine")
    _, removed = write_site(root, {"keep/index.html": "K"})
    assert removed == ("both/index.html", "old/deep/index.html")
    assert contents(root) == {"keep/index.html": "K", "both/CNAME": "mine"}
    assert not (root / "old").exists()


def test_a_stale_file_that_someone_changed_stays_and_is_reported(tmp_path: Path) -> None:
    root = tmp_path / "site"
    write_site(root, {"old.txt": "O"})
    (root / "old.txt").write_text("precious")
    folder = OutputFolder(root)
    folder.open(tmp_path / "vault")
    removed, problems = folder.finish({})
    assert removed == ()
    assert [problem.code for problem in problems] == ["stale-file-changed"]
    assert contents(root) == {"old.txt": "precious"}


def test_a_build_that_broke_off_leaves_nothing_unknown(tmp_path: Path) -> None:
    root = tmp_path / "site"
    folder = OutputFolder(root)
    folder.open(tmp_path / "vault")
    folder.expect(["half/index.html"])
    folder.write("half/index.html", b"H")
    folder.expect_more(["data/named-late.json"])
    folder.write("data/named-late.json", b"{}")
    (root / ".napkin-tmp-1").write_text("left over")
    _, removed = write_site(root, {"whole/index.html": "W"})
    assert removed == ("data/named-late.json", "half/index.html")
    assert contents(root) == {"whole/index.html": "W"}


def test_what_a_broken_build_wrote_over_an_older_file_goes_when_it_is_stale(tmp_path: Path) -> None:
    root = tmp_path / "site"
    write_site(root, {"a.html": "A", "b.html": "B"})
    folder = OutputFolder(root)
    folder.open(tmp_path / "vault")
    folder.expect(["a.html"])
    folder.write("a.html", b"newer, and then the build broke off")
    _, removed = write_site(root, {"b.html": "B"})
    assert removed == ("a.html",)


def test_a_page_becomes_a_folder_and_back(tmp_path: Path) -> None:
    root = tmp_path / "site"
    write_site(root, {"x": "file"})
    write_site(root, {"x/y/index.html": "page"})
    assert contents(root) == {"x/y/index.html": "page"}
    write_site(root, {"x": "file"})
    assert contents(root) == {"x": "file"}


def test_clean_removes_what_we_wrote_and_nothing_else(tmp_path: Path) -> None:
    root = tmp_path / "site"
    write_site(root, {"a/index.html": "A"})
    (root / "CNAME").write_text("mine")
    folder = OutputFolder(root)
    folder.open(tmp_path / "vault")
    folder.clean()
    assert contents(root) == {"CNAME": "mine"}


def test_a_manifest_cannot_name_files_outside(tmp_path: Path) -> None:
    root = tmp_path / "site"
    write_site(root, {"a": "A"})
    outside = tmp_path / "outside.txt"
    outside.write_text("x")
    (root / "link").symlink_to(tmp_path)
    files = {"../outside.txt": "", str(outside): "", "link/outside.txt": "", ".napkin-site": ""}
    (root / ".napkin-site").write_text(json.dumps({"napkin_site": 1, "files": files}))
    write_site(root, {"a": "A"})
    assert outside.read_text() == "x"


def test_nothing_is_written_through_a_link_that_leads_out(tmp_path: Path) -> None:
    root, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    write_site(root, {"a": "A"})
    (root / "notes").symlink_to(elsewhere)
    with pytest.raises(OutputError, match="leads out"):
        write_site(root, {"a": "A", "notes/index.html": "N"})
    assert list(elsewhere.iterdir()) == []


def test_a_damaged_manifest_takes_nothing_for_ours(tmp_path: Path) -> None:
    root = tmp_path / "site"
    write_site(root, {"a": "A"})
    (root / ".napkin-site").write_text("{")
    _, removed = write_site(root, {"b": "B"})
    assert removed == ()
    assert contents(root) == {"a": "A", "b": "B"}


def test_a_file_where_the_output_folder_belongs(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("x")
    for place in (tmp_path / "site", tmp_path / "site" / "deep"):
        with pytest.raises(OutputError, match="is a file") as caught:
            OutputFolder(place).open(tmp_path / "vault")
        assert caught.value.hint


def test_a_foreign_file_where_a_folder_belongs_and_the_reverse(tmp_path: Path) -> None:
    root = tmp_path / "site"
    write_site(root, {"a": "A"})
    (root / "notes").write_text("mine")
    with pytest.raises(OutputError, match="is a file, and a folder is needed"):
        write_site(root, {"notes/index.html": "N"})
    (root / "page").mkdir()
    with pytest.raises(OutputError, match="is a folder, and a file is needed"):
        write_site(root, {"page": "P"})
    assert (root / "notes").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    with pytest.raises(OutputError, match="no permission"):
        OutputFolder(tmp_path / "locked" / "site").open(tmp_path / "vault")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "disk is full"),
        (errno.EROFS, "read-only"),
        (errno.EDQUOT, "quota"),
        (errno.EIO, "cannot be written"),
    ],
)
def test_errors_of_the_disk_are_explained_and_leave_no_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    root = tmp_path / "site"
    folder = OutputFolder(root)
    folder.open(tmp_path / "vault")

    folder.write("a", b"old")

    def fail(place: str, target: str) -> None:
        raise OSError(number, os.strerror(number), place)

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OutputError, match=words) as caught:
        folder.write("a", b"new")
    assert caught.value.hint
    assert contents(root) == {"a": "old"}


def test_a_file_is_known_again_by_its_times_or_else_by_its_bytes(tmp_path: Path) -> None:
    root = tmp_path / "site"
    folder = OutputFolder(root)
    folder.open(tmp_path / "vault")
    written = folder.write("a/b.html", b"some text")
    again = folder.look_again(written)
    assert again is not None
    assert not again.is_changed
    os.utime(root / "a/b.html", ns=(1, 1))
    restored = folder.look_again(written)
    assert restored is not None
    assert restored.modified_ns == 1
    assert folder.look_again(restored) == restored
    (root / "a/b.html").write_bytes(b"same size")
    os.utime(root / "a/b.html", ns=(1, 1))
    assert folder.look_again(restored) is None
    (root / "a/b.html").unlink()
    assert folder.look_again(restored) is None


def test_files_that_a_later_release_listed_are_ours_whatever_it_noted_of_them(tmp_path: Path) -> None:
    root = tmp_path / "site"
    root.mkdir()
    (root / "old.html").write_text("old")
    (root / ".napkin-site").write_text(json.dumps({"napkin_site": 3, "files": {"old.html": "0123456789abcdef"}}))
    folder = OutputFolder(root)
    folder.open(tmp_path / "vault")
    assert folder.finish({}) == (("old.html",), ())


def test_a_stale_file_whose_digest_an_earlier_build_noted_stays_when_someone_changed_it(tmp_path: Path) -> None:
    root = tmp_path / "site"
    root.mkdir()
    texts = {"edited.html": b"before", "old.html": b"old"}
    digests = {path: hashlib.blake2b(text, digest_size=16).hexdigest() for path, text in texts.items()}
    (root / ".napkin-site").write_text(json.dumps({"napkin_site": 1, "files": digests}))
    (root / "edited.html").write_bytes(b"by hand")
    (root / "old.html").write_bytes(b"old")
    folder = OutputFolder(root)
    folder.open(tmp_path / "vault")
    folder.expect(["new.html"])  # the manifest is written anew, and a build may break off here

    again = OutputFolder(root)
    again.open(tmp_path / "vault")
    removed, problems = again.finish({})

    assert removed == ("old.html",)
    assert [problem.code for problem in problems] == ["stale-file-changed"]
    assert (root / "edited.html").read_bytes() == b"by hand"


def test_files_are_copied_in_pieces_and_only_when_they_differ(tmp_path: Path) -> None:
    source, root = tmp_path / "big.bin", tmp_path / "site"
    source.write_bytes(b"x" * 3_000_000 + b"end")
    folder = OutputFolder(root)
    folder.open(tmp_path / "vault")
    copied = folder.copy("f/big.bin", source)
    assert (copied.size, copied.is_changed) == (3_000_003, True)
    folder.finish({"f/big.bin": copied.checksum})
    again = OutputFolder(root)
    again.open(tmp_path / "vault")
    same = again.copy("f/big.bin", source)
    assert (same.checksum, same.is_changed) == (copied.checksum, False)
    source.write_bytes(b"y" * 3_000_000 + b"end")
    assert again.copy("f/big.bin", source).is_changed
    assert (root / "f/big.bin").read_bytes() == source.read_bytes()
