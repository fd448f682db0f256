"""Dates as text, in the formats of Moment that Obsidian's daily notes and templates use (obsidian-spec §11.2, §11.3).

One pass from left to right, the longest token first; `[…]` is literal and what is no token stays as it is
(repair 18). English; a week starts on Sunday, its first one holds January 1. Moments come from the caller.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

from napkin_site.core.paths import VaultPath, vault_path

_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split()
_LONG_FORMATS = {
    "LTS": "h:mm:ss A",
    "LT": "h:mm A",
    "LLLL": "dddd, MMMM D, YYYY h:mm A",
    "LLL": "MMMM D, YYYY h:mm A",
    "LL": "MMMM D, YYYY",
    "L": "MM/DD/YYYY",
    "llll": "ddd, MMM D, YYYY h:mm A",
    "lll": "MMM D, YYYY h:mm A",
    "ll": "MMM D, YYYY",
    "l": "M/D/YYYY",
}
"""Formats that stand for others, in Moment's English."""


def format_date(moment: datetime, form: str) -> str:
    """Write a moment in a format such as `dddd, MMMM Do YYYY [at] HH:mm`.

    Args:
        moment: with its time zone where `Z`, `X` or `x` is to mean anything but UTC.
        form: the format.

    Source: obsidian-spec §11.2; Moment 2.30 (https://momentjs.com/docs/#/displaying/format/).
    """
    return _TOKEN.sub(lambda found: _written(moment, found[0]), _LONG.sub(_expanded, form))


def daily_note_path(moment: datetime, *, folder: str, form: str) -> VaultPath:
    """Give the vault path of a day's note; slashes in the format make folders (obsidian-spec §11.3)."""
    name = format_date(moment, form).strip("/")
    folder = folder.strip("/")
    return vault_path(f"{folder}/{name}.md" if folder else f"{name}.md")


def _expanded(found: re.Match[str]) -> str:
    return _LONG_FORMATS.get(found[0], found[0])


def _written(moment: datetime, token: str) -> str:
    if token[0] == "[":
        return token[1:-1]
    if token[0] == "\\":
        return token[1:]
    return _TOKENS[token](moment)


def _ordinal(number: int) -> str:
    """Write a number as English counts in order: 1st, 2nd, 3rd, 11th."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 // 10 == 1 else endings.get(number % 10, 'th')}"


def _weekday(moment: datetime) -> int:
    """Number the day of the week from Sunday, 0."""
    return moment.isoweekday() % 7


def _day_of_year(moment: datetime) -> int:
    return moment.timetuple().tm_yday


def _locale_week(moment: datetime) -> tuple[int, int]:
    """Give the year and week of a calendar whose weeks start on Sunday and whose first week holds January 1."""
    saturday = moment.date() + timedelta(days=6 - _weekday(moment))
    return saturday.year, (saturday.timetuple().tm_yday - 1) // 7 + 1


def _offset(moment: datetime, separator: str) -> str:
    offset = moment.utcoffset() or timedelta()
    sign = "-" if offset < timedelta() else "+"
    minutes = abs(offset) // timedelta(minutes=1)
    return f"{sign}{minutes // 60:02}{separator}{minutes % 60:02}"


def _timestamp(moment: datetime) -> float:
    return (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).timestamp()


_TOKENS: Mapping[str, Callable[[datetime], str]] = {
    "YYYY": lambda at: f"{at.year:04}",
    "YY": lambda at: f"{at.year % 100:02}",
    "Y": lambda at: str(at.year),
    "Q": lambda at: str((at.month + 2) // 3),
    "Qo": lambda at: _ordinal((at.month + 2) // 3),
    "M": lambda at: str(at.month),
    "Mo": lambda at: _ordinal(at.month),
    "MM": lambda at: f"{at.month:02}",
    "MMM": lambda at: _MONTHS[at.month - 1][:3],
    "MMMM": lambda at: _MONTHS[at.month - 1],
    "D": lambda at: str(at.day),
    "Do": lambda at: _ordinal(at.day),
    "DD": lambda at: f"{at.day:02}",
    "DDD": lambda at: str(_day_of_year(at)),
    "DDDo": lambda at: _ordinal(_day_of_year(at)),
    "DDDD": lambda at: f"{_day_of_year(at):03}",
    "d": lambda at: str(_weekday(at)),
    "do": lambda at: _ordinal(_weekday(at)),
    "dd": lambda at: _DAYS[_weekday(at)][:2],
    "ddd": lambda at: _DAYS[_weekday(at)][:3],
    "dddd": lambda at: _DAYS[_weekday(at)],
    "e": lambda at: str(_weekday(at)),
    "E": lambda at: str(at.isoweekday()),
    "w": lambda at: str(_locale_week(at)[1]),
    "wo": lambda at: _ordinal(_locale_week(at)[1]),
    "ww": lambda at: f"{_locale_week(at)[1]:02}",
    "W": lambda at: str(at.isocalendar().week),
    "Wo": lambda at: _ordinal(at.isocalendar().week),
    "WW": lambda at: f"{at.isocalendar().week:02}",
    "gg": lambda at: f"{_locale_week(at)[0] % 100:02}",
    "gggg": lambda at: f"{_locale_week(at)[0]:04}",
    "GG": lambda at: f"{at.isocalendar().year % 100:02}",
    "GGGG": lambda at: f"{at.isocalendar().year:04}",
    "H": lambda at: str(at.hour),
    "HH": lambda at: f"{at.hour:02}",
    "h": lambda at: str(at.hour % 12 or 12),
    "hh": lambda at: f"{at.hour % 12 or 12:02}",
    "k": lambda at: str(at.hour or 24),
    "kk": lambda at: f"{at.hour or 24:02}",
    "m": lambda at: str(at.minute),
    "mm": lambda at: f"{at.minute:02}",
    "s": lambda at: str(at.second),
    "ss": lambda at: f"{at.second:02}",
    "S": lambda at: str(at.microsecond // 100_000),
    "SS": lambda at: f"{at.microsecond // 10_000:02}",
    "SSS": lambda at: f"{at.microsecond // 1_000:03}",
    "A": lambda at: "AM" if at.hour < 12 else "PM",
    "a": lambda at: "am" if at.hour < 12 else "pm",
    "Z": lambda at: _offset(at, ":"),
    "ZZ": lambda at: _offset(at, ""),
    "X": lambda at: str(int(_timestamp(at))),
    "x": lambda at: str(int(_timestamp(at) * 1000)),
}
"""Token -> how it writes a moment."""

_LITERAL = r"\[[^\[]*?\]|\\."


def _pattern(tokens: Mapping[str, object]) -> re.Pattern[str]:
    """Match a literal, or the longest token there is at a place."""
    longest_first = sorted(tokens, key=lambda token: (-len(token), token))
    return re.compile("|".join((_LITERAL, *longest_first)), re.DOTALL)


_LONG = _pattern(_LONG_FORMATS)
_TOKEN = _pattern(_TOKENS)
