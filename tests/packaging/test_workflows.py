"""Every workflow we ship or write fits its host's schema, and its commands run here step by step."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from napkin_site import __version__
from napkin_site.vault.workflow import Host, plan_workflow
from tests.conftest import CHECKOUT
from tests.packaging.ci_host import GitHub, GitLab, Machine, StepFailedError, git

ACTION = (CHECKOUT / "action.yml").read_text(encoding="utf-8")
NOTES = {
    "docs/Bees.md": "Bees like [[Clover]].\n",
    "docs/Clover.md": "# Clover\n\nSee [[Bees]]. ![[leaf.csv]]\n\n```python\nprint('leaf')\n```\n",
    "docs/leaf.csv": "leaf,size\n",
    "docs/.napkin/config.json": "{}\n",
    "README.md": "Not a note.\n",
}
SCHEMAS = {"github": "vendor.github-workflows", "gitlab": "vendor.gitlab-ci", "action": "vendor.github-actions"}


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    """Make a repository whose vault has a history: one note was written a year after the others."""
    root = tmp_path / "origin"
    root.mkdir()
    git(root, "init", "--quiet", "--initial-branch", "main")
    for name, text in NOTES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    commit(root, "2024-03-01T12:00:00Z")
    (root / "docs" / "Late.md").write_text("Came later, to [[Bees]].\n", encoding="utf-8")
    commit(root, "2025-04-02T12:00:00Z")
    return root


@pytest.fixture
def machine(tmp_path: Path, origin: Path) -> Machine:
    folder = tmp_path / "machine"
    folder.mkdir()
    return Machine(folder, origin)


def commit(root: Path, when: str) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "Notes", when=when)


def workflow(host: str, origin: Path) -> str:
    return plan_workflow(origin / "docs", Host(host), version=__version__).text


def break_a_link(origin: Path) -> None:
    (origin / "docs" / "Late.md").write_text("To [[Nowhere]].\n", encoding="utf-8")
    commit(origin, "2025-05-03T12:00:00Z")


def fits_schema(path: Path, schema: str) -> subprocess.CompletedProcess[str]:
    """Check a file with the schemas that check-jsonschema carries, without any network."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema]
    if schema == SCHEMAS["gitlab"]:
        command += ["--data-transform", "gitlab-ci"]
    return subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("kind", ["github", "gitlab", "action", "ci"])
def test_each_file_fits_the_schema_of_its_host(kind: str, tmp_path: Path, origin: Path) -> None:
    if kind in {"github", "gitlab"}:
        path = tmp_path / f"{kind}.yml"
        path.write_text(workflow(kind, origin), encoding="utf-8")
    else:
        path = CHECKOUT / ("action.yml" if kind == "action" else ".github/workflows/ci.yml")
    done = fits_schema(path, SCHEMAS.get(kind, SCHEMAS["github"]))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        ("github", "runs-on:", "runs-where:"),
        ("gitlab", "interruptible: true", "interruptible: perhaps"),
        ("action", "using: composite", "using: hope"),
    ],
)
def test_a_mistake_does_not_fit_the_schema(kind: str, right: str, wrong: str, tmp_path: Path, origin: Path) -> None:
    text = ACTION if kind == "action" else workflow(kind, origin)
    assert right in text
    path = tmp_path / "action.yml"
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    assert fits_schema(path, SCHEMAS[kind]).returncode == 1


