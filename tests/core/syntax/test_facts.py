"""What a parse tells of a note besides its body: links, tags, headings, tasks, ids, passages, words, spans."""

from typing import Any

import pytest

from napkin_site.core.syntax import parse_note
from napkin_site.core.syntax.headings import normalise_heading
from napkin_site.core.syntax.parse import MAX_BYTES
from napkin_site.core.syntax.tree import Link, LinkHole, NoteSyntax, SyntaxOptions
from tests.core.syntax.filling import fill


def _parse(text: str, **options: Any) -> NoteSyntax:
    return parse_note(text.encode(), SyntaxOptions(**options))


def _shown(note: NoteSyntax, link: Link) -> str:
    return note.facts.passages[link.passage][slice(*link.passage_range)]


def test_a_link_knows_its_place_its_target_and_its_passage() -> None:
    text = "Über [[Folder/Note#Part|a *b*]] and `c` [x](y%20z.md) end."
    note = _parse(text)
    first, second = note.facts.links
    assert (first.syntax, first.path, first.subpath, first.display) == ("wikilink", "Folder/Note", "Part", "a b")
    assert (second.syntax, second.path, second.subpath, second.display) == ("markdown", "y z.md", "", "x")
    source = text.encode()
    assert source[slice(*first.span)] == b"[[Folder/Note#Part|a *b*]]"
    assert source[slice(*first.target_span)] == b"Folder/Note#Part"
    assert source[slice(*second.target_span)] == b"y%20z.md"
    assert note.facts.passages == ("Über a b and c x end.",)
    assert [_shown(note, link) for link in (first, second)] == ["a b", "x"]


def test_a_passage_is_a_paragraph_an_items_own_line_a_row_or_a_heading() -> None:
    note = _parse("# H [[a]]\n\n- own [[b]]\n  - child\n\n| x | [[c]] |\n|--|--|\n| 1 | y [[d\\|D]] |\n")
    assert note.facts.passages == ("H a", "own b", "x c", "1 y D")
    assert [_shown(note, link) for link in note.facts.links] == ["a", "b", "c", "D"]


def test_white_space_in_a_passage_is_collapsed_and_ranges_follow() -> None:
    note = _parse("%%c%% a  %%d%%  [[b]]\n[[c]]  %%e%%\n")
    assert note.facts.passages == ("a b c",)
    assert [_shown(note, link) for link in note.facts.links] == ["b", "c"]


def test_links_and_tags_in_comments_count_though_hidden() -> None:
    text = "a %%[[In]] #one%% b <!-- [[Out]] #two -->\n\n%%\n- [[Block]] `[[not]]`\n%%\n\n<!--\n#three\n-->"
    note = _parse(text)
    assert [(link.path, link.place, link.passage) for link in note.facts.links] == [
        ("In", "comment", -1),
        ("Out", "comment", -1),
        ("Block", "comment", -1),
    ]
    assert [(tag.name, tag.place) for tag in note.facts.tags] == [
        ("one", "comment"),
        ("two", "comment"),
        ("three", "comment"),
    ]
    source = text.encode()
    assert [source[slice(*link.span)] for link in note.facts.links] == [b"[[In]]", b"[[Out]]", b"[[Block]]"]
    assert [source[slice(*span)][:2] for span in note.facts.comments] == [b"%%", b"<!", b"%%", b"<!"]
    assert "In" not in fill(note)
    assert all("[[" not in unit.text and "#" not in unit.text for unit in note.units)


def test_a_comment_that_is_never_closed_is_read_to_its_end() -> None:
    note = _parse("%%\n[[a]] 日本")
    assert [link.path for link in note.facts.links] == ["a"]
    assert note.facts.comments == ((0, 15),)


