"""Words are counted alike by the quick way for ASCII text and by the pattern for all text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napkin_site.core.syntax.words import count_words


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("well-known", 1), ("a-b-c d", 2), ("a--b", 2), ("it's snake_case, 1.5", 3), ("- x -y z-", 3)],
)
def test_a_sign_joins_words_only_between_letters(text: str, count: int) -> None:
    assert count_words([text]) == count


@given(st.text(alphabet="ab_9'.,- \n(", max_size=20))
def test_one_letter_beyond_ascii_changes_no_other_word(text: str) -> None:
    assert count_words([text, "é"]) == count_words([text]) + 1
