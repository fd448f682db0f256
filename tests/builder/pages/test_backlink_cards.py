import pytest

from napkin_site.builder.pages.backlink_cards import backlinks_section
from napkin_site.builder.questions.queries import LinkedFrom
from napkin_site.core.paths import FolderPath, RelUrl, UrlPath


def _write(*notes: LinkedFrom, count: int = 1, most_passages: int | None = None, all_href: str = "") -> str:
    rows = [(RelUrl("../a/"), note) for note in notes]
    return backlinks_section(rows, count=count, all_href=all_href, most_passages=most_passages).decode()


@pytest.mark.parametrize("title", ["<b> & 100 %s", "with a \0 inside <b>"])
def test_texts_of_a_card_are_escaped_and_never_taken_for_a_format(title: str) -> None:
    note = LinkedFrom(title=title, url=UrlPath("a/"), folder=FolderPath("<x>"), passages=(("see <it> now", (4, 8)),))

    html = _write(note, most_passages=2)

    shown = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f'<a class="napkin-backlink" href="../a/">{shown}</a> <span class="napkin-folder">&lt;x&gt;</span>' in html
    assert '<p class="napkin-passage">see <mark>&lt;it&gt;</mark> now</p>' in html


def test_passages_beyond_the_most_are_counted() -> None:
    note = LinkedFrom(title="A", url=UrlPath("a/"), folder=FolderPath(""), passages=(("one", (0, 3)), ("two", (0, 3))))

    html = _write(note, most_passages=1)

    assert html.count("<mark>") == 1
    assert "and 1 more" in html


def test_a_note_without_passages_says_where_it_names_the_page() -> None:
    note = LinkedFrom(title="A", url=UrlPath("a/"), folder=FolderPath(""), passages=())

    assert "named in its properties" in _write(note, most_passages=None)


def test_quotes_are_escaped_as_templates_do_it() -> None:
    note = LinkedFrom(title='"it\'s"', url=UrlPath("a/"), folder=FolderPath(""), passages=())

    assert ">&#34;it&#39;s&#34;</a>" in _write(note)


def test_the_heading_counts_all_links_which_the_end_leads_to() -> None:
    note = LinkedFrom(title="A", url=UrlPath("a/"), folder=FolderPath(""), passages=())

    html = _write(note, count=300, all_href="links/")

    assert ">300 links to this page</h2>\n<ul>\n<li>" in html
    assert html.endswith(
        '</ul>\n<p class="napkin-more"><a href="links/">All 300 links to this page</a></p></section>\n'
    )


def test_a_single_link_is_called_so() -> None:
    note = LinkedFrom(title="A", url=UrlPath("a/"), folder=FolderPath(""), passages=())

    html = _write(note)

    assert ">1 link to this page</h2>" in html
    assert html.endswith("</li>\n</ul>\n</section>\n")


def test_without_links_there_is_no_list() -> None:
    assert _write(count=0) == ""
