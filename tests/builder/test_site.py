"""Whole sites from small vaults."""

import json
import os
import re
import subprocess
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup

from napkin_site.builder.gather import make_context
from napkin_site.builder.output.page_writer import PageWriter
from napkin_site.builder.output.write import OutputFolder
from napkin_site.builder.settings.site_settings import site_settings
from napkin_site.builder.site import build_site
from napkin_site.builder.site_theme import make_shell
from napkin_site.core.paths import VaultPath
from napkin_site.core.problems import Severity
from napkin_site.core.syntax.tree import NoteBody
from napkin_site.errors import OutputError, UsageError
from napkin_site.index.snapshot import Snapshot, load_snapshot
from napkin_site.vault.config import load_config
from napkin_site.vault.locate import find_vault
from tests.builder.sites import PINNED, PNG, build, read_site, write_vault

GARDEN: dict[str, str | bytes] = {
    "Home.md": (
        "---\ndescription: Where it begins\n---\n# Home\n\nSee [[Beds/Rose bed|roses]] and [[Not yet]].\n\n## More\n"
    ),
    "Beds/Rose bed.md": (
        "---\ntags: [plant/rose]\ncreated: 2020-02-03\ncssclasses: wide\n---\nRoses need [[Home]] soil.\n"
    ),
    "Beds/Bed 2.md": "Second.\n",
    "Beds/Bed 10.md": "Tenth. %%hidden words%%\n",
    "Pic.md": "---\nimage: pics/a.png\n---\n![[a.png]]\n",
    "pics/a.png": PNG,
}


def page(output: Path, url: str) -> BeautifulSoup:
    return BeautifulSoup((output / url / "index.html").read_bytes(), "lxml")


def texts(tree: BeautifulSoup, selector: str) -> list[str]:
    return [" ".join(found.get_text(" ").split()) for found in tree.select(selector)]


def test_the_dates_of_a_repository_are_those_of_its_commits(tmp_path: Path) -> None:
    vault = write_vault(tmp_path / "vault", {"Note.md": "Text.\n"})
    when = {"GIT_AUTHOR_DATE": "2001-02-03T00:00:00Z", "GIT_CONFIG_GLOBAL": os.devnull}
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *arguments], cwd=vault, env={**os.environ, **when}, check=True)

    build_site(vault, tmp_path / "site", state_dir=None)

    assert texts(page(tmp_path / "site", "Note"), ".napkin-dates time") == ["2001-02-03"]


def test_a_note_becomes_a_page_with_all_its_parts(tmp_path: Path) -> None:
    output, report = build(tmp_path, GARDEN)
    tree = page(output, "Beds/Rose+bed")
    assert texts(tree, "h1.napkin-title") == ["Rose bed"]
    assert texts(tree, ".napkin-content a.internal-link") == ["Home"]
    (content,) = tree.select("div.napkin-content.wide")
    assert content.get("data-path") == "Beds/Rose bed.md"
    assert texts(tree, ".napkin-tags a") == ["#plant/rose"]
    assert texts(tree, ".napkin-dates time") == ["2020-02-03", "2023-11-14"]
    assert texts(tree, ".napkin-path a") == ["vault", "Beds"]
    assert texts(tree, ".napkin-backlinks .napkin-backlink") == ["Home"]
    assert texts(tree, ".napkin-passage") == ["See roses and Not yet."]
    assert texts(tree, ".napkin-passage mark") == ["roses"]
    assert texts(tree, ".napkin-previous") == ["Previous Bed 10"]
    assert report.problems[0].severity is Severity.INFO


def test_a_title_that_the_note_repeats_is_shown_once(tmp_path: Path) -> None:
    output, _ = build(tmp_path, GARDEN)
    tree = page(output, "Home")
    assert texts(tree, "h1") == ["Home"]
    assert texts(tree, ".napkin-unresolved li") == ["Not yet"]


def test_neighbours_are_in_natural_order(tmp_path: Path) -> None:
    output, _ = build(tmp_path, GARDEN)
    assert texts(page(output, "Beds"), ".napkin-note-list a") == ["Bed 2", "Bed 10", "Rose bed"]
    assert texts(page(output, "Beds/Bed+10"), ".napkin-next, .napkin-previous") == ["Previous Bed 2", "Next Rose bed"]


