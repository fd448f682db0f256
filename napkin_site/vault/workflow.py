"""Write the file that lets a host's continuous integration check and publish a vault.

The texts are in `templates/ci`; this module finds where the file goes and fills in what differs from vault to vault.
"""

import json
from enum import StrEnum
from pathlib import Path

from napkin_site.core.values import Value
from napkin_site.errors import OutputError
from napkin_site.resources import templates_dir
from napkin_site.vault.git import run_git

_USUAL_BRANCHES = ("main", "master")


class Host(StrEnum):
    """Who runs the workflow and serves the pages."""

    GITHUB = "github"
    GITLAB = "gitlab"


_PLACES = {Host.GITHUB: ".github/workflows/napkin.yml", Host.GITLAB: ".gitlab-ci.yml"}
"""Where a host looks for its file, from the root of the repository."""


class Workflow(Value):
    """A file that is going to be written."""

    host: Host
    repository: Path
    """The root of the repository; the vault's own folder where there is none yet."""
    place: str
    """The file's path in the repository, with `/`."""
    text: str
    branch: str
    """The branch that is published."""
    is_repository: bool
    """False: there is no repository yet."""
    is_present: bool
    """True: the very same file is there already."""


def plan_workflow(root: Path, host: Host, *, version: str) -> Workflow:
    """Work out the workflow of a vault, and write nothing yet.

    Args:
        root: the folder of the notes, absolute; it need not exist.
        host: whose workflow.
        version: the release of this package that the workflow installs, and compatible later ones.

    Raises:
        OutputError: another file is there already.
        ThemeError: the installation is damaged.
    """
    found = _repository_of(root)
    repository = found or root
    branch = _default_branch(repository) if found else _USUAL_BRANCHES[0]
    template = (templates_dir() / "ci" / f"{host}.yml").read_text(encoding="utf-8")
    text = (
        template.replace("__BRANCH__", _quoted(branch, host))
        .replace("__VAULT__", _quoted(root.relative_to(repository).as_posix(), host))
        .replace("__VERSION__", version)
    )
    place = _PLACES[host]
    path = repository / place
    if is_there := path.exists() or path.is_symlink():
        _check_same(path, text, host)
    return Workflow(
        host=host,
        repository=repository,
        place=place,
        text=text,
        branch=branch,
        is_repository=found is not None,
        is_present=is_there,
    )


def write_workflow(workflow: Workflow) -> None:
    """Write the file, unless it is there already.

    Raises:
        OutputError: another file has come into its place.
        OSError: the folder cannot be written.
    """
    if workflow.is_present:
        return
    path = workflow.repository / workflow.place
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(workflow.text)
    except FileExistsError:
        raise _exists(path, workflow.host) from None


def _check_same(path: Path, text: str, host: Host) -> None:
    try:
        is_same = path.read_bytes() == text.encode()
    except OSError:
        is_same = False
    if not is_same:
        raise _exists(path, host)


def _exists(path: Path, host: Host) -> OutputError:
    guide = {Host.GITHUB: "Publish on GitHub Pages", Host.GITLAB: "Publish on GitLab Pages"}[host]
    return OutputError(
        f"{path} is there already, and is left as it is",
        path=str(path),
        hint=f"move it away, or add the jobs to it by hand: the guide `{guide}` shows them",
    )


def _repository_of(root: Path) -> Path | None:
    """Find the repository around a folder; in a worktree or a submodule `.git` is a file."""
    return next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), None)


def _default_branch(repository: Path) -> str:
    """Name the branch to publish: the server's default, a usual one that is there, or the current one."""
    remote = _git(repository, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
    if remote:
        return remote.removeprefix("origin/")
    branches = _git(repository, "for-each-ref", "--format=%(refname:short)", "refs/heads").splitlines()
    usual = next((name for name in _USUAL_BRANCHES if name in branches), "")
    return usual or _git(repository, "symbolic-ref", "--quiet", "--short", "HEAD") or _USUAL_BRANCHES[0]


def _git(repository: Path, *arguments: str) -> str:
    """Ask git; empty when it has no answer or is not there."""
    return (run_git(repository, *arguments) or b"").decode("utf-8", "replace").strip()


def _quoted(text: str, host: Host) -> str:
    """Write a text for between double quotes in YAML, where the host must see no variable or expression in it."""
    text = text.replace("$", "$$") if host is Host.GITLAB else text.replace("${{", "${{ '${{' }}")
    return json.dumps(text, ensure_ascii=False)[1:-1]
