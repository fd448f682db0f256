"""The seeded vault: the same everywhere, and made of what the budgets say."""

import hashlib
import re
from collections import Counter
from pathlib import Path

import pytest

from napkin_site.bench.__main__ import main
from napkin_site.bench.vaults import vault_files, write_vault


def notes_of(*, notes: int, seed: int = 1) -> dict[str, str]:
    return {name: data.decode() for name, data in vault_files(notes=notes, seed=seed) if name.endswith(".md")}


def test_same_seed_gives_the_same_bytes_on_every_machine_and_python() -> None:
    digest = hashlib.sha256()
    for name, data in vault_files(notes=50, seed=7):
        digest.update(name.encode() + b"\0" + data)

    # Pinned: a change makes old and new figures incomparable, so it must be meant.
    assert digest.hexdigest() == "7893ce592fcf7de644bb2e5cb1fa35135b056d056f5f054667a02c53cb86bf39"


def test_another_seed_gives_another_vault() -> None:
    assert notes_of(notes=5, seed=1).keys().isdisjoint(notes_of(notes=5, seed=2))


def test_each_note_has_the_promised_parts() -> None:
    for text in notes_of(notes=40).values():
        assert len(re.findall(r"(?<!!)\[\[", text)) == 6
        assert len(re.findall(r"^#{2,3} ", text, re.MULTILINE)) == 3
        assert text.count("```") == 2
        assert text.count("> [!") == 1
        assert re.search(r"^- \[[ x]\] ", text, re.MULTILINE)
        assert re.search(r" #\w+", text)
        assert 150 < len(text.split()) < 350


def test_no_two_notes_share_a_code_block() -> None:
    blocks = [text.split("```")[1] for text in notes_of(notes=300).values()]

    assert len(set(blocks)) == len(blocks)


def test_one_note_in_ten_has_raw_html_and_a_comment() -> None:
    texts = list(notes_of(notes=100).values())

    assert sum("<div" in text for text in texts) == 10
    assert sum("%%" in text for text in texts) == 10


def test_every_link_and_embed_names_a_file_of_the_vault() -> None:
    files = dict(vault_files(notes=60))
    known = {Path(name).name.removesuffix(".md") for name in files}

    targets = [
        target.split("|")[0]
        for name, data in files.items()
        if name.endswith(".md")
        for target in re.findall(r"\[\[([^\]]+)\]\]", data.decode())
    ]

    assert targets
    assert set(targets) <= known


def test_folders_differ_in_size_as_words_do_in_frequency() -> None:
    folders = Counter(str(Path(name).parent) for name in notes_of(notes=2000))
    tops = Counter(folder.split("/")[0] for folder in folders.elements())

    assert len(tops) == 20
    assert 150 < len(folders) <= 200
    first, second, *_, last = (count for _, count in tops.most_common())
    assert 1.5 < first / second < 2.7
    assert first / last > 10


def test_a_note_keeps_its_folder_in_a_larger_vault() -> None:
    few, many = ([str(Path(name).parent) for name in notes_of(notes=count)] for count in (30, 60))

    assert many[:30] == few


def test_words_follow_zipf() -> None:
    words: dict[str, int] = {}
    for text in notes_of(notes=200).values():
        for word in re.findall(r"[a-z]+", text.lower()):
            words[word] = words.get(word, 0) + 1
    counts = sorted(words.values(), reverse=True)

    # Frequency times rank stays of one order over two decades of rank.
    assert 0.3 < (counts[99] * 100) / (counts[9] * 10) < 3


def test_command_writes_the_vault_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vault", "--notes", "3", "--seed", "5", str(tmp_path / "v")]) == 0

    assert len(list((tmp_path / "v").rglob("*.md"))) == 3
    assert capsys.readouterr().out.startswith("3 notes, 16 files")


def test_writing_again_changes_nothing(tmp_path: Path) -> None:
    first = write_vault(tmp_path, notes=4)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    assert write_vault(tmp_path, notes=4) == first
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_vault_without_notes_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 note"):
        list(vault_files(notes=0))
