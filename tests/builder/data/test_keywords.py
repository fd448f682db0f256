"""Which notes folder keywords come from."""

from typing import Literal

from napkin_site.builder.data.keywords import site_keywords
from napkin_site.core.paths import VaultPath
from napkin_site.core.syntax.tree import Unit
from tests.builder.made_site import make_note, make_plan, make_vault

Kind = Literal["heading", "text", "code"]


def test_keywords_come_from_the_prose_and_names_of_published_notes() -> None:
    vault = make_vault(
        make_note("Beds/Thyme.md", headings=((1, "Watering"),)),
        make_note("Beds/_about.md"),
        make_note("NAPKIN.md"),
        make_note("Old.md", is_excluded=True),
        make_note("Secret.md"),
    )
    texts: dict[str, tuple[tuple[Kind, str], ...]] = {
        "Beds/Thyme.md": (("heading", "Watering"), ("text", "gravel"), ("code", "program")),
    }

    def units(path: VaultPath) -> tuple[Unit, ...]:
        return tuple(
            Unit(heading=-1, kind=kind, span=(0, 0), line=1, text=text)
            for kind, text in texts.get(path, (("text", "canary"),))
        )

    found = site_keywords(vault, make_plan(vault, hidden=("Secret.md",)), units)

    assert found == {"": ("thyme", "watering", "gravel"), "Beds": ("thyme", "watering", "gravel")}


def test_the_beginning_of_a_long_note_is_enough() -> None:
    vault = make_vault(make_note("A.md"))
    units = tuple(
        Unit(heading=-1, kind="text", span=(0, 0), line=1, text=text)
        for text in ("opening words", "filler " * 100, "closing words")
    )

    (found,) = site_keywords(vault, make_plan(vault), lambda _: units).values()

    assert "opening" in found
    assert "closing" not in found
