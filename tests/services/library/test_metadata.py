"""Properties and tasks, as a program changes them."""

from pathlib import Path

import pytest

from napkin_site import Vault
from tests.vault.files import write_files


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    files = {".napkin/config.json": "{}", "README.md": "---\ntitle: Hi\n---\n- [ ] task one\n"}
    write_files(tmp_path / "v", files)
    (tmp_path / "state").mkdir()
    return Vault(tmp_path / "v", state_dir=tmp_path / "state", actor="scribe", kind="agent")


def test_a_property_is_set_read_and_removed(vault: Vault) -> None:
    assert vault.set_property("README", "draft", "true").value is True
    assert vault.property("README", "draft").value is True
    assert vault.remove_property("README", "draft").removed == "draft"
    assert vault.property("README", "draft").value is None
    assert vault.set_property("README", "n", "42", type="text").value == "42"
    assert vault.set_property("README", "n", [1, None]).value == [1, None]
    assert vault.rename_property("README", "n", "m").to == "m"


def test_lists_grow_and_shrink(vault: Vault) -> None:
    assert vault.add_to_property("README", "tags", "a, b").added == ("a", "b")
    assert vault.add_to_property("README", "sizes", ["1", 1]).value == ["1", 1]
    assert vault.remove_from_property("README", "sizes", [1]).value == ["1"]
    assert vault.remove_from_property("README", "tags", "b").value == ["a"]


def test_a_task_is_marked_and_toggled(vault: Vault) -> None:
    done = vault.set_task("README", 4, "x", reason="it is done")
    assert (done.path, done.status, done.text) == ("README.md", "x", "task one")
    assert "- [x] task one" in vault.read("README").content
    assert vault.toggle_task("README", 4).status == " "
    assert [entry.reason for entry in vault.log("README", actor="scribe")] == ["", "it is done"]
    assert vault.read("README").last_actor == "scribe"
