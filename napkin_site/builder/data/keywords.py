"""Which notes the keywords of folder pages are taken from."""

from collections.abc import Callable, Iterator, Mapping

from napkin_site.builder.planning.site_plan import SitePlan
from napkin_site.builder.questions.context import SiteContext
from napkin_site.core.model import Vault
from napkin_site.core.overview import KeywordNote, folder_keywords
from napkin_site.core.paths import FolderPath, VaultPath, file_name, folder_of
from napkin_site.core.syntax.tree import Unit

_OPENING = 600
"""Characters. The whole text gives nearly the same keywords (nine of ten) and takes twice as long."""


def choose_keywords(context: SiteContext) -> Mapping[FolderPath, tuple[str, ...]]:
    """Choose the keywords of each folder's page."""
    return site_keywords(context.vault, context.plan, context.snapshot.units)


def site_keywords(
    vault: Vault, plan: SitePlan, units: Callable[[VaultPath], tuple[Unit, ...]], *, limit: int = 8
) -> Mapping[FolderPath, tuple[str, ...]]:
    """Choose the keywords of each folder's page.

    Notes about a folder say what it is for, which its page shows in full, so NAPKIN.md and `_about.md` are left out
    (memory-spec §6.3), and so are notes that Obsidian's exclusion filters hide.

    Args:
        vault: the snapshot.
        plan: says what is published.
        units: loads a note's text; called once a note, in path order.
        limit: most keywords a folder.
    """
    return folder_keywords(_notes(vault, plan, units), limit=limit)


def _notes(vault: Vault, plan: SitePlan, units: Callable[[VaultPath], tuple[Unit, ...]]) -> Iterator[KeywordNote]:
    for path in plan.published:
        note = vault.notes[path]
        if path != "NAPKIN.md" and file_name(path) != "_about.md" and not note.is_excluded:
            yield KeywordNote(
                folder=folder_of(path),
                name=note.name,
                headings=tuple([heading.text for heading in note.facts.headings]),
                texts=_opening(units(path)),
            )


def _opening(units: tuple[Unit, ...]) -> tuple[str, ...]:
    """Take the prose at the start of a note, which says what it is about."""
    texts: list[str] = []
    left = _OPENING
    for unit in units:
        if unit.kind not in {"heading", "code"}:
            texts.append(unit.text[:left])
            left -= len(unit.text)
            if left <= 0:
                break
    return tuple(texts)
