import hashlib
from collections.abc import Mapping

import pytest

from napkin_site.core.changes import Digest, digest_of
from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.model import FileTimes, LinkFormat, Note
from napkin_site.core.paths import FolderPath, VaultPath, name_of
from napkin_site.core.renames import BOOKMARKS, RenamePlan, Snapshot, folder_moves, plan_moves
from napkin_site.core.syntax import parse_note
from napkin_site.core.syntax.parse import MAX_BYTES
from napkin_site.errors import EditError

Files = Mapping[str, str]


def snapshot(files: Files, link_format: LinkFormat = "shortest") -> Snapshot:
    """Read the files of a vault."""
    notes = {}
    for name in sorted(files):
        if name.endswith(".md"):
            source = files[name].encode()
            path = VaultPath(name)
            notes[path] = Note(
                path=path,
                name=name_of(path),
                facts=parse_note(source).facts,
                properties=(),
                tags=(),
                aliases=(),
                times=FileTimes(size=len(source), created_ns=0, modified_ns=0),
                digest=hashlib.blake2b(source, digest_size=16).hexdigest(),
            )
    others = tuple(VaultPath(name) for name in sorted(files) if not name.endswith(".md") and not name.startswith("."))
    return Snapshot(notes=notes, others=others, link_format=link_format)


def after(files: Files, plan: RenamePlan) -> dict[str, str]:
    """Apply a plan to the files."""
    result = dict(files)
    for change in plan.changes.changes:
        old = result.pop(change.path)
        assert digest_of(old.encode()) == change.before
        if change.is_removal:
            continue
        result[change.to or change.path] = old if change.after is None else change.after.decode()
    return result


def planned(
    files: Files,
    moves: Mapping[str, str],
    *,
    keeps_links: bool = False,
    link_format: LinkFormat = "shortest",
    replaced: tuple[str, ...] = (),
    uneditable: str = "",
) -> RenamePlan:
    """Plan a move."""
    folders = {FolderPath(old): FolderPath(new) for old, new in moves.items() if old not in files}
    pairs = {VaultPath(old): VaultPath(new) for old, new in moves.items() if old in files}
    for folder, to in folders.items():
        pairs |= folder_moves([VaultPath(name) for name in files], folder, to)

    def digest(path: VaultPath) -> Digest | None:
        return digest_of(files[path].encode())

    def read(path: VaultPath) -> bytes:
        if path == uneditable:
            raise EditError(f"{path} is carved in stone")
        return files[path].encode()

    return plan_moves(
        pairs,
        snapshot(files, link_format),
        read=read,
        digest=digest,
        folders=folders,
        replaced=[VaultPath(path) for path in replaced],
        keeps_links=keeps_links,
        bookmarks=files[BOOKMARKS].encode() if BOOKMARKS in files else None,
    )


def moved(files: Files, moves: Mapping[str, str]) -> dict[str, str]:
    """Move files of a vault; give it as it is then."""
    return after(files, planned(files, moves))


