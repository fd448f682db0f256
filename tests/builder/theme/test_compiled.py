"""Compiled templates are kept from run to run."""

import os
import shutil
import time
from pathlib import Path

import pytest
from jinja2 import Environment

from napkin_site.builder.site import build_site
from napkin_site.builder.site_theme import Theme
from napkin_site.builder.theme.compiled import bytecode_cache
from tests.builder.sites import write_vault


def test_templates_are_compiled_once(tmp_path: Path) -> None:
    Theme(cache=tmp_path).warm_up()
    files = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.cache")}

    Theme(cache=tmp_path).warm_up()

    assert len(files) > 10
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.cache")} == files


def test_what_other_code_compiled_is_removed_when_it_is_old(tmp_path: Path) -> None:
    for name, age_s in (("last-year", 365 * 86400), ("beside-ours", 60)):
        folder = tmp_path / "templates" / name
        folder.mkdir(parents=True)
        (folder / "a.cache").touch()
        then = time.time() - age_s
        os.utime(folder, (then, then))

    assert bytecode_cache(tmp_path) is not None

    assert not (tmp_path / "templates" / "last-year").exists()
    assert (tmp_path / "templates" / "beside-ours" / "a.cache").exists()


def test_a_cache_that_is_cleared_while_it_is_in_use_costs_time_only(tmp_path: Path) -> None:
    theme = Theme(cache=tmp_path)
    shutil.rmtree(tmp_path)

    theme.warm_up()


def test_where_nothing_can_be_kept_templates_are_compiled_every_time(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert bytecode_cache(None) is None
    assert bytecode_cache(tmp_path / "file") is None
    Theme(cache=tmp_path / "file").warm_up()


def test_a_build_in_one_process_uses_what_was_compiled_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_vault(tmp_path / "vault", {"Folder/Note.md": "#tag [[Missing]]"})
    environ = {"XDG_CACHE_HOME": str(tmp_path / "cache")}

    def build(name: str) -> None:
        build_site(
            tmp_path / "vault", tmp_path / name, state_dir=tmp_path / f"state-{name}", workers=1, environ=environ
        )

    build("first")
    monkeypatch.delattr(Environment, "compile")
    build("second")
