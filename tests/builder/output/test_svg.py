"""SVG pictures run nothing and ask no other host."""

import pytest

from napkin_site.builder.output.svg import UnsafeSvgError, clean_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'


def clean(inside: str) -> str:
    return clean_svg((HEAD + inside + "</svg>").encode()).decode()


@pytest.mark.parametrize(
    "inside",
    [
        "<script>bad()</script>",
        '<g onload="bad()"/>',
        '<a href="javascript:bad()"><text>t</text></a>',
        '<a xlink:href=" java&#115;cript:bad()"><text>t</text></a>',
        '<a href="data:text/html,bad()"><text>t</text></a>',
        '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="bad()"/></foreignObject>',
        '<x:script xmlns:x="http://www.w3.org/1999/xhtml">bad()</x:script>',
        '<image href="https://bad()"/>',
        '<use href="https://bad()#x"/>',
        '<style>@import "https://bad()";</style>',
        "<style>a{background:url(https://bad())}</style>",
        '<style><g/>@import "https://bad()";</style>',
        "<style>a{}<title>b</title>c{fill:url(https://bad())}</style>",
        "<style>svg{background:image-set('https://bad()' 1x)}</style>",
        "<style>svg{background:-webkit-image-set('https://bad()' 1x)}</style>",
        '<rect style="fill:url(https://bad())"/>',
        '<rect mask="image-set(&quot;https://bad()&quot; 1x)"/>',
        '<use xml:base="https://bad()" href="#x"/>',
        '<rect fill="url(//bad())"/>',
        '<a href="#x"><set attributeName="href" to="javascript:bad()"/></a>',
        '<a href="#x"><animate attributeName="xlink:href" values="javascript:bad()"/></a>',
    ],
)
def test_what_could_run_or_call_home_is_left_out(inside: str) -> None:
    assert "bad()" not in clean(inside)


def test_the_picture_itself_stays() -> None:
    inside = (
        '<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>'
        '<style>.a{fill:url(#g)}</style><rect class="a" width="9" fill="url(#g)"/><use xlink:href="#g"/>'
        "<text>1 &lt; 2</text>"
    )
    cleaned = clean(inside)
    for piece in (
        "linearGradient",
        'fill="url(#g)"',
        ".a{fill:url(#g)}",
        'xlink:href="#g"',
        "1 &lt; 2",
        'viewBox="0 0 9 9"',
    ):
        assert piece in cleaned
    assert clean_svg(cleaned.encode()).decode() == cleaned


def test_processing_instructions_and_comments_go() -> None:
    assert "bad" not in clean_svg(b'<?xml-stylesheet href="bad.css"?><!-- bad -->' + HEAD.encode() + b"</svg>").decode()


@pytest.mark.parametrize(
    "data",
    [
        b"not xml",
        b"<html/>",
        b"",
        b'<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
        b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>',
        b'<!DOCTYPE svg [<!ENTITY % p "x"> %p;]><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
)
def test_what_is_no_plain_svg_is_refused(data: bytes) -> None:
    with pytest.raises(UnsafeSvgError):
        clean_svg(data)


@pytest.mark.timeout(10)
def test_entities_without_end_take_no_longer_than_their_length() -> None:
    with pytest.raises(UnsafeSvgError):
        clean_svg(b"<!ENTITY " * 200_000)


def test_deep_nesting_is_read() -> None:
    assert clean("<g>" * 5000 + "</g>" * 5000).count("<g>") == 5000