def test_repair_8_alias_and_fragment_are_kept() -> None:
    files = {"A.md": "[[Beta|b]] ![[Beta#H|x]] [[Beta#^id]] [[ Beta ]] `[[Beta]]`", "Beta.md": "# H\n\nx ^id\n"}
    assert moved(files, {"Beta.md": "Gamma.md"})["A.md"] == (
        "[[Gamma|b]] ![[Gamma#H|x]] [[Gamma#^id]] [[ Gamma ]] `[[Beta]]`"
    )


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("[[old name]]", "[[New (name)]]"),
        ("[[sub/Old name]]", "[[sub/New (name)]]"),
        ("[[/sub/Old name.md]]", "[[/sub/New (name).md]]"),
        ("[[Old name.md#x]]", "[[New (name).md#x]]"),
        ("[[./sub/Old name]]", "[[./sub/New (name)]]"),
        ("[a](Old%20name.md)", "[a](New%20(name).md)"),
        ("[a](sub/Old%20name#x%20y)", "[a](sub/New%20(name)#x%20y)"),
        ("[a](<Old name>)", "[a](<New (name)>)"),
        ("[a](<Old%20name>)", "[a](<New%20(name)>)"),
        ('![a](Old%20name.md "title")', '![a](New%20(name).md "title")'),
        ("[a][r]\n\n[r]: Old%20name.md", "[a][r]\n\n[r]: New%20(name).md"),
        ('<a href="Old%20name.md">x</a>', '<a href="New%20(name).md">x</a>'),
        ("%% [[Old name]] %%", "%% [[New (name)]] %%"),
        ("| [[Old name\\|x]] |\n|--|", "| [[New (name)\\|x]] |\n|--|"),
        ("[[Old name]] and [[Old name]]", "[[New (name)]] and [[New (name)]]"),
        ("[[Elsewhere]] [[Missing/Old name]]", "[[Elsewhere]] [[Missing/Old name]]"),
        ("[[#x]] [x](#x) https://x.org/Old%20name", "[[#x]] [x](#x) https://x.org/Old%20name"),
    ],
)
def test_a_link_keeps_its_way_of_writing(link: str, expected: str) -> None:
    files = {"A.md": f"{link}\n", "sub/Old name.md": "# x y\n", "Elsewhere.md": ""}
    assert moved(files, {"sub/Old name.md": "sub/New (name).md"})["A.md"] == f"{expected}\n"


def test_escapes_are_used_where_they_were_used_and_needed() -> None:
    files = {"A.md": "[a](%C3%84.md) [b](Ä.md) [c](B.md)\n", "Ä.md": "", "B.md": ""}
    result = moved(files, {"Ä.md": "Ö.md", "B.md": "100%25 :) ü.md"})["A.md"]
    assert result == "[a](%C3%96.md) [b](Ö.md) [c](100%2525%20:%29%20ü.md)\n"


def test_a_name_that_is_not_unique_any_more_becomes_a_path() -> None:
    files = {"A.md": "[[Old]] [o](Old.md)\n", "x/Old.md": "", "y/Name.md": ""}
    result = moved(files, {"x/Old.md": "x/Name.md"})
    assert result["A.md"] == "[[x/Name]] [o](x/Name.md)\n"


def test_links_that_would_lead_elsewhere_are_written_anew() -> None:
    # Names alone lead to the shortest path: the moved file would take them over.
    files = {"A.md": "[[Note]]\n", "long/folder/Note.md": "", "Other.md": "[[Note]] [[Other]]\n"}
    result = moved(files, {"Other.md": "Note.md"})
    assert result["A.md"] == "[[long/folder/Note]]\n"
    assert result["Note.md"] == "[[long/folder/Note]] [[Note]]\n"


def test_a_link_does_not_become_ambiguous_by_a_move() -> None:
    files = {"A.md": "[[Log]] [[x]]\n", "a/Log.md": "", "b/Diary.md": "", "c/x.md": "", "d/x.md": ""}
    result = moved(files, {"b/Diary.md": "b/Log.md"})
    assert result["A.md"] == "[[a/Log]] [[x]]\n"
    assert moved(files, {"d/x.md": "e/x.md"})["A.md"] == files["A.md"]  # it was so before


def test_the_links_of_a_moved_note_itself_are_kept_right() -> None:
    files = {
        "a/S.md": "[[./T]] [t](../R.md) [[U]] [[S#x]] [[#x]]\n",
        "a/T.md": "",
        "R.md": "",
        "a/U.md": "",
        "b/U.md": "",
    }
    result = moved(files, {"a/S.md": "b/c/S2.md"})
    assert result["b/c/S2.md"] == "[[../../a/T]] [t](../../R.md) [[a/U]] [[S2#x]] [[#x]]\n"
    assert moved(files, {"a/S.md": "b/S.md"})["b/S.md"] == "[[../a/T]] [t](../R.md) [[a/U]] [[S#x]] [[#x]]\n"


