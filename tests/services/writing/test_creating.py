import pytest

from napkin_site.errors import EditError, ExistsError, NapkinError, NotFoundError, PathRefusedError, UsageError
from napkin_site.services.writing.creating import create_note
from napkin_site.services.writing.notes import append_to_note
from tests.services.writing.conftest import Plant

FILES = {
    "README.md": "# Vault\n",
    "recipes/Soup.md": "soup\n",
    "Templates/T.md": (
        "---\ntags: [bread]\nbaked: {{date}}\nby: # nobody yet\n---\n# {{title}}\n\nAt {{time:HH}} o'clock.\n"
    ),
    "Templates/Frame.md": "# {{Title}}\n\n> {{content}}\n\nEnd\n",
}
CONFIG = {"vault": {"root": ".."}, "templates": {"folder": "Templates"}}


@pytest.mark.parametrize(
    ("name", "path", "made"),
    [
        ("New Note", "", "New Note.md"),
        ("New Note.md", "", "New Note.md"),
        ("v1.2 plan", "", "v1.2 plan.md"),
        ("", "", "Untitled.md"),
        ("Rye", "recipes", "recipes/Rye.md"),
        ("Rye", "recipes/", "recipes/Rye.md"),
        ("Rye", "RECIPES", "recipes/Rye.md"),
        ("Rye", "new/deep", "new/deep/Rye.md"),
        ("Sub/Rye", "recipes", "recipes/Sub/Rye.md"),
        ("Rye", "recipes/Rye.md", "recipes/Rye.md"),
        ("", "recipes", "recipes/Untitled.md"),
        ("", "drafts/", "drafts/Untitled.md"),
        ("", "Archive/old-note", "Archive/old-note.md"),
        ("", "Archive/old-note.md", "Archive/old-note.md"),
        ("./a/b", "", "a/b.md"),
        ("Rye", "/", "Rye.md"),
        ("Rye", ".", "Rye.md"),
    ],
)
def test_a_note_is_made_where_name_and_path_say(plant: Plant, name: str, path: str, made: str) -> None:
    garden = plant(FILES)
    done = create_note(garden.session(), name, "Hello", path=path)
    assert (done.path, done.created, done.overwritten) == (made, True, False)
    assert garden.text(made) == "Hello"
    assert garden.history()[-1].op == "create"


@pytest.mark.parametrize(
    ("name", "path", "error"),
    [
        ("README", "", ExistsError),
        ("readme", "", ExistsError),
        ("Rye", "recipes/Barley.md", UsageError),
        ("Plan.canvas", "", UsageError),
        ("All.base", "", UsageError),
        ("pic.PNG", "", UsageError),
        ("../x", "", PathRefusedError),
        ("x", "../y", PathRefusedError),
        ("/x", "", PathRefusedError),
        (".hidden", "", PathRefusedError),
        ("a:b", "", PathRefusedError),
        ("con", "", PathRefusedError),
        ("x", "README.md", UsageError),
        ("x", "README.md/", ExistsError),
        ("x" * 300, "", PathRefusedError),
    ],
)
@pytest.mark.parametrize("dry_run", [False, True])
def test_a_name_that_is_taken_or_does_not_work_everywhere_makes_nothing(
    plant: Plant, name: str, path: str, error: type[NapkinError], dry_run: bool
) -> None:
    garden = plant(FILES)
    with pytest.raises(error):
        create_note(garden.session(dry_run=dry_run), name, "x", path=path)
    assert garden.files() == FILES


def test_a_note_is_replaced_when_asked_for_and_the_history_has_what_it_held(plant: Plant) -> None:
    garden = plant(FILES)
    with pytest.raises(ExistsError, match=r"^File already exists: README\.md"):
        create_note(garden.session(), "README", "new")
    done = create_note(garden.session(), "README", "new", overwrite=True)
    assert (done.overwritten, garden.text("README.md")) == (True, "new")
    with garden.session().open_writer() as writer:
        writer.undo(done.id, origin=garden.session().origin)
    assert garden.text("README.md") == FILES["README.md"]


