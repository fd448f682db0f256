import pytest
from markupsafe import Markup

from napkin_site.builder.theme.templates import Templates
from napkin_site.errors import ThemeError


def test_values_are_escaped() -> None:
    html = Templates().fill("missing.html", title="<b>", home_href='"x', tags_href="y").decode()
    assert "&lt;b&gt;" in html
    assert 'href="&#34;x"' in html


def test_half_of_a_surrogate_pair_becomes_a_question_mark() -> None:
    assert "“?”".encode() in Templates().fill("missing.html", title="“\ud800”", home_href="x", tags_href="y")


@pytest.mark.parametrize("name", ["no-such.html", "missing.html"])
def test_a_missing_template_or_value_is_a_theme_error(name: str) -> None:
    with pytest.raises(ThemeError, match=name):
        Templates().fill(name)


def test_rows_are_written_by_the_format_for_as_many_values_with_each_value_escaped() -> None:
    rows = [("a", "<b>"), ("c", "d", "'"), ("nul\0", "&")]
    html = Templates().fill("entries.html", title="x", pages=rows, parts=()).decode()

    assert '<ul class="napkin-note-list">\n<li><a href="a">&lt;b&gt;</a></li>\n' in html
    assert '<li><a href="c">d</a> <span class="napkin-kind">&#39;</span></li>\n' in html
    assert '<li><a href="nul\0">&amp;</a></li>\n</ul>' in html


def test_markup_in_a_row_is_taken_for_html() -> None:
    values = dict.fromkeys(("created", "modified", "properties_error", "properties_source"), "")
    shown = {"tags": (), "unresolved": (), "content": "", "title": "x", "is_title_repeated": False, "show_title": True}
    row = ("<", "text", "<", Markup("<b>bold</b>"))

    html = Templates().fill("note.html", **values, **shown, properties=[row]).decode()

    assert '<dl>\n<div data-property="&lt;" data-type="text"><dt>&lt;</dt><dd><b>bold</b></dd></div>\n</dl>' in html
