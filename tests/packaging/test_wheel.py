"""The wheel carries all it needs: built, installed into a fresh environment, and used outside the checkout."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    _run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(CHECKOUT))
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_theme_templates_and_skills_but_not_what_they_are_made_from(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for expected in (
        "napkin_site/py.typed",
        "napkin_site/_data/theme/main.html",
        "napkin_site/_data/templates/README.md",
        "napkin_site/_data/templates/vaults/templates.json",
        "napkin_site/_data/templates/vaults/coding/NAPKIN.md",
        "napkin_site/_data/templates/vaults/coding/daily/.gitkeep",
        "napkin_site/_data/skills/napkin-site/SKILL.md",
    ):
        assert expected in names
    assert any(name.startswith("napkin_site/_data/theme/assets/") for name in names)
    for licence in ("LICENSE", "theme/assets/vendor/LICENSES.txt"):
        assert any(name.endswith(f"licenses/{licence}") for name in names)
    unwanted = ("tests/", "node_modules", "/src/", "package.json", "__pycache__")
    assert not [name for name in names if any(part in name for part in unwanted)]


def test_the_wheel_works_without_the_checkout(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "env"
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel))
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Bees.md").write_text("---\ntags: [insects]\n---\nBees like [[Clover|white clover]].\n")
    (vault / "Clover.md").write_text("# Clover\n\nA ==bee plant==.\n")

    for program in ("napkin", "napkin-site"):
        assert _run(environment / "bin" / program, "--version").startswith("napkin ")
    _run(environment / "bin" / "napkin", "build", vault, "--output", tmp_path / "site", "--strict")

    page = (tmp_path / "site" / "Bees" / "index.html").read_text()
    assert 'class="internal-link" href="../Clover/">white clover</a>' in page
    backlinks = (tmp_path / "site" / "Clover" / "index.html").read_text()
    assert "Bees like" in backlinks
    assert (tmp_path / "site" / "-" / "data" / "graph.json").is_file()
    where = _run(python, "-c", "import napkin_site; print(napkin_site.__file__)")
    assert Path(where.strip()).is_relative_to(environment)


def _run(*command: str | Path) -> str:
    """Run a program away from the checkout, and return what it printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd="/", env=environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
