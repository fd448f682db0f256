from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime

import msgspec

from napkin_site.builder.data.feeds import markdown_copy, rss_date
from napkin_site.core.syntax.parse import parse_note
from tests.builder.fakes import make_note


def copied(source: bytes, *, with_properties: bool = True) -> bytes:
    note = msgspec.structs.replace(make_note("n.md"), facts=parse_note(source).facts)
    return markdown_copy(source, note, with_properties=with_properties)


def test_comments_are_left_out_of_the_markdown() -> None:
    assert copied(b"a %%secret%% b <!-- secret --> c `%%code%%`\n\n%%\nsecret\n%%\n\nend\n") == (
        b"a  b  c `%%code%%`\n\n\n\nend\n"
    )


def test_properties_go_where_they_are_not_shown() -> None:
    source = b"\xef\xbb\xbf---\na: 1\n---\nText %%x%%\n"
    assert copied(source) == b"---\na: 1\n---\nText \n"
    assert copied(source, with_properties=False).strip() == b"Text"


def test_comments_in_properties_go_too() -> None:
    source = b"---\r\na: 1 # secret\r\n# secret\r\nb: '#x'\r\n---\r\n# Title\r\n"
    assert copied(source) == b"---\r\na: 1\r\nb: '#x'\r\n---\r\n# Title\r\n"
    assert b"secret" not in copied(b'---\nb: "x # secret\n---\nText')


def test_comments_of_a_note_that_is_too_large_go_too() -> None:
    source = b"a <!-- secret --> %%secret%%\n\n<!--\nsecret %%\n-->\n" + b"x" * (2 << 20)
    assert b"secret" not in copied(source)


def test_everything_else_stays_byte_for_byte() -> None:
    source = b"[[Link|x]]\r\n\r\n\xff\xfe odd bytes\r\n"
    assert copied(source) == source


def test_dates_of_the_feed_are_written_as_the_standard_library_does() -> None:
    first = datetime(1999, 12, 30, 23, 5, 7, tzinfo=timezone(timedelta(hours=5)))
    for days in range(0, 12_000, 29):
        moment = first + timedelta(days=days)
        assert rss_date(moment) == format_datetime(moment.astimezone(UTC), usegmt=True)
