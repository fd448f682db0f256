import pytest

from napkin_site.builder.pages.backlink_cards import backlink_cards
from napkin_site.builder.questions.queries import LinkedFrom
from napkin_site.core.paths import FolderPath, RelUrl, UrlPath


@pytest.mark.parametrize("title", ["<b> & 100 %s", "with a \0 inside <b>"])
def test_texts_of_a_card_are_escaped_and_never_taken_for_a_format(title: str) -> None:
    note = LinkedFrom(title=title, url=UrlPath("a/"), folder=FolderPath("<x>"), passages=(("see <it> now", (4, 8)),))

    html = backlink_cards([(RelUrl("../a/"), note)], most_passages=2)

    shown = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f'<a class="napkin-backlink" href="../a/">{shown}</a> <span class="napkin-folder">&lt;x&gt;</span>' in html
    assert '<p class="napkin-passage">see <mark>&lt;it&gt;</mark> now</p>' in html


def test_passages_beyond_the_most_are_counted() -> None:
    note = LinkedFrom(title="A", url=UrlPath("a/"), folder=FolderPath(""), passages=(("one", (0, 3)), ("two", (0, 3))))

    html = backlink_cards([(RelUrl("../a/"), note)], most_passages=1)

    assert html.count("<mark>") == 1
    assert "and 1 more" in html


def test_a_note_without_passages_says_where_it_names_the_page() -> None:
    note = LinkedFrom(title="A", url=UrlPath("a/"), folder=FolderPath(""), passages=())

    assert "named in its properties" in backlink_cards([(RelUrl("../a/"), note)], most_passages=None)
