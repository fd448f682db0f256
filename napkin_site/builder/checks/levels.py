"""Every code of a problem, and how much each counts in `napkin check`."""

import difflib
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from napkin_site.builder.checks.found import Found
from napkin_site.core.problems import Problem, Severity
from napkin_site.errors import ConfigError

LEVELS: Mapping[str, Severity | None] = {
    "alias-link": Severity.ERROR,
    "ambiguous-link": None,
    "ambiguous-part": None,
    "attachment-kept-back": None,
    "attachment-unreadable": None,
    "bad-ignore-rule": None,
    "broken-comment-link": None,
    "duplicate-block-id": None,
    "duplicate-property": None,
    "home-not-found": None,
    "invalid-tag": None,
    "invalid-utf8": None,
    "keywords-not-proven": None,
    "language-without-words": None,
    "large-search-index": None,
    "link-leaves-vault": None,
    "link-not-rewritten": None,
    "missing-embed": Severity.ERROR,
    "missing-extra-file": None,
    "missing-part": Severity.ERROR,
    "missing-site-file": None,
    "mkdocs-elsewhere": None,
    "mkdocs-setting": None,
    "mkdocs-theme": None,
    "napkin-too-long": None,
    "nav-entry-left-out": None,
    "no-site-url": None,
    "note-too-large": None,
    "orphan-attachment": None,
    "overlapping-link": None,
    "page-failed": None,
    "parse-failed": None,
    "pattern-matches-nothing": None,
    "permalink-bad": None,
    "permalink-taken": None,
    "publish-unclear": None,
    "redirect-taken": None,
    "remote-extra-file": None,
    "shallow-clone": None,
    "special-file": None,
    "stale-file-changed": None,
    "tag-without-page": None,
    "tangled-html": None,
    "twin-file": None,
    "unreadable-file": None,
    "unreadable-folder": None,
    "unreadable-front-matter": None,
    "unreadable-settings": None,
    "unresolved-link": Severity.ERROR,
    "url-collision": None,
}
"""Code -> its level in `napkin check`; None: the one it is found with, as in a build. A build goes on after a broken
link, so there it is a warning; a check is there to stop it."""


def check_rules(rules: Mapping[str, str]) -> None:
    """Refuse settings for codes that nobody knows.

    Raises:
        ConfigError: naming the code and the nearest one.
    """
    for code in rules:
        if code not in LEVELS:
            near = difflib.get_close_matches(code, LEVELS, n=1, cutoff=0.0)
            raise ConfigError(f"`check.rules.{code}`: there is no such problem", hint=f"Did you mean `{near[0]}`?")


def apply_levels(found: Iterable[Found], rules: Mapping[str, str]) -> Iterator[Found]:
    """Give each finding its level: the settings' own, else the table's, else that of its maker; drop what is off."""
    for item in found:
        problem = item.problem
        level = rules.get(problem.code) or LEVELS.get(problem.code) or problem.severity
        if level != "off":
            yield item if level == problem.severity else replace(item, problem=_at_level(item, level))


def _at_level(item: Found, level: str) -> Problem:
    return replace(item.problem, severity=Severity(level))
