"""A built example site on loopback, and Chromium to read it with."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, sync_playwright

from napkin_site.builder.site import build_site
from tests.conftest import CHECKOUT

_IN_CI = bool(os.environ.get("CI"))
"""Read at import: the clean environment of a test hides it."""

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Site:
    """A site served below a path, as a project page would be."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        self.address = address
        """Ends in `/`."""


class Reader:
    """A page in a browser window, with everything it complained about and asked for."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page = page
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._origin = origin
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", self._request)
        page.on("response", self._response)

    def open(self, address: str) -> Page:
        """Go to an address and wait until it is loaded."""
        self.page.goto(address)
        return self.page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        if request.url.startswith(("http:", "https:", "ws:", "wss:")) and not request.url.startswith(self._origin):
            self.complaints.append(f"foreign request: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.complaints.append(f"status {response.status}: {response.url}")


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name is the library's)
        """Say nothing."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the system's Chromium."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        if _IN_CI:
            pytest.fail("no Chromium on this machine: apt-get install chromium")
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=list(_FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Build the example garden and serve it below a path."""
    root = tmp_path_factory.mktemp("served")
    folder = root / "my garden"
    build_site(CHECKOUT / "examples" / "garden", folder, state_dir=tmp_path_factory.mktemp("state"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietHandler, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Site(folder, f"http://127.0.0.1:{server.server_port}/my%20garden/")
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def read(browser: Browser, site: Site) -> Iterator[Callable[..., Reader]]:
    """Return a function that opens a new window; when the test ends, none of them may have complained."""
    readers: list[Reader] = []

    def new(**context: Any) -> Reader:
        window = browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | context))
        page = window.new_page()
        page.set_default_timeout(20_000)
        readers.append(Reader(page, context.get("base_url") or site.address))
        return readers[-1]

    yield new
    complaints = [complaint for reader in readers for complaint in reader.complaints]
    for reader in readers:
        reader.page.context.close()
    assert complaints == []
