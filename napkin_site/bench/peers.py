"""The tools that are compared: how each is found, fed the same notes, and started as a whole process.

MkDocs comes from our own environment; Zensical and Hugo are installed from the package index into a virtual
environment of the benchmark's, when they are asked for and not there yet. A tool that cannot be had is skipped.
"""

import compileall
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

import napkin_site
from napkin_site.core.values import Value

_MKDOCS_CONFIG = """\
site_name: Bench
docs_dir: {vault}
site_dir: {output}
use_directory_urls: true
theme:
  name: material
  features: [navigation.prune]
plugins: [search]
"""
_HUGO_CONFIG = """\
baseURL = "https://example.org/"
title = "Bench"
contentDir = "{vault}"
publishDir = "{output}"
disableKinds = ["taxonomy", "term", "RSS", "sitemap", "robotsTXT"]
"""
_HUGO_TEMPLATE = "<!doctype html><title>{{ .Title }}</title>{{ .Content }}\n"


class ToolMissingError(Exception):
    """The tool is not here and cannot be installed; the text says why."""


class Command(Value):
    """One build, as a process."""

    arguments: tuple[str, ...]
    environment: dict[str, str]
    """What is set besides the benchmark's own environment."""
    directory: Path
    """Where it runs."""


class Tool(Protocol):
    """Something that makes a website from a folder of notes."""

    name: str
    version: str
    gives: str
    """What its site has, in a few words, since the tools do not all do the same work."""

    def command(self, vault: Path, work: Path, output: Path) -> Command:
        """Prepare a cold build in the empty folder `work` and say how to run it."""


class Napkin:
    """Our own builder, with its index in a fresh state folder: everything is parsed and rendered."""

    name = "napkin"
    gives = "wikilinks, embeds, backlinks, search, graph, tags, folders"

    def __init__(self) -> None:
        """Compile our modules, as installing a package does: a checkout may be newer than what was compiled of it."""
        self.version = version("napkin-site")
        compileall.compile_dir(Path(napkin_site.__file__).parent, quiet=2)

    def command(self, vault: Path, work: Path, output: Path) -> Command:
        """Prepare a cold build."""
        start = "import sys; from napkin_site.cli import main; sys.exit(main())"
        return Command(
            arguments=(sys.executable, "-c", start, "build", str(vault), "--output", str(output)),
            environment={"NAPKIN_STATE_DIR": str(work / "state")},
            directory=work,
        )


class MkDocs:
    """MkDocs with Material, pruned navigation and search: the usual way to publish such notes with Python."""

    name = "mkdocs"
    gives = "search; no wikilinks, backlinks, graph"

    def __init__(self) -> None:
        self.version = f"{version('mkdocs')} + Material {version('mkdocs-material')}"

    def command(self, vault: Path, work: Path, output: Path) -> Command:
        """Prepare a cold build."""
        config = _write(work / "mkdocs.yml", _MKDOCS_CONFIG.format(vault=vault, output=output))
        return Command(
            arguments=(sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(config)),
            environment={"NO_MKDOCS_2_WARNING": "1"},
            directory=work,
        )


class Zensical:
    """Material's successor, fed the same settings."""

    name = "zensical"
    gives = "search; no wikilinks, backlinks, graph"

    def __init__(self, cache: Path) -> None:
        self._program = _installed(cache, "zensical")
        self.version = _installed_version(cache, "zensical")

    def command(self, vault: Path, work: Path, output: Path) -> Command:
        """Prepare a cold build; its cache lies beside its settings, so a fresh folder has none."""
        # It reads nothing outside its project, symlinks resolved, and takes relative places only.
        shutil.copytree(vault, work / "docs", symlinks=True)
        _write(work / "mkdocs.yml", _MKDOCS_CONFIG.format(vault="docs", output=os.path.relpath(output, work)))
        return Command(arguments=(str(self._program), "build"), environment={}, directory=work)


class Hugo:
    """Hugo with a template of one line: about as fast as a site can be made."""

    name = "hugo"
    gives = "bare pages; no wikilinks, backlinks, search, graph"

    def __init__(self, cache: Path) -> None:
        self._program = _installed(cache, "hugo")
        self.version = _installed_version(cache, "hugo")

    def command(self, vault: Path, work: Path, output: Path) -> Command:
        """Prepare a cold build."""
        _write(work / "hugo.toml", _HUGO_CONFIG.format(vault=vault, output=output))
        for kind in ("single", "list", "home"):
            _write(work / "layouts" / "_default" / f"{kind}.html", _HUGO_TEMPLATE)
        return Command(
            arguments=(str(self._program), "--quiet", "--noBuildLock"),
            environment={"HUGO_CACHEDIR": str(work / "cache")},
            directory=work,
        )


PEERS: Mapping[str, Callable[[Path], Tool]] = {
    "mkdocs": lambda _: MkDocs(),
    "zensical": Zensical,
    "hugo": Hugo,
}
"""Name -> makes the tool, given the folder in which tools are installed; may raise `ToolMissingError`."""


def tool_cache(environment: Mapping[str, str]) -> Path:
    """Give the folder in which the benchmark keeps tools it installed."""
    base = environment.get("XDG_CACHE_HOME") or Path(environment.get("HOME") or "~").expanduser() / ".cache"
    return Path(base) / "napkin-bench"


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def _installed(cache: Path, package: str) -> Path:
    """Give the program of a package, installed into an environment of its own when it is not there."""
    home = cache / package
    program = home / ("Scripts" if os.name == "nt" else "bin") / package
    if not program.exists():
        try:
            venv.create(home, with_pip=True)
            pip = [str(_python(home)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
            done = subprocess.run(pip, capture_output=True, text=True, check=False)
        except (OSError, subprocess.SubprocessError) as error:
            raise ToolMissingError(f"{package} could not be installed: {error}") from error
        if done.returncode or not program.exists():
            reason = (done.stderr.strip() or "it has no program of that name").splitlines()[-1]
            raise ToolMissingError(f"{package} could not be installed: {reason}")
    return program


def _installed_version(cache: Path, package: str) -> str:
    ask = f"from importlib.metadata import version; print(version({package!r}))"
    done = subprocess.run([str(_python(cache / package)), "-c", ask], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def _python(home: Path) -> Path:
    return home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