def test_actions_are_pinned_to_a_major_version_and_come_from_github(origin: Path) -> None:
    for text in (workflow("github", origin), ACTION):
        used = re.findall(r"uses: (\S+)", text)
        assert used
        assert [name for name in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", name)] == []


def test_only_the_job_that_publishes_may_write(origin: Path) -> None:
    data: dict[str, Any] = yaml.safe_load(workflow("github", origin))
    assert data["permissions"] == {"contents": "read"}
    assert data["jobs"]["build"]["permissions"] == {"contents": "read", "pages": "read"}
    assert data["jobs"]["deploy"]["permissions"] == {"pages": "write", "id-token": "write"}
    assert [step["uses"].partition("@")[0] for step in data["jobs"]["deploy"]["steps"]] == ["actions/deploy-pages"]


def test_the_github_workflow_checks_builds_and_publishes(machine: Machine, origin: Path) -> None:
    host = GitHub(machine)
    host.run_workflow(workflow("github", origin))
    assert machine.ran == [
        "actions/checkout",
        "actions/setup-python",
        "actions/cache",
        "actions/configure-pages",
        f'pip install "napkin-site~={__version__}"',
        "napkin check --format github",
        "napkin build --output site",
        "actions/upload-pages-artifact",
        "actions/deploy-pages",
    ]
    assert host.deployed
    assert {"index.html", "Bees/index.html", "leaf.csv", "404.html"} <= host.uploaded.keys()
    assert b"https://team.github.example/team/Bees/" in host.uploaded["sitemap.xml"]
    assert b"2025-04-02" in host.uploaded["Late/index.html"]
    assert not any(b"Not a note" in content for content in host.uploaded.values())


def test_the_second_run_on_github_takes_the_cache_and_gives_the_same_bytes(machine: Machine, origin: Path) -> None:
    first = GitHub(machine)
    first.run_workflow(workflow("github", origin))
    (origin / "README.md").write_text("Another commit.\n", encoding="utf-8")
    commit(origin, "2025-06-01T12:00:00Z")
    second = GitHub(machine)
    second.run_workflow(workflow("github", origin))
    assert first.values["github.sha"] != second.values["github.sha"]
    kept = sorted(path.relative_to(machine.caches).parts[1:3] for path in machine.caches.rglob("vault.json"))
    assert kept == [(".cache", "napkin")] * 2
    assert second.uploaded == first.uploaded


def test_a_pull_request_is_built_and_not_published(machine: Machine, origin: Path) -> None:
    host = GitHub(machine, event="pull_request")
    host.run_workflow(workflow("github", origin))
    assert machine.ran[-1] == "napkin build --output site"
    assert (machine.workspace / "site" / "index.html").is_file()
    assert not host.deployed


def test_a_broken_link_stops_github_before_the_build_and_names_the_line(machine: Machine, origin: Path) -> None:
    break_a_link(origin)
    host = GitHub(machine)
    with pytest.raises(StepFailedError):
        host.run_workflow(workflow("github", origin))
    assert machine.ran[-1].startswith("napkin check")
    assert re.search(r"(?m)^::error file=docs/Late\.md,line=1\b", machine.printed)
    assert not (machine.workspace / "site").exists()
    assert not host.deployed


def test_the_gitlab_pipeline_checks_builds_and_publishes_twice_the_same(machine: Machine, origin: Path) -> None:
    first = GitLab(machine)
    first.run_pipeline(workflow("gitlab", origin))
    assert first.ran == ["pages"]
    assert machine.ran == [f'pip install "napkin-site~={__version__}"', "napkin check", "napkin build --output public"]
    assert b"https://team.gitlab.example/team/Bees/" in first.published["sitemap.xml"]
    assert b"2025-04-02" in first.published["Late/index.html"]
    assert (machine.caches / "napkin" / ".cache" / "napkin").is_dir()
    second = GitLab(machine)
    second.run_pipeline(workflow("gitlab", origin))
    assert second.published == first.published


@pytest.mark.parametrize(("source", "branch", "jobs"), [("merge_request_event", "", ["notes"]), ("push", "draft", [])])
def test_gitlab_publishes_the_default_branch_alone(
    machine: Machine, origin: Path, source: str, branch: str, jobs: list[str]
) -> None:
    host = GitLab(machine, source=source, branch=branch)
    host.run_pipeline(workflow("gitlab", origin))
    assert (host.ran, host.published) == (jobs, {})


def test_a_broken_link_stops_gitlab_before_the_build(machine: Machine, origin: Path) -> None:
    break_a_link(origin)
    with pytest.raises(StepFailedError):
        GitLab(machine).run_pipeline(workflow("gitlab", origin))
    assert machine.ran[-1] == "napkin check"


def test_the_action_checks_and_builds_and_uploads_nothing(machine: Machine) -> None:
    host = GitHub(machine)
    assert host.run_action(ACTION, {"vault": "docs"}) == {"output": "site"}
    assert (machine.workspace / "site" / "Bees" / "index.html").is_file()
    assert machine.installed() == [str(CHECKOUT)]
    assert [name for name in machine.ran if name.startswith("actions/")] == ["actions/setup-python", "actions/cache"]
    assert host.uploaded == {}


def test_the_action_takes_its_inputs_as_they_are(machine: Machine, origin: Path) -> None:
    name = 'notes, "$(touch pwned)" ${HOME}'
    (origin / "docs").rename(origin / name)
    commit(origin, "2025-06-01T12:00:00Z")
    inputs = {"vault": name, "output": "out put", "version": __version__, "args": "--workers 1 --clean"}
    assert GitHub(machine).run_action(ACTION, inputs) == {"output": "out put"}
    assert (machine.workspace / "out put" / "Bees" / "index.html").is_file()
    assert not (machine.workspace / "pwned").exists()
    assert machine.installed() == [f"napkin-site=={__version__}"]


def test_the_action_gates_as_it_is_told(machine: Machine, origin: Path) -> None:
    break_a_link(origin)
    with pytest.raises(StepFailedError):
        GitHub(machine).run_action(ACTION, {"vault": "docs"})
    assert not (machine.workspace / "site").exists()
    GitHub(machine).run_action(ACTION, {"vault": "docs", "check": "false"})
    assert (machine.workspace / "site" / "index.html").is_file()
    with pytest.raises(StepFailedError):
        GitHub(machine).run_action(ACTION, {"vault": "docs", "check": "false", "strict": "true"})
