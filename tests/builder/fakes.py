"""Small vaults made by hand, for tests of what needs no parser."""

import re
from collections.abc import Mapping
from typing import Any

from napkin_site.builder.planning.plan import plan_site
from napkin_site.builder.planning.site_plan import SitePlan
from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.model import FileKind, FileTimes, Note, ObsidianSettings, Vault, VaultFile
from napkin_site.core.paths import FolderPath, VaultPath, ancestors_of, name_of
from napkin_site.core.properties import note_aliases, note_tags, type_properties
from napkin_site.core.syntax.tree import Link, NoteFacts

TIMES = FileTimes(size=1, created_ns=0, modified_ns=0)
_KINDS: Mapping[str, FileKind] = {"png": "image", "svg": "image", "pdf": "pdf", "canvas": "canvas", "base": "base"}
_LINK = re.compile(r"(!?)\[\[([^\]|#]+)(?:#([^\]|]*))?(?:\|([^\]]*))?\]\]")


def make_note(
    path: str,
    text: str = "",
    *,
    properties: Mapping[str, Any] | None = None,
    error: str = "",
    is_excluded: bool = False,
) -> Note:
    """Make a note whose text is one paragraph; its `[[links]]` count, nothing else in it does."""
    data = dict(properties or {})
    links = tuple(
        Link(
            syntax="wikilink",
            is_embed=bool(match[1]),
            path=match[2],
            subpath=match[3] or "",
            display=match[4],
            place="body",
            span=match.span(),
            target_span=match.span(2),
            line=1,
            passage=0,
            passage_range=match.span(),
        )
        for match in _LINK.finditer(text)
    )
    facts = NoteFacts(
        properties=data,
        properties_span=(0, 0),
        properties_error=error,
        body_start=0,
        links=links,
        tags=(),
        headings=(),
        tasks=(),
        block_ids=(),
        passages=(text,) if links else (),
        excerpt=text,
        comments=(),
        words=len(text.split()),
        features=(),
        findings=(),
    )
    return Note(
        path=VaultPath(path),
        name=name_of(VaultPath(path)),
        facts=facts,
        properties=type_properties(data, {}),
        tags=note_tags(data, ()),
        aliases=note_aliases(data),
        times=TIMES,
        digest="0",
        is_excluded=is_excluded,
    )


def make_vault(*notes: Note, files: tuple[str, ...] = ()) -> Vault:
    """Make a vault of notes and other files."""
    paths = [*(note.path for note in notes), *map(VaultPath, files)]
    folders = {folder for path in paths for folder in ancestors_of(path)} - {FolderPath("")}
    return Vault(
        name="Vault",
        settings=ObsidianSettings(),
        notes={note.path: note for note in sorted(notes, key=lambda note: note.path)},
        files={
            VaultPath(path): VaultFile(
                path=VaultPath(path), kind=_KINDS.get(path.rpartition(".")[2], "other"), times=TIMES
            )
            for path in sorted(files)
        },
        folders=tuple(sorted(folders)),
    )


def make_plan(
    vault: Vault, settings: SiteSettings | None = None, *, sources: Mapping[str, bytes] | None = None
) -> SitePlan:
    """Plan a site over a vault."""
    resolver = LinkResolver([*vault.notes, *vault.files])
    index = LinkIndex(resolver, {path: note.facts for path, note in vault.notes.items()})
    return plan_site(
        vault, resolver, index, settings or SiteSettings(), read_source=lambda path: (sources or {}).get(path, b"")
    )


def codes(plan: SitePlan) -> list[str]:
    """List the codes of a plan's problems."""
    return [problem.code for problem in plan.problems]
