from datetime import UTC, datetime, timedelta, timezone

import pytest

from napkin_site.core.dates import daily_note_path, format_date

FRIDAY = datetime(2025, 1, 3, 9, 5, 7, 123_456, tzinfo=UTC)
EVENING = datetime(2024, 12, 31, 21, 45, 30, tzinfo=timezone(-timedelta(hours=3, minutes=30)))


@pytest.mark.parametrize(
    ("form", "friday", "evening"),
    [
        ("YYYY YY Y", "2025 25 2025", "2024 24 2024"),
        ("Q Qo", "1 1st", "4 4th"),
        ("M Mo MM MMM MMMM", "1 1st 01 Jan January", "12 12th 12 Dec December"),
        ("D Do DD", "3 3rd 03", "31 31st 31"),
        ("DDD DDDo DDDD", "3 3rd 003", "366 366th 366"),
        ("d do dd ddd dddd", "5 5th Fr Fri Friday", "2 2nd Tu Tue Tuesday"),
        ("e E", "5 5", "2 2"),
        ("w wo ww gg gggg", "1 1st 01 25 2025", "1 1st 01 25 2025"),
        ("W Wo WW GG GGGG", "1 1st 01 25 2025", "1 1st 01 25 2025"),
        ("H HH h hh k kk", "9 09 9 09 9 09", "21 21 9 09 21 21"),
        ("m mm s ss S SS SSS", "5 05 7 07 1 12 123", "45 45 30 30 0 00 000"),
        ("A a", "AM am", "PM pm"),
        ("Z ZZ", "+00:00 +0000", "-03:30 -0330"),
        ("X x", "1735895107 1735895107123", "1735694130 1735694130000"),
        ("LT LTS", "9:05 AM 9:05:07 AM", "9:45 PM 9:45:30 PM"),
        ("L l", "01/03/2025 1/3/2025", "12/31/2024 12/31/2024"),
        ("LL ll", "January 3, 2025 Jan 3, 2025", "December 31, 2024 Dec 31, 2024"),
        ("LLL", "January 3, 2025 9:05 AM", "December 31, 2024 9:45 PM"),
        ("lll", "Jan 3, 2025 9:05 AM", "Dec 31, 2024 9:45 PM"),
        ("LLLL", "Friday, January 3, 2025 9:05 AM", "Tuesday, December 31, 2024 9:45 PM"),
        ("llll", "Fri, Jan 3, 2025 9:05 AM", "Tue, Dec 31, 2024 9:45 PM"),
    ],
)
def test_each_token_writes_what_moment_writes(form: str, friday: str, evening: str) -> None:
    assert (format_date(FRIDAY, form), format_date(EVENING, form)) == (friday, evening)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("[Week] W [of] GGGG", "Week 1 of 2025"),
        ("[LT] [[]", "LT ["),
        (r"\Q Q", "Q 1"),
        ("nothing", "not9ing"),
        ("[up", "[up"),
        ("YYYY年M月", "2025年1月"),
        ("dddd D", "Friday 3"),
        ("", ""),
    ],
)
def test_what_stands_in_brackets_is_literal_and_what_is_no_token_stays(form: str, text: str) -> None:
    assert format_date(FRIDAY, form) == text


@pytest.mark.parametrize(
    ("day", "ordinal"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st")]
)
def test_days_are_counted_in_english(day: int, ordinal: str) -> None:
    assert format_date(datetime(2025, 1, day, tzinfo=UTC), "Do") == ordinal


@pytest.mark.parametrize(
    ("year", "month", "day", "week"),
    [(2023, 1, 1, "2023 01"), (2022, 12, 31, "2022 53"), (2023, 12, 31, "2024 01"), (2024, 1, 7, "2024 02")],
)
def test_a_week_starts_on_sunday_and_the_first_one_holds_new_year(year: int, month: int, day: int, week: str) -> None:
    assert format_date(datetime(year, month, day, tzinfo=UTC), "gggg ww") == week


def test_midnight_and_noon_are_twelve() -> None:
    assert format_date(datetime(2025, 1, 1, 0, 0, tzinfo=UTC), "h k A") == "12 24 AM"
    assert format_date(datetime(2025, 1, 1, 12, 0, tzinfo=UTC), "hh kk a") == "12 12 pm"


def test_a_moment_without_a_zone_is_taken_for_utc() -> None:
    assert format_date(FRIDAY.replace(tzinfo=None), "X Z") == "1735895107 +00:00"


@pytest.mark.parametrize(
    ("folder", "form", "path"),
    [
        ("Journal", "YYYY-MM-DD", "Journal/2025-01-03.md"),
        ("/Log/", "gggg-[W]ww", "Log/2025-W01.md"),
        ("", "YYYY/MMMM/YYYY-MMM-DD", "2025/January/2025-Jan-03.md"),
    ],
)
def test_the_note_of_a_day_lies_where_the_format_says(folder: str, form: str, path: str) -> None:
    assert daily_note_path(FRIDAY, folder=folder, form=form) == path
