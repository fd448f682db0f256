import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from napkin_site.builder.settings.mkdocs_file import read_mkdocs_file
from napkin_site.builder.settings.mkdocs_settings import find_mkdocs_file, read_settings
from napkin_site.builder.settings.project import ExtraScript, NavEntry
from napkin_site.builder.settings.site_settings import SiteSettings
from napkin_site.core.problems import Problem, Severity
from napkin_site.errors import ConfigError
from napkin_site.vault.locate import find_vault
from tests.builder.sites import write_vault


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mkdocs.yml"
    path.write_text(text, encoding="utf-8")
    return path


def settings(root: Path, environ: Mapping[str, str] | None = None) -> SiteSettings:
    return read_settings(find_vault(None, named=root, environ={}), environ=environ or {})[1]


def remarks(root: Path) -> tuple[Problem, ...]:
    return read_settings(find_vault(None, named=root, environ={}), environ={})[2]


def test_a_file_gives_its_own_settings_and_those_it_inherits(tmp_path: Path) -> None:
    (tmp_path / "parent.yml").write_text("site_name: Parent\nsite_url: https://example.org/\ncopyright: us\n")
    found = read_mkdocs_file(
        written(
            tmp_path,
            "INHERIT: parent.yml\nsite_name: Garden\ndocs_dir: notes\nrepo_url: https://example.org/r\n"
            "edit_uri: edit/main/\ntheme:\n  name: material\n  language: de\n  custom_dir: look\n"
            "plugins: [nothing-installed]\nmarkdown_extensions:\n  - x:\n      f: !!python/name:os.system\n",
        )
    )
    assert found.docs_dir == str(tmp_path / "notes")
    assert found.site == {
        "name": "Garden",
        "url": "https://example.org/",
        "copyright": "us",
        "edit_uri": "https://example.org/r/edit/main/{path}",
        "language": "de",
    }
    assert found.extras.overrides == str(tmp_path / "look")
    assert found.problems == ()


def test_values_come_from_the_environment_where_the_file_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHERE", "https://e.org/x")
    found = read_mkdocs_file(written(tmp_path, "site_url: !ENV WHERE\nsite_name: !ENV [NOT_THERE, Fallback]\n"))
    assert found.site == {"url": "https://e.org/x/", "name": "Fallback"}


def test_a_file_never_runs_python(tmp_path: Path) -> None:
    target = tmp_path / "made"
    found = read_mkdocs_file(written(tmp_path, f"site_name: !!python/object/apply:os.mkdir ['{target}']\n"))
    assert not target.exists()
    assert found.site == {}


@pytest.mark.parametrize(
    "text",
    [
        "site_name: [",
        "INHERIT: nowhere.yml\n",
        "just words",
        "- a\n- b\n",
        "site_name: [a]\n",
        "site_url: nonsense\n",
        "nav: words\n",
        "theme: [material]\n",
        "exclude_docs: [a]\n",
        "plugins:\n  - napkin: words\n",
    ],
)
def test_an_unreadable_file_or_value_is_a_settings_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match=r"mkdocs\.yml"):
        read_mkdocs_file(written(tmp_path, text))


def test_a_navigation_keeps_titles_sections_and_order(tmp_path: Path) -> None:
    found = read_mkdocs_file(
        written(
            tmp_path,
            "nav:\n  - index.md\n  - Guides:\n    - First: guides/first.md\n    - guides/second.md\n"
            "  - Source: https://example.org/r\n",
        )
    )
    assert found.extras.nav == (
        NavEntry(target="index.md"),
        NavEntry(
            title="Guides",
            children=(NavEntry(title="First", target="guides/first.md"), NavEntry(target="guides/second.md")),
        ),
        NavEntry(title="Source", target="https://example.org/r"),
    )


def test_scripts_keep_what_their_tags_say(tmp_path: Path) -> None:
    found = read_mkdocs_file(
        written(tmp_path, "extra_javascript:\n  - a.js\n  - b.mjs\n  - path: c.js\n    defer: true\n    async: true\n")
    )
    assert found.extras.extra_javascript == (
        ExtraScript(path="a.js"),
        ExtraScript(path="b.mjs", type="module"),
        ExtraScript(path="c.js", is_deferred=True, is_async=True),
    )


@pytest.mark.parametrize(
    ("palette", "accent", "scheme"),
    [
        ("{primary: teal, accent: lime}", "teal", ""),
        ("{primary: black, accent: lime}", "lime", ""),
        ("{scheme: slate}", None, "dark"),
        ("{scheme: default, primary: custom}", None, "light"),
        ("[{scheme: default, primary: teal}, {scheme: slate, primary: red}]", "teal", ""),
        ('{media: "(prefers-color-scheme)", scheme: slate}', None, ""),
    ],
)
def test_the_palette_gives_the_colour_of_links_and_a_fixed_scheme(
    tmp_path: Path, palette: str, accent: str | None, scheme: str
) -> None:
    found = read_mkdocs_file(written(tmp_path, f"theme:\n  palette: {palette}\n"))
    assert found.site.get("accent") == accent
    assert found.extras.scheme == scheme


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("repo_url: https://github.com/a/b\n", None),
        (
            "repo_url: https://github.com/a/b\nedit_uri: edit/master/docs/\n",
            "https://github.com/a/b/edit/master/docs/{path}",
        ),
        (
            "repo_url: https://gitlab.com/a/b\ntheme:\n  features: [content.action.edit]\n",
            "https://gitlab.com/a/b/edit/master/docs/{path}",
        ),
        ("repo_url: https://e.org/r\nedit_uri: '?file='\n", "https://e.org/r?file=/{path}"),
        ("repo_url: https://e.org/r\nedit_uri_template: 'x/{path!q}?m=1'\n", "https://e.org/r/x/{path}?m=1"),
        ("edit_uri: https://e.org/edit\n", "https://e.org/edit/{path}"),
    ],
)
def test_the_edit_address_is_the_one_mkdocs_makes(tmp_path: Path, text: str, address: str | None) -> None:
    found = read_mkdocs_file(written(tmp_path, text))
    assert found.site.get("edit_uri") == address
    assert found.problems == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("theme: readthedocs\n", "`readthedocs`"),
        ("theme:\n  name: mkdocs\n", "`mkdocs`"),
        ("edit_uri: edit/main/\n", "`repo_url`|no whole address"),
        ("repo_url: https://e.org\nedit_uri_template: 'x/{path_noext}'\n", "path_noext"),
    ],
)
def test_what_cannot_be_had_is_a_problem(tmp_path: Path, text: str, words: str) -> None:
    problems = read_mkdocs_file(written(tmp_path, text)).problems
    assert [problem.severity for problem in problems] == [Severity.WARNING]
    assert any(word in problems[0].message for word in words.split("|"))


