"""Build a whole site: see what the vault holds, and make what is not as it was.

A build in which nothing changed ends here, before any note is read; everything else is in `making`.
"""

import os
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from napkin_site.builder.ahead import Ahead
from napkin_site.builder.output.build_state import BuildMemory, unchanged_report
from napkin_site.builder.output.digests import shared_digest, whole_digest
from napkin_site.builder.output.write import OutputFolder
from napkin_site.builder.planning.dates import pinned_time
from napkin_site.builder.planning.git_dates import git_revision
from napkin_site.builder.report import BuildReport
from napkin_site.builder.settings.mkdocs_settings import read_settings
from napkin_site.builder.settings.site_settings import SiteSettings, check_settings
from napkin_site.builder.stages import Progress, Stages
from napkin_site.core.problems import Problem
from napkin_site.core.values import Value
from napkin_site.index.parsing import Hands, paused_gc
from napkin_site.index.snapshot import Look, load_snapshot, look_at
from napkin_site.vault.config import Config
from napkin_site.vault.locate import VaultLocation, find_vault
from napkin_site.vault.state import cache_dir
from napkin_site.vault.state import state_dir as usual_state_dir

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from napkin_site.builder.site_theme import Theme

__all__ = ["USUAL", "Progress", "build_site"]


class _Usual:
    """Stands for "the usual state folder", since None means "none"."""


USUAL = _Usual()


@paused_gc()
def build_site(
    vault: VaultLocation | Path | str,
    output: Path | str,
    *,
    settings: SiteSettings | None = None,
    state_dir: Path | _Usual | None = USUAL,
    workers: int | None = None,
    executor: "Executor | None" = None,
    clean: bool = False,
    now: datetime | None = None,
    environ: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    theme: "Theme | None" = None,
) -> BuildReport:
    """Build the website of a vault.

    Args:
        vault: where it is; any folder will do.
        output: a new or empty folder, or one built earlier.
        settings: None reads them from the vault's configuration.
        state_dir: where the index is kept, and what earlier builds made of what; None keeps the one in memory and
            makes every page anew, and nothing is written but the website.
        workers: processes; None for one a core.
        executor: reads the notes in place of such processes: that of `concurrent.futures`, or a cluster's. Its workers
            must find the vault at the same place. Pages, any of which may depend on any note, are made here.
        clean: remove what earlier builds wrote first, and make everything anew.
        now: stands for the time of every file without a date of its own, so that output can be reproduced; None
            takes `SOURCE_DATE_EPOCH`, and without that the files' own times.
        environ: the environment; None for the process's own.
        progress: told how far the build is.
        theme: the theme, where one process builds more than once; None loads it when it is needed.

    Raises:
        VaultNotFoundError: there is no such folder.
        ConfigError: a setting is wrong.
        OutputError: the output cannot be written.
        ThemeError: the theme is damaged.
    """
    environ = os.environ if environ is None else environ
    clock = Stages(progress)
    location = vault if isinstance(vault, VaultLocation) else find_vault(None, named=Path(vault), environ=environ)
    folder = OutputFolder(Path(output))
    with clock.stage("read"):
        config, found_settings, problems = read_settings(location, environ=environ)
        settings = check_settings(settings) if settings is not None else found_settings
        folder.open(location.root)
        state = usual_state_dir(location, environ=environ) if isinstance(state_dir, _Usual) else state_dir
        memory = BuildMemory(state, folder)
        last = memory.load() if not clean else None
        pinned = now or pinned_time(environ)
        look = look_at(location, config, state_dir=state, prune=(folder.root.resolve(),))
        inputs = _Inputs(
            root=location.root, config=config, settings=settings, look=look, pinned=pinned, problems=tuple(problems)
        )
        same = unchanged_report(last, memory, inputs.whole) if last is not None else None
    if same is not None:
        return msgspec.structs.replace(same, output=str(output), seconds=dict(clock.seconds))
    cache = cache_dir(environ) if state is not None else None
    with Ahead(theme, overrides=settings.project.overrides, cache=cache, sum_up=lambda: inputs.whole) as ahead:
        with clock.stage("read"):
            hands = Hands(workers or _cores(), executor, ahead)
            snapshot = load_snapshot(location, config, state_dir=state, hands=hands, look=look)
        from napkin_site.builder.making import Order, make_site  # noqa: PLC0415 -- only who needs it pays for loading it

        order = Order(
            snapshot=snapshot,
            config=config,
            settings=settings,
            output=folder,
            shown_output=str(output),
            pinned=pinned,
            has_history=inputs.revision is not None,
            workers=hands.workers,
            memory=memory,
            last=last,
            whole=inputs.whole,
            shared=inputs.shared,
            problems=inputs.problems,
            clean=clean,
            theme=ahead.theme,
            cache=cache,
            highlighted=ahead.highlighted,
        )
        return make_site(order, clock)


class _Inputs(Value, dict=True, gc=True):
    """What a build depends on, besides what the notes say."""

    root: Path
    config: Config
    settings: SiteSettings
    look: Look
    pinned: datetime | None
    problems: tuple[Problem, ...]

    @cached_property
    def shared(self) -> bytes:
        """Digest of what all pages share."""
        return shared_digest(self.config, self.settings)

    @cached_property
    def revision(self) -> str | None:
        """What git says of the vault's commit; None when there is none, or file times are pinned."""
        return None if self.pinned is not None else git_revision(self.root)

    @cached_property
    def whole(self) -> bytes:
        """Digest of all of it."""
        return whole_digest(self.shared, self.look, pinned=self.pinned, revision=self.revision, problems=self.problems)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