def test_a_partial_path_grows_only_as_much_as_it_must() -> None:
    files = {"A.md": "[[c/N]]\n", "x/b/c/N.md": "", "y/b/d/N.md": "", "z/N.md": ""}
    assert moved(files, {"x/b/c/N.md": "x/b/d/N.md"} | {"y/b/d/N.md": "y/b/e/N.md"})["A.md"] == "[[d/N]]\n"
    assert moved(files, {"x/b/c/N.md": "xx/b/d/N.md"})["A.md"] == "[[xx/b/d/N]]\n"


def test_links_in_front_matter_are_written_as_yaml_needs_it() -> None:
    files = {
        "A.md": '---\nup: "[[Old]]" # c\none: \'[[Old|x]]\'\nlist:\n  - see [[Old]]\n  - "[m](Old.md)"\n---\n[[Old]]\n',
        "Old.md": "",
    }
    result = moved(files, {"Old.md": "New.md"})["A.md"]
    assert result == files["A.md"].replace("Old", "New")


def test_single_quotes_in_front_matter_are_doubled() -> None:
    files = {"A.md": "---\none: '[[Old|x]]'\n---\n", "Old.md": ""}
    assert moved(files, {"Old.md": "It's.md"})["A.md"] == "---\none: '[[It''s|x]]'\n---\n"


def test_links_that_cannot_be_written_are_reported_and_left() -> None:
    files = {"A.md": "[[Old]] [m](Old.md)\n", "B.md": '---\nup: "[[O\\x6cd]]"\n---\n', "Old.md": ""}
    plan = planned(files, {"Old.md": "C#.md"})
    assert [(problem.code, problem.path) for problem in plan.problems] == [
        ("link-not-rewritten", "A.md"),
        ("link-not-rewritten", "B.md"),
    ]
    assert after(files, plan)["A.md"].startswith("[[Old]] ")


@pytest.mark.parametrize(
    ("written", "new", "result"),
    [
        ('up: "[[Old]]"', 'Say "x"', r'up: "[[Say \"x\"]]"'),
        ("one: '[[Old]]'\ntwo: \"[[Old]]\"", "It's", "one: '[[It''s]]'\ntwo: \"[[It's]]\""),
        ("one: ['[[Old|it''s]]', \"[[Old]]\"]", "New", "one: ['[[New|it''s]]', \"[[New]]\"]"),
        (r'up: "[[O\x6cd]] \u00e9"', "New", 'up: "[[New]] é"'),
        ("no: [[Old]]\nup: '[[Old]]'", "New", "no: [[Old]]\nup: '[[New]]'"),
        ('# [[Old]]\nup: "[[Old]]"', "New", '# [[Old]]\nup: "[[New]]"'),
        ('up: &a "[[Old|it]]" # [[Old|it]]\nsame: *a', "It's", "up: &a \"[[It's|it]]\" # [[It's|it]]\nsame: *a"),
        ('up: "see [[Old\n  Name]]"\nto: x', "New", 'up: "see [[New]]"\nto: x'),
        ("# [[Old]]\nup: |\n  [[Old]]\n  it's", "New", "# [[Old]]\nup: |\n  [[New]]\n  it's"),
        ("up: &a '[[Old]]'\nsame: [*a, [[Old]]]", "It's", "up: &a '[[It''s]]'\nsame: [*a, [[Old]]]"),
        ("up: see [[x/Old]] # here\nat: '[[x/Old]]'", "It's", "up: see [[x/It's]] # here\nat: '[[x/It''s]]'"),
    ],
)
def test_links_in_values_follow_however_they_are_quoted(written: str, new: str, result: str) -> None:
    old = "Old Name" if "Name" in written else "Old"
    folder = "x/" if "x/" in written else ""
    files = {"A.md": f"---\n{written}\n---\n[[Old]]\n", f"{folder}{old}.md": ""}
    plan = planned(files, {f"{folder}{old}.md": f"{folder}{new}.md"})
    assert after(files, plan)["A.md"].startswith(f"---\n{result}\n---\n")
    assert not plan.problems


