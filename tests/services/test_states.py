import json
from pathlib import Path

import pytest

from napkin_site.services.states import list_states
from napkin_site.vault.locate import find_vault
from napkin_site.vault.state import state_dir


def test_states_are_listed_with_their_vaults_gone_ones_too(tmp_path: Path) -> None:
    environ = {"NAPKIN_STATE_DIR": str(tmp_path / "state")}
    for name in ("b", "a"):
        (tmp_path / name).mkdir()
        folder = state_dir(find_vault(None, named=tmp_path / name, environ={}), environ=environ)
        assert folder is not None
        (folder / "index.sqlite").write_bytes(b"12345")
    (tmp_path / "b").rmdir()
    (tmp_path / "state" / "odd").mkdir()
    (tmp_path / "state" / "broken").mkdir()
    (tmp_path / "state" / "broken" / "vault.json").write_text("{", encoding="utf-8")
    (tmp_path / "state" / "file").write_text("", encoding="utf-8")
    states = list_states(environ).states
    assert [(Path(state.vault).name, state.exists) for state in states] == [
        ("", False),
        ("", False),
        ("a", True),
        ("b", False),
    ]
    record = json.dumps({"path": str(tmp_path / "a")}) + "\n"
    assert states[2].size == len(record.encode()) + 5


@pytest.mark.parametrize("environ", [{}, {"NAPKIN_STATE_DIR": "/nowhere/at/all"}])
def test_without_any_state_there_is_none(environ: dict[str, str]) -> None:
    assert list_states(environ).states == ()
