"""Compiled templates are kept from run to run."""

from pathlib import Path

from napkin_site.builder.site_theme import Theme
from napkin_site.builder.theme.compiled import bytecode_cache


def test_templates_are_compiled_once(tmp_path: Path) -> None:
    Theme(cache=tmp_path).warm_up()
    files = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.cache")}

    Theme(cache=tmp_path).warm_up()

    assert len(files) > 10
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.cache")} == files


def test_what_other_code_compiled_is_removed(tmp_path: Path) -> None:
    other = tmp_path / "templates" / "of-an-older-release" / "a.cache"
    other.parent.mkdir(parents=True)
    other.touch()

    assert bytecode_cache(tmp_path) is not None

    assert not other.exists()
    assert len(list((tmp_path / "templates").iterdir())) == 1


def test_where_nothing_can_be_kept_templates_are_compiled_every_time(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert bytecode_cache(None) is None
    assert bytecode_cache(tmp_path / "file") is None
    Theme(cache=tmp_path / "file").warm_up()
