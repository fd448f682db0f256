"""The committed files of the theme are what its build makes."""

import hashlib
import json
import re

import pytest

from napkin_site.resources import theme_dir

ASSETS = theme_dir() / "assets"


def test_versions_are_the_hashes_of_the_committed_files() -> None:
    versions = json.loads((ASSETS / "versions.json").read_text())

    assert versions == {name: hashlib.sha256((ASSETS / name).read_bytes()).hexdigest()[:8] for name in versions}


def test_every_script_and_style_has_a_version() -> None:
    versions = json.loads((ASSETS / "versions.json").read_text())

    assert {path.name for path in ASSETS.iterdir() if path.suffix in {".js", ".css", ".svg"}} <= set(versions)


def test_lock_file_names_no_download_address() -> None:
    lock = json.loads((theme_dir() / "package-lock.json").read_text())

    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
    assert all("integrity" in package for name, package in lock["packages"].items() if name)


@pytest.mark.parametrize("package", ["katex", "mermaid", "lunr", "sigma", "graphology", "lucide-static"])
def test_licence_of_each_shipped_package_ships_too(package: str) -> None:
    text = (ASSETS / "vendor" / "LICENSES.txt").read_text(encoding="utf-8")

    assert re.search(rf"^{package} \d", text, re.MULTILINE)


def test_fonts_are_woff2_and_all_that_the_style_sheet_names() -> None:
    named = set(re.findall(r"url\(fonts/([^)]+)\)", (ASSETS / "katex" / "katex.css").read_text()))

    assert named == {path.name for path in (ASSETS / "katex" / "fonts").iterdir()}
    assert all(name.endswith(".woff2") for name in named)
