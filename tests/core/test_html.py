from html import escape

import pytest

from napkin_site.core.html import (
    Embed,
    FileEmbed,
    LinkDestination,
    MissingEmbed,
    NoteEmbed,
    RenderSettings,
    content_region,
    render_inline,
    render_note,
    render_part,
)
from napkin_site.core.paths import VaultPath
from napkin_site.core.syntax.tree import (
    AttributeHole,
    Block,
    CodeHole,
    EmbedHole,
    Footnote,
    FootnoteHole,
    FragmentEnd,
    FragmentStart,
    IdHole,
    Link,
    LinkHole,
    NoteBody,
    NoteFacts,
    Piece,
    RemoteHole,
    TagHole,
)
from tests.core.made_notes import make_facts, make_link

PAGE = VaultPath("Page.md")
NASTY = "\"><script>alert('1')</script>&"


class Links:
    """Answers from a table; what is not in it is unresolved."""

    def __init__(self, **notes: tuple[NoteFacts, NoteBody]) -> None:
        self.notes = notes
        self.files: dict[str, Embed] = {}
        self.hidden: set[str] = set()

    def link(self, source: VaultPath, link: Link) -> LinkDestination:
        if link.path in self.hidden:
            return LinkDestination(state="hidden")
        if link.path in self.notes or link.path in self.files:
            path = VaultPath(f"{link.path}.md")
            return LinkDestination(state="resolved", href=f"../{link.path}/", path=path)
        return LinkDestination(state="unresolved")

    def links_of(self, source: VaultPath, facts: NoteFacts) -> list[LinkDestination]:
        return [self.link(source, link) for link in facts.links]

    def embed(self, source: VaultPath, link: Link) -> Embed:
        if link.path in self.files:
            return self.files[link.path]
        if link.path not in self.notes:
            return MissingEmbed(reason="unresolved", name=link.path)
        facts, body = self.notes[link.path]
        path = VaultPath(f"{link.path}.md")
        return NoteEmbed(
            path=path, href=f"../{link.path}/", title=link.path, facts=facts, body=body, subpath=link.subpath
        )

    def tag_href(self, name: str) -> str:
        return "" if name == "lonely" else f"../tags/{name}/"

    def highlight(self, code: str, language: str) -> str:
        return f"<b>{escape(code)}</b>" if language else escape(code)


def paragraph(*pieces: Piece) -> Block:
    return Block(kind="paragraph", heading=-1, span=(0, 0), pieces=("<p>", *pieces, "</p>\n"))


def block(*pieces: Piece) -> Block:
    return Block(kind="paragraph", heading=-1, span=(0, 0), pieces=pieces)


def body(*blocks: Block, footnotes: tuple[Footnote, ...] = ()) -> NoteBody:
    return NoteBody(blocks=blocks, footnotes=footnotes)


def embed(*, link: int = 0, is_block: bool = True, alt: str = "", width: int | None = None) -> EmbedHole:
    return EmbedHole(link=link, alt=alt, width=width, height=None, is_block=is_block)


def render(*pieces: Piece, facts: NoteFacts | None = None, links: Links | None = None) -> str:
    return render_note(PAGE, facts or make_facts(), body(block(*pieces)), links or Links()).strip()


def render_one(shown: Embed, hole: EmbedHole) -> str:
    links = Links()
    links.files["x"] = shown
    return render(hole, facts=make_facts(make_link("x")), links=links)


def test_text_passes_as_the_parser_wrote_it() -> None:
    assert render("<p>one ", "&amp; two</p>") == "<p>one &amp; two</p>"


def test_a_link_shows_its_display_or_its_default() -> None:
    facts = make_facts(make_link("A", "B"))
    links = Links(A=(make_facts(), body()))

    assert render(LinkHole(link=0), facts=facts, links=links) == '<a class="internal-link" href="../A/">A &gt; B</a>'
    shown = render(LinkHole(link=0, children=("<em>x</em>",)), facts=facts, links=links)
    assert shown == '<a class="internal-link" href="../A/"><em>x</em></a>'


