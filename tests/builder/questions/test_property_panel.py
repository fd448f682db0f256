from collections.abc import Mapping
from typing import Any

import pytest

from napkin_site.builder.questions.property_panel import shown_properties
from napkin_site.core.page_links import Embed, LinkDestination
from napkin_site.core.paths import VaultPath
from napkin_site.core.properties import type_properties
from napkin_site.core.syntax.tree import Link, NoteFacts


class Links:
    """Knows one note, one that is hidden, and nothing else."""

    def link(self, source: VaultPath, link: Link) -> LinkDestination:
        if link.path == "Note":
            href = "../Note/" + (f"#{link.subpath}" if link.subpath else "")
            return LinkDestination(state="resolved", href=href, path=VaultPath("Note.md"))
        return LinkDestination(state="hidden" if link.path == "Secret" else "unresolved")

    def links_of(self, source: VaultPath, facts: NoteFacts) -> list[LinkDestination]:
        return [self.link(source, link) for link in facts.links]

    def embed(self, source: VaultPath, link: Link) -> Embed:
        raise NotImplementedError

    def tag_href(self, name: str) -> str:
        return ""

    def highlight(self, code: str, language: str) -> str:
        return code


def shown(value: Any, types: Mapping[str, str] | None = None) -> str:
    typed = type_properties({"key": value}, types or {})
    (row,) = shown_properties(
        VaultPath("n.md"), typed, Links(), day_href=lambda day: "../2020/" if day == "2020-01-02" else ""
    )
    return row.html


@pytest.mark.parametrize(
    ("value", "html"),
    [
        ("a < b & c", "a &lt; b &amp; c"),
        (3, "3"),
        (None, ""),
        (True, '<input type="checkbox" disabled checked> true'),
        (False, '<input type="checkbox" disabled> false'),
        (["a", "<b>"], "<ul><li>a</li><li>&lt;b&gt;</li></ul>"),
        ({"k<": ["v"]}, "<dl><div><dt>k&lt;</dt><dd><ul><li>v</li></ul></dd></div></dl>"),
        ("2020-01-02", '<a class="internal-link" href="../2020/"><time datetime="2020-01-02">2020-01-02</time></a>'),
        ("2020-01-03", '<time datetime="2020-01-03">2020-01-03</time>'),
        ("see [[Note]].", 'see <a class="internal-link" href="../Note/">Note</a>.'),
        ("[[Note#H|x & y]]", '<a class="internal-link" href="../Note/#H">x &amp; y</a>'),
        ("[t](Note)", '<a class="internal-link" href="../Note/">t</a>'),
        ("[[Nowhere]]", '<a class="internal-link is-unresolved" title="Nowhere">Nowhere</a>'),
        ("[[Secret]]", "Secret"),
        ("[[]]", "[[]]"),
        ("[x](javascript:alert)", "[x](javascript:alert)"),
        ("[x](https://e.org/?a&b)", '<a class="external-link" href="https://e.org/?a&amp;b" rel="noopener">x</a>'),
        ("https://e.org/a.", '<a class="external-link" href="https://e.org/a" rel="noopener">https://e.org/a</a>.'),
        ("me@e.org", '<a class="external-link" href="mailto:me@e.org" rel="noopener">me@e.org</a>'),
    ],
)
def test_value_is_shown(value: object, html: str) -> None:
    assert shown(value) == html


def test_what_steers_the_site_is_not_shown() -> None:
    typed = type_properties({"publish": True, "permalink": "x", "tags": ["a"], "CSSclasses": "c", "status": "open"}, {})
    assert [row.name for row in shown_properties(VaultPath("n.md"), typed, Links())] == ["status"]


def test_deep_objects_end_as_text() -> None:
    value: Any = "<end>"
    for _ in range(50):
        value = [value]
    assert shown(value).count("<ul>") == 5
    assert "<end>" not in shown(value)


@pytest.mark.timeout(10)
@pytest.mark.parametrize(
    "text", ["x" * 300_000 + " @", "a@" * 200_000, "[[" * 200_000, "[a](" * 100_000, "http://" * 100_000]
)
def test_a_long_value_takes_no_longer_than_its_length(text: str) -> None:
    assert shown(text)