def test_a_line_of_html_becomes_text(tmp_path: Path) -> None:
    found = read_mkdocs_file(written(tmp_path, 'copyright: "&copy; 2026 <a href=\\"https://e.org\\">Us</a>"\n'))
    assert found.site == {"copyright": "© 2026 Us"}


def test_settings_come_in_their_order(tmp_path: Path) -> None:
    vault = write_vault(
        tmp_path / "docs",
        {"a.md": "x", ".napkin/config.json": '{"site": {"description": "of the vault", "language": "en"}}'},
    )
    written(
        tmp_path,
        "site_name: of mkdocs\nsite_description: of mkdocs\ntheme:\n  language: de\n"
        "plugins:\n  - napkin:\n      trusted_html: [html]\n      indexing: false\n",
    )
    found = settings(vault, {"NAPKIN_SITE_NAME": "of the environment"})
    assert (found.name, found.description, found.language) == ("of the environment", "of the vault", "en")
    assert (found.trusted_html, found.indexing) == (("html",), False)
    assert settings(vault).name == "of mkdocs"


@pytest.mark.parametrize(("options", "words"), [("pubish_mode: all", "publish_mode"), ("indexing: 3", "site.indexing")])
def test_options_of_the_plugin_are_checked_as_settings_are(tmp_path: Path, options: str, words: str) -> None:
    vault = write_vault(tmp_path / "docs", {"a.md": "x"})
    path = written(tmp_path, f"plugins:\n  - napkin:\n      {options}\n")
    with pytest.raises(ConfigError) as caught:
        settings(vault)
    assert words in f"{caught.value.message} {caught.value.hint}"
    assert caught.value.path == str(path)


def test_a_file_in_the_vault_or_some_folders_up_counts_when_it_names_the_vault(tmp_path: Path) -> None:
    write_vault(tmp_path, {"mkdocs.yml": "site_name: Up\ndocs_dir: a/vault\n", "a/mkdocs.yml": "site_name: Near\n"})
    write_vault(tmp_path / "own", {"mkdocs.yml": "site_name: Own\ndocs_dir: .\n"})
    (tmp_path / "a/vault").mkdir()
    found = find_mkdocs_file(tmp_path / "a/vault")
    assert found is not None
    assert found.site["name"] == "Up"
    (tmp_path / "a/other").mkdir()
    assert find_mkdocs_file(tmp_path / "a/other") is None
    own = find_mkdocs_file(tmp_path / "own")
    assert own is not None
    assert own.site["name"] == "Own"


def test_a_project_that_is_named_in_place_of_its_notes_is_a_problem(tmp_path: Path) -> None:
    vault = write_vault(tmp_path / "project", {"mkdocs.yml": "exclude_docs: secret.md\n", "docs/secret.md": "x"})
    assert [(found.code, "`docs`" in found.message) for found in remarks(vault)] == [("mkdocs-elsewhere", True)]
    assert remarks(vault / "docs") == ()
    (vault / "mkdocs.yml").write_text("docs_dir: ../elsewhere\n")
    assert remarks(vault) == ()


def test_a_broken_file_is_an_error_only_in_the_vault_or_right_above_it(tmp_path: Path) -> None:
    write_vault(tmp_path, {"mkdocs.yml": "a: [", "vault/n.md": "x", "deep/vault/n.md": "x"})
    with pytest.raises(ConfigError):
        find_mkdocs_file(tmp_path / "vault")
    assert find_mkdocs_file(tmp_path / "deep/vault") is None


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_passed_over(tmp_path: Path) -> None:
    vault = write_vault(tmp_path / "docs", {"a.md": "x"})
    os.chown(written(tmp_path, "site_name: Theirs\n"), 12345, 12345)
    assert find_mkdocs_file(vault) is None


def test_a_vault_without_the_file_does_not_load_its_reader(tmp_path: Path) -> None:
    vault = write_vault(tmp_path, {"a.md": "x"})
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from napkin_site.builder.settings.mkdocs_settings import read_settings\n"
        "from napkin_site.vault.locate import find_vault\n"
        f"read_settings(find_vault(None, named=Path({str(vault)!r}), environ={{}}), environ={{}})\n"
        "print([name for name in sys.modules if name.startswith('mkdocs')])\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_a_section_extra_is_kept_for_templates(tmp_path: Path) -> None:
    found = read_mkdocs_file(written(tmp_path, "extra:\n  social:\n    - link: https://e.org\n"))
    assert json.loads(found.extras.extra_json) == {"social": [{"link": "https://e.org"}]}
