"""Writing values as YAML the way Obsidian does: bare where that is safe, double quotes where not, lists by the line."""

import json
import re
from collections.abc import Mapping
from typing import Any

import yaml

from napkin_site.core.yaml12 import load_yaml
from napkin_site.errors import EditError

_ESCAPED = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_DEEPEST = 20


def yaml_scalar(value: Any, *, quote: str = "", is_flow: bool = False) -> str:
    """Write a single value.

    Args:
        value: text, number, truth value or None.
        quote: the mark that the value before stood in; text stays in it where it can.
        is_flow: it stands in a list of brackets.

    Raises:
        EditError: it is none of those.
    """
    if value is None:
        return "null" if is_flow else ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _float(value)
    if not isinstance(value, str):
        raise EditError(f"a property cannot hold a {type(value).__name__}")
    if quote == "'" and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    if not quote and _is_safe(value, is_flow=is_flow):
        return value
    return _double_quoted(value)


def yaml_block(value: Any, *, indent: str, newline: str, quote: str = "", depth: int = 0) -> str:
    """Write what stands behind a name's colon: a blank and the value, or indented lines.

    Raises:
        EditError: a value in it cannot be written.
    """
    if depth > _DEEPEST:
        raise EditError("the value is nested too deep")
    if isinstance(value, list | tuple):
        if not value:
            return " []"
        return "".join(f"{newline}{indent}-{_item(part)}" for part in value)
    if isinstance(value, Mapping):
        if not value:
            return " {}"
        return "".join(
            f"{newline}{indent}{yaml_scalar(str(name))}:"
            f"{yaml_block(part, indent=indent + '  ', newline=newline, depth=depth + 1)}"
            for name, part in value.items()
        )
    text = yaml_scalar(value, quote=quote)
    return f" {text}" if text else ""


def yaml_flow(values: list[Any]) -> str:
    """Write a list in brackets."""
    return f"[{', '.join(_flow_item(value) for value in values)}]"


def _item(value: Any) -> str:
    if isinstance(value, list | tuple | Mapping):
        return f" {_flow_item(value)}"
    text = yaml_scalar(value)
    return f" {text}" if text else " null"


def _flow_item(value: Any) -> str:
    if isinstance(value, list | tuple):
        return yaml_flow(list(value))
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_double_quoted(str(name))}: {_flow_item(part)}" for name, part in value.items()) + "}"
    return yaml_scalar(value, is_flow=True)


def _float(value: float) -> str:
    if value != value:  # noqa: PLR0124  # what is not equal to itself is no number
        return ".nan"
    if value in (float("inf"), float("-inf")):
        return ".inf" if value > 0 else "-.inf"
    return repr(value)


def _is_safe(text: str, *, is_flow: bool) -> bool:
    """Tell whether bare text is read back as that very text."""
    if not text or text != text.strip() or not text.isprintable() or "\\" in text[:1]:
        return False
    probe = f"[{text}]" if is_flow else f"k: {text}"
    try:
        data = load_yaml(probe)
    except yaml.YAMLError:
        return False
    return bool(data == ([text] if is_flow else {"k": text})) and not text.startswith(("---", "..."))


def _double_quoted(text: str) -> str:
    shown = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", shown)
