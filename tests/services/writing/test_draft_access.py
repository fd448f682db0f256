"""A vault with changes laid over it is seen as if they were made."""

from collections.abc import Callable

import pytest

from napkin_site.core.changes import Change, ChangeSet
from napkin_site.core.paths import VaultPath
from napkin_site.errors import NotFoundError
from napkin_site.services.writing.draft_access import DraftAccess
from napkin_site.services.writing.draft_files import DraftFiles
from napkin_site.services.writing.session import Draft, WriteSession
from tests.services.writing.conftest import Garden, Plant

FILES = {
    "Leek.md": "---\ntags: [a]\naliases: [Allium]\n---\n# Leek\n[[Pea]]\n",
    "Pea.md": "[[Leek]]\n",
    "pic.png": b"png",
    "Old/Only.md": "",
    ".obsidian/bookmarks.json": "{}",
}


def seen(garden: Garden, look: Callable[[DraftAccess, DraftFiles], None]) -> None:
    """Look at the vault with changes laid over it: Pea is Bean, Leek has other links, Only is gone, New is made."""

    def plan(draft: Draft) -> tuple[ChangeSet, None]:
        files = DraftFiles(draft.disk)

        def change(path: str, **what: object) -> Change:
            place = VaultPath(path)
            return Change(path=place, before=files.digest(place), **what)  # type: ignore[arg-type]  # passed on

        files.lay(ChangeSet(op="x", changes=(change("Pea.md", to=VaultPath("Bean.md")), change("Old/Only.md"))))
        files.lay(
            ChangeSet(op="x", changes=(change("Leek.md", after=b"---\ntags: b\n---\n[[Bean]] [[Bean]] [[New]]"),))
        )
        made = (change("New.md", after=b"n"), change("Map.canvas", after=b"{}"))
        files.lay(ChangeSet(op="x", changes=made))
        files.lay(ChangeSet(op="x", changes=(change(".obsidian/bookmarks.json", after=b"{ }"),)))
        look(DraftAccess(draft.access, files, {}), files)
        return ChangeSet(op="x", changes=()), None

    session: WriteSession = garden.session(dry_run=True)
    session.commit(plan)


@pytest.fixture
def garden(plant: Plant) -> Garden:
    return plant(FILES)


def test_names_are_those_of_the_draft(garden: Garden) -> None:
    def look(access: DraftAccess, _: DraftFiles) -> None:
        assert list(access.paths) == ["Bean.md", "Leek.md", "Map.canvas", "New.md", "pic.png"]
        assert access.find("new") == ("New.md", "")
        assert access.find_folder("") == ""
        for gone in ("Pea", "Old/Only.md", "Only"):
            with pytest.raises(NotFoundError):
                access.find(gone)
        with pytest.raises(NotFoundError):
            access.find_folder("Old")

    seen(garden, look)


def test_texts_are_those_of_the_draft(garden: Garden) -> None:
    def look(access: DraftAccess, _: DraftFiles) -> None:
        assert access.read(VaultPath("Bean.md")).text == "[[Leek]]\n"
        assert access.read(VaultPath("New.md")).text == "n"
        assert access.read(VaultPath("pic.png")).source == b"png"
        with pytest.raises(NotFoundError):
            access.read(VaultPath("Pea.md"))
        assert [link.path for link in access.parse(VaultPath("Leek.md"))[1].facts.links] == ["Bean", "Bean", "New"]

    seen(garden, look)


def test_the_snapshot_and_its_links_are_those_of_the_draft(garden: Garden) -> None:
    def look(access: DraftAccess, files: DraftFiles) -> None:
        vault = access.snapshot.vault
        assert list(vault.notes) == ["Bean.md", "Leek.md", "New.md"]
        assert list(vault.files) == ["Map.canvas", "pic.png"]
        assert vault.folders == ()
        assert (vault.notes[VaultPath("Leek.md")].tags, vault.notes[VaultPath("Leek.md")].aliases) == (("b",), ())
        assert access.backlinks(VaultPath("Bean.md")) == {"Leek.md": 2}
        assert access.backlinks(VaultPath("New.md")) == {"Leek.md": 1}
        again = DraftAccess(access, files, access._parsed)  # a note is parsed once
        assert again.snapshot.vault.notes[VaultPath("Leek.md")] is vault.notes[VaultPath("Leek.md")]

    seen(garden, look)


def test_what_ignore_rules_hide_is_found_until_it_is_gone(plant: Plant) -> None:
    garden = plant({"Leek.md": "", "secret/Note.md": "s", ".gitignore": "secret/\n", ".napkinignore": "secret/\n"})

    def plan(draft: Draft) -> tuple[ChangeSet, None]:
        files = DraftFiles(draft.disk)
        access = DraftAccess(draft.access, files, {})
        hidden = "secret/Note.md" not in access.paths
        assert hidden
        assert access.find("secret/Note.md") == ("secret/Note.md", "")
        path = VaultPath("secret/Note.md")
        files.lay(ChangeSet(op="x", changes=(Change(path=path, before=files.digest(path)),)))
        with pytest.raises(NotFoundError):
            DraftAccess(draft.access, files, {}).find("secret/Note.md")
        return ChangeSet(op="x", changes=()), None

    garden.session(dry_run=True).commit(plan)


def test_without_changes_it_is_the_vault_itself(garden: Garden) -> None:
    def plan(draft: Draft) -> tuple[ChangeSet, None]:
        access = DraftAccess(draft.access, DraftFiles(draft.disk), {})
        assert access.paths is draft.access.paths
        assert access.snapshot is draft.access.snapshot
        assert access.backlinks(VaultPath("Pea.md")) == {"Leek.md": 1}
        return ChangeSet(op="x", changes=()), None

    garden.session(dry_run=True).commit(plan)
