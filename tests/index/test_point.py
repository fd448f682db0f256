"""Questions answered by SQL alone: the same answers as from a loaded snapshot, or none."""

import os
import sqlite3
import time
from pathlib import Path

import pytest

from napkin_site.bench.vaults import write_vault
from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.paths import VaultPath
from napkin_site.index.point import read_backlinks
from napkin_site.index.snapshot import load_snapshot, refresh_index
from napkin_site.index.store import FILE_NAME
from napkin_site.services.access import VaultAccess
from napkin_site.services.linking import links_back
from napkin_site.vault.locate import find_vault

TRICKY = {
    "Note.md": "[[Note]] [[other]] [[sub/Note]]\n",
    "sub/Note.md": "[[Note]] ![[./Note]] [[../Note]] [x](Note.md) [y](/Note.md)\n",
    "sub/Other.md": "---\nup: '[[Note]]'\n---\n[[NOTE|n]] [[note.md#part]] %%[[Note]]%% [[#Here]]\n",
    "sub/deep/Note.md.md": "[[Note.md]] [[Note.md.md]]\n",
    "pic.png": "p",
    "sub/pic.png": "p",
    "images.md": "![[pic.png]] ![[sub/pic.png|20]]\n",
    "ä/Über.md": "[[über]] [[U\u0308ber]]\n",
    "to ä.md": "[[Über]] [[U\u0308ber]] [[ä/über]]\n",
    "same.md": "[[other]]\n",
    "sub/same too.md": "[[other]]\n",
    "no extension": "x",
    "links to it.md": "[[no extension]]\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, content in TRICKY.items():
        write(tmp_path / "v" / name, content)
    return tmp_path / "v"


def write(file: Path, content: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")


def settle() -> None:
    """Wait until a file that changed just now can no longer change unseen."""
    time.sleep(0.03)


def access_to(root: Path, state: Path | None) -> VaultAccess:
    return VaultAccess(find_vault(None, named=root, environ={}), state_dir=state)


def by_sql(root: Path, state: Path, path: str, *, is_current: bool = False) -> dict[str, int] | None:
    access = access_to(root, state)
    return read_backlinks(state, VaultPath(path), access.walk, access.config, is_current=is_current)


def by_snapshot(root: Path) -> dict[str, dict[str, int]]:
    access = access_to(root, None)
    vault = load_snapshot(access.location, access.config, state_dir=None).vault
    index = LinkIndex(
        LinkResolver([*vault.notes, *vault.files]), {path: note.facts for path, note in vault.notes.items()}
    )
    found: dict[str, dict[str, int]] = {}
    for path in (*vault.notes, *vault.files):
        counts: dict[str, int] = {}
        for link in index.back.get(path, ()):
            counts[link.source] = counts.get(link.source, 0) + 1
        found[path] = counts
    return found


def index_of(root: Path, state: Path) -> bool:
    state.mkdir(exist_ok=True)
    access = access_to(root, state)
    return refresh_index(access.location, access.config, state_dir=state)


def test_sql_finds_the_links_that_the_snapshot_finds(root: Path, tmp_path: Path) -> None:
    settle()
    assert index_of(root, tmp_path / "state")
    expected = by_snapshot(root)
    assert sum(map(len, expected.values())) > 10
    assert {path: by_sql(root, tmp_path / "state", path) for path in expected} == expected


def test_sql_finds_them_in_a_larger_vault_too(tmp_path: Path) -> None:
    write_vault(tmp_path / "v", notes=60)
    settle()
    assert index_of(tmp_path / "v", tmp_path / "state")
    expected = by_snapshot(tmp_path / "v")
    assert {path: by_sql(tmp_path / "v", tmp_path / "state", path) for path in expected} == expected


def test_an_index_that_is_behind_gives_no_answer(root: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    assert by_sql(root, state, "Note.md") is None
    settle()
    index_of(root, state)
    assert by_sql(root, state, "Note.md") is not None
    write(root / "new.md", "[[other]]\n")
    settle()
    assert by_sql(root, state, "Note.md") is None
    index_of(root, state)
    assert "new.md" in (by_sql(root, state, "sub/Other.md") or {})


def test_an_edit_that_keeps_size_and_time_is_seen(root: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    settle()
    index_of(root, state)
    before = (root / "same.md").stat()
    settle()
    write(root / "same.md", "[[0ther]]\n")
    os.utime(root / "same.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    settle()
    assert by_sql(root, state, "sub/Other.md") is None
    assert "same.md" not in links_back(access_to(root, state), "sub/Other.md").backlinks


def test_a_file_that_changed_just_now_may_change_again_unseen(root: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    write(root / "fresh.md", "[[other]]\n")
    assert index_of(root, state)
    assert by_sql(root, state, "Note.md") is None
    assert by_sql(root, state, "Note.md", is_current=True) is not None


def test_settings_that_a_parse_depends_on_make_the_index_old(root: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    settle()
    index_of(root, state)
    write(root / ".obsidian" / "app.json", '{"strictLineBreaks": true}')
    assert by_sql(root, state, "Note.md") is None


def test_a_damaged_or_foreign_index_gives_no_answer(root: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    settle()
    index_of(root, state)
    with sqlite3.connect(state / FILE_NAME) as connection:
        connection.execute("UPDATE meta SET value = x'00' WHERE name = 'code'")
    connection.close()
    assert by_sql(root, state, "Note.md") is None
    (state / FILE_NAME).write_bytes(b"damaged" * 1000)
    assert by_sql(root, state, "Note.md") is None
    assert links_back(access_to(root, state), "images").backlinks == {}
    settle()
    assert by_sql(root, state, "Note.md") is not None


def test_what_is_gone_is_in_no_answer(root: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    settle()
    index_of(root, state)
    (root / "images.md").unlink()
    (root / "sub" / "pic.png").unlink()
    settle()
    index_of(root, state)
    expected = by_snapshot(root)
    assert {path: by_sql(root, state, path) for path in expected} == expected


def test_backlinks_are_the_same_with_an_index_without_one_and_where_none_can_be_written(
    root: Path, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    (blocked / FILE_NAME).mkdir(parents=True)
    for state in (None, tmp_path, blocked):
        access = access_to(root, state)
        assert links_back(access, "Note.md").backlinks == by_snapshot(root)["Note.md"]
        assert links_back(access, "sub/Note.md").backlinks == by_snapshot(root)["sub/Note.md"]


def test_a_snapshot_that_is_loaded_already_is_asked_itself(root: Path, tmp_path: Path) -> None:
    access = access_to(root, tmp_path)
    assert access.snapshot.vault.notes
    assert links_back(access, "Note.md").backlinks == by_snapshot(root)["Note.md"]
