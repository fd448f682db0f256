import json
import os
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from napkin_site import AmbiguousError, ConfigError, NotFoundError, Vault, VaultNotFoundError
from napkin_site.vault.config import Config

FILES = {
    ".napkin/config.json": json.dumps(
        {"daily": {"folder": "PoisonDaily"}, "templates": {"folder": "PoisonTemplates"}, "search": {"limit": 1}}
    ),
    "notes/alpha.md": "---\naliases: [my-note]\ntags: [project]\n---\n# Alpha\n- [ ] do\n[[beta]]\n",
    "notes/beta.md": "beta [[alpha]] [[Nope]]\n",
    "Blueprints/Code.md": "code {{title}}\n",
    "PoisonTemplates/Poison.md": "poison\n",
    "Board.canvas": "{}",
}
INJECTED = {
    "daily": {"folder": "Journal"},
    "templates": {"folder": "Blueprints"},
    "search": {"limit": 7},
    "vault": {"root": ".."},
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        file = tmp_path / "v" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return tmp_path / "v"


def test_every_verb_is_a_method_with_a_frozen_result(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vault = Vault(root, state_dir=None)
    assert vault.location.root == root
    assert vault.info().files == 5
    assert vault.files(folder="notes", extension="md") == ("notes/alpha.md", "notes/beta.md")
    assert vault.folders(parent="") == ("Blueprints", "PoisonTemplates", "notes")
    assert vault.file_info("alpha").extension == "md"
    assert vault.folder_info("notes").files == 2
    assert vault.read("alpha#Alpha").content.startswith("# Alpha")
    assert vault.read("alpha", lines=(1, 1)).content == "---\n"
    assert vault.outline("alpha")[0].text == "Alpha"
    assert vault.word_count("beta").words > 0
    assert vault.note("alpha").aliases == ("my-note",)
    assert [note.name for note in vault.notes()] == ["Code", "Poison", "alpha", "beta"]
    assert dict(vault.tags().tags) == {"project": 1}
    assert vault.tag_info("project").files == ("notes/alpha.md",)
    assert [alias.alias for alias in vault.aliases()] == ["my-note"]
    assert set(vault.properties().properties) == {"aliases", "tags"}
    assert vault.property("alpha", "tags").value == ("project",)
    assert vault.tasks(todo=True)[0].text == "do"
    assert vault.task("alpha", 6).done is False
    assert vault.links_out("alpha").targets == ("beta",)
    assert vault.links_back("alpha") == {"notes/beta.md": 1}
    assert vault.unresolved_links().unresolved == {"Nope": ("notes/beta.md",)}
    assert "Blueprints/Code.md" in vault.orphans()
    assert "Blueprints/Code.md" in vault.dead_ends()
    assert {node.path for node in vault.graph().nodes} >= {"notes/alpha.md", "notes/beta.md"}
    assert vault.templates() == ("Poison",)
    assert vault.template("Poison", resolve=True).content == "poison\n"
    assert vault.daily_path().startswith("PoisonDaily/")
    with pytest.raises(NotFoundError):
        vault.read_daily()
    assert vault.bookmarks() == ()
    assert vault.canvases() == ("Board.canvas",)
    assert vault.canvas("Board").nodes == ()
    assert vault.setting("search.limit") == 1
    with pytest.raises(NotFoundError) as caught:
        vault.setting("search.limits")
    assert caught.value.suggestions == ("search.limit",)
    with pytest.raises(NotFoundError):
        vault.setting("zz")
    with pytest.raises(AttributeError):
        vault.info().files = 3  # type: ignore[misc]  # that it cannot be set is the point
    assert capsys.readouterr() == ("", "")


def test_injected_settings_replace_the_file_completely(root: Path) -> None:
    given: dict[str, Any] = {**INJECTED, "search": {"limit": 7}}
    vault = Vault(root, config=given, state_dir=None)
    assert vault.templates() == ("Code",)
    assert vault.daily_path().startswith("Journal/")
    assert vault.setting("search.limit") == 7
    given["search"]["limit"] = 99
    (root / ".napkin" / "config.json").unlink()
    assert vault.setting("search.limit") == 7
    assert vault.templates() == ("Code",)
    assert isinstance(vault.config, Config)
    with pytest.raises(AttributeError):
        vault.config.search.limit = 3  # type: ignore[misc]  # that it cannot be set is the point


def test_the_defaults_given_by_a_program_are_the_settings_in_force(root: Path) -> None:
    given = Vault(root, config={}, state_dir=None).config
    sections = {name: getattr(given, name) for name in ("overview", "search", "daily", "templates", "links")}
    assert sections == {name: type(section)() for name, section in sections.items()}
    assert Vault(root, config=json.loads(msgspec.json.encode(sections)), state_dir=None).config == given


def test_injected_settings_decide_about_the_layout(root: Path) -> None:
    (root / ".napkin" / "inner.md").write_text("x", encoding="utf-8")
    assert Vault(root, state_dir=None).location.root == root / ".napkin"
    assert Vault(root, config=INJECTED, state_dir=None).location.root == root
    assert Vault(root, config={}, state_dir=None).location.root == root / ".napkin"


def test_injected_settings_are_checked_and_no_variable_changes_them(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConfigError, match="unknown setting `serach`"):
        Vault(root, config={"serach": {}})
    with pytest.raises(ConfigError, match=r"search\.limit"):
        Vault(root, config={"search": {"limit": "many"}})
    monkeypatch.setenv("NAPKIN_SEARCH_LIMIT", "5")
    assert Vault(root, config=INJECTED, state_dir=None).setting("search.limit") == 7
    assert Vault(root, state_dir=None).setting("search.limit") == 5


def test_settings_of_the_file_are_seen_at_once(root: Path) -> None:
    vault = Vault(root, state_dir=None)
    (root / ".napkin" / "config.json").write_text('{"templates": {"folder": "Blueprints"}}', encoding="utf-8")
    assert vault.templates() == ("Code",)


def test_a_change_is_seen_by_the_next_call_and_nothing_else_is_read_again(root: Path) -> None:
    past = time.time() - 100
    for file in root.rglob("*.md"):
        os.utime(file, (past, past))
    time.sleep(0.05)  # beyond the time in which a file may change unseen
    vault = Vault(root, state_dir=None)
    first = vault.notes()
    assert vault.notes()[0] is first[0]
    assert vault.links_back("alpha") == {"notes/beta.md": 1}
    assert vault.links_back("alpha") == {"notes/beta.md": 1}
    (root / "notes" / "beta.md").write_text("no more\n", encoding="utf-8")
    assert vault.links_back("alpha") == {}
    assert vault.notes()[0] is not first[0]


def test_state_is_kept_where_commands_keep_it_unless_told_otherwise(root: Path, tmp_path: Path) -> None:
    Vault(root, state_dir=tmp_path / "kept").notes()
    Vault(root).notes()
    assert [file.name for file in Path(os.environ["XDG_STATE_HOME"]).rglob("index.sqlite")] == ["index.sqlite"]


def test_without_a_vault_nothing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(VaultNotFoundError):
        Vault()
    with pytest.raises(VaultNotFoundError):
        Vault(tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


def test_any_folder_is_a_vault_when_named(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x", encoding="utf-8")
    assert Vault(tmp_path, config={"search": {"limit": 3}}, state_dir=None).files() == ("a.md",)
    assert Vault(str(tmp_path), state_dir=None).files() == ("a.md",)


def test_a_note_that_is_hidden_by_ignore_rules_can_be_read_but_is_no_note(root: Path) -> None:
    (root / ".napkinignore").write_text("hidden/\n", encoding="utf-8")
    (root / "hidden").mkdir()
    (root / "hidden" / "n.md").write_text("x", encoding="utf-8")
    vault = Vault(root, state_dir=None)
    assert vault.read("hidden/n.md").content == "x"
    with pytest.raises(NotFoundError, match="hidden by ignore rules"):
        vault.note("hidden/n.md")


def test_references_that_fit_two_notes_are_refused(root: Path) -> None:
    (root / "alpha.md").write_text("x", encoding="utf-8")
    with pytest.raises(AmbiguousError):
        Vault(root, state_dir=None).read("alpha")
