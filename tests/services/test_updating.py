from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

import pytest

from napkin_site.services.updating import Installation, find_installation, plan_update, update_program
from tests.vault.files import write_files


def environment(root: Path, files: dict[str, str]) -> tuple[Path, Distribution]:
    """Make an environment with our package in it."""
    write_files(root, {"site/napkin_site-1.dist-info/METADATA": "Name: napkin-site\nVersion: 1\n"})
    write_files(root, {name.replace("INFO", "site/napkin_site-1.dist-info"): text for name, text in files.items()})
    return root, PathDistribution(root / "site/napkin_site-1.dist-info")


def found(root: Path, files: dict[str, str]) -> Installation:
    prefix, package = environment(root, files)
    return find_installation(prefix=prefix, package=package)


@pytest.mark.parametrize(
    ("files", "installer", "command"),
    [
        ({"pipx_metadata.json": "{}", "INFO/INSTALLER": "pip", "pyvenv.cfg": ""}, "pipx", "pipx upgrade napkin-site"),
        ({"uv-receipt.toml": "", "INFO/INSTALLER": "uv", "pyvenv.cfg": ""}, "uv tool", "uv tool upgrade napkin-site"),
        (
            {"INFO/INSTALLER": "pip\n", "pyvenv.cfg": ""},
            "pip",
            "{prefix}/bin/python -m pip install --upgrade napkin-site",
        ),
    ],
)
def test_what_an_installer_left_behind_says_what_updates(
    tmp_path: Path, files: dict[str, str], installer: str, command: str
) -> None:
    installation = found(tmp_path, files)
    assert (installation.installer, installation.is_safe) == (installer, True)
    assert " ".join(installation.command) == command.format(prefix=tmp_path)
    plan = plan_update(installation)
    assert (plan.updated, plan.command, plan.target) == (False, installation.command, "napkin-site")


@pytest.mark.parametrize(
    ("files", "installer", "advice"),
    [
        ({"INFO/INSTALLER": "uv", "pyvenv.cfg": ""}, "uv", "uv lock"),
        ({"INFO/INSTALLER": "pip"}, "pip", "other programs use"),
        ({"INFO/INSTALLER": "pip", "conda-meta/history": ""}, "pip", "conda"),
        ({"INFO/INSTALLER": "pip", "pyvenv.cfg": "", "conda-meta/history": ""}, "pip", "conda"),
        ({"INFO/INSTALLER": "dnf"}, "unknown", "package manager"),
        ({"pyvenv.cfg": ""}, "unknown", "package manager"),
        ({"INFO/INSTALLER": "pip", "INFO/direct_url.json": '{"url": "file:///src/napkin"}'}, "source", "/src/napkin"),
        ({"INFO/INSTALLER": "pip", "INFO/direct_url.json": "{"}, "pip", "other programs use"),
    ],
)
def test_where_others_manage_it_nothing_is_run(
    tmp_path: Path, files: dict[str, str], installer: str, advice: str
) -> None:
    installation = found(tmp_path, files)
    assert (installation.installer, installation.is_safe) == (installer, False)
    assert advice in installation.advice
    done = update_program(installation, silent=True)
    assert (done.updated, advice in done.error) == (False, True)


def test_we_ourselves_are_found() -> None:
    assert find_installation().installer in ("source", "pip", "uv", "unknown")
