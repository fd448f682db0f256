import pytest

from napkin_site.core.links import LinkIndex, LinkResolver
from napkin_site.core.paths import VaultPath
from tests.core.made_notes import make_facts, make_link


def resolver(*paths: str) -> LinkResolver:
    return LinkResolver([VaultPath(path) for path in paths])


def resolve(text: str, source: str, *paths: str) -> str | None:
    return resolver(*paths, source).resolve_path(text, VaultPath(source)).path


@pytest.mark.parametrize(
    ("paths", "source", "text", "found"),
    [
        # The worked examples of obsidian-spec §2.4.
        (["Note.md", "a/b/Note.md"], "a/b/s.md", "Note", "Note.md"),
        (["zzzz/Note.md", "b/Note.md"], "zzzz/s.md", "Note", "zzzz/Note.md"),
        (["zzzz/Note.md", "b/Note.md"], "zzzz/deep/s.md", "Note", "b/Note.md"),
        (["zzzz/Note.md", "a/b/Note.md"], "s.md", "Note", "a/b/Note.md"),
        (["a/b/Note.md"], "s.md", "b/Note", "a/b/Note.md"),
        (["Sub/My Note.md"], "s.md", "My Note.md", "Sub/My Note.md"),
        (["y.md"], "a/x.md", "../y", "y.md"),
        (["other/Missing.md"], "s.md", "./Missing", None),
        # A note in a subfolder of the source's own folder is inside it.
        (["zzzz/deep/er/Note.md", "b/Note.md"], "zzzz/s.md", "Note", "zzzz/deep/er/Note.md"),
        (["a/Note.md", "b/Note.md"], "s.md", "Note", "a/Note.md"),
        (["xb/Note.md"], "s.md", "b/Note", None),
        (["a/Note.md"], "a/s.md", "./Note", "a/Note.md"),
        (["Note.md"], "a/s.md", "../../Note", None),
        (["a/Note.md"], "s.md", "/Note", None),
        (["a/Note.md"], "b/s.md", "/a/note", "a/Note.md"),
        (["img/cat.png"], "s.md", "cat", None),
        (["img/cat.png"], "s.md", "cat.png", "img/cat.png"),
        (["v1.2 plan.md"], "s.md", "v1.2 plan", "v1.2 plan.md"),
        (["Apple.md"], "s.md", "aPPLE.MD", "Apple.md"),
        (["Apple.md.md"], "s.md", "Apple.md", "Apple.md.md"),
        (["Caf\u00e9.md"], "s.md", "Cafe\u0301", "Caf\u00e9.md"),
        (["Note.md", "note.md"], "s.md", "note", "note.md"),
        (["Note.md", "note.md"], "s.md", "NOTE", "Note.md"),
        ([], "a/s.md", "", "a/s.md"),
        (["Folder/Note.md"], "s.md", "Folder/", None),
        (["a.md"], "s.md", "..", None),
    ],
)
def test_a_path_is_found_by_the_rules_in_their_order(paths: list[str], source: str, text: str, found: str) -> None:
    assert resolve(text, source, *paths) == found


def test_an_answer_depends_on_the_source_and_not_on_what_was_asked_before() -> None:
    paths = ("a/Note.md", "b/Note.md", "b/Other.md", "c/x.png", "Note.md.md", "a/s.md", "b/s.md")
    texts = (
        "Note",
        "b/Note",
        "./Note",
        "../b/Other",
        "/a/Note",
        "other",
        "Other.md",
        "x.png",
        "Note.md",
        "nowhere",
        "",
    )
    known = resolver(*paths)

    for source in ("a/s.md", "b/s.md", "s.md", "a/s.md"):
        for text in texts:
            fresh = resolver(*paths).resolve_path(text, VaultPath(source))
            assert known.resolve_path(text, VaultPath(source)) == fresh


def test_an_alias_resolves_only_where_asked_and_last() -> None:
    paths = [VaultPath("AI.md"), VaultPath("Machine.md")]
    source = VaultPath("s.md")

    assert LinkResolver(paths).resolve_path("ML", source).path is None
    with_aliases = LinkResolver(paths, aliases={"ml": VaultPath("Machine.md"), "AI": VaultPath("Machine.md")})
    assert with_aliases.resolve_path("ML", source).path == "Machine.md"
    assert with_aliases.resolve_path("AI", source).path == "AI.md"


