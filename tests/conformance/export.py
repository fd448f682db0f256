"""Turn a case into a finished site on disk, by the same `build_site` that users run."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from napkin_site.builder.gather import make_context
from napkin_site.builder.pages.note import css_classes
from napkin_site.builder.planning.site_plan import SitePlan
from napkin_site.builder.questions.highlight import Highlighter
from napkin_site.builder.questions.page_links import SiteLinks, SiteTargets
from napkin_site.builder.settings.site_settings import SiteSettings, site_settings
from napkin_site.builder.site import build_site
from napkin_site.core.html import content_region, render_note
from napkin_site.core.links import LinkResolver
from napkin_site.core.paths import file_url, note_url
from napkin_site.index.snapshot import Snapshot, load_snapshot
from napkin_site.vault.config import load_config
from napkin_site.vault.locate import VaultLocation, find_vault
from tests.conformance.cases import Case
from tests.conformance.view import Exported

_NO_ENVIRONMENT: dict[str, str] = {}
_NAMES = {
    "indexfile": "home",
    "sitename": "name",
    "included": "include",
    "excluded": "exclude",
    "includefolders": "include",
    "excludefolders": "exclude",
}
"""Publish's names of options, without case, `-` and `_`, and ours where they differ."""
_OURS = {name.replace("_", ""): name for name in SiteSettings.__struct_fields__}


def export_site(case: Case, root: Path, output: Path) -> Exported:
    """Build the public site of a case."""
    location = find_vault(None, named=root, environ=_NO_ENVIRONMENT)
    config = load_config(location, environ=_NO_ENVIRONMENT)
    settings = _with_options(site_settings(config, location.name), case.site)
    now = datetime.fromisoformat(case.now).replace(tzinfo=UTC) if case.now and not case.stat else None
    build_site(location, output, settings=settings, state_dir=None, workers=1, now=now, environ=_NO_ENVIRONMENT)
    snapshot = _read(location)
    context, _ = make_context(snapshot, config, settings, pinned=now)
    return Exported(output, snapshot.vault, context.plan)


def export_everything(root: Path, output: Path) -> Exported:
    """Write a bare page for every note, those included that the public does not get to see."""
    snapshot = _read(find_vault(None, named=root, environ=_NO_ENVIRONMENT))
    vault = snapshot.vault
    files = tuple(vault.files)
    plan = SitePlan(
        pages=(),
        urls={path: note_url(path) for path in vault.notes} | {path: file_url(path) for path in files},
        attachments=files,
        copies={path: file_url(path) for path in files},
        tags={},
        redirects={},
        held_back=(),
        problems=(),
    )
    targets = SiteTargets(snapshot, LinkResolver([*vault.notes, *files]), plan, highlight=Highlighter())
    for path in files:
        _write(output / plan.urls[path], Path(snapshot.file(path)).read_bytes())
    for path, note in vault.notes.items():
        url = plan.urls[path]
        html = render_note(path, note.facts, snapshot.body(path), SiteLinks(targets, url))
        page = f"<!doctype html><title>{note.name}</title>{content_region(path, css_classes(note), html)}"
        _write(output / url / "index.html", page.encode())
    return Exported(output, vault, plan)


def set_times(case: Case, root: Path) -> None:
    """Give the files of a case their pinned times."""
    for name, stat in case.stat.items():
        if stat.mtime:
            seconds = datetime.fromisoformat(stat.mtime).replace(tzinfo=UTC).timestamp()
            os.utime(root / name, (seconds, seconds))


def _read(location: VaultLocation) -> Snapshot:
    return load_snapshot(location, load_config(location, environ=_NO_ENVIRONMENT), state_dir=None)


def _with_options(settings: SiteSettings, options: dict[str, Any]) -> SiteSettings:
    """Apply a case's options, which may go by Publish's names."""
    values: dict[str, Any] = {}
    for name, value in options.items():
        bare = name.replace("-", "").replace("_", "").lower()
        field = _NAMES.get(bare) or _OURS.get(bare)
        if field is not None:
            values[field] = tuple(value) if isinstance(value, list) else value
    return replace(settings, **values)


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
