"""Which note is the body of which folder's page (decision 22)."""

from collections.abc import Collection, Mapping

from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.links import LinkResolver
from napkin_site.core.paths import FolderPath, VaultPath, folder_of, name_of
from napkin_site.core.problems import Problem, Severity

_SETTING, _NAMESAKE = -1, 0
_RANKS = {"_about": 1, "napkin": 2, "index": 3, "readme": 4}
_HOME_RANKS = {"napkin": 1, "index": 2, "readme": 3, "_about": 4}


def folder_bodies(
    published: Collection[VaultPath],
    folders: Collection[FolderPath],
    home: VaultPath | None,
) -> Mapping[FolderPath, VaultPath]:
    """Choose the body of each folder's page; the others of several candidates stay ordinary notes.

    Args:
        published: notes that are published.
        folders: folders that have a page.
        home: the note that the settings name as home page.

    Returns:
        Folder -> note; a folder without one has a generated page.
    """
    spelled: dict[str, FolderPath] = {}
    for folder in sorted(folders):
        if folder:
            spelled.setdefault(folder.casefold(), folder)
    best: dict[FolderPath, tuple[int, VaultPath]] = {}
    for path in sorted(published):
        if path == home:
            best[FolderPath("")] = (_SETTING, path)
            continue
        folder = folder_of(path)
        rank = (_RANKS if folder else _HOME_RANKS).get(name_of(path).casefold())
        namesake = spelled.get(path[:-3].casefold())
        if namesake is not None:
            folder, rank = namesake, _NAMESAKE
        if rank is not None and (folder not in best or rank < best[folder][0]):
            best[folder] = (rank, path)
    return {folder: path for folder, (_, path) in sorted(best.items())}


def home_note(
    settings: SiteSettings, resolver: LinkResolver, published: Collection[VaultPath]
) -> tuple[VaultPath | None, Problem | None]:
    """Find the note that the setting `home` names, with a problem when it cannot be the home page."""
    if not settings.home:
        return None, None
    path = resolver.resolve_path(settings.home.strip().strip("/"), VaultPath("")).path
    if path is not None and path in published:
        return path, None
    return None, Problem(
        severity=Severity.WARNING,
        code="home-not-found",
        message=f"the home page `{settings.home}` is not a published note",
        hint="Set `site.home` to a note that is published.",
    )
