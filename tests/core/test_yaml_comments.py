import pytest
from hypothesis import given
from hypothesis import strategies as st

from napkin_site.core.yaml12 import load_yaml
from napkin_site.core.yaml_comments import without_yaml_comments


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        ("a: 1\n", "a: 1\n"),
        ("a: 1 # secret\nb: 2\n", "a: 1\nb: 2\n"),
        ("# secret\na: 1\n  # secret\nb: 2\n# secret", "a: 1\nb: 2\n"),
        ("a: x#y\nb: 'x # y'\nc: \"#z\"\n", "a: x#y\nb: 'x # y'\nc: \"#z\"\n"),
        ("l:\n  - a # secret\n  # secret\n  - '#tag'\n", "l:\n  - a\n  - '#tag'\n"),
        ("l: [a, # secret\n  b]\n", "l: [a,\n  b]\n"),
        ("t: | # secret\n  # text\n  more\n# secret\nb: 1\n", "t: |\n  # text\n  more\nb: 1\n"),
        ("t: >-\t# secret\n  x # text\n", "t: >-\n  x # text\n"),
        ("a: # secret\n  b: é # secret\n", "a:\n  b: é\n"),
        ("a: ü\nb: 😀 # secret\nc: '#d'\n", "a: ü\nb: 😀\nc: '#d'\n"),
        ('a: "x # secret', ""),
        ("", ""),
    ],
)
def test_comments_go_and_all_else_stays(text: str, stripped: str) -> None:
    assert without_yaml_comments(text) == stripped


@given(
    st.lists(st.sampled_from(["a: 1", "b: '#'", "c: | # x", "  # y", "# z", "d:", "  - e # f", "", "g: h#i", "  j"]))
)
def test_what_the_text_says_stays_the_same(lines: list[str]) -> None:
    text = "\n".join(lines)
    try:
        meant = load_yaml(text)
    except Exception:  # noqa: BLE001 (not YAML; nothing to compare)
        return
    assert load_yaml(without_yaml_comments(text)) == meant