def test_a_choice_by_length_alone_is_ambiguous_and_one_by_place_is_not() -> None:
    links = resolver("aa/Note.md", "b/Note.md", "c/d/Note.md", "Top.md", "c/Top.md")

    assert links.resolve_path("Note", VaultPath("s.md")).others == ("aa/Note.md", "c/d/Note.md")
    assert links.resolve_path("Note", VaultPath("c/s.md")).others == ()
    assert links.resolve_path("Top", VaultPath("c/s.md")).others == ()


def test_many_files_of_one_name_are_chosen_between_like_few() -> None:
    many = [f"f{number:02}/x/README.md" for number in range(40)]
    links = resolver(*many, "s.md", "f07/deep/er/README.md")

    assert links.resolve_path("README", VaultPath("f07/s.md")).path == "f07/x/README.md"
    assert links.resolve_path("README", VaultPath("f07/deep/s.md")).path == "f07/deep/er/README.md"
    assert links.resolve_path("README", VaultPath("s.md")).path == "f00/x/README.md"
    assert links.resolve_path("README", VaultPath("other/s.md")).path == "f00/x/README.md"


def test_equal_names_in_every_folder_are_each_found_beside_their_source() -> None:
    folders = 4_000  # a look at every file for every link would be 16 million comparisons, past the test's timeout
    links = resolver(*(f"f{number}/README.md" for number in range(folders)))

    found = [links.resolve_path("README", VaultPath(f"f{number}/s.md")).path for number in range(folders)]

    assert found == [f"f{number}/README.md" for number in range(folders)]


def index_of(**notes: tuple[str, ...]) -> LinkIndex:
    facts = {VaultPath(f"{name}.md"): make_facts(*map(make_link, links)) for name, links in notes.items()}
    return LinkIndex(LinkResolver(facts), facts)


def test_links_are_known_from_both_ends() -> None:
    index = index_of(a=("b", "c", "b"), b=("a",), c=())

    assert [link.target for link in index.out[VaultPath("a.md")]] == ["b.md", "c.md", "b.md"]
    assert [link.source for link in index.back[VaultPath("b.md")]] == ["a.md", "a.md"]
    assert index.back[VaultPath("a.md")][0].link.path == "a"


def test_a_link_to_itself_is_no_backlink_and_saves_no_orphan() -> None:
    index = index_of(a=("", "a"), b=("a",))

    assert [link.source for link in index.back[VaultPath("a.md")]] == ["b.md"]
    assert index.orphans == ("b.md",)
    assert index.dead_ends == ("a.md",)


def test_what_leads_nowhere_is_listed_with_the_files_it_stands_in() -> None:
    index = index_of(b=("Gone", "Also gone"), a=("Gone",))

    assert dict(index.unresolved) == {"Also gone": ("b.md",), "Gone": ("a.md", "b.md")}
    assert index.dead_ends == ()


def test_a_missing_heading_or_block_is_listed_and_the_note_still_counts() -> None:
    facts = {
        VaultPath("a.md"): make_facts(make_link("b", "Here"), make_link("b", "Nope"), make_link("b", "^x")),
        VaultPath("b.md"): make_facts(headings=((1, "Here"),)),
    }

    index = LinkIndex(LinkResolver(facts), facts)

    assert dict(index.missing_parts) == {"b#Nope": ("a.md",), "b#^x": ("a.md",)}
    assert len(index.back[VaultPath("b.md")]) == 3


def test_ambiguous_links_name_every_file_they_could_mean() -> None:
    facts = {VaultPath("s.md"): make_facts(make_link("N")), VaultPath("x/N.md"): make_facts()}
    facts[VaultPath("yy/N.md")] = make_facts()

    assert dict(LinkIndex(LinkResolver(facts), facts).ambiguous) == {"N": ("x/N.md", "yy/N.md")}


def test_a_canvas_can_be_fed_in_as_a_source_of_links() -> None:
    facts = {VaultPath("a.md"): make_facts()}
    board = VaultPath("Board.canvas")

    index = LinkIndex(LinkResolver([*facts, board]), facts, others=[(board, (make_link("a"),))])

    assert [link.source for link in index.back[VaultPath("a.md")]] == [board]
    assert index.orphans == ()
    assert board in index.out
    assert board not in index.dead_ends


def test_the_fragment_of_a_file_that_is_no_note_is_not_checked() -> None:
    facts = {VaultPath("a.md"): make_facts(make_link("doc.pdf", "page=3"))}

    index = LinkIndex(LinkResolver([*facts, VaultPath("doc.pdf")]), facts)

    assert not index.missing_parts
