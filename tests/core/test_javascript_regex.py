"""Expressions that users type mean what they mean in JavaScript, and none runs or grows without end."""

import json
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from napkin_site.core.javascript_regex import Expression, ExpressionError, ExpressionTimeoutError


@pytest.mark.parametrize(
    ("body", "flags", "text", "expected"),
    [
        ("b+", "", "abb", (1, 3)),
        ("B", "", "b", None),
        ("B", "i", "b", (0, 1)),
        (r"a\/b", "", "a/b", (0, 3)),
        (r"(?<y>\d{4})-\k<y>", "", "2024-2024", (0, 9)),
        (r"(?<=\$)\d+", "", "$12", (1, 3)),
        ("a$", "", "a\n", None),
        ("a$", "m", "a\nb", (0, 1)),
        ("a.b", "", "a\nb", None),
        ("a.b", "s", "a\nb", (0, 3)),
        (r"\d", "", "٢", None),
        (r"\w", "", "é", None),
        (r"[\w]", "", "é", None),
        (r"[\W]", "", "é", (0, 1)),
        (r"\bé", "", "é", None),
        (r"\s", "", "\ufeff", (0, 1)),
        ("[]", "", "]", None),
        ("[^]", "", "\n", (0, 1)),
        ("[[]", "", "[", (0, 1)),
        ("a{e}", "", "a{e}", (0, 4)),
        ("a{,2}", "", "a{,2}", (0, 5)),
        ("]}", "", "]}", (0, 2)),
        ("a#b c", "", "a#b c", (0, 5)),
        (r"(a)|b\1", "", "b", (0, 1)),
        (r"\1(a)", "", "a", (0, 1)),
        (r"\u{1F600}|\u0062|\x63|\cJ|\0", "u", "c", (0, 1)),
        (r"\11", "", "\t", (0, 1)),
        (r"\8", "", "8", (0, 1)),
        (r"\e\-", "", "e-", (0, 2)),
        (r"\p{Lu}", "u", "aÉ", (1, 2)),
        ("(?i:A)b", "", "ab", (0, 2)),
    ],
)
def test_an_expression_means_what_it_means_in_javascript(
    body: str, flags: str, text: str, expected: tuple[int, int] | None
) -> None:
    assert Expression(body, flags).search(text, seconds=5) == expected


@pytest.mark.parametrize(
    "body",
    ["(", ")", "[a", "a\\", "*", "a**", "a++", "a{2}{3}", "^*", "(?P<a>b)", "(?>a)", "(?#a)", "(*FAIL)", r"\k<none>"],
)
def test_what_javascript_refuses_is_refused(body: str) -> None:
    with pytest.raises(ExpressionError):
        Expression(body)


@pytest.mark.parametrize(
    "body",
    [
        "((((a{1000}){1000}){1000}){1000}){1000}",
        "a{99999999999999999999}",
        "a{" + "9" * 5000 + "}",
        "(" * 3000 + "a" + ")" * 3000,
        "a" * 20_000,
        "a{1000}" * 100,
    ],
)
def test_what_would_take_much_memory_is_refused(body: str) -> None:
    with pytest.raises(ExpressionError):
        Expression(body)


def test_a_long_count_of_one_piece_is_fine() -> None:
    assert Expression("^.{0,2000}$").search("x" * 2000, seconds=5) == (0, 2000)


@pytest.mark.parametrize("body", ["^(a|a)+$", "(x+x+)+y|^(a|aa)+$"])
def test_a_search_without_end_is_given_up(body: str) -> None:
    with pytest.raises(ExpressionTimeoutError):
        Expression(body).search("a" * 5000 + "!", seconds=0.05)


_PIECES = [
    *"ab.*+?|()[]^$-{}1,/ #é", r"\d", r"\w", r"\W", r"\s", r"\b", "(?:", "(?=", "(?<!", "{2}", "{1,2}", "[^", "[]",
    "[^]", r"\1", r"\]", r"\-", r"\x61", r"\u0061", r"\cJ", r"\e", "(a)", "(b|a)", "[a1]",
]  # fmt: skip
_CASES = st.lists(
    st.tuples(
        st.lists(st.sampled_from(_PIECES), max_size=7).map("".join),
        st.sampled_from(["", "i", "m", "s"]),
        st.text("ab1 _-]\né#{}", max_size=8),
    ),
    min_size=50,
    max_size=50,
)
_SCRIPT = """
const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(cases.map(([body, flags, text]) => {
  try {
    const found = new RegExp(body, flags).exec(text);
    return found ? [found.index, found.index + found[0].length] : [];
  } catch { return null; }
})));
"""


@pytest.mark.node
@settings(max_examples=10, deadline=None)
@given(_CASES)
def test_node_finds_the_same(cases: list[tuple[str, str, str]]) -> None:
    """What we refuse, such as a group that refers to itself, says nothing; what we take finds the same."""
    node = shutil.which("node")
    assert node, "this test needs Node.js"
    done = subprocess.run([node, "-e", _SCRIPT], input=json.dumps(cases), capture_output=True, text=True, check=True)

    for (body, flags, text), theirs in zip(cases, json.loads(done.stdout), strict=True):
        try:
            ours = Expression(body, flags).search(text, seconds=5)
        except ExpressionError:
            continue
        assert theirs is None or tuple(theirs) == (ours or ()), (body, flags, text)
