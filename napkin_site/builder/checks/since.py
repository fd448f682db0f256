"""What changed since a commit, and which findings that touches."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from napkin_site.builder.checks.found import Found
from napkin_site.core.links import LinkResolver
from napkin_site.core.paths import VaultPath, vault_path
from napkin_site.core.values import Value
from napkin_site.errors import UsageError
from napkin_site.vault.git import run_git


class Changes(Value):
    """Files of a vault that differ from a commit, by vault path."""

    changed: frozenset[VaultPath]
    """Changed or new, committed or not; a renamed file is new under its new name."""
    gone: frozenset[VaultPath]
    """Removed, or renamed to something else."""


def read_changes(root: Path, reference: str) -> Changes:
    """Ask git what changed under `root` since the commit where this history left `reference`.

    Raises:
        UsageError: there is no git, no repository, or no such commit.
    """
    if run_git(root, "rev-parse", "--show-toplevel") is None:
        raise UsageError(
            f"--since needs git, and {root} is in no repository that git can read",
            path=str(root),
            hint="Check the whole vault, without --since.",
        )
    commit = run_git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{commit}")
    if commit is None:
        raise UsageError(
            f"--since: there is no commit `{reference}` here",
            path=str(root),
            hint="Fetch it: git fetch --unshallow (in a workflow: fetch-depth: 0), or correct the name.",
        )
    start = commit.strip().decode("ascii")
    base = run_git(root, "merge-base", start, "HEAD")
    start = base.split()[0].decode("ascii") if base and base.split() else start
    changed: set[VaultPath] = set()
    gone: set[VaultPath] = set()
    options = ("--no-renames", "--no-ext-diff", "--name-status", "--relative", "-z")
    fields = _paths(_ask(root, "diff", *options, start, "--", "."))
    for status, path in zip(fields[::2], fields[1::2], strict=True):
        (gone if status == "D" else changed).add(vault_path(path))
    changed.update(vault_path(path) for path in _paths(_ask(root, "ls-files", "--others", "--exclude-standard", "-z")))
    return Changes(changed=frozenset(changed), gone=frozenset(gone - changed))


def touched_by(found: Iterable[Found], changes: Changes, paths: Iterable[VaultPath]) -> Iterator[Found]:
    """Give the findings that the changes may have made.

    Those are: findings about the whole vault; in a note that changed; about a link whose target, or another file that
    took part, changed; and about a link that led to a file which is gone.

    Args:
        found: all findings.
        changes: what changed.
        paths: every file of the vault as it is now.
    """
    before = LinkResolver([*paths, *changes.gone]) if changes.gone else None
    for item in found:
        path = VaultPath(item.problem.path)
        if (
            not path
            or path in changes.changed
            or not changes.changed.isdisjoint(item.files)
            or (before is not None and _led_to_what_is_gone(item, path, before, changes.gone))
        ):
            yield item


def _led_to_what_is_gone(item: Found, source: VaultPath, before: LinkResolver, gone: frozenset[VaultPath]) -> bool:
    if item.link_path is None:
        return False
    found = before.resolve_path(item.link_path, source)
    return found.path in gone or not gone.isdisjoint(found.others)


def _paths(output: bytes) -> list[str]:
    return [part.decode("utf-8", "replace") for part in output.split(b"\0") if part]


def _ask(root: Path, *arguments: str) -> bytes:
    answer = run_git(root, *arguments)
    if answer is None:
        raise UsageError(f"git {arguments[0]} failed in {root}", path=str(root), hint="Run it there to see why.")
    return answer
