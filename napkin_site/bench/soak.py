"""`soak`: random sequences of edits, each built incrementally, must give what a clean build gives, byte for byte."""

import os
import random
import shutil
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from pathlib import Path

from napkin_site.bench.clock import work_folder
from napkin_site.bench.edits import RandomVault
from napkin_site.builder.report import BuildReport
from napkin_site.builder.site import build_site
from napkin_site.builder.site_theme import Theme

_NOW = datetime(2024, 5, 1, tzinfo=UTC)
_LEFT = "stale-file-changed"
_TAMPERED = 0.2
"""Share of builds before which somebody changes or deletes a page of the site."""


class SoakError(AssertionError):
    """An incremental build gave something else than a clean one; the text says after which edits, and where."""


def soak(sequences: int, *, first: int = 0, tell: Callable[[str], None] | None = None) -> None:
    """Try many sequences of edits.

    Args:
        sequences: how many.
        first: seed of the first one; the others count up from it.
        tell: told now and then how far it is.

    Raises:
        SoakError: the two builds differ.
    """
    theme = Theme()
    with work_folder() as work:
        for number in range(sequences):
            folder = work / str(number)
            try_sequence(folder, first + number, theme)
            shutil.rmtree(folder)
            if tell is not None and (number + 1) % 100 == 0:
                tell(f"{number + 1} of {sequences} sequences: every build equals a clean one")


def try_sequence(folder: Path, seed: int, theme: Theme | None = None) -> None:
    """Make a vault, edit it several times, build it after each time, and compare with clean builds.

    Args:
        folder: for vault, sites and state; made new.
        seed: which vault and edits.
        theme: saves loading it for every build.

    Raises:
        SoakError: the two builds differ.
    """
    chance = random.Random(f"sequence {seed}")  # noqa: S311 -- repeatable, not secret
    vault = RandomVault(folder, seed)
    site, state = folder / "site", folder / "state"
    state.mkdir()
    build_fixed(vault.root, site, state, theme)
    foreign: set[str] = set()
    for _ in range(chance.randrange(1, 4)):
        for _ in range(chance.choice((1, 1, 1, 2, 5))):
            vault.edit()
        if chance.random() < _TAMPERED:
            vault.edits.append(f"in the site: {_tamper(site, chance)}")
        built = build_fixed(vault.root, site, state, theme)
        # A page that is gone from the vault, but that somebody changed, is not ours to delete.
        foreign |= {found.message.split("`")[1] for found in built.problems if found.code == _LEFT}
        differing = differences(vault.root, site, folder / "clean", built, foreign=foreign, theme=theme)
        if differing:
            edits = "\n  ".join(vault.edits)
            raise SoakError(f"seed {seed}: {', '.join(differing[:5])} after\n  {edits}")


def differences(
    vault: Path,
    site: Path,
    clean: Path,
    built: BuildReport | None = None,
    *,
    foreign: Collection[str] = (),
    theme: Theme | None = None,
) -> list[str]:
    """Tell in what a site differs from a clean build of its vault.

    Args:
        vault: the vault.
        site: the site.
        clean: where to build for comparison; removed again.
        built: the report of the build of `site`; None to compare files alone.
        foreign: files of `site` that may be there besides.
        theme: saves loading it.
    """
    expected = build_fixed(vault, clean, None, theme)
    wanted, found = read_tree(clean), read_tree(site)
    shutil.rmtree(clean)
    paths = wanted.keys() | (found.keys() - set(foreign))
    differing = sorted(path for path in paths if wanted.get(path) != found.get(path))
    if built is not None:
        said = {problem for problem in built.problems if problem.code != _LEFT}
        differing += [f"problem {problem.code}" for problem in said ^ set(expected.problems)]
    return differing


def build_fixed(vault: Path, site: Path, state: Path | None, theme: Theme | None = None) -> BuildReport:
    """Build with a fixed clock and nothing from the environment."""
    return build_site(vault, site, state_dir=state, workers=1, now=_NOW, environ={}, theme=theme)


def read_tree(folder: Path) -> Mapping[str, bytes]:
    """Read every file below a folder: path -> content."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _tamper(site: Path, chance: random.Random) -> str:
    """Change or delete a page, as somebody might by mistake."""
    path = chance.choice(sorted(path for path in site.rglob("*.html")))
    if chance.choice((True, False)):
        path.unlink()
        return f"{path.relative_to(site)} deleted"
    times = path.stat()
    path.write_bytes(path.read_bytes()[::-1])
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return f"{path.relative_to(site)} changed"
