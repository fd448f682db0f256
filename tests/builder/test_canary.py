"""A note that is not published leaves no trace: the whole output is searched for words only such notes hold."""

import gzip
import zlib
from pathlib import Path

import pytest

from tests.builder.sites import PNG, build, read_site, write_vault

CANARY = "zqx"
"""Starts every word that must not be found; a prefix, since the search index keeps stems."""

SHOWN: dict[str, str | bytes] = {
    "Home.md": (
        "---\naliases: [Old/Home] # zqxyaml\n# zqxline\ntags: [garden/soil]\n---\n"
        "See [[Secret plan]], ![[Secret plan]], "
        "![[Secret plan#^zzz]] and [[Open/Note]].\n\n![[shared.png]] ![](Secret%20plan.md)\n\n"
        "%%zqxcomment #zqxhidden #garden/zqxsub [[Open/Other]] [[zqxnowhere]]%% <!-- zqxhtml -->\n\n%%\nzqxblock\n%%\n"
    ),
    "Open/Note.md": "Text of a note that links to [[Home]] and embeds ![[Home]].\n",
    "Open/Large.md": "a <!-- zqxlarge --> %%zqxlarge #zqxlarge%%\n\n<!--\nzqxlarge\n-->\n" + "x" * (2 << 20),
    "Open/_about.md": "All that is open.\n",
    "Open/Other.md": "![[Plan.canvas]]\n",
    "shared.png": PNG,
    "Plan.canvas": (
        '{"nodes":[{"id":"a","type":"file","file":"zqxname.md","x":0,"y":0,"width":1,"height":1},'
        '{"id":"b","type":"file","file":"Home.md","x":0,"y":0,"width":1,"height":1},'
        '{"id":"c","type":"group","background":"zqxatt.png","label":"kept","x":0,"y":0,"width":1,"height":1}],'
        '"edges":[{"id":"zqxedge","fromNode":"a","toNode":"b"}]}'
    ),
}
BODY = (
    "# zqxheading\n\nzqxbody links to [[Home]] zqxpassage and [[Open/Note]], [[zqxunresolved]].\n\n"
    "#zqxtag #garden/zqxdeep ![[zqxatt.png]] ![[shared.png]] [x](zqxfile.pdf) <img src='zqxraw.png'>\n\n"
    "%%zqxhidden%% ^zqxblockid\n\n```js\nzqxcode\n```\n\n> [!zqxcallout] zqxtitle\n"
    "> zqxquote [^1]\n\n[^1]: zqxfootnote\n"
)
PROPERTIES = (
    "aliases: [zqxalias, zqxold/place]\npermalink: zqxpermalink\ntags: [zqxfronttag]\ncover: zqxcover.png\n"
    "description: zqxdescription\nzqxkey: zqxvalue\ncssclasses: zqxclass\ndate: 2031-01-01\n"
)
FILES: dict[str, str | bytes] = {
    "zqxatt.png": PNG,
    "zqxfile.pdf": b"%PDF-zqx",
    "zqxraw.png": PNG,
    "zqxcover.png": PNG,
    "zqxcanvas.canvas": "{}",
    "zqxbase.base": "views: []",
}


def held_back(properties: str) -> str:
    return f"---\n{properties}{PROPERTIES}---\n{BODY}![[zqxcanvas.canvas]] ![[zqxbase.base]]\n"


def traces(output: Path) -> list[str]:
    """List every file of the output that has a canary in its name or its bytes, however packed."""
    found = []
    for name, data in read_site(output).items():
        texts = [name.encode(), data]
        if data[:2] == b"\x1f\x8b":
            texts.append(gzip.decompress(data))
        elif data[:1] == b"\x78":
            texts.append(zlib.decompress(data))
        for text in texts:
            at = text.lower().find(CANARY.encode())
            if at >= 0:
                found.append(f"{name}: {text[max(0, at - 60) : at + 60]!r}")
    return found


