import hashlib
from pathlib import Path

import pytest

from napkin_site.errors import AmbiguousError, NotFoundError, UsageError
from napkin_site.services.reading import count_words, iso_time, read_note, read_outline
from tests.services.conftest import MakeVault

SECTIONS = (
    "# Title\n\n## Introduction\nHello.\n\n## Methods\nBoth.\n\n### Step 1\nFirst step.\n\n### Step 2\nSecond step.\n\n"
    "## Results\nThe end.\n"
)


def test_a_note_is_read_whole_with_what_a_change_may_be_conditional_on(opened: MakeVault) -> None:
    note = read_note(opened({"README.md": "# My Vault\n"}), "README")
    assert (note.path, note.content) == ("README.md", "# My Vault\n")
    assert note.etag == hashlib.sha256(b"# My Vault\n").hexdigest()
    assert note.modified.endswith("Z")
    assert (note.total_pages, note.current_page, note.section, note.start_line) == (0, 0, "", 0)
    assert note.tokens == 3


def test_a_section_holds_its_subsections_and_ends_before_its_equal(opened: MakeVault) -> None:
    note = read_note(opened({"s.md": SECTIONS}), "s", section="Methods")
    assert note.content.startswith("## Methods\n")
    assert "Step 1" in note.content
    assert "Step 2" in note.content
    assert "Results" not in note.content
    assert note.start_line == 6


@pytest.mark.parametrize(
    ("section", "content"),
    [
        ("Step 1", "### Step 1\nFirst step.\n"),
        ("Methods#Step 2", "### Step 2\nSecond step.\n"),
        ("results", "## Results\nThe end.\n"),
    ],
)
def test_a_section_is_named_by_its_heading_or_by_the_way_to_it(opened: MakeVault, section: str, content: str) -> None:
    assert read_note(opened({"s.md": SECTIONS}), "s", section=section).content == content


def test_a_part_may_stand_in_the_reference_and_a_section_of_its_own_wins(opened: MakeVault) -> None:
    access = opened({"s.md": SECTIONS})
    assert read_note(access, "[[s#Methods]]").section == "Methods"
    assert read_note(access, "s#Step 1").content == "### Step 1\nFirst step.\n"
    assert read_note(access, "[[s#Methods]]", section="Introduction").content == "## Introduction\nHello.\n"


def test_a_heading_that_is_not_there_is_told_with_those_that_are(opened: MakeVault) -> None:
    headings = "".join(f"## Part {number}\n" for number in range(7))
    with pytest.raises(NotFoundError, match='Heading "Nope" not found') as caught:
        read_note(opened({"n.md": headings}), "n", section="Nope")
    assert caught.value.hint.endswith("## Part 4, ...")
    with pytest.raises(NotFoundError) as without:
        read_note(opened({"n.md": "Just text.\n"}), "n", section="Nope")
    assert "contains no headings" in without.value.hint


def test_a_closed_heading_is_found_by_its_text(opened: MakeVault) -> None:
    access = opened({"n.md": "## Heading ##\nA\n\n## **Bold** one\nB\n"})
    assert read_note(access, "n", section="Heading").content == "## Heading ##\nA\n"
    assert read_note(access, "n", section="Bold one").content == "## **Bold** one\nB\n"


@pytest.mark.parametrize(
    ("block", "content"),
    [
        ("para", "Two lines\nof text. ^para\n"),
        ("^item", "- b ^item\n    - nested\n"),
        ("quote", "> q\n> r\n\n^quote\n"),
        ("ITEM", "- b ^item\n    - nested\n"),
    ],
)
def test_a_block_is_read_by_its_id(opened: MakeVault, block: str, content: str) -> None:
    text = "# T\n\nTwo lines\nof text. ^para\n\n- a\n- b ^item\n    - nested\n\n- c\n\n> q\n> r\n\n^quote\n"
    assert read_note(opened({"n.md": text}), "n", block=block).content == content


def test_a_block_that_is_not_there_is_told_with_those_that_are(opened: MakeVault) -> None:
    access = opened({"a.md": "x ^one\n", "b.md": "x\n"})
    with pytest.raises(NotFoundError, match='Block "\\^two" not found') as caught:
        read_note(access, "a", block="two")
    assert "^one" in caught.value.hint
    with pytest.raises(NotFoundError) as without:
        read_note(access, "b", block="two")
    assert "no block ids" in without.value.hint


