"""Plan a site over a snapshot, and gather all that its pages may ask about."""

from datetime import datetime

from napkin_site.builder.planning.dates import note_dates
from napkin_site.builder.planning.git_dates import read_git_dates
from napkin_site.builder.planning.plan import plan_site
from napkin_site.builder.questions.context import SiteContext
from napkin_site.builder.questions.highlight import Highlighter
from napkin_site.builder.questions.page_links import SiteTargets
from napkin_site.builder.reading import resolve_links
from napkin_site.builder.settings.languages import theme_language
from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.problems import Problem, Severity
from napkin_site.index.snapshot import Snapshot
from napkin_site.vault.config import Config


def make_context(
    snapshot: Snapshot, config: Config, settings: SiteSettings, *, pinned: datetime | None, has_history: bool = True
) -> tuple[SiteContext, tuple[Problem, ...]]:
    """Plan a site over a snapshot, and gather what its pages read.

    Args:
        snapshot: the vault at one moment.
        config: the vault's configuration.
        settings: checked settings.
        pinned: stands for every file time; None for the files' own.
        has_history: False when git is known to know nothing of the vault.
    """
    vault = snapshot.vault
    resolver, index = resolve_links(vault, config)
    plan = plan_site(vault, resolver, index, settings, read_source=snapshot.source)
    git = read_git_dates(snapshot.root) if pinned is None and has_history else None
    problems = [*plan.problems]
    if git is not None and git.is_shallow:
        problems.append(_SHALLOW)
    if not settings.url:
        problems.append(_NO_URL)
    if not theme_language(settings.language):
        problems.append(_without_words(settings.language))
    if settings.keywords == "proven":
        problems.append(_NOT_PROVEN)
    context = SiteContext(
        snapshot=snapshot,
        settings=settings,
        plan=plan,
        resolver=resolver,
        link_index=index,
        targets=SiteTargets(snapshot, resolver, plan, highlight=Highlighter(snapshot.memo)),
        dates=note_dates(vault, git, pinned=pinned),
        keywords={},
    )
    return context, (*problems, *(context.nav.problems if context.nav is not None else ()))


def _without_words(language: str) -> Problem:
    return Problem(
        severity=Severity.INFO,
        code="language-without-words",
        message=f"the theme has no words in `{language}`, so what it says itself, such as `Search`, is English",
        hint="Is `site.language` a language tag, such as `de` or `pt-BR`?",
    )


_NOT_PROVEN = Problem(
    severity=Severity.WARNING,
    code="keywords-not-proven",
    message="`site.keywords: proven` is not built yet; keywords are chosen by tf-idf",
    hint="Set `site.keywords` to `tfidf` until then.",
)
_SHALLOW = Problem(
    severity=Severity.WARNING,
    code="shallow-clone",
    message="this clone lacks the history, so notes without a date in their properties have none",
    hint="Fetch the whole history: git fetch --unshallow (in a workflow: fetch-depth: 0).",
)
_NO_URL = Problem(
    severity=Severity.INFO,
    code="no-site-url",
    message="the site's address is not known, so sitemap and feed name pages without a host",
    hint="Set `site.url` in `.napkin/config.json`.",
)
