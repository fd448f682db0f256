"""Hostile vaults: notes that embed one another, odd files, links that lead astray, names with every character."""

import json
import os
import socket
import sys
import unicodedata
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup

from tests.builder.sites import PNG, write_vault
from tests.hostile.measured_build import MAX_BYTES, Measured, measured_build
from tests.hostile.test_hostile_notes import GOOD, assert_bounded

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc, and names are Linux's"),
]


def build(tmp_path: Path, files: dict[str, str | bytes]) -> tuple[Path, Measured]:
    vault = write_vault(tmp_path / "vault", {**GOOD, **files})
    return tmp_path / "site", measured_build(vault, tmp_path / "site")


EMBEDS: dict[str, dict[str, str | bytes]] = {
    "itself": {"Bad.md": "# A\n\n![[Bad]] ![[#A]] ![[Bad#A]]\n\ntext ![[#^b]] ^b\n"},
    "a pair": {"Bad.md": "![[Two#^x]] ![[Two]]\n", "Two.md": "![[Bad]] ![[Bad]] ^x\n"},
    "footnotes": {"Bad.md": "x[^1]\n\n[^1]: ![[Bad]] ![[Two]]\n", "Two.md": "y[^1]\n\n[^1]: ![[Bad]] [^1]\n"},
    "a ring": {f"r{number}.md": f"x ![[r{(number + 1) % 1000}]] ![[r{(number + 1) % 1000}]]" for number in range(1000)},
    "everything": {
        f"r{number}.md": "lorem ipsum " * 2000 + "\n\n".join(f"![[r{other}]]" for other in range(60))
        for number in range(60)
    },
    "a large one": {
        "Large.md": "lorem [[x]] *a*\n\n" * 24_000, **{f"e{number}.md": "![[Large]]\n\n" * 300 for number in range(10)}
    },
}  # fmt: skip


@pytest.mark.parametrize("name", EMBEDS)
def test_notes_that_embed_one_another(tmp_path: Path, name: str) -> None:
    site, built = build(tmp_path, EMBEDS[name])
    assert_bounded(site, built)
    assert max(page.stat().st_size for page in site.rglob("*.html")) < 8_000_000


def test_files_that_are_none_and_links_that_lead_astray(tmp_path: Path) -> None:
    vault = write_vault(tmp_path / "vault", {**GOOD, "Sub/n.md": "n", "u.md": "![[pipe.png]] [[pipe]] [[dead]]"})
    os.mkfifo(vault / "pipe.md")
    os.mkfifo(vault / "pipe.png")
    listener = socket.socket(socket.AF_UNIX)
    here = Path.cwd()
    os.chdir(vault)  # a socket's path may have 107 bytes
    try:
        listener.bind("sock.md")
    finally:
        os.chdir(here)
        listener.close()
    for link, goal in {
        "Sub/up": "..", "Sub/root": "/", "a": "b", "b": "a", "dead.md": "nowhere", "self.md": "self.md",
        "zero.md": "/dev/zero", "tty.md": "/dev/tty",
    }.items():  # fmt: skip
        (vault / link).symlink_to(goal)
    built = measured_build(vault, tmp_path / "site")
    assert_bounded(tmp_path / "site", built)
    found = {(problem["path"], problem["code"]) for problem in built.report["problems"]}
    assert found >= {
        ("pipe.md", "special-file"), ("pipe.png", "special-file"), ("sock.md", "special-file"),
        ("zero.md", "special-file"), ("Sub/up", "overlapping-link"), ("Sub/root", "overlapping-link"),
        ("a", "unreadable-file"), ("dead.md", "unreadable-file"), ("self.md", "unreadable-file"),
    }  # fmt: skip


NAMES = (
    "a\nb", 'q"q', "q'q", "<script>alert(1)<", "per%41cent", "what?", "hash#tag", "back\\slash", "x" * 250, "é" * 120,
    "😀" * 60, "rtl\u202egpj", "  lead", "trail  ", "index.html", "-", "CON", "con", "nul.txt", "a|b", "a:b", "*star*",
    "[br]", "[[wl]]", "tab\tx", "bell\x07", "&amp;", "$HOME", "`tick`", "~", "a+b c", "%2e%2e", "%2F", "404",
    "404.html",
    "sitemap.xml", "index", "README", "_about", "\u2028ls", "\ufeffbom", "zero\u200bw", "ﬁ", "İ", "ß", "SS", "K", "x .",
    "a...", "--", "-2", "@at", "=eq", "^car", "javascript:x",
)  # fmt: skip
FOLDERS = (
    "t<img src=x onerror=alert(1)>",
    "f'o\"o",
    "new\nline",
    "f?q",
    "#f",
    "..x",
    "-",
    "%2e",
    "f\u202er",
    "  ",
    "é",
)