@pytest.mark.parametrize(
    ("lines", "content"), [((2, 3), "two\nthree\n"), ((1, 1), "one\n"), ((4, 10**9), "four"), ((1, 9), None)]
)
def test_lines_are_counted_from_one_and_both_ends_are_read(
    opened: MakeVault, lines: tuple[int, int], content: str | None
) -> None:
    text = "one\ntwo\nthree\nfour"
    note = read_note(opened({"n.md": text}), "n", lines=lines)
    assert note.content == (text if content is None else content)
    assert note.start_line == lines[0]


@pytest.mark.parametrize("lines", [(0, 2), (3, 2), (5, 6)])
def test_a_range_that_is_none_or_lies_behind_the_end_is_refused(opened: MakeVault, lines: tuple[int, int]) -> None:
    with pytest.raises(UsageError):
        read_note(opened({"n.md": "one\ntwo\n"}), "n", lines=lines)


def test_pages_fit_their_budget_and_together_are_the_note(opened: MakeVault) -> None:
    text = "".join(f"Paragraph {number} of the note.\n\n" for number in range(40))
    access = opened({"n.md": text})
    first = read_note(access, "n", budget=50)
    pages = [read_note(access, "n", budget=50, page=number) for number in range(1, first.total_pages + 1)]
    assert first.total_pages > 2
    assert first == pages[0]
    assert "".join(page.content for page in pages) == text
    assert all(page.tokens <= 50 for page in pages)
    assert pages[1].start_line == first.content.count("\n") + 1
    assert [page.current_page for page in pages] == list(range(1, len(pages) + 1))


def test_what_fits_one_page_has_no_pages(opened: MakeVault) -> None:
    access = opened({"s.md": SECTIONS})
    assert read_note(access, "s", section="Introduction", budget=1000).total_pages == 0
    assert read_note(access, "s", section="Methods", budget=5).total_pages > 1


def test_a_page_without_a_budget_has_two_thousand_tokens(opened: MakeVault) -> None:
    access = opened({"n.md": "0123456\n" * 3_000})
    assert read_note(access, "n", page=1).total_pages == 3


@pytest.mark.parametrize("page", [0, -1, 3])
def test_a_page_that_is_not_there_is_refused_with_the_pages_there_are(opened: MakeVault, page: int) -> None:
    with pytest.raises(UsageError, match=f"Invalid page: {page}. Valid range: 1-2"):
        read_note(opened({"n.md": "a\n\nb\n"}), "n", budget=1, page=page)


def test_a_line_longer_than_a_page_is_cut_between_letters(opened: MakeVault) -> None:
    access = opened({"n.md": "ä" * 20})
    pages = read_note(access, "n", budget=2).total_pages
    texts = [read_note(access, "n", budget=2, page=number).content for number in range(1, pages + 1)]
    assert texts == ["ä" * 4] * 5


def test_a_budget_below_one_and_two_parts_at_once_are_refused(opened: MakeVault) -> None:
    access = opened({"n.md": "a\n"})
    with pytest.raises(UsageError, match="budget"):
        read_note(access, "n", budget=0)
    with pytest.raises(UsageError, match="exclude each other"):
        read_note(access, "n", section="A", block="b")


def test_inferred_marks_are_counted(opened: MakeVault) -> None:
    note = read_note(opened({"n.md": "a ^[inferred] b ^[inferred]\n"}), "n")
    assert note.inferred == 2


def test_other_texts_are_read_and_other_files_are_not(opened: MakeVault) -> None:
    access = opened({"a.canvas": "{}", "p.png": "\x89PNG\0\0", "n.md": "x"})
    assert read_note(access, "a.canvas").content == "{}"
    with pytest.raises(UsageError, match="not a text"):
        read_note(access, "p.png")
    with pytest.raises(UsageError, match="has no part"):
        read_note(access, "a.canvas", section="x")