def test_links_in_properties_come_first_with_their_spans() -> None:
    text = (
        '---\nup: "[[Home|H]]"\nlist:\n  - "[[A]]"\n  - "[[A]]"\n  - "[t](b%20c.md)"\n  - "[e](https://e.com)"\n'
        'bare: [[x]]\n"[[key]]": 1\n---\n[[Body]]\n'
    )
    note = _parse(text)
    source = text.encode()
    links = note.facts.links
    assert [(link.path, link.place) for link in links] == [
        ("Home", "property"),
        ("A", "property"),
        ("A", "property"),
        ("b c.md", "property"),
        ("Body", "body"),
    ]
    assert [source[slice(*link.target_span)] for link in links] == [b"Home", b"A", b"A", b"b%20c.md", b"Body"]
    assert len({link.span for link in links}) == len(links)
    assert [link.line for link in links] == [2, 4, 5, 6, 11]
    assert note.facts.links[4].passage == 0
    hole = next(piece for piece in note.body.blocks[0].pieces if isinstance(piece, LinkHole))
    assert hole.link == 4


def test_a_link_that_yaml_escapes_gets_the_whole_front_matter_as_its_span() -> None:
    note = _parse('---\na: "[[\\u0041]]"\n---\n')
    assert note.facts.links[0].path == "A"
    assert note.facts.links[0].span == note.facts.properties_span


def test_a_reference_link_points_at_its_definition() -> None:
    text = "[t][r]\n\n[r]: some%20note.md#x 'T'\n"
    note = _parse(text)
    assert text.encode()[slice(*note.facts.links[0].target_span)] == b"some%20note.md#x"


def test_addresses_in_html_are_links() -> None:
    text = 'é <a href="N%20x#y">z</a>\n\n> <div>\n> <img src=\'p.png\'>\n> </div>\n\n<script src="no.js"></script>\n'
    note = _parse(text)
    source = text.encode()
    assert [(link.syntax, link.path, link.subpath, link.is_embed) for link in note.facts.links] == [
        ("html", "N x", "y", False),
        ("html", "p.png", "", True),
    ]
    assert [source[slice(*link.target_span)] for link in note.facts.links] == [b"N%20x#y", b"p.png"]
    assert [source[slice(*link.span)] for link in note.facts.links] == [b'<a href="N%20x#y">', b"<img src='p.png'>"]


def test_headings_make_the_outline() -> None:
    note = _parse("# A *b* ##\n\nText\n\n> ## Nested\n\nSub `c`\n---\n\n%%\n# Hidden\n%%\n\n<h1>Raw</h1>\n\nunder\n")
    assert [(h.level, h.text, h.raw, h.anchor, h.is_nested) for h in note.facts.headings] == [
        (1, "A b", "A *b*", "a-b", False),
        (2, "Nested", "Nested", "nested", True),
        (2, "Sub c", "Sub `c`", "sub-c", False),
    ]
    assert [note.body.blocks[h.block].kind for h in note.facts.headings] == ["heading", "quote", "heading"]
    assert [block.heading for block in note.body.blocks if block.kind == "heading"] == [0, 2]
    assert {unit.text: unit.heading for unit in note.units}["under"] == 2


def test_a_heading_inside_joined_html_bounds_no_section() -> None:
    note = _parse("<details>\n\n# In\n\n^x\n\n</details>\n\n# Out\n\ntext ^y\n")
    assert [(h.text, h.block, h.is_nested) for h in note.facts.headings] == [("In", 0, True), ("Out", 1, False)]
    assert [(marked.name, marked.block) for marked in note.facts.block_ids] == [("x", 0), ("y", 2)]


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ("What's new: v1.2 (beta)?", "what's new v1 2 beta"),
        ("`move`", "move"),
        ("See [[Other]]", "see other"),
        ("100% & more: a/b [x]?", "100 more a b x"),
        ("snake_case-kebab", "snake_case-kebab"),
    ],
)
def test_headings_are_matched_by_a_stripped_key(raw: str, key: str) -> None:
    assert normalise_heading(raw) == key