def test_pages_say_what_they_are_about(tmp_path: Path) -> None:
    output, _ = build(tmp_path, {**GARDEN, ".napkin/config.json": '{"site": {"url": "https://e.org/g"}}'})
    tree = page(output, "Home")
    meta = {found.get("name") or found.get("property"): found.get("content") for found in tree.select("meta")}
    assert meta["description"] == meta["og:description"] == meta["twitter:description"] == "Where it begins"
    assert (meta["og:title"], meta["twitter:title"], meta["og:url"]) == ("Home", "Home", "https://e.org/g/Home/")
    picture = page(output, "Pic").select('meta[property="og:image"]')[0]
    assert picture.get("content") == "https://e.org/g/pics/a.png"


def test_tags_have_pages_and_an_index(tmp_path: Path) -> None:
    output, _ = build(tmp_path, GARDEN)
    assert texts(page(output, "-/tags"), ".napkin-tag-tree a") == ["#plant", "#rose"]
    assert texts(page(output, "-/tags/plant"), ".napkin-note-list a") == ["Rose bed"]
    assert texts(page(output, "-/tags/plant/rose"), ".napkin-note-list a") == ["Rose bed"]


def test_the_graph_page_lists_the_most_linked(tmp_path: Path) -> None:
    output, _ = build(tmp_path, GARDEN)
    tree = page(output, "-/graph")
    assert texts(tree, ".napkin-most-linked li") == ["Rose bed 1", "Home 1"]
    assert tree.select(".napkin-graph")


def test_the_missing_page_works_at_any_address(tmp_path: Path) -> None:
    output, _ = build(tmp_path, {**GARDEN, ".napkin/config.json": '{"site": {"url": "https://e.org/g"}}'})
    tree = BeautifulSoup((output / "404.html").read_bytes(), "lxml")
    assert [found.get("href") for found in tree.select("article a")] == ["/g/", "/g/-/tags/"]


def test_redirects_lead_from_old_places(tmp_path: Path) -> None:
    output, _ = build(tmp_path, {"a/Old.md": "---\npermalink: new\naliases: [x/y z]\n---\nText\n"})
    assert 'url=../../new/"' in (output / "a/Old/index.html").read_text()
    assert 'location.replace("../../new/"' in (output / "x/y+z/index.html").read_text()


def test_feeds_tell_of_published_notes(tmp_path: Path) -> None:
    output, _ = build(tmp_path, {**GARDEN, ".napkin/config.json": '{"site": {"url": "https://e.org/g"}}'})
    sitemap = ET.fromstring((output / "sitemap.xml").read_bytes())
    assert "https://e.org/g/Beds/Rose+bed/" in [found.text for found in sitemap.iter() if found.tag.endswith("loc")]
    rss = ET.fromstring((output / "rss.xml").read_bytes())
    assert "Rose bed" in [found.text for found in rss.iter("title")]
    assert (output / "robots.txt").read_text() == "User-agent: *\nAllow: /\nSitemap: https://e.org/g/sitemap.xml\n"
    assert "- [Home](https://e.org/g/Home/index.md): Where it begins" in (output / "llms.txt").read_text()
    assert (output / "Beds/Bed+10/index.md").read_text() == "Tenth. \n"


def test_search_engines_are_asked_to_stay_away(tmp_path: Path) -> None:
    output, _ = build(tmp_path, {**GARDEN, ".napkin/config.json": '{"site": {"indexing": false}}'})
    assert (output / "robots.txt").read_text() == "User-agent: *\nDisallow: /\n"
    assert not (output / "sitemap.xml").exists()
    assert page(output, "Home").select('meta[name="robots"][content="noindex"]')


def test_what_is_turned_off_is_not_there(tmp_path: Path) -> None:
    config = '{"site": {"feed": false, "source_markdown": false, "show_properties": false}}'
    output, _ = build(tmp_path, {**GARDEN, ".napkin/config.json": config})
    names = read_site(output).keys()
    assert not {"rss.xml", "llms.txt"} & names
    assert not [name for name in names if name.endswith(".md")]
    assert not page(output, "Home").select(".napkin-properties")


