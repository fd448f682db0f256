"""Text that a data file can hold, whatever the names on disk are made of."""


def utf8_text(text: str) -> str:
    """Replace by `?` what UTF-8 cannot hold: surrogates, from names of another encoding or escapes in YAML."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
