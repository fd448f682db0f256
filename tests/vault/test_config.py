"""Settings: checked, typed, and in their order of precedence."""

import json
from pathlib import Path
from typing import Any

import pytest

from napkin_site.errors import ConfigError
from napkin_site.vault.config import Config, load_config, setting_names
from tests.vault.files import located, write_files


def load(
    root: Path, config: Any = None, environ: dict[str, str] | None = None, obsidian: dict[str, str] | None = None
) -> Config:
    files = {f".obsidian/{name}.json": text for name, text in (obsidian or {}).items()}
    return load_config(located(root, files, config), environ=environ or {})


def test_everything_has_a_default(tmp_path: Path) -> None:
    config = load(tmp_path)

    assert config == Config(obsidian=config.obsidian)
    assert (config.overview.depth, config.search.limit, config.daily.folder) == (3, 30, "daily")
    assert config.site.search_engine == "lunr"
    assert config.ignore.respect_gitignore


def test_what_the_file_says_counts_and_the_rest_keeps_its_default(tmp_path: Path) -> None:
    config = load(tmp_path, {"overview": {"depth": 1}, "site": {"name": "N", "exclude": ["Private"]}})

    assert (config.overview.depth, config.overview.collapse) == (1, True)
    assert (config.site.name, config.site.exclude) == ("N", ("Private",))


def test_keys_may_be_written_in_camel_case(tmp_path: Path) -> None:
    config = load(
        tmp_path,
        {
            "search": {"snippetLines": 2, "resultsPerPage": 5},
            "ignore": {"respectGitignore": False},
            "site": {"publishMode": "flagged"},
            "distill": {"intervalMinutes": 30, "maxDurationMinutes": 4, "model": {"provider": "p", "id": "m"}},
            "showStatus": True,
        },
    )

    assert (config.search.snippet_lines, config.search.results_per_page) == (2, 5)
    assert not config.ignore.respect_gitignore
    assert config.site.publish_mode == "flagged"
    assert (config.distill.interval, config.distill.max_minutes, config.distill.model.id) == (30, 4, "m")
    assert config.show_status


def test_the_search_engine_may_be_named_under_search(tmp_path: Path) -> None:
    assert load(tmp_path, {"search": {"engine": "pagefind"}}).site.search_engine == "pagefind"


@pytest.mark.parametrize(
    ("config", "key", "near"),
    [
        ({"overview": {"dept": 1}}, "overview.dept", "overview.depth"),
        ({"sight": {"name": "x"}}, "sight", "site"),
        ({"site": {"titel": "x"}}, "site.titel", "site."),
        ({"overview.depth.x": 1}, "overview.depth.x", "overview.depth"),
        ({"obsidian": {}}, "obsidian", ""),
        ({"distill": {"model": {"idd": "x"}}}, "distill.model.idd", "distill.model.id"),
    ],
)
def test_an_unknown_key_is_an_error_that_names_the_nearest(tmp_path: Path, config: Any, key: str, near: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, config)

    assert f"`{key}`" in caught.value.message
    assert near in caught.value.hint
    assert caught.value.path == str(tmp_path / ".napkin/config.json")


@pytest.mark.parametrize(
    ("config", "key"),
    [
        ({"overview": {"depth": "3"}}, "overview.depth"),
        ({"overview": {"depth": 0}}, "overview.depth"),
        ({"search": {"limit": 0}}, "search.limit"),
        ({"site": {"publish_mode": "some"}}, "site.publish_mode"),
        ({"site": {"exclude": ["a", 5]}}, "site.exclude"),
        ({"site": {"indexing": None}}, "site.indexing"),
        ({"site": []}, "site"),
    ],
)
def test_a_wrong_value_is_an_error_that_names_its_key(tmp_path: Path, config: Any, key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, config)

    assert f"`{key}`" in caught.value.message


@pytest.mark.parametrize(
    ("config", "told", "hint"),
    [
        ({"site": {"publish_mode": "flaged"}}, "it cannot be 'flaged'", "Write one of `all`, `flagged`."),
        ({"site": {"show_properties": "no"}}, "it cannot be 'no'", "Write one of `hidden`, `source`, `visible`."),
        ({"check": {"rules": {"a-code": "warn"}}}, "it cannot be 'warn'", "`error`, `info`, `off`, `warning`"),
        ({"site": {"exclude": "Private/"}}, "expected a list, got text", "Correct the value."),
        ({"site": {"feed": "no"}}, "expected true or false, got text", "Correct the value."),
    ],
)
def test_a_wrong_value_is_told_in_words_with_what_it_may_be(tmp_path: Path, config: Any, told: str, hint: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, config)

    assert told in caught.value.message
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("content", "words", "line"),
    [
        (b'{\n  "a": 1\n  "b": 2\n}', "not JSON", 3),
        (b"[" * 100_000, "nested too deep", 0),
        (b"\xff\xfe{}", "not UTF-8", 0),
        (b"5", "JSON object", 0),
    ],
    ids=["a comma too few", "deep", "another encoding", "a number"],
)
def test_an_unreadable_file_is_an_error(tmp_path: Path, content: bytes, words: str, line: int) -> None:
    location = located(tmp_path)
    write_files(tmp_path, {".napkin/config.json": content})

    with pytest.raises(ConfigError, match=words) as caught:
        load_config(location, environ={})
    assert caught.value.line == line


