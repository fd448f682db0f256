"""Whole files by the library: each verb a method, with the keywords of every change."""

from pathlib import Path

import pytest

from napkin_site import ExistsError, StalePreconditionError, Vault
from tests.vault.files import write_files


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    """Open a vault that has a history."""
    files = {".napkin/config.json": "{}", "Leek.md": "# Leek\n", "March.md": "[[Leek|l]]\n", "a/Leek.png": "png"}
    (tmp_path / "state").mkdir()
    return Vault(write_files(tmp_path / "vault", files), state_dir=tmp_path / "state", actor="gardener", kind="agent")


def test_files_are_moved_renamed_deleted_and_brought_back(vault: Vault) -> None:
    moved = vault.move("Leek", "beds")
    assert (moved.source, moved.to, moved.links) == ("Leek.md", "beds/Leek.md", 0)
    assert vault.move(["March", "a/"], "old").moves[0].to == "old/March.md"
    renamed = vault.rename("Leek", "Porree", reason="what it is called here")
    assert [file.path for file in renamed.rewritten] == ["old/March.md"]
    assert vault.read("March").content == "[[Porree|l]]\n"
    deleted = vault.delete("Porree", if_match=renamed.etag)
    assert (dict(deleted.linking), deleted.trash) == ({"old/March.md": 1}, ".trash/beds/Porree.md")
    assert [item.origin for item in vault.trash()] == ["beds/Porree.md"]
    assert vault.restore("Porree", to="beds/Leek.md").path == "beds/Leek.md"
    assert vault.delete("old", recursive=True).files == ("old/March.md", "old/a/Leek.png")
    assert vault.purge_trash(["old"]).purged == (".trash/old/March.md", ".trash/old/a/Leek.png")
    assert vault.purge_trash().id == ""
    assert vault.delete("Leek", permanent=True).permanent


def test_a_note_that_moved_is_read_where_it_is_now(vault: Vault) -> None:
    vault.move("Leek", "Archive")
    assert vault.read("Leek").path == "Archive/Leek.md"


def test_conditions_and_previews_hold_for_files_too(vault: Vault) -> None:
    with pytest.raises(StalePreconditionError):
        vault.rename("Leek", "Porree", if_match="0" * 64)
    with pytest.raises(ExistsError):
        vault.rename("Leek", "March")
    preview = vault.rename("Leek", "March", overwrite=True, dry_run=True)
    assert "+++ /dev/null" in preview.diff
    assert vault.rename("Leek", "Porree", links="keep").links == 0
    assert vault.files(extension="md") == ("March.md", "Porree.md")


def test_files_move_as_part_of_a_batch(vault: Vault) -> None:
    done = vault.batch(
        [
            {"op": "rename", "file": "Leek", "name": "Porree"},
            {"op": "move", "file": ["Porree", "March"], "to": "x"},
            {"op": "append", "note": "March", "text": "[[Porree]]"},
            {"op": "delete", "file": "Leek.png"},
        ]
    )
    assert done.id
    assert vault.read("x/March").content == "[[Porree|l]]\n[[Porree]]\n"
    assert vault.links_back("Porree") == {"x/March.md": 2}
    assert [item.origin for item in vault.trash()] == ["a/Leek.png"]
