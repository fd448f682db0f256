"""Pages made of hostile text run nothing, ask no other host, and complain about nothing, in a real browser."""

# ruff: noqa: E501 (each payload stands on its line as it is written)

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Dialog, Page

from napkin_site.builder.site import build_site
from tests.browser.conftest import Reader
from tests.builder.sites import PNG, write_vault

pytestmark = pytest.mark.browser

RUN = "window.ran=1"
"""What every payload does if it gets to run; `evil.example` is what it asks if it can only ask."""
TAG = f"<img src=x onerror={RUN}>"
QUOTED = f"\"'><script>{RUN}</script><img src=x onerror={RUN}>"

HTML = (
    f"<script>{RUN}</script>", TAG, f"<svg onload={RUN}><script>{RUN}</script></svg>", f"<body onload={RUN}>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>", f"<iframe src='javascript:parent.{RUN}'></iframe>",
    f"<object data='javascript:{RUN}'></object>", f"<embed src='javascript:{RUN}'>", f"<details ontoggle={RUN} open>x</details>",
    f"<math><mtext><table><mglyph><style><img src=x onerror={RUN}></style></mglyph></table></mtext></math>",
    f"<noscript><p title='</noscript><img src=x onerror={RUN}>'></noscript>", "<style>@import 'https://evil.example/c'</style>",
    "<link rel=stylesheet href='https://evil.example/c'>", "<meta http-equiv=refresh content='0;url=https://evil.example/'>",
    "<base href='https://evil.example/'>", f"<form action='javascript:{RUN}'><button>b</button></form>",
    f"<a href='java&#x09;script:{RUN}' class=try>a</a>", f"<a href=' &#14; javascript:{RUN}' class=try>a</a>",
    "<p style='background:url(https://evil.example/i)'>p</p>", "<p style='background:\\75rl(https://evil.example/i)'>p</p>",
    "<video poster='https://evil.example/p'><source src='https://evil.example/v'></video>",
    f"<input autofocus onfocus={RUN}>", f"<p tabindex=1 autofocus onfocus={RUN}>p</p>", "<img src='x' srcset='https://evil.example/s'>",
    f"<template><script>{RUN}</script></template>", f"<textarea></textarea>{TAG}", f"<title>{TAG}</title>", f"<!--><img src=x onerror={RUN}>-->",
    f"<div class='mermaid'>graph TD;A[{TAG}]</div>", f"<span class='math math-inline'>\\href{{javascript:{RUN}}}{{x}}</span>",
    f"<div class='remote-embed' data-provider='iframe' data-src='javascript:parent.{RUN}'>r</div>",
    "<a id=__napkin name=attributes href=x>clobber</a><form id=napkin><input name=root value=//evil.example></form>",
    f"<pre class='mermaid'>%%{{init: {{'securityLevel':'loose'}}}}%%\ngraph TD;A-->B\nclick A href \"javascript:{RUN}\"</pre>",
)  # fmt: skip
MARKDOWN = (
    f"[a](javascript:{RUN})", f"[a](JaVaScRiPt:{RUN})", f"[a](java\tscript:{RUN})", f"[a](<java&#10;script:{RUN}>)",
    f"[a](vbscript:{RUN})", f"[a](data:text/html,<script>{RUN}</script>)", f"![a](javascript:{RUN})", f"<javascript:{RUN}>",
    f"![a](data:image/svg+xml,<svg%20onload={RUN}>)", f"[a]: javascript:{RUN}\n\n[a]", f"[[x|{QUOTED}]]", f"[[{TAG}]]",
    f"![[x.png|{QUOTED}]]", f"[[Good#{QUOTED}|shown]]", f'![](x.png "{QUOTED}")', f'![{QUOTED}](x.png "t")',
    f"> [!{TAG}] {TAG}\n> {TAG}", f"> [!note|{QUOTED}] t\n> b", f'> [!a" onload="{RUN}]- t\n> b', f"```{QUOTED}\n{QUOTED}\n```",
    f"``` {{.a onload={RUN}}}\n{TAG}\n```", f"```js\n{QUOTED}\n```", f"`{QUOTED}`", f"=={TAG}==", f'#tag"onload={RUN}', f"# {TAG} {{onload={RUN}}}",
    f'text ^a"onload={RUN}', f"x[^{TAG}]\n\n[^{TAG}]: {TAG}", f"x^[{TAG}]", f"|{TAG}|\n|---|\n|{QUOTED}|",
    f'- ["] {TAG}', f"$\\href{{javascript:{RUN}}}{{x}} \\htmlData{{a=b}}{{c}}$", f"$${TAG}$$", "$\\includegraphics{https://evil.example/i}$",
    f"```mermaid\ngraph TD\nA[\"{TAG.replace(chr(34), '')}\"] --> B\nclick A href \"javascript:{RUN}\"\nclick B call alert()\n```",
    f'```mermaid\n%%{{init: {{"securityLevel": "loose", "htmlLabels": true}}}}%%\ngraph TD\nA[<img src=x onerror={RUN}>]\n```',
    "```mermaid\ngraph TD\nA[\"<img src='https://evil.example/m'><style>@import 'https://evil.example/n'</style>\"]\n```",
    "```mermaid\n%%{init: {\"themeCSS\": \"@import 'https://evil.example/o'; svg{background:url(https://evil.example/q)}\"}}%%\ngraph TD\nA-->B\nstyle A fill:url(https://evil.example/r)\n```",
    '```mermaid\n---\nconfig:\n  themeCSS: "*{background:url(https://evil.example/s)}"\n  fontFamily: "x;background:url(https://evil.example/t)"\n---\ngraph TD\nA-->B\n```',
    '```mermaid\nflowchart TD\nA@{ img: "https://evil.example/u", label: "x" }\n```',
    f"```query\n{QUOTED}\n```", f"```base\n{QUOTED}\n```", f"%%{QUOTED}%%", f"![[x.canvas|{QUOTED}]]", f"![[{QUOTED}.pdf#{QUOTED}]]",
    "```mermaid\ngraph TD\nA-->B\nclassDef c background:url(https://evil.example/v),fill:\\75rl(https://evil.example/w)\nclass A c\nstyle B background-image:url(https://evil.example/x)\n```",
    '```mermaid\n%%{init: {"sequence": {"actorFontFamily": "x;background:url(https://evil.example/y)"}}}%%\nsequenceDiagram\nA->>B: x\n```',
    f'![](https://www.youtube.com/watch?v=abcdef"onload={RUN})',
)  # fmt: skip
PROPERTIES = f"""---
title: {QUOTED!r}
description: {QUOTED!r}
aliases: [{QUOTED!r}, "a/{TAG}"]
tags: ["{TAG.replace(" ", "")}", ok]
cssclasses: ["a\\" onload=\\"{RUN}", "md-overlay"]
cover: "javascript:{RUN}"
image: {QUOTED!r}
date: {QUOTED!r}
link: "[a](javascript:{RUN}) [[x|{TAG}]] https://evil.example/\\"onload={RUN} javascript:{RUN}"
"{TAG}": {{"{TAG}": ["{TAG}"]}}
---
"""
SVG = (
    f"<svg xmlns='http://www.w3.org/2000/svg' onload='{RUN}'><script>{RUN}</script>"
    f"<foreignObject><body xmlns='http://www.w3.org/1999/xhtml' onload='{RUN}'/></foreignObject>"
    "<image href='https://evil.example/i'/><style>@import 'https://evil.example/c';</style>"
    "<style><g/>@import 'https://evil.example/d';</style>"
    "<style>svg{background:image-set('https://evil.example/j' 1x)}</style><use href='https://evil.example/u#x'/></svg>"
)
NAME = f"t<img src=x onerror={RUN}>'&quot;"


