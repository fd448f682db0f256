"""Regular expressions that users type: JavaScript's flavour, under a time limit.

Obsidian speaks JavaScript's flavour in excluded files, searches and bases. Python's own `re` cannot be interrupted, and
a pattern such as `(a+)+$` runs for years on one path; `regex` stops on time. It has constructs JavaScript lacks and
reads some text otherwise, so a pattern is translated piece by piece, and what would make it large is refused.
"""

import re

import regex

MAX_CHARACTERS = 10_000
"""Longest pattern that is taken."""
MAX_PIECES = 20_000
"""Most pieces, where a piece under a count such as `{3,5}` is as many as the count asks for: each takes memory before
the time limit begins to count."""
MAX_DEPTH = 100
"""Most groups within each other."""

_FLAGS = {"i": regex.IGNORECASE, "m": regex.MULTILINE, "s": regex.DOTALL}
_PIECE = re.compile(
    r"""\\(?:u\{[0-9A-Fa-f]{1,6}\} | u[0-9A-Fa-f]{4} | x[0-9A-Fa-f]{2} | c[A-Za-z] | k<\w+> | [pP]\{[\w=]+\} | \d+ | .)
      | \(\?(?: <?[=!] | [ims]*(?:-[ims]+)?: | <[A-Za-z_$][\w$]*> )
      | \{\d+(?:,\d*)?\} | .""",
    re.DOTALL | re.VERBOSE,
)
_CLASS = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]?", re.DOTALL)
_GROUP = re.compile(r"\((?!\?)|\(\?<(?![=!])")
_OCTAL = re.compile(r"[0-3]?[0-7]{1,2}")
_ESCAPES = {
    "d": "[0-9]",
    "D": "[^0-9]",
    "w": "[A-Za-z0-9_]",
    "W": "[^A-Za-z0-9_]",
    "s": r"[\s\ufeff]",
    "S": r"[^\s\ufeff]",
    "b": "(?:(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])(?=[A-Za-z0-9_]))",
    "B": "(?:(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<![A-Za-z0-9_])(?![A-Za-z0-9_]))",
}
_IN_CLASS = {
    "d": "0-9",
    "D": r"\x00-\x2f\x3a-\U0010ffff",
    "w": "A-Za-z0-9_",
    "W": r"\x00-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\U0010ffff",
    "s": r"\s\ufeff",
    "S": r"\S",
    "b": r"\x08",
}
_CONTROLS = "fnrtv"


class ExpressionError(ValueError):
    """The text is no regular expression, or one that would grow too large; the message says why."""


class ExpressionTimeoutError(Exception):
    """A search was given up because its time was over."""


class Expression:
    """A compiled pattern."""

    def __init__(self, body: str, flags: str = "") -> None:
        r"""Compile what stands between the slashes, and the flags after them; flags that change no match are ignored.

        `\p{…}` names a Unicode property with or without the flag `u`.

        Raises:
            ExpressionError: it cannot be read.
        """
        bits = regex.VERSION0
        for flag in flags:
            bits |= _FLAGS.get(flag, 0)
        try:
            self._pattern = regex.compile(_Translation(body, is_multiline="m" in flags).text, bits)
        except regex.error as error:
            raise ExpressionError(str(error)) from None
        except RecursionError:
            raise ExpressionError("it is nested too deeply") from None

    def search(self, text: str, *, seconds: float) -> tuple[int, int] | None:
        """Give the first match anywhere in `text`, as the offsets where it begins and ends; None when there is none.

        Args:
            text: where to look.
            seconds: of this process's own time; above 0.

        Raises:
            ExpressionTimeoutError: they were over first.
        """
        try:
            found = self._pattern.search(text, timeout=seconds)
        except (TimeoutError, MemoryError):
            raise ExpressionTimeoutError from None
        return None if found is None else found.span()


