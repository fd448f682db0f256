"""What raw HTML may say: nothing that runs, reaches beyond its element, or looks like the page's own parts."""

import pytest

from napkin_site.core.syntax.sanitise import clean, filter_style


@pytest.mark.parametrize(
    ("style", "kept"),
    [
        ("color: red; background: #fff", "color: red; background: #fff"),
        ("COLOR:red", "color: red"),
        ("position: fixed; z-index: 9; top: 0", ""),
        ("background: url(https://e.com/x.png)", ""),
        ("background: u\\72l(x)", ""),
        ("width: calc(100% - 2em)", "width: calc(100% - 2em)"),
        ("width: expression(alert(1))", ""),
        ("margin: 0 -100px", ""),
        ("margin-top: 1em", "margin-top: 1em"),
        ("--accent: 1,2,3", "--accent: 1,2,3"),
        ("color: red } body { color: blue", ""),
        ("nonsense", ""),
    ],
)
def test_a_style_keeps_its_harmless_declarations(style: str, kept: str) -> None:
    assert filter_style(style) == kept


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg onload=alert(1)><script>alert(1)</script></svg>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
        '<a href="javascript:alert(1)">x</a>',
        '<a href="java&#10;script:alert(1)">x</a>',
        '<a href=" &#14; javascript:alert(1)">x</a>',
        "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
        "<object data='javascript:alert(1)'></object><embed src='javascript:alert(1)'>",
        '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
        '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><base href="javascript:alert(1)">',
        '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
        '<video poster="javascript:alert(1)"></video><blockquote cite="javascript:alert(1)">x</blockquote>',
    ],
)
def test_nothing_runs(html: str) -> None:
    cleaned = clean(html).lower()
    assert "javascript:" not in cleaned
    assert "<script" not in cleaned
    assert " on" not in cleaned
    assert "srcdoc" not in cleaned


def test_ids_names_and_data_attributes_go() -> None:
    assert clean('<a id="x" name="y" data-src="z" class="md-top mine">t</a>') == '<a class="mine" rel="noopener">t</a>'


def test_a_link_may_open_a_new_window_and_nothing_else() -> None:
    cleaned = clean('<a href="https://e.com" target="_blank">a</a><a href="https://e.com" target="_parent">b</a>')
    assert cleaned.count("target") == 1