def test_an_unresolved_link_has_no_address_and_a_hidden_one_is_plain_text() -> None:
    facts = make_facts(make_link("Gone"), make_link("Secret"))
    links = Links()
    links.hidden.add("Secret")

    unresolved = render(LinkHole(link=0), facts=facts, links=links)
    assert unresolved == '<a class="internal-link is-unresolved" title="No page yet: Gone">Gone</a>'
    assert render(LinkHole(link=1), facts=facts, links=links) == "Secret"


def test_whatever_fills_a_hole_is_escaped() -> None:
    facts = make_facts(make_link(NASTY, NASTY))
    nasty_file = FileEmbed(path=VaultPath(NASTY), href="x", kind="other", fragment=NASTY)
    pieces: list[Piece] = [
        LinkHole(link=0),
        EmbedHole(link=0, alt=NASTY, width=None, height=None, is_block=False),
        TagHole(name=NASTY),
        TagHole(name="lonely"),
        CodeHole(language=NASTY, text=NASTY),
        CodeHole(language="mermaid", text=NASTY),
        CodeHole(language="query", text=NASTY),
        IdHole(anchor=NASTY),
        RemoteHole(url="https://e.org/" + NASTY, alt=NASTY, title=NASTY, width=1, height=2, kind="image"),
        RemoteHole(url="https://e.org/" + NASTY, alt=NASTY, title=NASTY, width=1, height=2, kind="frame"),
        RemoteHole(url="javascript:alert(1)", alt=NASTY, title=NASTY, width=1, height=2, kind="image"),
        RemoteHole(url="javascript:alert(1)", alt=NASTY, title=NASTY, width=1, height=2, kind="frame"),
    ]

    html = render(*pieces, facts=facts) + render_one(nasty_file, embed(alt=NASTY)) + content_region(PAGE, (NASTY,), "")

    assert "<script" not in html
    assert 'src="javascript' not in html
    assert 'href="javascript' not in html


@pytest.mark.parametrize("kind", ["image", "audio", "video", "pdf", "base", "canvas", "other"])
def test_a_file_of_any_kind_is_shown_with_a_safe_name(kind: str) -> None:
    shown = FileEmbed(path=VaultPath(f"a/{NASTY}.x"), href="f", kind=kind, fragment=NASTY)  # type: ignore[arg-type]

    html = render_one(shown, embed())

    assert "<script" not in html
    assert 'class="internal-embed' in html


def test_a_picture_has_its_size_and_its_file_name_as_alternative_text() -> None:
    shown = FileEmbed(path=VaultPath("img/cat.png"), href="../img/cat.png", kind="image", fragment="icon")

    html = render_one(shown, embed(width=100))

    assert html == ('<img class="internal-embed" src="../img/cat.png#icon" alt="cat.png" width="100" loading="lazy">')


def test_a_pdf_opens_at_its_page_with_its_height() -> None:
    shown = FileEmbed(path=VaultPath("d.pdf"), href="../d.pdf", kind="pdf", fragment="page=3&height=400")

    html = render_one(shown, embed())

    assert 'src="../d.pdf#page=3"' in html
    assert 'height="400"' in html


def test_an_id_given_twice_stands_at_its_first_place_only() -> None:
    assert render("<p", IdHole(anchor="^a"), ">x</p><p", IdHole(anchor="^a"), ">y</p>") == '<p id="^a">x</p><p>y</p>'


def test_ids_are_written_on_the_own_page_only() -> None:
    part = body(block("<h2", IdHole(anchor="part"), ">Part</h2>"))
    facts = make_facts(make_link("Part"))

    assert render("<h2", IdHole(anchor="a"), ">x</h2>") == '<h2 id="a">x</h2>'
    assert "<h2>Part</h2>" in render(embed(), facts=facts, links=Links(Part=(make_facts(), part)))