def vault_files() -> dict[str, str | bytes]:
    body = "\n\n".join((*HTML, *MARKDOWN))
    files: dict[str, str | bytes] = {
        "Good.md": f"# Good\n\n[[Bad]] {TAG} [[{NAME}]] [[unresolved{TAG}]]\n",
        "Bad.md": PROPERTIES + body,
        f"{NAME}.md": PROPERTIES + f"[[Good]] {QUOTED}\n\n# {TAG}\n",
        f"{NAME.replace('/', '')} d/child.md": f"# {TAG}\n[[Bad]]",
        f"{NAME.replace('/', '')} d/_about.md": f"{TAG} `{TAG}`",
        "x.svg": SVG, "x.png": PNG, "page.html": f"<script>{RUN}</script>", "publish.js": RUN,
        "publish.css": "body{color:red}", ".napkin/config.json": '{"site": {"remote_images": "click"}}', "u.md": "![[x.svg]] [[page.html]] ![[x.png]] [[publish.js]]",
        "x.canvas": '{"nodes":[],"edges":[]}',
    }  # fmt: skip
    for number, text in enumerate((*HTML, *MARKDOWN)):
        files[f"each/n{number}.md"] = text
    return files


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name is the library's)
        """Say nothing."""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    root = tmp_path_factory.mktemp("hostile")
    vault = write_vault(root / "vault", vault_files())
    build_site(vault, root / "site", state_dir=None, workers=1)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(root / "site")))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield root / "site", f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def reader(browser: Browser, hostile: tuple[Path, str]) -> Iterator[Reader]:
    window = browser.new_context(viewport={"width": 1280, "height": 900})
    page = window.new_page()
    page.set_default_timeout(20_000)
    made = Reader(page, hostile[1])

    def dismiss(dialog: Dialog) -> None:
        made.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    page.on("dialog", dismiss)
    yield made
    window.close()


