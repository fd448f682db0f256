"""Digests of what a build, or a part of it, is made from; equal ones mean that it need not be made again."""

import os
from collections.abc import Iterable
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.problems import Problem
from napkin_site.index.identity import code_digest, files_below
from napkin_site.index.snapshot import Look
from napkin_site.resources import theme_dir
from napkin_site.vault.config import Config

if TYPE_CHECKING:
    from napkin_site.builder.questions.context import SiteContext

_ROOMS = ("builder", "core", "index", "vault")
_LIBRARIES = frozenset(
    {
        *("jinja2", "markupsafe", "mkdocs", "mkdocs_material", "msgspec", "nh3", "pygments", "pyromark"),
        *("python_frontmatter", "pyyaml"),
    }
)
_RACY_NS = 20_000_000
"""A file changed this shortly before it was looked at may change again without its times telling (decision 8)."""
_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def shared_digest(config: Config, settings: SiteSettings) -> bytes:
    """Hash what all pages of a site share: settings, theme, code."""
    theme = str(theme_dir())
    templates = [f"{theme}/main.html", *files_below(f"{theme}/partials"), *files_below(f"{theme}/napkin")]
    overrides = files_below(settings.project.overrides) if settings.project.overrides else []
    files = [*templates, f"{theme}/assets/versions.json", *overrides]
    code = code_digest(*_ROOMS, files=files, libraries=_LIBRARIES)
    return digest_of([code, settings, config.obsidian])


def whole_digest(
    shared: bytes,
    look: Look,
    *,
    pinned: datetime | None,
    revision: str | None,
    problems: Iterable[Problem],
) -> bytes:
    """Hash everything that a build depends on, without reading a note.

    Args:
        shared: `shared_digest`.
        look: names, sizes and times of all files.
        pinned: what stands for the times of files.
        revision: git's revision, from which dates come; None without one.
        problems: what was found so far.

    Returns:
        Empty bytes when a file changed so shortly before the look that it may have changed once more since.
    """
    if any(file.fingerprint.ctime_ns >= look.now_ns - _RACY_NS for file in look.scan.files):
        return b""
    assets = [
        (file, (status := os.stat(file)).st_size, status.st_mtime_ns)  # noqa: PTH116
        for file in files_below(str(theme_dir() / "assets"))
    ]
    return digest_of([shared, look.scan, look.problems, pinned, revision, [*problems], assets])


def notes_digest(context: "SiteContext") -> bytes:
    """Hash what search and keywords are made of: all published notes, with their titles and addresses."""
    notes, plan = context.vault.notes, context.plan
    return digest_of(
        [
            (path, notes[path].digest, notes[path].is_excluded, plan.urls[path], context.title(path))
            for path in plan.published
        ]
    )


def graph_digest(context: "SiteContext", notes: bytes) -> bytes:
    """Hash what the graph is made of: the notes (`notes_digest`), and what each of their links means."""
    out = context.link_index.out
    return digest_of([notes, [[found.target for found in out.get(path, ())] for path in context.plan.published]])


def digest_of(value: Any) -> bytes:
    """Hash plain values, by an encoding in which different values differ."""
    try:
        data = _encode(value)
    except UnicodeEncodeError:  # half of a surrogate pair, which YAML can spell
        data = repr(value).encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=16).digest()