def test_a_heading_embed_is_its_section_with_the_heading() -> None:
    facts = make_facts(headings=((1, "Top"), (2, "One"), (3, "Deep"), (2, "Two")))
    note = body(*(block(f"<h>{heading.text}</h>") for heading in facts.headings))

    assert render_part(PAGE, facts, note, "One", Links()) == "<h>One</h><h>Deep</h>"
    assert render_part(PAGE, facts, note, "Gone", Links()) is None
    assert render_part(PAGE, facts, note, "", Links()) == "<h>Top</h><h>One</h><h>Deep</h><h>Two</h>"


def test_a_nested_heading_embed_is_the_block_it_stands_in() -> None:
    facts = make_facts(headings=((1, "A"), (1, "In list")), nested=("In list",))
    note = body(block("<h>A</h>"), block("<li><h>In list</h></li>"), block("<p>after</p>"))

    assert render_part(PAGE, facts, note, "In list", Links()) == "<li><h>In list</h></li>"


def test_a_block_embed_is_what_stands_between_its_marks_in_its_wrapping() -> None:
    facts = make_facts(ids=("It",))
    item = (FragmentStart(name="It", open="<ul>", close="</ul>"), "<li>two</li>", FragmentEnd(name="It"))
    note = body(block("<ul><li>one</li>", *item, "<li>three</li></ul>"))

    assert render_part(PAGE, facts, note, "^it", Links()) == "<ul><li>two</li></ul>"
    assert render_part(PAGE, facts, note, "^no", Links()) is None
    assert render_note(PAGE, facts, note, Links()) == "<ul><li>one</li><li>two</li><li>three</li></ul>"


def test_an_id_used_twice_around_and_inside_cuts_out_whole_elements() -> None:
    outer, inner = FragmentStart(name="a"), FragmentStart(name="A", open="<ul>", close="</ul>")
    end = FragmentEnd(name="a")
    note = body(block(outer, "<ul>", inner, "<li>x</li>", FragmentEnd(name="A"), "<li>y</li></ul>", end, "rest"))

    assert render_part(PAGE, make_facts(ids=("a",)), note, "^a", Links()) == "<ul><li>x</li><li>y</li></ul>"


def test_a_block_without_marks_is_shown_whole() -> None:
    assert render_part(PAGE, make_facts(ids=("a",)), body(block("<p>x</p>")), "^a", Links()) == "<p>x</p>"


def test_embeds_nest_five_deep_and_then_become_links() -> None:
    notes = {f"N{n}": (make_facts(make_link(f"N{n + 1}")), body(block(f"n{n} ", embed()))) for n in range(1, 8)}

    html = render(embed(), facts=make_facts(make_link("N1")), links=Links(**notes))

    assert "n5 " in html
    assert "n6 " not in html
    assert '<p><a class="internal-link" href="../N6/">N6</a></p>' in html
    assert html.count("markdown-embed") == 5


def test_a_note_that_is_already_being_shown_becomes_a_link() -> None:
    links = Links()
    links.notes = {
        "Page": (make_facts(), body()),
        "A": (make_facts(make_link("Page"), make_link("A")), body(block("a ", embed(link=0), embed(link=1)))),
    }

    html = render(embed(), facts=make_facts(make_link("A")), links=links)

    assert html.count("markdown-embed") == 1
    assert 'href="../Page/">Page</a>' in html


def test_another_part_of_the_same_note_is_no_cycle() -> None:
    facts = make_facts(make_link("Page", "One"), headings=((1, "One"),))
    note = body(block("<h1>One</h1>", embed()))

    html = render_note(PAGE, facts, note, Links(Page=(facts, note)))

    assert html.count("markdown-embed") == 1
    assert html.count("<h1>One</h1>") == 2


def test_many_embeds_of_many_embeds_stay_bounded() -> None:
    names = [f"N{number}" for number in range(12)]
    facts = make_facts(*map(make_link, names))
    note = body(block(*(embed(link=number) for number in range(12))))

    html = render_note(PAGE, facts, note, Links(**dict.fromkeys(names, (facts, note))))

    assert html.count("markdown-embed") <= 200


