import pytest

from napkin_site.builder.planning.excluded_docs import excluded_docs
from napkin_site.builder.settings.project import ProjectExtras
from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.paths import VaultPath


@pytest.mark.parametrize(
    ("lines", "path", "is_excluded"),
    [
        ((), "a.md", False),
        (("/drafts/",), "drafts/deep/a.md", True),
        (("/drafts/",), "in/drafts/a.md", False),
        (("*.txt", "!keep.txt"), "in/keep.txt", False),
        (("*.txt", "!keep.txt"), "in/other.txt", True),
        (("# words", ""), "words", False),
        (("Private/",), "private/a.md", False),
        (("Re\u0301sume\u0301/",), "Résumé/a.md", True),
    ],
)
def test_patterns_are_those_of_a_gitignore(lines: tuple[str, ...], path: str, *, is_excluded: bool) -> None:
    settings = SiteSettings(project=ProjectExtras(exclude_docs=lines))
    assert excluded_docs(settings)(VaultPath(path)) is is_excluded
