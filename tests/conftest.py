"""What every test gets: a clean environment, a fixed time zone, and golden files that can be rewritten."""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
GOLDEN = Path(__file__).resolve().parent / "golden"

# How this machine reaches the package index: the wheel test installs dependencies for real.
_NETWORK = ("PIP_", "SSL_", "REQUESTS_", "HTTP_", "HTTPS_", "NO_PROXY", "http_", "https_", "no_proxy")
# What a program needs to start at all, and what the test tools of this repository read.
_KEPT_PREFIXES = ("PATH", "COV", "PYTEST", "LD_", "SYSTEMROOT", "PYENV", *_NETWORK)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the files under tests/golden; read the diff")


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the folder that each test's home stands in, one after another."""
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, homes: Path) -> Iterator[None]:
    """Hide the user's home, settings, locale and terminal from the test, and fix the time zone."""
    for name in list(os.environ):
        if not name.startswith(_KEPT_PREFIXES):
            monkeypatch.delenv(name)
    home = Path(tempfile.mkdtemp(dir=homes))
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))
    monkeypatch.setenv("TMPDIR", str(home))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("TZ", "Europe/Berlin")
    if sys.platform != "win32":
        time.tzset()
    yield
    shutil.rmtree(home, ignore_errors=True)
    monkeypatch.undo()
    if sys.platform != "win32":
        time.tzset()


@pytest.fixture
def checkout() -> Path:
    """Return the root of this repository."""
    return CHECKOUT


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Return a function that compares a text with the golden file of that name, or rewrites the file when asked."""
    update = bool(request.config.getoption("--update-golden"))

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"no golden file {name}: run pytest --update-golden and read the diff"
        assert text == path.read_text(encoding="utf-8")

    return compare