def test_embedding_stops_when_a_page_has_grown_too_large() -> None:
    big = body(block("x" * 300_000, *[IdHole(anchor="a")] * 300))
    facts = make_facts(make_link("Big"))

    html = render(*[embed()] * 20, facts=facts, links=Links(Big=(make_facts(), big)))

    assert html.count("markdown-embed") == 3
    assert html.count("<p><a") == html.count("too long to show here") == 17


def test_notes_are_not_loaded_once_no_more_can_be_shown() -> None:
    class CountingLinks(Links):
        loaded = 0

        def embed(self, source: VaultPath, link: Link) -> Embed:
            CountingLinks.loaded += 1
            return super().embed(source, link)

    links = CountingLinks(Big=(make_facts(), body(block("x" * 900_000))))
    html = render(*[embed()] * 1000, facts=make_facts(make_link("Big")), links=links)

    assert html.count("markdown-embed") == 1
    assert CountingLinks.loaded < 10


def test_a_note_too_large_for_a_page_is_linked_and_smaller_ones_are_shown() -> None:
    facts = make_facts(make_link("Big"), make_link("Small"))
    links = Links(Big=(make_facts(), body(block("x" * 1_100_000))), Small=(make_facts(), body(block("small"))))

    html = render(embed(link=0), embed(link=1), facts=facts, links=links)

    assert "xxx" not in html
    assert "small" in html


def test_a_note_embedded_in_a_line_leaves_its_paragraph() -> None:
    links = Links(Part=(make_facts(), body(block("<p>inner</p>\n"))))
    facts = make_facts(make_link("Part"))

    html = render(
        "<p", IdHole(anchor="^a"), ">one <em>two ", embed(is_block=False), " three</em></p>", facts=facts, links=links
    )

    assert html.startswith('<p id="^a">one <em>two </em></p><div class="internal-embed markdown-embed"')
    assert html.endswith("</div>\n<p><em> three</em></p>")


def test_only_what_is_still_open_is_closed_and_opened_again() -> None:
    links = Links(Part=(make_facts(), body(block("inner"))))
    facts = make_facts(make_link("Part"))
    hole = embed(is_block=False)

    in_line = render('<p>a<br><b>x</b> <i id="i" class="c">', hole, "</i></p>", facts=facts, links=links)
    outside = render("text ", hole, facts=facts, links=links)

    assert in_line.startswith('<p>a<br><b>x</b> <i id="i" class="c"></i></p><div')
    assert in_line.endswith('<p><i class="c"></i></p>')
    assert outside.startswith("text <div")


def test_a_paragraph_that_an_embed_leaves_empty_is_dropped() -> None:
    links = Links(Part=(make_facts(), body(block("inner"))))

    html = render("<p>one ", embed(is_block=False), "</p>", facts=make_facts(make_link("Part")), links=links)

    assert html.endswith("inner</div>")


def test_an_embed_in_a_table_cell_needs_no_paragraph_to_leave() -> None:
    links = Links(Part=(make_facts(), body(block("inner"))))

    html = render("<p>x</p><td>", embed(is_block=False), "</td>", facts=make_facts(make_link("Part")), links=links)

    assert html.startswith("<p>x</p><td><div")
    assert html.endswith("</div>\n</td>")


def note_with_footnotes() -> NoteBody:
    notes = tuple(
        Footnote(number=number, label="", references=1, pieces=(f"<p>note {number}</p>\n",)) for number in (1, 2)
    )
    return body(
        paragraph("a", FootnoteHole(number=1, occurrence=1)),
        paragraph("b", FootnoteHole(number=2, occurrence=1), FootnoteHole(number=2, occurrence=2)),
        footnotes=notes,
    )


def test_footnotes_link_both_ways() -> None:
    html = render_note(PAGE, make_facts(), note_with_footnotes(), Links())

    assert '<sup class="footnote-ref" id="fnref-2-2"><a href="#fn-2">2</a></sup>' in html
    assert '<li id="fn-1" value="1"><p>note 1 <a class="footnote-backref" href="#fnref-1-1"' in html
    assert html.count("footnote-backref") == 3


