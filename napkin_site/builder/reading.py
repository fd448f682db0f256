"""What a build and a check do alike before they part: processes that parse, and the links of the vault."""

import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.model import Vault
from napkin_site.core.paths import VaultPath
from napkin_site.vault.config import Config


@contextmanager
def parser_crew(workers: int) -> Iterator[Executor | None]:
    """Give the processes that help to parse, started when there is work for them; None where there can be none.

    Args:
        workers: how many processes work, this one counted.
    """
    if workers < 2 or not can_fork():
        yield None
        return
    with ProcessPoolExecutor(max_workers=workers - 1, mp_context=multiprocessing.get_context("fork")) as executor:
        yield executor


def can_fork() -> bool:
    """Say whether worker processes can inherit this one's memory (on macOS system libraries break after a fork)."""
    return sys.platform != "darwin" and "fork" in multiprocessing.get_all_start_methods()


def resolve_links(vault: Vault, config: Config) -> tuple[LinkResolver, LinkIndex]:
    """Resolve every link of a vault, by alias too where the settings ask for it (decision 11)."""
    aliases = _aliases(vault) if config.links.resolve_aliases else None
    resolver = LinkResolver([*vault.notes, *vault.files], aliases=aliases)
    return resolver, LinkIndex(resolver, {path: note.facts for path, note in vault.notes.items()})


def _aliases(vault: Vault) -> dict[str, VaultPath]:
    found: dict[str, VaultPath] = {}
    for path, note in vault.notes.items():
        for alias in note.aliases:
            found.setdefault(alias, path)
    return found
