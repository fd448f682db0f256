"""`exclude_docs` and `draft_docs` of a `mkdocs.yml`: patterns as in `.gitignore`, over notes and files alike."""

from collections.abc import Callable

from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.paths import VaultPath, nfc


def excluded_docs(settings: SiteSettings) -> Callable[[VaultPath], bool]:
    """Make what tells whether those patterns keep a note or file off the site; letter case counts, as in MkDocs."""
    lines = settings.project.exclude_docs
    if not lines:
        return _nothing
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 -- only who has such patterns waits for it

    return GitIgnoreSpec.from_lines([nfc(line) for line in lines]).match_file


def _nothing(_path: VaultPath) -> bool:
    return False
