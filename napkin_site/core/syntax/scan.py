"""Finds comments and display math in the source: which opaque construct opens first, wins (obsidian-spec §4.1).

A scan from left to right over the bytes that open something opaque: code spans and fences, escapes,
HTML tags, wikilinks, inline math. Those are skipped, comments and `$$` become masks. Every search
goes forward or is remembered, so that the time is linear however hostile the note.
"""

import re
from bisect import bisect_left
from collections.abc import Callable

from napkin_site.core.syntax.masks import COMMENT, MATH, LineStarts, Mask, heading_fill, prefix_end

_LEAD = re.compile(rb"[`\\<$%~\[]")
_RUNS = {lead: re.compile(re.escape(bytes([lead])) + b"+") for lead in b"`$%~["}
# Where a paragraph ends: at a blank line, or where another block begins.
_BLOCK = rb"\r?\n|\Z|#{1,6}[ \t\r\n]|[-+*][ \t]|\d{1,9}[.)][ \t]|```|~~~|%%"
_BREAK_IN_QUOTE = re.compile(rb"\n[ \t>]*(?=" + _BLOCK + rb")")
_BREAK = re.compile(rb"\n[ \t]*(?=>|" + _BLOCK + rb")")
_DELIMITER_ROW = re.compile(rb"(?m)^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\r?$")
_TAG = re.compile(rb"</?[A-Za-z][^<>]*>|<[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]*>|<[!?][^<>]*>")
_TICKS = re.compile(rb"`+")
_PAIRS = re.compile(rb"%+")
_DOLLAR_CLOSER = re.compile(rb"(?<![\s\\$])\$(?![\d$])")
_QUOTE_MARK = re.compile(rb"[ \t]{0,3}>")
_LIST_MARK = re.compile(rb"[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]+")
_LINES_BACK = 200


def mask_comments_and_math(body: bytes) -> list[Mask]:
    """Cover `%%comments%%` and the inside of `$$display math$$`."""
    is_wanted = (b"%" in body and b"%%" in body) or (b"$" in body and b"$$" in body)  # one byte is found in no time
    return _Scan(body).run() if is_wanted else []