def test_a_byte_order_mark_is_no_text_and_broken_bytes_are_replaced(opened: MakeVault) -> None:
    access = opened({"bom.md": "\ufeffone\ntwo\n", "bad.md": ""})
    Path(access.file(next(path for path in access.paths if path == "bad.md"))).write_bytes(b"caf\xe9\n")
    assert read_note(access, "bom").content == "one\ntwo\n"
    assert read_note(access, "bom", lines=(1, 1)).content == "one\n"
    assert read_note(access, "bad").content == "caf\ufffd\n"


def test_line_ends_of_windows_are_kept_and_hide_no_heading(opened: MakeVault) -> None:
    access = opened({"n.md": "# A\r\ntext\r\n\r\n# B\r\nend"})
    assert [(heading.text, heading.line) for heading in read_outline(access, "n").headings] == [("A", 1), ("B", 4)]
    assert read_note(access, "n", section="A").content == "# A\r\ntext\r\n"
    assert read_note(access, "n", section="B").content == "# B\r\nend"


def test_an_outline_has_the_headings_that_are_headings(opened: MakeVault) -> None:
    text = "# Title\n\nText\n\n## Section A\n\n```sh\n# no heading\n```\n\n### Subsection\n\n## Section B\n"
    headings = read_outline(opened({"n.md": text}), "n").headings
    assert [(heading.level, heading.text, heading.line) for heading in headings] == [
        (1, "Title", 1),
        (2, "Section A", 5),
        (3, "Subsection", 11),
        (2, "Section B", 13),
    ]
    assert read_outline(opened({"n.md": "Just text"}), "n").headings == ()


def test_words_and_characters_are_counted_without_properties(opened: MakeVault) -> None:
    count = count_words(opened({"n.md": "---\ntitle: Test\n---\nOne two three four five six seven eight."}), "n")
    assert (count.words, count.characters) == (8, 40)


def test_references_that_do_not_fit_one_note_are_errors(opened: MakeVault) -> None:
    access = opened({"NAPKIN.md": "", "projects/napkin.md": "", "p.png": ""})
    with pytest.raises(AmbiguousError):
        read_note(access, "napkin")
    with pytest.raises(NotFoundError, match="File not found: nonexistent"):
        read_note(access, "nonexistent")
    with pytest.raises(UsageError, match="not a note"):
        read_outline(access, "p.png")
    with pytest.raises(UsageError, match="names no file"):
        read_note(access, " ")


def test_what_leaves_the_vault_is_refused_before_anything_is_read(opened: MakeVault) -> None:
    access = opened({"a.md": "x"})
    (access.location.root.parent / "secret.md").write_text("secret", encoding="utf-8")
    (access.location.root / "way out.md").symlink_to(access.location.root.parent / "secret.md")
    with pytest.raises(UsageError, match="not a path inside the vault"):
        read_note(access, "../secret.md")


@pytest.mark.parametrize("path", [".trash/A.md", ".obsidian/x.md", ".hidden.md", "node_modules/p/readme.md"])
def test_what_lies_in_hidden_places_is_not_there(opened: MakeVault, path: str) -> None:
    with pytest.raises(NotFoundError):
        read_note(opened({path: "secret", "n.md": "x"}), path)


def test_what_ignore_rules_hide_is_read_by_its_exact_path_only(opened: MakeVault) -> None:
    access = opened({".napkinignore": "drafts/\n", "drafts/A.md": "draft", "n.md": "x"})
    assert read_note(access, "drafts/A.md").content == "draft"
    assert read_note(access, "drafts/A").content == "draft"
    with pytest.raises(NotFoundError):
        read_note(access, "A")
    with pytest.raises(NotFoundError):
        read_note(access, "drafts/B.md")
    with pytest.raises(NotFoundError):
        read_note(access, "drafts/\0.md")


def test_a_note_that_went_away_meanwhile_is_not_found(opened: MakeVault) -> None:
    access = opened({"a.md": "x"})
    assert access.paths
    (access.location.root / "a.md").unlink()
    with pytest.raises(NotFoundError):
        read_note(access, "a")


def test_times_are_written_in_utc_to_the_second() -> None:
    assert iso_time(1_700_000_000_999_999_999) == "2023-11-14T22:13:20Z"
