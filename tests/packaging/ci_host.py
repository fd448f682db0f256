"""A stand-in for the hosts of continuous integration: it runs the steps of a workflow here, one after the other.

Commands (`run:`, `script:`) are run for real, in the shell and with the variables that the host gives them. What the
host itself does is played: a checkout is a clone of a local repository, the cache is a folder, uploads are recorded.
`pip` is a stand-in too: it checks what it is asked to install, and installs this checkout. An expression, condition
or action that is not known here is an error, so nothing is passed over unseen.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import CHECKOUT

_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
_CONDITION = re.compile(r"(\S+) (==|!=) '([^']*)'")
_RULE = re.compile(r'\$(\w+) == (?:"([^"]*)"|\$(\w+))')
_PIP = """\
#!{python}
import os, sys
from packaging.requirements import Requirement
from napkin_site import __version__
command, what = sys.argv[1:]
assert command == "install", sys.argv
if not os.path.isdir(what):
    wanted = Requirement(what)
    assert wanted.name == "napkin-site", what
    assert wanted.specifier.contains(__version__, prereleases=True), what
with open({record!r}, "a") as record:
    record.write(what + "\\n")
program = os.path.join({programs!r}, "napkin")
if not os.path.exists(program):
    os.symlink({napkin!r}, program)