def assert_harmless(made: Reader, page: Page, address: str) -> None:
    assert page.evaluate("window.ran") is None, address
    # What is not in the vault is not asked for, so there is not even a 404.
    assert made.complaints == [], address


def addresses(site: Path) -> list[str]:
    return [
        quote(page.relative_to(site).as_posix().removesuffix("index.html")) for page in sorted(site.rglob("*.html"))
    ]


def test_no_page_runs_anything(hostile: tuple[Path, str], reader: Reader) -> None:
    site, root = hostile
    for address in addresses(site):
        page = reader.open(root + address)
        page.wait_for_load_state("networkidle")
        for link in page.query_selector_all(".napkin-content a[href], .remote-embed"):
            href = str(link.get_attribute("href") or "")
            assert not href.lower().lstrip().startswith(("javascript", "vbscript", "data:")), (address, href)
        assert_harmless(reader, page, address)


def test_pictures_opened_by_themselves_run_nothing(hostile: tuple[Path, str], reader: Reader) -> None:
    site, root = hostile
    assert not (site / "page.html").exists()
    assert not [page for page in site.rglob("*.html") if b'publish.js" defer' in page.read_bytes()]
    page = reader.open(root + "x.svg")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.ran") is None
    # The one thing that is asked for and is not there is the icon, which a bare picture cannot name.
    assert [complaint for complaint in reader.complaints if "404" not in complaint] == []


def test_search_previews_and_graph_show_text_as_text(hostile: tuple[Path, str], reader: Reader) -> None:
    _, root = hostile
    page = reader.open(root + "Good/")
    page.keyboard.press("/")
    for words in ("onerror", "script", "img src"):
        field = page.locator("input:focus, [type=search], .md-search__input").first
        field.fill(words)
        page.wait_for_timeout(700)
    assert_harmless(reader, page, "search")
    page = reader.open(root + "Good/")
    page.locator(".napkin-content a.internal-link[href]").first.hover()
    page.wait_for_timeout(700)
    assert_harmless(reader, page, "preview")
    page = reader.open(root + "-/graph/")
    page.wait_for_timeout(1500)
    page.mouse.move(640, 450)
    page.wait_for_timeout(300)
    assert_harmless(reader, page, "graph")