def test_a_mkdocs_file_above_speaks_for_the_vault_it_names(tmp_path: Path) -> None:
    mkdocs = "site_name: From MkDocs\nsite_url: https://e.org/m\ndocs_dir: vault\ntheme:\n  language: de\n"
    write_vault(tmp_path, {"mkdocs.yml": mkdocs, "other/n.md": "x"})
    output, _ = build(tmp_path, {"a.md": "x"})
    tree = page(output, "a")
    assert texts(tree, ".napkin-path a") == ["From MkDocs"]
    assert [found["href"] for found in tree.select('link[rel="canonical"]')] == ["https://e.org/m/a/"]
    assert tree.select('html[lang="de"]')
    build_site(tmp_path / "other", tmp_path / "two", state_dir=None, environ=PINNED)
    assert texts(page(tmp_path / "two", "n"), ".napkin-path a") == ["other"]


def test_clean_builds_everything_anew(tmp_path: Path) -> None:
    output, first = build(tmp_path, GARDEN)
    (output / "CNAME").write_text("mine")
    _, second = build(tmp_path, {}, clean=True)
    assert second.counts["written"] == first.counts["written"]
    assert (output / "CNAME").read_text() == "mine"


def test_the_tree_of_pages_is_data(tmp_path: Path) -> None:
    output, _ = build(tmp_path, GARDEN)
    tree = json.loads((output / "-/data/nav.json").read_bytes())["tree"]
    assert tree[0] == [
        "Beds",
        "Beds/",
        [["Bed 2", "Beds/Bed+2/"], ["Bed 10", "Beds/Bed+10/"], ["Rose bed", "Beds/Rose+bed/"]],
    ]
    manifest = json.loads((output / "-/data/manifest.json").read_bytes())
    assert set(manifest["files"]) == {"graph", "nav"}


def test_output_is_the_same_with_one_process_and_with_two(tmp_path: Path) -> None:
    files = {**GARDEN, **{f"Many/n{number}.md": f"Note {number} of [[Home]] #t{number % 7}\n" for number in range(120)}}
    one, _ = build(tmp_path, files, output="one", workers=1)
    two, report = build(tmp_path, files, output="two", workers=2)
    assert report.workers == 2
    assert read_site(one) == read_site(two)


def test_output_is_the_same_with_an_executor(tmp_path: Path) -> None:
    files = {
        f"Many/n{number}.md": f"Note {number} of [[n7]]\n\n```python\nx = {number}\n```\n" * 30 for number in range(120)
    }
    one, _ = build(tmp_path, files, output="one", workers=1)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        two, _ = build(tmp_path, files, output="two", executor=executor)
    assert read_site(one) == read_site(two)


def test_a_second_build_writes_nothing_and_a_deleted_note_goes(tmp_path: Path) -> None:
    output, first = build(tmp_path, GARDEN)
    before = read_site(output)
    _, second = build(tmp_path, {})
    assert (first.counts["unchanged"], second.counts["written"], second.counts["removed"]) == (0, 0, 0)
    assert read_site(output) == before
    (tmp_path / "vault/Beds/Bed 2.md").unlink()
    _, third = build(tmp_path, {})
    notes = [path for path in third.removed if not path.startswith("-/data/search/")]
    assert notes == ["Beds/Bed+2/index.html", "Beds/Bed+2/index.md"]
    fresh, _ = build(tmp_path, {}, output="fresh")
    assert read_site(output) == read_site(fresh)


def test_the_output_may_lie_in_the_vault(tmp_path: Path) -> None:
    build(tmp_path, GARDEN, output="vault/site")
    output, report = build(tmp_path, {}, output="vault/site")
    assert report.counts["notes"] == 5
    assert report.counts["written"] == 0
    assert (output / "Home/index.html").is_file()


def test_the_clock_stands_for_file_times(tmp_path: Path) -> None:
    output, _ = build(tmp_path, {"a.md": "x"}, environ={}, now=datetime(2001, 2, 3, tzinfo=UTC))
    assert texts(page(output, "a"), ".napkin-dates time") == ["2001-02-03"]
    with pytest.raises(UsageError, match="SOURCE_DATE_EPOCH"):
        build(tmp_path, {}, environ={"SOURCE_DATE_EPOCH": "now"})


class _Broken:
    """A snapshot that cannot load one body."""

    def __init__(self, whole: Snapshot) -> None:
        self._whole = whole

    def __getattr__(self, name: str) -> Any:
        return getattr(self._whole, name)

    def body(self, path: VaultPath) -> NoteBody:
        if path == "Pic.md":
            raise RuntimeError("boom")
        return self._whole.body(path)


