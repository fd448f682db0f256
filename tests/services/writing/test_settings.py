import json
from pathlib import Path

import pytest

from napkin_site.errors import ConfigError, PathRefusedError, UsageError
from napkin_site.services.settings import get_setting
from napkin_site.services.writing.session import WriteSession
from napkin_site.services.writing.settings import set_value
from napkin_site.vault.locate import find_vault
from tests.services.writing.conftest import Garden, Plant

FILE = ".napkin/config.json"


@pytest.fixture
def garden(plant: Plant) -> Garden:
    return plant({"Leek.md": ""}, config={"search": {"limit": 30}, "daily": {"folder": "Days"}})


def test_only_the_setting_that_is_set_changes(garden: Garden) -> None:
    before = garden.text(FILE)
    done = set_value(garden.session(), "search.limit", "50")
    assert garden.text(FILE) == before.replace("30", "50")
    assert (done.key, done.value, done.config["search"]["limit"]) == ("search.limit", 50, 50)
    assert get_setting(garden.session().access, "search.limit").value == 50
    assert (garden.history()[-1].op, garden.history()[-1].id) == ("config set", done.id)


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("site.name", "2024", "2024"),
        ("site.name", "A garden", "A garden"),
        ("site.name", '"Quoted"', "Quoted"),
        ("site.exclude", '["Private/"]', ["Private/"]),
        ("ignore.dotfiles", "false", False),
        ("site.publishMode", "flagged", "flagged"),
        ("site.show_properties", "hidden", "hidden"),
        ("site.show_properties", "null", None),
        ("check.rules.broken-link", "off", "off"),
        ("check.rules", '{"broken-link": "info"}', {"broken-link": "info"}),
        ("distill.intervalMinutes", "5", 5),
    ],
)
def test_a_value_is_read_as_its_setting_needs_it(garden: Garden, key: str, text: str, value: object) -> None:
    assert set_value(garden.session(), key, text).value == value
    shown = get_setting(garden.session().access, set_value(garden.session(), key, text).key).value
    assert (list(shown) if isinstance(shown, tuple) else shown) == value


@pytest.mark.parametrize(
    ("key", "text", "said", "advised"),
    [
        ("serch.limit", "5", "unknown setting `serch.limit`", "search.limit"),
        ("obsidian.daily_folder", "x", "unknown setting", "Did you mean"),
        ("search", "5", "is a section", "search."),
        ("search.limit", "fifty", "expected a number", "Write it as JSON"),
        ("search.limit", "0", "at least 1", ""),
        ("search.limit", "NaN", "search.limit", ""),
        ("site.include", "Notes", "expected a list", '["a", "b"]'),
        ("site.publish_mode", "some", "site.publish_mode", "`flagged`"),
        ("check.rules.x", "loud", "check.rules", ""),
        ("vault.root", "nowhere", "not a folder", ""),
        ("vault.root", "/", "leave the history", "Edit that file"),
    ],
)
def test_what_loading_would_refuse_is_refused_and_not_written(
    garden: Garden, key: str, text: str, said: str, advised: str
) -> None:
    before = garden.text(FILE)
    with pytest.raises(ConfigError, match=said) as caught:
        set_value(garden.session(), key, text)
    assert advised in caught.value.hint
    assert garden.text(FILE) == before
    assert garden.history() == []


def test_a_variable_that_wins_is_told(garden: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPKIN_SEARCH_LIMIT", "7")
    done = set_value(garden.session(), "search.limit", "50")
    assert done.warnings == ("NAPKIN_SEARCH_LIMIT is set in the environment, and wins",)
    assert done.config["search"]["limit"] == 7


def test_a_preview_says_what_would_be(garden: Garden) -> None:
    before = garden.text(FILE)
    done = set_value(garden.session(dry_run=True), "search.limit", "50")
    assert (done.config["search"]["limit"], done.id, "+" in done.diff) == (50, "", True)
    assert garden.text(FILE) == before


def test_the_same_value_again_changes_nothing(garden: Garden) -> None:
    done = set_value(garden.session(), "search.limit", "30")
    assert (done.id, done.etag != "") == ("", True)


def test_a_vault_without_a_file_of_settings_gets_one(plant: Plant) -> None:
    garden = plant({"Leek.md": ""})
    set_value(garden.session(), "search.limit", "5")
    assert json.loads(garden.text(FILE)) == {"search": {"limit": 5}}


def test_only_init_makes_the_settings_folder(tmp_path: Path) -> None:
    (tmp_path / "notes" / ".obsidian").mkdir(parents=True)
    session = WriteSession(find_vault(None, named=tmp_path / "notes"), state_dir=tmp_path)
    with pytest.raises(UsageError) as caught:
        set_value(session, "search.limit", "5")
    assert "napkin init" in caught.value.hint
    assert not (tmp_path / "notes" / ".napkin").exists()


def test_settings_inside_obsidians_folder_are_written_there(plant: Plant) -> None:
    garden = plant({"Leek.md": "", ".obsidian/.napkin/config.json": "{}"})
    (garden.root / ".napkin").rmdir()
    assert set_value(garden.session(), "search.limit", "5").path == ".obsidian/.napkin/config.json"
    assert json.loads(garden.text(".obsidian/.napkin/config.json")) == {"search": {"limit": 5}}


def test_settings_beside_notes_in_their_own_folder_are_written_there(plant: Plant) -> None:
    garden = plant({".napkin/Leek.md": "", ".napkin/config.json": "{}"})
    assert set_value(garden.session(), "search.limit", "5").path == "config.json"
    assert json.loads(garden.text("config.json")) == {"search": {"limit": 5}}


def test_settings_outside_of_the_notes_folder_are_not_written(plant: Plant) -> None:
    garden = plant({"notes/Leek.md": ""}, config={"vault": {"root": "../notes"}})
    file = garden.root.parent / FILE
    before = file.read_bytes()
    session = WriteSession(find_vault(None, named=garden.root.parent), state_dir=garden.state)
    with pytest.raises(PathRefusedError, match="outside"):
        set_value(session, "search.limit", "5")
    assert file.read_bytes() == before
