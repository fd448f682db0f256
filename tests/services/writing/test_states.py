import json
from pathlib import Path

import pytest

from napkin_site.errors import AmbiguousError, NotFoundError, UsageError, WriteError
from napkin_site.services.library.vault import Vault
from napkin_site.services.states import list_states
from napkin_site.services.writing.states import adopt_state, collect_states
from napkin_site.vault.locate import VaultLocation, find_vault
from napkin_site.vault.state import vault_id
from tests.vault.files import write_files


def make(root: Path, *, has_history: bool = True) -> Path:
    write_files(root, {".napkin/": "", "Leek.md": f"# Leek in {root.name}\n"})
    vault = Vault(root)
    vault.tags()
    if has_history:
        vault.append("Leek", f"Sown in {root.name}.")
    return root


def moved(root: Path, name: str) -> VaultLocation:
    return find_vault(None, named=root.rename(root.with_name(name)))


def test_a_vault_that_moved_gets_its_history_back(tmp_path: Path) -> None:
    old = make(tmp_path / "old")
    make(tmp_path / "other")
    location = moved(old, "new")
    assert Vault(location.root).log() == ()
    done = adopt_state(location)
    assert (done.was, done.vault, done.adopted) == (str(old), str(location.root), True)
    assert (done.from_, done.id) == (vault_id(old), vault_id(location.root))
    vault = Vault(location.root)
    assert vault.log()[0].op == "append"
    vault.undo(vault.log()[0].id)
    assert vault.read("Leek").content == "# Leek in old\n"
    assert str(old) not in [state.vault for state in list_states().states]


@pytest.mark.parametrize("way", ["id", "start", "path"])
def test_a_state_can_be_named(tmp_path: Path, way: str) -> None:
    old = make(tmp_path / "old")
    location = moved(old, "new")
    (location.root / "Leek.md").write_text("quite another text", encoding="utf-8")
    with pytest.raises(NotFoundError) as caught:
        adopt_state(location)
    assert caught.value.suggestions == (vault_id(old),)
    name = {"id": vault_id(old), "start": vault_id(old)[:8], "path": str(old)}[way]
    assert adopt_state(location, name).was == str(old)


def test_a_preview_moves_nothing(tmp_path: Path) -> None:
    location = moved(make(tmp_path / "old"), "new")
    assert not adopt_state(location, dry_run=True).adopted
    assert Vault(location.root).log() == ()


def test_a_history_is_put_over_no_other(tmp_path: Path) -> None:
    old = make(tmp_path / "old")
    location = moved(old, "new")
    Vault(location.root).append("Leek", "Here, too.")
    with pytest.raises(UsageError, match="history of its own"):
        adopt_state(location, vault_id(old))


def test_a_vault_that_is_still_there_keeps_its_history(tmp_path: Path) -> None:
    old = make(tmp_path / "old")
    copy = write_files(tmp_path / "copy", {".napkin/": "", "Leek.md": (old / "Leek.md").read_bytes()})
    with pytest.raises(UsageError, match="is still there"):
        adopt_state(find_vault(None, named=copy), str(old))
    with pytest.raises(NotFoundError):
        adopt_state(find_vault(None, named=copy))


def test_where_several_fit_one_has_to_be_named(tmp_path: Path) -> None:
    for name in ("one", "two"):
        root = write_files(tmp_path / name, {".napkin/": "", "Leek.md": "a"})
        Vault(root).append("Leek", "b")
    (tmp_path / "one").rename(tmp_path / "new")
    (tmp_path / "two").rename(tmp_path / "gone")
    with pytest.raises(AmbiguousError) as caught:
        adopt_state(find_vault(None, named=tmp_path / "new"))
    assert set(caught.value.suggestions) == {vault_id(tmp_path / "one"), vault_id(tmp_path / "two")}
    with pytest.raises(AmbiguousError):
        adopt_state(find_vault(None, named=tmp_path / "new"), "")


def test_a_name_that_is_none_and_a_place_that_is_none_are_told(tmp_path: Path) -> None:
    location = find_vault(None, named=make(tmp_path / "old", has_history=False))
    with pytest.raises(NotFoundError, match="State not found: zz"):
        adopt_state(location, "zz")
    with pytest.raises(WriteError):
        adopt_state(location, environ={})


def test_only_what_can_be_made_again_is_dropped_unless_asked_for(tmp_path: Path) -> None:
    kept, gone, here = make(tmp_path / "kept"), make(tmp_path / "gone", has_history=False), make(tmp_path / "here")
    kept.rename(tmp_path / "away")
    gone.rename(tmp_path / "off")
    preview = collect_states(dry_run=True)
    done = collect_states()
    assert [state.vault for state in done.removed] == [str(gone)]
    assert [state.vault for state in done.kept] == [str(kept)]
    assert (done.freed > 0, preview) == (True, done)
    assert {state.vault for state in list_states().states} == {str(kept), str(here)}
    assert [state.vault for state in collect_states(with_history=True).removed] == [str(kept)]
    assert {state.vault for state in list_states().states} == {str(here)}


def test_folders_that_are_not_ours_are_never_dropped(tmp_path: Path) -> None:
    base = tmp_path / "base"
    record = json.dumps({"path": str(tmp_path / "gone")})
    write_files(
        base,
        {
            "photos/a.jpg": "x",
            "photos2/vault.json": record,
            f"{'0' * 32}/notes.txt": "no record",
            f"{'1' * 32}/vault.json": record,
            f"{'1' * 32}/proposals/one.json": "worth keeping",
            f"{'2' * 32}/vault.json": record,
        },
    )
    environ = {"NAPKIN_STATE_DIR": str(base)}
    done = collect_states(environ=environ)
    assert [state.id for state in done.removed] == ["2" * 32]
    assert [state.id for state in done.kept] == ["1" * 32]
    collect_states(with_history=True, environ=environ)
    assert sorted(path.name for path in base.iterdir()) == ["0" * 32, "photos", "photos2"]