def test_a_page_that_cannot_be_made_does_not_take_the_others_along(tmp_path: Path) -> None:
    location = find_vault(None, named=write_vault(tmp_path / "vault", GARDEN))
    config = load_config(location, environ={})
    snapshot = load_snapshot(location, config, state_dir=None)
    context, _ = make_context(snapshot, config, site_settings(config, "x"), pinned=None)
    context.snapshot = _Broken(snapshot)
    folder = OutputFolder(tmp_path / "site")
    folder.open(location.root)
    batch = PageWriter(context, lambda: make_shell(context), folder).write_pages(context.plan.pages)
    assert [(found.code, found.path) for found in batch.problems] == [("page-failed", "Pic.md")]
    assert "could not be made" in (tmp_path / "site/Pic/index.html").read_text()
    assert "could not be made" not in (tmp_path / "site/Home/index.html").read_text()


def test_an_empty_vault_gives_a_site(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    output, report = build(tmp_path, {})
    assert report.counts["notes"] == 0
    assert texts(page(output, ""), "h1") == ["vault"]


def test_hostile_names_reach_the_page_as_text(tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(1)> & \"q\" 'a'"
    files = {f"{name}.md": "[[b]]", "b.md": f"[[{name}]]", f"{name}/c.md": "x #a<b"}
    output, _ = build(tmp_path, files)
    for path, data in read_site(output).items():
        if path.endswith(".html"):
            assert b"<img src=x" not in data, path
    assert texts(page(output, name.replace(" ", "+")), "h1") == [name]


def test_an_edit_link_leads_to_the_source(tmp_path: Path) -> None:
    config = '{"site": {"edit_uri": "https://e.org/edit/{path}?x"}}'
    output, _ = build(tmp_path, {"a b.md": "x", ".napkin/config.json": config})
    assert "https://e.org/edit/a%20b.md?x" in (output / "a+b/index.html").read_text()


def test_pictures_in_svg_are_cleaned_and_broken_ones_left_out(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script><g/></svg>'
    output, report = build(tmp_path, {"a.md": "![[p.svg]] ![[q.svg]]", "p.svg": svg, "q.svg": "<"})
    assert "script" not in (output / "p.svg").read_text()
    assert not (output / "q.svg").exists()
    assert [found.path for found in report.problems if found.code == "attachment-unreadable"] == ["q.svg"]


def test_a_vault_dresses_its_own_site(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    config = '{"site": {"logo": "logo.svg", "language": "de", "accent": "#336699", "copyright": "Me"}}'
    files: dict[str, str | bytes] = {
        "a.md": "x",
        "publish.css": "p{}",
        "img/favicon.png": PNG,
        "deep/er/favicon.svg": svg,
        "logo.svg": svg,
        ".napkin/config.json": config,
    }
    output, _ = build(tmp_path, files)
    tree = page(output, "a")
    assert [found["href"] for found in tree.select('link[rel="icon"]')] == ["../img/favicon.png"]
    assert "../publish.css" in [found["href"] for found in tree.select('link[rel="stylesheet"]')]
    assert "../logo.svg" in str(tree)
    assert {"publish.css", "img/favicon.png", "logo.svg"} <= read_site(output).keys()


def test_links_of_published_notes_that_go_wrong_are_reported(tmp_path: Path) -> None:
    files = {
        "a.md": "\n[[Nowhere]] [[b#No]]\n",
        "b.md": "x",
        "s.md": "---\npublish: false\n---\n[[Nothing]]",
    }
    _, report = build(tmp_path, files)
    found = [(problem.code, problem.path, problem.line) for problem in report.problems if problem.path]
    assert found == [("missing-part", "a.md", 2), ("unresolved-link", "a.md", 2)]
    assert (report.errors, report.warnings) == (0, 2)


def test_aliases_resolve_where_the_settings_say_so(tmp_path: Path) -> None:
    config = '{"links": {"resolve_aliases": true}, "site": {"keywords": "proven", "show_properties": "source"}}'
    files = {
        "a.md": "---\nk: 1 # why\n---\n[[Nick]]",
        "b.md": "---\naliases: [Nick]\n---\n",
        ".napkin/config.json": config,
    }
    output, report = build(tmp_path, files)
    assert [found["href"] for found in page(output, "a").select(".napkin-content a")] == ["../b/"]
    assert "keywords-not-proven" in [problem.code for problem in report.problems]
    assert texts(page(output, "a"), ".napkin-properties code")[0].split() == ["---", "k:", "1", "---"]


def test_a_language_the_theme_does_not_speak_is_told(tmp_path: Path) -> None:
    _, report = build(tmp_path, {"a.md": "x", ".napkin/config.json": '{"site": {"language": "ga"}}'})
    assert "language-without-words" in [problem.code for problem in report.problems]


def test_unreadable_properties_are_shown_as_such(tmp_path: Path) -> None:
    output, _ = build(tmp_path, {"a.md": "---\nk: [\n---\nBody stays."})
    assert "cannot be read" in texts(page(output, "a"), ".napkin-notice")[0]
    assert texts(page(output, "a"), ".napkin-content") == ["Body stays."]


def test_an_attachment_that_goes_while_the_site_is_built_is_reported(tmp_path: Path) -> None:
    def remove(stage: str, done: int, total: int) -> None:
        if stage == "pages":
            (tmp_path / "vault/p.png").unlink(missing_ok=True)

    output, report = build(tmp_path, {"a.md": "![[p.png]]", "p.png": PNG}, progress=remove)
    assert [found.path for found in report.problems if found.code == "attachment-unreadable"] == ["p.png"]
    assert (output / "a/index.html").is_file()


def test_an_output_folder_of_others_stops_the_build_before_anything_is_read(tmp_path: Path) -> None:
    vault = write_vault(tmp_path / "vault", GARDEN)
    (tmp_path / "site").mkdir()
    (tmp_path / "site/x").write_text("x")
    with pytest.raises(OutputError):
        build_site(vault, tmp_path / "site", state_dir=None, environ=PINNED)


def test_page_size_does_not_grow_with_the_vault(tmp_path: Path) -> None:
    small, _ = build(tmp_path, {f"F/n{number}.md": "x" for number in range(30)}, output="small")
    large, _ = build(tmp_path, {f"F/n{number}.md": "x" for number in range(300)}, output="large")
    sizes = [len(re.sub(rb"n\d+", b"n", (output / "F/n15/index.html").read_bytes())) for output in (small, large)]
    assert abs(sizes[0] - sizes[1]) < 200


def test_a_title_is_spelt_as_the_heading_that_repeats_it(tmp_path: Path) -> None:
    output, _ = build(tmp_path, {"soil health.md": "# Soil Health\n\nText.\n", "other.md": "# Another\n"})
    (title,) = texts(page(output, "soil+health"), ".napkin-title")
    assert title == "Soil Health"
    assert texts(page(output, "other"), ".napkin-title") == ["other"]


def test_only_notes_are_not_written_yet(tmp_path: Path) -> None:
    body = "[[Idea]] [[v1.2 plan]] ![[photo.png]] [[talk.mp3]] ![[Sketch]] %%[[Hidden]]%%"
    output, report = build(tmp_path, {"a.md": body})
    assert texts(page(output, "a"), ".napkin-unresolved li") == ["Idea", "v1.2 plan", "Sketch"]
    assert "missing-embed" in [problem.code for problem in report.problems]


def test_pages_without_a_folder_have_the_first_folders_beside_them(tmp_path: Path) -> None:
    files = {"Beds/n.md": "#tag", "a.md": "", ".napkin/config.json": '{"site": {"url": "https://e.org/deep/"}}'}
    output, _ = build(tmp_path, files)
    assert [found["href"] for found in page(output, "-/graph").select(".napkin-nav-list a")] == ["../../Beds/"]
    for url in ("-/tags", "-/tags/tag"):
        assert texts(page(output, url), ".napkin-nav-list a") == ["Beds"], "a tag's page names no other note"
    missing = BeautifulSoup((output / "404.html").read_bytes(), "lxml")
    assert [found["href"] for found in missing.select(".napkin-nav-list a")] == ["/deep/Beds/"]


def test_templates_are_not_counted_as_held_back(tmp_path: Path) -> None:
    files = {"Templates/t.md": "", "a.md": "", "b.md": "---\npublish: false\n---\n"}
    _, report = build(tmp_path, files)
    assert report.held_back == ("b.md",)
    assert report.counts["held_back"] == 1
