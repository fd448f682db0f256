"""What a build and a check do alike before they part: they resolve the links of the vault."""

from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.model import Vault
from napkin_site.core.paths import VaultPath
from napkin_site.vault.config import Config


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
