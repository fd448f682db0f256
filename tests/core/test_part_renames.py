import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from napkin_site.core.edits.targets import BlockTarget, HeadingTarget
from napkin_site.core.part_renames import plan_block_rename, plan_heading_rename
from napkin_site.core.paths import VaultPath
from napkin_site.core.renames import BOOKMARKS, RenamePlan
from napkin_site.core.subpaths import SubpathIndex, is_block_subpath, target_of
from napkin_site.core.syntax import parse_note
from napkin_site.errors import EditError, NotFoundError
from tests.core.test_renames import Files, after, snapshot


def renamed(files: Files, path: str, heading: str, text: str) -> RenamePlan:
    """Plan the rename of a heading."""
    return plan_heading_rename(
        VaultPath(path),
        HeadingTarget(path=(heading,)),
        text,
        snapshot(files),
        read=lambda name: files[name].encode(),
    )


def test_the_fragments_of_links_follow_a_heading() -> None:
    files = {
        "A.md": "[[N#Old: one|x]] [[N#Top#old one#Sub]] [n](N.md#Old%20one) ![[N#Old one]] [[N#Top]] [[N#^id]] "
        "[[M#Old one]]\n",
        "N.md": "# Top\n[[#Old one]]\n## Old: one ^id\n### Sub\n[[#Old one|here]]\n",
        "M.md": "# Old one\n",
    }
    plan = renamed(files, "N.md", "Old: one", "New: [x] (y)")
    result = after(files, plan)
    assert result["A.md"] == (
        "[[N#New x (y)|x]] [[N#Top#New x (y)#Sub]] [n](N.md#New%20x%20(y)) ![[N#New x (y)]] [[N#Top]] [[N#^id]] "
        "[[M#Old one]]\n"
    )
    assert result["N.md"] == "# Top\n[[#New x (y)]]\n## New: [x] (y) ^id\n### Sub\n[[#New x (y)|here]]\n"
    assert plan.links == 6
    assert parse_note(result["N.md"].encode()).facts.headings[1].raw == "New: [x] (y)"


def test_a_heading_that_hides_behind_another_of_its_new_name_is_reported() -> None:
    files = {"A.md": "[[N#B]] [[N#A]]\n", "N.md": "# B\n# A\n"}
    plan = renamed(files, "N.md", "A", "B")
    assert after(files, plan)["A.md"] == files["A.md"]
    assert [problem.code for problem in plan.problems] == ["link-not-rewritten"]


def test_renaming_a_heading_that_nothing_links_to_changes_one_note() -> None:
    files = {"A.md": "[[N]]\n", "N.md": "# A\n"}
    assert after(files, renamed(files, "N.md", "A", "B")) == {"A.md": "[[N]]\n", "N.md": "# B\n"}
    with pytest.raises(NotFoundError):
        renamed(files, "N.md", "Nope", "B")


def renamed_block(files: Files, path: str, name: str, new: str) -> RenamePlan:
    """Plan the rename of a block id."""
    return plan_block_rename(
        VaultPath(path), BlockTarget(name=name), new, snapshot(files), read=lambda file: files[file].encode()
    )


def test_the_fragments_of_links_follow_a_block() -> None:
    files = {
        "A.md": "[[N#^old]] [[N#Top#^OLD|x]] [n](N.md#^old) ![[N#^old]] [[N#^older]] [[N#old]] [[M#^old]]\n",
        "M.md": "m ^old\n",
        "N.md": "# Top\n\ntext ^old\n\nmore ^older [[#^old]]\n",
    }
    plan = renamed_block(files, "N.md", "^old", "^new-1")
    result = after(files, plan)
    assert result["A.md"] == (
        "[[N#^new-1]] [[N#Top#^new-1|x]] [n](N.md#^new-1) ![[N#^new-1]] [[N#^older]] [[N#old]] [[M#^old]]\n"
    )
    assert result["N.md"] == "# Top\n\ntext ^new-1\n\nmore ^older [[#^new-1]]\n"
    assert plan.links == 5
    assert result["M.md"] == files["M.md"]


def test_links_follow_a_block_whose_letter_case_alone_changes_without_a_change() -> None:
    files = {"A.md": "[[N#^old]]\n", "N.md": "text ^old\n"}
    assert after(files, renamed_block(files, "N.md", "old", "Old")) == {"A.md": "[[N#^old]]\n", "N.md": "text ^Old\n"}


@pytest.mark.parametrize("name", ["a b", "", "^", "ä", "taken"])
def test_a_name_that_is_no_block_id_or_is_taken_is_refused(name: str) -> None:
    with pytest.raises(EditError):
        renamed_block({"N.md": "text ^old\n\nmore ^taken\n"}, "N.md", "old", name)