class _Scan:
    def __init__(self, body: bytes) -> None:
        self._body = body
        self._masks: list[Mask] = []
        self._lines = LineStarts(body)
        self._prefix = (-1, 0)
        self._line_end = -1
        self._paragraph_end = -1
        self._ticks: dict[int, list[int]] = {}
        self._ticks_of = -1
        self._closers: list[int] = []
        self._closers_of = -1
        self._tables: list[tuple[int, int]] | None = None
        self._remembered: dict[bytes, int] = {}
        self._pairs = [match.start() for match in _PAIRS.finditer(body) if match.end() - match.start() == 2]
        self._steps: dict[int, Callable[[int, int], int]] = {
            0x60: self._code,  # `
            0x7E: self._tildes,  # ~
            0x24: self._dollars,  # $
            0x25: self._percents,  # %
            0x5B: self._brackets,  # [
        }

    def run(self) -> list[Mask]:
        """Scan the body once."""
        body = self._body
        place = 0
        while True:
            found = _LEAD.search(body, place)
            if found is None:
                return self._masks
            place = found.start()
            lead = body[place]
            if lead == 0x5C:  # a backslash
                place += 2
            elif lead == 0x3C:  # <
                place = self._tag(place)
            else:
                run = _RUNS[lead].match(body, place)
                assert run is not None
                place = self._steps[lead](place, run.end())

    # Each of these is given where a run of its byte starts and ends, and gives the place to go on from.

    def _code(self, start: int, end: int) -> int:
        length = end - start
        if length >= 3 and self._begins_line(start) and self._body.find(b"`", end, self._end_of_line(end)) < 0:
            return self._fence(start, length)
        stop = self._end_of_paragraph(start)
        if self._ticks_of != stop:
            self._ticks_of = stop
            self._ticks = {}
            for run in _TICKS.finditer(self._body, start, stop):
                self._ticks.setdefault(run.end() - run.start(), []).append(run.start())
        places = self._ticks.get(length, ())
        index = bisect_left(places, end)
        return places[index] + length if index < len(places) else end

    def _tildes(self, start: int, end: int) -> int:
        return self._fence(start, end - start) if end - start >= 3 and self._begins_line(start) else end

    def _brackets(self, start: int, end: int) -> int:
        if end - start < 2:
            return end
        close = self._next(b"]]", end)
        if close < 0 or close > self._end_of_line(start):
            return end
        other = self._next(b"[[", end)
        return close + 2 if other < 0 or other > close else end

    def _tag(self, start: int) -> int:
        if self._body.startswith(b"<!--", start):
            close = self._next(b"-->", start + 2)
            if close >= 0 and (self._begins_line(start) or close < self._end_of_paragraph(start)):
                return close + 3
            return start + 4
        tag = _TAG.match(self._body, start)
        return tag.end() if tag is not None and tag.end() <= self._end_of_paragraph(start) else start + 1

    def _dollars(self, start: int, end: int) -> int:
        if end - start == 1:
            return self._inline_math(start, end)
        if end - start != 2:
            return end
        is_block = self._begins_line(start)
        close = self._next(b"$$", end)
        paragraph_end = self._end_of_paragraph(start)
        if close < 0 or (close > paragraph_end and not (is_block and self._stays_inside(start, close))):
            return end
        if b"|" in self._body[end:close] and self._is_in_table(start):
            return end
        if self._body[end:close].strip():
            self._masks.append(Mask(end, close, MATH, b"x" * (close - end)))
        return close + 2

    def _inline_math(self, start: int, end: int) -> int:
        if self._body[end : end + 1].isspace() or end >= len(self._body):
            return end
        stop = self._end_of_paragraph(start)
        if self._closers_of != stop:
            self._closers_of = stop
            self._closers = [match.start() for match in _DOLLAR_CLOSER.finditer(self._body, start, stop)]
        index = bisect_left(self._closers, end)
        return self._closers[index] + 1 if index < len(self._closers) else end

    def _percents(self, start: int, end: int) -> int:
        if end - start != 2:
            return end
        index = bisect_left(self._pairs, end)
        close = self._pairs[index] + 2 if index < len(self._pairs) else -1
        line_end = self._end_of_line(start)
        if self._begins_line(start):
            return self._block_comment(start, close if close >= 0 else len(self._body))
        if close < 0 or close > line_end:
            return end
        if b"|" in self._body[end:close].replace(b"\\|", b"") and self._is_in_table(start):
            return end
        self._masks.append(Mask(start, close, COMMENT, b"%" * (close - start)))
        return close

    def _block_comment(self, start: int, close: int) -> int:
        tail = self._body.find(b"\n", close)
        is_alone = not self._body[close : tail if tail >= 0 else None].strip()
        length = close - start
        fill = heading_fill(length) if is_alone else b"%" * length
        self._masks.append(Mask(start, close, COMMENT, fill))
        return close

    def _fence(self, start: int, length: int) -> int:
        """Skip a fenced code block: to its closing fence, or to where what it stands in ends."""
        body = self._body
        mark = body[start : start + 1]
        closing = mark * length
        line_start = self._lines.start
        depth = body.count(b">", line_start, start)
        column = self._column_of_item(line_start, start)
        place = self._end_of_line(start)
        while place < len(body):
            line = place + 1
            end = body.find(b"\n", line)
            end = end if end >= 0 else len(body)
            inner = line
            for _ in range(depth):
                quote = _QUOTE_MARK.match(body, inner, end)
                if quote is None:
                    return line
                inner = quote.end()
            text = body[inner:end].rstrip()
            bare = text.lstrip()
            if bare and column and len(text) - len(bare) < column and not text.startswith(b"\t"):
                return line
            if bare.startswith(closing) and not bare.strip(mark):
                return end
            place = end
        return len(body)

    # What surrounds a place.

    def _begins_line(self, place: int) -> bool:
        line = self._lines.at(place)
        if self._prefix[0] != line:
            self._prefix = (line, prefix_end(self._body, line))
        return self._prefix[1] == place

    def _end_of_line(self, place: int) -> int:
        if self._line_end < place:
            found = self._body.find(b"\n", place)
            self._line_end = found if found >= 0 else len(self._body)
        return self._line_end

    def _end_of_paragraph(self, place: int) -> int:
        if self._paragraph_end <= place:
            line = self._lines.at(place)
            pattern = _BREAK_IN_QUOTE if self._body[line : line + 4].lstrip().startswith(b">") else _BREAK
            found = pattern.search(self._body, place)
            self._paragraph_end = found.start() if found is not None else len(self._body)
        return self._paragraph_end

    def _next(self, text: bytes, place: int) -> int:
        """Find the next `text` from `place` on, -1 for none; places never go back, so answers are kept."""
        known = self._remembered.get(text)
        if known is None or 0 <= known < place:
            known = self._remembered[text] = self._body.find(text, place)
        return known

    def _is_in_table(self, place: int) -> bool:
        if self._tables is None:
            self._tables = []
            for row in _DELIMITER_ROW.finditer(self._body):
                blank = self._body.find(b"\n\n", row.end())
                head = self._body.rfind(b"\n", 0, max(0, row.start() - 1)) + 1
                self._tables.append((head, blank if blank >= 0 else len(self._body)))
        index = bisect_left(self._tables, (place + 1, 0)) - 1
        return index >= 0 and place < self._tables[index][1]

    def _stays_inside(self, start: int, close: int) -> bool:
        """Tell whether every line up to `close` belongs to the quotes that the line of `start` stands in."""
        depth = self._body.count(b">", self._lines.start, start)
        if not depth:
            return True
        return all(line.lstrip(b" \t").startswith(b">") for line in self._body[start:close].split(b"\n")[1:])

    def _column_of_item(self, line_start: int, start: int) -> int:
        """Give how far a fence's lines are indented at least, as part of a list item; 0 outside lists."""
        body = self._body
        before = body[line_start:start]
        if before.strip(b" \t>"):
            return len(before) - before.rfind(b">") - 1
        indent = len(before) - before.rfind(b">") - 1
        if not indent:
            return 0
        end = line_start - 1
        for _ in range(_LINES_BACK):
            if end < 0:
                break
            line = body.rfind(b"\n", 0, end) + 1
            text = body[line:end]
            item = _LIST_MARK.match(text)
            if item is not None and item.end() <= len(before):
                return item.end() - (text.rfind(b">", 0, item.end()) + 1)
            if text.strip(b" \t>\r") and not text.startswith((b" ", b"\t", b">")):
                break
            end = line - 1
        return 0
