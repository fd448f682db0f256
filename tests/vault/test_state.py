"""Where a vault's machine-local state lives."""

import json
import os
from pathlib import Path

import pytest

from napkin_site.vault.state import cache_dir, state_dir, vault_id
from tests.vault.files import located, write_files


def test_state_lives_outside_the_vault_and_records_whose_it_is(tmp_path: Path) -> None:
    location = located(tmp_path / "vault")

    folder = state_dir(location, environ={"XDG_STATE_HOME": str(tmp_path / "state")})

    assert folder == tmp_path / "state/napkin" / vault_id(location.root)
    assert json.loads((folder / "vault.json").read_text(encoding="utf-8")) == {"path": str(location.root)}
    assert list(location.root.iterdir()) == []


def test_the_variable_names_the_folder_of_all_vaults(tmp_path: Path) -> None:
    environ = {"NAPKIN_STATE_DIR": str(tmp_path / "mine"), "XDG_STATE_HOME": str(tmp_path / "state")}
    one, two = located(tmp_path / "one"), located(tmp_path / "two")

    folders = {state_dir(one, environ=environ), state_dir(two, environ=environ)}

    assert len(folders) == 2
    assert all(folder is not None and folder.parent == tmp_path / "mine" for folder in folders)


def test_without_xdg_it_lives_under_home(tmp_path: Path) -> None:
    for environ in ({}, {"XDG_STATE_HOME": "relative"}):
        folder = state_dir(located(tmp_path / "vault"), environ={"HOME": str(tmp_path / "home"), **environ})

        assert folder is not None
        assert folder.is_relative_to(tmp_path / "home/.local/state/napkin")


def test_the_process_environment_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPKIN_STATE_DIR", str(tmp_path / "mine"))

    folder = state_dir(located(tmp_path / "vault"))

    assert folder is not None
    assert folder.parent == tmp_path / "mine"


def test_where_nothing_can_be_written_there_is_none(tmp_path: Path) -> None:
    write_files(tmp_path, {"file": "", "vault/": ""})

    assert state_dir(located(tmp_path / "vault"), environ={"NAPKIN_STATE_DIR": str(tmp_path / "file/below")}) is None
    assert state_dir(located(tmp_path / "vault"), environ={}) is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_none(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir(mode=0o500)

    assert state_dir(located(tmp_path / "vault"), environ={"NAPKIN_STATE_DIR": str(tmp_path / "state")}) is None


def test_the_same_vault_has_the_same_state_through_a_link(tmp_path: Path) -> None:
    located(tmp_path / "vault")
    (tmp_path / "link").symlink_to("vault")

    assert vault_id(tmp_path / "link") == vault_id(tmp_path / "vault")


def test_what_can_be_made_again_lies_apart_from_state() -> None:
    assert cache_dir({"XDG_CACHE_HOME": "/cache", "HOME": "/home/ada"}) == Path("/cache/napkin")
    assert cache_dir({"XDG_CACHE_HOME": "relative", "HOME": "/home/ada"}) == Path("/home/ada/.cache/napkin")
    assert cache_dir({}) is None
