import errno
import os
import pty
import sys
from pathlib import Path

import pytest

from napkin_site.cli.progress import progress_line


def test_nobody_watching_means_no_progress_line() -> None:
    with progress_line(wanted=True) as progress:
        assert progress is None


def test_a_terminal_sees_the_stage_and_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("COLUMNS", "80")
        with progress_line(wanted=False) as unwanted:
            assert unwanted is None
        with progress_line(wanted=True) as progress:
            assert progress is not None
            progress("render", 3, 7)
    shown = _read_all(ours)
    assert "render" in shown
    assert "3/7" in shown


def test_output_that_is_not_a_terminal_holds_no_escapes(tmp_path: Path) -> None:
    from napkin_site.cli.terminal import mark, say

    with (tmp_path / "log").open("w") as log:
        old, sys.stdout = sys.stdout, log
        try:
            say(mark("error"))
        finally:
            sys.stdout = old
    assert (tmp_path / "log").read_text() == "✗\n"


def _read_all(terminal: int) -> str:
    """Read what a terminal was sent, after the other end was closed."""
    shown = b""
    try:
        while piece := os.read(terminal, 4096):
            shown += piece
    except OSError as error:
        if error.errno != errno.EIO:  # how Linux says that a terminal's other end is gone
            raise
    os.close(terminal)
    return shown.decode()
