import json
from pathlib import Path

import pytest

from napkin_site.core.changes import Change, ChangeSet, Digest, Origin, digest_of
from napkin_site.core.paths import VaultPath
from napkin_site.errors import AmbiguousError, EditError, ExistsError, NotFoundError, StalePreconditionError
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.history import open_history
from napkin_site.vault.journal import FileRecord, Journal, Line
from napkin_site.vault.upkeep import Purged
from napkin_site.vault.writer import Writer
from tests.vault.files import write_files
from tests.vault.writers import ME, NOTE, adding, open_writer, tree, writing

OTHER = Origin(actor="other", kind="agent")


def delete(writer: Writer, path: str, content: bytes, *, is_permanent: bool = False) -> None:
    """Delete a file."""
    change = Change(path=VaultPath(path), before=digest_of(content), is_permanent=is_permanent)
    writer.apply(ChangeSet(op="delete", changes=(change,)), origin=ME)


def test_undo_takes_back_the_last_change_of_the_same_actor(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"1\n2\n3\n4\n5\n"), origin=ME)
        writer.run(writing(NOTE, b"one\n2\n3\n4\n5\n"), origin=ME)
        writer.run(writing(NOTE, b"one\n2\n3\n4\nfive\n"), origin=OTHER)
        writer.undo(origin=ME)
        assert (tmp_path / "vault" / "Note.md").read_bytes() == b"1\n2\n3\n4\nfive\n"
        assert [entry.is_undone for entry in writer.history.entries()] == [False, True, False, False]
        writer.undo("4", origin=OTHER)
        assert (tmp_path / "vault" / "Note.md").read_bytes() == b"one\n2\n3\n4\nfive\n"
        assert not writer.history.entry("2").is_undone


def test_undo_of_lines_that_changed_again_is_refused_and_shown(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"1\n"), origin=ME)
        writer.run(writing(NOTE, b"2\n"), origin=ME)
        writer.run(writing(NOTE, b"3\n"), origin=OTHER)
        with pytest.raises(StalePreconditionError) as caught:
            writer.undo("2", origin=ME)
        assert "-2\n+3\n" in caught.value.diff
        with pytest.raises(StalePreconditionError):
            writer.undo("1", origin=ME)
    assert (tmp_path / "vault" / "Note.md").read_bytes() == b"3\n"


def test_undo_of_a_file_that_is_gone_or_came_back_is_refused(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"1\n"), origin=ME)
        writer.run(writing(NOTE, b"2\n"), origin=ME)
        delete(writer, "Note.md", b"2\n")
        with pytest.raises(StalePreconditionError):
            writer.undo("2", origin=ME)
        (tmp_path / "vault" / "Note.md").write_bytes(b"new")
        with pytest.raises(StalePreconditionError):
            writer.undo("3", origin=ME)


def test_there_is_nothing_to_undo_and_no_such_entry(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        with pytest.raises(NotFoundError):
            writer.undo(origin=ME)
        with pytest.raises(NotFoundError):
            writer.undo("7", origin=ME)


def test_what_was_before_the_first_look_is_not_undone(tmp_path: Path) -> None:
    write_files(tmp_path / "vault", {"Note.md": "theirs"})
    with open_writer(tmp_path) as writer:
        writer.run(adding(NOTE, "x"), origin=ME)
        with pytest.raises(EditError, match="not known"):
            writer.undo("1", origin=ME)


def test_an_external_change_can_be_undone(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"ours\n"), origin=ME)
        (tmp_path / "vault" / "Note.md").write_bytes(b"theirs\n")
        writer.run(adding(NOTE, "more\n"), origin=ME)
        writer.undo("3", origin=ME)
        writer.undo("2", origin=ME)
    assert (tmp_path / "vault" / "Note.md").read_bytes() == b"ours\n"


def test_log_follows_a_file_back_through_its_moves(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"1"), origin=ME)
        writer.run(writing(VaultPath("Else.md"), b"1"), origin=ME)
        change = Change(path=NOTE, before=digest_of(b"1"), to=VaultPath("a/New.md"))
        writer.apply(ChangeSet(op="move", changes=(change,)), origin=ME)
        writer.run(adding(VaultPath("a/New.md"), "2"), origin=ME)
        history = writer.history
        assert [entry.id for entry in history.log(VaultPath("a/New.md"))] == ["4", "3", "1"]
        assert [entry.id for entry in history.log(limit=2)] == ["4", "3"]
        assert history.content_at(VaultPath("a/New.md"), "3") == b"1"
        assert history.content_at(VaultPath("Nowhere.md"), "3") is None
        assert history.diff(history.entry("3")) == "rename from Note.md\nrename to a/New.md\n"
        assert "+12\n" in history.diff(history.entry("4"))


