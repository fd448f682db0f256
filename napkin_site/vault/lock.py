"""The one lock of a vault, shared by all processes that read it as a whole or write it (write-api C9-2).

The system's own file lock: it falls with its process, so it is never stale. Within one process each holder has its
own descriptor, so threads exclude each other too.
"""

import contextlib
import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path

from napkin_site.errors import LockedError, WriteError

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows reads and builds; it does not write (decision 9)
    fcntl = None  # type: ignore[assignment]  # looked at before use

DEADLINE_S = 10.0
"""Writes take milliseconds; who waits longer than this is told."""

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.0005, 0.02
_BUSY = (errno.EAGAIN, errno.EACCES)


class VaultLock:
    """The lock file of a vault's state folder."""

    def __init__(self, file: Path, *, deadline_s: float = DEADLINE_S) -> None:
        self._file = file
        self._deadline_s = deadline_s

    @contextlib.contextmanager
    def hold(self, *, is_shared: bool = False) -> Iterator[None]:
        """Hold the lock: alone to write, shared to read a set of files that belong together.

        Raises:
            LockedError: others held it for too long.
            WriteError: the state folder cannot be written.
        """
        if fcntl is None:  # pragma: no cover - see above
            raise WriteError("this system has no file locks that napkin knows, so it does not write here")
        try:
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            raise WriteError(
                f"the lock cannot be opened: {error.strerror}", path=str(self._file), hint="See `NAPKIN_STATE_DIR`."
            ) from error
        try:
            self._take(descriptor, fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def _take(self, descriptor: int, kind: int) -> None:
        give_up = time.monotonic() + self._deadline_s
        pause = _FIRST_PAUSE_S
        while True:
            try:
                fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in _BUSY:
                    raise WriteError(f"the lock cannot be taken: {error.strerror}", path=str(self._file)) from error
            else:
                return
            if time.monotonic() >= give_up:
                raise LockedError(
                    f"another process has held the vault for {self._deadline_s:g} seconds",
                    path=str(self._file),
                    hint="Try again.",
                )
            time.sleep(pause)
            pause = min(pause * 1.5, _LONGEST_PAUSE_S)