def test_names_with_every_legal_character(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {f"{name}.md": f"# T\n\nnote {number} end" for number, name in enumerate(NAMES)}
    for folder in FOLDERS:
        files |= {f"{folder}/child.md": "x", f"{folder}/pic é#?%.png": PNG}
    files["twin e\u0301.md"] = files["twin \u00e9.md"] = "# T"
    links = [f"[[{name}]] ![[{name}]]" for name in NAMES]
    files["links.md"] = "\n\n".join(links) + "\n\n![[pic é#?%.png]] ![](pic%20%C3%A9%23%3F%25.png)"
    vault = write_vault(tmp_path / "vault", {**GOOD, **files})
    for raw in (b"bad\xff\xfe.md", b"lat\xe9.md", b"\xed\xa0\x80.md"):
        Path(os.fsdecode(os.fsencode(vault) + b"/" + raw)).write_text("odd name")
    built = measured_build(vault, tmp_path / "site")
    site = tmp_path / "site"
    assert_bounded(site, built)
    assert "twin-file" in built.codes()
    pages = "".join(page.read_text() for page in site.rglob("index.html"))
    for number in range(len(NAMES)):
        assert f"note {number} end" in pages
    assert_no_markup_from_names(site)


def assert_no_markup_from_names(site: Path) -> None:
    """Check that every page has only our scripts, and that every internal address leads to a file of the site."""
    root = site.resolve()
    for page in site.rglob("index.html"):
        soup = BeautifulSoup(page.read_text(), "html.parser")
        assert not soup.select("[onerror], [onload], [onclick]"), page
        assert not soup.select("img[src=x]"), page
        # A redirect names its goal, percent-encoded, in a string.
        scripts = [script.text for script in soup.select("script") if "location.replace(" not in script.text]
        assert not any("alert(" in script for script in scripts), page
        for element in soup.select("[href], [src]"):
            address = str(element.get("href") or element.get("src"))
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or not parts.path:
                assert parts.scheme in {"", "http", "https", "mailto", "data"}, (page, address)
                continue
            goal = (page.parent / unquote(parts.path, errors="surrogateescape")).resolve()
            assert goal.is_relative_to(root), (page, address)
            assert goal.exists(), (page, address)


PERMALINKS = (
    "../../evil", "/../evil", "-/x", "-", "https://evil.example/x", "//evil.example", "a/../../b", ".napkin-site",
    "index.html", "404.html", "x?y#z", "a\\b", "..\\..\\c", "C:\\x", "%2e%2e/%2e%2e/x", " ", "a//b", "./q", "nul",
    "a" * 300, "é" * 300, "\u202e", "<script>", "javascript:alert(1)", "a/" * 500, "-/assets/napkin.js", "sitemap.xml",
    ".", "..", "...", "Good",
)  # fmt: skip


@pytest.mark.parametrize("key", ["permalink", "aliases"])
def test_addresses_of_ones_own_never_leave_the_site(tmp_path: Path, key: str) -> None:
    files: dict[str, str | bytes] = {}
    for number, text in enumerate(PERMALINKS):
        values = {"permalink": text} if key == "permalink" else {"aliases": [text, text + "/x"]}
        files[f"n{number}.md"] = "---\n" + json.dumps(values) + "\n---\nx"
    site, built = build(tmp_path, files)
    assert_bounded(site, built)
    assert_no_markup_from_names(site)
    assert {path.name for path in tmp_path.iterdir()} == {"vault", "site", "out.json", "errors.txt"}
    assert "napkin" in (site / ".napkin-site").read_text()


def test_deep_folders(tmp_path: Path) -> None:
    deep = "/".join(f"f{number}" for number in range(20))
    site, built = build(tmp_path, {f"{deep}/n.md": "deep [[Good]]", "/".join(["d" * 10] * 200) + "/n.md": "deeper"})
    assert_bounded(site, built)
    assert (site / deep / "n/index.html").is_file()


def test_broken_and_deep_files_that_are_not_notes(tmp_path: Path) -> None:
    nodes = [
        {"id": str(n), "type": "text", "text": "x", "x": 0, "y": 0, "width": 1, "height": 1} for n in range(20_000)
    ]
    site, built = build(
        tmp_path,
        {
            "u.md": "![[a.canvas]] ![[b.base]] ![[c.canvas]] ![[d.canvas]] ![[e.base]] ![[f.svg]]",
            "a.canvas": '{"nodes":' + "[" * 200_000,
            "b.base": "views: [",
            "c.canvas": b"\xff\xfe",
            "d.canvas": json.dumps({"nodes": nodes, "edges": []}),
            "e.base": "a: &a [*a]",
            "f.svg": "<!ENTITY " * 200_000,
            ".obsidian/app.json": "[" * 100_000,
            ".gitignore": "(" * 10_000 + "\n" + "**/" * 5000 + "nothing\n",
        },
    )  # fmt: skip
    assert_bounded(site, built)
    assert {"attachment-unreadable", "unreadable-settings"} <= built.codes()


def test_large_attachments_are_copied_without_being_read_whole(tmp_path: Path) -> None:
    vault = write_vault(tmp_path / "vault", {**GOOD, "u.md": "![[big.bin]]"})
    with (vault / "big.bin").open("wb") as file:
        file.truncate(50 << 20)
    built = measured_build(vault, tmp_path / "site")
    assert_bounded(tmp_path / "site", built)
    assert built.peak_bytes < MAX_BYTES / 4
    assert (tmp_path / "site/big.bin").stat().st_size == 50 << 20


def test_spelling_of_names_is_composed_in_addresses(tmp_path: Path) -> None:
    site, built = build(tmp_path, {unicodedata.normalize("NFD", "Ünï.md"): "x", "l.md": "[[ünï]]"})
    assert_bounded(site, built)
    assert (site / "Ünï/index.html").is_file()
