from napkin_site.core.changes import Change, ChangeSet, creation_of, diff_text, digest_of, edit_of
from napkin_site.core.merge import merge_lines
from napkin_site.core.paths import VaultPath

NOTE = VaultPath("Note.md")


def test_an_edit_of_equal_bytes_is_empty() -> None:
    assert edit_of("append", NOTE, b"a", b"a").is_empty
    assert edit_of("append", NOTE, b"a", b"b") == ChangeSet(
        op="append", changes=(Change(path=NOTE, before=digest_of(b"a"), after=b"b"),)
    )


def test_a_change_without_content_and_target_is_a_removal() -> None:
    assert Change(path=NOTE, before=digest_of(b"a")).is_removal
    assert not Change(path=NOTE, before=digest_of(b"a"), to=VaultPath("B.md")).is_removal
    assert not creation_of("create", NOTE, b"").changes[0].is_removal


def test_a_diff_shows_line_ends_and_a_missing_last_one() -> None:
    assert diff_text(b"a\r\nb", b"a\nb", old_name="n", new_name="n") == (
        "--- a/n\n+++ b/n\n@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n\\ No newline at end of file\n"
    )


def test_a_diff_tells_new_gone_moved_and_binary_files() -> None:
    assert diff_text(None, b"", old_name="n", new_name="n") == "--- /dev/null\n+++ b/n\n"
    assert diff_text(None, b"a\n", old_name="n", new_name="n").startswith("--- /dev/null\n+++ b/n\n")
    assert diff_text(b"a\n", None, old_name="n", new_name="n").startswith("--- a/n\n+++ /dev/null\n")
    assert diff_text(b"a", b"a", old_name="n", new_name="m") == "rename from n\nrename to m\n"
    assert diff_text(b"a", b"a", old_name="n", new_name="n") == ""
    assert diff_text(b"\0", b"a", old_name="n", new_name="n") == "Binary files a/n and b/n differ\n"


def test_changes_of_lines_apart_merge() -> None:
    assert merge_lines(b"a\nb\nc\nd\n", b"A\nb\nc\nd\n", b"a\nb\nc\nd\ne\n") == b"A\nb\nc\nd\ne\n"
    assert merge_lines(b"a\n", b"a\n", b"b\n") == b"b\n"
    assert merge_lines(b"a\n", b"b\n", b"b\n") == b"b\n"
    assert merge_lines(b"a\n", b"b\n", b"a\n") == b"b\n"


def test_changes_of_the_same_or_touching_lines_do_not_merge() -> None:
    assert merge_lines(b"a\nb\nc\n", b"a\nB\nc\n", b"a\nX\nc\n") is None
    assert merge_lines(b"a\nb\nc\n", b"A\nb\nc\n", b"a\nX\nc\n") is None