def test_trash_is_listed_with_where_things_were_and_restored(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"a/X.md": "1", ".trash/Theirs.md": "t"})
    with open_writer(tmp_path) as writer:
        delete(writer, "a/X.md", b"1")
        writer.run(writing(VaultPath("a/X.md"), b"2"), origin=ME)
        delete(writer, "a/X.md", b"2")
        items = writer.trash()
        assert [(item.path, item.origin, item.actor) for item in items] == [
            (".trash/Theirs.md", "Theirs.md", ""),
            (".trash/a/X 2.md", "a/X.md", "me"),
            (".trash/a/X.md", "a/X.md", "me"),
        ]
        with pytest.raises(AmbiguousError) as caught:
            writer.restore("a/X.md", origin=ME)
        assert caught.value.suggestions[0] == ".trash/a/X 2.md"
        writer.restore(".trash/a/X.md", origin=ME)
        with pytest.raises(ExistsError):
            writer.restore(".trash/a/X 2.md", origin=ME)
        writer.restore(".trash/a/X 2.md", to=VaultPath("b/Y.md"), origin=ME)
        writer.restore("Theirs.md", origin=ME)
        assert tree(root) == {"a/X.md": b"1", "b/Y.md": b"2", "Theirs.md": b"t"}
        assert writer.trash() == ()
        writer.undo(origin=ME)
        assert tree(root) == {"a/X.md": b"1", "b/Y.md": b"2", ".trash/Theirs.md": b"t"}


def test_purging_the_trash_forgets_what_was_in_it(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"secret"), origin=ME)
        writer.run(writing(VaultPath("Other.md"), b"fine"), origin=ME)
        delete(writer, "Note.md", b"secret")
        writer.purge_trash(["Note.md"], origin=ME)
        assert writer.history.content(digest_of(b"secret")) is None
        assert writer.history.content(digest_of(b"fine")) == b"fine"
        delete(writer, "Other.md", b"fine")
        writer.purge_trash(origin=ME)
        assert tree(tmp_path / "vault") == {}
        with pytest.raises(NotFoundError):
            writer.purge_trash(["Other.md"], origin=ME)


def test_a_permanent_deletion_forgets_every_content_of_the_note(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(VaultPath("Copy.md"), b"shared"), origin=ME)
        for content in (b"one", b"shared", b"two"):
            writer.run(writing(NOTE, content), origin=ME)
        delete(writer, "Note.md", b"two", is_permanent=True)
        kept = [writer.history.content(digest_of(content)) for content in (b"one", b"two", b"shared")]
        assert kept == [None, None, b"shared"]
        with pytest.raises(EditError):
            writer.undo(origin=ME)
        assert "the old content is not kept" in writer.history.diff(writer.history.entry("3"))
        assert "the new content is not kept" in writer.history.diff(writer.history.entry("2"))
        writer.run(writing(NOTE, b"shared"), origin=ME)
        with pytest.raises(EditError):
            writer.undo("3", origin=ME)


def test_a_permanent_deletion_forgets_what_the_note_held_under_other_names_and_no_more(tmp_path: Path) -> None:
    def moving(old: str, new: str, content: bytes) -> None:
        change = Change(path=VaultPath(old), before=digest_of(content), to=VaultPath(new))
        writer.apply(ChangeSet(op="move", changes=(change,)), origin=ME)

    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"before"), origin=ME)
        delete(writer, "Note.md", b"before")  # another note, which had the name first
        writer.run(writing(NOTE, b"one"), origin=ME)
        writer.run(writing(NOTE, b"two"), origin=ME)
        moving("Note.md", "New.md", b"two")
        writer.run(writing(NOTE, b"after"), origin=ME)  # and one that has it now
        delete(writer, "New.md", b"two")
        writer.restore("New.md", origin=ME, to=VaultPath("Newer.md"))
        writer.run(writing(VaultPath("Newer.md"), b"three"), origin=ME)
        delete(writer, "Newer.md", b"three", is_permanent=True)
        contents = (b"one", b"two", b"three", b"before", b"after")
        kept = [writer.history.content(digest_of(content)) for content in contents]
    assert kept == [None, None, None, b"before", b"after"]


