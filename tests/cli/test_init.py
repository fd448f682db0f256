"""`napkin init` writes what is missing and never what is there."""

import json
import subprocess
from pathlib import Path

import pytest
import yaml

from napkin_site import __version__
from napkin_site.vault.locate import find_vault
from tests.cli.conftest import Napkin

SIBLING = {"vault": {"root": "..", "obsidian": "../.obsidian"}}
OBSIDIAN = [".obsidian/app.json", ".obsidian/daily-notes.json", ".obsidian/templates.json"]
SETTINGS = [".napkin/config.json", *OBSIDIAN]


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True)


def repository(folder: Path, branch: str = "main") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch", branch)
    return folder


def config_of(vault: Path) -> object:
    return json.loads((vault / ".napkin" / "config.json").read_text(encoding="utf-8"))


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }


def test_an_empty_folder_becomes_a_vault(napkin: Napkin, tmp_path: Path) -> None:
    outcome = napkin("init")
    assert (outcome.code, outcome.err) == (0, "")
    assert ".napkin/config.json" in outcome.out
    assert list(files_of(tmp_path)) == SETTINGS
    assert config_of(tmp_path) == SIBLING
    assert find_vault(tmp_path, named=None, environ={}).root == tmp_path


def test_a_folder_that_is_not_there_is_made(napkin: Napkin, tmp_path: Path) -> None:
    document = json.loads(napkin("init", "new/notes", "--json").out)
    assert document == {
        "path": str(tmp_path / "new" / "notes" / ".napkin"),
        "created": True,
        "template": "",
        "files": SETTINGS,
        "workflow": None,
    }
    assert config_of(tmp_path / "new" / "notes") == SIBLING


def test_the_second_time_nothing_is_written(napkin: Napkin, tmp_path: Path) -> None:
    napkin("init")
    before = files_of(tmp_path)
    document = json.loads(napkin("init", "--json").out)
    assert (document["created"], document["files"]) == (False, [])
    assert files_of(tmp_path) == before
    assert "already" in napkin("init").out


def test_an_empty_settings_folder_gets_its_file(napkin: Napkin, tmp_path: Path) -> None:
    (tmp_path / ".napkin").mkdir()
    document = json.loads(napkin("init", "--json").out)
    assert (document["created"], document["files"]) == (False, SETTINGS)


def test_settings_of_ones_own_are_kept_wherever_they_say_the_notes_are(napkin: Napkin, tmp_path: Path) -> None:
    (tmp_path / ".napkin").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / ".napkin" / "config.json").write_text('{"vault": {"root": "../notes"}, "site": {"name": "Mine"}}')
    before = (tmp_path / ".napkin" / "config.json").read_bytes()
    assert napkin("init").code == 0
    assert (tmp_path / ".napkin" / "config.json").read_bytes() == before
    assert list(files_of(tmp_path)) == [".napkin/config.json", *(f"notes/{name}" for name in OBSIDIAN)]


def test_notes_inside_the_settings_folder_stay_the_vault(napkin: Napkin, tmp_path: Path) -> None:
    (tmp_path / ".napkin").mkdir()
    (tmp_path / ".napkin" / "note.md").write_text("A note.\n")
    before = find_vault(tmp_path, named=None, environ={})
    assert napkin("init").code == 0
    assert find_vault(tmp_path, named=None, environ={}) == before


def test_settings_inside_obsidians_folder_stay_there(napkin: Napkin, tmp_path: Path) -> None:
    (tmp_path / ".obsidian" / ".napkin").mkdir(parents=True)
    assert napkin("init").code == 0
    assert list(files_of(tmp_path)) == [".obsidian/.napkin/config.json", *OBSIDIAN]
    location = find_vault(tmp_path, named=None, environ={})
    assert (location.root, location.obsidian_dir) == (tmp_path, tmp_path / ".obsidian")


def test_below_a_vault_the_vault_is_meant_and_a_named_folder_is_itself(
    napkin: Napkin, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault / "deep").mkdir()
    monkeypatch.chdir(vault / "deep")
    assert napkin("init").code == 0
    assert config_of(vault) == SIBLING
    assert napkin("init", ".").code == 0
    assert config_of(vault / "deep") == SIBLING


