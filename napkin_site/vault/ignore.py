"""Which files are no part of the vault (memory-spec §1.4); which stay out of search and graph (obsidian-spec §1.11)."""

import re
import time
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from napkin_site.core.path_rules import TEMPORARY_PREFIX
from napkin_site.core.problems import Problem, Severity
from napkin_site.core.wildcards import TOO_MANY_WILDCARDS, has_too_many_wildcards
from napkin_site.vault.config import IgnoreSection
from napkin_site.vault.locate import VaultLocation

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

NAPKIN_IGNORE = ".napkinignore"
GIT_IGNORE = ".gitignore"
SKIPPED_FOLDERS = frozenset({".obsidian", ".git", ".trash", ".nanny", ".napkin", "node_modules"})
"""Never part of a vault, whatever the settings say."""
INTERNAL_FILES = frozenset({"config.json", "search-cache.json", "overview-cache.json"})
"""Files of napkin itself where the notes lie in `.napkin/`."""
FILTER_SECONDS = 2.0
"""Most time one excluded-files filter may take for all paths of a vault; a sound one needs a microsecond a path."""
_INSTANT = 1e-6
"""Seconds: what is left for each further path then; most searches end before anyone looks at the clock."""

_NAMED_GROUP = re.compile(r"\(\?P<\w+>")


class _Patterns:
    """The rules of one file; most paths match none of them, which one look tells."""

    def __init__(self, spec: "GitIgnoreSpec") -> None:
        self._spec = spec
        regexes = [pattern.regex for pattern in spec.patterns]
        sources = [_NAMED_GROUP.sub("(?:", str(regex.pattern)) for regex in regexes if regex is not None]
        looks = re.compile("|".join(sources))
        # Nearly all begin with `^`, where matching is quicker; that of `*/` does not.
        self._look = looks.match if all(source.startswith("^") for source in sources) else looks.search

    def match(self, path: str) -> bool:
        return self._look(path) is not None and self._spec.match_file(path)


class IgnoreRules:
    """The ignore rules of one vault, compiled once.

    A file is ignored when any source says so: `.napkinignore`, `.gitignore` (by setting), the rule of dots (by
    setting). A negation works inside its own source only.
    """

    def __init__(
        self,
        *,
        specs: "Sequence[GitIgnoreSpec]" = (),
        dotfiles: bool = True,
        skipped_folders: frozenset[str] = SKIPPED_FOLDERS,
        internal_files: frozenset[str] = frozenset(),
        outside_links: Literal["report", "follow", "skip"] = "report",
    ) -> None:
        self._patterns = tuple(_Patterns(spec) for spec in specs)
        self._dotfiles = dotfiles
        self._skipped_folders = skipped_folders
        self._internal_files = internal_files
        self.outside_links = outside_links
        """What a walk does with a symbolic link to what is no part of the vault."""

    def is_folder_ignored(self, path: str, name: str) -> bool:
        """Tell whether a folder, by vault path without a closing slash, is left out with all it holds."""
        if name in self._skipped_folders or (self._dotfiles and name.startswith(".")):
            return True
        return any(patterns.match(f"{path}/") for patterns in self._patterns)

    def is_file_ignored(self, path: str, name: str) -> bool:
        """Tell whether a file is left out."""
        if (self._dotfiles and name.startswith(".")) or path in self._internal_files:
            return True
        if name.startswith(TEMPORARY_PREFIX):
            return True
        return bool(self._patterns) and any(patterns.match(path) for patterns in self._patterns)


def load_ignore_rules(location: VaultLocation, settings: IgnoreSection) -> tuple[IgnoreRules, tuple[Problem, ...]]:
    """Read and compile a vault's ignore rules; a file that cannot be read is a problem."""
    problems: list[Problem] = []
    names = [NAPKIN_IGNORE, GIT_IGNORE] if settings.respect_gitignore else [NAPKIN_IGNORE]
    specs = [spec for name in names if (spec := _read_patterns(location.root / name, problems)) is not None]
    is_embedded = location.root == location.config_dir
    rules = IgnoreRules(
        specs=specs,
        dotfiles=settings.dotfiles,
        skipped_folders=SKIPPED_FOLDERS | {location.obsidian_dir.name},
        internal_files=INTERNAL_FILES if is_embedded else frozenset(),
        outside_links=settings.outside_links,
    )
    return rules, tuple(problems)