def test_a_folder_in_place_of_the_file_is_an_error(tmp_path: Path) -> None:
    location = located(tmp_path)
    write_files(tmp_path, {".napkin/config.json/": ""})

    with pytest.raises(ConfigError, match="cannot read"):
        load_config(location, environ={})


def test_a_byte_order_mark_before_the_settings_is_nothing(tmp_path: Path) -> None:
    location = located(tmp_path)
    write_files(tmp_path, {".napkin/config.json": b'\xef\xbb\xbf{"site": {"name": "N"}}'})

    assert load_config(location, environ={}).site.name == "N"


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    environ = {
        "NAPKIN_SITE_NAME": "12",
        "NAPKIN_OVERVIEW_DEPTH": "5",
        "NAPKIN_SITE_FEED": "false",
        "NAPKIN_SITE_PUBLISH_MODE": "flagged",
        "NAPKIN_SITE_EXCLUDE": '["a", "b"]',
        "NAPKIN_TOKEN": "secret",
        "NAPKIN_VAULT_ROOT": "/elsewhere",
    }
    config = load(tmp_path, {"site": {"name": "file"}, "overview": {"depth": 1}}, environ)

    assert (config.site.name, config.overview.depth, config.site.feed) == ("12", 5, False)
    assert (config.site.publish_mode, config.site.exclude) == ("flagged", ("a", "b"))
    assert config.vault.root == ""


def test_a_wrong_variable_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, environ={"NAPKIN_OVERVIEW_DEPTH": "deep"})

    assert caught.value.path == "NAPKIN_OVERVIEW_DEPTH"


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("NAPKIN_SITE_PUBLSIH_MODE", "NAPKIN_SITE_PUBLISH_MODE"),
        ("NAPKIN_SITE_EXCLUDES", "NAPKIN_SITE_EXCLUDE"),
        ("NAPKIN_SEARCH_ENGINE", "NAPKIN_SITE_SEARCH_ENGINE"),
    ],
)
def test_a_variable_that_names_no_key_of_its_section_is_an_error(tmp_path: Path, name: str, near: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, environ={name: "flagged"})

    assert caught.value.path == name
    assert f"`{near}`" in caught.value.hint


def test_variables_that_others_set_are_nothing_to_us(tmp_path: Path) -> None:
    kubernetes = {"NAPKIN_SITE_PORT": "tcp://10.0.0.1:80", "NAPKIN_SITE_SERVICE_HOST": "10.0.0.1"}
    others = {"NAPKIN_VAULT": "x", "NAPKIN_STATE_DIR": "y", "NAPKIN_SHARED": "z", "NAPKIN": "1", "NAPKIN_SITE": "1"}

    assert load(tmp_path, environ=kubernetes | others) == load(tmp_path)


def test_obsidians_folders_count_where_the_file_says_nothing(tmp_path: Path) -> None:
    files = {
        "daily-notes": json.dumps({"folder": "Journal/", "format": "YYYY/MM/DD"}),
        "templates": json.dumps({"folder": "Blueprints"}),
    }
    config = load(tmp_path, {"daily": {"format": "DD"}}, obsidian=files)

    assert (config.daily.folder, config.daily.format) == ("Journal", "DD")
    assert config.templates.folder == "Blueprints"
    assert (config.obsidian.daily_folder, config.obsidian.daily_format) == ("Journal", "DD")
    assert config.obsidian.templates_folder == "Blueprints"


def test_daily_notes_without_a_folder_stand_in_the_root(tmp_path: Path) -> None:
    config = load(tmp_path, obsidian={"daily-notes": json.dumps({"format": ""})})

    assert (config.daily.folder, config.daily.format) == ("", "YYYY-MM-DD")


def test_a_broken_obsidian_file_is_a_problem_not_an_error(tmp_path: Path) -> None:
    config = load(tmp_path, obsidian={"app": "{not json"})

    (problem,) = config.problems
    assert (problem.path, problem.code) == (".obsidian/app.json", "unreadable-settings")


def test_the_process_environment_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPKIN_SITE_NAME", "From outside")

    assert load_config(located(tmp_path)).site.name == "From outside"


def test_every_setting_has_one_name() -> None:
    names = setting_names()

    assert {"site.search_engine", "overview.depth", "vault.root", "distill.model.id", "show_status"} <= set(names)
    assert not {"obsidian", "problems", "site"} & set(names)
    assert list(names) == sorted(names)
