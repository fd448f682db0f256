"""Which files are no part of the vault (memory-spec §1.4); which stay out of search and graph (obsidian-spec §1.11)."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from napkin_site.core.path_rules import TEMPORARY_PREFIX
from napkin_site.core.problems import Problem, Severity
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

_NAMED_GROUP = re.compile(r"\(\?P<\w+>")
_JS_NAMED_GROUP = re.compile(r"\(\?<([A-Za-z_]\w*)>")
_JS_NAMED_REFERENCE = re.compile(r"\\k<([A-Za-z_]\w*)>")
_JS_FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}


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
    ) -> None:
        self._patterns = tuple(_Patterns(spec) for spec in specs)
        self._dotfiles = dotfiles
        self._skipped_folders = skipped_folders
        self._internal_files = internal_files

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
    )
    return rules, tuple(problems)


def compile_filters(filters: Sequence[str]) -> tuple[Callable[[str], bool], tuple[Problem, ...]]:
    """Compile Obsidian's `userIgnoreFilters` into one question about a vault path.

    Each is `/regex/` in JavaScript's flavour, searched in the path, or the beginning of a path, letter case aside
    (obsidian-spec §1.5, §1.11). One that does not compile is a problem and excludes nothing.
    """
    patterns: list[re.Pattern[str]] = []
    prefixes: list[str] = []
    problems: list[Problem] = []
    for text in filters:
        body, slash, flags = text[1:].rpartition("/")
        if not (text.startswith("/") and slash and all(flag in "dgimsuvy" for flag in flags)):
            prefixes.append(unicodedata.normalize("NFC", text.lstrip("/")).lower())
            continue
        try:
            patterns.append(_javascript_pattern(body, flags))
        except re.error as error:
            problems.append(_bad_filter(text, str(error)))
    starts = tuple(prefix for prefix in prefixes if prefix)

    def is_excluded(path: str) -> bool:
        return path.lower().startswith(starts) or any(pattern.search(path) for pattern in patterns)

    return is_excluded if starts or patterns else _nothing, tuple(problems)


def _nothing(_: str) -> bool:
    return False


def _javascript_pattern(body: str, flags: str) -> re.Pattern[str]:
    """Translate what differs between the two flavours: named groups, escaped slashes, classes of ASCII letters."""
    body = _JS_NAMED_REFERENCE.sub(r"(?P=\1)", _JS_NAMED_GROUP.sub(r"(?P<\1>", body)).replace("\\/", "/")
    bits = re.ASCII
    for flag in flags:
        bits |= _JS_FLAGS.get(flag, re.NOFLAG)
    if bits & re.IGNORECASE:
        bits ^= re.ASCII  # JavaScript folds the case of every script; its `\w` then misses little
    return re.compile(body, bits)


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
        message=f"the excluded-files filter `{text}` is not a regular expression: {reason}",
        path=".obsidian/app.json",
        hint="Correct it in Obsidian under Settings, Files and links; until then it excludes nothing.",
    )
