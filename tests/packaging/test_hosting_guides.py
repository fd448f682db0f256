"""What the guides about hosts tell people to copy: the texts are what we write, and the commands and files work."""

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from napkin_site import __version__
from napkin_site.vault.workflow import Host, plan_workflow
from tests.conftest import CHECKOUT
from tests.packaging.ci_host import Machine, StepFailedError, git

GUIDES = CHECKOUT / "docs" / "guides"
_RELEASE = re.compile(r"~=[0-9.]+")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Make a machine whose origin has a vault in `docs`, of two commits a year apart."""
    origin = tmp_path / "origin"
    (origin / "docs").mkdir(parents=True)
    git(origin, "init", "--quiet", "--initial-branch", "main")
    for name, when in (("Bees", "2024-03-01T12:00:00Z"), ("Late bees", "2025-04-02T12:00:00Z")):
        (origin / "docs" / f"{name}.md").write_text("See [[Bees]].\n", encoding="utf-8")
        git(origin, "add", "--all")
        git(origin, "commit", "--quiet", "--message", "Notes", when=when)
    folder = tmp_path / "machine"
    folder.mkdir()
    return Machine(folder, origin)


def blocks(page: str, language: str) -> list[str]:
    """Collect the code blocks of a language on a guide, without their indentation."""
    text = (GUIDES / f"{page}.md").read_text(encoding="utf-8")
    found = re.findall(rf"^( *)```{language}\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
    return [re.sub(f"(?m)^{indent}", "", code) for indent, code in found]


@pytest.mark.parametrize(
    ("page", "host"), [("publish on GitHub Pages", Host.GITHUB), ("publish on GitLab Pages", Host.GITLAB)]
)
def test_a_guide_shows_the_workflow_that_init_writes(machine: Machine, page: str, host: Host) -> None:
    written = plan_workflow(machine.origin / "docs", host, version=__version__).text
    shown = blocks(page, "yaml")[0]
    assert _RELEASE.sub("", shown) == _RELEASE.sub("", written)


def test_the_guide_names_every_input_of_the_action_and_its_default() -> None:
    text = (GUIDES / "build in CI.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", text, re.MULTILINE))
    inputs = yaml.safe_load((CHECKOUT / "action.yml").read_text(encoding="utf-8"))["inputs"]
    assert rows.keys() == inputs.keys()
    for name, about in inputs.items():
        assert rows[name].strip("`") == about["default"] or not about["default"], name


def test_the_steps_with_the_action_name_what_it_has() -> None:
    (step,) = [step for step in yaml.safe_load(blocks("build in CI", "yaml")[0])["steps"] if step.get("id") == "napkin"]
    action = yaml.safe_load((CHECKOUT / "action.yml").read_text(encoding="utf-8"))
    assert set(step["with"]) <= set(action["inputs"])
    assert "steps.napkin.outputs.output" in blocks("build in CI", "yaml")[0]
    assert "output" in action["outputs"]


def test_the_four_lines_for_any_system_build_with_dates_from_a_shallow_clone(machine: Machine) -> None:
    machine.start(depth=1)
    for line in blocks("build in CI", "sh")[-1].splitlines():
        machine.run(line, {})
    assert b"2024-03-01" in (machine.workspace / "site" / "Bees" / "index.html").read_bytes()


def test_the_settings_for_netlify_build_a_site(machine: Machine) -> None:
    data: dict[str, Any] = tomllib.loads(blocks("publish on Netlify", "toml")[0])
    machine.start()
    variables = {**data["build"]["environment"], "URL": "https://notes.netlify.example"}
    machine.run(data["build"]["command"], variables, shell=("bash",))
    site = machine.workspace / data["build"]["publish"]
    assert "https://notes.netlify.example/Bees/" in (site / "sitemap.xml").read_text(encoding="utf-8")
    ((rule,),) = [data["headers"]]
    prefix = rule["for"].strip("/*")
    assert [path.name for path in (site / prefix).iterdir() if not re.search(r"-[0-9a-f]{12}\.", path.name)] == []


def test_the_build_command_for_cloudflare_brings_the_history_and_stops_on_an_error(machine: Machine) -> None:
    (command,) = [
        code for code in blocks("publish on Cloudflare Pages", "sh") if "napkin" in code and "wrangler" not in code
    ]
    variables = {"NAPKIN_VAULT": "docs", "NAPKIN_SITE_URL": "https://notes.example.org/"}
    machine.start(depth=1)
    machine.run(command, variables, shell=("sh",))
    assert b"2024-03-01" in (machine.workspace / "site" / "Bees" / "index.html").read_bytes()
    (machine.workspace / "docs" / "Bees.md").write_text("[[Nowhere]]\n", encoding="utf-8")
    shutil.rmtree(machine.workspace / "site")
    with pytest.raises(StepFailedError):
        machine.run(command, variables, shell=("sh",))
    assert not (machine.workspace / "site").exists()


def test_the_function_for_cloudfront_finds_the_file_of_an_address() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    wanted = {
        "/": "/index.html",
        "/Late+bees/": "/Late%2Bbees/index.html",
        "/-/assets/napkin.js": "/-/assets/napkin.js",
        "/a+b.png": "/a%2Bb.png",
    }
    (function,) = blocks("publish on S3", "js")
    asked = f"JSON.stringify({json.dumps([*wanted])}.map(uri => handler({{request: {{uri}}}}).uri))"
    done = subprocess.run([node, "-e", f"{function}\nconsole.log({asked})"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [*wanted.values()]


def test_the_commands_for_s3_name_folders_that_a_site_has(machine: Machine) -> None:
    machine.start()
    lines = "".join(blocks("publish on S3", "sh")).splitlines()
    machine.run("pip install napkin-site", {})
    for line in lines:
        if line.startswith("napkin "):
            machine.run(line, {})
    sources = [line.split()[3] for line in lines if line.startswith("aws ")]
    assert sources
    assert [source for source in sources if not (machine.workspace / source).exists()] == []


@pytest.mark.parametrize("number", [0, 1])
def test_nginx_accepts_each_server(tmp_path: Path, number: int) -> None:
    server = blocks("publish with nginx", "nginx")[number]
    assert server.count("{") == server.count("}")
    nginx = shutil.which("nginx")
    if nginx is None:
        pytest.skip("nginx is not installed: only the braces were counted")
    config = tmp_path / "nginx.conf"
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = " ".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in kinds)  # nginx makes them, even for a check
    config.write_text(
        f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {folders} {server} }}",
        encoding="utf-8",
    )
    done = subprocess.run(
        [nginx, "-t", "-p", str(tmp_path), "-c", str(config)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
