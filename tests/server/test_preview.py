import errno
import socket
import threading
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from typing import NamedTuple

import pytest

from napkin_site.errors import OutputError, UsageError
from napkin_site.server.preview import listen, media_type, preview_server, url_of


class Answer(NamedTuple):
    status: int
    headers: HTTPMessage
    body: bytes


Ask = Callable[..., Answer]


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Ask]:
    """Serve a small site on a real socket, and return a function that asks it for a path as written."""
    site = tmp_path / "site"
    (site / "Odd #1 50%?").mkdir(parents=True)
    (site / "index.html").write_text("home")
    (site / "404.html").write_text("lost")
    (site / "Odd #1 50%?" / "index.html").write_text("odd")
    (site / "a.mp4").write_bytes(b"0123456789")
    (site / "page.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("outside")
    (site / "leak.txt").symlink_to(tmp_path / "secret.txt")
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    server = preview_server(site)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()

    def request(path: str, method: str = "GET", **headers: str) -> Answer:
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request(method, path, headers=headers)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    yield request
    server.should_exit = True
    thread.join()
    listener.close()


def test_the_home_page_answers_for_the_root(ask: Ask) -> None:
    answer = ask("/")
    assert (answer.status, answer.body) == (200, b"home")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_what_is_not_there_shows_the_404_page_with_its_status(ask: Ask) -> None:
    answer = ask("/nowhere/")
    assert (answer.status, answer.body) == (404, b"lost")


@pytest.mark.parametrize("path", ["/", "/page.js", "/nowhere"])
def test_nothing_is_cached(ask: Ask, path: str) -> None:
    headers = ask(path).headers
    assert headers["cache-control"] == "no-store"
    assert headers["etag"] is None
    assert headers["last-modified"] is None


def test_a_folder_without_its_slash_is_sent_on_with_the_name_escaped(ask: Ask) -> None:
    answer = ask("/Odd%20%231%2050%25%3F")
    assert answer.status in {307, 308}
    assert answer.headers["location"] == "/Odd%20%231%2050%25%3F/"
    assert ask(answer.headers["location"]).body == b"odd"


def test_a_redirect_never_leads_to_another_host(ask: Ask) -> None:
    location = ask("//Odd%20%231%2050%25%3F").headers["location"]
    assert location is None or not location.startswith("//")


@pytest.mark.parametrize("path", ["/../secret.txt", "/%2e%2e/secret.txt", "/leak.txt", "/..%2fsecret.txt", "/%00"])
def test_nothing_outside_the_site_is_shown(ask: Ask, path: str) -> None:
    answer = ask(path)
    assert answer.status == 404
    assert b"outside" not in answer.body


def test_a_part_of_a_video_can_be_asked_for(ask: Ask) -> None:
    answer = ask("/a.mp4", Range="bytes=2-4")
    assert (answer.status, answer.body) == (206, b"234")
    assert answer.headers["content-type"] == "video/mp4"


def test_only_reading_is_allowed(ask: Ask) -> None:
    assert ask("/", method="POST").status == 405
    assert ask("/", method="HEAD").status == 200


def test_a_request_that_names_another_host_is_refused(ask: Ask) -> None:
    assert ask("/", Host="evil.example").status == 400
    assert ask("/", Host="localhost:1234").status == 200
    assert ask("/", Host="[::1]:1234").status == 200


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.MJS", "text/javascript"),
        ("a.canvas", "application/json"),
        ("a.woff2", "font/woff2"),
        ("a.pdf", "application/pdf"),
        ("a.unheard-of", "application/octet-stream"),
        ("noending", "application/octet-stream"),
    ],
)
def test_media_types_come_from_the_ending(name: str, expected: str) -> None:
    assert media_type(name) == expected


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "example.org", "::"])
def test_only_loopback_addresses_are_listened_on(host: str) -> None:
    with pytest.raises(UsageError, match="this machine only"):
        listen(host, 0)


def test_a_taken_port_that_was_asked_for_is_an_error() -> None:
    with listen("127.0.0.1", 0) as first, pytest.raises(OutputError, match="is taken"):
        listen("127.0.0.1", first.getsockname()[1])


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with listen("localhost", None) as first, listen("localhost", None) as second:
        assert first.getsockname()[1] < second.getsockname()[1]
        assert url_of(second) == f"http://127.0.0.1:{second.getsockname()[1]}/"


def test_a_port_that_cannot_be_had_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(OutputError, match=r"cannot listen on 127\.0\.0\.1 port 80: Permission denied"):
        listen("127.0.0.1", 80)
    with pytest.raises(OutputError, match="are all taken"):
        listen("127.0.0.1", None)
