"""The MkDocs plugin against `napkin build`: whole sites made both ways, and what MkDocs adds around."""

import json
import logging
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError

from napkin_site.builder.site import build_site
from tests.builder.sites import PINNED, PNG, read_site, write_vault
from tests.conftest import CHECKOUT

BARE = "site_name: S\ntheme:\n  name: material\n  font: false\nplugins: [search, napkin]\n"
CANARIES = (b"heliotrope", b"marmalade", b"Salary", b"Lantern 2")


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave MkDocs' loggers as they were, and count no warning of another test."""
    for name, value in PINNED.items():
        monkeypatch.setenv(name, value)
    logger = logging.getLogger("mkdocs")
    handlers, level = list(logger.handlers), logger.level
    yield
    logger.handlers[:] = handlers
    logger.setLevel(level)


def project(tmp_path: Path, files: Mapping[str, str | bytes], config: str = BARE) -> Path:
    write_vault(tmp_path / "docs", files)
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    return tmp_path


def by_mkdocs(folder: Path, output: Path, **options: Any) -> Path:
    config = load_config(str(folder / "mkdocs.yml"), site_dir=str(output), **options)
    config.plugins.on_startup(command="build", dirty=False)
    mkdocs_build(config)
    return output


def by_napkin(folder: Path, output: Path) -> Path:
    build_site(folder / "docs", output, state_dir=None, workers=1, environ=PINNED)
    return output


def made(tmp_path: Path, files: Mapping[str, str | bytes], config: str = BARE, **options: Any) -> Path:
    return by_mkdocs(project(tmp_path, files, config), tmp_path / "site", **options)


def soup(output: Path, url: str) -> BeautifulSoup:
    return BeautifulSoup((output / url / "index.html").read_bytes(), "lxml")


def columns(output: Path) -> dict[str, str]:
    """Collect what stands in each page's main column."""
    found = {}
    for path in sorted(output.rglob("index.html")):
        text = path.read_text(encoding="utf-8")
        if "<article" in text:
            start = text.index(">", text.index("<article")) + 1
            found[path.relative_to(output).as_posix()] = text[start : text.index("</article>")].strip()
    return found