"""


class StepFailedError(Exception):
    """A command ended with another code than 0; the message is all that it printed."""


class Machine:
    """The machine a job runs on: fresh for each run but for its caches."""

    def __init__(self, folder: Path, origin: Path) -> None:
        self.folder = folder
        self.origin = origin
        self.workspace = folder / "work" / "team" / "team"
        """Always at the same place, as hosts have it."""
        self.caches = folder / "caches"
        self.programs = folder / "programs"
        self.ran: list[str] = []
        """What was done, in order: an action's name, or the first line of a command."""
        self.printed = ""

    def start(self, *, depth: int = 0) -> None:
        """Begin anew: no workspace but a fresh clone, no programs but the system's, and `pip`.

        Args:
            depth: commits of the history; 0 for all.
        """
        self.ran, self.printed = [], ""
        for folder in (self.workspace, self.programs):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        shallow = [f"--depth={depth}"] if depth else []
        git(self.folder, "clone", "--quiet", *shallow, self.origin.as_uri(), str(self.workspace))
        pip = self.programs / "pip"
        napkin = Path(sys.executable).with_name("napkin")
        pip.write_text(
            _PIP.format(
                python=sys.executable,
                record=str(self.folder / "installed.txt"),
                programs=str(self.programs),
                napkin=str(napkin),
            ),
            encoding="utf-8",
        )
        pip.chmod(0o755)

    def installed(self) -> list[str]:
        """List what `pip` was asked for, over all runs."""
        return (self.folder / "installed.txt").read_text(encoding="utf-8").splitlines()

    def run(self, command: str, variables: Mapping[str, str], *, shell: Sequence[str] = ("bash", "-e")) -> None:
        """Run a command in the workspace.

        Raises:
            StepFailedError: it ended with another code than 0.
        """
        self.ran.append(command.partition("\n")[0])
        # Without the folder of this very environment: until pip ran, there is no napkin.
        own = str(Path(sys.executable).parent)
        path = [str(self.programs), *(part for part in os.environ["PATH"].split(os.pathsep) if part != own)]
        done = subprocess.run(
            [*shell, "-c", command],
            cwd=self.workspace,
            env={**os.environ, "PATH": os.pathsep.join(path), **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        self.printed += done.stdout + done.stderr
        if done.returncode:
            raise StepFailedError(f"{command}\n{done.stdout}{done.stderr}")

    def restore(self, key: str, prefixes: Sequence[str], paths: Sequence[str]) -> bool:
        """Bring back what a cache holds, by key or else the newest of a prefix; True when the key itself is there."""
        found = [entry for entry in self.caches.glob("*") if entry.name == key]
        found += sorted(
            (entry for entry in self.caches.glob("*") if entry.name.startswith(tuple(prefixes))),
            key=lambda entry: entry.stat().st_mtime_ns,
            reverse=True,
        )
        for path in paths if found else ():
            if (found[0] / path).exists():
                shutil.copytree(found[0] / path, self.workspace / path, dirs_exist_ok=True)
        return bool(found) and found[0].name == key

    def save(self, key: str, paths: Sequence[str]) -> None:
        """Keep folders of the workspace, with the times of their files, as an archive does."""
        for path in paths:
            if (self.workspace / path).exists():
                shutil.copytree(self.workspace / path, self.caches / key / path, dirs_exist_ok=True)


class GitHub:
    """Runs jobs of a GitHub workflow, and composite actions."""

    def __init__(self, machine: Machine, *, event: str = "push") -> None:
        self.machine = machine
        self.uploaded: dict[str, bytes] = {}
        self.deployed = False
        self.values: dict[str, str] = {
            "github.event_name": event,
            "github.sha": git(machine.origin, "rev-parse", "HEAD"),
            "runner.os": "Linux",
        }
        self.variables: dict[str, str] = {"GITHUB_ACTIONS": "true", "RUNNER_OS": "Linux"}
        self._skipped: set[str] = set()
        self._to_save: list[tuple[str, list[str]]] = []

    def run_workflow(self, text: str) -> None:
        """Run all jobs in their order in the file; a failed one ends the run."""
        workflow = yaml.safe_load(text)
        self.machine.start()
        variables = {**self.variables, **self._filled(workflow.get("env", {}))}
        for name, job in workflow["jobs"].items():
            assert all(need in workflow["jobs"] for need in [job.get("needs", name)])
            if self._holds(job.get("if")):
                self._run_steps(job["steps"], {**variables, **self._filled(job.get("env", {}))})

    def run_action(self, text: str, inputs: Mapping[str, str]) -> dict[str, str]:
        """Run a composite action after a checkout, and give its outputs."""
        action = yaml.safe_load(text)
        assert action["runs"]["using"] == "composite"
        assert set(inputs) <= set(action["inputs"])
        self.machine.start()
        for name, about in action["inputs"].items():
            self.values[f"inputs.{name}"] = inputs.get(name, about["default"])
        self.variables["GITHUB_ACTION_PATH"] = str(CHECKOUT)
        for step in action["runs"]["steps"]:
            assert "uses" in step or step["shell"] == "bash"  # an action has no default shell
        self._run_steps(action["runs"]["steps"], self.variables)
        return {name: self._fill(about["value"]) for name, about in action["outputs"].items()}

    def _run_steps(self, steps: Sequence[Mapping[str, Any]], variables: Mapping[str, str]) -> None:
        self._to_save = []
        for step in steps:
            name = step.get("id", "")
            if not self._holds(step.get("if")):
                self._skipped.add(name)
                continue
            if "uses" in step:
                outputs = self._use(step["uses"], self._filled(step.get("with", {})))
            else:
                outputs = self._run(step, {**variables, **self._filled(step.get("env", {}))})
            for key, value in outputs.items():
                self.values[f"steps.{name}.outputs.{key}"] = value
        for key, paths in self._to_save:  # what actions do after a job that went well
            self.machine.save(key, paths)

    def _run(self, step: Mapping[str, Any], variables: Mapping[str, str]) -> dict[str, str]:
        assert not _EXPRESSION.search(step["run"]), "an expression in a script is code that others may write"
        shell = ("bash", "--noprofile", "--norc", "-eo", "pipefail") if step.get("shell") == "bash" else ("bash", "-e")
        outputs = self.machine.folder / "outputs.txt"
        outputs.write_text("", encoding="utf-8")
        self.machine.run(step["run"], {**variables, "GITHUB_OUTPUT": str(outputs)}, shell=shell)
        return dict(line.split("=", 1) for line in outputs.read_text(encoding="utf-8").splitlines())

    def _use(self, uses: str, given: Mapping[str, str]) -> dict[str, str]:
        name = uses.partition("@")[0]
        self.machine.ran.append(name)
        workspace = self.machine.workspace
        if name == "actions/checkout":
            self.machine.start(depth=int(given.get("fetch-depth", "1")))
            self.machine.ran.append(name)
        elif name == "actions/setup-python":
            assert re.fullmatch(r"3\.1\d", given["python-version"])
        elif name == "actions/cache":
            assert len(given["key"]) <= 512
            assert "," not in given["key"]
            paths = given["path"].split()
            if not self.machine.restore(given["key"], given["restore-keys"].split(), paths):
                self._to_save.append((given["key"], paths))
        elif name == "actions/configure-pages":
            return {"base_url": "https://team.github.example/team"}
        elif name == "actions/upload-pages-artifact":
            self.uploaded = visible_files(workspace / given["path"])
        elif name == "actions/deploy-pages":
            self.deployed = bool(self.uploaded)
            return {"page_url": "https://team.github.example/team/"}
        else:
            raise AssertionError(f"nobody here knows the action {uses}")
        return {}

    def _filled(self, values: Mapping[str, Any]) -> dict[str, str]:
        return {name: self._fill(str(value)) for name, value in values.items()}

    def _fill(self, text: str) -> str:
        return _EXPRESSION.sub(lambda found: self._value(found[1]), text)

    def _value(self, name: str) -> str:
        if name.startswith("steps.") and name.split(".")[1] in self._skipped:
            return ""
        return self.values[name]

    def _holds(self, condition: str | None) -> bool:
        if condition is None:
            return True
        found = _CONDITION.fullmatch(condition)
        assert found, condition
        return (self._value(found[1]) == found[3]) is (found[2] == "==")


class GitLab:
    """Runs the jobs of a GitLab pipeline."""

    def __init__(self, machine: Machine, *, source: str = "push", branch: str = "main") -> None:
        self.machine = machine
        self.published: dict[str, bytes] = {}
        self.ran: list[str] = []
        """The names of the jobs that ran."""
        self.predefined = {
            "CI_PROJECT_DIR": str(machine.workspace),
            "CI_PAGES_URL": "https://team.gitlab.example/team",
            "CI_PIPELINE_SOURCE": source,
            "CI_COMMIT_BRANCH": "" if source == "merge_request_event" else branch,
            "CI_DEFAULT_BRANCH": "main",
        }

    def run_pipeline(self, text: str) -> None:
        """Run every job whose rules hold, in the order of the file."""
        jobs = yaml.safe_load(text)
        for name, job in jobs.items():
            whole = {**jobs.get(job.get("extends"), {}), **job}
            if not name.startswith(".") and any(self._holds(rule["if"]) for rule in whole["rules"]):
                self._run_job(name, whole)

    def _run_job(self, name: str, job: Mapping[str, Any]) -> None:
        self.ran.append(name)
        variables = {**self.predefined, **{key: self._expand(value) for key, value in job["variables"].items()}}
        self.machine.start(depth=int(variables["GIT_DEPTH"]))
        cache = job["cache"]
        self.machine.restore(cache["key"], [], cache["paths"])
        for line in job["script"]:
            self.machine.run(line, variables, shell=("bash", "-eo", "pipefail"))
        self.machine.save(cache["key"], cache["paths"])
        if name == "pages":
            assert job["artifacts"]["paths"] == ["public"]
            self.published = visible_files(self.machine.workspace / "public")

    def _expand(self, value: str) -> str:
        return re.sub(r"\$(\$|\w+)", lambda found: "$" if found[1] == "$" else self.predefined[found[1]], value)

    def _holds(self, rule: str) -> bool:
        found = _RULE.fullmatch(rule)
        assert found, rule
        return self.predefined[found[1]] == (self.predefined[found[3]] if found[3] else found[2])


def visible_files(folder: Path) -> dict[str, bytes]:
    """Read all files below a folder but hidden ones, which hosts leave out."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }


def git(folder: Path, *arguments: str, when: str = "") -> str:
    """Run git in a folder, as an author whose clock stands where it is told."""
    dated = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when} if when else {}
    done = subprocess.run(
        ["git", "-c", "user.name=Team", "-c", "user.email=team@example.org", "-C", folder, *arguments],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **dated},
    )
    return done.stdout.strip()
