"""Pygments' lexers, reading the same tokens in about half the time.

Pygments asks the rules of a state one after the other, a call each, until one matches; most tokens take some twenty
calls. Here the rules of a state are joined to one pattern, `rule(?P<r0>)|rule(?P<r1>)|…`, which finds the same one,
the first that matches, in one call, and names it. It is compiled when the state is first entered, and most never are.
Lexers that read tokens in a way of their own are left as they are.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pygments.lexer import Lexer, RegexLexer, RegexLexerMeta
from pygments.token import Error, Whitespace, _TokenType
from pygments.util import Future

_Match = Any
"""A compiled pattern's `match`."""
_FLAGS = re.compile(r"\(\?([ims]+)\)")
"""Flags for a whole pattern, at its start."""
_ALONE = re.compile(r"\\[1-9]|\(\?P[=<]|\(\?\(|\(\?[aiLmsux]+\)")
"""What means something else within a larger pattern: references to groups, other flags."""


class _Rule(NamedTuple):
    """One rule of a state."""

    pattern: str
    action: Any
    """The token's type, or what makes tokens of a match; None for no token."""
    change: Any
    """How the stack of states changes, in Pygments' words; None for not at all."""


class _Group(NamedTuple):
    """Rules that are asked in one call."""

    match: _Match
    rules: Mapping[str | None, _Rule]
    """By the name of the group that ends them."""


class _QuickMeta(RegexLexerMeta):
    """Leaves patterns as they are written."""

    def _process_regex(cls, regex: Any, rflags: int, state: str) -> Any:  # noqa: ARG002, N805 -- Pygments names it
        return regex.get() if isinstance(regex, Future) else regex


class _QuickLexer(RegexLexer, metaclass=_QuickMeta):
    """Reads tokens as `RegexLexer` does, state by state."""

    _tokens: Mapping[str, Sequence[tuple[Any, Any, Any]]]
    """What Pygments' metaclass makes of a lexer's rules: state -> pattern, action, change of state."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._states: dict[str, Sequence[_Group]] = {}

    def get_tokens_unprocessed(
        self, text: str, stack: Iterable[str] = ("root",)
    ) -> Iterator[tuple[int, _TokenType, str]]:
        """Cut text into tokens: place, type, text."""
        states = list(stack)
        groups = self._groups(states[-1])
        place, end = 0, len(text)
        while True:
            for group in groups:
                found = group.match(text, place)
                if found is not None:
                    break
            else:
                if place >= end:
                    return
                if text[place] == "\n":  # a line that cannot be read ends what was open
                    states = ["root"]
                    groups = self._groups("root")
                    yield place, Whitespace, "\n"
                else:
                    yield place, Error, text[place]
                place += 1
                continue
            rules = group.rules
            rule = rules[found.lastgroup if len(rules) > 1 else None]
            if rule.action.__class__ is _TokenType:
                yield place, rule.action, found.group()
            elif rule.action is not None:
                alone = found if len(rules) == 1 else re.compile(rule.pattern, self.flags).match(text, place)
                yield from rule.action(self, alone)
            place = found.end()
            if rule.change is not None:
                _change(states, rule.change)
                groups = self._groups(states[-1])

    def _groups(self, state: str) -> Sequence[_Group]:
        groups = self._states.get(state)
        if groups is None:
            groups = self._states[state] = tuple(_grouped([_rule(*rule) for rule in self._tokens[state]], self.flags))
        return groups


def quick_lexer(lexer: type[Lexer]) -> type[Lexer]:
    """Give the lexer that reads the same tokens more quickly; the very same where there is none."""
    if (
        not issubclass(lexer, RegexLexer)
        or lexer.get_tokens_unprocessed is not RegexLexer.get_tokens_unprocessed
        or type(lexer) is not RegexLexerMeta
        or lexer.flags & re.VERBOSE
    ):
        return lexer
    quick: type[Lexer] = _QuickMeta(lexer.__name__, (_QuickLexer, lexer), {})  # type: ignore[assignment, no-untyped-call]
    return quick


def _rule(pattern: Any, action: Any, change: Any) -> _Rule:
    """Take a rule of Pygments; one without a pattern has a compiled one, the empty one."""
    return _Rule(pattern if isinstance(pattern, str) else pattern.__self__.pattern, action, change)


def _grouped(rules: Iterable[_Rule], flags: int) -> Iterator[_Group]:
    """Join neighbours, as far as they can be."""
    joined: dict[str | None, _Rule] = {}
    for rule in rules:
        if _ALONE.search(_within(rule.pattern)):
            yield from _joined(joined, flags)
            joined = {}
            yield _Group(re.compile(rule.pattern, flags).match, {None: rule})
        else:
            joined[f"r{len(joined)}"] = rule
    yield from _joined(joined, flags)


def _within(pattern: str) -> str:
    """Write a pattern as a part of another."""
    flags = _FLAGS.match(pattern)
    return f"(?{flags[1]}:{pattern[flags.end() :]})" if flags else f"(?:{pattern})"


def _joined(rules: Mapping[str | None, _Rule], flags: int) -> Iterator[_Group]:
    if len(rules) > 1:
        pattern = "|".join([f"{_within(rule.pattern)}(?P<{name}>)" for name, rule in rules.items()])
        yield _Group(re.compile(pattern, flags).match, rules)
    else:
        for rule in rules.values():
            yield _Group(re.compile(rule.pattern, flags).match, {None: rule})


def _change(states: list[str], change: Any) -> None:
    """Change the stack of states; the last one stays."""
    if isinstance(change, int):
        del states[max(change + len(states), 1) :]
        return
    for step in change if isinstance(change, tuple) else (change,):
        if step == "#push":
            states.append(states[-1])
        elif step != "#pop":
            states.append(step)
        elif len(states) > 1:
            states.pop()
