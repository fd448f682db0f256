"""Ask git about the repository a folder lies in: quietly, within a time limit, and without taking its locks."""

import os
from pathlib import Path

_TIMEOUT_S = 60
"""An answer that takes longer than this is not worth the wait."""
_SAFE = ("-c", "core.quotePath=off", "-c", "log.showSignature=false", "-c", "core.fsmonitor=false")
_QUIET = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


def run_git(root: Path, *arguments: str, may_fetch: bool = True) -> bytes | None:
    """Run git in `root`; None when it is missing, takes too long, or says no.

    Args:
        root: a folder in the repository.
        arguments: the command and its options.
        may_fetch: whether a partial clone may fetch what it lacks.
    """
    if not _may_know(root):
        return None
    import subprocess  # noqa: PLC0415 -- only who has a repository pays for loading it

    try:
        done = subprocess.run(
            ["git", *_SAFE, "-C", str(root), *arguments],
            capture_output=True,
            check=True,
            timeout=_TIMEOUT_S,
            env={**os.environ, **_QUIET, **({} if may_fetch else {"GIT_NO_LAZY_FETCH": "1"})},
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def _may_know(root: Path) -> bool:
    """Tell whether git could find a repository, as it looks for one; starting it takes far longer than looking."""
    if "GIT_DIR" in os.environ:
        return True
    place = root.resolve()
    return any((folder / ".git").exists() for folder in (place, *place.parents))
