"""Raw HTML that would grow or stall a parser is shown as typed; sloppy HTML of an ordinary kind is not."""

import pytest

from napkin_site.core.syntax import parse_note
from napkin_site.core.syntax.tree import NoteSyntax


def parsed(html: str) -> NoteSyntax:
    return parse_note(html.encode())


def written(syntax: NoteSyntax) -> str:
    return "".join(piece for block in syntax.body.blocks for piece in block.pieces if isinstance(piece, str))


def codes(syntax: NoteSyntax) -> set[str]:
    return {finding.code for finding in syntax.facts.findings}


def opened(count: int) -> str:
    return "".join(f"<b class=c{number}>" for number in range(count))


TANGLED = {
    "nested": "<div>" * 30_000,
    "nested and closed": "<div>" * 30_000 + "</div>" * 30_000,
    "in a line": "x " + "<u>" * 30_000,
    "formatting left open": "<div><p>" + opened(2000) + "<p>x" * 2000,
    "formatting closed in a table": "<div><p>" + opened(2000).replace(">", "><table></b></table>") + "<p>x" * 2000,
    "formatting closed in an attribute": "<div><p>" + opened(2000).replace(">", '><i title="</b>">') + "<p>x" * 2000,
    "formatting closed out of order": "<div><p>" + opened(1000).replace(">", "><div></b>") + "<p>x" * 1000,
    "a long attribute": f'<div><p><b title="{"x" * 500_000}">' + "<p>x" * 200,
    "a few tags that grow": "<div><p>" + opened(29) + "<p>x" * 29,
    "references": "<div>" + "&" * 200_000,
}  # fmt: skip


@pytest.mark.timeout(20)
@pytest.mark.parametrize("name", TANGLED)
def test_html_that_would_explode_is_shown_as_typed(name: str) -> None:
    html = TANGLED[name]
    syntax = parsed(html)
    assert codes(syntax) == {"tangled-html"}
    assert "&lt;" in written(syntax) or "&amp;" in written(syntax)
    assert "<b" not in written(syntax)
    assert len(written(syntax)) < 10 * len(html)


ORDINARY = {
    "a table without end tags": "<table>" + "<tr><td><b>a</b><td><i>x</i>&nbsp;\n" * 5000 + "</table>",
    "one left open": "<div><b>" + "<span>a</span>\n" * 500 + "</div>",
    "comments": "<div>" + "<!-- </b> --><b>a</b>\n" * 500 + "</div>",
    "paragraphs": "<div>" + "<p>a <em>b</em>\n" * 2000 + "</div>",
    "lists": "<ul>" + "<li>a<ul><li>b</ul>\n" * 2000 + "</ul>",
    "layers": "<div>" * 100 + "a" + "</div>" * 100,
}


@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_html_stays_html(name: str) -> None:
    syntax = parsed(ORDINARY[name])
    assert codes(syntax) == set()
    assert "&lt;" not in written(syntax)


def test_links_in_tangled_html_are_no_links() -> None:
    syntax = parsed('<a href="Note.md">' + "<div>" * 3000)
    assert codes(syntax) == {"tangled-html"}
    assert "<a" not in written(syntax)
