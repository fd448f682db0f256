"""Text as XML has it; the standard library's own functions for that load a network stack."""

from html import escape

_WHITE_SPACE = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def escape_xml(text: str) -> str:
    """Escape what stands between tags."""
    return escape(text, quote=False)


def quote_xml(value: str) -> str:
    """Escape an attribute's value and put it in quotes, in single ones when it holds double ones alone."""
    text = escape_xml(value)
    for character, reference in _WHITE_SPACE.items():
        text = text.replace(character, reference)
    if '"' not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else '"{}"'.format(text.replace('"', "&quot;"))