def test_a_file_that_takes_the_place_of_another_is_taken_back(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"A.md": "a", "B.md": "b"})
    replaced = Change(path=VaultPath("B.md"), before=digest_of(b"b"))
    for after in (None, b"a2"):
        move = Change(path=VaultPath("A.md"), before=digest_of(b"a"), to=VaultPath("B.md"), after=after)
        with open_writer(tmp_path) as writer:
            writer.apply(ChangeSet(op="move", changes=(replaced, move)), origin=ME)
            assert tree(root) == {"B.md": after or b"a", ".trash/B.md": b"b"}
            shown = writer.history.diff(writer.history.last_of("me"))
            assert "--- a/B.md\n+++ /dev/null" in shown
            assert ("rename from A.md" if after is None else "--- a/A.md\n+++ b/B.md") in shown
            states = writer.history.states()
            assert (states["A.md"], states["B.md"]) == (None, digest_of(after or b"a"))
            writer.undo(origin=ME)
            assert tree(root) == {"A.md": b"a", "B.md": b"b"}


def test_files_move_up_one_after_another(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"A.md": "a", "B.md": "b", "C.md": "c"})
    pairs = (("A.md", "B.md", b"a"), ("B.md", "C.md", b"b"), ("C.md", "D.md", b"c"))
    changes = tuple(Change(path=VaultPath(old), before=digest_of(text), to=VaultPath(new)) for old, new, text in pairs)
    with open_writer(tmp_path) as writer:
        writer.apply(ChangeSet(op="move", changes=changes), origin=ME)
        assert tree(root) == {"B.md": b"a", "C.md": b"b", "D.md": b"c"}
        writer.undo(origin=ME)
    assert tree(root) == {"A.md": b"a", "B.md": b"b", "C.md": b"c"}


def test_old_entries_are_purged_and_a_checkpoint_stands_for_them(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        assert writer.purge_history() == Purged(entries=0, contents=0)
        for content in (b"one", b"two", b"three", b"four"):
            writer.run(writing(NOTE, content), origin=ME)
        assert writer.purge_history("3") == Purged(entries=2, contents=1)
        assert [entry.id for entry in writer.history.entries()] == ["3", "4"]
        assert writer.history.states() == {"Note.md": digest_of(b"four")}
        writer.undo(origin=ME)
        writer.undo("3", origin=ME)
        assert (tmp_path / "vault" / "Note.md").read_bytes() == b"two"
        writer.purge_history()
        assert writer.history.entries() == []
        writer.run(adding(NOTE, "!"), origin=ME)
        assert [entry.op for entry in writer.history.entries()] == ["append"]
        assert writer.history.entries()[0].id == "7"
        (tmp_path / "vault" / "Late.md").write_bytes(b"x")
        writer.run(adding(VaultPath("Late.md"), "!"), origin=ME)
        assert [entry.op for entry in writer.history.entries()] == ["append", "external", "append"]


def test_lines_are_chained_to_all_before_them(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"1"), origin=ME)
        writer.run(writing(NOTE, b"2"), origin=ME)
    lines = [json.loads(line) for line in (tmp_path / "state" / "journal.jsonl").read_bytes().splitlines()]
    assert len({line["chain"] for line in lines}) == 4


