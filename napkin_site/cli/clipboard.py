"""`--copy`: what goes to stdout also goes to the clipboard, by whatever program this machine has for that."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from io import TextIOBase
from typing import TextIO

from napkin_site.cli.terminal import mark, say

_PROGRAMS: Sequence[Sequence[str]] = (
    ("pbcopy",),
    ("wl-copy",),
    ("xclip", "-selection", "clipboard"),
    ("xsel", "--clipboard", "--input"),
    ("clip",),
)
"""Tried in this order (repair 29)."""
_PATIENCE_SECONDS = 5.0


class Tee(TextIOBase):
    """A stdout that keeps what passes through it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._parts: list[str] = []

    @property
    def kept(self) -> str:
        """All that was written."""
        return "".join(self._parts)

    def write(self, text: str) -> int:
        """Pass a text on, and keep it."""
        written = self._stream.write(text)  # Click tries whether it takes bytes: it does not
        self._parts.append(text)
        return written

    def flush(self) -> None:
        """Flush the stream behind."""
        self._stream.flush()

    def isatty(self) -> bool:
        """Say what the stream behind says."""
        return self._stream.isatty()

    @property
    def encoding(self) -> str:  # type: ignore[override]  # typeshed has a variable, of which this is the reading half
        """The encoding of the stream behind."""
        return self._stream.encoding


def start_copying() -> Tee:
    """Keep from now on what goes to stdout."""
    tee = Tee(sys.stdout)
    sys.stdout = tee
    return tee


def finish_copying(tee: Tee, stream: TextIO) -> None:
    """Give stdout back, and put what was kept on the clipboard; warn when there is no way to (repair 29)."""
    sys.stdout = stream
    if not tee.kept:
        return
    for command in _PROGRAMS:
        program = shutil.which(command[0])
        if program is not None and _copy([program, *command[1:]], tee.kept):
            return
    names = ", ".join(command[0] for command in _PROGRAMS)
    say(f"{mark('warning')} nothing was copied: none of {names} works here", err=True)


def _copy(command: Sequence[str], text: str) -> bool:
    """Run a clipboard's program; some stay to serve the clipboard, so their output must not hold us."""
    try:
        done = subprocess.run(
            command,
            input=text.encode("utf-8", "replace"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_PATIENCE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
