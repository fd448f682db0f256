"""Run a case: build its site, then hold every expectation against the output."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from napkin_site.core.model import Note
from napkin_site.core.paths import vault_path
from napkin_site.services.access import VaultAccess
from napkin_site.vault.config import load_config
from napkin_site.vault.locate import find_vault
from tests.conformance import checks_links, checks_site, checks_text, checks_vault
from tests.conformance.cases import Case, Expectation, write_vault
from tests.conformance.export import export_everything, export_site, set_times
from tests.conformance.nesting import nesting_faults
from tests.conformance.view import Exported, PageOnDisk

PAGE_CHECKS: dict[str, Callable[[PageOnDisk, Expectation], str]] = {
    "callout": checks_text.callout,
    "callout_count": checks_text.callout_count,
    "code_block": checks_text.code_block,
    "contains": checks_text.contains,
    "css_classes": checks_site.css_classes,
    "embed": checks_links.embed,
    "embed_missing": checks_links.embed_missing,
    "footnote": checks_text.footnote,
    "footnote_count": checks_text.footnote_count,
    "footnote_ref": checks_text.footnote_ref,
    "heading": checks_text.heading,
    "image": checks_links.image,
    "link_count": checks_links.link_count,
    "link_target": checks_links.link_target,
    "math": checks_text.math,
    "math_count": checks_text.math_count,
    "media": checks_links.media,
    "mermaid": checks_text.mermaid,
    "not_contains": checks_text.not_contains,
    "page_meta": checks_site.page_meta,
    "selector_count": checks_text.selector_count,
    "selector_text": checks_text.selector_text,
    "tag": checks_site.tag,
    "tag_count": checks_site.tag_count,
    "task": checks_text.task,
    "task_count": checks_text.task_count,
    "visible_text_contains": checks_text.visible_text_contains,
    "visible_text_equals": checks_text.visible_text_equals,
    "visible_text_not_contains": checks_text.visible_text_not_contains,
    "web_embed": checks_links.web_embed,
}
"""Kinds that look at the case's page; each check gives the empty string, or why it failed."""

NOTE_CHECKS: dict[str, Callable[[Note, Expectation], str]] = {
    "frontmatter_error": checks_site.frontmatter_error,
    "no_property": checks_site.no_property,
    "page_tags": checks_site.page_tags,
    "property": checks_site.note_property,
}
"""Kinds that look at the note as it was read."""

SITE_CHECKS: dict[str, Callable[[Exported, Expectation], str]] = {
    "backlinks": checks_site.backlinks,
    "site_file": checks_site.site_file,
    "site_page": checks_site.site_page,
    "site_redirect": checks_site.site_redirect,
    "site_url": checks_site.site_url,
}
"""Kinds that look at the site as a whole; `site_file` is our own addition, for files beside the pages."""


VAULT_CHECKS: dict[str, Callable[[Case, VaultAccess, Expectation], str]] = {
    "bookmarks": checks_vault.bookmarks,
    "daily_path": checks_vault.daily_path,
    "template": checks_vault.template,
}
"""Kinds that ask the vault itself, no site."""


@dataclass(frozen=True)
class Failure:
    """An expectation that does not hold, and why."""

    expect: Expectation
    why: str

    def __str__(self) -> str:
        asked = ", ".join(f"{name}={value!r}" for name, value in self.expect.items() if name != "kind")
        return f"{self.expect['kind']}({asked}): {self.why}"


def run_case(case: Case, work: Path) -> list[Failure]:
    """Build the site of a case below `work`, an empty folder, and list what does not hold.

    Besides what the case expects, the tags of the rendered note must nest.
    """
    root = work / "vault"
    root.mkdir(parents=True)
    write_vault(case, root)
    set_times(case, root)
    sites = _Sites(case, work)
    failures = [Failure(expect, why) for expect in case.expect if (why := _check(sites, case, expect))]
    page = sites.public.page_of(case.page) if sites.is_built else None
    faults = nesting_faults(page.content_html) if page is not None else []
    if faults:
        failures.append(Failure({"kind": "nesting"}, "; ".join(faults)))
    return failures


class _Sites:
    """The site of a case as visitors get it, and as the author sees it with nothing held back; made when asked for."""

    def __init__(self, case: Case, work: Path) -> None:
        self._case = case
        self._work = work

    @property
    def is_built(self) -> bool:
        """Whether an expectation has asked for the public site."""
        return "public" in self.__dict__

    @property
    def vault(self) -> VaultAccess:
        """The vault, as the verbs of the library see it."""
        location = find_vault(None, named=self._work / "vault", environ={})
        return VaultAccess(location, config=load_config(location, environ={}))

    @cached_property
    def public(self) -> Exported:
        """The site that `build_site` makes."""
        return export_site(self._case, self._work / "vault", self._work / "public")

    @cached_property
    def everything(self) -> Exported:
        """A page for every note."""
        return export_everything(self._work / "vault", self._work / "all")

    def showing(self, path: str) -> Exported:
        """Give the public site if the page is on it, else the author's: held-back notes have a look too."""
        return self.public if self.public.page_of(path) is not None else self.everything


def _check(sites: _Sites, case: Case, expect: Expectation) -> str:
    kind = expect["kind"]
    if kind in VAULT_CHECKS:
        return VAULT_CHECKS[kind](case, sites.vault, expect)
    if kind in SITE_CHECKS:
        return SITE_CHECKS[kind](sites.public, expect)
    if kind in NOTE_CHECKS:
        note = sites.public.vault.notes.get(vault_path(case.page))
        return NOTE_CHECKS[kind](note, expect) if note is not None else f"no note {case.page!r}"
    if kind in PAGE_CHECKS:
        page = sites.showing(case.page).page_of(case.page)
        return PAGE_CHECKS[kind](page, expect) if page is not None else f"{case.page!r} has no page"
    return "not supported"
