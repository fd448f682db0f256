"""A static preview of a finished site: the files as they are, on this machine only, never cached.

It builds nothing and watches nothing; a site that is rebuilt shows up on the next reload.
"""

import errno
import ipaddress
import mimetypes
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from napkin_site.errors import OutputError, UsageError

if TYPE_CHECKING:
    from starlette.types import Scope

_TRIES = 20
"""How many ports are tried, upward, when none was asked for."""

# What a site holds, and what a system's own table often lacks or gets wrong.
_MEDIA_TYPES = {
    ".avif": "image/avif",
    ".base": "text/yaml",
    ".canvas": "application/json",
    ".css": "text/css",
    ".graphml": "application/xml",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".m4a": "audio/mp4",
    ".map": "application/json",
    ".md": "text/markdown",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webm": "video/webm",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}


class PreviewFiles(StaticFiles):
    """Starlette's static files with our media types, and without anything a browser could keep."""

    async def get_response(self, path: str, scope: "Scope") -> Response:
        """Answer a request; a folder's address without its last slash is sent on to the one with it."""
        response = await super().get_response(path, scope)
        if isinstance(response, RedirectResponse):
            # Starlette's own loses the escapes of `#`, `?` and `%` in names. One leading slash: two name a host.
            response.headers["location"] = "/" + quote(scope["path"].lstrip("/"), safe="/+") + "/"
        for name in ("etag", "last-modified"):
            if name in response.headers:
                del response.headers[name]
        response.headers["cache-control"] = "no-store"
        response.headers["x-content-type-options"] = "nosniff"
        return response

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: "Scope",  # noqa: ARG002  # Starlette's signature
        status_code: int = 200,
    ) -> Response:
        """Answer with a file; ranges work, so audio and video can be moved about in."""
        return FileResponse(
            full_path, status_code=status_code, stat_result=stat_result, media_type=media_type(os.fspath(full_path))
        )


def media_type(name: str) -> str:
    """Give the media type of a file by the ending of its name."""
    ending = Path(name).suffix.lower()
    return _MEDIA_TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def preview_app(site: Path) -> Starlette:
    """Make the application that shows the site in a folder.

    `index.html` answers for its folder, `404.html` for everything that is not there, with status 404.
    Requests that name another host are refused, so no page elsewhere can read the preview.
    """
    files = PreviewFiles(directory=site, html=True, follow_symlink=False)
    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=["localhost", "127.0.0.1", "[::1]"], www_redirect=False)
    return Starlette(routes=[Mount("/", app=files)], middleware=[hosts])


def listen(host: str, port: int | None) -> socket.socket:
    """Open the socket of the preview.

    Args:
        host: an address of this machine's loopback, or `localhost`.
        port: None takes the first free one from 8000 on; 0 any free one.

    Raises:
        UsageError: the host is not loopback.
        OutputError: the port is taken or not permitted.
    """
    address = _loopback(host)
    if port is not None:
        return _bind(address, port)
    for candidate in range(8000, 8000 + _TRIES):
        try:
            return _bind(address, candidate)
        except OutputError:
            continue
    raise OutputError(f"the ports 8000 to {8000 + _TRIES - 1} are all taken", hint="name another one with --port")


def preview_server(site: Path) -> uvicorn.Server:
    """Make the server; `run(sockets=[...])` answers requests until it is interrupted."""
    return uvicorn.Server(uvicorn.Config(preview_app(site), log_level="warning", lifespan="off", access_log=False))


def url_of(listener: socket.socket) -> str:
    """Give the address to open in a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _loopback(host: str) -> str:
    name = "127.0.0.1" if host == "localhost" else host
    try:
        is_loopback = ipaddress.ip_address(name).is_loopback
    except ValueError:
        is_loopback = False
    if not is_loopback:
        raise UsageError(
            f"the preview listens on this machine only, and {host!r} is not a loopback address",
            hint="leave --host out; to publish, copy the built folder to a web server",
        )
    return name


def _bind(address: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise OutputError(f"port {port} is taken", hint="name another one with --port") from error
        raise OutputError(f"cannot listen on {address} port {port}: {error.strerror}") from error
    return listener