def test_tasks_keep_their_mark_and_own_line() -> None:
    text = "- [ ] open [[a]]\n  more\n- [✓] *done* ^t\n  - [x] child\n"
    note = _parse(text)
    assert [(task.mark, task.text, task.is_done, task.line) for task in note.facts.tasks] == [
        (" ", "open a", False, 1),
        ("✓", "done", True, 3),
        ("x", "child", True, 4),
    ]
    assert text.encode()[slice(*note.facts.tasks[0].span)] == b"- [ ] open [[a]]"


def test_a_footnote_that_nothing_refers_to_is_not_searched() -> None:
    note = _parse(
        "Text[^a] and ^[inline].\n\n[^a]: kept, with[^b]\n\n  more kept\n\n[^b]: kept too\n\n[^c]: lost\n\n  more "
        "lost\n\n[^a]: a second, lost\n\nEnd.\n"
    )
    texts = " ".join(unit.text for unit in note.units)
    assert "lost" not in texts
    assert texts.count("kept") == 3
    assert "End." in texts


def test_units_are_blocks_under_their_headings() -> None:
    note = _parse(
        "lead\n\n# H\n\npara `c` %%gone%%\n\n- item\n  - sub\n\n| a |\n|--|\n| b |\n\n```\ncode\n```\n\n^[note]\n"
    )
    assert [(unit.kind, unit.heading, unit.text) for unit in note.units] == [
        ("text", -1, "lead"),
        ("heading", 0, "H"),
        ("text", 0, "para c"),
        ("item", 0, "item"),
        ("item", 0, "sub"),
        ("row", 0, "a"),
        ("row", 0, "b"),
        ("code", 0, "code"),
        ("text", 0, "note"),
    ]


def test_the_excerpt_is_the_first_prose() -> None:
    assert _parse("# H\n\n![[x.png]]\n\n> quote\n\nFirst *prose* here.\n\nSecond.").facts.excerpt == "First prose here."
    long = _parse("word " * 100).facts.excerpt
    assert len(long) <= 300
    assert long.endswith("word…")
    assert _parse("x" * 400).facts.excerpt == "x" * 299 + "…"
    assert _parse("- item").facts.excerpt == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("---\na: front matter\n---\nTwo words", 2),
        ("It's a well-known v1.2", 4),
        ("日本語 text", 4),
        ("%%not these%% one", 1),
        ("über café", 2),
        ("", 0),
    ],
)
def test_words_are_counted(text: str, words: int) -> None:
    assert _parse(text).facts.words == words


def test_features_tell_what_a_page_must_load() -> None:
    text = "$x$ <b>h</b>\n\n- [ ] t\n\n```mermaid\n```\n\n```base\n```\n\n```query\n```\n\n```py\n```\n"
    assert _parse(text).facts.features == ("base", "code", "html", "math", "mermaid", "query", "task")
    assert _parse("plain").facts.features == ()


def test_strict_line_breaks_join_lines() -> None:
    assert fill(_parse("a\nb  \nc", strict_line_breaks=True)) == "<p>a\nb<br>\nc</p>\n"


def test_trusted_html_passes_as_written_but_for_comments() -> None:
    text = "<div onclick='x()'>\n<!-- gone -->\n\n*m*\n\n</div>\n\na <b onclick='y()'>c</b>\n"
    shown = fill(_parse(text, trusted_html=True))
    assert shown == "<div onclick='x()'>\n\n<p><em>m</em></p>\n</div>\n<p>a <b onclick='y()'>c</b></p>\n"


def test_a_body_of_countless_pieces_is_shown_as_text() -> None:
    note = parse_note(b"%%secret%%\n" + b"[[a]] " * 100_000)
    assert [finding.code for finding in note.facts.findings] == ["note-too-large"]
    assert note.facts.links == ()
    assert "secret" not in str(note.body)


def test_a_comment_of_countless_pieces_makes_its_note_text() -> None:
    note = parse_note(b"shown\n\n%%\n" + b"[[a]] " * 100_000 + b"\n%%\n")
    assert [finding.code for finding in note.facts.findings] == ["note-too-large"]
    assert "[[a]]" not in str(note.body)


