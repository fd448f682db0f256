"""Waiting for processes that end by themselves."""

import os
from collections.abc import Iterable


def wait_until_gone(processes: Iterable[int]) -> None:
    """Wait until processes of ours have ended, and leave them to whoever collects them."""
    for process in processes:
        os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
