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
        terminal.flush()
        shown = os.read(ours, 65536).decode()
    os.close(ours)
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
