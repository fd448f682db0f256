"""Navigation and other settings of a `mkdocs.yml`, as `napkin build` shows them."""

import json
from collections.abc import Mapping
from pathlib import Path

from bs4 import BeautifulSoup

from napkin_site.builder.report import BuildReport
from napkin_site.builder.site import build_site
from tests.builder.sites import PINNED, write_vault

NAV = """\
docs_dir: vault
nav:
  - Start: index.md
  - Part:
      - One: a.md
      - Deep:
          - b.md
      - Away: https://e.org/x
  - Empty:
      - secret.md
  - gone.md
"""
NOTES = {
    "index.md": "x",
    "a.md": "x",
    "b.md": "x",
    "c.md": "x",
    "d.md": "x",
    "secret.md": "---\npublish: false\n---\nx",
}


def built(tmp_path: Path, mkdocs: str, files: Mapping[str, str | bytes] = NOTES) -> tuple[Path, BuildReport]:
    write_vault(tmp_path / "vault", files)
    (tmp_path / "mkdocs.yml").write_text(mkdocs, encoding="utf-8")
    report = build_site(tmp_path / "vault", tmp_path / "site", state_dir=None, workers=1, environ=PINNED)
    return tmp_path / "site", report


def soup(output: Path, url: str) -> BeautifulSoup:
    return BeautifulSoup((output / url / "index.html").read_bytes(), "lxml")


def links(page: BeautifulSoup, selector: str) -> list[tuple[str, str]]:
    return [(link.get_text(" ", strip=True), str(link["href"])) for link in page.select(selector)]


def test_the_tree_is_the_owners_without_what_is_not_published(tmp_path: Path) -> None:
    output, report = built(tmp_path, NAV)
    assert json.loads((output / "-/data/nav.json").read_bytes())["tree"] == [
        ["Start", ""],
        ["Part", None, [["One", "a/"], ["Deep", None, [["b", "b/"]]], ["Away", "https://e.org/x"]]],
    ]
    left_out = [problem.message for problem in report.problems if problem.code == "nav-entry-left-out"]
    assert left_out == [
        "`nav` names `gone.md`, which is no note of the vault",
        "`nav` names `secret.md`, which is not published",
    ]


def test_a_page_shows_its_section_and_the_pages_before_and_after(tmp_path: Path) -> None:
    output, _ = built(tmp_path, NAV)
    one = soup(output, "a")
    assert links(one, ".napkin-nav-parent a") == [("Part", "./")]
    assert links(one, ".napkin-nav-list a") == [("One", "./"), ("Deep", "../b/"), ("Away", "https://e.org/x")]
    assert [href for _, href in links(one, ".napkin-pager a")] == ["../", "../b/"]
    home = soup(output, "")
    assert links(home, ".napkin-nav-list a") == [("Start", "./"), ("Part", "a/")]
    assert [href for _, href in links(home, ".napkin-pager a")] == ["a/"]


def test_a_page_outside_the_navigation_is_reachable_and_has_its_folder_beside_it(tmp_path: Path) -> None:
    output, _ = built(tmp_path, NAV)
    hidden = soup(output, "c")
    assert links(hidden, ".napkin-pager a") == []
    assert "d" in [text for text, _ in links(hidden, ".napkin-nav-list a")]
    assert ("c", "c/") in links(soup(output, ""), ".napkin-note-list a")


def test_long_sections_show_the_entries_around_the_page(tmp_path: Path) -> None:
    names = [f"n{number:02}" for number in range(40)]
    nav = "docs_dir: vault\nnav:\n" + "".join(f"  - {name}.md\n" for name in names)
    output, _ = built(tmp_path, nav, {f"{name}.md": "x" for name in names})
    shown = [text for text, _ in links(soup(output, "n20"), ".napkin-nav-list a")]
    assert shown == names[13:28]


def test_scheme_fonts_and_extra_files_stand_in_the_page(tmp_path: Path) -> None:
    mkdocs = (
        "docs_dir: vault\ntheme:\n  palette: {scheme: slate, primary: teal}\n"
        "  font: {text: Plain Sans, code: Plain Mono}\n"
        "extra_css: [a.css, gone.css, https://e.org/x.css]\nextra_javascript: [m.mjs, //e.org/y.js]\n"
    )
    output, report = built(tmp_path, mkdocs, {"n.md": "x", "a.css": "a{b:url(p.png)}", "p.png": "", "m.mjs": ""})
    page = soup(output, "n")
    style = "".join(rule.get_text() for rule in page.select("head style"))
    assert ":root:not([data-scheme]){color-scheme:dark}" in style
    assert '--md-text-font:"Plain Sans"' in style
    assert '--md-code-font:"Plain Mono"' in style
    assert [str(link["href"]) for link in page.select('link[rel="stylesheet"]')][2:] == [
        "../a.css",
        "https://e.org/x.css",
    ]
    scripts = [(script["src"], script.get("type")) for script in page.select("script[src]")][1:]
    assert scripts == [("../m.mjs", "module"), ("https://e.org/y.js", None)]
    assert (output / "p.png").is_file()
    assert sorted(problem.code for problem in report.problems if "extra" in problem.code) == [
        "missing-extra-file",
        "remote-extra-file",
        "remote-extra-file",
    ]


def test_excluded_notes_and_files_leave_no_trace_even_when_they_ask_to_be_published(tmp_path: Path) -> None:
    files = {
        "n.md": "[[hidden]] ![[p.png]]",
        "Off/hidden.md": "---\npublish: true\n---\ncanary-512",
        "Off/p.png": "canary-512",
    }
    output, report = built(tmp_path, "docs_dir: vault\nexclude_docs: |\n  Off/\n", files)
    assert report.held_back == ("Off/hidden.md",)
    assert not [path for path in output.rglob("*") if path.is_file() and b"canary-512" in path.read_bytes()]
    assert [problem.path for problem in report.problems if problem.code == "attachment-kept-back"] == ["Off/p.png"]


def test_templates_of_the_owner_find_the_section_extra(tmp_path: Path) -> None:
    write_vault(tmp_path, {"look/partials/footer.html": "<footer>{{ config.extra.word | e }}</footer>"})
    output, _ = built(tmp_path, "docs_dir: vault\ntheme: {custom_dir: look}\nextra: {word: a<b}\n", {"n.md": "x"})
    assert soup(output, "n").select("footer")[0].get_text() == "a<b"
