"""What Obsidian's settings folder says."""

import json
from pathlib import Path
from typing import Any

import pytest

from napkin_site.core.model import ObsidianSettings
from napkin_site.vault.obsidian import read_obsidian
from tests.vault.files import write_files


def read(folder: Path, **files: Any) -> ObsidianSettings:
    write_files(folder, {f"{name.replace('_', '-')}.json": json.dumps(data) for name, data in files.items()})
    settings, problems = read_obsidian(folder)
    assert problems == ()
    return settings


def test_without_files_defaults_apply(tmp_path: Path) -> None:
    assert read(tmp_path / "none") == ObsidianSettings(daily_format="")


def test_the_settings_that_matter_are_read(tmp_path: Path) -> None:
    settings = read(
        tmp_path,
        app={
            "strictLineBreaks": True, "showInlineTitle": False, "readableLineLength": False,
            "propertiesInDocument": "hidden", "showUnsupportedFiles": True, "userIgnoreFilters": ["Archive/", 5],
            "newLinkFormat": "relative", "somethingNew": 1,
        },
        types={"types": {"Rating": "number", "x": 5}},
        daily_notes={"folder": "/Journal/", "format": "DD"},
        core_plugins={"daily-notes": True},
        templates={"folder": "T"},
    )  # fmt: skip

    assert settings == ObsidianSettings(
        strict_line_breaks=True,
        show_inline_title=False,
        readable_line_length=False,
        properties_in_document="hidden",
        show_unsupported_files=True,
        ignore_filters=("Archive/",),
        link_format="relative",
        property_types={"rating": "number"},
        daily_folder="Journal",
        daily_format="DD",
        has_daily_notes=True,
        templates_folder="T",
    )


def test_core_plugins_may_be_a_list(tmp_path: Path) -> None:
    assert read(tmp_path, core_plugins=["bases", "daily-notes"]).has_daily_notes


def test_values_of_the_wrong_kind_count_as_absent(tmp_path: Path) -> None:
    settings = read(
        tmp_path,
        app={
            "strictLineBreaks": "yes",
            "userIgnoreFilters": "Archive/",
            "propertiesInDocument": 5,
            "newLinkFormat": [],
        },
        types={"types": []},
        daily_notes=5,
        templates={"folder": None},
    )

    assert settings == ObsidianSettings(daily_format="")


@pytest.mark.parametrize("content", [b"{", b"\xff\xff", b"[" * 100_000])
def test_a_broken_file_is_a_problem_and_the_others_are_read(tmp_path: Path, content: bytes) -> None:
    write_files(tmp_path, {".obsidian/app.json": content, ".obsidian/templates.json": '{"folder": "T"}'})

    settings, (problem,) = read_obsidian(tmp_path / ".obsidian")

    assert settings.templates_folder == "T"
    assert problem.path == ".obsidian/app.json"
    assert problem.hint


def test_a_folder_in_place_of_a_file_is_a_problem(tmp_path: Path) -> None:
    write_files(tmp_path, {".obsidian/app.json/": ""})

    _, problems = read_obsidian(tmp_path / ".obsidian")

    assert [problem.code for problem in problems] == ["unreadable-settings"]
