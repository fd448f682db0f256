import pytest

from napkin_site.core.edits.tasks import set_task_mark
from napkin_site.core.syntax import parse_note
from napkin_site.errors import EditError, NotFoundError

SOURCE = (
    "# N\r\n- [ ] Buy [x] it\r\n  - [-] [link](a.md) ^id\r\n1. [?] num\r\n> - [ ] quoted [ ] twice\r\n- [⚡️] odd\r\n"
).encode()


@pytest.mark.parametrize(
    ("line", "mark", "old", "new"),
    [
        (2, "x", b"- [ ] Buy [x] it", b"- [x] Buy [x] it"),
        (3, " ", b"  - [-] [link]", b"  - [ ] [link]"),
        (4, "/", b"1. [?]", b"1. [/]"),
        (5, "é", b"> - [ ] quoted [ ]", "> - [é] quoted [ ]".encode()),
        (6, "x", "- [⚡️] odd".encode(), b"- [x] odd"),
    ],
)
def test_only_the_mark_changes(line: int, mark: str, old: bytes, new: bytes) -> None:
    facts = parse_note(SOURCE).facts
    assert set_task_mark(SOURCE, facts, line, mark) == SOURCE.replace(old, new, 1)


@pytest.mark.parametrize("line", [1, 99])
def test_a_line_without_task_is_not_found(line: int) -> None:
    with pytest.raises(NotFoundError):
        set_task_mark(SOURCE, parse_note(SOURCE).facts, line, "x")


@pytest.mark.parametrize("mark", ["", "xx", "\n", "\t"])
def test_a_mark_is_one_character(mark: str) -> None:
    with pytest.raises(EditError):
        set_task_mark(SOURCE, parse_note(SOURCE).facts, 2, mark)