@pytest.mark.timeout(10)
def test_property_links_are_found_without_searching_everything_for_each() -> None:
    escaped = b", ".join(b'"[[\\x61%d]]"' % number for number in range(10_000))
    plain = b", ".join(b'"[[b%d]]"' % number for number in range(5000))
    for written in (escaped, plain, plain + b", " + escaped[:100_000].rpartition(b",")[0]):
        note = parse_note(b"---\nx: [" + written + b"]\n---\n")
        assert note.facts.properties_error == ""
        assert len(note.facts.links) == written.count(b"[[")


def test_zeros_are_reported_as_no_text() -> None:
    assert [finding.code for finding in parse_note(b"a\0b").facts.findings] == ["invalid-utf8"]


def test_a_body_that_is_too_large_is_shown_as_text() -> None:
    note = parse_note(b"# no [[link]] %%secret%% <!-- secret -->\n" + b"a <b> " * (MAX_BYTES // 5))
    assert [finding.code for finding in note.facts.findings] == ["note-too-large"]
    assert note.facts.links == ()
    assert len(note.body.blocks) == 1
    shown = fill(note)
    assert shown.startswith('<pre class="plain-text">\n# no [[link]]  \na &lt;b&gt;')
    assert "secret" not in shown
    assert "secret" not in note.units[0].text


def test_bytes_that_are_no_text_are_replaced_one_by_one() -> None:
    source = b"---\nk: v\n---\nA\xff [[N\xfe]] \x00 #t\xff\n\n```\n\xff\n```\n"
    note = parse_note(source)
    assert [finding.code for finding in note.facts.findings] == ["invalid-utf8"]
    assert note.facts.findings[0].line == 4
    assert note.facts.properties == {"k": "v"}
    assert note.facts.links[0].path == "N\ufffd"
    assert source[slice(*note.facts.links[0].span)] == b"[[N\xfe]]"
    assert "\x1a" not in fill(note)
    assert "A\ufffd" in note.units[0].text


def test_carriage_returns_and_a_byte_order_mark_are_no_text() -> None:
    source = (
        b"\xef\xbb\xbf# H\r\n\r\n> [!note] T\r\n> a\r\n> b\r\n\r\n- [?] t\r\n\r\n%%\r\nx\r\n%%\r\n\r\nz [[N]] ^id\r\n"
    )
    note = parse_note(source)
    assert fill(note) == fill(parse_note(source[3:].replace(b"\r\n", b"\n")))
    assert source[slice(*note.facts.links[0].span)] == b"[[N]]"
    assert source[slice(*note.facts.headings[0].span)] == b"# H"
    assert source[slice(*note.facts.block_ids[0].span)] == b"^id"
    assert note.facts.links[0].line == 13


def test_unreadable_front_matter_is_told_and_the_body_stays() -> None:
    note = _parse("---\na: [\n---\nbody [[x]]\n")
    assert note.facts.properties_error
    assert note.facts.properties == {}
    assert [link.path for link in note.facts.links] == ["x"]


def test_code_is_exact_in_crlf_files_and_quotes() -> None:
    note = parse_note(b"> ```py\r\n> a\r\n>\r\n>   b\r\n> ```\r\n")
    assert '<code-block language="py">a\n\n  b</code-block>' in fill(note)


@pytest.mark.parametrize(
    "source", ["[[---\n#tag]]", "[[a\r\n#tag]]", "> [[a\n> #tag]]", "- [[é\n  #tag]]", "^[[a\n#tag"]
)
def test_what_follows_a_bracket_that_a_line_end_opens_keeps_its_place(source: str) -> None:
    note = parse_note(source.encode())

    (tag,) = note.facts.tags
    start, end = tag.span
    assert source.encode()[start:end] == b"#tag"


@pytest.mark.parametrize("source", ["#tag<!-- x -->a", "#tag%%x%%a"])
def test_a_comment_ends_a_tag(source: str) -> None:
    (tag,) = parse_note(source.encode()).facts.tags

    assert (tag.name, tag.span) == ("tag", (0, 4))