WAYS: dict[str, dict[str, str | bytes]] = {
    "publish-false": {"Secret plan.md": held_back("publish: false\n")},
    "publish-unclear": {"Secret plan.md": held_back("Publish: not yet\n")},
    "draft": {"Secret plan.md": held_back("draft: true\n")},
    "unreadable": {"Secret plan.md": held_back("publish: [false\n")},
    "duplicate-key": {"Secret plan.md": held_back("publish: true\npublish: false\n")},
    "excluded-folder": {"zqxprivate/Secret plan.md": held_back(""), "zqxprivate/_about.md": held_back("")},
    "template": {"Templates/Secret plan.md": held_back("publish: true\n")},
    "own-folder": {"zqxfolder/deep/Secret plan.md": held_back("draft: yes\n"), "zqxfolder.md": held_back("draft: 1\n")},
    "beside-published": {
        "Open/zqxnote.md": held_back("publish: false\n"),
        "Open/zqxsub/n.md": held_back("draft: true\n"),
    },
    "home": {"NAPKIN.md": held_back("publish: false\n"), "index.md": held_back("publish: false\n")},
}
CONFIG = '{"site": {"name": "Garden", "url": "https://example.org/g/", "exclude": ["zqxprivate"]}}'


@pytest.mark.parametrize("way", sorted(WAYS))
@pytest.mark.parametrize("workers", [1, 2])
def test_no_trace_of_what_is_held_back(tmp_path: Path, way: str, workers: int) -> None:
    filler = {f"Filler/{number}.md": f"Filler {number} [[Home]]" for number in range(70 if workers > 1 else 1)}
    files = {
        **SHOWN,
        **FILES,
        **WAYS[way],
        **filler,
        "zqxname.md": held_back("draft: true\n"),
        ".napkin/config.json": CONFIG,
    }
    output, report = build(tmp_path, files, workers=workers)
    held_back_notes = {path for path in WAYS[way] if path.endswith(".md") and not path.startswith("Templates/")}
    assert set(report.held_back) >= {"zqxname.md"} | held_back_notes
    assert traces(output) == []
    assert (output / "shared.png").is_file()
    assert "Secret plan" in (output / "Home/index.html").read_text()


def test_the_search_for_traces_finds_what_is_published(tmp_path: Path) -> None:
    output, _ = build(tmp_path, {**SHOWN, **FILES, "Secret plan.md": held_back("publish: true\n")})
    where = {line.partition(": ")[0] for line in traces(output)}
    for name in (
        "Home/index.html",
        "-/data/graph.json",
        "-/data/nav.json",
        "zqxatt.png",
        "sitemap.xml",
        "llms.txt",
        "rss.xml",
    ):
        assert name in where


def test_no_trace_after_a_published_note_is_held_back(tmp_path: Path) -> None:
    output, _ = build(tmp_path, {**SHOWN, **FILES, "zqxname.md": held_back("")})
    assert traces(output)
    write_vault(tmp_path / "vault", {"zqxname.md": held_back("draft: true\n")})
    build(tmp_path, {})
    assert traces(output) == []


def test_flagged_mode_shows_nothing_that_is_not_flagged(tmp_path: Path) -> None:
    config = '{"site": {"publish_mode": "flagged"}}'
    files = {
        **FILES,
        "Home.md": "---\npublish: true\n---\nHello\n",
        "zqxname.md": held_back(""),
        ".napkin/config.json": config,
    }
    output, report = build(tmp_path, files)
    assert report.held_back == ("zqxname.md",)
    assert traces(output) == []


def test_counts_and_neighbours_leave_out_what_is_held_back(tmp_path: Path) -> None:
    files = {
        "Home.md": "Hello",
        "F/a.md": "[[Home]]",
        "F/b.md": "---\ndraft: true\n---\n[[Home]]",
        "F/c.md": "Bye",
    }
    output, _ = build(tmp_path, files)
    assert "1 link to this page" in (output / "Home/index.html").read_text()
    assert '<span class="napkin-count">2</span>' in (output / "index.html").read_text()
    assert 'href="../c/"' in (output / "F/a/index.html").read_text()
