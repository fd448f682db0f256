"""Which folder is the vault."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from napkin_site.errors import ConfigError, VaultNotFoundError
from napkin_site.vault.locate import find_vault
from tests.vault.files import write_files

SIBLING = {"vault": {"root": "..", "obsidian": "../.obsidian"}}


def write_config(folder: Path, data: Any) -> None:
    write_files(folder, {"config.json": json.dumps(data)})


@pytest.mark.parametrize("marker", [".napkin/", ".obsidian/"])
def test_the_nearest_folder_with_a_marker_is_the_vault(tmp_path: Path, marker: str) -> None:
    write_files(tmp_path, {f"outer/{marker}": "", f"outer/inner/{marker}": "", "outer/inner/notes/deep/": ""})

    found = find_vault(tmp_path / "outer/inner/notes/deep", named=None, environ={})

    assert found.root == tmp_path / "outer/inner"
    assert found.name == "inner"
    assert found.config_dir == found.root / ".napkin"
    assert found.obsidian_dir == found.root / ".obsidian"


def test_without_a_vault_nothing_is_made_and_the_error_says_where_it_looked(tmp_path: Path) -> None:
    with pytest.raises(VaultNotFoundError) as caught:
        find_vault(tmp_path, named=None, environ={})

    assert str(tmp_path) in caught.value.message
    assert caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_any_folder_is_a_vault_when_named(tmp_path: Path) -> None:
    write_files(tmp_path, {"outer/.obsidian/": "", "outer/docs/a.md": ""})

    found = find_vault(None, named=tmp_path / "outer/docs", environ={})

    assert found.root == tmp_path / "outer/docs"
    assert not found.config_dir.exists()


def test_a_named_folder_must_exist(tmp_path: Path) -> None:
    write_files(tmp_path, {"note.md": ""})

    with pytest.raises(VaultNotFoundError, match="does not exist"):
        find_vault(None, named=tmp_path / "nowhere", environ={})
    with pytest.raises(VaultNotFoundError, match="not a folder"):
        find_vault(None, named=tmp_path / "note.md", environ={})


def test_the_environment_names_a_vault_and_the_argument_wins(tmp_path: Path) -> None:
    write_files(tmp_path, {"one/": "", "two/": "", "three/.obsidian/": ""})
    environ = {"NAPKIN_VAULT": str(tmp_path / "one")}

    assert find_vault(tmp_path / "three", named=None, environ=environ).name == "one"
    assert find_vault(tmp_path / "three", named=tmp_path / "two", environ=environ).name == "two"


def test_the_process_environment_and_folder_are_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, {".obsidian/": ""})
    monkeypatch.chdir(tmp_path)

    assert find_vault(None, named=None).root == tmp_path


def test_sibling_layout_points_at_the_parent(tmp_path: Path) -> None:
    write_files(tmp_path, {"notes/deep/": ""})
    write_config(tmp_path / ".napkin", SIBLING)

    found = find_vault(tmp_path / "notes/deep", named=None, environ={})

    assert (found.root, found.obsidian_dir) == (tmp_path, tmp_path / ".obsidian")


def test_napkin_may_stand_inside_obsidians_folder(tmp_path: Path) -> None:
    write_config(tmp_path / ".obsidian/.napkin", {"vault": {"root": "../..", "obsidian": ".."}})

    found = find_vault(tmp_path, named=None, environ={})

    assert found.root == tmp_path
    assert found.config_dir == tmp_path / ".obsidian/.napkin"
    assert found.obsidian_dir == tmp_path / ".obsidian"


def test_inside_obsidians_folder_the_layout_needs_no_setting(tmp_path: Path) -> None:
    write_files(tmp_path, {".obsidian/.napkin/": ""})

    assert find_vault(tmp_path, named=None, environ={}).root == tmp_path


def test_notes_inside_the_napkin_folder_make_it_the_vault(tmp_path: Path) -> None:
    write_files(tmp_path, {"project/.napkin/README.md": "# Hi"})
    write_config(tmp_path / "project/.napkin", {"overview": {"depth": 2}})

    found = find_vault(tmp_path / "project", named=None, environ={})

    assert found.root == found.config_dir == tmp_path / "project/.napkin"
    assert found.obsidian_dir == tmp_path / "project/.napkin/.obsidian"
    assert found.name == "project"


def test_a_config_without_layout_and_notes_means_the_parent(tmp_path: Path) -> None:
    write_config(tmp_path / ".napkin", {"overview": {"depth": 2}})

    assert find_vault(tmp_path, named=None, environ={}).root == tmp_path


def test_a_root_without_an_obsidian_folder_has_the_usual_one(tmp_path: Path) -> None:
    write_files(tmp_path, {"content/": ""})
    write_config(tmp_path / ".napkin", {"vault": {"root": "../content"}})

    found = find_vault(tmp_path, named=None, environ={})

    assert (found.root, found.obsidian_dir) == (tmp_path / "content", tmp_path / "content/.obsidian")


def test_the_napkin_folder_itself_may_be_named(tmp_path: Path) -> None:
    write_config(tmp_path / ".napkin", SIBLING)

    assert find_vault(None, named=tmp_path / ".napkin", environ={}).root == tmp_path


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"vault": []}, "`vault` must hold"),
        ({"vault": {"root": 5}}, "`vault.root` must be text"),
        ({"vault": {"root": "../nowhere"}}, "not a folder"),
        ([], "JSON object"),
    ],
)
def test_a_wrong_layout_is_an_error_that_names_it(tmp_path: Path, config: Any, words: str) -> None:
    write_config(tmp_path / ".napkin", config)

    with pytest.raises(ConfigError, match=words) as caught:
        find_vault(tmp_path, named=None, environ={})
    assert caught.value.path == str(tmp_path / ".napkin/config.json")


@pytest.mark.parametrize("given", ["absolute", "relative", "home"])
def test_the_configured_default_comes_last(tmp_path: Path, given: str) -> None:
    write_files(tmp_path, {"home/default/.napkin/": "", "elsewhere/": "", "here/.obsidian/": ""})
    home = tmp_path / "home"
    text = {"absolute": str(home / "default"), "relative": "../../default", "home": "~/default"}[given]
    write_config(home / ".config/napkin", {"vault": text})

    assert find_vault(tmp_path / "elsewhere", named=None, environ={"HOME": str(home)}).name == "default"
    assert find_vault(tmp_path / "here", named=None, environ={"HOME": str(home)}).name == "here"


def test_the_default_is_looked_for_in_the_xdg_folder(tmp_path: Path) -> None:
    write_files(tmp_path, {"vault/.obsidian/": "", "elsewhere/": ""})
    write_config(tmp_path / "settings/napkin", {"vault": str(tmp_path / "vault")})
    environ = {"HOME": "/nonexistent", "XDG_CONFIG_HOME": str(tmp_path / "settings")}

    assert find_vault(tmp_path / "elsewhere", named=None, environ=environ).name == "vault"


@pytest.mark.parametrize(
    "content", ["not JSON", "[]", "{}", '{"vault": 5}', '{"vault": "../plain"}', '{"vault": "../file"}']
)
def test_an_unusable_default_counts_as_none(tmp_path: Path, content: str) -> None:
    write_files(
        tmp_path, {"c/napkin/config.json": content, "c/plain/": "", "c/file/.napkin": "a file", "elsewhere/": ""}
    )

    with pytest.raises(VaultNotFoundError):
        find_vault(tmp_path / "elsewhere", named=None, environ={"XDG_CONFIG_HOME": str(tmp_path / "c")})


def test_a_vault_is_known_by_its_real_place(tmp_path: Path) -> None:
    write_files(tmp_path, {"real/.obsidian/": ""})
    (tmp_path / "link").symlink_to("real")

    assert find_vault(None, named=tmp_path / "link", environ={}).root == tmp_path / "real"


def test_a_folder_name_of_odd_bytes_can_be_shown(tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"caf\xe9")
    odd.mkdir()

    assert find_vault(None, named=odd, environ={}).name == "caf\N{REPLACEMENT CHARACTER}"
