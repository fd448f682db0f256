"""One parse of a note's text gives one `NoteSyntax`; nothing else reads Markdown.

`tree.py` says what that value holds: read it first. `parse.py` is the driver, `masks.py` prepares
the source, `walk.py` turns events into blocks, `order.py` is the one table of constructs and their
order, and each construct has a file of its own. Nothing here knows the vault or the site.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from napkin_site.core.syntax.parse import parse_note as parse_note

__all__ = ["parse_note"]


def __getattr__(name: str) -> Any:
    # Lazily: the parser needs the front matter's reader, which needs `tree.py` of this package.
    if name == "parse_note":
        from napkin_site.core.syntax.parse import parse_note  # noqa: PLC0415 - see above

        return parse_note
    raise AttributeError(name)
