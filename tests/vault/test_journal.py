"""A journal that is long, damaged, purged, or read by several at once says what one that is read whole says."""

import errno
import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from napkin_site.core.changes import Digest, digest_of
from napkin_site.vault.blobs import Blobs
from napkin_site.vault.history import History
from napkin_site.vault.journal import FileRecord, Journal, Line, replay


def entry(number: int, path: str, *, undoes: str = "", end: str = "done", actor: str = "me") -> list[Line]:
    """Give the lines of an entry that writes one file; `end` is empty for one that is under way."""
    record = FileRecord(path=path, after=digest_of(str(number).encode()))
    intent = Line(t="intent", id=str(number), actor=actor, undoes=undoes, files=(record,))
    ends = {"": [], "done": [Line(t="done", id=str(number))], "aborted": [Line(t="aborted", id=str(number))]}
    return [intent, *ends[end]]


def long_journal(file: Path, *, entries: int, paths: int = 50) -> Journal:
    """Make a journal of many entries."""
    journal = Journal(file)
    journal.append(*(line for number in range(1, entries + 1) for line in entry(number, f"{number % paths}.md")))
    return journal


def test_a_new_process_reads_only_the_tail_of_a_long_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "journal.jsonl"
    long_journal(file, entries=8000).append(*entry(8001, "7.md", actor="other"))
    read = []
    real = os.pread

    def counting(descriptor: int, length: int, offset: int) -> bytes:
        data = real(descriptor, length, offset)
        read.append(len(data))
        return data

    monkeypatch.setattr(os, "pread", counting)
    journal = Journal(file)
    assert journal.heads(["7.md", "8.md", "new.md"]) == {"7.md": digest_of(b"8001"), "8.md": digest_of(b"7958")}
    assert journal.next_id() == "8002"
    assert journal.outcome("8001") == "done"
    journal.append(*entry(8002, "9.md"))
    assert journal.heads(["9.md"]) == {"9.md": digest_of(b"8002")}
    assert sum(read) < file.stat().st_size / 4
    read.clear()
    history = History(journal, Blobs(tmp_path / "blobs"))
    assert history.entry("4000").files[0].path == "0.md"
    assert sum(read) < file.stat().st_size / 2
    assert history.last_of("other").id == "8001"


@pytest.mark.parametrize("damage", ["missing", "torn", "foreign", "version"])
def test_a_copy_that_does_not_fit_is_not_used(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "journal.jsonl"
    copy = tmp_path / "journal.standing"
    long_journal(file, entries=4000, paths=7)
    if damage == "missing":
        copy.unlink()
    elif damage == "torn":
        copy.write_bytes(copy.read_bytes()[:-9])
    elif damage == "version":
        copy.write_bytes(copy.read_bytes().replace(b"\xa7version\x01", b"\xa7version\x02"))
    else:
        (tmp_path / "other").mkdir()
        long_journal(tmp_path / "other" / "journal.jsonl", entries=5000, paths=3)
        copy.write_bytes((tmp_path / "other" / "journal.standing").read_bytes())
    journal = Journal(file)
    assert journal.states() == replay(journal.lines())
    assert journal.next_id() == "4001"
    assert journal.broken_line() is None


def test_a_journal_that_is_purged_while_another_has_it_open_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    other = long_journal(file, entries=4000)
    assert len(other.states()) == 50
    Journal(file).rewrite([Line(t="checkpoint", id="4000", heads={"x.md": Digest("1")}, is_whole=True)])
    assert other.states() == {"x.md": "1"}
    assert other.is_whole()
    assert other.next_id() == "4001"
    other.append(*entry(4001, "y.md"))
    assert Journal(file).states() == {"x.md": "1", "y.md": digest_of(b"4001")}
    assert Journal(file).broken_line() is None
    assert Journal(file).find("3999") is None


def test_every_entry_of_a_long_journal_is_found_however_long_its_lines(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    chance = random.Random(1)
    numbers = sorted(chance.sample(range(1, 5000), 800))
    lines = [line for number in numbers for line in entry(number, "n" * chance.choice((9, 90, 9000)) + ".md")]
    journal.append(*lines, *entry(5000, "n", end="aborted"), *entry(5001, "n", end=""))
    for number in range(5000):
        line = journal.find(str(number))
        assert (line is not None) == (number in numbers)
        assert line is None or line.id == str(number)
    assert [journal.outcome(name) for name in (str(numbers[3]), "5000", "5001", "5002")] == [
        "done", "aborted", "intent", None,
    ]  # fmt: skip
    assert journal.find("x") is None


def test_a_line_that_was_changed_is_seen(tmp_path: Path) -> None:
    journal = long_journal(tmp_path / "journal.jsonl", entries=5)
    assert journal.broken_line() is None
    data = journal.file.read_bytes()
    journal.file.write_bytes(data.replace(b'"path":"3.md"', b'"path":"4.md"'))
    assert journal.broken_line() == 5
    assert Journal(tmp_path / "nothing").broken_line() is None


def test_a_line_that_the_disk_does_not_take_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = long_journal(tmp_path / "journal.jsonl", entries=2)
    before = journal.file.read_bytes()

    def refusing(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", refusing)
        with pytest.raises(OSError, match="Input/output"):
            journal.append(*entry(3, "x.md"))
    assert journal.file.read_bytes() == before
    assert journal.next_id() == "3"
    journal.append(*entry(3, "y.md"))
    assert "x.md" not in journal.states()
    assert journal.broken_line() is None


ENTRIES = st.lists(
    st.tuples(st.sampled_from(["a", "b", "c"]), st.sampled_from(["done", "done", "aborted"]), st.integers(0, 6)),
    max_size=25,
)


@settings(max_examples=60, deadline=None)
@given(entries=ENTRIES, chance=st.randoms(use_true_random=False))
def test_reading_on_gives_what_reading_all_gives(
    tmp_path_factory: pytest.TempPathFactory, entries: list[tuple[str, str, int]], chance: random.Random
) -> None:
    file = tmp_path_factory.mktemp("journal") / "journal.jsonl"
    journals = [Journal(file), Journal(file)]
    for number, (path, end, back) in enumerate(entries, 1):
        undoes = str(number - back) if 0 < back < number else ""
        chance.choice(journals).append(*entry(number, path, undoes=undoes, end=end))
        if chance.random() < 0.2:
            with file.open("ab") as stream:
                stream.write(b'{"t":"intent","id":"99","fi')
        if chance.random() < 0.2:
            journals[1] = Journal(file)
        reader = chance.choice(journals)
        assert reader.states() == replay(reader.lines())
        history = History(reader, Blobs(file.parent))
        for shown in history.newest_first():
            assert history.entry(shown.id) == shown
        assert reader.next_id() == str(number + 1)
        assert reader.broken_line() is None or b"99" in file.read_bytes()


def test_the_last_change_of_a_file_is_found_without_reading_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "journal.jsonl"
    journal = long_journal(file, entries=8000)
    journal.append(*entry(8001, "7.md", end="aborted"), *entry(8002, "7.md", end=""))
    read = []
    real = os.pread

    def counting(descriptor: int, length: int, offset: int) -> bytes:
        data = real(descriptor, length, offset)
        read.append(len(data))
        return data

    monkeypatch.setattr(os, "pread", counting)
    found = Journal(file).last_change("7.md")
    assert found is not None
    line, digest = found
    assert (line.id, digest) == ("7957", digest_of(b"7957"))
    assert sum(read) < file.stat().st_size / 2
    assert Journal(file).last_change("never.md") is None
    assert Journal(tmp_path / "nowhere" / "journal.jsonl").last_change("7.md") is None
