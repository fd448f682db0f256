"""How long each stage of a build takes, and how far it is."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str, int, int], None]
"""Called with a stage, how much of it is done, and how much there is (0 when not known)."""


class Stages:
    """Measures stages one after the other."""

    def __init__(self, progress: Progress | None) -> None:
        self.seconds: dict[str, float] = {}
        """Stage -> how long it took, in order; one that comes twice is added up."""
        self._progress = progress
        self._name = ""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure one stage."""
        self._name = name
        self.tell(0, 0)
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = round(self.seconds.get(name, 0.0) + time.perf_counter() - start, 4)

    def tell(self, done: int, total: int) -> None:
        """Say how far the stage is."""
        if self._progress is not None:
            self._progress(self._name, done, total)
