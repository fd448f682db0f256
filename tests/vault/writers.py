"""Writers for tests: plans that need nothing of core's edits, and programs that write at the same time."""

import os
import subprocess
import sys
from pathlib import Path

from napkin_site.core.changes import ChangeSet, Origin, creation_of, edit_of
from napkin_site.core.paths import VaultPath
from napkin_site.vault.disk import Disk
from napkin_site.vault.writer import Plan, Writer

NOTE = VaultPath("Note.md")
ME = Origin(actor="me", kind="person", source="test")


def adding(path: VaultPath, text: str) -> Plan:
    """Give a plan that adds a text to a note, or makes it."""

    def plan(disk: Disk) -> ChangeSet:
        before = disk.read(path)
        if before is None:
            return creation_of("create", path, text.encode())
        return edit_of("append", path, before, before + text.encode())

    return plan


def writing(path: VaultPath, content: bytes) -> Plan:
    """Give a plan that makes a file hold some bytes."""

    def plan(disk: Disk) -> ChangeSet:
        before = disk.read(path)
        return creation_of("create", path, content) if before is None else edit_of("write", path, before, content)

    return plan


def open_writer(tmp_path: Path) -> Writer:
    """Open the vault of a test to write: `vault` beside `state`."""
    for name in ("vault", "state"):
        (tmp_path / name).mkdir(exist_ok=True)
    return Writer(tmp_path / "vault", tmp_path / "state")


def tree(root: Path) -> dict[str, bytes]:
    """Give every file below a folder with its bytes."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def start(code: str, *arguments: str | Path) -> subprocess.Popen[bytes]:
    """Start a Python program that can import this package and the tests."""
    checkout = Path(__file__).resolve().parent.parent.parent
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(checkout)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