class _Translation:
    """One pattern, made into what `regex` reads the same way."""

    def __init__(self, body: str, *, is_multiline: bool) -> None:
        if len(body) > MAX_CHARACTERS:
            raise ExpressionError(f"it has more than {MAX_CHARACTERS:,} characters")
        pieces = _PIECE.findall(body)
        self._groups = len(_GROUP.findall(_CLASS.sub("", body)))
        self._is_multiline = is_multiline
        self._out: list[str] = []
        self._in_class = False
        self._pieces = [0]
        """How many pieces each open group holds so far, outermost first."""
        self._last = 0
        """How many of them the next count multiplies."""
        self._after = "start"
        """What came before: `start` (of an alternative, or a mere place), `piece`, `quantifier`, or `lazy`."""
        for piece in pieces:
            self._add(piece)
        if self._in_class:
            raise ExpressionError("a `[` is never closed")
        self.text = "".join(self._out)

    def _add(self, piece: str) -> None:
        if self._in_class:
            self._add_in_class(piece)
        elif piece in {"*", "+", "?"} or (piece[0] == "{" and len(piece) > 1):
            self._quantify(piece)
        else:
            self._add_piece(piece)

    def _add_piece(self, piece: str) -> None:
        self._pieces[-1] += 1
        self._last = 1
        self._after = "start" if piece in {"^", "$", "|", "\\b", "\\B"} else "piece"
        if piece[0] == "\\":
            piece = self._escaped(piece)
        elif piece[0] == "(":
            self._open()
        elif piece == ")":
            if len(self._pieces) == 1:
                raise ExpressionError("a `)` closes nothing")
            self._last = self._pieces.pop()
            self._pieces[-1] += self._last
        elif piece == "[":
            self._in_class = True
        elif piece == "$" and not self._is_multiline:
            piece = r"\Z"  # `$` of `regex` also stands before a line break at the end
        elif piece in {"{", "}", "]", "#"}:
            piece = f"\\{piece}"
        if piece.startswith("(?<") and piece[3] not in "=!":
            piece = f"(?P<{piece[3:]}"
        self._out.append(piece)

    def _open(self) -> None:
        self._after = "start"
        self._pieces.append(0)
        if len(self._pieces) > MAX_DEPTH:
            raise ExpressionError("it is nested too deeply")

    def _quantify(self, piece: str) -> None:
        if self._after in {"start", "lazy"} or (self._after == "quantifier" and piece != "?"):
            raise ExpressionError(f"`{piece}` has nothing to repeat")
        if self._after == "quantifier":
            self._after = "lazy"
        else:
            self._after = "quantifier"
            more = self._last * (max([1, *map(_number, re.findall(r"\d+", piece))]) - 1)
            self._pieces[-1] += more
            if sum(self._pieces) > MAX_PIECES:
                raise ExpressionError(f"its counts ask for more than {MAX_PIECES:,} pieces")
        self._out.append(piece)

    def _add_in_class(self, piece: str) -> None:
        if piece == "]":
            self._close_class()
        elif piece[0] == "\\":
            self._out.append(self._escaped(piece))
        else:
            self._out.append(
                piece.replace("[", "\\[")
            )  # what is one piece outside, such as a count, is plain text here

    def _close_class(self) -> None:
        self._in_class = False
        if self._out[-1] == "[":  # JavaScript's `[]` matches nothing, where `regex` goes on to the next `]`
            self._out[-1] = "(?!)"
        elif self._out[-2:] == ["[", "^"]:
            self._out[-2:] = [r"[\s\S]"]
        else:
            self._out.append("]")

    def _escaped(self, piece: str) -> str:
        if piece == "\\":
            raise ExpressionError("it ends in a backslash")
        mark = piece[1]
        known = _IN_CLASS if self._in_class else _ESCAPES
        if len(piece) == 2 and mark in known:
            return known[mark]
        if mark in "ux" and len(piece) > 2:
            code = int(piece[2:].strip("{}"), 16)
            return f"\\U{code:08x}" if code <= 0x10FFFF else "(?!)"
        if mark == "c" and len(piece) > 2:
            return f"\\x{ord(piece[2]) % 32:02x}"
        if mark == "k" and len(piece) > 2:
            return f"(?({piece[3:-1]})(?P={piece[3:-1]}))"
        if mark.isdigit():
            return self._numbered(piece[1:])
        if mark in _CONTROLS or (mark in "pP" and len(piece) > 2):
            return piece
        return re.escape(mark)  # a letter without a meaning of its own stands for itself

    def _numbered(self, digits: str) -> str:
        """Read digits after a backslash: a group's number, where there is such a group, else a character's in octal."""
        if not self._in_class and digits[0] != "0" and _number(digits) <= self._groups:
            return f"(?({digits})\\{digits})"  # what a group that took no part holds is empty
        octal = _OCTAL.match(digits)
        return digits if octal is None else f"\\x{int(octal.group(), 8):02x}{digits[octal.end() :]}"


def _number(digits: str) -> int:
    """Read a number, or give one that is too large for any use where it has more than nine digits."""
    return int(digits.lstrip("0")[:10] or 0)