def test_a_link_that_is_folded_over_lines_is_left_and_reported() -> None:
    files = {"A.md": "---\nup: >\n  see [[Old\n  Name]]\n---\n", "Old Name.md": ""}
    plan = planned(files, {"Old Name.md": "New.md"})
    assert after(files, plan)["A.md"] == files["A.md"]
    assert [(problem.path, problem.code) for problem in plan.problems] == [("A.md", "link-not-rewritten")]


@pytest.mark.parametrize(("link", "count"), [("[[Old]]", 1), ("[x](a/old.md#x)", 1), ("Old", 0)])
def test_a_note_that_is_too_large_for_its_links_to_be_known_is_reported(link: str, count: int) -> None:
    files = {"A.md": link + "\n" + "word " * (MAX_BYTES // 5), "Old.md": ""}
    plan = planned(files, {"Old.md": "New.md"})
    assert after(files, plan)["A.md"] == files["A.md"]
    assert [problem.path for problem in plan.problems] == ["A.md"] * count


def test_what_cannot_be_read_is_reported_if_it_names_what_moves() -> None:
    broken = '{"nodes": [{"file": "a/Old.md"'
    files = {"c.canvas": broken, "d.canvas": '{"nodes": [', "e.canvas": "", "a/Old.md": "", BOOKMARKS: broken}
    plan = planned(files, {"a/Old.md": "a/New.md"})
    assert [problem.path for problem in plan.problems] == ["c.canvas", BOOKMARKS]
    assert not plan.rewritten


def test_an_apostrophe_is_written_as_the_quotes_of_a_base_need_it() -> None:
    lines = ("filters:", "  - 'file.path == \"Old.md\"'", '  - file.hasLink("Old")')
    files = {"b.base": "\n".join([*lines, "  - file.hasLink('Old')", "image: '[[Old]]'"]), "Old.md": ""}
    plan = planned(files, {"Old.md": "It's.md"})
    assert after(files, plan)["b.base"].splitlines()[1:] == [
        "  - 'file.path == \"It''s.md\"'",
        '  - file.hasLink("It\'s")',
        "  - file.hasLink('Old')",
        "image: '[[It''s]]'",
    ]
    assert [(problem.path, "`Old`" in problem.message) for problem in plan.problems] == [("b.base", True)]
    assert plan.links == 3


def test_canvases_bases_and_bookmarks_follow() -> None:
    files = {
        "c.canvas": '{"nodes":[\n  {"id":"1", "type":"file", "file":"a/Old.md","subpath":"#x"},\n'
        '  {"id":"2","type":"text","text":"see [[Old|o]]\\nand \\"[[Old]]\\" file: a/Old.md"},\n'
        '  {"id":"3","type":"group","background":"a/pic.png","label":"\\u00e4"}],"edges":[]}',
        "broken.canvas": '{"file": "a/Old.md"',
        "b.base": "filters:\n  and:\n    - file.hasLink(\"Old\")\n    - file.inFolder('a')\n"
        '    - file.folder == "a/x"\n'
        '    - file.path != "a/Old.md"\n    - up == "[[Old|x]]"\n    - file.inFolder("ab")\n'
        "    - link('Old') == this\n",
        "a/Old.md": "",
        "a/pic.png": "",
        BOOKMARKS: '{"items":[{"type":"file","path":"a/Old.md"},'
        '{"type":"group","items":[{"type":"folder","path":"a"}]}]}',
    }
    result = moved(files, {"a": "z"})
    assert result["c.canvas"] == files["c.canvas"].replace('"a/', '"z/')
    assert result[BOOKMARKS] == files[BOOKMARKS].replace('"a', '"z')
    assert result["b.base"] == files["b.base"].replace("'a'", "'z'").replace('"a/', '"z/')
    plan = planned(files, {"a/Old.md": "a/New.md"})
    result = after(files, plan)
    assert result["c.canvas"] == files["c.canvas"].replace("[[Old", "[[New").replace('"a/Old', '"a/New')
    assert result["b.base"] == files["b.base"].replace("Old", "New")
    assert result["broken.canvas"] == files["broken.canvas"]
    assert [(file.path, file.count) for file in plan.rewritten] == [(BOOKMARKS, 1), ("b.base", 4), ("c.canvas", 3)]
    assert plan.links == 8


def test_attachments_move_with_their_embeds() -> None:
    files = {"A.md": "![[pic.png|100]] ![p](a/pic.png)\n", "a/pic.png": "png"}
    result = moved(files, {"a/pic.png": "b/new pic.png"})
    assert result == {"A.md": "![[new pic.png|100]] ![p](b/new%20pic.png)\n", "b/new pic.png": "png"}


@pytest.mark.parametrize(
    ("link", "link_format", "expected"),
    [
        ("[[Old]]", "shortest", "[[Old]]"),
        ("[[Old]]", "relative", "[[Old]]"),
        ("[[Old]]", "absolute", "[[Old]]"),
        ("[o](sub/Old.md)", "shortest", "[o](new/Old.md)"),
        ("[o](sub/Old.md)", "relative", "[o](../new/Old.md)"),
        ("[o](../a/sub/Old.md#x)", "relative", "[o](../new/Old.md#x)"),
        ("[[a/sub/Old]]", "shortest", "[[new/Old]]"),
        ("[[a/sub/Old]]", "absolute", "[[new/Old]]"),
        ("[[/a/sub/Old]]", "relative", "[[/new/Old]]"),
        ("[[./sub/Old]]", "absolute", "[[../new/Old]]"),
    ],
)
def test_a_link_that_must_change_keeps_to_the_format_of_the_vault(
    link: str, link_format: LinkFormat, expected: str
) -> None:
    files = {"a/A.md": f"{link}\n", "a/sub/Old.md": ""}
    plan = planned(files, {"a/sub/Old.md": "new/Old.md"}, link_format=link_format)
    assert after(files, plan)["a/A.md"] == f"{expected}\n"


def test_a_formatted_link_is_written_anew_though_its_name_alone_would_do() -> None:
    files = {"a/A.md": "[o](Old.md) [[Old]]\n", "a/Old.md": "[a](A.md)\n"}
    expected: dict[LinkFormat, str] = {"shortest": "A.md", "relative": "../../a/A.md", "absolute": "A.md"}
    for link_format, moved_link in expected.items():
        plan = planned(files, {"a/Old.md": "b/c/Old.md"}, link_format=link_format)
        assert after(files, plan)["b/c/Old.md"] == f"[a]({moved_link})\n"
    relative = planned(files, {"a/Old.md": "b/c/Old.md"}, link_format="relative")
    assert after(files, relative)["a/A.md"] == "[o](../b/c/Old.md) [[../b/c/Old]]\n"


def test_a_name_that_is_not_unique_any_more_becomes_a_path_in_the_format_of_the_vault() -> None:
    files = {"a/A.md": "[[Old]]\n", "x/Old.md": "", "y/Name.md": ""}
    plan = planned(files, {"x/Old.md": "x/Name.md"}, link_format="relative")
    assert after(files, plan)["a/A.md"] == "[[../x/Name]]\n"


def test_a_relative_link_that_would_be_taken_for_another_begins_with_a_dot() -> None:
    files = {"a/A.md": "[o](s/Old.md)\n", "a/s/Old.md": "", "t/Old.md": ""}
    plan = planned(files, {"a/s/Old.md": "a/t/Old.md"}, link_format="relative")
    assert after(files, plan)["a/A.md"] == "[o](./t/Old.md)\n"


def test_a_moved_file_takes_the_place_of_another_and_its_links() -> None:
    files = {"A.md": "[[New]] [[Old]]\n", "New.md": "[[Old]]\n", "x/Old.md": "[[New]] [[./Y]]\n", "x/Y.md": ""}
    plan = planned(files, {"x/Old.md": "New.md"}, replaced=("New.md",))
    assert [change.path for change in plan.changes.changes] == ["New.md", "A.md", "x/Old.md"]
    assert after(files, plan) == {"A.md": "[[New]] [[New]]\n", "New.md": "[[New]] [[./x/Y]]\n", "x/Y.md": ""}


def test_links_in_what_cannot_be_edited_are_reported() -> None:
    files = {"A.md": "\n[[Old]] [[B]]\n", "B.md": "[[Old]]\n", "Old.md": "[[./A]]\n"}
    plan = planned(files, {"Old.md": "x/New.md"}, uneditable="A.md")
    assert after(files, plan) == {"A.md": files["A.md"], "B.md": "[[New]]\n", "x/New.md": "[[../A]]\n"}
    assert [(problem.path, problem.line) for problem in plan.problems] == [("A.md", 2)]
    assert "carved in stone" in plan.problems[0].message


def test_a_moved_note_that_cannot_be_edited_moves_as_it_is() -> None:
    files = {"A.md": "", "Old.md": "[[./A]]\n"}
    plan = planned(files, {"Old.md": "x/Old.md"}, uneditable="Old.md")
    assert after(files, plan) == {"A.md": "", "x/Old.md": "[[./A]]\n"}
    assert len(plan.problems) == 1


def test_links_can_be_left_as_they_are() -> None:
    files = {"A.md": "[[Old]]\n", "Old.md": "[[./A]]\n"}
    plan = planned(files, {"Old.md": "x/New.md"}, keeps_links=True)
    assert after(files, plan) == {"A.md": "[[Old]]\n", "x/New.md": "[[./A]]\n"}


def test_a_note_that_changed_since_the_snapshot_is_parsed_again() -> None:
    old = {"A.md": "[[Old]]\n", "Old.md": ""}
    now = {"A.md": "new text, then [[Old]]\n", "Old.md": ""}
    plan = plan_moves(
        {VaultPath("Old.md"): VaultPath("New.md")},
        snapshot(old),
        read=lambda path: now[path].encode(),
        digest=lambda path: digest_of(now[path].encode()),
    )
    assert after(now, plan)["A.md"] == "new text, then [[New]]\n"


def test_no_link_is_broken_by_the_move_of_a_whole_folder() -> None:
    files = {
        "a/1.md": "[[2]] [[a/2]] [x](./2.md) [[b/3]] ![[p.png]]\n",
        "a/2.md": "[[../c/4]] [[1]] [[a/b/3#h]]\n",
        "a/b/3.md": "# h\n[[../1]] [x](/a/2.md)\n",
        "a/p.png": "",
        "c/4.md": "[[a/1]] [[2]] [[a/b/3#h|t]]\n",
        "c/2.md": "[[1]]\n",
    }
    before = targets(files)
    moves = {"a": "c/deep/a2"}
    result = moved(files, moves)

    def place(name: str) -> str:
        return f"c/deep/a2/{name[2:]}" if name.startswith("a/") else name

    wanted = {place(path): [place(target) for target in found] for path, found in before.items()}
    assert targets(result) == wanted


def targets(files: Files) -> dict[str, list[str]]:
    """Give where the links of each note lead."""
    vault = snapshot(files)
    index = LinkIndex(LinkResolver(vault.paths), {path: note.facts for path, note in vault.notes.items()})
    return {path: [str(link.target) for link in links] for path, links in index.out.items()}
