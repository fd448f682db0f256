import json
from pathlib import Path

import pytest

from napkin_site.errors import ExistsError, NapkinError, PathRefusedError, UsageError, WriteError
from napkin_site.services.library.vault import Vault
from napkin_site.services.writing.making import make_vault
from napkin_site.services.writing.session import WriteSession
from napkin_site.vault.scaffold import vault_to_scaffold
from napkin_site.vault.vault_templates import VaultTemplate, find_template, template_homes
from tests.vault.files import write_files

SETTINGS = [".napkin/config.json", ".obsidian/app.json", ".obsidian/daily-notes.json", ".obsidian/templates.json"]
CODING = find_template("coding", template_homes(environ={}))
PERSONAL = find_template("personal", template_homes(environ={}))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "notes"


def begin(root: Path, *, dry_run: bool = False, has_state: bool = True) -> WriteSession:
    state = root.parent / "state"
    state.mkdir(exist_ok=True)
    return WriteSession(vault_to_scaffold(root, environ={}), state_dir=state if has_state else None, dry_run=dry_run)


def there(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


def read(file: Path) -> object:
    return json.loads(file.read_text(encoding="utf-8"))


def test_an_empty_folder_gets_its_settings_and_those_of_obsidian(root: Path) -> None:
    root.mkdir()
    made = make_vault(begin(root))
    assert (made.created, made.template, made.path) == (True, "", str(root / ".napkin"))
    assert list(made.files) == there(root) == SETTINGS
    assert read(root / ".napkin/config.json") == {"vault": {"root": "..", "obsidian": "../.obsidian"}}
    assert read(root / ".obsidian/app.json") == {"alwaysUpdateLinks": True}
    assert read(root / ".obsidian/daily-notes.json") == {"folder": "daily", "format": "YYYY-MM-DD"}
    assert read(root / ".obsidian/templates.json") == {"folder": "Templates"}


def test_the_second_time_nothing_is_made(root: Path) -> None:
    make_vault(begin(root), [CODING])
    again = make_vault(begin(root), [CODING])
    assert (again.created, again.files, again.id) == (False, (), "")


def test_what_obsidian_has_is_left_as_it_is(root: Path) -> None:
    write_files(
        root, {".obsidian/app.json": '{"customSetting":true}', ".obsidian/templates.json": '{"folder": "Meta"}'}
    )
    made = make_vault(begin(root), [CODING])
    assert (root / ".obsidian/app.json").read_text(encoding="utf-8") == '{"customSetting":true}'
    assert ".obsidian/daily-notes.json" in made.files
    assert "Meta/Decision.md" in made.files
    assert not (root / "Templates").exists()


def test_a_template_gives_folders_files_and_first_page(root: Path) -> None:
    made = make_vault(begin(root), [CODING])
    assert {"NAPKIN.md", "decisions/", "guides/", "daily/", "guides/_about.md", "Templates/Guide.md"} <= set(made.files)
    assert made.template == "coding"
    assert (root / "daily").is_dir()
    assert not list(root.rglob(".gitkeep"))
    assert all((root / name).exists() for name in made.files)
    assert sorted(made.files) == list(made.files)


@pytest.mark.parametrize("name", ["coding", "personal", "research", "company", "product"])
def test_each_of_our_templates_makes_a_vault(root: Path, name: str) -> None:
    made = make_vault(begin(root), [find_template(name, template_homes(environ={}))])
    assert made.created
    assert "NAPKIN.md" in made.files
    assert len(made.files) > len(SETTINGS) + 3
    assert (root / "Templates").is_dir()


def test_what_is_there_is_never_written_over(root: Path) -> None:
    write_files(root, {"NAPKIN.md": "mine", "decisions/_about.md": "mine"})
    made = make_vault(begin(root), [CODING])
    assert (root / "NAPKIN.md").read_text(encoding="utf-8") == "mine"
    assert (root / "decisions/_about.md").read_text(encoding="utf-8") == "mine"
    assert not {"NAPKIN.md", "decisions/", "decisions/_about.md"} & set(made.files)


def test_templates_are_composed(root: Path) -> None:
    first = make_vault(begin(root), [CODING])
    before = {name: (root / name).read_bytes() for name in there(root)}
    second = make_vault(begin(root), [PERSONAL])
    assert "NAPKIN.md" in first.files
    assert "NAPKIN.md" not in second.files
    assert {"people/", "Templates/Person.md"} <= set(second.files)
    assert {name: (root / name).read_bytes() for name in before} == before


def test_several_templates_at_once_are_as_one_after_the_other(root: Path) -> None:
    made = make_vault(begin(root), [CODING, PERSONAL])
    assert made.template == "coding, personal"
    assert (root / "NAPKIN.md").read_bytes() == CODING.files[next(path for path in CODING.files if path == "NAPKIN.md")]
    assert {"people/", "guides/"} <= set(made.files)


def test_a_daily_template_is_told_to_obsidian(root: Path) -> None:
    make_vault(begin(root), [PERSONAL])
    assert read(root / ".obsidian/daily-notes.json") == {
        "folder": "daily",
        "format": "YYYY-MM-DD",
        "template": "Templates/Daily Note",
    }


def test_folders_the_settings_call_otherwise_are_called_so(root: Path) -> None:
    config = {"templates": {"folder": "Meta/Forms"}, "daily": {"folder": "Journal"}}
    write_files(root, {".napkin/config.json": json.dumps(config)})
    made = make_vault(begin(root), [PERSONAL])
    assert {"Meta/Forms/Person.md", "Journal/"} <= set(made.files)
    assert not {"Templates/", "daily/"} & set(made.files)
    assert read(root / ".obsidian/daily-notes.json") == {
        "folder": "Journal",
        "format": "YYYY-MM-DD",
        "template": "Meta/Forms/Daily Note",
    }


def test_daily_notes_at_the_root_need_no_folder(root: Path) -> None:
    write_files(root, {".obsidian/daily-notes.json": '{"format": "YYYY-MM-DD"}'})
    made = make_vault(begin(root), [CODING])
    assert "daily/" not in made.files
    assert "" not in made.files


def test_folders_that_differ_by_letter_case_are_those_that_are_there(root: Path) -> None:
    write_files(root, {"Decisions/one.md": "", "napkin.md": "mine"})
    made = make_vault(begin(root), [CODING])
    assert "Decisions/_about.md" in made.files
    assert not (root / "decisions").exists()
    assert not (root / "NAPKIN.md").exists()


def test_what_a_template_added_can_be_undone(root: Path) -> None:
    make_vault(begin(root))
    made = make_vault(begin(root), [CODING])
    with begin(root).open_writer() as writer:
        writer.undo(made.id, origin=begin(root).origin)
    assert [name for name in there(root) if not name.startswith(".trash")] == SETTINGS


def test_a_preview_writes_nothing_and_says_what_would_be_written(root: Path) -> None:
    made = make_vault(begin(root, dry_run=True), [CODING])
    assert not root.exists()
    root.mkdir()
    again = make_vault(begin(root, dry_run=True), [CODING])
    assert (made.files, "+# Project name" in again.diff) == (again.files, True)
    assert list(root.iterdir()) == []
    assert make_vault(begin(root), [CODING]).files == made.files


def test_without_a_place_for_history_templates_are_refused_before_anything_is_written(root: Path) -> None:
    with pytest.raises(WriteError):
        make_vault(begin(root, has_state=False), [CODING])
    assert not root.exists()
    assert make_vault(begin(root, has_state=False)).created


@pytest.mark.parametrize("error", [PathRefusedError, ExistsError])
def test_where_a_template_cannot_go_nothing_is_written(root: Path, tmp_path: Path, error: type[NapkinError]) -> None:
    (tmp_path / "elsewhere").mkdir()
    root.mkdir()
    if error is PathRefusedError:
        (root / "guides").symlink_to(tmp_path / "elsewhere")
    else:
        (root / "guides").write_text("a file", encoding="utf-8")
    with pytest.raises(error):
        make_vault(begin(root), [CODING])
    assert [path.name for path in root.iterdir()] == ["guides"]
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_an_empty_folder_deep_in_a_template_is_made(root: Path) -> None:
    template = VaultTemplate(name="t", folders=("a", "a/b"), files={})  # type: ignore[arg-type]  # plain texts do
    assert {"a/", "a/b/"} <= set(make_vault(begin(root), [template]).files)
    assert (root / "a" / "b").is_dir()


def test_programs_make_vaults_too(root: Path, tmp_path: Path) -> None:
    made = Vault.init(root, templates=["coding"], state_dir=tmp_path, actor="gardener", kind="agent")
    assert made.created
    assert not Vault.init(str(root), state_dir=tmp_path).created
    vault = Vault(root, state_dir=tmp_path)
    assert vault.add_template("company").template == "company"
    assert vault.add_template("company").files == ()
    assert vault.log(limit=2)[1].actor == "gardener"
    assert Vault.vault_templates()[0].name == "coding"


def test_a_template_is_added_only_to_what_was_made_a_vault(tmp_path: Path) -> None:
    (tmp_path / "notes" / ".obsidian").mkdir(parents=True)
    vault = Vault(tmp_path / "notes", state_dir=tmp_path)
    with pytest.raises(UsageError, match="Vault not initialized"):
        vault.add_template("coding")
    with pytest.raises(UsageError, match="Unknown template"):
        vault.add_template("zz")


def test_a_path_is_needed() -> None:
    with pytest.raises(TypeError, match="path"):
        Vault.init()  # type: ignore[call-arg]  # that is the point


def test_repair_30_a_template_that_is_not_there_makes_nothing(root: Path) -> None:
    with pytest.raises(UsageError, match="Unknown template: zz"):
        Vault.init(root, templates=["coding", "zz"])
    assert not root.exists()
