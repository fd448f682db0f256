"""Check a vault: all that reading, planning and the rules of `checks/` find, at the levels that were asked for."""

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from napkin_site.builder.checks.baseline import Debt, split_known
from napkin_site.builder.checks.files import find_orphan_files
from napkin_site.builder.checks.found import Found
from napkin_site.builder.checks.levels import apply_levels, check_rules
from napkin_site.builder.checks.links import LinkRules
from napkin_site.builder.checks.notes import find_in_notes
from napkin_site.builder.checks.since import read_changes, touched_by
from napkin_site.builder.planning.plan import plan_site
from napkin_site.builder.planning.reach import extra_files, site_files
from napkin_site.builder.planning.selection import is_template
from napkin_site.builder.reading import resolve_links
from napkin_site.builder.settings.mkdocs_settings import read_settings
from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.model import Vault
from napkin_site.core.paths import FolderPath, VaultPath, vault_path
from napkin_site.core.problems import Problem
from napkin_site.core.values import Value
from napkin_site.errors import NotFoundError
from napkin_site.index.parsing import Hands
from napkin_site.index.snapshot import Snapshot, load_snapshot
from napkin_site.vault.config import Config
from napkin_site.vault.locate import VaultLocation
from napkin_site.vault.reader import read_file

_FILLED_IN_LATER = frozenset({"unreadable-front-matter", "publish-unclear", "invalid-tag", "duplicate-property"})
"""What a template may have: `{{date}}` in its properties becomes right when a note is made from it."""


class CheckReport(Value):
    """The result of a check; encodable as JSON as it stands."""

    notes: int
    """Notes that were asked about; without paths, those of the vault."""
    counts: Mapping[str, int]
    """Findings by level: `error`, `warning`, `info`."""
    known: int
    """Findings that the baseline excuses; they are in no other number."""
    mended: int
    """Entries of the baseline that are too high, because something was mended; 0 where only a part was checked."""
    problems: tuple[Problem, ...]
    """Sorted by path, line, code and message, each once."""


class Checked(Value):
    """What was found in a vault, before a baseline is laid on it."""

    notes: int
    found: tuple[Found, ...]
    """Sorted by path, line, code and message."""
    is_partial: bool
    """True when paths or a commit limited it."""


def check_vault(
    location: VaultLocation,
    *,
    paths: Sequence[str] = (),
    since: str = "",
    state_dir: Path | None = None,
    workers: int = 1,
    environ: Mapping[str, str] | None = None,
) -> Checked:
    """Find what is wrong with a vault.

    Args:
        location: where it is.
        paths: vault paths of files and folders to report about; empty for all. The whole vault is read in any case.
        since: a commit; report only what a change since then may have made. Empty for all.
        state_dir: where the index is kept; None keeps it in memory.
        workers: processes for parsing, when much is to be parsed.
        environ: the environment; None for the process's own.

    Raises:
        ConfigError: a setting is wrong.
        NotFoundError: a path is not in the vault.
        UsageError: git cannot tell what changed.
    """
    config, settings, setting_problems = read_settings(location, environ=environ)
    check_rules(config.check.rules)
    changes = read_changes(location.root, since) if since else None
    snapshot = load_snapshot(location, config, state_dir=state_dir, hands=Hands(workers))
    vault = snapshot.vault
    try:
        wanted = _limits(vault, paths)
        every = [*(Found(problem=problem) for problem in setting_problems), *_find(snapshot, config, settings)]
        found = list(apply_levels(every, config.check.rules))
    finally:
        snapshot.close()
    if changes is not None:
        found = list(touched_by(found, changes, [*vault.notes, *vault.files]))
    if paths:
        found = [item for item in found if _is_in(item.problem.path, wanted)]
    notes = [path for path in vault.notes if not paths or _is_in(path, wanted)]
    return Checked(notes=len(notes), found=_sorted(found), is_partial=bool(paths or since))


def report_of(checked: Checked, baseline: Mapping[Debt, int] | None = None) -> CheckReport:
    """Sum up what was found, old debts left out.

    Args:
        checked: the findings.
        baseline: old debts; None when there are none.
    """
    found, known, mended = split_known(checked.found, baseline or {})
    levels = Counter(item.problem.severity.value for item in found)
    return CheckReport(
        notes=checked.notes,
        counts={level: levels[level] for level in ("error", "warning", "info")},
        known=known,
        mended=0 if checked.is_partial else mended,
        problems=tuple(item.problem for item in found),
    )


def _find(snapshot: Snapshot, config: Config, settings: SiteSettings) -> Iterator[Found]:
    """Gather what every part of the program says about the vault."""
    vault = snapshot.vault
    resolver, index = resolve_links(vault, config)
    plan = plan_site(vault, resolver, index, settings, read_source=snapshot.source)
    for problem in (*vault.problems, *plan.problems):
        if problem.code not in _FILLED_IN_LATER or not is_template(VaultPath(problem.path), settings):
            yield Found(problem=problem)
    notes = [path for path in vault.notes if not is_template(path, settings)]
    yield from LinkRules(vault, index).find(notes)
    yield from find_in_notes(vault, notes)
    used = (*site_files(vault, settings).values(), *extra_files(vault, settings)[0], "publish.js")
    yield from find_orphan_files(vault, resolver, index, lambda path: _bytes(snapshot, path), used=used)


def _bytes(snapshot: Snapshot, path: VaultPath) -> bytes:
    try:
        return read_file(snapshot.file(path))
    except OSError:
        return b""


def _limits(vault: Vault, paths: Sequence[str]) -> tuple[str, ...]:
    """Check that each path names something of the vault; its root is the empty path."""
    limits = []
    for text in paths:
        path = vault_path(text.replace(os.sep, "/"))
        path = VaultPath("" if path == "." else path)
        if path and path not in vault.notes and path not in vault.files and FolderPath(path) not in vault.folders:
            hint = "Name a note, file or folder of the vault; ignored ones are no part of it."
            raise NotFoundError(f"`{text}` is not in the vault", path=text, hint=hint)
        limits.append(path)
    return tuple(limits)


def _is_in(path: str, limits: Collection[str]) -> bool:
    return any(not limit or path == limit or path.startswith(f"{limit}/") for limit in limits)


def _sorted(found: Sequence[Found]) -> tuple[Found, ...]:
    """Put findings in order; what is said twice about one place is said once."""
    by_place: dict[tuple[str, int, str, str], Found] = {}
    for item in found:
        problem = item.problem
        by_place.setdefault((problem.path, problem.line, problem.code, problem.message), item)
    return tuple(by_place[place] for place in sorted(by_place))