def test_the_footnotes_of_an_embed_belong_to_the_embed_and_have_ids_of_their_own() -> None:
    facts = make_facts(make_link("Part"))

    html = render(embed(), embed(), facts=facts, links=Links(Part=(make_facts(), note_with_footnotes())))

    assert html.count('<section class="footnotes">') == 2
    assert 'id="e1-fn-1"' in html
    assert 'id="e2-fn-1"' in html
    assert ' id="fn-1"' not in html
    assert html.index("note 2") < html.index("</div>")


def test_a_part_shows_only_the_footnotes_it_refers_to_counted_afresh() -> None:
    facts = make_facts(headings=((1, "A"), (1, "B")))

    html = render_part(PAGE, facts, note_with_footnotes(), "B", Links())

    assert html is not None
    assert "note 1" not in html
    assert 'value="1"><p>note 2' in html


def test_a_footnote_first_referred_to_in_another_of_the_part_is_listed() -> None:
    inner = Footnote(number=2, label="", references=1, pieces=("<p>inner</p>",))
    outer = Footnote(
        number=1, label="", references=1, pieces=("<p>outer", FootnoteHole(number=2, occurrence=1), "</p>")
    )
    note = body(paragraph(FootnoteHole(number=1, occurrence=1)), footnotes=(outer, inner))

    html = render_part(PAGE, make_facts(headings=((1, "A"),)), note, "A", Links())

    assert html is not None
    assert 'id="part-fn-2" value="2"><p>inner' in html


def test_a_footnote_without_paragraph_ends_in_its_way_back() -> None:
    note = Footnote(number=1, label="", references=1, pieces=("inline",))

    html = render_note(
        PAGE, make_facts(), body(block(FootnoteHole(number=1, occurrence=1)), footnotes=(note,)), Links()
    )

    assert '<li id="fn-1" value="1">inline <a class="footnote-backref"' in html


def test_a_reference_to_no_footnote_shows_nothing() -> None:
    assert render("a", FootnoteHole(number=9, occurrence=1)) == "a"


def test_code_is_highlighted_and_diagrams_are_left_to_the_browser() -> None:
    assert render(CodeHole(language="py", text="x<1")) == (
        '<div class="highlight"><pre><code class="language-py"><b>x&lt;1</b></code></pre></div>'
    )
    assert render(CodeHole(language="", text="x")) == '<div class="highlight"><pre><code>x</code></pre></div>'
    assert render(CodeHole(language="Mermaid", text="a-->b")) == '<pre class="mermaid">a--&gt;b</pre>'
    assert 'class="napkin-placeholder" data-kind="base"' in render(CodeHole(language="base", text="views:"))


def test_tags_link_to_their_page_when_they_have_one() -> None:
    assert render(TagHole(name="a/b")) == '<a class="tag" href="../tags/a/b/">#a/b</a>'
    assert render(TagHole(name="lonely")) == '<span class="tag">#lonely</span>'


def test_an_attribute_of_raw_html_gets_the_address_or_one_that_loads_nothing() -> None:
    facts = make_facts(make_link("A"), make_link("Gone"), make_link("Gone", is_embed=True))
    links = Links(A=(make_facts(), body()))

    html = render(
        AttributeHole(link=0), " ", AttributeHole(link=1), " ", AttributeHole(link=2), facts=facts, links=links
    )

    assert html == "../A/ # data:,"


def remote(url: str, kind: str = "image", *, click: bool = False) -> str:
    hole = RemoteHole(url=url, alt="alt", title="", width=None, height=None, kind=kind)  # type: ignore[arg-type]
    settings = RenderSettings(remote_images="click" if click else "load")
    return render_note(PAGE, make_facts(), body(block(hole)), Links(), settings=settings)


