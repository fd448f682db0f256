import pytest

from napkin_site.errors import EditError, NotFoundError
from napkin_site.services.writing.templates import insert_into_note
from tests.services.writing.conftest import Plant

CONFIG = {"vault": {"root": ".."}, "templates": {"folder": "Templates"}}
TEMPLATE = "---\ntags: [a, b]\nstate: new # fresh\nday: {{date}}\n---\n\n## {{title}}\n\n{{content}}{{time}}\n"


def test_a_template_comes_behind_the_text_with_its_variables_filled_in(plant: Plant) -> None:
    garden = plant({"target.md": "# Existing\n\n", "Templates/Daily Note.md": "# {{title}}\n{{date}}\n"}, config=CONFIG)
    done = insert_into_note(garden.session(), "Daily Note", "target")
    assert (done.file, done.template, done.inserted) == ("target.md", "Daily Note", True)
    assert garden.text("target.md") == "# Existing\n\n# target\n2026-03-01\n"


def test_its_properties_are_joined_to_those_of_the_note(plant: Plant) -> None:
    note = "---\nState: old # kept\ntags: a\nday:\n---\r\nText"
    garden = plant({"n.md": note, "Templates/T.md": TEMPLATE}, config=CONFIG)
    insert_into_note(garden.session(), "T", "n")
    front = "---\nState: old # kept\ntags:\n  - a\n  - b\nday: 2026-03-01\n---\r\n"
    assert garden.text("n.md") == f"{front}Text\n\n## n\n\n09:30"


@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_a_note_without_properties_gets_them_as_they_are_written(plant: Plant, bom: str) -> None:
    garden = plant({"n.md": f"{bom}Text\r\n", "Templates/T.md": TEMPLATE}, config=CONFIG)
    insert_into_note(garden.session(), "T", "n")
    assert garden.text("n.md") == (
        f"{bom}---\r\ntags: [a, b]\r\nstate: new # fresh\r\nday: 2026-03-01\r\n---\r\nText\r\n\r\n## n\r\n\r\n09:30\r\n"
    )


def test_a_template_of_properties_alone_leaves_the_text(plant: Plant) -> None:
    garden = plant({"n.md": "Text", "Templates/P.md": "---\na: 1\n---\n"}, config=CONFIG)
    insert_into_note(garden.session(), "P", "n")
    assert garden.text("n.md") == "---\na: 1\n---\nText"


@pytest.mark.parametrize(
    ("note", "template", "path"),
    [("---\na: [\n---\n", "---\nb: 1\n---\n", "n.md"), ("text", "---\na: [\n---\n", "n.md")],
)
def test_properties_that_cannot_be_read_change_nothing(plant: Plant, note: str, template: str, path: str) -> None:
    garden = plant({"n.md": note, "Templates/T.md": template}, config=CONFIG)
    with pytest.raises(EditError, match="properties cannot be read") as raised:
        insert_into_note(garden.session(), "T", "n")
    assert raised.value.path == path
    assert garden.text("n.md") == note


def test_a_template_or_note_that_is_not_there(plant: Plant) -> None:
    garden = plant({"n.md": "", "Templates/T.md": "t"}, config=CONFIG)
    with pytest.raises(NotFoundError, match="Template not found: zz"):
        insert_into_note(garden.session(), "zz", "n")
    with pytest.raises(NotFoundError, match="File not found: zz"):
        insert_into_note(garden.session(), "T", "zz")
