"""A small vault with a plan of its site, made by hand: two notes to show, one held back, one excluded."""

from typing import Any

from napkin_site.builder.planning.site_plan import PlannedPage, SitePlan
from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.model import FileTimes, Note, ObsidianSettings, Vault
from napkin_site.core.paths import FolderPath, UrlPath, VaultPath, name_of, note_url
from napkin_site.core.syntax.tree import Link
from tests.core.made_notes import make_facts


def make_note(path: str, *links: Link, headings: tuple[tuple[int, str], ...] = (), **changes: Any) -> Note:
    """Make a note, with what the changes say."""
    values: dict[str, Any] = {
        "path": VaultPath(path),
        "name": name_of(VaultPath(path)),
        "facts": make_facts(*links, headings=headings),
        "properties": (),
        "tags": (),
        "aliases": (),
        "times": FileTimes(size=1, created_ns=0, modified_ns=0),
        "digest": "0",
    }
    return Note(**(values | changes))


def make_vault(*notes: Note) -> Vault:
    """Make a vault of these notes."""
    return Vault(
        name="made",
        settings=ObsidianSettings(),
        notes={note.path: note for note in sorted(notes, key=lambda note: note.path)},
        files={},
        folders=(),
    )


def make_plan(vault: Vault, *, hidden: tuple[str, ...] = (), home: str = "") -> SitePlan:
    """Publish every note but the hidden ones, `home` as the body of the home page."""
    published = tuple(path for path in vault.notes if path not in hidden)
    urls = {path: UrlPath("") if path == home else note_url(path) for path in published}
    pages = tuple(
        PlannedPage(kind="folder", url=url, title=vault.name, source=path, folder=FolderPath(""))
        if path == home
        else PlannedPage(kind="note", url=url, title=f"Title of {vault.notes[path].name}", source=path)
        for path, url in urls.items()
    )
    return SitePlan(
        pages=pages,
        urls=urls,
        attachments=(),
        tags={},
        redirects={},
        held_back=tuple(VaultPath(path) for path in hidden),
        problems=(),
        published=published,
    )


def make_link_index(vault: Vault) -> LinkIndex:
    """Resolve the links of the vault's notes."""
    return LinkIndex(LinkResolver(vault.notes), {path: note.facts for path, note in vault.notes.items()})
