import stat
import sys
from pathlib import Path

import pytest

from napkin_site.cli import clipboard
from tests.cli.conftest import Napkin


def put_program(folder: Path, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder that is the only one programs are looked for in, besides the shell's own tools."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for tool in ("cat", "sleep"):
        (folder / tool).symlink_to(f"/bin/{tool}")
    return folder


def test_what_is_printed_goes_to_the_first_clipboard_that_works(
    napkin: Napkin, vault: Path, programs: Path, tmp_path: Path
) -> None:
    put_program(programs, "wl-copy", "exit 1")
    put_program(programs, "xclip", f'cat > "{tmp_path}/clipped"; echo "$@" > "{tmp_path}/arguments"')
    put_program(programs, "xsel", f'cat > "{tmp_path}/wrong"')
    outcome = napkin("read", "Bees", "--vault", vault, "--copy")
    assert (outcome.code, outcome.out, outcome.err) == (0, "Bees like [[Clover]].\n", "")
    assert (tmp_path / "clipped").read_text(encoding="utf-8") == outcome.out
    assert (tmp_path / "arguments").read_text(encoding="utf-8") == "-selection clipboard\n"
    assert not (tmp_path / "wrong").exists()


def test_without_a_clipboard_there_is_a_warning_and_the_answer_stands(
    napkin: Napkin, vault: Path, programs: Path
) -> None:
    outcome = napkin("--copy", "link", "out", "Bees", "--vault", vault, "--copy")
    assert (outcome.code, outcome.out) == (0, "Clover\n")
    assert "nothing was copied: none of pbcopy, wl-copy, xclip, xsel, clip works here" in outcome.err


def test_an_error_leaves_the_clipboard_alone_and_stdout_as_it_was(napkin: Napkin, vault: Path, programs: Path) -> None:
    before = sys.stdout
    outcome = napkin("read", "nope", "--vault", vault, "--copy")
    assert (outcome.code, outcome.out) == (3, "")
    assert "copied" not in outcome.err
    assert sys.stdout is before


def test_a_clipboard_that_hangs_or_cannot_run_is_passed_over(
    napkin: Napkin, vault: Path, programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clipboard, "_PATIENCE_SECONDS", 0.2)
    put_program(programs, "pbcopy", "sleep 5")
    (programs / "wl-copy").write_bytes(b"\x7fELF broken")
    (programs / "wl-copy").chmod(0o755)
    put_program(programs, "xsel", f'cat > "{tmp_path}/clipped"')
    assert napkin("read", "Bees", "--vault", vault, "--copy").err == ""
    assert (tmp_path / "clipped").is_file()


def test_what_passes_through_looks_like_the_stream_behind() -> None:
    tee = clipboard.Tee(sys.stdout)
    assert tee.isatty() == sys.stdout.isatty()
    assert tee.encoding == sys.stdout.encoding
    tee.flush()
