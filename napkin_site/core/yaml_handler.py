"""Front matter that is more than plain lines: YAML 1.2, or JSON, which is read faster."""

import json
from typing import Any

import yaml
from frontmatter.default_handlers import YAMLHandler

from napkin_site.core.yaml12 import MAX_DEPTH, describe_error, load_yaml

_ESCAPE = "\\u"


class Yaml12Handler(YAMLHandler):
    """A handler for python-frontmatter that reads YAML 1.2: `frontmatter.loads(text, handler=Yaml12Handler())`."""

    def load(self, fm: str, **_: object) -> Any:
        """Read the text between the fences.

        Raises:
            yaml.YAMLError: it is not YAML 1.2 or repeats a name.
        """
        if fm.lstrip().startswith("{") and fm.count("[") + fm.count("{") <= MAX_DEPTH:
            try:
                return _load_json(fm)
            except json.JSONDecodeError:
                pass  # a YAML mapping in braces, perhaps; the YAML reader says what is wrong
        return load_yaml(fm)


def read_yaml(text: str) -> tuple[Any, str, int]:
    """Read the text between the fences.

    Returns:
        Its value; why it could not be read, empty when it could; and in which line, counted from 1.
    """
    try:
        return Yaml12Handler().load(text), "", 0
    except yaml.YAMLError as error:
        return None, *describe_error(error, text)


def _load_json(text: str) -> Any:
    """Read JSON; what is wrong with it is left to the YAML reader, which knows the line."""
    data = json.loads(text, object_pairs_hook=_unique_names, parse_int=_json_integer)
    if _ESCAPE in text:
        try:
            json.dumps(data, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise json.JSONDecodeError("an escape stands for half a character", text, 0) from None
    return data


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise json.JSONDecodeError("a name stands here twice", "", 0)
    return data


def _json_integer(digits: str) -> int | float:
    # Beyond 64 bits a whole number is a float, as every number is in JavaScript.
    return int(digits) if len(digits) < 19 else float(digits)