def test_replacing_a_note_by_itself_changes_nothing(plant: Plant) -> None:
    garden = plant(FILES)
    done = create_note(garden.session(), "README", FILES["README.md"], overwrite=True)
    assert (done.id, len(done.etag)) == ("", 64)


def test_a_template_is_filled_in_and_the_text_comes_behind_it(plant: Plant) -> None:
    garden = plant(FILES, config=CONFIG)
    done = create_note(garden.session(), "Rye", "X", template="T", path="recipes/")
    assert done.template == "T"
    assert garden.text("recipes/Rye.md") == (
        "---\ntags: [bread]\nbaked: 2026-03-01\nby: # nobody yet\n---\n# Rye\n\nAt 09 o'clock.\n\nX\n"
    )


def test_a_text_stands_where_the_template_wants_it(plant: Plant) -> None:
    garden = plant(FILES, config=CONFIG)
    create_note(garden.session(), "Rye", "{{title}} stays", template="frame.md")
    assert garden.text("Rye.md") == "# Rye\n\n> {{title}} stays\n\nEnd\n"
    create_note(garden.session(), "Empty", template="Frame")
    assert garden.text("Empty.md") == "# Empty\n\n> \n\nEnd\n"


def test_properties_of_text_and_template_are_joined_and_those_of_the_text_win(plant: Plant) -> None:
    garden = plant(FILES, config=CONFIG)
    text = "---\nbaked: 2020-01-01 # long ago\ntags: rye\n---\nX\n"
    create_note(garden.session(), "Rye", text, template="T")
    assert garden.text("Rye.md") == (
        "---\nbaked: 2020-01-01 # long ago\ntags:\n  - rye\n  - bread\nby:\n---\n# Rye\n\nAt 09 o'clock.\n\nX\n"
    )


def test_properties_that_cannot_be_joined_are_an_error_and_those_a_title_breaks_a_warning(plant: Plant) -> None:
    garden = plant({**FILES, "Templates/Q.md": "---\nname: '{{title}}'\n---\n"}, config=CONFIG)
    with pytest.raises(EditError, match="the text's properties cannot be read"):
        create_note(garden.session(), "Rye", "---\na: [\n---\n", template="T")
    assert "cannot be read" in create_note(garden.session(), "It's", template="Q").warnings[0]


def test_a_template_that_is_not_there_is_told_with_those_that_are(plant: Plant) -> None:
    garden = plant(FILES, config=CONFIG)
    with pytest.raises(NotFoundError, match=r"^Template not found: nonexistent\. Available: Frame, T"):
        create_note(garden.session(), "Rye", template="nonexistent")
    assert garden.files() == FILES


def test_a_name_that_leads_astray_is_a_warning(plant: Plant) -> None:
    garden = plant(FILES)
    assert "recipes/Soup.md" in create_note(garden.session(), "soup").warnings[0]
    assert "`#`" in create_note(garden.session(), "C# notes").warnings[0]
    assert create_note(garden.session(), "Plain").warnings == ()


def test_a_note_that_ignore_rules_hide_is_made_and_told_of(plant: Plant) -> None:
    garden = plant({**FILES, ".napkinignore": "drafts/\n*.tmp.md\n"})
    for name in ("drafts/a", "x.tmp"):
        assert "ignore rules hide this note" in create_note(garden.session(), name, "text").warnings[0]
    append_to_note(garden.session(), "drafts/a", "more")
    assert garden.text("drafts/a.md") == "text\nmore"


def test_a_text_that_cannot_stand_in_a_note_makes_none(plant: Plant) -> None:
    garden = plant(FILES)
    with pytest.raises(EditError):
        create_note(garden.session(), "x", "a\0b")
    assert garden.files() == FILES
