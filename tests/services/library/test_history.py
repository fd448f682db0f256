"""The history, as a program asks for it."""

from pathlib import Path

import pytest

from napkin_site import NotFoundError, Vault
from tests.vault.files import write_files


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    write_files(tmp_path / "v", {".napkin/config.json": "{}", "Leek.md": "# Leek\n"})
    (tmp_path / "state").mkdir()
    vault = Vault(tmp_path / "v", state_dir=tmp_path / "state", actor="scribe", kind="agent")
    vault.append("Leek", "x", reason="why", request="r-1")
    vault.rename("Leek", "Onion")
    return vault


def test_every_verb_about_the_history_is_a_method(vault: Vault) -> None:
    newest, *_, oldest = vault.log("Onion")
    assert (newest.op, oldest.op) == ("rename", "external")
    assert [entry.id for entry in vault.log(limit=1)] == [newest.id]
    entry = vault.entry("2")
    assert (entry.reason, entry.request, entry.source, entry.kind) == ("why", "r-1", "library", "agent")
    assert vault.version("1", "Onion").content == "# Leek\n"
    assert vault.version("2").content == "# Leek\nx\n"
    assert vault.diff("1..") == "--- a/Leek.md\n+++ b/Onion.md\n@@ -1 +1,2 @@\n # Leek\n+x\n"
    assert vault.undo(dry_run=True).diff == "rename from Onion.md\nrename to Leek.md\n"
    assert vault.undo(reason="no").undone == newest.id
    assert vault.log(actor="scribe")[0].undoes == newest.id
    assert vault.purge_history(keep_from="2", dry_run=True).entries == 1
    assert vault.purge_history(keep_from=None).entries == 4
    assert vault.log() == ()
    with pytest.raises(NotFoundError):
        vault.undo()


def test_without_a_place_for_it_there_is_no_history(vault: Vault) -> None:
    bare = Vault(vault.location.root, state_dir=None)
    assert bare.log() == ()
    with pytest.raises(NotFoundError):
        bare.diff("1")
