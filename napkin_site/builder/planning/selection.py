"""Which notes are published: the privacy filter, which fails closed (decisions 19 to 22, obsidian-spec §13)."""

from collections.abc import Callable, Iterator
from typing import Literal

from napkin_site.builder.planning.excluded_docs import excluded_docs
from napkin_site.builder.planning.path_lists import PathList
from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.frontmatter import property_line
from napkin_site.core.model import Note, Vault
from napkin_site.core.paths import VaultPath, folder_path
from napkin_site.core.problems import Problem, Severity
from napkin_site.core.values import Value

Wish = Literal["yes", "no", "unsaid", "unclear"]
"""What a note's own properties say about publishing it."""

_KEYS = (b"publish", b"draft")


class Selection(Value):
    """The notes of a vault, parted."""

    published: tuple[VaultPath, ...]
    """Sorted."""
    held_back: tuple[VaultPath, ...]
    """Sorted."""
    problems: tuple[Problem, ...]
    """Notes held back because their wish could not be read, and list entries that match nothing."""


def select_notes(vault: Vault, settings: SiteSettings, read_source: Callable[[VaultPath], bytes]) -> Selection:
    """Part the vault's notes into those that are published and those that are not.

    Args:
        vault: the snapshot.
        settings: mode and lists.
        read_source: a file's bytes, asked for only where a note's wish is not plain.
    """
    include, exclude = PathList(settings.include), PathList(settings.exclude)
    is_excluded = excluded_docs(settings)
    published: list[VaultPath] = []
    held_back: list[VaultPath] = []
    problems: list[Problem] = []
    used: set[str] = set()
    for path, note in vault.notes.items():
        wish, problem = note_wish(note, read_source)
        if problem:
            problems.append(problem)
        excluded = exclude.match(path)
        if excluded:
            used.add(excluded)
        included = include.match(path)
        if included:
            used.add(included)
        if not is_excluded(path) and is_published(path, wish, settings, include=include, exclude=exclude):
            published.append(path)
        else:
            held_back.append(path)
    used.update(entry for path in vault.files if (entry := exclude.match(path)))
    problems += _unmatched(vault, settings, used)
    return Selection(published=tuple(sorted(published)), held_back=tuple(sorted(held_back)), problems=tuple(problems))


def _unmatched(vault: Vault, settings: SiteSettings, used: set[str]) -> Iterator[Problem]:
    """Report entries of the lists that match nothing, with the path that was most likely meant."""
    paths = [*vault.notes, *vault.files]
    lists = {"include": settings.include, "exclude": settings.exclude, "trusted_html": settings.trusted_html}
    for name, entries in lists.items():
        for entry in entries:
            # Trust is by folder alone, and in its exact spelling.
            folder = f"{folder_path(entry)}/".lstrip("/")
            if any(path.startswith(folder) for path in paths) if name == "trusted_html" else entry in used:
                continue
            from difflib import get_close_matches  # noqa: PLC0415 -- only a wrong name needs it

            near = get_close_matches(entry.strip("/"), {*vault.folders, *paths}, n=1, cutoff=0.75)
            yield Problem(
                severity=Severity.WARNING,
                code="pattern-matches-nothing",
                message=f"`{entry}` in `site.{name}` matches no file of the vault",
                hint=f"Did you mean `{near[0]}`?" if near else "Write the path from the vault's root, or a glob.",
            )


def is_published(path: VaultPath, wish: Wish, settings: SiteSettings, *, include: PathList, exclude: PathList) -> bool:
    """Decide about one note. Any exclusion wins, but `publish: true` wins over lists of folders."""
    if wish in {"no", "unclear"} or is_template(path, settings):
        return False
    if wish == "yes":
        return exclude.file_of(path) is None
    if settings.publish_mode == "flagged" or exclude.match(path):
        return False
    return not settings.include or include.match(path) is not None


def is_template(path: VaultPath, settings: SiteSettings) -> bool:
    """Say whether a file lies in a folder of templates (decision 22)."""
    text = path.casefold()
    return any(text.startswith(folder.strip("/").casefold() + "/") for folder in settings.templates_folders if folder)


def note_wish(note: Note, read_source: Callable[[VaultPath], bytes]) -> tuple[Wish, Problem | None]:
    """Read what a note says about its own publication, with a problem where that is unclear.

    Property names are compared without case, as everywhere (obsidian-spec §7.4); of several spellings the strictest
    counts.
    """
    facts = note.facts
    if facts.properties_error:
        start, stop = facts.properties_span
        source = read_source(note.path)
        head = (source[start:stop] or source).lower()
        if not source or any(key in head for key in _KEYS):  # the file may have changed since it was parsed
            reason = "its front matter is unreadable and may say so"
            return "unclear", _unclear(note.path, reason, "Repair the YAML.", line=1)
        return "unsaid", None
    wishes: set[Wish] = set()
    problem = None
    for name, value in facts.properties.items():
        key = name.strip().casefold()
        if key == "publish":
            wish = _publish_wish(value)
        elif key == "draft":
            wish = _draft_wish(value)
        else:
            continue
        wishes.add(wish)
        if wish == "unclear":
            reason, hint = f"`{name}` is neither true nor false", f"Write `{name}: true` or `false`."
            line = property_line(read_source(note.path), facts.properties_span, name)
            problem = _unclear(note.path, reason, hint, line=line)
    for wish in ("no", "unclear", "yes"):
        if wish in wishes:
            return wish, problem
    return "unsaid", None


def _publish_wish(value: object) -> Wish:
    if value is True:
        return "yes"
    return "no" if value is False else "unclear"


def _draft_wish(value: object) -> Wish:
    if value is False or value is None or value == "":
        return "unsaid"
    return "no" if value is True else "unclear"


def _unclear(path: VaultPath, reason: str, hint: str, *, line: int) -> Problem:
    return Problem(
        severity=Severity.WARNING,
        code="publish-unclear",
        message=f"the note is held back: {reason}",
        path=path,
        line=line,
        hint=hint,
    )