@pytest.mark.parametrize(
    ("url", "source"),
    [
        ("https://www.youtube.com/watch?v=a1B2c3D4e5F", "https://www.youtube-nocookie.com/embed/a1B2c3D4e5F"),
        ("https://youtu.be/a1B2c3D4e5F?t=1m5s", "https://www.youtube-nocookie.com/embed/a1B2c3D4e5F?start=65"),
        ("https://youtube.com/shorts/a1B2c3D4e5F", "https://www.youtube-nocookie.com/embed/a1B2c3D4e5F"),
        ("https://x.com/u/status/12?s=20", "https://platform.twitter.com/embed/Tweet.html?id=12"),
        ("https://twitter.com/u/status/12", "https://platform.twitter.com/embed/Tweet.html?id=12"),
    ],
)
def test_videos_and_posts_become_boxes_that_load_on_a_click(url: str, source: str) -> None:
    html = remote(url)

    assert f'data-src="{source}"' in html
    assert f'href="{url}"' in html
    assert "<iframe" not in html
    assert "<img" not in html


@pytest.mark.parametrize(
    "url", ["https://www.youtube.com/@channel", "https://x.com/u", "https://youtube.com/watch?v=%22", "https://[bad/"]
)
def test_other_addresses_of_those_hosts_are_pictures(url: str) -> None:
    assert remote(url).startswith("<img")


def test_pictures_of_other_hosts_load_at_once_or_on_a_click() -> None:
    assert 'referrerpolicy="no-referrer"' in remote("https://e.org/a.png")
    assert "<img" not in remote("https://e.org/a.png", click=True)
    assert remote("data:image/png;base64,AA").startswith('<img src="data:image/png')
    assert remote("data:text/html,x") == "alt"


def test_frames_become_boxes_and_only_of_web_pages() -> None:
    assert 'data-provider="iframe" data-src="https://e.org/x"' in remote("https://e.org/x", "frame")
    assert remote("ftp://e.org/x", "frame") == "ftp://e.org/x"


def test_a_missing_target_is_named_in_a_box() -> None:
    gone = render(embed(), facts=make_facts(make_link("Lost note")))
    part = render_one(MissingEmbed(reason="part", name="Doc > Nope", href="../Doc/"), embed(is_block=False))

    assert gone == '<div class="internal-embed is-missing">Lost note is not here yet</div>'
    assert part.startswith(
        '<span class="internal-embed is-missing"><a class="internal-link" href="../Doc/">Doc &gt; Nope</a>'
    )


def test_an_embed_of_what_is_not_published_is_plain_text() -> None:
    assert render_one(MissingEmbed(reason="hidden", name="Secret"), embed()) == "Secret"


def test_pieces_render_alone_without_ids() -> None:
    links = Links(A=(make_facts(), body(block("x"))))

    html = render_inline(
        PAGE, make_facts(make_link("A")), ("<b", IdHole(anchor="a"), ">", embed(is_block=False)), links
    )

    assert html == '<b><a class="internal-link" href="../A/">A</a>'


def test_the_content_region_carries_path_and_classes() -> None:
    assert content_region(PAGE, ("wide",), "x") == '<div class="napkin-content wide" data-path="Page.md">\nx\n</div>'


def test_a_diagram_tells_where_its_linked_nodes_lead_and_nothing_of_hidden_notes() -> None:
    links = Links(Kale=(make_facts(), body()))
    links.hidden.add("Secret")
    diagram = "flowchart LR\n  A[Kale] --> B[Nowhere] --> C[Secret]\n  class A,B,C internal-link"

    html = render(CodeHole(language="mermaid", text=diagram), links=links)

    assert html.startswith('<pre class="mermaid" data-links="{&quot;Kale&quot;: &quot;../Kale/&quot;}">')


def test_a_hostile_name_in_a_diagram_stays_inside_its_attribute() -> None:
    links = Links()
    links.files["'x'&<b>"] = MissingEmbed(reason="unresolved", name="")

    html = render(CodeHole(language="mermaid", text="A['x'&<b>]:::internal-link"), links=links)

    assert "<b>" not in html
