from pathlib import Path

import pytest

from napkin_site.builder.mkdocs_settings import find_mkdocs_file
from napkin_site.errors import ConfigError
from tests.builder.sites import write_vault


def test_a_file_some_folders_up_counts_when_it_names_the_vault(tmp_path: Path) -> None:
    write_vault(tmp_path, {"mkdocs.yml": "site_name: Up\ndocs_dir: a/vault\n", "a/mkdocs.yml": "site_name: Near\n"})
    (tmp_path / "a/vault").mkdir()
    found = find_mkdocs_file(tmp_path / "a/vault")
    assert found is not None
    assert found.site_name == "Up"
    assert find_mkdocs_file(tmp_path / "a/other") is None


def test_a_broken_file_is_an_error_only_right_above_the_vault(tmp_path: Path) -> None:
    write_vault(tmp_path, {"mkdocs.yml": "a: [", "deep/n.md": "x"})
    with pytest.raises(ConfigError):
        find_mkdocs_file(tmp_path / "vault")
    assert find_mkdocs_file(tmp_path / "deep/vault") is None
