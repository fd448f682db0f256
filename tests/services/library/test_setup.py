from pathlib import Path

import pytest

from napkin_site.errors import UsageError
from napkin_site.services.library.vault import Vault
from tests.vault.files import write_files


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_files(
        tmp_path / "notes", {".napkin/config.json": '{"search": {"limit": 1}}', "README.md": "# Read me\n"}
    )


def test_a_bookmark_is_added_to_none(root: Path) -> None:
    vault = Vault(root)
    assert vault.bookmarks() == ()
    vault.add_bookmark(file="README.md")
    (bookmark,) = vault.bookmarks()
    assert (bookmark.type, bookmark.target) == ("file", "README.md")


def test_a_setting_is_set_and_got(root: Path) -> None:
    vault = Vault(root)
    assert vault.set_setting("search.limit", "50").value == 50
    assert vault.setting("search.limit") == 50
    vault.set_setting("site.exclude", ["Private/"], reason="it is private")
    assert tuple(vault.setting("site.exclude")) == ("Private/",)
    assert vault.log(limit=1)[0].reason == "it is private"


def test_settings_given_by_the_program_are_not_set(root: Path) -> None:
    before = (root / ".napkin/config.json").read_bytes()
    vault = Vault(root, config={"search": {"limit": 7}})
    with pytest.raises(UsageError, match="config is injected in code; edit the source, not the vault"):
        vault.set_setting("search.limit", 50)
    assert (root / ".napkin/config.json").read_bytes() == before