def test_a_long_journal_is_read_in_steps_from_its_end(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    names = [f"{'x' * 150_000}{number}.md" for number in range(20)]
    for number, name in enumerate(names, 1):
        record = FileRecord(path=name, after=Digest(str(number)))
        journal.append(Line(t="intent", id=str(number), files=(record,)), Line(t="done", id=str(number)))
    assert [line.id for line in journal.lines_backwards()][::2] == [str(n) for n in range(20, 0, -1)]
    assert journal.heads([names[0]]) == {names[0]: "1"}
    assert journal.heads([*names, "new"]) == {name: str(number) for number, name in enumerate(names, 1)}
    assert journal.heads(["new"]) == {}
    assert journal.next_id() == "21"
    assert journal.outcome("3") == "done"
    assert journal.outcome("21") is None
    (tmp_path / "journal.jsonl").write_bytes(b'{"t":"intent"' + b" " * 2_000_000)
    journal.append(Line(t="done", id="1"))
    assert [line.t for line in journal.lines()] == ["done"]


def test_an_aborted_entry_counts_for_nothing(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    journal.append(Line(t="intent", id="1", files=(FileRecord(path="a", after=Digest("1")),)), Line(t="done", id="1"))
    journal.append(
        Line(t="intent", id="2", files=(FileRecord(path="a", after=Digest("2")),)), Line(t="aborted", id="2")
    )
    assert journal.heads(["a"]) == {"a": "1"}
    assert journal.heads(list("abcdefghij")) == {"a": "1"}


def test_a_damaged_content_is_none(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    (digest,) = blobs.keep(b"content")
    file = next(tmp_path.rglob("*/*"))
    assert list(blobs.digests()) == [digest]
    file.write_bytes(file.read_bytes()[:-3])
    assert blobs.read(digest) is None
    blobs.drop(digest)
    assert blobs.read(digest) is None
    blobs.keep(b"a", b"b")
    assert blobs.keep_only([digest_of(b"a")]) == 1
    assert list(blobs.digests()) == [digest_of(b"a")]


def test_what_several_entries_did_is_shown_as_one_change_of_each_file(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"1\n"), origin=ME)
        writer.run(writing(NOTE, b"2\n"), origin=ME)
        change = Change(path=NOTE, before=digest_of(b"2\n"), to=VaultPath("New.md"))
        writer.apply(ChangeSet(op="move", changes=(change,)), origin=ME)
        writer.run(writing(NOTE, b"another\n"), origin=ME)
        writer.run(writing(VaultPath("Gone.md"), b"g\n"), origin=ME)
        delete(writer, "Gone.md", b"g\n")
        writer.run(writing(VaultPath("New.md"), b"3\n"), origin=ME)
        entries = writer.history.entries()
        moved = "--- a/Note.md\n+++ b/New.md\n@@ -1 +1 @@\n-1\n+3\n"
        made = "--- /dev/null\n+++ b/Note.md\n@@ -0,0 +1 @@\n+another\n"
        assert writer.history.diff(*entries[1:]) == moved + made
        assert writer.history.diff(*entries[1:], path=VaultPath("New.md")) == moved
        assert writer.history.diff(*entries[2:3]) == "rename from Note.md\nrename to New.md\n"


def test_a_diff_of_a_file_first_met_begins_with_what_it_held_then(tmp_path: Path) -> None:
    write_files(tmp_path / "vault", {"Note.md": "theirs\n"})
    with open_writer(tmp_path) as writer:
        writer.run(adding(NOTE, "ours\n"), origin=ME)
        assert writer.history.diff(*writer.history.entries()).splitlines()[-2:] == [" theirs", "+ours"]


def test_the_newest_entries_are_had_without_reading_the_older_ones(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        for number in range(3):
            writer.run(writing(NOTE, b"%d" % number), origin=ME)
    entries = open_history(tmp_path / "state").newest_first()
    assert next(entries).id == "3"
    assert [entry.id for entry in entries] == ["2", "1"]
    with pytest.raises(NotFoundError):
        open_history(tmp_path / "state").entry("x")
    assert open_history(tmp_path / "nowhere").log() == []


def test_what_a_file_from_the_trash_held_is_kept_even_when_its_deletion_is_forgotten(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.run(writing(NOTE, b"1\n"), origin=ME)
        delete(writer, "Note.md", b"1\n")
        writer.purge_history()
        writer.restore("Note.md", origin=ME)
        (tmp_path / "vault" / "Note.md").write_bytes(b"theirs\n")
        writer.survey()
        writer.undo(writer.history.entries()[-1].id, origin=ME)
    assert (tmp_path / "vault" / "Note.md").read_bytes() == b"1\n"


def test_what_was_too_large_to_be_kept_by_a_survey_is_kept_before_it_changes(tmp_path: Path) -> None:
    large = b"x" * (3 << 20)
    root = write_files(tmp_path / "vault", {"Note.md": large, "film.mp4": large})
    with open_writer(tmp_path) as writer:
        writer.survey()
        moved = Change(path=VaultPath("film.mp4"), before=digest_of(large), to=VaultPath("a/film.mp4"))
        writer.apply(ChangeSet(op="move", changes=(moved,)), origin=ME)
        assert writer.history.content(digest_of(large)) is None
        writer.run(adding(NOTE, "y"), origin=ME)
        writer.undo(origin=ME)
        assert (root / "Note.md").read_bytes() == large