def test_a_default_vault_elsewhere_is_not_meant(
    napkin: Napkin, vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings" / "napkin").mkdir(parents=True)
    (tmp_path / "settings" / "napkin" / "config.json").write_text(json.dumps({"vault": str(vault)}))
    (tmp_path / "here").mkdir()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.chdir(tmp_path / "here")
    assert napkin("init").code == 0
    assert (tmp_path / "here" / ".napkin").is_dir()
    assert not (vault / ".napkin").exists()


@pytest.mark.parametrize("way", ["option", "path", "environment"])
def test_the_vault_can_be_named_each_way(
    napkin: Napkin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    if way == "environment":
        monkeypatch.setenv("NAPKIN_VAULT", str(tmp_path / "notes"))
    given = {"option": ["--vault", "notes"], "path": ["--path", "notes"], "environment": []}[way]
    assert napkin("init", *given).code == 0
    assert list(files_of(tmp_path)) == [f"notes/{name}" for name in SETTINGS]


def test_a_file_is_no_folder(napkin: Napkin, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("A note.\n")
    outcome = napkin("init", "note.md")
    assert (outcome.code, "is a file" in outcome.err) == (2, True)


def test_settings_that_cannot_be_read_are_told_and_kept(napkin: Napkin, tmp_path: Path) -> None:
    (tmp_path / ".napkin").mkdir()
    (tmp_path / ".napkin" / "config.json").write_text("{")
    before = files_of(tmp_path)
    assert napkin("init", "--ci", "github").code == 2
    assert files_of(tmp_path) == before


def test_settings_that_are_a_link_to_nowhere_are_not_written_through(napkin: Napkin, tmp_path: Path) -> None:
    (tmp_path / ".napkin").mkdir()
    (tmp_path / ".napkin" / "config.json").symlink_to(tmp_path / "elsewhere.json")
    assert napkin("init").code == 2
    assert not (tmp_path / "elsewhere.json").exists()


def test_the_github_workflow_goes_to_the_root_of_the_repository(napkin: Napkin, tmp_path: Path) -> None:
    repository(tmp_path / "team")
    outcome = napkin("init", "team/docs/my notes", "--ci", "github")
    assert (outcome.code, outcome.err) == (0, "")
    assert "the branch `main`" in outcome.out
    written = [".github/workflows/napkin.yml", *(f"docs/my notes/{name}" for name in SETTINGS)]
    assert list(files_of(tmp_path / "team")) == written
    workflow = yaml.safe_load((tmp_path / "team/.github/workflows/napkin.yml").read_text(encoding="utf-8"))
    assert workflow["env"]["NAPKIN_VAULT"] == "docs/my notes"
    assert workflow[True]["push"]["branches"] == ["main"]  # YAML 1.1 reads the key `on` as true
    assert f'pip install "napkin-site~={__version__}"' in [
        step.get("run") for step in workflow["jobs"]["build"]["steps"]
    ]


def test_the_gitlab_workflow_goes_to_the_root_of_the_repository(napkin: Napkin, tmp_path: Path) -> None:
    repository(tmp_path)
    document = json.loads(napkin("init", "--ci", "gitlab", "--json").out)
    assert document["workflow"] == {"path": str(tmp_path / ".gitlab-ci.yml"), "created": True, "branch": "main"}
    pipeline = yaml.safe_load((tmp_path / ".gitlab-ci.yml").read_text(encoding="utf-8"))
    assert pipeline[".napkin"]["variables"]["NAPKIN_VAULT"] == "."


@pytest.mark.parametrize("host", ["github", "gitlab"])
def test_a_name_that_means_something_to_yaml_or_the_host_stays_a_name(
    napkin: Napkin, tmp_path: Path, host: str
) -> None:
    name = 'a "b" \\ $HOME ${{ github.token }} é: #c'
    repository(tmp_path)
    assert napkin("init", name, "--ci", host).code == 0
    text = next(tmp_path.glob(".g*/workflows/*" if host == "github" else ".gitlab-ci.yml")).read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    if host == "github":
        assert data["env"]["NAPKIN_VAULT"].replace("${{ '${{' }}", "${{") == name
    else:
        assert data[".napkin"]["variables"]["NAPKIN_VAULT"].replace("$$", "$") == name


@pytest.mark.parametrize(
    ("branches", "remote", "published"),
    [
        (["trunk"], "", "trunk"),
        (["feature", "main"], "", "main"),
        (["feature", "master"], "", "master"),
        (["main", "trunk"], "trunk", "trunk"),
    ],
)
def test_the_branch_that_is_published_is_the_default_one(
    napkin: Napkin, tmp_path: Path, branches: list[str], remote: str, published: str
) -> None:
    repository(tmp_path, branches[0])
    git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--allow-empty", "--quiet", "-m", "First")
    for name in branches[1:]:
        git(tmp_path, "branch", name)
    if remote:
        git(tmp_path, "update-ref", f"refs/remotes/origin/{remote}", "HEAD")
        git(tmp_path, "symbolic-ref", "refs/remotes/origin/HEAD", f"refs/remotes/origin/{remote}")
    assert json.loads(napkin("init", "--ci", "github", "--json").out)["workflow"]["branch"] == published


def test_without_a_repository_the_vault_is_taken_for_its_root(napkin: Napkin, tmp_path: Path) -> None:
    outcome = napkin("init", "notes", "--ci", "github")
    assert outcome.code == 0
    assert "git init" in outcome.out
    assert (tmp_path / "notes" / ".github" / "workflows" / "napkin.yml").is_file()


def test_another_workflow_is_never_overwritten_and_then_nothing_else_is_written(napkin: Napkin, tmp_path: Path) -> None:
    repository(tmp_path)
    (tmp_path / ".gitlab-ci.yml").write_text("test:\n  script: make test\n")
    before = files_of(tmp_path)
    outcome = napkin("init", "--ci", "gitlab")
    assert outcome.code == 2
    assert ".gitlab-ci.yml is there already" in outcome.err
    assert "hint: " in outcome.err
    assert files_of(tmp_path) == before


def test_a_workflow_that_is_a_link_to_nowhere_is_not_written_through(napkin: Napkin, tmp_path: Path) -> None:
    repository(tmp_path)
    (tmp_path / ".gitlab-ci.yml").symlink_to(tmp_path / "elsewhere.yml")
    assert napkin("init", "--ci", "gitlab").code == 2
    assert not (tmp_path / "elsewhere.yml").exists()


def test_the_same_workflow_again_is_no_error(napkin: Napkin, tmp_path: Path) -> None:
    repository(tmp_path)
    napkin("init", "--ci", "github")
    before = files_of(tmp_path)
    outcome = napkin("init", "--ci", "github")
    assert (outcome.code, "as it should be" in outcome.out) == (0, True)
    assert files_of(tmp_path) == before


def test_quiet_says_nothing(napkin: Napkin, tmp_path: Path) -> None:
    assert napkin("init", "-q", "--ci", "github") == (0, "", "")


def test_a_host_that_we_do_not_know_is_a_usage_error(napkin: Napkin, tmp_path: Path) -> None:
    assert napkin("init", "--ci", "sourcehut").code == 2
    assert files_of(tmp_path) == {}


def test_templates_are_added_and_told(napkin: Napkin, tmp_path: Path) -> None:
    outcome = napkin("init", "notes", "--template", "coding", "--template", "company")
    assert (outcome.code, outcome.err) == (0, "")
    assert f"{tmp_path}/notes made, and is a vault: wrote " in outcome.out
    assert "decisions/, guides/" in outcome.out
    assert "decisions/_about.md" not in outcome.out
    assert "begin with NAPKIN.md" in outcome.out
    document = json.loads(napkin("init", "notes", "--template", "personal", "--json").out)
    assert (document["created"], document["template"], document["id"]) == (False, "personal", "2")
    assert "references/" in document["files"]
    assert "NAPKIN.md" not in document["files"]
    assert "nothing was changed" in napkin("init", "notes", "--template", "coding").out
    assert (tmp_path / "notes" / "runbooks" / "_about.md").is_file()


def test_the_templates_are_listed(napkin: Napkin, tmp_path: Path) -> None:
    document = json.loads(napkin("init", "--list", "--json").out)
    assert [set(template) for template in document["templates"]] == [{"name", "description", "dirs"}] * 5
    assert napkin("init", "--list").out.startswith("coding\t")
    assert list(tmp_path.iterdir()) == []


def test_templates_of_ones_own_are_used_from_their_folder(napkin: Napkin, tmp_path: Path) -> None:
    (tmp_path / "ours" / "club" / "matches").mkdir(parents=True)
    (tmp_path / "ours" / "club" / "Rules.md").write_text("Play fair.\n", encoding="utf-8")
    assert napkin("init", "a", "--template", "club", "--templates-from", "ours").code == 0
    assert napkin("init", "b", "--template", "./ours/club").code == 0
    for name in ("a", "b"):
        assert (tmp_path / name / "Rules.md").read_text(encoding="utf-8") == "Play fair.\n"
        assert (tmp_path / name / "matches").is_dir()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--template", "zz"),
        ("--template", "coding", "--template", "zz"),
        ("--template", "./zz"),
        ("--templates-from", "zz"),
        ("new", "--path", "other"),
    ],
)
def test_repair_30_what_cannot_be_done_is_found_out_before_anything_is_written(
    napkin: Napkin, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    outcome = napkin("init", *arguments)
    assert (outcome.code, "hint: " in outcome.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_template_without_a_place_for_history_is_refused_and_writes_nothing(
    napkin: Napkin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAPKIN_STATE_DIR", "/proc/nowhere")
    assert napkin("init", "notes", "--template", "coding").code == 1
    assert not (tmp_path / "notes").exists()
    assert napkin("init", "notes").code == 0


def test_a_preview_writes_nothing(napkin: Napkin, tmp_path: Path) -> None:
    outcome = napkin("init", "notes", "--template", "coding", "--ci", "github", "--dry-run")
    assert (outcome.code, outcome.out.startswith("would write .napkin/config.json")) == (0, True)
    assert "would write .github/workflows/napkin.yml" in outcome.out
    assert list(tmp_path.iterdir()) == []
    napkin("init", "notes")
    assert "+# Project name" in napkin("init", "notes", "--template", "coding", "--dry-run").out
    assert napkin("init", "notes", "--dry-run").out == "nothing would change\n"


def test_who_added_a_template_and_why_is_in_the_history(napkin: Napkin) -> None:
    napkin("init", "notes", "--template", "coding", "--actor", "agent:gardener", "--reason", "begin well")
    entry = json.loads(napkin("log", "--vault", "notes", "--json").out)["entries"][0]
    assert (entry["op"], entry["actor"], entry["kind"], entry["reason"]) == ("init", "gardener", "agent", "begin well")
    assert napkin("undo", "--actor", "agent:gardener", "--vault", "notes").code == 0