def find_excluded(filters: Sequence[str], paths: Sequence[str]) -> tuple[frozenset[str], tuple[Problem, ...]]:
    """Give those of some vault paths that Obsidian's `userIgnoreFilters` exclude.

    Each filter is `/regex/` in JavaScript's flavour, searched in the path, or the beginning of a path, letter case
    aside (obsidian-spec §1.5, §1.11). One that does not compile, or takes longer than `FILTER_SECONDS`, is a problem
    and excludes nothing.
    """
    found: set[str] = set()
    prefixes: list[str] = []
    problems: list[Problem] = []
    for text in filters:
        body, slash, flags = text[1:].rpartition("/")
        if not (text.startswith("/") and slash and all(flag in "dgimsuvy" for flag in flags)):
            prefixes.append(unicodedata.normalize("NFC", text.lstrip("/")).lower())
            continue
        try:
            found.update(_search_all(body, flags, paths))
        except _BadFilterError as error:
            problems.append(_bad_filter(text, str(error)))
    if starts := tuple(prefix for prefix in prefixes if prefix):
        found.update(path for path in paths if path.lower().startswith(starts))
    return frozenset(found), tuple(problems)


class _BadFilterError(Exception):
    """Says what is wrong with a filter, as the end of a sentence."""


def _search_all(body: str, flags: str, paths: Sequence[str]) -> list[str]:
    # Its engine takes as long to load as the start of a command, and few vaults need it.
    from napkin_site.core.javascript_regex import Expression, ExpressionError, ExpressionTimeoutError  # noqa: PLC0415

    found: list[str] = []
    left = FILTER_SECONDS
    try:
        expression = Expression(body, flags)
        for path in paths:
            began = time.thread_time()
            if expression.search(path, seconds=max(left, _INSTANT)) is not None:
                found.append(path)
            left -= time.thread_time() - began
    except ExpressionError as error:
        raise _BadFilterError(f"is not a regular expression: {error}") from None
    except ExpressionTimeoutError:
        raise _BadFilterError("takes too long: a repeat inside a repeat, such as `(a+)+`, can cause this") from None
    return found


def _read_patterns(path: Path, problems: list[Problem]) -> "GitIgnoreSpec | None":
    try:
        lines = path.read_bytes().decode("utf-8-sig", "replace").splitlines()
    except (FileNotFoundError, IsADirectoryError):
        return None
    except OSError as error:
        problems.append(_bad_patterns(path.name, error.strerror or str(error)))
        return None
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    if not lines:
        return None
    from pathspec import GitIgnoreSpec  # noqa: PLC0415  # a tenth of a command's start, and few vaults need it

    good: list[str] = []
    for line in lines:
        if has_too_many_wildcards(line):
            problems.append(_bad_patterns(path.name, f"`{line}` has {TOO_MANY_WILDCARDS}"))
            continue
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError as error:
            problems.append(_bad_patterns(path.name, str(error)))
        else:
            good.append(line)
    return GitIgnoreSpec.from_lines(good)


def _bad_patterns(name: str, reason: str) -> Problem:
    return Problem(
        severity=Severity.WARNING,
        code="bad-ignore-rule",
        message=f"a rule cannot be read: {reason}",
        path=name,
        hint="Correct the pattern; the other rules count.",
    )


def _bad_filter(text: str, reason: str) -> Problem:
    return Problem(
        severity=Severity.WARNING,
        code="bad-ignore-rule",
        message=f"the excluded-files filter `{text}` {reason}",
        path=".obsidian/app.json",
        hint="Correct it in Obsidian under Settings, Files and links; until then it excludes nothing.",
    )