def test_canvases_and_bookmarks_follow_a_heading_and_keep_every_other_byte() -> None:
    canvas = (
        '{"nodes":[ {"id":"1","type":"file","file":"N.md","subpath":"#Old"},\n'
        '\t{"id":"2","type":"text","text":"see [[N#Old|\\u00e4]]\\nand [[N]]","x":1},'
        '{"id":"3","type":"file","file":"M.md","subpath":"#Old"}], "edges":[]}\n'
    )
    files = {"M.md": "# Old\n", "N.md": "# Old\n", "P.canvas": canvas, "bad.canvas": "{"}
    bookmarks = json.dumps(
        {"items": [{"type": "group", "items": [{"type": "file", "path": "N.md", "subpath": "#Old", "ctime": 1}]}]}
    )
    plan = plan_heading_rename(
        VaultPath("N.md"),
        HeadingTarget(path=("Old",)),
        "New",
        snapshot(files),
        read=lambda file: files[file].encode(),
        bookmarks=bookmarks.encode(),
    )
    changed = {str(change.path): (change.after or b"").decode() for change in plan.changes.changes}
    assert changed["P.canvas"] == canvas.replace("#Old", "#New", 1).replace("N#Old", "N#New")
    assert changed[BOOKMARKS] == bookmarks.replace("#Old", "#New")
    assert set(changed) == {"N.md", "P.canvas", BOOKMARKS}
    assert [(file.path, file.count) for file in plan.rewritten] == [(BOOKMARKS, 1), ("P.canvas", 2)]


def test_links_in_properties_follow_a_heading_as_their_quotes_need_it() -> None:
    files = {"A.md": "---\nup: '[[N#Old]]'\nin: [[N#Old]]\n---\n", "N.md": "# Old\n"}
    assert after(files, renamed(files, "N.md", "Old", "New"))["A.md"] == files["A.md"].replace("'[[N#Old", "'[[N#New")
    assert after(files, renamed(files, "N.md", "Old", "It's"))["A.md"].startswith("---\nup: '[[N#It''s]]'\n")


def test_a_link_to_a_heading_that_is_folded_over_lines_is_left_and_reported() -> None:
    files = {"A.md": "---\nup: >\n  see [[N#Old\n  name]]\n---\n", "N.md": "# Old name\n"}
    plan = renamed(files, "N.md", "Old name", "New")
    assert after(files, plan)["A.md"] == files["A.md"]
    assert [problem.path for problem in plan.problems] == ["A.md"]


_WORDS = ("Log", "log", "Day", "A b", "C#", "x|y", "[z]", "über", "a^b", "50%", "`c`", "*d*")


def test_a_note_that_the_vault_does_not_show_is_edited_all_the_same() -> None:
    files = {"A.md": "a\n", "hidden.md": "[[#Old]]\n# Old\n"}
    plan = plan_heading_rename(
        VaultPath("hidden.md"),
        HeadingTarget(path=("Old",)),
        "New",
        snapshot({"A.md": files["A.md"]}),
        read=lambda file: files[file].encode(),
    )
    assert after(files, plan)["hidden.md"] == "[[#New]]\n# New\n"


@settings(max_examples=150)
@given(data=st.data())
def test_every_link_leads_to_the_same_part_after_a_rename_or_is_reported(data: st.DataObject) -> None:
    words = st.sampled_from(_WORDS)
    headings = data.draw(st.lists(st.tuples(st.integers(1, 3), words), min_size=1, max_size=5))
    blocks = data.draw(st.lists(st.sampled_from(["b1", "B2", "c-3"]), max_size=3, unique=True))
    note = "".join(f"{'#' * level} {word}\n\n" for level, word in headings) + "".join(f"t ^{b}\n\n" for b in blocks)
    links = data.draw(st.lists(st.lists(st.one_of(words, st.sampled_from(["^b1", "^c-3"])), min_size=1, max_size=2)))
    shown = [f"[[N#{'#'.join(link)}]]" for link in links] + [f"[t](<N.md#{'#'.join(link)}>)" for link in links]
    files = {"A.md": "\n".join(shown), "N.md": note + "\n".join(shown)}
    new = data.draw(words)
    if blocks and data.draw(st.sampled_from([True, False])):
        block = data.draw(st.sampled_from(blocks))
        plan = renamed_block(files, "N.md", block, "fresh")
    else:
        index = data.draw(st.integers(0, len(headings) - 1))
        try:
            plan = plan_heading_rename(
                VaultPath("N.md"),
                HeadingTarget(path=(headings[index][1],), occurrence=1),
                new,
                snapshot(files),
                read=lambda file: files[file].encode(),
            )
        except NotFoundError:
            return  # a name that no link can hold finds no heading either
    result = after(files, plan)
    before, now = parts_of(files), parts_of(result)
    assert len(before) == len(now)
    # A link that led nowhere may lead there now.
    moved = sum(one != other for one, other in zip(before, now, strict=True) if one[1] is not None)
    assert moved <= len(plan.problems)
    assert [h.level for h in parse_note(result["N.md"].encode()).facts.headings] == [
        h.level for h in parse_note(files["N.md"].encode()).facts.headings
    ]


def parts_of(files: Files) -> list[tuple[str, int | None]]:
    """Give, for each link, which heading or block of the note it leads to."""
    index = SubpathIndex(parse_note(files["N.md"].encode()).facts)
    found: list[tuple[str, int | None]] = []
    for text in files.values():
        for link in parse_note(text.encode()).facts.links:
            _, subpath = target_of(link)
            is_block = is_block_subpath(subpath)
            found.append(("block", index.block(subpath)) if is_block else ("heading", index.heading(subpath)))
    return found
