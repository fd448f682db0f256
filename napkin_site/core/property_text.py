"""What a text that is typed means as the value of a property (memory-spec §7.7, obsidian-spec §7.4)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from napkin_site.core.properties import infer_type, note_tags
from napkin_site.errors import UsageError

ValueType = Literal["text", "list", "number", "checkbox", "date", "datetime"]
"""What a value can be told to be; the words of Obsidian's own list of types, with `list` for `multitext`."""

VALUE_TYPES: tuple[ValueType, ...] = get_args(ValueType)

_INTEGER = re.compile(r"-?(?:0|[1-9]\d{0,14})", re.ASCII)
_DECIMAL = re.compile(r"-?(?:0|[1-9]\d{0,14})\.\d{1,15}", re.ASCII)
_TRUTH = {"true": True, "false": False}
_ASSIGNED: Mapping[str, ValueType] = {
    "text": "text",
    "multitext": "list",
    "number": "number",
    "checkbox": "checkbox",
    "date": "date",
    "datetime": "datetime",
}
_LISTS = ("aliases", "cssclasses")


def value_of_texts(
    name: str, texts: Sequence[str], *, assigned: Mapping[str, str], kind: ValueType | None = None
) -> Any:
    """Give the value that texts mean for a property.

    What decides, in this order: the type that is asked for; the name, since `tags`, `aliases` and `cssclasses` are
    lists; the type that the vault assigns to the name; that there are several; the look: `true` and `false` are truth
    values, plain decimal numbers are numbers, nothing at all is nothing, and all else is text, dates included. A number
    with a zero before it, such as 007, is text.

    Args:
        name: the property.
        texts: one, or several for a list.
        assigned: lower-case name -> type as Obsidian's `types.json` names it.
        kind: what it must be; None lets the rules above decide.

    Raises:
        UsageError: a text is none of the type, or there are several where the type has one.
    """
    folded = name.lower()
    if folded == "tags" and kind in (None, "list"):
        return tag_list(name, texts)
    given = kind is not None
    wanted = kind or ("list" if folded in _LISTS else _ASSIGNED.get(assigned.get(folded, "")))
    if wanted == "list":
        is_text = folded in _LISTS or assigned.get(folded) == "multitext"
        return [text if is_text else look_of(text) for text in texts if text]
    if wanted is None:
        return look_of(texts[0]) if len(texts) == 1 else [look_of(text) for text in texts]
    if len(texts) != 1:
        raise UsageError(f"`{name}` is one {wanted}, not {len(texts)}", hint="Give one value, or --type list.")
    return _of_type(name, texts[0], wanted, given=given)


def items_of_texts(name: str, texts: Sequence[str], *, assigned: Mapping[str, str]) -> list[Any]:
    """Give the items that texts mean for a list.

    Raises:
        UsageError: one is no tag, where the list is that of the tags.
    """
    if name.lower() == "tags":
        return tag_list(name, texts)
    is_text = name.lower() in _LISTS or assigned.get(name.lower()) in ("multitext", "text")
    return [text if is_text else look_of(text) for text in texts]


def tag_list(name: str, texts: Sequence[str]) -> list[str]:
    """Give tags without `#`; what stands between commas or blanks is a tag of its own.

    Raises:
        UsageError: one is no tag, as Obsidian has them (obsidian-spec §6.2).
    """
    words = [word for text in texts for word in re.split(r"[,\s]+", text) if word]
    tags = []
    for word in words:
        found = note_tags({"tags": [word]}, ())
        if not found:
            raise UsageError(
                f"`{word}` is no tag, so it is not put into `{name}`",
                hint="A tag is of letters, digits, `_`, `-` and `/`, and not of digits alone.",
            )
        tags.append(found[0])
    return tags


def look_of(text: str) -> Any:
    """Give what a text looks like: a truth value, a number, nothing, or text."""
    if not text.strip():
        return None
    if text in _TRUTH:
        return _TRUTH[text]
    if _INTEGER.fullmatch(text) and text != "-0":
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def _of_type(name: str, text: str, kind: ValueType, *, given: bool) -> Any:
    if kind == "text":
        return text
    value = look_of(text)
    if kind == "number" and isinstance(value, str):
        value = _any_number(text)
    if value is None and not given:
        return None  # nothing fits every type
    is_right = {
        "number": isinstance(value, int | float) and not isinstance(value, bool),
        "checkbox": isinstance(value, bool),
    }.get(kind, infer_type(value) == kind)
    if not is_right:
        why = "as was asked" if given else "as this vault has it"
        raise UsageError(f"`{name}` is a {kind}, {why}, and `{text}` is none", hint=_HOW[kind])
    return value


def _any_number(text: str) -> Any:
    """Read what is asked to be a number, however it is written: `1e3`, `007`."""
    try:
        number = float(text)
    except ValueError:
        return text
    if number != number or number in (float("inf"), float("-inf")):  # noqa: PLR0124  # what is not itself is no number
        return text
    return int(number) if number.is_integer() and re.fullmatch(r"[+-]?\d+", text, re.ASCII) else number


_HOW: Mapping[ValueType, str] = {
    "number": "Write 12 or 1.5; or give another --type.",
    "checkbox": "Write true or false; or give another --type.",
    "date": "Write 2026-03-01; or give another --type.",
    "datetime": "Write 2026-03-01T08:30; or give another --type.",
}
