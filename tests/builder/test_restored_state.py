"""State that a CI host kept from an earlier run: the files' times are new, and it is right and quick all the same."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from napkin_site.builder.site import build_site
from napkin_site.core.model import Vault
from napkin_site.core.syntax.parse import parse_note
from napkin_site.core.syntax.tree import NoteSyntax, SyntaxOptions
from napkin_site.index.snapshot import load_snapshot
from napkin_site.vault.config import load_config
from napkin_site.vault.state import state_dir
from tests.conftest import CHECKOUT
from tests.vault.files import located

GARDEN = CHECKOUT / "examples" / "garden"
PINNED = {"SOURCE_DATE_EPOCH": "1735689600"}
"""Without it, notes that git does not know take the times of their files, which a fresh clone sets anew."""


def clone(vault: Path, *, age_s: int) -> Path:
    """Put a copy of the garden where `vault` is, as a checkout does: other inodes, and all times the present."""
    shutil.rmtree(vault, ignore_errors=True)
    shutil.copytree(GARDEN, vault)
    for path in vault.rglob("*"):
        stat = path.stat()
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns - age_s * 1_000_000_000))
    return vault


def site(vault: Path, output: Path, state: Path | None) -> dict[str, bytes]:
    build_site(vault, output, state_dir=state, workers=1, environ=PINNED)
    return {
        path.relative_to(output).as_posix(): path.read_bytes() for path in sorted(output.rglob("*")) if path.is_file()
    }


def load(vault: Path, state: Path, parse: Callable[[bytes, SyntaxOptions], NoteSyntax]) -> Vault:
    location = located(vault)
    snapshot = load_snapshot(location, load_config(location, environ={}), state_dir=state, parse=parse)
    snapshot.close()
    return snapshot.vault


def counting(parsed: list[bytes]) -> Callable[[bytes, SyntaxOptions], NoteSyntax]:
    def parse(source: bytes, options: SyntaxOptions) -> NoteSyntax:
        parsed.append(source)
        return parse_note(source, options)

    return parse


@pytest.mark.parametrize("place", ["the same", "another"])
def test_a_fresh_clone_with_restored_state_gives_the_bytes_of_a_clean_build(tmp_path: Path, place: str) -> None:
    (tmp_path / "state").mkdir()
    vault = clone(tmp_path / "vault", age_s=1000)
    site(vault, tmp_path / "first", tmp_path / "state")
    kept = shutil.copytree(tmp_path / "state", tmp_path / "restored")
    shutil.rmtree(vault)
    again = clone(vault if place == "the same" else tmp_path / "elsewhere" / "vault", age_s=0)
    note = again / "Plants" / "Basil.md"
    note.write_text(note.read_text(encoding="utf-8") + "\nOne more line.\n", encoding="utf-8")
    restored = site(again, tmp_path / "second", kept)
    assert b"One more line." in restored["Plants/Basil/index.html"]
    assert restored == site(again, tmp_path / "clean", None)


def test_with_restored_state_only_what_changed_is_parsed(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    parsed: list[bytes] = []
    vault = clone(tmp_path / "vault", age_s=1000)
    first = load(vault, tmp_path / "state", counting(parsed))
    assert len(parsed) >= 60
    kept = shutil.copytree(tmp_path / "state", tmp_path / "restored")
    clone(vault, age_s=0)
    (vault / "Plants" / "Basil.md").write_text("Only this is new.\n", encoding="utf-8")
    parsed.clear()
    second = load(vault, kept, counting(parsed))
    assert parsed == [b"Only this is new.\n"]
    assert second.notes.keys() == first.notes.keys()
    parsed.clear()
    load(vault, kept, counting(parsed))
    assert parsed == []


def test_state_is_found_again_only_where_the_vault_lies_at_the_same_place(tmp_path: Path) -> None:
    environ = {"NAPKIN_STATE_DIR": str(tmp_path / "state")}
    here = state_dir(located(clone(tmp_path / "vault", age_s=0)), environ=environ)
    assert state_dir(located(clone(tmp_path / "vault", age_s=9)), environ=environ) == here
    assert state_dir(located(clone(tmp_path / "other" / "vault", age_s=0)), environ=environ) != here
