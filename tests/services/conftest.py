"""Vaults for the tests of services, and a way to open them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from napkin_site.services.access import VaultAccess
from napkin_site.vault.locate import find_vault

MakeVault = Callable[[dict[str, str]], VaultAccess]


@pytest.fixture
def opened(tmp_path: Path) -> MakeVault:
    """Return a function that writes a vault and opens it, without any state outside of it."""

    def make(files: dict[str, str]) -> VaultAccess:
        root = tmp_path / "vault"
        (root / ".napkin").mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            file = root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode())
        return VaultAccess(find_vault(None, named=root), state_dir=None)

    return make