@pytest.fixture(scope="module")
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Build an example both ways: napkin's output, MkDocs' output."""
    folder = tmp_path_factory.mktemp("project")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NAPKIN_STATE_DIR", str(folder / "state"))
        patch.setenv("SOURCE_DATE_EPOCH", PINNED["SOURCE_DATE_EPOCH"])
        if request.param == "garden":
            shutil.copytree(CHECKOUT / "examples/garden", folder / "docs")
            (folder / "mkdocs.yml").write_text(BARE, encoding="utf-8")
        else:
            shutil.copytree(CHECKOUT / "examples/docs-project", folder, dirs_exist_ok=True)
        # The garden has links that lead nowhere on purpose, so it is not built strictly.
        theirs = by_mkdocs(folder, folder / "theirs", strict=request.param != "garden")
        return by_napkin(folder, folder / "ours"), theirs


EXAMPLES = pytest.mark.parametrize("both", ["garden", "docs-project"], indirect=True, scope="module")


@EXAMPLES
def test_both_ways_give_the_same_column_with_content_links_and_backlinks(both: tuple[Path, Path]) -> None:
    ours, theirs = columns(both[0]), columns(both[1])
    assert ours.keys() - theirs.keys() == {"-/graph/index.html"}  # the theme of MkDocs has no place for it
    assert len(theirs) > 40
    for path, column in theirs.items():
        # Around it stand the buttons of the theme, and the block for our script.
        assert column.count(ours[path]) == 1, path


@EXAMPLES
def test_both_ways_copy_the_same_files_and_lead_on_from_the_same_old_addresses(both: tuple[Path, Path]) -> None:
    ours, theirs = read_site(both[0]), read_site(both[1])
    whole_pages = set(columns(both[0]))
    made_by_us = {"404.html", "llms.txt", "robots.txt", "rss.xml", "sitemap.xml", ".nojekyll", ".napkin-site"}
    copied = {
        path: data
        for path, data in ours.items()
        if path not in made_by_us | whole_pages and not path.startswith("-/") and not path.endswith("index.md")
    }
    assert copied
    assert {path: theirs[path] for path in copied if path in theirs} == copied


@EXAMPLES
def test_every_link_of_a_page_that_mkdocs_wrote_leads_somewhere(both: tuple[Path, Path]) -> None:
    site = both[1].resolve()
    broken = []
    for path in columns(site):
        page = site / path
        for link in BeautifulSoup(page.read_bytes(), "lxml").select("article a[href], article [src], link[href]"):
            address = str(link.get("href") or link.get("src"))
            if "://" in address or address.startswith(("#", "mailto:", "data:", "//")):
                continue
            target = from_url(page, address)
            if not (target / "index.html" if target.is_dir() else target).is_file():
                broken.append((path, address))
    assert broken == []


def from_url(page: Path, address: str) -> Path:
    return (page.parent / unquote(urlsplit(address).path)).resolve()


@pytest.mark.parametrize("both", ["docs-project"], indirect=True, scope="module")
def test_what_is_held_back_is_in_no_file_of_either_site(both: tuple[Path, Path]) -> None:
    for output in both:
        files = read_site(output)
        assert [
            path for path, data in files.items() for word in CANARIES if word in data or word in path.encode()
        ] == []
        assert not [path for path in files if path.startswith(("Private", "drafts"))]
    assert b"Scheduler" in read_site(both[1])["search/search_index.json"]


@pytest.mark.parametrize("both", ["docs-project"], indirect=True, scope="module")
def test_the_navigation_of_the_project_is_that_of_both_sites(both: tuple[Path, Path]) -> None:
    tree = json.loads((both[0] / "-/data/nav.json").read_bytes())["tree"]
    assert [entry[0] for entry in tree] == [
        "Home",
        "Start",
        "Guides",
        "How it works",
        "Reference",
        "Operations",
        "Source",
    ]
    assert tree[1] == [
        "Start",
        None,
        [
            ["First preview", "Start/First+preview/"],
            ["Share a preview", "Start/Share+a+preview/"],
            ["Trouble", "Start/When+a+preview+fails/"],
        ],
    ]
    assert tree[-1] == ["Source", "https://git.example.com/platform/lantern"]
    ours, theirs = (soup(output, "Start/Share+a+preview") for output in both)
    assert [link.get_text() for link in ours.select(".napkin-nav-list a")] == [
        "First preview",
        "Share a preview",
        "Trouble",
    ]
    assert [link["href"] for link in ours.select(".napkin-nav-parent a")] == ["../First+preview/"]
    around = {
        rel: [str(link["href"]) for link in ours.select(f'.napkin-pager a[rel="{rel}"]')] for rel in ("prev", "next")
    }
    assert around == {"prev": ["../First+preview/"], "next": ["../When+a+preview+fails/"]}
    assert [link["href"] for link in theirs.select('head link[rel="next"]')] == around["next"]
    assert "Trouble" in [link.get_text(strip=True) for link in theirs.select("nav.md-nav--primary a.md-nav__link")]
    hidden = soup(both[0], "Team")
    assert not hidden.select(".napkin-pager a")
    assert hidden.select(".napkin-content")


@pytest.mark.parametrize("both", ["docs-project"], indirect=True, scope="module")
def test_the_projects_own_files_dress_both_sites(both: tuple[Path, Path]) -> None:
    ours = soup(both[0], "Start/Share+a+preview")
    assert "../../assets/extra.css" in [link["href"] for link in ours.select('link[rel="stylesheet"]')]
    script = ours.select_one('script[src="../../assets/copy-commands.js"]')
    assert script is not None
    assert script.has_attr("defer")
    assert [link["href"] for link in ours.select('link[rel="icon"]')] == ["../../assets/lantern.svg"]
    assert "© Platform team" in ours.select("footer")[0].get_text()
    edit = "https://git.example.com/platform/lantern/edit/main/docs/Start/Share%20a%20preview.md"
    assert [link["href"] for link in ours.select("footer a")] == [edit]
    for output in both:
        assert {path for path in read_site(output) if path.startswith("assets/") and "lamps" in path} == {
            "assets/lamps.css"
        }


def test_a_page_has_the_contents_title_and_description_that_the_note_gives(tmp_path: Path) -> None:
    output = made(
        tmp_path,
        {
            "A & <b>.md": '---\ndescription: Says "x" <i>\ntitle: other\n---\n## One\n\n### Two & \\<u>\n\n## Three\n',
            "index.md": "x",
        },
    )
    page = soup(output, "A+&+<b>")
    assert page.title is not None
    assert page.title.get_text() == "A & <b> - S"
    assert [meta["content"] for meta in page.select('meta[name="description"]')] == ['Says "x" <i>']
    contents = page.select(".md-sidebar--secondary .md-nav__link")
    assert [link.get_text(strip=True) for link in contents] == ["One", "Two & <u>", "Three"]
    assert all(page.find(id=str(link["href"])[1:]) for link in contents)
    assert not page.select("head i, nav b, nav u")


def test_properties_that_would_break_a_theme_are_left_out_and_those_it_knows_count(tmp_path: Path) -> None:
    output = made(
        tmp_path,
        {
            "index.md": "x",
            "odd.md": '---\nicon: 🌱\ntemplate: "[[Plant]]"\nhide: all\nsearch: yes\ntags: "#one"\n---\nbody\n',
            "plain.md": "---\nhide: [toc]\nicon: material/home\nsearch: {exclude: true}\n---\n# H\n\nunfindable\n",
        },
    )
    assert "body" in soup(output, "odd").select(".napkin-content")[0].get_text()
    assert soup(output, "plain").select(".md-sidebar--secondary[hidden]")
    index = json.loads((output / "search/search_index.json").read_bytes())
    entries = {entry["location"]: entry["text"] for entry in index["docs"]}
    assert "plain/" not in entries
    assert entries["odd/"].startswith("odd <p>body</p>")  # neither dates nor properties


def test_only_what_published_notes_use_is_copied_and_dirty_pictures_are_cleaned(tmp_path: Path) -> None:
    output = made(
        tmp_path,
        {
            "index.md": "![[used.png]] ![[drawn.svg]] [[list.markdown]]",
            "used.png": PNG,
            "unused.png": PNG,
            "list.markdown": "# not a note here",
            "drawn.svg": '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><path d="M0 0"/></svg>',
            "secret.md": "---\npublish: false\n---\n![[hidden.png]]",
            "hidden.png": PNG,
        },
    )
    files = read_site(output)
    assert files["used.png"] == PNG
    assert b"script" not in files["drawn.svg"]
    assert files["list.markdown"] == b"# not a note here"
    assert not {"unused.png", "hidden.png", "secret/index.html"} & files.keys()
    assert "secret" not in files["sitemap.xml"].decode()


def test_a_navigation_never_names_what_is_held_back(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    nav = "nav:\n  - index.md\n  - Plans:\n    - Quiet takeover: secret.md\n  - Elsewhere: https://e.org/\n"
    output = made(tmp_path, {"index.md": "x", "secret.md": "---\ndraft: true\n---\nx"}, BARE + nav)
    page = (output / "index.html").read_text()
    assert "takeover" not in page
    assert "Plans" not in page
    assert "https://e.org/" in page
    assert "secret.md" in caplog.text


def test_problems_are_warnings_that_a_strict_build_counts(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Abort, match="strict"):
        made(tmp_path, {"index.md": "one\n\n[[nowhere]]"}, strict=True)
    assert [
        (record.name, record.levelname, record.getMessage())
        for record in caplog.records
        if "nowhere" in record.getMessage()
    ] == [
        (
            "mkdocs.plugins.napkin",
            "WARNING",
            "index.md:3: `nowhere` is not in the vault. Write the note, or mend the link.",
        )
    ]
    made(tmp_path, {"index.md": "one\n\n[[other]]", "other.md": "x"}, strict=True)


@pytest.mark.parametrize(("options", "words"), [("pubish_mode: all", "publish_mode"), ("indexing: 3", "site.indexing")])
def test_a_wrong_option_stops_the_build_and_names_the_key(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, options: str, words: str
) -> None:
    config = BARE.replace("[search, napkin]", f"\n  - napkin:\n      {options}")
    with pytest.raises(Abort):
        made(tmp_path, {"index.md": "x"}, config)
    assert words in caplog.text


def test_options_are_settings_of_the_site(tmp_path: Path) -> None:
    config = BARE.replace("[search, napkin]", "\n  - napkin:\n      publish_mode: flagged\n      exclude: [Old]")
    files = {
        "index.md": "---\npublish: true\n---\nx",
        "a.md": "y",
        "Old/b.md": "---\npublish: true\n---\nz",
        "c.md": "z",
    }
    assert {path for path in columns(made(tmp_path, files, config)) if not path.startswith("-/")} == {
        "index.html",
        "Old/index.html",
        "Old/b/index.html",
    }


def test_a_second_build_sees_what_changed(tmp_path: Path) -> None:
    first = made(tmp_path, {"index.md": "[[b]]", "b.md": "x"})
    assert "[[" not in columns(first)["index.html"]
    write_vault(tmp_path / "docs", {"index.md": "[[c]]", "c.md": "---\npublish: false\n---\nx"})
    (tmp_path / "docs/b.md").unlink()
    second = by_mkdocs(tmp_path, tmp_path / "site")
    page = soup(second, "")
    assert not page.select(".napkin-content a")
    assert not (second / "b/index.html").exists()


def test_our_styles_come_before_the_projects_own_and_libraries_only_where_notes_need_them(tmp_path: Path) -> None:
    plain = made(tmp_path / "one", {"index.md": "x", "own.css": "a{}"}, BARE + "extra_css: [own.css]\n")
    sheets = [str(link["href"]) for link in soup(plain, "").select('link[rel="stylesheet"]')]
    ours = next(number for number, sheet in enumerate(sheets) if "-/assets/notes.css" in sheet)
    assert sheets[ours + 1] == "own.css"
    assert {path for path in read_site(plain) if path.startswith("-/assets/")} == {
        "-/assets/notes.css",
        "-/assets/notes.js",
    }
    rich = made(tmp_path / "two", {"index.md": "$x$\n\n```mermaid\ngraph TD\n```\n"})
    assert {"-/assets/math.js", "-/assets/mermaid.js", "-/assets/katex/katex.css"} <= read_site(rich).keys()


def test_files_that_another_plugin_brings_in_from_the_vault_are_taken_out_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "hooks.py").write_text(
        "from mkdocs.structure.files import File\n"
        "def on_files(files, config):\n"
        "    files.append(File('secret.md', config.docs_dir, config.site_dir, True))\n"
        "    files.append(File.generated(config, 'made.md', content='# Made *here*'))\n"
        "    return files\n"
    )
    output = made(
        tmp_path, {"index.md": "x", "secret.md": "---\npublish: false\n---\ncanary"}, BARE + "hooks: [hooks.py]\n"
    )
    assert not (output / "secret").exists()
    assert "secret.md" in caplog.text
    assert soup(output, "made").select("article em")


def test_mkdocs_own_exclusions_count_where_there_is_no_file_to_read(tmp_path: Path) -> None:
    folder = project(tmp_path, {"index.md": "x", "odd [1]/a.md": "y", "b.md": "z"}, "site_name: unused\n")
    config = load_config(
        str(folder / "mkdocs.yml"), site_dir=str(tmp_path / "site"), plugins=["napkin"], exclude_docs="odd*/\n"
    )
    config.config_file_path = ""
    mkdocs_build(config)
    pages = {path for path in read_site(tmp_path / "site") if path.endswith("index.html") and not path.startswith("-/")}
    assert pages == {"index.html", "b/index.html", "index/index.html"}  # the last leads to the first


def test_a_folder_whose_name_has_a_blank_is_one_section(tmp_path: Path) -> None:
    page = soup(made(tmp_path, {"Two words/Note.md": "x", "Two words/Deep down/Other.md": "x", "top.md": "y"}), "top")
    labels = [label.get_text(strip=True) for label in page.select(".md-nav--primary label.md-nav__title")]
    assert sorted(label for label in labels if label != "S") == ["Deep down", "Two words"]


def test_a_folder_whose_settings_name_another_vault_is_refused(tmp_path: Path) -> None:
    files = {"index.md": "x", "in/a.md": "y", ".napkin/config.json": '{"vault": {"root": "../in"}}'}
    with pytest.raises(Abort):
        made(tmp_path, files)


def test_the_plugin_works_together_with_redirects_and_minify(tmp_path: Path) -> None:
    config = BARE.replace(
        "[search, napkin]",
        "\n  - search\n  - napkin\n  - redirects:\n      redirect_maps:\n        'old/place.md': 'New place.md'\n"
        "  - minify:\n      minify_html: true\n",
    )
    output = made(
        tmp_path, {"index.md": "[[New place]]", "New place.md": "> [!tip] Kept\n> text\n\n- [ ] a"}, config, strict=True
    )
    assert "New+place/" in (output / "old/place/index.html").read_text()
    page = soup(output, "New+place")
    assert page.select('.callout[data-callout="tip"]')
    assert [link["href"] for link in page.select(".napkin-backlinks a")] == ["../"]
    assert len((output / "New+place/index.html").read_bytes().splitlines()) < 60


def test_tags_of_notes_reach_the_tags_plugin_of_material(tmp_path: Path) -> None:
    config = BARE.replace("[search, napkin]", "[search, tags, napkin]")
    output = made(
        tmp_path,
        {"index.md": "x", "a.md": "---\ntags: [garden]\n---\nand #inline", "b.md": "---\ntags: '#x'\n---\n"},
        config,
    )
    assert {tag.get_text(strip=True) for tag in soup(output, "a").select(".md-tags .md-tag")} == {"garden", "inline"}


def test_a_project_without_material_has_the_notes_all_the_same(tmp_path: Path) -> None:
    config = BARE.replace("name: material\n  font: false", "name: mkdocs")
    output = made(tmp_path, {"index.md": "[[a]] ==x==", "a.md": "y"}, config)
    page = (output / "index.html").read_text()
    assert '<a class="internal-link" href="a/">a</a> <mark>x</mark>' in page


def test_a_wrong_docs_dir_is_told_by_mkdocs(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text(BARE + "docs_dir: nowhere\n")
    with pytest.raises((Abort, ConfigurationError)):
        by_mkdocs(tmp_path, tmp_path / "site")


def test_a_preview_watches_settings_that_lie_outside_the_vault(tmp_path: Path) -> None:
    inside = {
        "docs/.napkin/config.json": "{}",
        "docs/n.md": "x",
        "outside/.obsidian/app.json": "{}",
        "mkdocs.yml": BARE,
    }
    write_vault(tmp_path, inside)
    watched: list[str] = []

    class Server:
        def watch(self, path: str) -> None:
            watched.append(path)

    def serve() -> None:
        config = load_config(str(tmp_path / "mkdocs.yml"))
        config.plugins["napkin"].on_serve(Server(), config=config, builder=None)  # type: ignore[arg-type]  # a fake

    serve()
    assert watched == []
    (tmp_path / "docs/.napkin/config.json").write_text('{"vault": {"obsidian": "../../outside/.obsidian"}}')
    serve()
    assert watched == [str(tmp_path / "outside/.obsidian")]


def test_a_file_that_cannot_be_cleaned_is_left_out_and_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    output = made(tmp_path, {"index.md": "![[broken.svg]]", "broken.svg": "<svg"})
    assert not (output / "broken.svg").exists()
    assert "broken.svg: the file is not on the site" in caplog.text
