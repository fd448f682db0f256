from pathlib import Path

import pytest

from napkin_site.builder.checks.check import check_vault
from napkin_site.core.problems import Problem
from napkin_site.vault.locate import find_vault
from tests.builder.sites import PNG, write_vault


def problems(tmp_path: Path, files: dict[str, str | bytes]) -> list[Problem]:
    root = write_vault(tmp_path / "vault", files)
    checked = check_vault(find_vault(None, named=root, environ={}), environ={})
    return [item.problem for item in checked.found]


def hint_of(tmp_path: Path, link: str, **files: str) -> str:
    (found,) = problems(tmp_path, {"Here.md": f"{link}\n", **{f"{path}": text for path, text in files.items()}})
    return found.hint


GARDEN = {"Beds/Tomatoes.md": "# Growing\n\n## Sowing early\n\nText. ^first\n", "Beds/Log.md": "", "Paths/Log.md": ""}


@pytest.mark.parametrize(
    ("link", "hint"),
    [
        ("[[Tomatos]]", "Did you mean [[Tomatoes]]?"),
        ("[[tomatos|them]]", "Did you mean [[Tomatoes|them]]?"),
        ("[[Plants/Tomatoes#Growing]]", "Did you mean [[Tomatoes#Growing]]?"),
        ("[[Old/Log]]", "Did you mean [[Beds/Log]]?"),
        ("![[Tomatos]]", "Did you mean ![[Tomatoes]]?"),
        ("[x](Tomatos.md)", "Did you mean `Beds/Tomatoes.md`?"),
        ("[[Cucumbers]]", "Write the note, or mend the link."),
        ("![[cucumber.png]]", "Add the file, or mend the embed."),
        ("[[cucumber.png]]", "Add the file, or mend the link."),
        ("[[Tomatoes.png]]", "Add the file, or mend the link."),
        ("[[Toamtoes]]", "Did you mean [[Tomatoes]]?"),
        ("[[tom-atoes bed]]", "Write the note, or mend the link."),
        ("[[Lo]]", "Write the note, or mend the link."),
        ("[[Tomatoes#Sowing erly]]", "Did you mean `#Sowing early`?"),
        ("[[Tomatoes#^frist]]", "Did you mean `#^first`?"),
        ("[[Tomatoes#Harvest]]", "Mend the heading after the `#`."),
        ("[[Tomatoes#^x]]", "Mend the id after the `#^`; in the note it must stand at the end of its block."),
    ],
)
def test_a_near_miss_is_suggested_and_nothing_far(tmp_path: Path, link: str, hint: str) -> None:
    assert hint_of(tmp_path, link, **GARDEN) == hint


def test_one_day_is_no_slip_for_another(tmp_path: Path) -> None:
    assert hint_of(tmp_path, "[[2024-03-02]]", **{"2024-03-01.md": ""}) == "Write the note, or mend the link."


@pytest.mark.parametrize(
    ("link", "hint"),
    [
        ("[[love apple]]", "Name the note: [[Tomatoes|love apple]]."),
        ("[[Love apple|red]]", "Name the note: [[Tomatoes|red]]."),
        ("[[Love apple#Top]]", "Name the note: [[Tomatoes#Top|Love apple]]."),
        ("![[Love apple]]", "Name the note: ![[Tomatoes]]."),
        ("[x](Love%20apple)", "Name the note: `Beds/Tomatoes.md`."),
    ],
)
def test_a_link_by_alias_is_told_with_its_repair(tmp_path: Path, link: str, hint: str) -> None:
    note = "---\naliases: [Love apple]\n---\n# Top\n"
    (found,) = problems(tmp_path, {"Here.md": link, "Beds/Tomatoes.md": note})
    assert (found.code, found.hint) == ("alias-link", hint)
    assert "an alias of `Tomatoes`" in found.message


def test_all_owners_of_an_alias_are_named(tmp_path: Path) -> None:
    owners: dict[str, str | bytes] = {f"{name}.md": "---\naliases: x y\n---\n" for name in "ABCDE"}
    (found,) = problems(tmp_path, {"Here.md": "[[X Y]]", **owners})
    assert "an alias of `A`, `B` or 3 more;" in found.message


def test_a_note_of_the_links_own_name_makes_no_noise(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "A/Log.md": "[[Log]]",
        "B/Log.md": "[[A/Log]] [[./Log]]",
        "Log.md": "[[Log]] [[/Log]]",
    }
    assert problems(tmp_path, files) == []


def test_a_neighbour_that_loses_to_a_file_at_the_root_is_told(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "README.md": "",
        "docs/README.md": "",
        "docs/a.md": "[x](README.md) [y](./README.md)",
    }
    (found,) = problems(tmp_path, files)
    assert (found.code, found.path) == ("ambiguous-link", "docs/a.md")
    assert found.message == "`README.md` is taken for `README.md`, and could be `docs/README.md`"


def test_a_heading_that_stands_once_under_another_is_not_ambiguous(tmp_path: Path) -> None:
    log = "# Monday\n\n## Done\n\n# Tuesday\n\n## Done\n"
    found = problems(tmp_path, {"Log.md": log, "a.md": "[[Log#Tuesday#Done]]\n\n[[Log#Done]]\n"})
    assert [(problem.code, problem.line) for problem in found] == [("ambiguous-part", 3)]
    assert "(lines 3, 7)" in found[0].message


def test_links_to_pages_of_a_pdf_and_views_of_a_picture_are_no_parts_to_look_for(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"a.md": "[[b.pdf#page=3]] ![[c.png#outline]]", "b.pdf": b"%PDF", "c.png": PNG}
    assert problems(tmp_path, files) == []


@pytest.mark.parametrize(
    "use",
    [
        {"a.md": "![[x y.png]]"},
        {"a.md": "![](x%20y.png)"},
        {"a.md": '<img src="x y.png">'},
        {"a.md": "%% ![[x y.png]] %%"},
        {"a.md": "---\ncover: '[[x y.png]]'\n---\n"},
        {"a.md": "---\nheader:\n  banner: /P/x y.png\n---\n"},
        {"b.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "P/x y.png"}]}'},
        {"b.base": "views: []  # x y.png\n"},
        {"publish.css": "body { background: url(P/x%20y.png) }"},
        {".napkin/config.json": '{"site": {"logo": "P/x y.png"}}'},
    ],
)
def test_a_picture_that_something_names_is_no_orphan(tmp_path: Path, use: dict[str, str | bytes]) -> None:
    assert problems(tmp_path, {"P/x y.png": PNG, **use}) == []


def test_a_picture_that_nothing_names_is_an_orphan(tmp_path: Path) -> None:
    (found,) = problems(
        tmp_path, {"P/x.png": PNG, "favicon.ico": PNG, "favicon-32.png": PNG, "data.csv": "", "a.md": ""}
    )
    assert (found.code, found.path, found.line) == ("orphan-attachment", "P/x.png", 0)


def test_a_place_that_raw_html_names_is_called_so(tmp_path: Path) -> None:
    (found,) = problems(tmp_path, {"a.md": '<a href="#nowhere">x</a>\n'})
    assert (found.code, found.message) == ("missing-part", "this note has no place `nowhere`")
