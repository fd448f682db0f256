import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.cli.conftest import Napkin


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    folder.mkdir()
    (folder / "index.html").write_text("<h1>home</h1>")
    (folder / "404.html").write_text("lost")
    return folder


@contextmanager
def _serve(*arguments: str | Path, folder: Path, form: str = "--json") -> Iterator[subprocess.Popen[str]]:
    program = Path(sys.executable).with_name("napkin")
    with subprocess.Popen(
        [program, "serve", *arguments, "--port", "0", form],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    ) as server:
        try:
            yield server
        finally:
            server.kill()  # a test that failed must not wait for it


def _first_line(server: subprocess.Popen[str]) -> dict[str, str]:
    assert server.stdout is not None
    line = server.stdout.readline()
    assert line, server.stderr.read() if server.stderr else ""
    document = json.loads(line)
    assert isinstance(document, dict)
    return document


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_finished_site_is_served_until_the_process_is_stopped(
    site: Path, tmp_path: Path, ending: signal.Signals
) -> None:
    with _serve(site, folder=tmp_path) as server:
        said = _first_line(server)
        assert said["site"] == str(site)
        with urlopen(said["url"]) as page:
            assert page.read() == b"<h1>home</h1>"
        server.send_signal(ending)
        assert server.stderr is not None
        assert server.stderr.read() == ""
        assert server.wait() == 0


def test_a_vault_is_built_into_a_temporary_folder_that_goes_away(vault: Path, tmp_path: Path) -> None:
    before = _everything(vault)
    with _serve(vault, folder=tmp_path) as server:
        said = _first_line(server)
        assert Path(said["site"]).is_dir()
        with urlopen(said["url"] + "Bees/") as page:
            assert b"Bees like" in page.read()
        server.send_signal(signal.SIGINT)
        assert server.wait() == 0
    assert not Path(said["site"]).exists()
    assert _everything(vault) == before


def test_the_site_of_the_current_folder_is_meant_when_nothing_is_named(
    napkin: Napkin, vault: Path, tmp_path: Path
) -> None:
    napkin("build", vault)
    with _serve(folder=tmp_path, form="--host=::1") as server:
        assert server.stdout is not None
        assert re.fullmatch(r"Serving site at http://\[::1\]:\d+/\n", server.stdout.readline())
        assert server.stdout.readline() == "Press Ctrl+C to stop.\n"
        server.send_signal(signal.SIGINT)
        assert server.wait() == 0


def test_a_vault_can_be_named_as_an_option(vault: Path, tmp_path: Path) -> None:
    with _serve("--vault", vault, "-q", folder=tmp_path) as server:
        with urlopen(_first_line(server)["url"] + "Clover/") as page:
            assert b"Clover" in page.read()
        server.send_signal(signal.SIGINT)
        assert server.wait() == 0


def test_problems_of_a_vault_are_told_before_it_is_served(vault: Path, tmp_path: Path) -> None:
    with _serve(vault, folder=tmp_path, form="--host=localhost") as server:
        assert server.stdout is not None
        assert server.stderr is not None
        assert server.stdout.readline().startswith(f"Serving {vault.name}, built for this preview, at http://")
        server.send_signal(signal.SIGINT)
        assert "unresolved-link" in server.stderr.read()
        assert server.wait() == 0


def test_what_is_not_there_is_told(napkin: Napkin) -> None:
    outcome = napkin("serve", "nothing-here")
    assert outcome.code == 3
    assert "✗ nothing-here does not exist" in outcome.err


def test_a_file_is_no_site(napkin: Napkin, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("x")
    outcome = napkin("serve", "a.html")
    assert outcome.code == 3
    assert "is a file" in outcome.err


def test_with_neither_site_nor_vault_the_exit_code_is_four(napkin: Napkin) -> None:
    outcome = napkin("serve")
    assert outcome.code == 4
    assert "neither a built site in `site` nor a vault" in outcome.err
    assert "napkin build VAULT" in outcome.err


def test_other_machines_are_never_served(napkin: Napkin, site: Path) -> None:
    outcome = napkin("serve", site, "--host", "0.0.0.0")
    assert outcome.code == 2
    assert "this machine only" in outcome.err


def _everything(folder: Path) -> list[tuple[str, bytes]]:
    return sorted((str(path), path.read_bytes()) for path in folder.rglob("*") if path.is_file())
